//! The most expensive requests of each route; the program's load tests send them, too.

use fastrand::Rng;
use foursight::notation::moves;
use foursight::{AnySize, Column, Game, Position};

/// A board full except for ten cells, whose top discs are all red although yellow has moved last: no order of moves
/// leads there, but each order reveals that only at its end.
const UNREACHABLE: &str = r#"{"connect":6,"text":".R.R.R.R.R\n.Y.Y.Y.Y.Y\nRYRYRYRYRY\nYRYRYRYRYR\nRYRYRYRYRY\nYRYRYRYRYR\nYRYRYRYRYR\nRYRYRYRYRY\nYRYRYRYRYR\nRYRYRYRYRY"}"#;

/// Each request with its route, its address and its body. `<10x10 6 90>` stands for a random game of up to 90 plies on
/// that board with lines of six, `<n>` for a random number, and `<game>` for the name of a network game.
pub(crate) const DEAREST: &[(&str, &str, &str)] = &[
    ("GET /solve", "/solve?size=10x10&connect=6&pos=<10x10 6 12>", ""),
    ("GET /solve", "/solve?pos=<7x6 4 13>", ""),
    ("GET /api/position", "/api/position?size=10x10&connect=6&pos=<10x10 6 95>", ""),
    ("POST /api/position", "/api/position", UNREACHABLE),
    ("GET /api/score", "/api/score?size=10x10&connect=6&pos=<10x10 6 12>", ""),
    ("GET /api/analyze", "/api/analyze?size=10x10&connect=6&pos=<10x10 6 12>", ""),
    ("GET /api/analyze", "/api/analyze?size=10x8&pos=<10x8 4 40>", ""),
    ("GET /api/review", "/api/review?why=true&size=10x10&connect=6&pos=<10x10 6 90>", ""),
    ("GET /api/review", "/api/review?why=true&size=8x8&pos=<8x8 4 60>", ""),
    ("GET /api/review", "/api/review?why=true&pos=<7x6 4 40>", ""),
    ("GET /api/why", "/api/why?size=10x10&connect=5&pos=<10x10 5 30>", ""),
    ("GET /api/why", "/api/why?size=9x8&pos=<9x8 4 40>", ""),
    ("GET /api/why/answer", "/api/why/answer?size=10x10&connect=5&pos=<10x10 5 30>", ""),
    ("GET /api/move", "/api/move?level=10&size=10x10&connect=6&pos=<10x10 6 12>", ""),
    ("GET /api/move", "/api/move?level=5&size=10x10&pos=<10x10 4 60>", ""),
    ("GET /api/levels", "/api/levels", ""),
    ("GET /api/bits", "/api/bits?size=10x10&connect=6&pos=<10x10 6 90>", ""),
    ("GET /api/text", "/api/text?size=10x10&connect=6&pos=<10x10 6 90>", ""),
    ("GET /api/game_file", "/api/game_file?size=10x10&connect=6&pos=<10x10 6 90>", ""),
    ("GET /render.svg", "/render.svg?size=10x10&connect=6&pos=<10x10 6 90>", ""),
    ("GET /render.svg", "/render.svg?scores=1&arrows=1&size=9x9&pos=<9x9 4 12>", ""),
    ("GET /render.png", "/render.png?size=10x10&connect=6&pos=<10x10 6 90>", ""),
    ("GET /render.png", "/render.png?width=2048&height=2048&size=10x10&pos=<10x10 4 60>", ""),
    ("GET /render.gif", "/render.gif?theme=transparent&size=10x10&connect=6&pos=<10x10 6 95>", ""),
    ("GET /api/puzzles", "/api/puzzles?difficulty=5&after=<n>", ""),
    ("GET /api/puzzles/daily", "/api/puzzles/daily", ""),
    ("GET /api/puzzles/{id}", "/api/puzzles/<n>", ""),
    ("POST /api/games", "/api/games", r#"{"size":"10x10","connect":6,"pos":"<10x10 6 90>"}"#),
    ("GET /api/games/{id}", "/api/games/<game>", ""),
    ("POST /api/games/{id}/join", "/api/games/<game>/join", "{}"),
    ("POST /api/games/{id}/claim", "/api/games/<game>/claim", r#"{"secret":"none"}"#),
    ("POST /api/games/{id}/moves", "/api/games/<game>/moves", r#"{"column":1,"ply":0}"#),
    ("POST /api/games/{id}/actions", "/api/games/<game>/actions", r#"{"action":"resign"}"#),
    ("GET /api/games/{id}/events", "/api/games/<game>/events", ""),
    ("GET /api/games/{id}/file", "/api/games/<game>/file", ""),
    ("GET /api/games/{id}/ws", "/api/games/<game>/ws", ""),
    ("GET /api/session", "/api/session", ""),
    ("POST /api/session/sign_out", "/api/session/sign_out", "{}"),
    ("POST /api/session/delete", "/api/session/delete", "{}"),
    ("GET /api/openapi.json", "/api/openapi.json", ""),
    ("GET /api/health", "/api/health", ""),
    ("GET /", "/?size=10x10&connect=6&pos=<10x10 6 90>", ""),
    ("GET /analysis", "/analysis?size=10x10&connect=6&pos=<10x10 6 90>", ""),
    ("GET /embed", "/embed?size=10x10&connect=6&pos=<10x10 6 90>", ""),
    ("GET /g/{id}", "/g/<game>", ""),
    ("GET /g/{id}/code.svg", "/g/<game>/code.svg", ""),
    ("GET /enter", "/enter", ""),
    ("GET /rules", "/rules", ""),
    ("GET /games", "/games", ""),
    ("GET /beat", "/beat", ""),
    ("GET /learn", "/learn", ""),
    ("GET /learn/{id}", "/learn/40", ""),
    ("GET /puzzles", "/puzzles", ""),
    ("GET /puzzles/{id}", "/puzzles/<n>", ""),
    ("GET /daily", "/daily", ""),
    ("GET /card.png", "/card.png?size=10x10&connect=6&pos=<10x10 6 90>", ""),
    ("GET /docs", "/docs", ""),
    ("GET /robots.txt", "/robots.txt", ""),
    ("GET /.well-known/security.txt", "/.well-known/security.txt", ""),
    ("GET /service_worker.js", "/service_worker.js", ""),
    ("GET /assets/{*path}", "/assets/main.js", ""),
];

/// An address or a body with its parts in angle brackets replaced.
pub(crate) fn fill(template: &str, game: &str, random: &mut Rng) -> String {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('<') {
        let (name, after) = after.split_once('>').expect("it is closed");
        filled += before;
        filled += &match *name.split(' ').collect::<Vec<_>>() {
            ["game"] => game.to_owned(),
            ["n"] => random.u32(1..=900_000).to_string(),
            [size, connect, n_plies] => {
                let size: AnySize = size.parse().expect("a size");
                let size = size.with_connect(connect.parse().expect("a number"));
                random_moves(size.expect("a size"), n_plies.parse().expect("a number"), random)
            }
            _ => panic!("<{name}> stands for nothing"),
        };
        rest = after;
    }
    filled + rest
}

/// A game of at most `n_plies`, in which nobody misses a win or a threat one disc ahead.
pub(crate) fn random_moves(size: AnySize, n_plies: usize, random: &mut Rng) -> String {
    let mut game = Game::new(Position::empty(size));
    while game.moves().len() < n_plies {
        let columns: Vec<Column> = game.position().non_losing_moves().columns().collect();
        let Some(column) = random.choice(columns) else { break };
        game.play(column).expect("the move is legal");
        if game.outcome().is_some() {
            game.undo();
            break;
        }
    }
    moves::write(game.moves())
}
