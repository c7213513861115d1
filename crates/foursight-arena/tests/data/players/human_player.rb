# Asks a person at the console.
class HumanPlayer
  attr_writer :stdin

  def name
    "Human"
  end

  def take_turn(state, colour)
    state.each { |row| puts row.map { |cell| cell.to_s[0] }.join(" ") }
    print "#{colour}, which column? "
    answer = @stdin.gets
    answer && answer.to_i
  end
end
