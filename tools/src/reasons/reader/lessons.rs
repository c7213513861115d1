//! The lessons of games that beginners lose against the levels, each read independently.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use fastrand::Rng;
use foursight::{AnySize, Cell, Column, Game, Lost, Outcome, Player, Position, Size, Verdict};
use foursight_engine::review::{Lesson, LessonKind, Review};
use foursight_engine::why::{Tier, Why};
use foursight_engine::{
    AnySolver, BookSolver, Control, Goal, Level, LevelPlayer, Limits, MoveScores, OpeningBooks,
    Solution, Solve, TableSize,
};

use super::{MAX_WORDS, Reader, addressed, counted, holds};

/// The boards of the games, with the number of games on each in ten.
pub(crate) const SIZES: [(&str, usize); 4] = [("7x6", 7), ("6x5", 1), ("5x5", 1), ("8x7", 1)];

/// The maximum number of nodes to search for the scores of one position's moves.
const MAX_NODES: u64 = 100_000;

/// The share of lines that a beginner blocks, in percent.
const BLOCKED: u8 = 95;

/// The way in which a beginner chooses where there is no line to complete or to block.
#[derive(Clone, Copy, Debug)]
enum Habit {
    Anywhere,
    NearCenter,
    OnOwnDiscs,
    OnOtherDiscs,
}

impl Habit {
    fn words(self) -> &'static str {
        match self {
            Self::Anywhere => "anywhere",
            Self::NearCenter => "near the center",
            Self::OnOwnDiscs => "on its own discs",
            Self::OnOtherDiscs => "on the other side's discs",
        }
    }
}

const HABITS: [Habit; 4] =
    [Habit::Anywhere, Habit::NearCenter, Habit::OnOwnDiscs, Habit::OnOtherDiscs];

/// The lessons read so far.
#[derive(Default)]
pub(crate) struct Lessons {
    /// The number of games lost by a beginner.
    pub(crate) n_lost: usize,
    /// For each habit, level, side and board, the number of losers, and how many of them are shown a short reason.
    pub(crate) kinds: BTreeMap<String, [usize; 2]>,
    /// The number of lessons with a reason of each tier.
    pub(crate) tiers: [usize; 4],
    /// The number of lessons that only show a move that holds out longer.
    pub(crate) n_sooner: usize,
    /// The number of lessons that only show the move that gave the result away.
    pub(crate) n_given_away: usize,
    /// The number of these two kinds that have a counted reason.
    pub(crate) n_counted: usize,
    /// The number of words in the headlines.
    pub(crate) n_words: usize,
    /// The number of games in which too little was proved.
    pub(crate) n_open: usize,
    /// The times to find the lessons, once the moves are graded.
    pub(crate) times: Vec<Duration>,
    /// The losers without a lesson, and the sentences that are false, each with its game.
    pub(crate) errors: Vec<String>,
}

impl Lessons {
    /// The number of lessons with a short reason.
    pub(crate) fn n_short(&self) -> usize {
        self.tiers.iter().sum()
    }

    /// These lessons and others.
    pub(crate) fn with(mut self, other: Self) -> Self {
        self.n_lost += other.n_lost;
        for (kind, counts) in other.kinds {
            let known = self.kinds.entry(kind).or_default();
            *known = [known[0] + counts[0], known[1] + counts[1]];
        }
        self.tiers.iter_mut().zip(other.tiers).for_each(|(own, other)| *own += other);
        self.n_sooner += other.n_sooner;
        self.n_given_away += other.n_given_away;
        self.n_counted += other.n_counted;
        self.n_words += other.n_words;
        self.n_open += other.n_open;
        self.times.extend(other.times);
        self.errors.extend(other.errors);
        self
    }

    /// Plays until beginners have lost `n_games` more games on a board of `size`, and reads their lessons.
    pub(crate) fn add(&mut self, size: AnySize, n_games: usize, random: &mut Rng) {
        let solver = AnySolver::new(size, TableSize::from_mib(32));
        let mut solver = BookSolver::new(OpeningBooks::embedded(), solver);
        let end = self.n_lost + n_games;
        while self.n_lost < end {
            let beginner = if random.bool() { Player::First } else { Player::Second };
            let level = random.u8(1..=10);
            let grade = Level::new(level).expect("levels go up to 10");
            let machine = LevelPlayer::new(grade, random.u64(..));
            let habit = random.choice(HABITS).expect("there are some");
            let game = play(size, beginner, (machine, habit), &mut solver, random);
            if game.outcome() != Some(Outcome::Win(beginner.other())) {
                continue;
            }
            self.n_lost += 1;
            let n_short = self.n_short();
            self.read(&game, beginner, &mut solver);
            let n_short = self.n_short() - n_short;
            let seat = if beginner == Player::First { "first" } else { "second" };
            let levels = ["1 to 3", "4 to 6", "7 to 10"][usize::from(level - 1).min(8) / 3];
            for kind in [
                habit.words().to_owned(),
                format!("against levels {levels}"),
                format!("{seat} player"),
                format!("on {size}"),
            ] {
                let known = self.kinds.entry(kind).or_default();
                *known = [known[0] + 1, known[1] + n_short];
            }
        }
    }

