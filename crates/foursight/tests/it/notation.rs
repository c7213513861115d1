use std::collections::HashSet;
use std::fs;

use foursight::notation::{Expected, Notation, moves};
use foursight::record::read_size;
use foursight::{AnySize, Player};

/// `text` reads as the position after `moves`.
#[track_caller]
fn check_reads(notation: Notation, text: &str, moves: &str) {
    let game = notation.read(text, Expected::default()).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let expected = Notation::Moves.read(moves, Expected::default()).unwrap();
    assert_eq!(game.position(), expected.position(), "{text}");
}

#[track_caller]
fn check_writes(notation: Notation, moves: &str, text: &str) {
    let game = Notation::Moves.read(moves, Expected::default()).unwrap();
    assert_eq!(notation.write(&game).unwrap(), text);
}

#[track_caller]
fn check_refused(notation: Notation, text: &str, message: &str) {
    let error = notation.read(text, Expected::default()).unwrap_err();
    assert_eq!(error.to_string(), message, "{text}");
}

fn detect(text: &str) -> Notation {
    Notation::detect(text, Expected::default())
}

#[test]
fn lists_are_told_apart() {
    assert_eq!(detect("4 4 5"), Notation::Moves, "nothing says that it is zero-based");
    assert_eq!(detect("4 0 5"), Notation::ZeroBased);
    assert_eq!(detect("[4 4 5]"), Notation::ZeroBased);
    let cells = ["0"; 16].join(" ");
    let small = Expected::of_size(AnySize::new(4, 4, 4).unwrap());
    assert_eq!(Notation::detect(&cells, small), Notation::Flat);
    assert_eq!(detect(&cells), Notation::ZeroBased);
}

/// All moves of a game on three columns are 0, 1 or 2, like the cells of a board.
#[test]
fn a_whole_game_on_three_columns_is_not_a_board() {
    let detect = |text, height, connect| {
        Notation::detect(text, Expected::of_size(AnySize::new(3, height, connect).unwrap()))
    };
    assert_eq!(detect("[0 0 0 0 1 1 1 1 2 2 2 2]", 4, 4), Notation::ZeroBased);
    assert_eq!(detect("0, 1, 2, 2, 1, 0, 0, 2, 1", 3, 4), Notation::ZeroBased);
    assert_eq!(detect("[0 0 0 0 0 0 1 2 1]", 3, 4), Notation::Flat, "four discs fill no column");
    // This could be a game or a board; boards are written with commas.
    assert_eq!(detect("[0 0 0 1 2 1 2 1 2]", 3, 4), Notation::ZeroBased);
    assert_eq!(detect("[0, 0, 0, 1, 2, 1, 2, 1, 2]", 3, 4), Notation::Flat);
}

/// One O too many is a mistake, unless the text looks exactly as a program writes it for the side to move.
#[test]
fn a_mistyped_grid_is_not_read_with_the_colors_swapped() {
    assert_eq!(detect("...\n...\nO.."), Notation::Grid);
    assert_eq!(detect(". . .\n. . .\nO . .\n1 2 3\n"), Notation::Ascii);
}

/// Some keyboards have an accented letter on a digit's key.
#[test]
fn an_accented_letter_is_a_mistyped_move() {
    for text in ["444é", "é", "4à4", "444e\u{301}"] {
        assert_eq!(detect(text), Notation::Moves, "{text}");
    }
    assert_eq!(detect("○●○●\n○●○●"), Notation::Grid);
    check_refused(Notation::Moves, "444é", "move 4: 'é' is not a column from 1 to 7");
}

#[test]
fn move_strings() {
    check_reads(Notation::Moves, " 44455\n", "44455");
    check_writes(Notation::Moves, "", "");
    check_refused(Notation::Moves, "4444444", "move 7: column d is full");
    check_refused(Notation::Moves, "128", "move 3: '8' is not a column from 1 to 7");
    check_refused(Notation::Moves, "1 8", "move 2: \"8\" is not a column from 1 to 7 or a to g");
    check_refused(Notation::Moves, "d1 d3", "move 2: a disc in column d lands on d2, not on d3");
    check_refused(Notation::Moves, "0", "move 1: '0' is not a column from 1 to 7");
    check_refused(Notation::Moves, "12121213", "move 8: the game is over: red has won");
}

