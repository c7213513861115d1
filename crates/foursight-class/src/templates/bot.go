// Reads commands, one per line, and answers at once.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

// choose returns a column, counted from 1; moves has the columns that were played, such as "4453".
func choose(moves string, width, height int) int {
	for column := 1; column <= width; column++ {
		if strings.Count(moves, fmt.Sprint(column)) < height {
			return column
		}
	}
	return 0
}

func main() {
	width, height, moves := 7, 6, ""
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "size":
			fmt.Sscanf(lines.Text(), "size %dx%d", &width, &height)
			fmt.Println("Position reset to empty board")
		case "position":
			moves = strings.Join(words[1:], "")
			if moves == "" {
				fmt.Println("Position reset to empty board")
			} else {
				fmt.Println("Played", len(moves), "moves")
			}
		case "go":
			fmt.Println("bestmove", choose(moves, width, height))
		}
	}
}
