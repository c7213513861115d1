//! The table for the projector, and replays of finished games.

use axum::extract::Path;
use axum::http::{HeaderValue, header};
use axum::response::Html;
use foursight::Player;
use foursight_arena::report::policy;
use foursight_arena::{Channel, Transcript};

use super::visitor::Visitor;
use super::{Answer, Refusal, fresh, headed, page};
use crate::bot::Bot;
use crate::class::{Class, Inner};
use crate::reports::Collection;
use crate::store::{PlayedRow, Pupil};
use crate::{pages, reports};

/// Refuses clients that do not know the class's code.
fn check_code(visitor: &Visitor, inner: &Inner, code: &str) -> Result<(), Refusal> {
    if visitor.knows_code(inner, code)? { Ok(()) } else { Err(Refusal::NotFound) }
}

pub(super) fn live(visitor: &Visitor, inner: &mut Inner, Path(code): Path<String>) -> Answer {
    check_code(visitor, inner, &code)?;
    Ok(page(&pages::live_page(&visitor.class, inner, &code)?))
}

pub(super) fn boards(visitor: &Visitor, inner: &mut Inner, Path(code): Path<String>) -> Answer {
    check_code(visitor, inner, &code)?;
    Ok(page(&pages::boards(&visitor.class, inner, &code)?))
}

/// The game that a pupil's bot is playing.
pub(super) fn live_game(
    visitor: &Visitor,
    inner: &mut Inner,
    Path((code, id)): Path<(String, i64)>,
) -> Answer {
    let pupil = watched(visitor, inner, &code, id)?;
    Ok(page(&pages::live_game_page(&visitor.class, inner, &code, &pupil)?))
}

pub(super) fn live_board(
    visitor: &Visitor,
    inner: &mut Inner,
    Path((code, id)): Path<(String, i64)>,
) -> Answer {
    let pupil = watched(visitor, inner, &code, id)?;
    Ok(page(&pages::live_game(&visitor.class, inner, &pupil)?))
}

/// The pupil whose game a client watches; the client must know the class's code.
fn watched(visitor: &Visitor, inner: &Inner, code: &str, id: i64) -> Result<Pupil, Refusal> {
    check_code(visitor, inner, code)?;
    inner.store.pupil(id)?.ok_or(Refusal::NotFound)
}

pub(super) fn table(visitor: &Visitor, inner: &mut Inner, Path(code): Path<String>) -> Answer {
    check_code(visitor, inner, &code)?;
    Ok(page(&pages::live(&visitor.class, inner)?))
}

/// A finished game, for the class; only a bot's author and the teacher see its standard error.
pub(super) fn game(visitor: &Visitor, inner: &mut Inner, Path(id): Path<i64>) -> Answer {
    let pupil = visitor.pupil_or_teacher(inner)?;
    let mut played = inner.store.game(id)?.ok_or(Refusal::NotFound)?;
    if played.grades.is_none() {
        inner.want_grades(id, pupil.as_ref().map(|pupil| pupil.id));
        visitor.class.wake();
    }
    let mut transcript = played.transcript.clone();
    for (index, bot) in played.row.bots.into_iter().enumerate() {
        let author = match bot {
            Bot::Version(version) => inner.store.author(version)?,
            Bot::Level(_) => None,
        };
        if pupil.as_ref().is_some_and(|pupil| author != Some(pupil.id)) {
            silence(&mut transcript, index);
            // The full reason may quote the player's last error.
            played.row.game.reason = played.row.game.ending.to_string();
        }
    }
    let PlayedRow { row, grades, .. } = played;
    let game = Collection::new(inner, vec![row])?;
    let class = &visitor.class;
    let drawing = &class.equipment.drawing;
    report_page(class, &game.report(&[grades], &|_| transcript.clone(), drawing))
}

/// Removes the standard error of the player of the first or the second disc.
fn silence(transcript: &mut Transcript, index: usize) {
    let side = if index == 0 { Player::First } else { Player::Second };
    transcript.errors[index].clear();
    transcript.log.retain(|line| line.player != side || line.channel != Channel::Error);
}

/// The report of the games between current players, for the class.
pub(super) async fn report(visitor: Visitor) -> Answer {
    visitor
        .apart(|class, inner, pupil| {
            if pupil.is_none() {
                reports::want_lessons(class, inner)?;
            }
            report_page(class, &reports::of_ladder(class, inner)?)
        })
        .await
}

/// A page of the arena, which has its own policy.
pub(super) fn report_page(class: &Class, text: &str) -> Answer {
    let policy = format!("{}; frame-ancestors 'none'", policy(&class.equipment.drawing));
    let policy = HeaderValue::from_str(&policy);
    let policy = policy.map_err(|error| Refusal::Broken(error.to_string()))?;
    let mut response = fresh(Html(headed(class, text)));
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}
