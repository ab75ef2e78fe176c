/* Tic-Tac-Toe as it is usually written: a board of cells, a list of the free ones, eight lines. */
#include "common.h"

enum { CELLS = 9, EMPTY = 0 };

static const int LINES[8][3] = {
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6},
};

static void prepare(void)
{
}

static int legal_moves(const int8_t *board, int8_t *moves)
{
    int count = 0;
    for (int cell = 0; cell < CELLS; cell++)
        if (board[cell] == EMPTY)
            moves[count++] = (int8_t)cell;
    return count;
}

static int has_line(const int8_t *board, int mark)
{
    for (int i = 0; i < 8; i++)
        if (board[LINES[i][0]] == mark && board[LINES[i][1]] == mark && board[LINES[i][2]] == mark)
            return 1;
    return 0;
}

static inline void playout(Random *random, Tally *tally)
{
    int8_t board[CELLS] = {EMPTY}, moves[CELLS];
    int decisions = 0;
    for (int turn = 0; turn < CELLS; turn++) {
        int mark = turn % 2 + 1;
        int count = legal_moves(board, moves);
        decisions += count > 1;
        board[moves[below(random, (uint32_t)count)]] = (int8_t)mark;
        if (has_line(board, mark)) {
            note(tally, turn + 1, decisions, turn % 2);
            return;
        }
    }
    note(tally, CELLS, decisions, DRAWN);
}
