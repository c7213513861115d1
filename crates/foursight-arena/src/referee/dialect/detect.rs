//! Detects the dialect of a file by its content.
//!
//! Extensions say little: a `.py` file may be an agent to call or a bot that reads lines. But each dialect has words
//! that its bots must read or write, and that hardly any other file contains.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::Dialect;
use super::python::{self, Function};

/// The number of bytes of a file to search. Compiled programs contain their texts somewhere.
const MAX_BYTES: u64 = 1 << 22;

/// A file speaks the first of these dialects all of whose words it contains.
const WORDS: [(&[&str], Dialect); 9] = [
    (&["place_disc", "field_width"], Dialect::Riddles),
    (&["place_disc"], Dialect::TheAiGames),
    (&["play-turn"], Dialect::Bolosseum),
    (&["go!"], Dialect::Columns),
    (&["bestmove"], Dialect::Foursight),
    (&["STEAL"], Dialect::CodinGame),
    (&["my_id", "opp_id"], Dialect::CodinGame),
    (&["myId", "oppId"], Dialect::CodinGame),
    (&["json", "grid", "move"], Dialect::GridJson),
];

/// Ranges of columns that a person may type, as programs write them.
const RANGES: [&str; 5] = ["1-7", "1 - 7", "1 to 7", "1 and 7", "1..7"];

impl Dialect {
    /// The dialect of a program's file: [`Ruby`](Self::Ruby) for a `.rb` file with a class whose name ends in `Player`
    /// or that has `take_turn`, [`Kaggle`](Self::Kaggle) for a `.tar.gz` file and for a `.py` file that defines an
    /// agent, a course's dialect for a `.py` file with the course's function or class, the dialect whose words the file
    /// contains, or else [`Foursight`](Self::Foursight).
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn of_file(path: &Path) -> io::Result<Self> {
        Self::of_files(&[path.to_owned()])
    }

    /// The dialect of a program in several files: the dialect of the first file that shows one.
    pub(crate) fn of_files(paths: &[PathBuf]) -> io::Result<Self> {
        for path in paths {
            if is_archive(path) {
                return Ok(Self::Kaggle);
            }
            let mut bytes = Vec::new();
            foursight_files::open(path, u64::MAX)?.take(MAX_BYTES).read_to_end(&mut bytes)?;
            let text = String::from_utf8_lossy(without_bom(&bytes));
            let extension = path.extension().and_then(|extension| extension.to_str());
            if let Some(dialect) = Self::of_text(&text, extension.unwrap_or_default()) {
                return Ok(dialect);
            }
        }
        Ok(Self::Foursight)
    }

    fn of_text(text: &str, extension: &str) -> Option<Self> {
        let by_words = Self::of_words(text);
        let found = match extension {
            "rb" => has_player_class(text).then_some(Self::Ruby),
            "py" => Self::of_python(text, by_words),
            "js" | "mjs" | "cjs" => {
                (by_words.is_none() && calls_readline(text)).then_some(Self::CodinGame)
            }
            _ => None,
        };
        found.or(by_words).or_else(|| asks_for_column(text).then_some(Self::Prompts))
    }

    /// The dialect of a function or a class that Python code defines for the arena to call.
    fn of_python(text: &str, by_words: Option<Self>) -> Option<Self> {
        if !python::is_agent(text, by_words.is_some()) {
            return of_course(text, by_words.is_some() || asks_for_column(text));
        }
        Some(if python::takes_board(text) { Self::Board } else { Self::Kaggle })
    }

    /// The first dialect all of whose words a text contains.
    fn of_words(text: &str) -> Option<Self> {
        let fits = |words: &[&str]| words.iter().all(|word| text.contains(word));
        WORDS.iter().find(|(words, _)| fits(words)).map(|&(_, dialect)| dialect)
    }
}

/// The dialect of the course whose class Python code defines, complete or not.
///
/// A program that `speaks` a dialect of lines may read lines outside its classes. A course's player reads input only
/// from a person, and courses have a separate class for that.
fn of_course(text: &str, speaks: bool) -> Option<Dialect> {
    if speaks && python::reads_outside_classes(text) {
        return None;
    }
    let methods: Vec<Function> = text.lines().filter_map(python::function).collect();
    let has = |name: &str| methods.iter().any(|method| method.name == name);
    let constructors = || methods.iter().filter(|method| method.name == "__init__");
    let is_given = |name: &str| constructors().any(|method| method.parameters.contains(name));
    let has_class = |name: &str| {
        python::classes(text).any(|own| own.replace('_', "").eq_ignore_ascii_case(name))
    };
    let is_player = has_class("AIPlayer");
    if has_class("C4Agent") {
        Some(Dialect::C4Agent)
    } else if has("get_alpha_beta_move")
        || has("get_expectimax_move")
        || is_player && is_given("player_number")
    {
        Some(Dialect::AlphaBeta)
    } else if is_given("tiebreak") || is_player && (has("next_move") || is_given("checker")) {
        Some(Dialect::NextMove)
    } else {
        None
    }
}