    /// Reads the lesson of a lost game, and those that it would have had if the loser had resigned before its end, or the
    /// players had agreed on a draw.
    pub(crate) fn read(
        &mut self,
        game: &Game<AnySize>,
        loser: Player,
        solver: &mut impl Solve<AnySize>,
    ) {
        for (n_back, loser) in [(1, Some(loser)), (6, Some(loser)), (1, None), (8, None)] {
            let mut shorter = Game::new(game.positions()[0]);
            let kept = game.moves().len().saturating_sub(n_back);
            for column in &game.moves()[..kept] {
                shorter.play(*column).expect("it was played");
            }
            let review = Review::new(&shorter, |position| Some(scores(solver, position)));
            let lesson = review.lesson(&shorter, loser, &mut Control::default());
            let checked = lesson.map(|lesson| check(&shorter, loser, &review, &lesson, solver));
            if let Some(Err(error)) = checked {
                self.add_error(&shorter, &error);
            }
        }
        let review = Review::new(game, |position| Some(scores(solver, position)));
        let start = Instant::now();
        let lesson = review.lesson(game, Some(loser), &mut Control::default());
        self.times.push(start.elapsed());
        if lesson.is_none() && review.lost(loser).is_none() {
            self.n_open += 1;
            return;
        }
        let checked = lesson.ok_or("no lesson".to_owned()).and_then(|lesson| {
            match lesson.kind {
                LessonKind::Unstoppable => {
                    let tier = lesson.why.as_ref().map_or(Tier::Example, |why| why.tier);
                    *self.tiers.get_mut(usize::from(tier.number())).ok_or("not short")? += 1;
                }
                LessonKind::Sooner => self.n_sooner += 1,
                LessonKind::GaveAway(_) => self.n_given_away += 1,
                LessonKind::MissedWin => return Err("somebody lost".to_owned()),
            }
            self.n_counted += usize::from(lesson.counted.is_some());
            self.n_words += lesson.headline(None).split(' ').count();
            check(game, Some(loser), &review, &lesson, solver)
        });
        if let Err(error) = checked {
            self.add_error(game, &error);
        }
    }

    fn add_error(&mut self, game: &Game<AnySize>, error: &str) {
        let moves = foursight::notation::moves::write(game.moves());
        self.errors.push(format!("{} {moves}: {error}", game.position().size()));
    }
}

/// Whether every sentence of the lesson is true.
fn check(
    game: &Game<AnySize>,
    loser: Option<Player>,
    review: &Review,
    lesson: &Lesson,
    solver: &mut impl Solve<AnySize>,
) -> Result<(), String> {
    let checked = match (lesson.kind, loser) {
        (LessonKind::Unstoppable | LessonKind::Sooner, None) => Err("nobody lost".to_owned()),
        (LessonKind::MissedWin, _) => Ok(()),
        (LessonKind::GaveAway(best), _) => gave_away(game, lesson, best, solver),
        (LessonKind::Unstoppable | LessonKind::Sooner, Some(loser)) => {
            was_lost(game, loser, review, lesson)
        }
    };
    let before = game.positions()[lesson.ply];
    let checked = checked
        .and_then(|()| told(game, lesson))
        .and_then(|()| are_short(&lesson.headline(None)))
        .and_then(|()| counted::check(lesson, &before, &mut |position| scores(solver, position)));
    let mistake = Some((before, lesson.cell));
    // By now, the solver may prove more about the position before the mistake than the review could know.
    let graded = review.moves()[lesson.ply].as_ref();
    let known = graded.map_or_else(|| MoveScores::unproved(&before), |it| it.scores.clone());
    let solve = &mut |position: &Position<AnySize>| {
        if *position == before { known.clone() } else { scores(solver, position) }
    };
    let mut reader = Reader { mistake, solve };
    let checked = checked.and_then(|()| lesson.why.iter().try_for_each(|why| reader.check(why)));
    checked.map_err(|error| {
        let sentences = lesson.why.iter().flat_map(Why::lines);
        let text: Vec<_> = [lesson.headline(None)].into_iter().chain(sentences).collect();
        format!("{error}\n  {}", text.join("\n  "))
    })
}

