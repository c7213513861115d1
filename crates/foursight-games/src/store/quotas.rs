//! Counting the games of an address and of the networks around it.

use std::time::Duration;

use rusqlite::Connection;

use crate::game::{OverQuota, Quota};
use crate::wall_clock::Moment;

const DAY: Duration = Duration::from_hours(24);

/// The owners whose games are counted.
#[derive(Clone, Copy)]
enum Owner<'a> {
    Is(&'a [u8]),
    /// All owners in a network.
    StartsWith(&'a [u8]),
}

/// The quota that an owner, or a network around it, has reached; the quota of open games is checked only if open games
/// count.
pub(super) fn over(
    connection: &Connection,
    owner: &[u8],
    quota: Quota,
    now: Moment,
    counts_open: bool,
) -> rusqlite::Result<Option<OverQuota>> {
    let around = quota.of_networks(owner).map(|(start, quota)| (Owner::StartsWith(start), quota));
    for (owner, quota) in around.chain([(Owner::Is(owner), quota)]) {
        let has = |condition, since, most| has_games(connection, owner, condition, since, most);
        if counts_open && has("NOT is_over AND updated_at", now - 7 * DAY, quota.open)? {
            return Ok(Some(OverQuota::Open(quota.open)));
        }
        if has("created_at", now - DAY, quota.a_day)? {
            return Ok(Some(OverQuota::ADay(quota.a_day)));
        }
    }
    Ok(None)
}

/// Whether an owner has `most` games that were touched or created after `since`.
fn has_games(
    connection: &Connection,
    owner: Owner<'_>,
    condition: &str,
    since: Moment,
    most: usize,
) -> rusqlite::Result<bool> {
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let mut query = connection.prepare_cached(&query_of(owner, condition))?;
    match owner {
        Owner::Is(owner) => query.query_row((owner, since, most), |row| row.get(0)),
        Owner::StartsWith(start) => {
            let end = [start, &[0xff; 32]].concat();
            query.query_row((start, since, most, end), |row| row.get(0))
        }
    }
}

fn query_of(owner: Owner<'_>, condition: &str) -> String {
    let is_counted = match owner {
        Owner::Is(_) => "owner = ?1",
        Owner::StartsWith(_) => "owner BETWEEN ?1 AND ?4",
    };
    format!(
        "SELECT COUNT(*) >= ?3 FROM (SELECT 1 FROM game WHERE {is_counted} AND {condition} > ?2 LIMIT ?3)"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::schema::query_plan;

    #[test]
    fn games_are_counted_by_an_index() {
        for (condition, index) in [
            ("NOT is_over AND updated_at", "open_games_of_owner"),
            ("created_at", "games_of_owner"),
        ] {
            for (owner, range) in
                [(Owner::Is(&[]), "owner=? AND "), (Owner::StartsWith(&[]), "owner>? AND owner<?")]
            {
                let plan = query_plan(&query_of(owner, condition).replace('?', "5"));
                assert!(plan.contains(&format!("INDEX {index} ({range}")), "{plan}");
            }
        }
    }
}