/// A text without the byte order mark that Windows editors put before it.
pub(crate) fn without_bom(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// Whether JavaScript code reads lines as on `CodinGame`, with a global function that Node itself lacks.
pub(super) fn calls_readline(text: &str) -> bool {
    text.contains("readline()") && !text.contains("createInterface")
}

/// Whether a file is a submission to Kaggle in several files.
pub(crate) fn is_archive(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.ends_with(".tar.gz") || name.ends_with(".tgz")
}

/// Whether a text asks a person for a column.
fn asks_for_column(text: &str) -> bool {
    RANGES.iter().any(|range| text.contains(range)) && text.to_lowercase().contains("column")
}

/// Whether Ruby code defines a class whose name ends in `Player`, or one that takes turns under another name.
fn has_player_class(text: &str) -> bool {
    let classes = text.lines().filter_map(|line| line.trim_start().strip_prefix("class "));
    let name = |class: &str| class.split([' ', ';', '<', '\r']).next().map(str::to_owned);
    let names: Vec<String> = classes.filter_map(name).collect();
    names.iter().any(|name| name.ends_with("Player"))
        || !names.is_empty() && text.contains("def take_turn")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(extension: &str, text: &str, expected: Dialect) {
        let found = Dialect::of_text(text, extension);
        assert_eq!(found.unwrap_or(Dialect::Foursight), expected, "{text}");
    }

    #[test]
    fn ruby_classes_and_kaggle_agents_are_told_from_line_bots() {
        check("rb", "class StupidPlayer\nend", Dialect::Ruby);
        check("rb", "  class Hal9Player < Base; end", Dialect::Ruby);
        check("rb", "class Bot\n  def take_turn(state, colour)", Dialect::Ruby);
        check("rb", "# a class for MyPlayer\nputs gets", Dialect::Foursight);
        check("rb", "loop { gets; puts 'bestmove 4' }", Dialect::Foursight);
        check("py", "def my_agent(observation, configuration):\n    return 3", Dialect::Kaggle);
        check("py", "def agent(state, config): return 3", Dialect::Kaggle);
        check("py", "print(input())", Dialect::Foursight);
        check("py", "input('Column (1-7): ')", Dialect::Prompts);
        check("py", "input('Your column: ')", Dialect::Foursight);
        check("py", "input('1-7: ')", Dialect::Foursight);
        check("txt", "def my_agent(observation, configuration): return 3", Dialect::Foursight);
    }

    #[test]
    fn players_of_courses_are_told_from_kaggle_agents() {
        check("py", "def agent(board):\n    return 3", Dialect::Board);
        check("py", "def agent(player: int, grid: list) -> int:\n    return 3", Dialect::Board);
        check("py", "def act(obs): pass\ndef agent(board): return 3", Dialect::Board);
        let class = "class C4Agent:\n    def move(self, symbol, board, last_move): ";
        check("py", &format!("{class}bestmove = 3"), Dialect::C4Agent);
        check("py", &format!("{class}\ndef act(obs): return C4Agent().move()"), Dialect::Kaggle);
        check("py", &format!("{class}\nfor line in stdin: print('bestmove')"), Dialect::Foursight);
        check("txt", class, Dialect::Foursight);
    }

    #[test]
    fn lines_are_known_by_their_words() {
        check("py", "if line == 'go!': print(3)", Dialect::Columns);
        check("py", "print('place_disc 3')", Dialect::TheAiGames);
        check("js", "w = settings.field_width; console.log('place_disc 3')", Dialect::Riddles);
        check("js", "const inputs = readline().split(' ');", Dialect::CodinGame);
        check("js", "if (readline() === 'go!') print(3)", Dialect::Columns);
        let node = "const { createInterface } = require('readline'); async function readline() {}";
        check("js", node, Dialect::Foursight);
        check("", "\u{fffd}ELF myId oppId", Dialect::CodinGame);
        check("py", "my_id, opp_id = [int(i) for i in input().split()]", Dialect::CodinGame);
        check("py", "grid = json.loads(line)['grid']; print({'move': 1})", Dialect::GridJson);
        check("sh", "case $1 in *play-turn*) echo '{\"play\":3}';; esac", Dialect::Bolosseum);
        check("cpp", "std::cout << \"bestmove \" << column;", Dialect::Foursight);
        check("sh", "", Dialect::Foursight);
        check("py", "input('Choose a COLUMN (1-7): ')", Dialect::Prompts);
        check("cpp", "\"Columns are 1-7\"; \"bestmove \"", Dialect::Foursight);
    }

    #[test]
    fn classes_are_known_by_their_names_and_methods() {
        let alpha_beta = "class AIPlayer:\n    def get_alpha_beta_move(self, board):\n";
        let next_move = "class AIPlayer(Player):\n    def next_move(self, b):\n";
        let has_both = "class Human:\n    def move(self): input('1-7')\n";
        for (text, speaks, expected) in [
            ("class C4Agent:\n    def move(self, symbol, board):", false, "c4-agent"),
            ("class C4_agent(object):\n    pass", false, "c4-agent"),
            ("class C4AgentTests:\n    pass", false, ""),
            (alpha_beta, false, "alpha-beta"),
            ("class Mine:\n    def get_expectimax_move(self, b):", false, "alpha-beta"),
            ("class AIPlayer:\n    def __init__(self, player_number):", false, "alpha-beta"),
            (next_move, false, "next-move"),
            ("class AI_Player:\n    def __init__(self, checker):", false, "next-move"),
            ("class Robot:\n    def __init__(self, c, tiebreak, n):", false, "next-move"),
            ("class Robot(Player):\n    def next_move(self, b):", false, ""),
            ("class AIPlayer:\n    def move(self, state):", false, ""),
            // `bestmove` is only a variable here, and `Human` is a class for people.
            (&format!("{next_move}        bestmove = 3"), true, "next-move"),
            (&format!("{has_both}{alpha_beta}"), true, "alpha-beta"),
            // Programs that contain a course's class.
            (&format!("{next_move}\nwhile True:\n    print('bestmove', input())"), true, ""),
            (&format!("{next_move}\ndef main():\n    input('Column 1-7: ')"), true, ""),
        ] {
            assert_eq!(of_course(text, speaks).map_or("", Dialect::name), expected, "{text}");
        }
    }
}