/// Whether a move gave away the result that the headline names.
fn gave_away(
    game: &Game<AnySize>,
    lesson: &Lesson,
    best: Verdict,
    solver: &mut impl Solve<AnySize>,
) -> Result<(), String> {
    let scores = scores(solver, &game.positions()[lesson.ply]);
    let of = |column| scores.get(column).and_then(Solution::verdict);
    let is_given_away = scores.best().and_then(|best| best.verdict()) == Some(best)
        && of(lesson.better.column) == Some(best)
        && of(lesson.cell.column).is_some_and(|played| played < best)
        && lesson.headline(None).contains(&format!(" could {}.", best.noun()));
    holds(is_given_away, "it gave nothing away")
}

/// Whether the loser made the move, and has been lost since it or since an earlier one.
fn was_lost(
    game: &Game<AnySize>,
    loser: Player,
    review: &Review,
    lesson: &Lesson,
) -> Result<(), String> {
    holds(lesson.player == loser, "another side's move")?;
    let lost = |position: &Position<AnySize>, score: Option<foursight::Score>| {
        score.is_none_or(|score| {
            let is_first = if loser == Player::First { score.value() } else { -score.value() };
            is_first < 0 || position.outcome().is_some()
        })
    };
    let positions = game.positions().iter().zip(review.evaluation());
    let from = match lesson.lost {
        Some(Lost::FromTheStart) => 0,
        Some(Lost::ByMove(ply)) => ply + 1,
        _ => lesson.ply + 1,
    };
    let mut since = positions.skip(from);
    holds(since.all(|(position, score)| lost(position, *score)), "it was not lost")?;
    let is_unproved = lesson.since().is_some_and(|since| since.ends_with(" is not proved."));
    let Some(reviewed) = &review.moves()[lesson.ply] else {
        return holds(is_unproved, "nobody is told that nothing is proved");
    };
    holds(!is_unproved, "it is proved")?;
    let [better, played] = [lesson.better, lesson.cell].map(|it| reviewed.scores.get(it.column));
    let is_no_better = better.zip(played).is_some_and(|(it, played)| it.upper <= played.lower);
    holds(!is_no_better, "the other move is no better")
}

/// Whether the headline says what the reason says, to everybody.
fn told(game: &Game<AnySize>, lesson: &Lesson) -> Result<(), String> {
    let before = game.positions()[lesson.ply];
    holds(before.side_to_move() == lesson.player, "another side's move")?;
    let headline = lesson.headline(None);
    for you in [Player::First, Player::Second] {
        let told = lesson.headline(Some(you));
        holds(lesson.pattern(Some(you)).is_none_or(|words| told.contains(&words)), "no pattern")?;
        let Some(won) = told.strip_prefix("You won with ") else {
            addressed::same(&told, &headline, you)?;
            continue;
        };
        let answer = game.positions()[lesson.ply + 1].landing(game.moves()[lesson.ply + 1]);
        let (cell, then) = won.split_once(": ").ok_or("how?")?;
        let is_answer = answer.is_some_and(|answer| cell == answer.to_string());
        holds(you != lesson.player && is_answer, "another answer")?;
        if let Some((_, others)) = headline.split_once(": ") {
            let others = match others.strip_prefix("it ") {
                Some(rest) => format!("{} {rest}", lesson.cell),
                None => others.to_owned(),
            };
            addressed::same(then, &others, you)?;
        }
    }
    let Some(why) = &lesson.why else { return Ok(()) };
    let said = why.sentences();
    let claims: [(&str, &[&str]); 11] = [
        ("two threats at once", &[" line in "]),
        ("both ends open", &[" line in "]),
        ("build a ladder", &["block there fills the cell under"]),
        ("right above it", &[" fills the cell under "]),
        ("complete a line at once", &[" completes "]),
        ("complete a line wherever", &["next, wherever"]),
        ("a chain of threats", &[" makes ", " only one answer"]),
        ("answer on top", &[" always answers on top. "]),
        ("out of safe discs", &["must play under"]),
        ("set a trap under", &["must play under"]),
        (", which won at once", &[" missed "]),
    ];
    for (claim, needed) in claims {
        let is_said = |words: &&str| said.iter().any(|sentence| sentence.contains(*words));
        if headline.contains(claim) && !needed.iter().any(is_said) {
            return Err(format!("{claim:?} is not in the reason"));
        }
    }
    if headline.contains("both ends open") {
        let connect = before.size().connect();
        holds(are_ends(&said, connect), "these are not the ends of a row")?;
    }
    if let Some((_, trap)) = headline.split_once("a trap under ") {
        let under = format!("must play under {}", trap.trim_end_matches('.'));
        let is_said = said.iter().any(|sentence| sentence.contains(&under));
        holds(is_said, "the trap is elsewhere")?;
    }
    if lesson.answer.is_some() {
        let begins = format!(" {} ", lesson.answer.map_or(String::new(), |it| it.to_string()));
        let steps = why.lines().join(" ").replace([',', '.'], " ");
        holds(steps.contains(&begins), "the answer is not in the reason")?;
    }
    let n_told = why.parts.iter().filter(|part| part.kind.name() != "better").count();
    holds(n_told <= 2, "too many sentences")
}

