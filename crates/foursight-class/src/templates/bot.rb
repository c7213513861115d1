# Reads commands, one per line, and answers at once.

# `moves` holds the columns that were played, such as "4453". Return a column, counted from 1.
def choose(moves, width, height)
  (1..width).find { |column| moves.count(column.to_s) < height }
end

$stdout.sync = true
width, height, moves = 7, 6, ""
while (line = $stdin.gets)
  command, *words = line.split
  case command
  when "size"
    width, height = words[0].split("x").map(&:to_i)
    puts "Position reset to empty board"
  when "position"
    moves = words[0] || ""
    puts moves.empty? ? "Position reset to empty board" : "Played #{moves.size} moves"
  when "go"
    puts "bestmove #{choose(moves, width, height)}"
  end
end
