/* Agamemnon, the board's front and no variant: arrays, lists of legal actions, one flood fill.
 *
 * The rules are those of games/agamemnon.rules with its default options, rulings included; the
 * numbers in comments are the items of the checklist that its citations name.
 */
#include "common.h"

#include <stdbool.h>

enum { SPACES = 32, AREAS = 49, MOST_AT_A_SPACE = 4, TURNS = 16, TILES = 15, PLAYERS = 2 };
enum { NO_TILE = -1, WEFT = 8, WARP = 9, KINDS = 10, MOST_ACTIONS = 2 * SPACES };
enum { STRENGTH, LEADERSHIP, FORCE, STRINGS };

/* A, B, C, D, E, the three sorts of warriors, Weft, Warp. (C10 to C15) */
static const int SPEARS[KINDS] = {1, 3, 4, 3, 2, 1, 2, 3, 0, 0};
static const int RANK[KINDS] = {16, 8, 4, 2, 1, 0, 0, 0, 0, 0};
static const int COPIES[KINDS] = {1, 1, 1, 1, 1, 3, 2, 1, 2, 2};

typedef struct {
    int a, b, string;
} Area;

/* Source: games/agamemnon/front_areas.csv. */
static const Area FRONT[AREAS] = {
    {0, 1, STRENGTH}, {0, 4, STRENGTH}, {1, 5, FORCE}, {2, 4, LEADERSHIP}, {2, 6, FORCE},
    {2, 3, LEADERSHIP}, {3, 6, LEADERSHIP}, {3, 7, STRENGTH}, {4, 8, LEADERSHIP}, {4, 9, STRENGTH},
    {5, 10, STRENGTH}, {5, 8, FORCE}, {6, 11, FORCE}, {7, 12, STRENGTH}, {8, 13, FORCE},
    {8, 9, STRENGTH}, {9, 11, STRENGTH}, {10, 15, STRENGTH}, {11, 14, FORCE}, {11, 12, LEADERSHIP},
    {12, 16, STRENGTH}, {12, 17, FORCE}, {13, 15, STRENGTH}, {13, 14, FORCE}, {14, 18, LEADERSHIP},
    {14, 19, LEADERSHIP}, {15, 20, FORCE}, {16, 19, LEADERSHIP}, {16, 17, STRENGTH},
    {17, 22, FORCE}, {18, 20, LEADERSHIP}, {18, 23, LEADERSHIP}, {19, 24, STRENGTH},
    {19, 21, FORCE}, {20, 25, FORCE}, {21, 26, LEADERSHIP}, {21, 22, FORCE}, {22, 26, LEADERSHIP},
    {23, 25, FORCE}, {23, 24, FORCE}, {24, 27, FORCE}, {24, 28, STRENGTH}, {25, 29, LEADERSHIP},
    {26, 28, LEADERSHIP}, {27, 29, LEADERSHIP}, {27, 28, LEADERSHIP}, {28, 31, STRENGTH},
    {29, 30, STRENGTH}, {30, 31, STRENGTH},
};

static int areas_at[SPACES][MOST_AT_A_SPACE], degree[SPACES];

typedef struct {
    int kind, owner;
} Tile;

typedef struct {
    Tile tiles[SPACES];
    int strings[AREAS];
    int pool[PLAYERS][TILES], pool_size[PLAYERS];
    int shown[2], shown_size; /* of whose turn it is; ascending */
    int choices, decisions, chances;
    Random random;
} State;

typedef struct {
    int first, second; /* a tile and a space, or two areas, or a tile to turn down again */
} Action;

static const Action PASS = {-1, -1};

static void prepare(void)
{
    for (int area = 0; area < AREAS; area++) {
        areas_at[FRONT[area].a][degree[FRONT[area].a]++] = area;
        areas_at[FRONT[area].b][degree[FRONT[area].b]++] = area;
    }
}

static void set_up(State *state)
{
    state->choices = state->decisions = state->chances = state->shown_size = 0;
    for (int space = 0; space < SPACES; space++)
        state->tiles[space].kind = NO_TILE;
    for (int area = 0; area < AREAS; area++)
        state->strings[area] = FRONT[area].string;
    for (int player = 0; player < PLAYERS; player++) {
        state->pool_size[player] = 0;
        for (int kind = 0; kind < KINDS; kind++)
            for (int copy = 0; copy < COPIES[kind]; copy++)
                state->pool[player][state->pool_size[player]++] = kind;
    }
}

static Action choose(State *state, const Action *actions, int count)
{
    state->choices++;
    state->decisions += count > 1;
    return actions[below(&state->random, (uint32_t)count)];
}

static void show(State *state, int kind)
{
    int i = state->shown_size++;
    for (; i > 0 && state->shown[i - 1] > kind; i--)
        state->shown[i] = state->shown[i - 1];
    state->shown[i] = kind;
}

static void take_from_shown(State *state, int kind)
{
    if (state->shown[0] == kind)
        state->shown[0] = state->shown[1];
    state->shown_size--;
}

