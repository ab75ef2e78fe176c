/* Connect Four in words: seven bits a column, the seventh always free, so that no line wraps.
 *
 * The list of all legal moves is looked up whole by the set of columns that are not full: their
 * numbers are the hexadecimal digits of one word. Source of the layout: John Tromp, Fhourstones.
 */
#include "common.h"

enum { COLUMNS = 7, ROWS = 6, STRIDE = ROWS + 1 };
#define COLUMN(n) (((UINT64_C(1) << ROWS) - 1) << STRIDE * (n))
#define BOTTOM UINT64_C(0x0040810204081)
#define TOP (BOTTOM << (ROWS - 1))

static uint32_t moves_of[1 << COLUMNS];

static const uint64_t COLUMN_OF[COLUMNS] = {
    COLUMN(0), COLUMN(1), COLUMN(2), COLUMN(3), COLUMN(4), COLUMN(5), COLUMN(6),
};

static void prepare(void)
{
    for (int open = 0; open < 1 << COLUMNS; open++)
        for (int column = 0, count = 0; column < COLUMNS; column++)
            if (open >> column & 1)
                moves_of[open] |= (uint32_t)column << 4 * count++;
}

/* Whether the discs have two neighbouring pairs at distance two, in a line `step` bits apart. */
static inline uint64_t four(uint64_t discs, int step)
{
    uint64_t pairs = discs & discs >> step;
    return pairs & pairs >> 2 * step;
}

static inline void playout(Random *random, Tally *tally)
{
    uint64_t discs[2] = {0, 0};
    uint32_t open = (1 << COLUMNS) - 1, count = COLUMNS;
    int forced = 0;
#pragma GCC unroll 2
    for (int turn = 0; turn < COLUMNS * ROWS; turn++) {
        forced += count == 1;
        uint32_t column = moves_of[open] >> 4 * below(random, count) & 15;
        uint64_t lowest_free = ((discs[0] | discs[1]) + BOTTOM) & COLUMN_OF[column];
        uint64_t own = discs[turn % 2] |= lowest_free;
        if (four(own, 1) | four(own, STRIDE - 1) | four(own, STRIDE) | four(own, STRIDE + 1)) {
            note(tally, turn + 1, turn + 1 - forced, turn % 2);
            return;
        }
        if (lowest_free & TOP) {
            open ^= 1u << column;
            count--;
        }
    }
    note(tally, COLUMNS * ROWS, COLUMNS * ROWS - forced, DRAWN);
}
