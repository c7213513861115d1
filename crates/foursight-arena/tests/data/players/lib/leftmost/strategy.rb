module Leftmost
  class BasicPlayer
    def take_turn(state, colour)
      raise ArgumentError, "#{colour} is not to move" unless colour == to_move(state)
      (0..6).find { |column| state[0][column] == :none }
    end

    private

    def to_move(state)
      state.flatten.count(:red) == state.flatten.count(:blue) ? :red : :blue
    end
  end
end
