/* Tic-Tac-Toe in words: the free cells are nine bits, the list of legal moves is nine digits.
 *
 * The list of all legal moves is looked up whole: `moves_of` has, for each set of free cells, their
 * numbers as hexadecimal digits of one word. How full the eight lines of a player are is kept as
 * eight digits too; each begins at 1, and three marks more bring one to 4.
 */
#include "common.h"

enum { CELLS = 9 };
#define EMPTY_LINES UINT32_C(0x11111111)
#define FULL_LINES UINT32_C(0x44444444)

static uint64_t moves_of[1 << CELLS];

/* By cell, a 1 in the digit of each of its lines: rows, columns, diagonals. */
static const uint32_t LINES_OF[CELLS] = {
    0x01001001, 0x00010001, 0x10100001, 0x00001010, 0x11010010,
    0x00100010, 0x10001100, 0x00010100, 0x01100100,
};

static void prepare(void)
{
    for (int free = 0; free < 1 << CELLS; free++)
        for (int cell = 0, count = 0; cell < CELLS; cell++)
            if (free >> cell & 1)
                moves_of[free] |= (uint64_t)cell << 4 * count++;
}

static inline void playout(Random *random, Tally *tally)
{
    uint32_t free = (1 << CELLS) - 1;
    uint32_t lines[2] = {EMPTY_LINES, EMPTY_LINES};
#pragma GCC unroll 9
    for (int turn = 0; turn < CELLS; turn++) {
        uint64_t moves = moves_of[free];
        uint32_t cell = moves >> 4 * below(random, (uint32_t)(CELLS - turn)) & 15;
        free ^= 1u << cell;
        lines[turn % 2] += LINES_OF[cell];
        if (turn >= 4 && lines[turn % 2] & FULL_LINES) {
            note(tally, turn + 1, turn < 8 ? turn + 1 : 8, turn % 2);
            return;
        }
    }
    note(tally, CELLS, 8, DRAWN);
}
