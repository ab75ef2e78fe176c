/* Breakthrough as it is usually written: a board of cells, a list of (from, to), pawns counted. */
#include "common.h"

enum { SIZE = 8, CELLS = SIZE * SIZE, EMPTY = 0, WHITE = 1, BLACK = 2 };
enum { MOST_MOVES = 3 * 2 * SIZE, LONGEST = 208 };

typedef struct {
    int8_t cells[CELLS];
    int pawns[3];
} Board;

typedef struct {
    int8_t from, to;
} Move;

static void prepare(void)
{
}

static void set_up(Board *board)
{
    for (int cell = 0; cell < CELLS; cell++)
        board->cells[cell] = cell < 2 * SIZE ? WHITE : cell >= CELLS - 2 * SIZE ? BLACK : EMPTY;
    board->pawns[WHITE] = board->pawns[BLACK] = 2 * SIZE;
}

static int legal_moves(const Board *board, int player, Move *moves)
{
    int count = 0, ahead = player == WHITE ? SIZE : -SIZE;
    for (int from = 0; from < CELLS; from++) {
        if (board->cells[from] != player)
            continue;
        int column = from % SIZE, to = from + ahead;
        if (column > 0 && board->cells[to - 1] != player)
            moves[count++] = (Move){(int8_t)from, (int8_t)(to - 1)};
        if (board->cells[to] == EMPTY)
            moves[count++] = (Move){(int8_t)from, (int8_t)to};
        if (column < SIZE - 1 && board->cells[to + 1] != player)
            moves[count++] = (Move){(int8_t)from, (int8_t)(to + 1)};
    }
    return count;
}

static inline void playout(Random *random, Tally *tally)
{
    Board board;
    Move moves[MOST_MOVES];
    int decisions = 0;
    set_up(&board);
    for (int turn = 0; turn < LONGEST; turn++) {
        int player = turn % 2 ? BLACK : WHITE, other = turn % 2 ? WHITE : BLACK;
        int count = legal_moves(&board, player, moves);
        decisions += count > 1;
        Move move = moves[below(random, (uint32_t)count)];
        if (board.cells[move.to] == other)
            board.pawns[other]--;
        board.cells[move.from] = EMPTY;
        board.cells[move.to] = (int8_t)player;
        if (move.to / SIZE == (player == WHITE ? SIZE - 1 : 0) || board.pawns[other] == 0) {
            note(tally, turn + 1, decisions, turn % 2);
            return;
        }
    }
    note(tally, LONGEST, decisions, DRAWN);
}