#[test]
fn the_tenth_column_is_a_letter() {
    let size = AnySize::new(10, 4, 4).unwrap();
    let game = Notation::Moves.read("9a", Expected::of_size(size)).unwrap();
    assert_eq!(Notation::ZeroBased.write(&game).unwrap(), "[8 9]");
    assert_eq!(Notation::Moves.write(&game).unwrap(), "9a");
    let error = Notation::Moves.read("b", Expected::of_size(size)).unwrap_err();
    assert_eq!(error.to_string(), "move 1: 'b' is not a column from 1 to a");
    let game = Notation::Moves.read("i1 j1", Expected::of_size(size)).unwrap();
    assert_eq!(Notation::Moves.write(&game).unwrap(), "9a");
}

#[test]
fn zero_based_lists() {
    check_reads(Notation::ZeroBased, "0605141", "1716252");
    for text in ["[0 6 0 5 1 4 1]", "0,6,0,5,1,4,1", "[0, 6, 0, 5, 1, 4, 1]", "0 6 0 5 1 4 1"] {
        check_reads(Notation::ZeroBased, text, "1716252");
        assert_eq!(detect(text), Notation::ZeroBased, "{text}");
    }
    check_writes(Notation::ZeroBased, "1716252", "[0 6 0 5 1 4 1]");
    check_writes(Notation::ZeroBased, "", "[]");
    check_refused(Notation::ZeroBased, "[0 x]", "move 2: \"x\" is not a column from 0 to 6");
    check_refused(Notation::ZeroBased, "[0 -1]", "move 2: \"-1\" is not a column from 0 to 6");
    check_refused(Notation::ZeroBased, "[0 0 7]", "move 3: \"7\" is not a column from 0 to 6");
    check_refused(
        Notation::ZeroBased,
        "[99999999999999999999]",
        "move 1: \"99999999999999999999\" is not a column from 0 to 6",
    );
}

const GRID: &str = "\
.......
.......
.......
...X...
...OX..
...XO..";

#[test]
fn grids() {
    check_writes(Notation::Grid, "444 55".replace(' ', "").as_str(), GRID);
    check_reads(Notation::Grid, GRID, "44455");
    check_reads(Notation::Grid, &GRID.replace('X', "r").replace('O', "b"), "44455");
    check_reads(Notation::Grid, &GRID.replace('X', "⚫").replace('O', "⚪"), "44455");
    check_reads(Notation::Grid, &GRID.replace('X', "🔴").replace('O', "⚫\u{fe0e}"), "44455");
    // Of two unknown letters, the more frequent one is the first player's.
    check_reads(Notation::Grid, &GRID.replace('X', "Q").replace('O', "A"), "44455");
    check_reads(Notation::Grid, &GRID.replace('X', "a").replace('O', "q"), "44455");
}

/// `⚪` and `⚫` are discs; they are holes only if nothing else can be.
#[test]
fn holes_drawn_as_discs() {
    let with_holes = |hole: &str| GRID.replace('.', hole);
    check_reads(Notation::Grid, &with_holes("⚫").replace('X', "🔴").replace('O', "🟡"), "44455");
    check_reads(Notation::Grid, &"⚪⚪⚪⚪⚪⚪⚪\n".repeat(6), "");
    check_reads(Notation::Grid, &("⚪⚪⚪⚪⚪⚪⚪\n".repeat(5) + "⚪⚪⚪🔴⚪⚪⚪"), "4");
    check_reads(Notation::Grid, &(".......\n".repeat(4) + "...⚪...\n...⚫⚫.."), "445");
    let full = "⚪🔴⚪\n🔴⚪🔴\n🔴⚪🔴";
    let game = Notation::Grid.read(full, Expected::new(None, Some(4))).unwrap();
    assert_eq!(game.position().ply(), 9);
    let message = "row 1, cell 3: '🟡' is a third kind of disc; a grid has two";
    check_refused(Notation::Grid, "⚪⚫🟡\n⚪⚫🟡\n⚪⚫🟡", message);
}

#[test]
fn grids_name_the_place_of_an_error() {
    let refused = |text: &str, message: &str| check_refused(Notation::Grid, text, message);
    refused("....\n.....\n....", "row 2: 5 cells, but the first row has 4");
    refused("....\n....\nXOZX", "row 3, cell 3: 'Z' is a third kind of disc; a grid has two");
    refused("..\n..\n..", "boards of 2x3 are not supported (each side is 3 to 10)");
    refused("", "boards of 0x0 are not supported (each side is 3 to 10)");
    refused(
        "...\n...\nPQ.",
        "'P' or 'Q' may have moved first; write X for red, who moves first, and O for yellow",
    );
    let expected = Expected::of_size(AnySize::default());
    let error = Notation::Grid.read("...\n...\n...", expected).unwrap_err();
    assert_eq!(error.to_string(), "the grid is 3x3, but the board is 7x6");
}

