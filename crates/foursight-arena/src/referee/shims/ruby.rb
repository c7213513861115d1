# Makes an engine of a Ruby player class: it is told positions in lines and answers with moves.
#
# Arguments: the player's file, then `console` if what the player prints and reads is for a person at the
# referee's console, else `log`. The lines go over descriptors that only this script knows; the player's own
# standard output is its standard error, its standard input empty.

require "stringio"

module Shim
  # How many frames of an exception to print: recursion without end has thousands.
  MAX_FRAMES = 20

  # The file cannot play, for a reason that its author understands without a backtrace.
  class Refusal < StandardError
  end

  # What a player prints for the person at the console, a line at a time.
  class ConsoleOutput < StringIO
    def initialize(replies)
      super()
      @replies = replies
      @line = +""
    end

    def write(*parts)
      @line << parts.join
      while (line_end = @line.index("\n"))
        @replies.puts "print " + @line.slice!(0..line_end).chomp
      end
      parts.join.bytesize
    end

    # The text after which the person is to type.
    def take_prompt
      @line.slice!(0..-1)
    end
  end

  # What the person types, a line for each question.
  class ConsoleInput < StringIO
    def initialize(commands, replies, output)
      super()
      @commands = commands
      @replies = replies
      @output = output
    end

    def gets(*)
      @replies.puts "prompt " + @output.take_prompt
      word, text = @commands.gets.to_s.chomp.split(" ", 2)
      word == "typed" ? "#{text}\n" : nil
    end

    def readline(*)
      gets || raise(EOFError, "end of file reached")
    end

    def getc
      readline[0]
    end
  end

  class Engine
    def initialize(file, commands, replies)
      @commands = commands
      @replies = replies
      @width = 7
      @height = 6
      @moves = []
      load_player(file)
    end

    def run
      while (line = @commands.gets)
        name, *words = line.split
        case name
        when "size"
          @width, @height = words[0].split("x").map(&:to_i)
          @moves = []
          @replies.puts "Position reset to empty board"
        when "position"
          @moves = words.join.chars.map { |symbol| symbol.to_i(11) - 1 }
          @replies.puts @moves.empty? ? "Position reset to empty board" : "Played #{@moves.size} moves"
        when "go"
          answer @player.take_turn(state, colours[@moves.size % 2])
        when "quit"
          break
        end
      end
    end

    private

    def load_player(file)
      $LOAD_PATH.unshift File.join(File.dirname(file), "lib")
      known = Object.constants
      load_file file
      @player = player_class(known).new
      @player.stdin = $stdin if @player.respond_to?(:stdin=)
      @replies.puts "name " + in_a_line(@player.name.to_s)
    rescue Refusal => refusal
      @replies.puts "error: " + in_a_line(refusal.message)
      exit 1
    end

    def load_file(file)
      load file
    rescue SystemExit
      raise Refusal, "the file ends the program while it is loaded, as with exit"
    end

    def in_a_line(text)
      text.split.join(" ")[0, 500]
    end

    # The last one: a player may have loaded the class that it builds on.
    def player_class(known)
      classes_of(Object.constants.grep(/Player\z/)).select { |a| plays?(a) }.last or
        raise Refusal, misnamed(classes_of(Object.constants - known))
    end

    def classes_of(names)
      names.map { |name| Object.const_get(name) }.grep(Class)
    end

    def plays?(a)
      a.method_defined?(:name) && a.method_defined?(:take_turn)
    end

    # What to change, if these classes are in the file.
    def misnamed(classes)
      wanted = "a class whose name ends in Player, with the methods name and take_turn(state, colour)"
      if (a = classes.find { |one| plays?(one) })
        "the name of the class #{a} does not end in Player; call it #{a}Player"
      elsif (a = classes.find { |one| one.name.end_with?("Player") })
        missing = [:name, :take_turn].reject { |method| a.method_defined?(method) }
        "the class #{a} lacks #{missing.join(" and ")}; the arena calls #{wanted}"
      else
        "the file defines #{classes.empty? ? "no class" : "the class #{classes.last}"}; the arena calls #{wanted}"
      end
    end

    def colours
      [:red, :blue]
    end

    # The rows from the top, new ones each time: they are the player's to change.
    def state
      rows = Array.new(@height) { Array.new(@width, :none) }
      @moves.each_with_index do |column, ply|
        rows.reverse_each.find { |row| row[column] == :none }[column] = colours[ply % 2]
      end
      rows
    end

    def answer(result)
      # What only looks like a number is none, but a whole float is a column.
      result = result.to_i if result.is_a?(Float) && result % 1 == 0
      remark = result.is_a?(Integer) ? "" : ", which is not an integer"
      @replies.puts "take_turn returned " + in_a_line(result.inspect) + remark
    end
  end

  def self.take_console(commands, replies)
    output = ConsoleOutput.new(replies)
    input = ConsoleInput.new(commands, replies, output)
    $stdout = output
    $stdin = input
    [:STDOUT, :STDIN].each { |name| Object.send(:remove_const, name) }
    Object.const_set(:STDOUT, output)
    Object.const_set(:STDIN, input)
  end

  def self.run(file, purpose)
    commands = STDIN.dup
    replies = STDOUT.dup
    replies.sync = true
    STDIN.reopen(File::NULL)
    STDOUT.reopen(STDERR)
    STDOUT.sync = true
    take_console(commands, replies) if purpose == "console"
    Engine.new(file, commands, replies).run
  rescue SystemExit, SignalException
    raise
  rescue Exception => error
    show error
    exit 1
  end

  # Prints an exception without the frames of this script and of Ruby itself.
  def self.show(error)
    cause = error
    while cause
      frames = (cause.backtrace || []).reject { |frame| frame.start_with?("-e:", "<internal:") }
      cause.set_backtrace(frames.first(MAX_FRAMES))
      cause = cause.cause
    end
    STDERR.puts error.full_message(highlight: false, order: :top).delete_prefix("-e: ")
  end
end

# `gets` would take arguments for files to read.
arguments = ARGV.dup
ARGV.clear
Shim.run(*arguments)
