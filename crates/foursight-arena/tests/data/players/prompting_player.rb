# Asks a person at the console, without the referee's help.
class PromptingPlayer
  def name
    "Prompting"
  end

  def take_turn(_state, _colour)
    STDOUT.puts "Your turn."
    $stdout.print "Which ", "column?\nFrom 0 to 6: "
    gets.to_i
  end
end
