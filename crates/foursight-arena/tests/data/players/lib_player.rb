# Takes the first column that is free, which another file knows.
require "leftmost/strategy"

class LibPlayer < Leftmost::BasicPlayer
  def name
    "Library"
  end
end
