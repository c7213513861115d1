//! Gradescope's `results.json`.

use serde_json::{Value, json};

use crate::marking::Outcome;
use crate::{Marks, Rubric};

pub(super) fn write(marks: &Marks, rubric: &Rubric) -> String {
    let criteria = rubric.criteria.iter().zip(&marks.criteria);
    let tests: Vec<Value> = (1..)
        .zip(criteria)
        .map(|(number, (criterion, mark))| {
            json!({
                "number": number.to_string(),
                "name": criterion.title,
                "score": mark.points,
                "max_score": criterion.points,
                "status": if mark.outcome == Outcome::Passed { "passed" } else { "failed" },
                "output": mark.feedback(),
                "output_format": "text",
                "visibility": "visible",
            })
        })
        .collect();
    let results = json!({
        "score": marks.points(),
        "output": rubric.title,
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
        "leaderboard": [{ "name": "Points", "value": marks.points() }],
    });
    format!("{results:#}\n")
}
