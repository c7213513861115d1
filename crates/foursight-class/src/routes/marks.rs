//! Marks, which the teacher requests.

use super::teacher::download;
use super::visitor::Visitor;
use super::{Answer, Refusal, go, page};
use crate::class::Inner;
use crate::{marks, pages};

/// The page that buttons lead back to.
const PAGE: &str = "/class/marks";

pub(super) fn show(_: &Visitor, inner: &mut Inner, (): ()) -> Answer {
    Ok(page(&pages::marks_page(inner)?))
}

/// The live part of the page.
pub(super) fn state(_: &Visitor, inner: &mut Inner, (): ()) -> Answer {
    Ok(page(&pages::marks(inner)?))
}

pub(super) fn start(visitor: &Visitor, inner: &mut Inner, (): ()) -> Answer {
    let started = visitor.class.start_marking(inner)?;
    started.map_err(|reason| Refusal::Wrong { reason, back: PAGE })?;
    Ok(go(PAGE))
}

pub(super) fn stop(_: &Visitor, inner: &mut Inner, (): ()) -> Answer {
    inner.stop_marking()?;
    Ok(go(PAGE))
}

pub(super) fn csv(_: &Visitor, inner: &mut Inner, (): ()) -> Answer {
    let text = marks::csv(&marks::marks(inner)?);
    Ok(download(text.into_bytes(), "text/csv; charset=utf-8", "marks.csv"))
}
