//! Pictures as SVG, as written to files.

use foursight::{Cell, Column, Game};
use foursight_render::{Canvas, Diagram, Look, Palette, SIGNS, TextStyle};

use crate::{game, game_on};

#[test]
fn a_small_board() {
    let notes = ["-1", "", "1"].map(str::to_owned).to_vec();
    let diagram = Diagram::of_game(&game_on("3x3", "12"));
    let diagram = diagram.with_notes(notes).with_arrows([Column::new(2)]);
    let svg = diagram.to_svg(&Look::default());
    let head = r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" width="256" height="320" viewBox="-30 -80 400 500">"#;
    assert!(svg.starts_with(head), "{svg}");
    let words = "<title>Connect Four, 3 by 3, after 2 moves: red to move</title>\n<desc>Discs from the bottom: column a red; \
                 column b yellow. Last move: yellow in b1. Under the columns: column a -1, column c 1. Arrows into column \
                 c.</desc>";
    assert!(svg.contains(words), "{svg}");
    for (part, n) in [
        (r##"<use href="#red-disc-red-yellow-light" x="70" y="270"/>"##, 1),
        (r##"<use href="#yellow-disc-red-yellow-light" x="170" y="270"/>"##, 1),
        (r##"<use href="#hole-red-yellow-light""##, 9),
        (
            r##"<circle cx="170" cy="270" r="41" fill="none" stroke="#ffffff" stroke-width="4"/>"##,
            1,
        ),
        (r#"d="M270 248v42m-18-18l18 18l18-18"/>"#, 2),
        (r#"<rect x="27" y="-48" width="86" height="40" rx="20""#, 1),
        (r#"d="M1 8H9"/>"#, 1),
    ] {
        assert_eq!(svg.matches(part).count(), n, "{part} in {svg}");
    }
}

/// Checks the title and the description, for people who cannot see the picture.
#[track_caller]
fn check_words(diagram: &Diagram, palette: Palette, title: &str, description: &str) {
    let svg = diagram.to_svg(&Look { palette, ..Look::default() });
    let words = format!("<title>{title}</title>\n<desc>{description}</desc>\n");
    assert!(svg.contains(&words), "{svg}");
}

#[test]
fn pictures_in_words() {
    let of = |moves: &str| Diagram::of_game(&game(moves));
    check_words(
        &of(""),
        Palette::RedYellow,
        "Connect Four, 7 by 6, after no move: red to move",
        "The board is empty.",
    );
    check_words(
        &of("4").with_arrows([Column::new(0), Column::new(3)]),
        Palette::RedBlue,
        "Connect Four, 7 by 6, after 1 move: blue to move",
        "Discs from the bottom: column d red. Last move: red in d1. Arrows into columns a and d.",
    );
    check_words(
        &of("12"),
        Palette::Classic,
        "Connect Four, 7 by 6, after 2 moves: red to move",
        "Discs from the bottom: column a red; column b black. Last move: black in b1.",
    );
}

/// Cells with a disc have no room for a sign.
#[test]
fn labels_are_seen_and_named() {
    let diagram = |moves| Diagram::new(game(moves).position());
    let labeled = diagram("4").with_labels([(Cell::new(3, 0), 'T'), (Cell::new(3, 1), 'F')]);
    check_words(
        &labeled,
        Palette::RedYellow,
        "Connect Four, 7 by 6, after 1 move: yellow to move",
        "Discs from the bottom: column d red. Labels: F in d2.",
    );
    let f = r#"scale(2.250)" d="M9.5 0H1V16M1 7.5H8"/>"#;
    let svg = labeled.to_svg(&Look::default());
    assert_eq!(svg.matches(f).count(), 2, "the sign and its border: {svg}");
    assert_eq!(labeled.to_text(TextStyle::Letters).lines().nth(5), Some("  .  .  .  F  .  .  ."));
}

#[test]
fn every_sign_has_a_shape() {
    let svg = |sign| {
        let labeled = Diagram::new(game("").position()).with_labels([(Cell::new(0, 0), sign)]);
        labeled.to_svg(&Look::default())
    };
    let box_of_unknown = r#"d="M0 0H10V16H0Z"/>"#;
    assert!(svg('k').contains(box_of_unknown));
    assert!(SIGNS.chars().all(|sign| !svg(sign).contains(box_of_unknown)));
}

#[test]
fn winning_lines_in_words() {
    check_words(
        &Diagram::of_game(&game("1212121")),
        Palette::RedBlack,
        "Connect Four, 7 by 6, after 7 moves: red has won",
        "Discs from the bottom: column a red, red, red, red; column b black, black, black. \
         Last move: red in a4. A vertical line in column a.",
    );
    check_words(
        &Diagram::of_game(&game("12234334464")),
        Palette::RedYellow,
        "Connect Four, 7 by 6, after 11 moves: red has won",
        "Discs from the bottom: column a red; column b yellow, red; column c yellow, yellow, red; \
         column d red, yellow, red, red; column f yellow. Last move: red in d4. \
         A rising line from column a to d.",
    );
}

#[test]
fn other_games_in_words() {
    let full = Diagram::of_game(&game_on("3x3", "112233312"));
    let svg = full.to_svg(&Look::default());
    assert!(svg.contains("3 by 3, after 9 moves: a draw"), "{svg}");
}

#[test]
fn notes_are_escaped() {
    let notes = vec!["<&>".to_owned()];
    let svg = Diagram::of_game(&game("4")).with_notes(notes).to_svg(&Look::default());
    assert!(svg.contains("Under the columns: column a &lt;&amp;&gt;."), "{svg}");
}

#[test]
fn full_columns_take_no_arrow() {
    let full = Diagram::of_game(&game("111111"));
    assert_eq!(full.clone().with_arrows([Column::new(0)]), full);
}

/// A share image: the board in the middle of a page.
#[test]
fn a_canvas_has_the_board_in_its_middle() {
    let canvas = Some(Canvas::new(1200, 630).unwrap());
    let svg = Diagram::of_game(&game("4")).to_svg(&Look { canvas, ..Look::default() });
    assert!(svg.contains(r#"width="1200" height="630" viewBox="-344 -30 1428 750""#), "{svg}");
    let canvas = Some(Canvas::new(630, 1200).unwrap());
    let svg = Diagram::of_game(&game("4")).to_svg(&Look { canvas, ..Look::default() });
    assert!(svg.contains(r#"width="630" height="1200" viewBox="-30 -416 800 1523""#), "{svg}");
}

#[test]
fn a_game_has_a_diagram_for_each_position() {
    let mut replayed: Game<_> = game("4455");
    let diagrams = Diagram::each_of_game(&replayed);
    assert_eq!(diagrams.len(), 5);
    for diagram in diagrams.iter().rev() {
        assert_eq!(*diagram, Diagram::of_game(&replayed));
        replayed.undo();
    }
}