#[test]
fn ascii_shows_the_side_to_move() {
    let rows = ". . . . . . .\n".repeat(4);
    check_writes(
        Notation::Ascii,
        "44",
        &(rows.clone() + ". . . O . . .\n. . . X . . .\n1 2 3 4 5 6 7"),
    );
    let after_three = rows + ". . . X . . .\n. . . O O . .\n1 2 3 4 5 6 7";
    check_writes(Notation::Ascii, "445", &after_three);
    check_reads(Notation::Ascii, &after_three, "445");
    assert_eq!(detect(&after_three), Notation::Ascii);
    check_refused(
        Notation::Ascii,
        "...\n...\nR..",
        "row 3, cell 1: \"R\" is not a cell; expected X (the side to move), O or .",
    );
}

/// The board that the tutorial (seed 002) prints, drawn from its list of moves.
#[test]
fn emoji() {
    let text = "\
[ 1  2  3  4  5  6  7]
(.. .. .. .. .. .. ..)
(.. .. .. .. .. .. ..)
(.. .. .. .. .. .. ..)
(.. .. .. .. .. .. ..)
(🟡 .. 🟡 .. .. .. ..)
(🔴 🔴 🟡 🔴 🔴 .. ..)";
    check_writes(Notation::Emoji, "1123435", text);
    check_reads(Notation::Emoji, text, "1123435");
    assert_eq!(detect(text), Notation::Emoji);
    // Spacing as loose as in the tutorial's own picture.
    check_reads(Notation::Emoji, &text.replace("🟡 .. 🟡", "🟡.. 🟡 "), "1123435");
}

#[test]
fn nested_arrays() {
    let row = "[nil, nil, nil, nil, nil, nil, nil], ".repeat(4);
    let text =
        format!("[{row}[nil, nil, nil, 1, nil, nil, nil], [nil, nil, nil, 0, nil, nil, nil]]");
    check_writes(Notation::Nested, "44", &text);
    check_reads(Notation::Nested, &text, "44");
    check_reads(Notation::Nested, &text.replace("nil", "null"), "44");
    let symbols = text.replace("nil", ":none").replace('1', ":blue").replace('0', ":red");
    check_writes(Notation::Symbols, "44", &symbols);
    check_reads(Notation::Symbols, &symbols, "44");
    assert_eq!(detect(&symbols), Notation::Symbols);
    assert_eq!(detect(&text), Notation::Nested);

    check_refused(
        Notation::Nested,
        "[[nil, nil, nil], [nil, 7, nil], [0, nil, nil]]",
        "row 2, cell 2: \"7\" is not a cell; expected nil, 0 or 1, or :none, :red or :blue",
    );
    check_refused(Notation::Nested, "[[nil, nil, nil], [nil", "the brackets do not match");
    check_refused(Notation::Nested, "nil", "the brackets do not match");
}

#[test]
fn flat_boards() {
    let zeros = "0, ".repeat(35);
    let text = format!("[{zeros}0, 0, 0, 1, 2, 0, 0]");
    check_writes(Notation::Flat, "45", &text);
    check_reads(Notation::Flat, &text, "45");
    assert_eq!(detect(&text), Notation::Flat);
    check_refused(Notation::Flat, "[0]", "1 cell, but the board has 42");
    check_refused(Notation::Flat, "[0, 1]", "2 cells, but the board has 42");
    check_refused(
        Notation::Flat,
        &text.replace('2', "3"),
        "row 6, cell 5: \"3\" is not a cell; expected 0 (empty), 1 or 2",
    );
}

/// A line from the UCI data set (J. Tromp, UCI Machine Learning Repository).
#[test]
fn uci_data_set() {
    let text = "b,b,b,b,b,b,b,b,b,b,b,b,x,o,b,b,b,b,x,o,x,o,x,o,\
        b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b"
        .to_owned();
    let game = Notation::Uci.read(&(text.clone() + ",win"), Expected::default()).unwrap();
    assert_eq!(game.position().ply(), 8);
    assert_eq!(game.position().side_to_move(), Player::First);
    assert_eq!(Notation::Uci.write(&game).unwrap(), text);
    assert_eq!(detect(&text), Notation::Uci);
    check_refused(Notation::Uci, "x,o", "2 cells, but the board has 42");
    check_refused(
        Notation::Uci,
        &text.replacen('x', "z", 1),
        "row 6, cell 3: \"z\" is not a cell; expected x, o or b (blank)",
    );
}

