//! Course players play for real.

use std::fs;

use foursight::{AnySize, Column, Player};
use foursight_arena::{Contestant, Dialect, GameSettings, NoConsole, PlayedGame, play};

use crate::files::{LEFTMOST, NUMPY, check, columns, game, player, player_of, settings};

/// Each kind of player: its dialect, its function, its file, and a text in which `@` stands for the function's body.
const KINDS: [(Dialect, &str, &str, &str); 4] = [
    (Dialect::Board, "agent", "board_agent.py", "def agent(board):\n    @\n"),
    (
        Dialect::AlphaBeta,
        "get_alpha_beta_move",
        "alpha_beta_player.py",
        "class AIPlayer:\n    def __init__(self, player_number): pass\n    def get_alpha_beta_move(self, board):\n        @\n",
    ),
    (
        Dialect::C4Agent,
        "move",
        "c4_agent.py",
        "class C4Agent:\n    def move(self, symbol, board, last_move):\n        @\n",
    ),
    (
        Dialect::NextMove,
        "next_move",
        "next_move_player.py",
        "from ps9pr3 import *\nclass AIPlayer(Player):\n    def next_move(self, b):\n        @\n",
    ),
];

/// The game of a player in such a file, which moves first, and the result in words.
fn result(text: &str, dialect: Dialect) -> (PlayedGame, String) {
    let folder = tempfile::tempdir().unwrap();
    let player = player_of(folder.path(), "ann.py", text);
    assert_eq!(player.dialect(), Some(dialect), "{text}");
    let record = game([&player, &self::player("columns_bot.py")]);
    let reason = record.ending.to_string();
    (record, reason)
}

#[test]
fn players_of_courses() {
    for (dialect, _, file, _) in KINDS {
        check(file, dialect);
    }
    let record = game([&player("board_agent.py"), &player("columns_bot.py")]);
    assert!(record.errors[0].ends_with("bestmove 7\nbestmove 7"), "{record:#?}");
    let record = game([&player("columns_bot.py"), &player("next_move_player.py")]);
    let board = "Player O (RANDOM, 3)\nlooks at\n| | | | | | | |\n";
    assert!(record.errors[1].starts_with(board), "{record:#?}");
    assert!(record.errors[1].contains("|X| | | | | | |\n---------------\n 0 1 2 3 4 5 6\n"));
}

#[test]
fn players_of_courses_on_another_board() {
    let size = AnySize::new(7, 8, 5).unwrap();
    let opening = [Column::new(0), Column::new(0)];
    let folder = tempfile::tempdir().unwrap();
    for (dialect, _, _, text) in KINDS {
        let first = match dialect {
            Dialect::Board | Dialect::AlphaBeta => "list(board[0]).index(0)",
            Dialect::C4Agent => "min(range(7), key=lambda column: len(board[column]) == 8)",
            _ => "[column for column in range(b.width) if b.can_add_to(column)][0]",
        };
        let text = text.replace('@', &format!("return {first}"));
        let player = player_of(folder.path(), "ann.py", &text);
        let settings = GameSettings { size, opening: &opening, ..settings() };
        let record = play([&player, &player], &settings, &mut NoConsole);
        assert!(columns(&record).starts_with("000000111111112"), "{record:#?}");
    }
}

#[test]
fn players_of_courses_lose() {
    for (dialect, function, _, text) in KINDS {
        let check = |body: &str, expected: &str| {
            let (record, reason) = result(&text.replace('@', body), dialect);
            assert_eq!(reason, expected.replace('@', function), "{dialect}: {record:#?}");
            assert_eq!(record.winner, Some(Player::Second));
            record
        };
        let not_integer = "which is not an integer; return a column, counted from 0";
        check("pass", &format!("@ returned None, {not_integer}"));
        check("return '3'", &format!("@ returned '3', {not_integer}"));
        check("return 3.5", &format!("@ returned 3.5, {not_integer}"));
        check("return float('nan')", &format!("@ returned nan, {not_integer}"));
        // Python counts True as 1.
        check("return True", &format!("@ returned True, {not_integer}"));
        // The last column, counted from 1.
        check(
            "return 7",
            "illegal move: @ returned 7: there is no column 7; the board has columns 0 to 6",
        );
        check(
            "return -1",
            "illegal move: @ returned -1: there is no such column; the board has columns 0 to 6",
        );
        let full = "illegal move: @ returned 0: column 0 is full (columns are numbered from 0)";
        let record = check("return 0", full);
        assert!(record.log.iter().any(|line| line.text == format!("{function} returned 0")));
        let line = 1 + text.lines().position(|line| line.contains('@')).unwrap();
        let crash = format!("ended with exit code 1: KeyError: 'x' (line {line} of ann.py, in @)");
        let record = check("raise KeyError('x')", &crash);
        assert!(!record.errors[0].contains("<string>"), "{record:#?}");
        let ended = format!(
            "RuntimeError: {function} ends the program, as with exit(), instead of returning a column"
        );
        check("exit()", &format!("ended with exit code 1: {ended} (line {line} of ann.py, in @)"));
        let typed =
            "EOFError: input() waits, but nobody types; choose from the board and return a column";
        check(
            "return int(input())",
            &format!("ended with exit code 1: {typed} (line {line} of ann.py, in @)"),
        );
    }
}

