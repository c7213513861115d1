// Reads commands, one per line, and answers at once.
#include <stdio.h>
#include <string.h>

static int width = 7, height = 6;

// `moves` holds the columns that were played, such as "4453". Returns a column, counted from 1.
static int choose(const char *moves) {
    int discs[10] = {0};
    for (; *moves; moves++) discs[*moves - '0']++;
    for (int column = 1; column <= width; column++) {
        if (discs[column] < height) return column;
    }
    return 0;
}

int main(void) {
    char line[256], moves[256] = "";
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "size %dx%d", &width, &height) == 2) {
            puts("Position reset to empty board");
        } else if (strncmp(line, "position", 8) == 0) {
            if (sscanf(line, "position %255s", moves) == 1) {
                printf("Played %zu moves\n", strlen(moves));
            } else {
                moves[0] = '\0';
                puts("Position reset to empty board");
            }
        } else if (strncmp(line, "go", 2) == 0) {
            printf("bestmove %d\n", choose(moves));
        }
        fflush(stdout);  // An answer arrives only once it is flushed.
    }
    return 0;
}