/// Whether these are at most two sentences of at most 25 words.
fn are_short(headline: &str) -> Result<(), String> {
    let lengths: Vec<usize> = headline.split(". ").map(|s| s.split(' ').count()).collect();
    let is_short = lengths.len() <= 2 && lengths.iter().all(|n_words| *n_words <= MAX_WORDS);
    if is_short { Ok(()) } else { Err("too long".to_owned()) }
}

/// Whether the two cells in which a line can be completed are as far apart as the ends of a row.
fn are_ends(said: &[&str], connect: usize) -> bool {
    let cells = |sentence: &&str| {
        let (one, two) =
            sentence.split_once(" line in ")?.1.split_once(':')?.0.split_once(" or ")?;
        Some((one.parse::<Cell>().ok()?, two.parse::<Cell>().ok()?))
    };
    said.iter().find_map(cells).is_some_and(|(one, two)| {
        let columns = one.column.index().abs_diff(two.column.index());
        columns == connect && [0, connect].contains(&one.row.abs_diff(two.row))
    })
}

fn scores(solver: &mut impl Solve<AnySize>, position: &Position<AnySize>) -> MoveScores {
    let limits = Limits { nodes: Some(MAX_NODES), ..Limits::default() };
    solver.solve_moves(position, Goal::Score, &mut Control::limited(limits))
}

/// A game between a beginner with a habit and a level.
fn play(
    size: AnySize,
    beginner: Player,
    (mut machine, habit): (LevelPlayer, Habit),
    solver: &mut impl Solve<AnySize>,
    random: &mut Rng,
) -> Game<AnySize> {
    let mut game = Game::new(Position::empty(size));
    while game.outcome().is_none() {
        let position = *game.position();
        let column = if position.side_to_move() == beginner {
            choose(&game, habit, random)
        } else {
            let limits = Limits { nodes: Some(MAX_NODES), ..Limits::default() };
            machine.choose(&position, solver, &mut Control::limited(limits)).expect("it is open")
        };
        game.play(column).expect("it is legal");
    }
    game
}

/// The beginner's move: a line, nearly every block, and otherwise as its habit is.
fn choose(game: &Game<AnySize>, habit: Habit, random: &mut Rng) -> Column {
    let position = game.position();
    let open: Vec<Column> = position.moves().collect();
    if let Some(win) = open.iter().find(|column| position.is_winning_move(**column)) {
        return *win;
    }
    let threats = position.opponent_winning_cells() & position.playable_cells();
    let block = open.iter().find(|column| !threats.in_column(**column).is_empty());
    if let Some(block) = block.filter(|_| random.u8(..100) < BLOCKED) {
        return *block;
    }
    let width = position.size().width();
    let recent = |n_back: usize| game.moves().iter().rev().nth(n_back).copied();
    let wanted = match habit {
        Habit::Anywhere => None,
        Habit::NearCenter => {
            let off =
                |column: &Column| (2 * column.index() + 1).abs_diff(width) + random.usize(..3);
            open.iter().map(off).zip(&open).min().map(|(_, column)| *column)
        }
        Habit::OnOwnDiscs => recent(1),
        Habit::OnOtherDiscs => recent(0),
    };
    let wanted = wanted.filter(|column| open.contains(column) && random.u8(..4) > 0);
    wanted.or_else(|| random.choice(open)).expect("the game is open")
}
