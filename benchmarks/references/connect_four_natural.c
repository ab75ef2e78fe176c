/* Connect Four as it is usually written: columns of cells, their heights, four directions. */
#include "common.h"

enum { COLUMNS = 7, ROWS = 6, EMPTY = 0 };

typedef struct {
    int8_t cells[COLUMNS][ROWS];
    int8_t heights[COLUMNS];
} Board;

static void prepare(void)
{
}

static int legal_moves(const Board *board, int8_t *moves)
{
    int count = 0;
    for (int column = 0; column < COLUMNS; column++)
        if (board->heights[column] < ROWS)
            moves[count++] = (int8_t)column;
    return count;
}

/* Count the discs of this colour beyond a cell, in one direction. */
static int run(const Board *board, int column, int row, int right, int up)
{
    int colour = board->cells[column][row], length = 0;
    column += right;
    row += up;
    while (column >= 0 && column < COLUMNS && row >= 0 && row < ROWS
           && board->cells[column][row] == colour) {
        length++;
        column += right;
        row += up;
    }
    return length;
}

static int four_through(const Board *board, int column, int row)
{
    static const int DIRECTIONS[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int i = 0; i < 4; i++) {
        int right = DIRECTIONS[i][0], up = DIRECTIONS[i][1];
        if (1 + run(board, column, row, right, up) + run(board, column, row, -right, -up) >= 4)
            return 1;
    }
    return 0;
}

static inline void playout(Random *random, Tally *tally)
{
    Board board = {0};
    int8_t moves[COLUMNS];
    int decisions = 0;
    for (int turn = 0; turn < COLUMNS * ROWS; turn++) {
        int count = legal_moves(&board, moves);
        decisions += count > 1;
        int column = moves[below(random, (uint32_t)count)];
        int row = board.heights[column]++;
        board.cells[column][row] = (int8_t)(turn % 2 + 1);
        if (four_through(&board, column, row)) {
            note(tally, turn + 1, decisions, turn % 2);
            return;
        }
    }
    note(tally, COLUMNS * ROWS, decisions, DRAWN);
}
