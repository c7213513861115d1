// A bot of known strength: it plays like the program's level LEVEL, but ERRORS moves of a hundred at random.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef unsigned long long Bits;

enum { COLUMNS = 7, ROWS = 6, CELLS = 42, MAX_NODES = 50000, N_KNOWN = 1 << 18 };

// The depth of its search, and how many moves of a hundred it plays without care, or searches to the end.
static const struct { int depth, careless, insight; } SKILLS[10] = {
    {0, 0, 0}, {1, 0, 0}, {2, 100, 0}, {3, 72, 0}, {4, 50, 0},
    {4, 20, 6}, {4, 0, 31}, {6, 0, 57}, {8, 0, 77}, {8, 0, 91},
};
static const int ORDER[COLUMNS] = {3, 2, 4, 1, 5, 0, 6};
static int n_nodes;
// Positions that the mover is known not to win.
static Bits known[N_KNOWN];

static int is_free(Bits all, int column) { return !(all >> (7 * column + ROWS - 1) & 1); }

static Bits after(Bits all, int column) { return all | (all + (1ULL << (7 * column))); }

static int has_line(Bits own) {
    static const int STEPS[4] = {1, 7, 6, 8};
    for (int i = 0; i < 4; i++) {
        Bits pairs = own & (own >> STEPS[i]);
        if (pairs & (pairs >> (2 * STEPS[i]))) return 1;
    }
    return 0;
}

// The speed of the mover's win: positive if it wins within `depth` discs, negative if it loses, otherwise 0.
static int search(Bits own, Bits all, int n_discs, int depth, int alpha, int beta) {
    if (depth == 0 || n_discs == CELLS || ++n_nodes > MAX_NODES) return 0;
    for (int i = 0; i < COLUMNS; i++) {
        if (is_free(all, ORDER[i]) && has_line(own | (after(all, ORDER[i]) ^ all))) return CELLS + 1 - n_discs;
    }
    for (int i = 0; i < COLUMNS && depth > 1; i++) {
        if (!is_free(all, ORDER[i])) continue;
        int score = -search(own ^ all, after(all, ORDER[i]), n_discs + 1, depth - 1, -beta, -alpha);
        if (score >= beta) return score;
        if (score > alpha) alpha = score;
    }
    return depth > 1 ? alpha : 0;
}

// Whether the mover wins in the end.
static int wins(Bits own, Bits all, int n_discs) {
    Bits key = own + all;
    if (n_discs == CELLS || known[key % N_KNOWN] == key || ++n_nodes > MAX_NODES) return 0;
    for (int i = 0; i < COLUMNS; i++) {
        if (is_free(all, ORDER[i]) && has_line(own | (after(all, ORDER[i]) ^ all))) return 1;
    }
    for (int i = 0; i < COLUMNS; i++) {
        if (!is_free(all, ORDER[i])) continue;
        Bits next = after(all, ORDER[i]);
        int is_won = 1;
        // Won if the opponent loses after each of its answers: it has no line, and every answer lets the mover win.
        for (int j = 0; j < COLUMNS && is_won; j++) {
            if (!is_free(next, ORDER[j])) continue;
            Bits answer = after(next, ORDER[j]);
            is_won = !has_line((own ^ all) | (answer ^ next)) && wins(own | (next ^ all), answer, n_discs + 2);
        }
        if (is_won && n_discs + 1 < CELLS) return 1;
    }
    if (n_nodes <= MAX_NODES) known[key % N_KNOWN] = key;
    return 0;
}

static int choose(const char *moves) {
    Bits own = 0, all = 0;
    int n_discs = 0, depth = SKILLS[LEVEL].depth, columns[COLUMNS], n_columns = 0, best = -1000, choice = 0;
    for (; *moves; moves++, n_discs++) {
        own ^= all;
        all = after(all, *moves - '1');
    }
    for (int i = 0; i < COLUMNS; i++) {
        if (is_free(all, ORDER[i])) columns[n_columns++] = ORDER[i];
    }
    if (rand() % 100 < ERRORS) return columns[rand() % n_columns] + 1;
    if (rand() % 100 < SKILLS[LEVEL].careless) depth = 2;
    int sees_end = rand() % 100 < SKILLS[LEVEL].insight;
    for (int i = 0; i < n_columns; i++) {
        // From level 3 on it prefers the center; below, one of the columns is as good as another.
        int score = LEVEL < 3 ? rand() % 50 : n_columns - i;
        Bits next = after(all, columns[i]);
        if (depth > 0 && has_line(own | (next ^ all))) return columns[i] + 1;
        n_nodes = 0;
        if (depth > 1) score -= 100 * search(own ^ all, next, n_discs + 1, depth - 1, -100, 100);
        n_nodes = 0;
        if (sees_end && wins(own ^ all, next, n_discs + 1) && n_nodes <= MAX_NODES) score -= 5000;
        if (choice == 0 || score > best) best = score, choice = columns[i] + 1;
    }
    return choice;
}

int main(void) {
    char line[256], moves[256] = "";
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    srand((unsigned)now.tv_nsec);
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "size", 4) == 0) {
            puts("Position reset to empty board");
        } else if (strncmp(line, "position", 8) == 0) {
            if (sscanf(line, "position %255s", moves) == 1) printf("Played %zu moves\n", strlen(moves));
            else moves[0] = '\0', puts("Position reset to empty board");
        } else if (strncmp(line, "go", 2) == 0) {
            printf("bestmove %d\n", choose(moves));
        }
        fflush(stdout);
    }
    return 0;
}
