//! A JSON object for each bot, one per line.

use serde_json::{Value, json};

use super::{feedback, rounded, slugs};
use crate::{Marks, Rubric};

pub(super) fn write(marks: &[Marks], rubric: &Rubric, seed: u64) -> String {
    let lines: Vec<String> =
        marks.iter().map(|marks| of_one(marks, rubric, seed).to_string()).collect();
    lines.join("\n") + "\n"
}

fn of_one(marks: &Marks, rubric: &Rubric, seed: u64) -> Value {
    let criteria = rubric.criteria.iter().zip(&marks.criteria).zip(slugs(rubric));
    let criteria: Vec<Value> = criteria
        .map(|((criterion, mark), slug)| {
            json!({
                "check": slug,
                "title": criterion.title,
                "points": mark.points,
                "of": criterion.points,
                "outcome": mark.outcome,
                "result": mark.result,
                "examples": mark.examples,
            })
        })
        .collect();
    json!({
        "name": marks.name,
        "id": marks.id,
        "rubric": rubric.title,
        "seed": seed,
        "points": rounded(marks.points()),
        "of": rounded(rubric.points()),
        "criteria": criteria,
        "feedback": feedback(marks, rubric),
    })
}
