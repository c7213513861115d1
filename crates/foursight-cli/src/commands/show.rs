//! `foursight show`: a position as text or as a picture.

mod overlay;
mod picture;

use std::io::Write;

use anyhow::Result;
use clap::Args;
use foursight::{AnySize, Game, Position};
use foursight_engine::{Advice, Control, Goal, Solve};
use foursight_render::{Diagram, TextStyle};

use self::overlay::{Label, OverlayArgs};
use self::picture::{Picture, PictureArgs};
use crate::args::{BookArgs, PositionArgs, SearchArgs, Solver, style, usual_style};
use crate::commands::analyze::short;
use crate::failure::Interrupted;
use crate::interrupt;
use crate::output::complain;
use crate::progress::with_spinner;

/// Draw a position as text or as a picture.
#[derive(Args, Debug)]
#[command(mut_group("SearchArgs", |group| group.requires("scores")))]
#[command(mut_group("BookArgs", |group| group.requires("scores")))]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Style of the board as text.
    #[arg(long, value_parser = style(), default_value = usual_style().1)]
    style: TextStyle,
    /// Show the score of each move above its column; in a picture, arrows also point to the best moves.
    #[arg(long)]
    scores: bool,
    /// Write a sign in empty cells: `T=b4,f4` or `T=2.4,6.4` writes T in columns 2 and 6 of row 4 (rows are numbered from
    /// 1 at the bottom).
    #[arg(long, value_name = "SIGN=CELLS", allow_hyphen_values = true)]
    label: Vec<Label>,
    #[command(flatten)]
    overlay: OverlayArgs,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten, next_help_heading = "Options of --scores")]
    search: SearchArgs,
    #[command(flatten)]
    books: BookArgs,
}

pub(crate) fn run(args: &ShowArgs) -> Result<()> {
    let game = args.position.game()?;
    let scores = args.scores.then_some("--scores");
    let label = (!args.label.is_empty()).then_some("--label");
    let picture = args.picture.picture(scores.or(label).or(args.overlay.option()))?;
    let labels = overlay::labeled(&args.label, game.position())?;
    let overlay = args.overlay.overlay(game.position())?;
    let mut diagrams = diagrams(args, &game, picture.as_ref())?;
    for diagram in &mut diagrams {
        *diagram = diagram.clone().with_labels(labels.iter().copied());
    }
    if args.overlay.option().is_some() {
        // All frames of an animation have the same size; the overlay belongs to the last one.
        diagrams = diagrams.into_iter().map(Diagram::with_coordinates).collect();
        let last = diagrams.pop().expect("a game has a position");
        diagrams.push(last.with_overlay(overlay));
    }
    let is_partial = args.scores && interrupt::is_set();
    if let Some(old) = picture.as_ref().and_then(Picture::old_file).filter(|_| is_partial) {
        complain(&format!("interrupted: {} is unchanged", old.display()));
    } else if let Some(picture) = picture {
        picture.write(&diagrams, args.style)?;
    } else {
        let diagram = diagrams.last().expect("a game has a position");
        write!(anstream::stdout(), "{}", diagram.to_text(args.style))?;
    }
    if interrupt::is_set() { Err(Interrupted.into()) } else { Ok(()) }
}

/// The position of `game`, preceded by the earlier positions if the picture shows them.
fn diagrams(
    args: &ShowArgs,
    game: &Game<AnySize>,
    picture: Option<&Picture<'_>>,
) -> Result<Vec<Diagram>> {
    let mut diagrams = Diagram::each_of_game(game);
    let mut positions = game.positions();
    if !picture.is_some_and(Picture::is_animated) {
        let n_skipped = game.moves().len();
        diagrams.drain(..n_skipped);
        positions = &positions[n_skipped..];
    }
    if !args.scores {
        return Ok(diagrams);
    }
    let mut solver =
        args.search.solver_with_threads(game.position().size(), args.books.books()?)?;
    let scored = with_spinner("solving", args.search.limits(), |control| {
        let shown = diagrams.into_iter().zip(positions);
        shown.map(|(diagram, position)| scored(diagram, position, &mut solver, control)).collect()
    });
    Ok(scored)
}

/// The diagram with a score under each column (`?` if it is not proved), and arrows into the best columns if there is a
/// choice.
///
/// After the end of the game the notes are empty, so that all frames of an animation have the same size.
fn scored(
    diagram: Diagram,
    position: &Position<AnySize>,
    solver: &mut Solver,
    control: &mut Control<'_>,
) -> Diagram {
    let scores = solver.solve_moves(position, Goal::Score, control);
    let notes =
        scores.columns().iter().map(|solution| solution.as_ref().map_or(String::new(), short));
    let advice = Advice::new(&scores, position);
    let arrows = advice.iter().flat_map(Advice::columns).copied();
    diagram.with_notes(notes.collect()).with_arrows(arrows)
}
