/* Plays as near as it can to the last disc. Reads commands of the dialect foursight, and counts columns from 1. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 7, HEIGHT = 6 };

static int choose(const char *moves) {
    int discs[WIDTH + 1] = {0}, last = (WIDTH + 1) / 2, best = 0;
    for (; *moves >= '1' && *moves <= '0' + WIDTH; moves++) {
        last = *moves - '0';
        discs[last]++;
    }
    for (int column = 1; column <= WIDTH; column++) {
        if (discs[column] < HEIGHT && (best == 0 || abs(column - last) < abs(best - last)))
            best = column;
    }
    return best;
}

int main(void) {
    char line[256], moves[256] = "";
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "position", 8) == 0) {
            moves[0] = '\0';
            if (sscanf(line, "position %255s", moves) == 1)
                printf("Played %zu moves\n", strlen(moves));
            else
                puts("Position reset to empty board");
        } else if (strncmp(line, "go", 2) == 0) {
            printf("bestmove %d\n", choose(moves));
        }
        fflush(stdout); /* The arena sees an answer only once it is flushed. */
    }
    return 0;
}
