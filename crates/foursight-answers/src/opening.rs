//! Parameters of games with an opening rule.

use foursight::OpeningRule;
use foursight::record::RecordError;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{Problem, Result};

/// The way in which a game opened.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OpeningParams {
    /// Opening rule: none, pie or swap [default: none].
    #[param(value_type = Option<String>, example = "pie")]
    opening_rule: Option<String>,
    /// Whether the players have swapped sides by this rule.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    swapped: bool,
}

impl OpeningParams {
    /// The rule, and whether the players of a game with `n_moves` have swapped sides by it.
    ///
    /// # Errors
    ///
    /// If there is no such rule, or the players cannot have swapped sides yet.
    pub fn check(&self, n_moves: usize) -> Result<(OpeningRule, bool)> {
        let rule = self.opening_rule.as_deref().map_or(Ok(OpeningRule::None), str::parse);
        let rule = rule.map_err(|error| Problem::invalid("opening_rule", error))?;
        if self.swapped && !rule.allows_swap(n_moves) {
            return Err(Problem::invalid("swapped", RecordError::Swapped(rule)));
        }
        Ok((rule, self.swapped))
    }
}
