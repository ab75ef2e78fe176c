/* What every reference program shares: random numbers, the clock, the loop and the report.
 *
 * A program includes this file and defines `prepare`, once before the first playout, and `playout`,
 * one game from start to end. It is called as `prog SECONDS SEED` and prints one line of JSON.
 *
 * choices    points where a player picks, forced ones included
 * decisions  those of them with at least two legal actions
 * chances    points where luck picks
 * results    playouts won by the first seat, won by the second, drawn
 */
#ifndef BENCHMARKS_COMMON_H
#define BENCHMARKS_COMMON_H

#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { FIRST_WINS, SECOND_WINS, DRAWN };

typedef struct {
    uint64_t playouts, choices, decisions, chances;
    uint64_t results[3];
} Tally;

/* The state of xorshift64*; never 0. Source: Marsaglia 2003, Vigna 2016. */
typedef uint64_t Random;

static void prepare(void);
static inline void playout(Random *random, Tally *tally);

/* Return a number from 0 to n - 1 by multiplying high; off from uniform by less than n / 2^32. */
static inline uint32_t below(Random *random, uint32_t n)
{
    uint64_t x = *random;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *random = x;
    return (uint32_t)(((x * UINT64_C(0x2545F4914F6CDD1D) >> 32) * n) >> 32);
}

/* Note a game that is over: how many choices it had, how many of them free, and who won. */
static inline void note(Tally *tally, int choices, int decisions, int result)
{
    tally->choices += (uint64_t)choices;
    tally->decisions += (uint64_t)decisions;
    tally->results[result]++;
}

/* Spread the seed over all bits (splitmix64), so that neighbouring seeds share nothing. */
static Random seeded(uint64_t seed)
{
    uint64_t z = seed + UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    z ^= z >> 31;
    return z ? z : 1;
}

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: %s SECONDS SEED\n", argv[0]);
        return 2;
    }
    double limit = atof(argv[1]);
    Random random = seeded(strtoull(argv[2], NULL, 10));
    Tally tally = {0};
    prepare();
    double began = cpu_seconds(), spent;
    do {
        for (int i = 0; i < 1024; i++)
            playout(&random, &tally);
        tally.playouts += 1024;
        spent = cpu_seconds() - began;
    } while (spent < limit);
    printf("{\"playouts\": %" PRIu64 ", \"choices\": %" PRIu64 ", \"decisions\": %" PRIu64
           ", \"chances\": %" PRIu64 ", \"cpu_s\": %.6f, \"mean_length\": %.6f"
           ", \"results\": [%" PRIu64 ", %" PRIu64 ", %" PRIu64 "]}\n",
           tally.playouts, tally.choices, tally.decisions, tally.chances, spent,
           (double)tally.choices / (double)tally.playouts, tally.results[FIRST_WINS],
           tally.results[SECOND_WINS], tally.results[DRAWN]);
    return 0;
}

#endif