static void draw(State *state, int player, int number) /* C38 */
{
    for (int *pool = state->pool[player]; number > 0; number--) {
        int i = (int)below(&state->random, (uint32_t)state->pool_size[player]);
        show(state, pool[i]);
        pool[i] = pool[--state->pool_size[player]];
        state->chances++;
    }
}

/* Turn Weavers down again, in ascending order, as many as wished. (C27, C28) */
static void put_back(State *state, int player, int most)
{
    int lowest = WEFT;
    for (; most > 0; most--) {
        Action actions[3];
        int count = 0, last = NO_TILE;
        for (int i = 0; i < state->shown_size; i++)
            if (state->shown[i] >= lowest && state->shown[i] != last)
                actions[count++] = (Action){last = state->shown[i], -1};
        if (count == 0)
            return;
        actions[count++] = PASS;
        lowest = choose(state, actions, count).first;
        if (lowest == PASS.first)
            return;
        take_from_shown(state, lowest);
        state->pool[player][state->pool_size[player]++] = lowest;
    }
}

static void turn_up(State *state, int player, int due, bool early) /* C26, C37, C38 */
{
    draw(state, player, due);
    for (int round = 0; early && round < 12; round++) {
        put_back(state, player, due);
        if (state->shown_size == due)
            return;
        draw(state, player, due - state->shown_size);
    }
}

static void weave(State *state, int space) /* C30 */
{
    Action actions[MOST_AT_A_SPACE * (MOST_AT_A_SPACE - 1) / 2 + 1];
    int count = 0;
    for (int i = 0; i < degree[space]; i++)
        for (int j = i + 1; j < degree[space]; j++)
            actions[count++] = (Action){areas_at[space][i], areas_at[space][j]};
    actions[count++] = PASS;
    Action action = choose(state, actions, count);
    if (action.first != PASS.first) {
        int string = state->strings[action.first];
        state->strings[action.first] = state->strings[action.second];
        state->strings[action.second] = string;
    }
}

static void place(State *state, int player) /* C39, C40, C41 */
{
    Action actions[MOST_ACTIONS];
    int count = 0, last = NO_TILE;
    for (int i = 0; i < state->shown_size; i++) {
        if (state->shown[i] == last)
            continue; /* alike tiles are one action */
        last = state->shown[i];
        for (int space = 0; space < SPACES; space++)
            if (state->tiles[space].kind == NO_TILE)
                actions[count++] = (Action){last, space};
    }
    Action action = choose(state, actions, count);
    take_from_shown(state, action.first);
    state->tiles[action.second] = (Tile){action.first, player};
    if (action.first == WARP)
        weave(state, action.second);
}

static int worth(int kind, int string) /* C50, C51, C52 */
{
    return string == STRENGTH ? SPEARS[kind] : string == FORCE ? 1 : RANK[kind];
}

/* Go through the String of an area, count its power by player, return how many areas it has. */
static int measure(const State *state, int begin, bool *counted, int *power)
{
    bool reached[SPACES] = {false};
    int waiting[AREAS], size = 0, string = state->strings[begin];
    waiting[size++] = begin;
    counted[begin] = true;
    for (int done = 0; done < size; done++) {
        int ends[2] = {FRONT[waiting[done]].a, FRONT[waiting[done]].b};
        for (int side = 0; side < 2; side++) {
            Tile tile = state->tiles[ends[side]];
            if (tile.kind == NO_TILE || reached[ends[side]])
                continue; /* an empty space splits, C44 */
            reached[ends[side]] = true;
            power[tile.owner] += worth(tile.kind, string);
            if (tile.kind == WEFT)
                continue; /* C34 */
            for (int i = 0; i < degree[ends[side]]; i++) {
                int next = areas_at[ends[side]][i];
                if (!counted[next] && state->strings[next] == string) {
                    counted[next] = true;
                    waiting[size++] = next;
                }
            }
        }
    }
    return size;
}

static int score(const State *state) /* C45 to C55 */
{
    bool counted[AREAS] = {false};
    int won[PLAYERS] = {0, 0};
    for (int area = 0; area < AREAS; area++) {
        if (counted[area])
            continue;
        int power[PLAYERS] = {0, 0};
        int size = measure(state, area, counted, power);
        if (power[0] != power[1])
            won[power[1] > power[0]] += size;
    }
    return won[0] > won[1] ? FIRST_WINS : won[1] > won[0] ? SECOND_WINS : DRAWN;
}

static inline void playout(Random *random, Tally *tally)
{
    State state;
    state.random = *random;
    set_up(&state);
    for (int turn = 1; turn <= TURNS; turn++) {
        int player = (turn - 1) % 2, due = turn == 1 || turn == TURNS ? 1 : 2;
        turn_up(&state, player, due, turn <= 4);
        for (int i = 0; i < due; i++)
            place(&state, player);
    }
    *random = state.random;
    tally->chances += (uint64_t)state.chances;
    note(tally, state.choices, state.decisions, score(&state));
}
