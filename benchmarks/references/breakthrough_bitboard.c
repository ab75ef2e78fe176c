/* Breakthrough in two words of 64 bits, a list of all legal moves each turn, a byte for each.
 *
 * A move is the cell that is left (6 bits) and the direction (2 bits). The moves of a direction are
 * written six at a time (measured: the best of 2 to 10), so that the loop mostly ends where the
 * processor expects it to; with VECTOR, on a processor that can, all at once. What is written past
 * the last move is overwritten or not read.
 */
#include "common.h"

#ifdef __BMI__
#include <immintrin.h>
#define LOWEST(cells) ((unsigned)_tzcnt_u64(cells)) /* 64 where no cell is left */
#else
#define LOWEST(cells) ((unsigned)__builtin_ctzll((cells) | UINT64_C(1) << 63))
#endif

enum { LEFT, AHEAD, RIGHT, LONGEST = 208 };
#define NOT_FIRST_COLUMN UINT64_C(0xFEFEFEFEFEFEFEFE)
#define NOT_LAST_COLUMN UINT64_C(0x7F7F7F7F7F7F7F7F)
#define FIRST_ROW UINT64_C(0xFF)
#define LAST_ROW (FIRST_ROW << 56)

static void prepare(void)
{
}

/* Move all cells one row ahead and `side` columns to the right (-1, 0 or 1). */
static inline uint64_t shifted(uint64_t cells, int white, int side)
{
    return white ? cells << (8 + side) : cells >> (8 - side);
}

#ifdef VECTOR

/* Write the moves of a direction with one instruction of AVX-512 VBMI2. */
static inline int list(uint8_t *moves, int count, uint64_t from, int direction)
{
    static const uint8_t CELLS[64] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
        22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
        44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
    };
    __m512i turned = _mm512_set1_epi8((char)(direction << 6));
    __m512i all = _mm512_or_si512(_mm512_loadu_si512(CELLS), turned);
    _mm512_storeu_si512(moves + count, _mm512_maskz_compress_epi8(from, all));
    return count + __builtin_popcountll(from);
}

#else

/* Write the moves of a direction, six at a time. */
static inline int list(uint8_t *moves, int count, uint64_t from, int direction)
{
    uint8_t *next = moves + count;
    count += __builtin_popcountll(from);
    while (from) {
#pragma GCC unroll 6
        for (int i = 0; i < 6; i++) {
            *next++ = (uint8_t)(LOWEST(from) | (unsigned)direction << 6);
            from &= from - 1;
        }
    }
    return count;
}

#endif

/* Write all legal moves of the player and return how many they are. */
static inline int legal_moves(uint64_t own, uint64_t other, int white, uint8_t *moves)
{
    int count = 0;
    count = list(moves, count, own & NOT_FIRST_COLUMN & ~shifted(own, !white, 1), LEFT);
    count = list(moves, count, own & ~shifted(own | other, !white, 0), AHEAD);
    return list(moves, count, own & NOT_LAST_COLUMN & ~shifted(own, !white, -1), RIGHT);
}

/* Play one turn; return whether it wins. */
static inline int play(Random *random, uint64_t *own, uint64_t *other, int white, int *forced)
{
    uint8_t moves[128];
    int count = legal_moves(*own, *other, white, moves);
    *forced += count == 1;
    unsigned move = moves[below(random, (uint32_t)count)];
    unsigned from = move & 63, side = move >> 6;
    unsigned to = white ? from + 7 + side : from - 9 + side;
    *own ^= UINT64_C(1) << from | UINT64_C(1) << to;
    *other &= ~(UINT64_C(1) << to);
    return (white ? to >= 56 : to < 8) | (*other == 0);
}

static inline void playout(Random *random, Tally *tally)
{
    uint64_t white = FIRST_ROW | FIRST_ROW << 8, black = LAST_ROW | LAST_ROW >> 8;
    int forced = 0;
    for (int turn = 0; turn < LONGEST; turn += 2) {
        if (play(random, &white, &black, 1, &forced)) {
            note(tally, turn + 1, turn + 1 - forced, FIRST_WINS);
            return;
        }
        if (play(random, &black, &white, 0, &forced)) {
            note(tally, turn + 2, turn + 2 - forced, SECOND_WINS);
            return;
        }
    }
    note(tally, LONGEST, LONGEST - forced, DRAWN);
}
