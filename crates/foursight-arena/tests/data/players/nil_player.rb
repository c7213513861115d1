# Gives up with its third disc.
class NilPlayer
  def initialize
    @turns = 0
  end

  def name
    "Nil"
  end

  def take_turn(_state, _colour)
    @turns += 1
    @turns < 3 ? 3 : nil
  end
end
