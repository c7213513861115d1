// Reads commands, one per line, and answers at once.
#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>

// `moves` holds the columns that were played, such as "4453". Returns a column, counted from 1.
int choose(const std::string& moves, int width, int height) {
    for (int column = 1; column <= width; column++) {
        if (std::count(moves.begin(), moves.end(), '0' + column) < height) return column;
    }
    return 0;
}

int main() {
    int width = 7, height = 6;
    std::string line, moves;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        std::string command;
        char x;
        words >> command;
        if (command == "size") {
            words >> width >> x >> height;
            std::cout << "Position reset to empty board" << std::endl;
        } else if (command == "position") {
            moves.clear();
            if (words >> moves) {
                std::cout << "Played " << moves.size() << " moves" << std::endl;
            } else {
                std::cout << "Position reset to empty board" << std::endl;
            }
        } else if (command == "go") {
            std::cout << "bestmove " << choose(moves, width, height) << std::endl;
        }
    }
}