/// Texts as people write them, in all forms, mean the moves in front of them, and no text means two positions.
#[test]
fn what_people_write() {
    let mut forms = HashSet::new();
    let (mut n_texts, mut wrong) = (0, Vec::new());
    for file in ["boards", "moves", "programs"] {
        let path = format!("{}/tests/data/written/{file}.txt", env!("CARGO_MANIFEST_DIR"));
        let texts = fs::read_to_string(path).unwrap();
        for text in texts.split("\n==== ").skip(1) {
            let (head, text) = text.split_once('\n').unwrap();
            let [moves, size, form] = head.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("{head}");
            };
            let size = read_size(size).unwrap();
            let expected = moves::position(moves, size).unwrap();
            match Notation::read_any(text, Expected::ANY) {
                Ok(game) if game.position() == &expected => {}
                found => wrong.push(format!("{head}: {found:?}\n{text}")),
            }
            forms.insert(form.to_owned());
            n_texts += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(n_texts >= 400 && forms.len() >= 90, "{n_texts} texts in {} forms", forms.len());
}

#[test]
fn columns_from_0_or_1_are_not_guessed() {
    let read = |text| Notation::read_any(text, Expected::ANY).map_err(|error| error.to_string());
    assert_eq!(
        read("[4, 4, 5]").unwrap_err(),
        "these columns may count from 0 (moves 556) or from 1 (moves 445): name the format \
         zero-based, or leave the brackets out"
    );
    // Our own lists have no commas; a 0 or a 7 decides.
    for (text, moves) in [("[3 3 4]", "445"), ("[3, 3, 0]", "441"), ("[]", "")] {
        assert_eq!(moves::write(read(text).unwrap().moves()), moves, "{text}");
    }
}

#[test]
fn what_is_neither_moves_nor_a_board() {
    let refused = |text: &str, message: &str| {
        let error = Notation::read_any(text, Expected::ANY).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
    };
    for text in ["Who moves first? Red.", "{", "{}", "{\"rows\": [1]}", "{\"rows\": 3}"] {
        refused(text, "this is neither a board nor moves");
    }
    refused("https://example.com/?game=4", "this is neither a board nor moves");
    refused("https://connect4.gamesolver.org/?pos=448", "move 3: '8' is not a column from 1 to 7");
    for text in ["d0", "d99999999999999999999999", "a", "-", "[[", "\u{1b}", "d1é"] {
        let _ = Notation::read_any(text, Expected::ANY);
    }
    refused("0 0 0 0\n0 0 0\n0 1 2 0", "row 2: 3 cells, but the first row has 4");
    refused("/analysis?pos=4&size=99x9", "boards of 99x9 are not supported (each side is 3 to 10)");
    for two in [
        "44 *\n\n45 1-0",
        "{\"pos\": \"4\", \"then\": {\"pos\": \"44\"}}",
        "{\"pos\": \"1\", \"size\": \"3x3\", \"rows\": [\"...\", \"...\", \".R.\"]}",
    ] {
        refused(two, "these are 2 games, and only one is taken");
    }
    refused("4455667 0-1", "the result is 0-1, but on the board: red has won");
    refused("[Size 7x6\"]\n\n45 *", "line 1: a tag looks like [Name \"value\"]");
    for twice in [
        "position 4\nposition 5",
        "Actions: x3\nActions: x4",
        "{\"board\":[0,0,1],\"a\":{\"board\":[1]}}",
        "{\"pos\":\"4\"}\n{\"rows\":[\"...\",\"...\",\"...\"]}",
        "https://a/?pos=4 https://a/?pos=5",
    ] {
        assert!(Notation::read_any(twice, Expected::ANY).is_err(), "{twice}");
    }
}

/// Discs that lie below others were played before them.
#[test]
fn discs_tell_who_moved_first() {
    for (text, moves) in [
        ("0 0 0\n0 0 1\n0 0 2", "33"),
        ("0 0 0\n0 0 2\n0 0 1", "33"),
        ("...\n..P\n..Q", "33"),
        ("...\n..1\n..0", "33"),
        ("1 . .\n2 . .\n1 . .", "111"),
    ] {
        let game = Notation::read_any(text, Expected::ANY).unwrap();
        let size = AnySize::new(3, 3, 4).unwrap();
        assert_eq!(game.position(), &moves::position(moves, size).unwrap(), "{text}");
    }
}

#[test]
fn names_of_notations() {
    for notation in Notation::ALL {
        assert_eq!(notation.name().parse(), Ok(notation));
        assert_eq!(notation.to_string(), notation.name());
    }
    let error = "fen".parse::<Notation>().unwrap_err().to_string();
    assert!(
        error.starts_with("\"fen\" is not a notation; the notations are moves, zero-based"),
        "{error}"
    );
}
