//! A player in each language. Each fills the leftmost free column.

pub(super) const C: &str = r#"
#include <stdio.h>
#include <string.h>
#include "heights.h"
int main(void) {
    char line[512];
    int heights[7] = {0};
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "position", 8)) {
            printf(count(line + 8, heights) ? "Played some moves\n" : "Position reset to empty board\n");
        } else if (!strncmp(line, "go", 2)) {
            int column = 0;
            while (heights[column] == 6) column++;
            printf("bestmove %d\n", column + 1);
        }
        fflush(stdout);
    }
}
"#;

pub(super) const HEIGHTS: &str = r#"
#include "heights.h"
int count(const char *moves, int *heights) {
    int n = 0;
    for (int i = 0; i < 7; i++) heights[i] = 0;
    for (; *moves; moves++) if (*moves >= '1' && *moves <= '7') { heights[*moves - '1']++; n++; }
    return n;
}
"#;

pub(super) const CPP: &str = r#"
#include <iostream>
#include <string>
int main() {
    std::string line, moves;
    while (std::getline(std::cin, line)) {
        if (line.rfind("position", 0) == 0) {
            moves = line.substr(8);
            std::cout << (moves.empty() ? "Position reset to empty board" : "Played some moves") << std::endl;
        } else if (line.rfind("go", 0) == 0) {
            for (char c = '1'; c <= '7'; c++) {
                int n = 0;
                for (char move : moves) n += move == c;
                if (n < 6) { std::cout << "bestmove " << c << std::endl; break; }
            }
        }
    }
}
"#;

pub(super) const RUST: &str = r#"
use std::io::BufRead;
fn main() {
    let mut moves = String::new();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        if let Some(rest) = line.strip_prefix("position") {
            moves = rest.trim().to_owned();
            println!("{}", if moves.is_empty() { "Position reset to empty board" } else { "Played some moves" });
        } else if line.starts_with("go") {
            let column = ('1'..='7').find(|&c| moves.matches(c).count() < 6).unwrap();
            println!("bestmove {column}");
        }
    }
}
"#;

pub(super) const JAVA: &str = r#"
package bots;
import java.util.Scanner;
public class Main {
    public static void main(String[] args) {
        if (Runtime.getRuntime().maxMemory() > 800L << 20) throw new Error("the heap is too large");
        Scanner in = new Scanner(System.in);
        String moves = "";
        while (in.hasNextLine()) {
            String line = in.nextLine();
            if (line.startsWith("position")) {
                moves = line.substring(8).trim();
                System.out.println(moves.isEmpty() ? "Position reset to empty board" : "Played some moves");
            } else if (line.startsWith("go")) {
                System.out.println("bestmove " + Free.column(moves));
            }
        }
    }
}
"#;

pub(super) const FREE: &str = r"
package bots;
class Free {
    static int column(String moves) {
        int column = 1;
        while (true) {
            char symbol = (char) ('0' + column);
            if (moves.chars().filter(c -> c == symbol).count() < 6) return column;
            column++;
        }
    }
}
";

pub(super) const GO: &str = r#"
package main
import ("bufio"; "fmt"; "os"; "strings")
func main() {
	in := bufio.NewScanner(os.Stdin)
	moves := ""
	for in.Scan() {
		line := in.Text()
		if strings.HasPrefix(line, "position") {
			moves = strings.TrimSpace(line[8:])
			if moves == "" { fmt.Println("Position reset to empty board") } else { fmt.Println("Played some moves") }
		} else if strings.HasPrefix(line, "go") {
			for _, c := range "1234567" {
				if strings.Count(moves, string(c)) < 6 { fmt.Printf("bestmove %c\n", c); break }
			}
		}
	}
}
"#;
