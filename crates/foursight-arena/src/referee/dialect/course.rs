//! Players of courses in Python, run by a script that turns them into engines: a function `agent(board)`, or a class with
//! a method that chooses a column.

use ::foursight::Size;

use super::foursight::Foursight;
use super::python::{self, Function};
use super::ruby::{hear_hello, hear_result, returned};
use super::{BotAnswer, Briefing, Dialect, Heard, MoveRequest, Readiness, Speech, interpreter};

const SHIM: &str = concat!(
    include_str!("../shims/engine.py"),
    include_str!("../shims/stand_ins.py"),
    include_str!("../shims/course.py")
);

/// One of the dialects of courses.
pub(super) struct Course(pub(super) Dialect);

impl Speech for Course {
    /// The script makes the player before the game, so it knows the side from the start.
    fn command(&self, command: &[String], _: bool, briefing: &Briefing) -> Vec<String> {
        let (python, file) = interpreter(command, "python3");
        let connect = briefing.size.connect().to_string();
        let number = (briefing.index() + 1).to_string();
        let arguments = ["-c", SHIM, file, &connect, self.0.name(), &number];
        [&python[..], &arguments].concat().into_iter().map(str::to_owned).collect()
    }

    fn hello(&self, briefing: &Briefing) -> Vec<String> {
        Foursight.hello(briefing)
    }

    fn hear_hello(&self) -> Option<fn(&str) -> Readiness> {
        Some(hear_hello)
    }

    fn request(&self, request: &MoveRequest) -> Vec<String> {
        Foursight.request(request)
    }

    fn answer(&self, line: &str) -> BotAnswer {
        returned(line)
    }

    fn hear(&self, line: &str) -> Heard {
        hear_result(line)
    }
}

/// The dialect of the course whose class Python code defines, complete or not.
///
/// A program that `speaks` a dialect of lines may read lines outside its classes. A course's player reads input only
/// from a person, and courses have a separate class for that.
pub(super) fn of_class(text: &str, speaks: bool) -> Option<Dialect> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_known_by_their_names_and_methods() {
        let alpha_beta = "class AIPlayer:\n    def get_alpha_beta_move(self, board):\n";
        let next_move = "class AIPlayer(Player):\n    def next_move(self, b):\n";
        for (text, speaks, expected) in [
            (
                "class C4Agent:\n    def move(self, symbol, board, last_move):",
                false,
                Some("c4-agent"),
            ),
            ("class C4_agent(object):\n    pass", false, Some("c4-agent")),
            ("class C4AgentTests:\n    pass", false, None),
            (alpha_beta, false, Some("alpha-beta")),
            ("class Mine:\n    def get_expectimax_move(self, board):", false, Some("alpha-beta")),
            (
                "class AIPlayer:\n    def __init__(self, player_number: int):",
                false,
                Some("alpha-beta"),
            ),
            (next_move, false, Some("next-move")),
            ("class AI_Player:\n    def __init__(self, checker):", false, Some("next-move")),
            (
                "class Robot(Player):\n    def __init__(self, checker, tiebreak, lookahead):",
                false,
                Some("next-move"),
            ),
            ("class Robot(Player):\n    def next_move(self, b):", false, None),
            ("class AIPlayer:\n    def move(self, state):", false, None),
            // `bestmove` is only a variable here, and `Human` is a class for people.
            (&format!("{next_move}        bestmove = 3"), true, Some("next-move")),
            (
                &format!("class Human:\n    def move(self): input('1-7')\n{alpha_beta}"),
                true,
                Some("alpha-beta"),
            ),
            // Programs that contain a course's class.
            (&format!("{next_move}\nwhile True:\n    print('bestmove', input())"), true, None),
            (&format!("{next_move}\ndef main():\n    input('Column 1-7: ')"), true, None),
        ] {
            assert_eq!(of_class(text, speaks).map(Dialect::name), expected, "{text}");
        }
    }
}
