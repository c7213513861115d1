//! The table on the projector.

use foursight::AnySize;
use foursight::notation::moves;
use foursight_arena::GameLesson;
use foursight_render::{Diagram, Look, Theme};
use maud::{Markup, html};

use super::finals::last_final;
use super::pupil::progress;
use super::{data_url, frame, games, meaning, strength};
use crate::bot::{Bot, LEVELS};
use crate::class::{Board, Class, Inner};
use crate::settings::Settings;
use crate::store::{GameRow, Pupil};

/// The number of games that the projector lists.
const N_GAMES: u32 = 6;

/// The number of boards that it shows.
const N_BOARDS: usize = 2;

/// The number of games among which it looks for an upset.
const N_RECENT: u32 = 50;

/// The minimum by which the loser of an upset is stronger, in Elo.
const UPSET: f64 = 100.0;

/// The page for the projector.
pub(crate) fn live_page(class: &Class, inner: &mut Inner, code: &str) -> rusqlite::Result<Markup> {
    let Settings { name, only_plays, .. } = inner.store.settings()?;
    let (content, boards) = (live(class, inner)?, boards(class, inner, code)?);
    Ok(frame(
        &name,
        &html! {
            h1 { (name) }
            @if !only_plays { div data-renew={ "/class/live/" (code) "/boards" } data-every="1" { (boards) } }
            div data-renew={ "/class/live/" (code) "/table" } { (content) }
        },
    ))
}

/// The part of that page that changes.
pub(crate) fn live(class: &Class, inner: &mut Inner) -> rusqlite::Result<Markup> {
    if inner.store.settings()?.only_plays {
        return progress(inner);
    }
    let table = inner.table()?;
    let (settings, last) = (inner.store.settings()?, inner.store.last_games(N_GAMES)?);
    let (upset, games) = (upset(inner)?, games(inner, &last)?);
    let (last_final, warning) = (last_final(class, inner)?, inner.store.warning()?);
    Ok(html! {
        @if let Some(warning) = warning { p.notice { (warning) } }
        (last_final)
        @if settings.is_paused { p.notice { "The ladder is paused." } }
        div.wide tabindex="0" role="region" aria-label="Table" {
            table.standings {
                thead { tr { th scope="col" { "Player" } th scope="col" { "Strength" } th scope="col" { "Rating" }
                    th scope="col" { "Games" } } }
                tbody {
                    @for row in &table.rows {
                        tr {
                            th scope="row" { (row.pupil.shown()) }
                            td { (meaning(row)) } td { (strength(row)) } td { (row.n_games) }
                        }
                    }
                }
            }
        }
        @if table.rows.is_empty() { p.quiet { "Nobody has joined yet." } }
        p.quiet { "Level 0 plays at random and is rated 0; level 10 is the strongest and is rated " (LEVELS[10]) ". The number after ± is the margin of error (95% confidence)." }
        @if let Some((game, words)) = upset {
            p.notice { a href={ "/class/game/" (game) "#game-" (game) } { "Upset: " (words) } }
        }
        @if !last.is_empty() { h2 { "Latest games" } (games) }
    })
}

/// The boards of two running games, or of the last ones, with links to watch the other games.
pub(crate) fn boards(class: &Class, inner: &Inner, code: &str) -> rusqlite::Result<Markup> {
    let (boards, size) = (class.boards(inner)?, inner.store.settings()?.size);
    let (shown, others) = boards.split_at(boards.len().min(N_BOARDS));
    let pupils = inner.store.pupils()?;
    let link = |board: &Board| {
        let pupil = pupils.iter().find(|pupil| board.players.contains(&pupil.shown()))?;
        Some((format!("/class/live/{code}/pupil/{}", pupil.id), board.players.join(" – ")))
    };
    let links: Vec<_> = others.iter().filter(|board| !board.is_over).filter_map(link).collect();
    let is_playing = boards.iter().any(|board| !board.is_over);
    Ok(html! {
        h2 {
            @if is_playing { "Playing now" } @else if boards.is_empty() { "No game is running" } @else { "Just played" }
        }
        div.boards { @for board in shown { (figure(size, board)) } }
        @if !links.is_empty() {
            ul { @for (link, players) in &links { li { a href=(link) { (players) } } } }
        }
    })
}

