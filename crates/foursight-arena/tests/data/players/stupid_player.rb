# Plays at random.
class StupidPlayer
  def name
    "Stupid"
  end

  def take_turn(state, _colour)
    (0..6).select { |column| state[0][column] == :none }.sample
  end
end
