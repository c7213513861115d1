//! Marks, which the teacher requests.

use super::teacher::download;
use super::visitor::Visitor;
use super::{Answer, Refusal, go, page};
use crate::{marks, pages};

/// The page that buttons lead back to.
const PAGE: &str = "/class/marks";

pub(super) async fn show(visitor: Visitor) -> Answer {
    visitor.for_teacher(|_, inner| Ok(page(&pages::marks_page(inner)?))).await
}

/// The live part of the page.
pub(super) async fn state(visitor: Visitor) -> Answer {
    visitor.for_teacher(|_, inner| Ok(page(&pages::marks(inner)?))).await
}

pub(super) async fn start(visitor: Visitor) -> Answer {
    visitor
        .for_teacher(|visitor, inner| {
            let started = visitor.class.start_marking(inner)?;
            started.map_err(|reason| Refusal::Wrong { reason, back: PAGE })?;
            Ok(go(PAGE))
        })
        .await
}

pub(super) async fn stop(visitor: Visitor) -> Answer {
    visitor
        .for_teacher(|_, inner| {
            inner.stop_marking()?;
            Ok(go(PAGE))
        })
        .await
}

pub(super) async fn csv(visitor: Visitor) -> Answer {
    visitor
        .for_teacher(|_, inner| {
            let text = marks::csv(&marks::marks(inner)?);
            Ok(download(text.into_bytes(), "text/csv; charset=utf-8", "marks.csv"))
        })
        .await
}
