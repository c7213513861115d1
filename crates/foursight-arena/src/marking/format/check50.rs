//! The output of `check50 --output json`.

use serde_json::{Value, json};

use super::slugs;
use crate::marking::criterion::Check;
use crate::marking::{CriterionMark, Outcome};
use crate::{Marks, Rubric};

/// The version of check50 whose specification this follows.
const VERSION: &str = "3.0.0";

pub(super) fn write(marks: &Marks, rubric: &Rubric) -> String {
    let valid = rubric.criteria.iter().position(|criterion| criterion.check == Check::Valid);
    let slugs = slugs(rubric);
    let criteria = rubric.criteria.iter().zip(&marks.criteria).enumerate();
    let results: Vec<Value> = criteria
        .map(|(index, (criterion, mark))| {
            let dependency = valid.filter(|&valid| valid < index).map(|valid| &slugs[valid]);
            json!({
                "name": slugs[index],
                "description": criterion.title,
                "passed": passed(mark),
                "log": mark.feedback().lines().collect::<Vec<_>>(),
                "cause": cause(mark),
                "data": { "points": mark.points, "of": criterion.points },
                "dependency": dependency,
            })
        })
        .collect();
    let report = json!({ "slug": format!("foursight/{}", rubric.kind), "results": results, "version": VERSION });
    format!("{report:#}\n")
}

fn passed(mark: &CriterionMark) -> Option<bool> {
    match mark.outcome {
        Outcome::Passed => Some(true),
        Outcome::Failed => Some(false),
        Outcome::NotTried => None,
    }
}

fn cause(mark: &CriterionMark) -> Value {
    match mark.outcome {
        Outcome::Passed => Value::Null,
        _ => json!({ "rationale": mark.result, "help": mark.examples.first() }),
    }
}