/// The page of the game that a pupil's bot is playing.
pub(crate) fn live_game_page(
    class: &Class,
    inner: &Inner,
    code: &str,
    pupil: &Pupil,
) -> rusqlite::Result<Markup> {
    let (name, board) = (pupil.shown(), live_game(class, inner, pupil)?);
    Ok(frame(
        &name,
        &html! {
            h1 { (name) }
            p.quiet { a href={ "/class/live/" (code) } { "Table" } }
            div data-renew={ "/class/live/" (code) "/pupil/" (pupil.id) "/board" } data-every="1" { (board) }
        },
    ))
}

/// The board of the game that a pupil's bot is playing, if any.
pub(crate) fn live_game(class: &Class, inner: &Inner, pupil: &Pupil) -> rusqlite::Result<Markup> {
    let (boards, size) = (class.boards(inner)?, inner.store.settings()?.size);
    let board = boards.iter().find(|board| board.players.contains(&pupil.shown()));
    Ok(html! {
        @if let Some(board) = board { div.boards { (figure(size, board)) } }
        @else { p.notice { "This bot is not playing now. Its next game appears here." } }
    })
}

fn figure(size: AnySize, board: &Board) -> Markup {
    let Board { players: [red, yellow], moves, is_over, .. } = board;
    let Ok(game) = moves::read(moves, size) else { return html! {} };
    let n_discs = game.moves().len();
    let words = format!("{red}, red, against {yellow}, yellow, after {n_discs} discs");
    let look = Look { theme: Theme::Transparent, ..Look::default() };
    let board = Diagram::of_game(&game).with_coordinates().to_svg(&look);
    html! {
        figure {
            img src=(data_url(&board)) alt=(words);
            figcaption { (red) " – " (yellow) @if *is_over { " (over)" } }
        }
    }
}

/// The newest game that somebody won against a much stronger player, with the way it was won.
fn upset(inner: &mut Inner) -> rusqlite::Result<Option<(i64, String)>> {
    let recent = inner.store.last_games(N_RECENT)?;
    let found = recent.iter().find_map(|row| {
        let (winner, loser) = decided(row)?;
        let difference = inner.ratings.difference(loser, winner)?.elo;
        (difference >= UPSET).then_some((row, winner, loser, difference))
    });
    let Some((row, winner, loser, difference)) = found else { return Ok(None) };
    let (winner, loser) = (inner.name(winner)?, inner.name(loser)?);
    let ending = &row.game.ending;
    let how = if ending.is_fault() {
        format!("because of a fault by {loser}: {ending}")
    } else {
        reason(inner, row)?.unwrap_or_else(|| "with a line of discs".to_owned())
    };
    Ok(Some((row.id, format!("{winner} beat {loser}, who is rated {difference:.0} higher, {how}"))))
}

/// The exact solver's statement on how a game was lost. This requests the game's grades, and returns `None` until they
/// exist.
fn reason(inner: &mut Inner, row: &GameRow) -> rusqlite::Result<Option<String>> {
    let Some(grades) = inner.store.grades_of(row.id)? else {
        inner.want_grades(row.id, None);
        return Ok(None);
    };
    let told = |GameLesson { number, text }: &GameLesson| {
        format!("because of move {number}. {}", text.join(" "))
    };
    Ok(grades.lesson.as_ref().map(told))
}

/// The winner and the loser of a game, if it was not a draw.
fn decided(row: &GameRow) -> Option<(Bot, Bot)> {
    let [red, yellow] = row.bots;
    match row.game.result.winner()? {
        foursight::Player::First => Some((red, yellow)),
        foursight::Player::Second => Some((yellow, red)),
    }
}
