# Needs a file that nobody has.
class BrokenPlayer
  WEIGHTS = File.read("no_such_weights.txt")

  def name
    "Broken"
  end

  def take_turn(_state, _colour)
    0
  end
end
