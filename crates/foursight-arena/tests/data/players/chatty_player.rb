# Takes the first column that is free, and says a lot about it, in a language that the referee speaks too.
class ChattyPlayer
  puts "hello from the class"

  def name
    "Chatty"
  end

  def take_turn(state, _colour)
    puts "bestmove 7"
    STDOUT.puts "bestmove 7"
    $stdout.write "bestmove 7\n"
    system "echo bestmove 7"
    raise "there is something to read" unless STDIN.read.empty? && gets.nil?
    state[0].index(:none)
  end
end