/// Whole floats, and numpy's numbers, are accepted as integers.
#[test]
fn integers_of_other_types() {
    let folder = tempfile::tempdir().unwrap();
    let integer = "class Integer:\n    def __init__(self, value): self.value = value\n    def __index__(self): return self.value\n";
    let values = ["return Integer(6)", "return 6.0"];
    for (value, (_, _, _, text)) in
        values.into_iter().flat_map(|value| KINDS.map(|kind| (value, kind)))
    {
        let text = format!("{integer}{}", text.replace('@', value));
        let player = player_of(folder.path(), "ann.py", &text);
        let record = game([&player, &self::player("columns_bot.py")]);
        assert_eq!((columns(&record).as_str(), record.winner), ("6060606", Some(Player::First)));
    }
}

/// Errors before the game for files that almost fit, or are said to speak a dialect.
#[test]
fn players_that_nearly_fit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ann.py");
    let check = |dialect: Dialect, text: &str, expected: &str| {
        fs::write(&path, text).unwrap();
        let player = Contestant::of_file(&path, Some(dialect)).unwrap();
        let reason = game([&player, &self::player("columns_bot.py")]).ending.to_string();
        assert_eq!(reason, format!("did not start: {expected}"), "{text}");
    };
    let board = |text: &str, expected: &str| check(Dialect::Board, text, expected);
    let agent = |parameters: &str, problem: &str| {
        let write = "write def agent(board) or def agent(board, player)";
        let expected = format!("a function agent{parameters} was found; {problem}: {write}");
        board(&format!("def agent{parameters}: return 3\n"), &expected);
    };
    board("x = 3\n", "the arena calls a function agent; write def agent(board)");
    let renamed = "the arena calls a function agent; a function choose was found: rename it";
    board("def choose(board): return 3\n", renamed);
    agent("()", "it takes no parameters, but the arena passes the board");
    let order = "its first parameter is player, but the arena passes the board first";
    agent("(player, board)", order);
    let values = "it needs 3 values, but the arena passes the board and the player's number";
    agent("(board, player, depth)", values);

    let found = "a class AIPlayer was found";
    let alpha_beta = |text: &str, expected: &str| check(Dialect::AlphaBeta, text, expected);
    let init = "class AIPlayer:\n    def __init__(self, player_number): pass\n";
    let method = "def get_alpha_beta_move(self, board): return 3\n";
    let missing = format!("{found}, but it has no method get_alpha_beta_move(self, board)");
    alpha_beta(&format!("{init}    def get_move(self, board): return 3\n"), &missing);
    let outside =
        format!("{missing}: the function get_alpha_beta_move is outside it, so indent it");
    alpha_beta(&format!("{init}{method}"), &outside);
    let defines = format!("{found}; it defines");
    let no_init = format!("{defines} no __init__, but the arena calls AIPlayer(player_number)");
    alpha_beta(&format!("class AIPlayer:\n    {method}"), &no_init);
    let calls = format!(
        "{defines} get_alpha_beta_move(self), but the arena calls get_alpha_beta_move(board)"
    );
    alpha_beta(&format!("{init}    def get_alpha_beta_move(self): return 3\n"), &calls);
    let rename = "a class Ann was found; the arena calls a class AIPlayer: rename it";
    alpha_beta(&format!("class Ann:\n    {method}"), rename);

    let c4 = |text: &str, expected: &str| check(Dialect::C4Agent, text, expected);
    let method = "    def move(self, symbol, board, last_move): return 3\n";
    let none =
        "the file defines no class C4Agent with a method move(self, symbol, board, last_move)";
    c4("x = 3\n", none);
    let rename = "a class C4_agent was found; the arena calls a class C4Agent: rename it";
    c4(&format!("class C4_agent:\n{method}"), rename);
    let defines = "a class C4Agent was found; it defines";
    let init = format!("{defines} __init__(self, symbol), but the arena calls C4Agent()");
    c4(&format!("class C4Agent:\n    def __init__(self, symbol): pass\n{method}"), &init);
    let calls = "but the arena calls move(symbol, board, last_move)";
    let calls = format!("{defines} move(self, board), {calls}");
    c4("class C4Agent:\n    def move(self, board): return 3\n", &calls);

    let next_move = |text: &str, expected: &str| check(Dialect::NextMove, text, expected);
    let init = "(Player):\n    def __init__(self, checker, tiebreak, lookahead): pass\n";
    let missing = format!("{found}, but it has no method next_move(self, board)");
    next_move(&format!("from ps9pr3 import *\nclass AIPlayer{init}"), &missing);
    let ann =
        format!("from ps9pr3 import *\nclass Ann{init}    def next_move(self, b): return 3\n");
    next_move(&ann, "a class Ann was found; the arena calls a class AIPlayer: rename it");
    next_move("exit()\n", "the file ends the program while it is loaded, as with exit()");
}

