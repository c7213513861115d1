// Reads commands, one per line, and answers at once.
let [width, height] = [7, 6];
let moves = "";

// `moves` holds the columns that were played, such as "4453". Return a column, counted from 1.
function choose(moves) {
  const discs = Array(width + 1).fill(0);
  for (const column of moves) discs[Number(column)] += 1;
  for (let column = 1; column <= width; column++) {
    if (discs[column] < height) return column;
  }
}

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const [command, ...words] = line.trim().split(" ");
    if (command === "size") {
      [width, height] = words[0].split("x").map((number) => parseInt(number));
      console.log("Position reset to empty board");
    } else if (command === "position") {
      moves = words[0] ?? "";
      console.log(moves ? `Played ${moves.length} moves` : "Position reset to empty board");
    } else if (command === "go") {
      console.log(`bestmove ${choose(moves)}`);
    }
  });
