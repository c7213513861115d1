//! Final tournaments, which the teacher starts.

use axum::extract::Path;

use super::replay::report_page;
use super::teacher::{PAGE, wrong};
use super::visitor::Visitor;
use super::{Answer, Fields, Form, Refusal, field, go, page};
use crate::bot::LEVELS;
use crate::class::{FORMS, FinalForm, Inner, MAX_PAIRS};
use crate::store::{Final, FinalState};
use crate::{pages, reports};

pub(super) fn start(visitor: &Visitor, inner: &mut Inner, Form(form): Form) -> Answer {
    let form = read(&form).map_err(wrong)?;
    visitor.class.start_final(inner, &form)?.map_err(wrong)?;
    Ok(go(PAGE))
}

fn read(fields: &Fields) -> Result<FinalForm, String> {
    let schedule = field(fields, "schedule");
    let schedule = FORMS.iter().find(|(form, _)| *form == schedule);
    let n_pairs = field(fields, "pairs").parse().ok();
    let level = match field(fields, "level") {
        "" => None,
        text => {
            let level = text.parse().ok().filter(|&level| usize::from(level) < LEVELS.len());
            Some(level.ok_or("levels range from 0 to 10")?)
        }
    };
    Ok(FinalForm {
        schedule: schedule.ok_or("choose a tournament format")?.0,
        n_pairs: n_pairs
            .filter(|n_pairs| (1..=MAX_PAIRS).contains(n_pairs))
            .ok_or_else(|| format!("the number of pairs of games must be from 1 to {MAX_PAIRS}"))?,
        level,
    })
}

/// The buttons of a final tournament.
pub(super) fn act(
    visitor: &Visitor,
    inner: &mut Inner,
    Path((id, action)): Path<(i64, String)>,
) -> Answer {
    let found = inner.store.final_with(id)?.ok_or(Refusal::NotFound)?;
    match &*action {
        "stop" if found.state == FinalState::Running => {
            inner.store.set_final(id, FinalState::Stopped, "")?;
        }
        "resume" if inner.store.running_final()?.is_some() => {
            return Err(wrong("another final tournament is running"));
        }
        "resume" => inner.store.set_final(id, FinalState::Running, "")?,
        "remove" => {
            let folder = visitor.class.removing(inner, |store| store.remove_final(id))?;
            visitor.class.forget(inner, folder);
        }
        _ => return Err(Refusal::NotFound),
    }
    visitor.class.wake();
    Ok(go(PAGE))
}

pub(super) fn list(visitor: &Visitor, inner: &mut Inner, (): ()) -> Answer {
    Ok(page(&pages::list_of_finals(&visitor.class, inner)?))
}

/// The report that the arena has written, for the teacher; the class sees the games without the bots' output.
pub(super) async fn report(visitor: Visitor, Path(id): Path<i64>) -> Answer {
    visitor
        .apart(move |class, inner, pupil| {
            let Final { folder, .. } = inner.store.final_with(id)?.ok_or(Refusal::NotFound)?;
            let text = if pupil.is_none() {
                let file = class.result(&folder).join("report.html");
                let text = std::fs::read_to_string(file).map_err(|_| Refusal::NotFound)?;
                inner.names()?.read(&text)
            } else if class.n_games(&folder) > 0 {
                reports::of_final(class, inner, &folder)?
            } else {
                return Err(Refusal::NotFound);
            };
            report_page(class, &text)
        })
        .await
}