/// Parameters with default values keep them; a function may ask for the player's number.
#[test]
fn what_players_are_given() {
    let folder = tempfile::tempdir().unwrap();
    let check = |text: &str, printed: &str| {
        let player = player_of(folder.path(), "ann.py", text);
        for (index, expected) in printed.split('/').enumerate() {
            let mut contestants = [&self::player("columns_bot.py"), &player];
            if index == 0 {
                contestants.reverse();
            }
            let record = game(contestants);
            let first = record.errors[index].lines().next();
            assert_eq!(first, Some(expected), "{record:#?}");
        }
    };
    check("def agent(board, player):\n    print(player)\n    return 0\n", "1/2");
    check("def agent(board, depth=4):\n    print(depth)\n    return 0\n", "4/4");
    check(
        "class C4Agent:\n    def move(self, symbol, board, last_move):\n        print(symbol, last_move, board[:2])\n        return 1\n",
        "X -1 ['', '']/O 0 ['X', '']",
    );
    check(
        "class AIPlayer:\n    def __init__(self, checker, tiebreak='LEFT', lookahead=5):\n        print(checker, tiebreak, \
         lookahead)\n    def next_move(self, board): return 0\n",
        "X LEFT 5/O LEFT 5",
    );
}

/// The course's skeleton has both methods, but a pupil may have written only `get_expectimax_move`.
#[test]
fn a_method_that_is_not_written_is_not_called() {
    let text = "class AIPlayer:\n    def __init__(self, player_number): pass\n    def get_alpha_beta_move(self, board):\n        \
                raise NotImplementedError('later')\n    def get_expectimax_move(self, board):\n        @\n";
    let (_, reason) = result(&text.replace('@', "return '3'"), Dialect::AlphaBeta);
    assert!(reason.starts_with("get_expectimax_move returned '3'"), "{reason}");
    let (_, reason) =
        result(&text.replace('@', "raise NotImplementedError('too')"), Dialect::AlphaBeta);
    let expected = "ended with exit code 1: NotImplementedError: too (line 6 of ann.py, in get_expectimax_move)";
    assert_eq!(reason, expected);
}

#[test]
fn a_board_is_a_numpy_array_where_there_is_numpy() {
    let folder = tempfile::tempdir().unwrap();
    let (_, _, _, text) = KINDS[1];
    let body = "assert board.shape == (6, 7) and board.dtype == np.uint8 and board[0, 0] in (0, 1, 2)\n        \
                return [column for column in range(7) if board[0, column] == 0][0]";
    let text = format!("import numpy as np\n{}", text.replace('@', body));
    fs::write(folder.path().join("numpy.py"), NUMPY).unwrap();
    let player = player_of(folder.path(), "ann.py", &text);
    let record = game([&player, &player]);
    assert_eq!(columns(&record), LEFTMOST, "{record:#?}");
}

