//! A tournament that was never played, for tests of reports and files.

use fastrand::Rng;
use foursight::notation::moves;
use foursight::record::GameResult;
use foursight::{AnySize, Column, OpeningRule, Player, Position, Score, Size};
use foursight_arena::{
    Channel, Credit, Ending, GradedGame, GradedMove, LogLine, LoggedGame, Standings, StoredGame,
    TournamentHeader, Transcript, random_opening,
};

pub(crate) struct Sample {
    pub(crate) header: TournamentHeader,
    pub(crate) games: Vec<StoredGame>,
    /// The transcripts in the order of the games.
    pub(crate) transcripts: Vec<Transcript>,
    pub(crate) grades: Vec<Option<GradedGame>>,
    pub(crate) standings: Standings,
}

pub(crate) fn header(players: &[&str]) -> TournamentHeader {
    TournamentHeader {
        clocks: Vec::new(),
        name: "Club night".to_owned(),
        size: AnySize::default(),
        schedule: "round robin".to_owned(),
        clock: "1 s for each move".to_owned(),
        players: players.iter().map(|&name| name.to_owned()).collect(),
        seed: 17,
    }
}

/// A game of players 0 and 1 that ended with a line unless changed afterwards.
pub(crate) fn game(opening: &str, moves: &str, result: &str) -> StoredGame {
    StoredGame {
        number: 1,
        round: 1,
        pair: 1,
        meeting: 0,
        opening_rule: OpeningRule::None,
        swapped: false,
        players: [0, 1],
        opening: opening.to_owned(),
        moves: moves.to_owned(),
        result: result.parse().unwrap(),
        ending: if result == "1/2" { Ending::Draw } else { Ending::Line },
        reason: "a line is complete".to_owned(),
        micros: vec![1500; moves.len()],
    }
}

/// The transcript of a game without a conversation.
pub(crate) fn silence() -> Transcript {
    let layers = vec!["rlimit".to_owned(), "landlock".to_owned()];
    Transcript { layers, ..Transcript::default() }
}

pub(crate) fn line(player: Player, channel: Channel, text: &str) -> LogLine {
    LogLine { player, micros: 0, ply: None, channel, text: text.to_owned() }
}

/// A tournament of four players with this many games; one game in ten ends with a fault.
pub(crate) fn tournament(n_games: usize) -> Sample {
    let mut random = Rng::with_seed(1);
    let header = header(&["alice", "bob <b>bold</b>", "carol", "Dörte \u{202e}evil"]);
    let played = (1..=n_games).map(|number| play(number, &mut random));
    let (games, transcripts): (Vec<_>, Vec<_>) =
        played.map(|LoggedGame { game, transcript }| (game, transcript)).unzip();
    let grades = games.iter().map(|game| Some(grade(game))).collect();
    let standings = Standings::new(&header, &games, &Credit::None);
    Sample { header, games, transcripts, grades, standings }
}

fn play(number: usize, random: &mut Rng) -> LoggedGame {
    let opening = random_opening(AnySize::default(), 2 + number % 3, random);
    let (mut game, mut transcript) = (game(&moves::write(&opening), "", "1/2"), silence());
    let second = (number + 1 + number / 4 % 3) % 4;
    (game.number, game.round, game.pair) = (number, number.div_ceil(4), number.div_ceil(2));
    game.players = [number % 4, if second == number % 4 { (second + 1) % 4 } else { second }];
    let mut played = opening;
    let fault = (number % 10 == 3).then(|| random.usize(6..20));
    let mut clock = 0;
    while let Some(column) = choose(&played, random) {
        let (seat, ply) = (played.len() % 2, played.len());
        let mover = [Player::First, Player::Second][seat];
        clock += 20;
        let mut log = |channel, micros, text: String| {
            let line = LogLine { player: mover, micros, ply: Some(ply), channel, text };
            transcript.log.push(line);
        };
        log(Channel::Sent, clock, format!("position {}", moves::write(&played)));
        log(Channel::Sent, clock + 5, "go movetime 1000".to_owned());
        if fault == Some(game.moves.len()) {
            log(Channel::Error, clock + 900, "thread 'main' panicked at src/main.rs:17".to_owned());
            fail(&mut game, &mut transcript.errors, seat);
            return LoggedGame { game, transcript };
        }
        let micros = random.u64(300..90_000);
        clock += micros;
        log(Channel::Received, clock - 200, "info depth 4 nodes 2801 time 1".to_owned());
        log(Channel::Received, clock, format!("bestmove {column}"));
        game.micros.push(micros);
        game.moves.push(column.symbol());
        played.push(column);
    }
    game.result = position(&played).outcome().into();
    game.ending = if game.result == GameResult::Draw { Ending::Draw } else { Ending::Line };
    LoggedGame { game, transcript }
}

fn fail(game: &mut StoredGame, errors: &mut [String; 2], seat: usize) {
    game.result = [GameResult::SecondWins, GameResult::FirstWins][seat];
    game.ending = Ending::Crash;
    "ended with exit code 101".clone_into(&mut game.reason);
    "thread 'main' panicked at src/main.rs:17:\nindex out of bounds: the len is 7"
        .clone_into(&mut errors[seat]);
}

fn position(played: &[Column]) -> Position<AnySize> {
    let columns = played.iter().copied();
    Position::from_columns(AnySize::default(), columns).expect("the moves are legal")
}

/// A random move, but one that wins at once if there is one.
fn choose(played: &[Column], random: &mut Rng) -> Option<Column> {
    let position = position(played);
    let winning = position.moves().find(|&column| position.is_winning_move(column));
    let any = random.choice(position.moves().collect::<Vec<_>>());
    winning.or(any).filter(|_| position.outcome().is_none())
}

/// Grades by the moves that win at once, as if all others were draws.
fn grade(game: &StoredGame) -> GradedGame {
    let columns = |text: &str| text.chars().map_while(Column::from_symbol).collect::<Vec<_>>();
    let mut played = columns(&game.opening);
    let moves = columns(&game.moves).into_iter().map(|column| {
        let before = position(&played);
        let score = |column| before.play(column).ok().map(|next| Score::at_end(&next));
        let score = |column| Some(score(column)?.map_or(Score::DRAW, |lost| -lost));
        played.push(column);
        GradedMove::new(column, before.size().columns().map(score).collect())
    });
    GradedGame { moves: moves.collect(), ..GradedGame::default() }
}
