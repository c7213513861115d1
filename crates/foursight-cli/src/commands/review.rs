//! `foursight review`: the moves of a game graded, with reasons.

use std::fmt::Write as _;
use std::io::Write as _;

use anyhow::{Result, ensure};
use clap::Args;
use foursight::record::GameResult;
use foursight::{AnySize, Game, Player, counted};
use foursight_answers::review::ReviewBody;
use foursight_engine::review::{Lesson, Review, ReviewedMove};
use foursight_engine::why::Why;
use foursight_engine::{Control, Goal, Solve};
use foursight_render::{Diagram, TextStyle};

use crate::args::{QuestionArgs, Solver, style, usual_style};
use crate::failure::{Interrupted, InvalidPosition};
use crate::interrupt;
use crate::output::{capitalized, color_name};
use crate::progress::with_spinner;
use crate::reason;

/// Grade every move of a game, with the reason for each mistake and, once it is over, the move to learn from.
///
/// ??? is a missed win or block, ?? a blunder, ? a mistake and ?! an inaccuracy.
#[derive(Args, Debug)]
#[command(mut_arg("time_limit", |arg| arg.help("Time limit; moves not graded by then have no grade [default: 30s]")))]
pub(crate) struct ReviewArgs {
    #[command(flatten)]
    question: QuestionArgs,
    /// Style of the board.
    #[arg(long, value_parser = style(), default_value = usual_style().1)]
    style: TextStyle,
    /// Print the JSON object that `GET /api/review?why=true` returns.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &ReviewArgs) -> Result<()> {
    let game = args.question.position.game()?;
    ensure!(
        !game.moves().is_empty(),
        InvalidPosition(
            "there are no moves to grade: a board does not say how it was played".into()
        )
    );
    let mut solver = args.question.solver(&game)?;
    let limits = args.question.search.limits_within(reason::TIME_LIMIT);
    let text = with_spinner("grading", limits, |control| {
        let review =
            Review::new(&game, |position| Some(solver.solve_moves(position, Goal::Score, control)));
        let result = GameResult::from(game.outcome());
        let is_over = result != GameResult::Unfinished;
        let lesson = is_over.then(|| review.lesson(&game, result.loser(), control)).flatten();
        if args.json {
            let body = ReviewBody::new(&game, &review, lesson.as_ref(), None);
            let body = body.explained(&game, &review, &mut solver, control.limits, None);
            return serde_json::to_string(&body).map(|json| json + "\n");
        }
        let board = Diagram::of_game(&game).with_coordinates().to_text(args.style);
        let moves = graded_moves(&game, &review, &mut solver, control);
        Ok(format!("{board}\n{moves}{}", summary(&review, lesson.as_ref())))
    })?;
    write!(anstream::stdout(), "{text}")?;
    if interrupt::is_set() { Err(Interrupted.into()) } else { Ok(()) }
}

/// A line for each move, and the reason for each mistake below it.
fn graded_moves(
    game: &Game<AnySize>,
    review: &Review,
    solver: &mut Solver,
    control: &mut Control<'_>,
) -> String {
    let mut text = String::new();
    let played = game.positions().iter().zip(game.moves()).zip(review.moves());
    for ((position, column), reviewed) in played {
        let (side, number) = (color_name(position.side_to_move()), position.ply() + 1);
        let comment = match reviewed {
            None => "  not graded in time".to_owned(),
            Some(ReviewedMove { grade, .. }) => {
                let comment = reviewed.as_ref().and_then(ReviewedMove::comment);
                let comment = comment.map_or(String::new(), |comment| format!("  {comment}"));
                format!("{}{comment}", grade.mark().symbol())
            }
        };
        let column = column.letter();
        writeln!(text, "{number:>3}. {side:<6} {column}{comment}").expect("a string takes all");
        let mistake = reviewed.as_ref().filter(|played| played.grade.mark().is_mistake());
        if let Some(ReviewedMove { column, scores, .. }) = mistake {
            let reason = Why::of_move(position, *column, scores, solver, control);
            for line in reason::lines(&reason) {
                writeln!(text, "            {line}").expect("a string takes all");
            }
        }
    }
    text
}

/// The shares of good moves, and the lesson.
fn summary(review: &Review, lesson: Option<&Lesson>) -> String {
    let mut text = "\n".to_owned();
    for player in [Player::First, Player::Second] {
        let accuracy = review.accuracy(player);
        let shares = accuracy.best_share().zip(accuracy.kept_share());
        if let Some((best, kept)) = shares.map(|(best, kept)| (100.0 * best, 100.0 * kept)) {
            let side = capitalized(color_name(player));
            let moves = counted(accuracy.n_graded(), "move");
            writeln!(text, "{side}: {moves}, {best:.0}% best, {kept:.0}% kept the result.")
                .expect("a string takes all");
        }
    }
    if let Some(lesson) = lesson {
        writeln!(text, "\n{}", lesson.headline(None)).expect("a string takes all");
    }
    text
}