/// If Python lacks numpy, the error says what to install. Here a module that fails stands in for a missing one.
#[test]
fn numpy_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let missing = "import sys\nsys.modules['numpy'] = None\n";
    let (_, _, _, text) = KINDS[1];
    let of = |text: String| {
        let player = player_of(folder.path(), "ann.py", &text);
        game([&player, &self::player("columns_bot.py")]).ending.to_string()
    };
    let imports = format!("{missing}import numpy as np\n{text}");
    let reason = of(imports.replace('@', "return 0"));
    assert!(
        reason
            .contains("(line 3 of ann.py); install it, as with apt install python3-numpy, or name"),
        "{reason}"
    );
    let reason = of(format!("{missing}{}", text.replace('@', "return board[0, 0]")));
    assert!(
        reason.ends_with("has no numpy, so board is a list of rows: write board[row][column]"),
        "{reason}"
    );
}

/// A player that comes with its course's modules uses its own copies.
#[test]
fn modules_of_the_course_that_are_there_are_used() {
    let folder = tempfile::tempdir().unwrap();
    let board = "class Board:\n    def __init__(self, height, width): self.n_added = 0\n    \
                 def add_checker(self, checker, col): self.n_added += 1\n";
    fs::write(folder.path().join("ps9pr1.py"), board).unwrap();
    let text = "from ps9pr1 import Board\nfrom ps9pr2 import Player\nclass AIPlayer(Player):\n    \
                def next_move(self, b):\n        print(b.n_added, self.checker)\n        return 1\n";
    let player = player_of(folder.path(), "ann.py", text);
    let record = game([&player, &self::player("columns_bot.py")]);
    assert!(record.errors[0].starts_with("0 X\n2 X\n"), "{record:#?}");
    assert_eq!(record.winner, Some(Player::First));
    let missing = player_of(folder.path(), "bob.py", "import nothing\nclass C4Agent: pass\n");
    let reason = game([&missing, &player]).ending.to_string();
    assert!(reason.contains("No module named 'nothing' (line 1 of bob.py)"), "{reason}");
}

/// The board of the course does what its players rely on.
#[test]
fn the_board_of_the_course() {
    let text = "from ps9pr3 import *\nimport copy\n\
        b = Board(6, 7)\n\
        b.add_checkers('0123334')\n\
        assert [b.slots[5][c] for c in range(7)] == list('XOXOX  ') and b.slots[3][3] == 'O'\n\
        b.remove_checker(3); b.remove_checker(6)\n\
        assert b.slots[3][3] == ' ' and b.slots[4][3] == 'X'\n\
        assert not b.can_add_to(-1) and not b.can_add_to(7) and b.can_add_to(6)\n\
        for col in range(7):\n    for n in range(6):\n        assert not b.is_full()\n        \
            if b.can_add_to(col): b.add_checker('X', col)\n\
        assert b.is_full() and not b.can_add_to(3)\n\
        for cells in [[(0, 0), (0, 1), (0, 2), (0, 3)], [(2, 6), (3, 6), (4, 6), (5, 6)],\n              \
            [(0, 3), (1, 4), (2, 5), (3, 6)], [(5, 0), (4, 1), (3, 2), (2, 3)]]:\n    \
            b.reset()\n    \
            for row, col in cells[1:]: b.slots[row][col] = 'X'\n    \
            assert not b.is_win_for('X') and not b.is_win_for('O')\n    \
            b.slots[cells[0][0]][cells[0][1]] = 'X'\n    \
            assert copy.deepcopy(b).is_win_for('X') and not b.is_win_for('O')\n\
        b.reset()\n\
        for row, col in [(0, 5), (0, 6), (1, 0), (1, 1), (1, 6), (2, 6), (4, 0)]: b.slots[row][col] = 'X'\n\
        assert not b.is_win_for('X')\n\
        p = Player('X'); assert (str(p), p.opponent_checker(), p.num_moves) == ('Player X', 'O', 0)\n\
        assert RandomPlayer('O').next_move(b) in range(7)\n\
        class AIPlayer(Player):\n    def next_move(self, b): return 3\n";
    let (record, reason) = result(text, Dialect::NextMove);
    assert_eq!(reason, "a line is complete", "{record:#?}");
}
