//! The networks that the operator keeps out, as text.

use rusqlite::Connection;

use super::{Store, StoreFault};

pub(super) fn all(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut query = connection.prepare("SELECT network FROM blocked ORDER BY network")?;
    query.query_map([], |row| row.get(0))?.collect()
}

impl Store {
    /// Notes that a network is kept out, or is let in again.
    pub(crate) async fn block(&self, network: String, is_blocked: bool) -> Result<(), StoreFault> {
        let change = if is_blocked {
            "INSERT OR IGNORE INTO blocked (network) VALUES (?)"
        } else {
            "DELETE FROM blocked WHERE network = ?"
        };
        self.write(move |connection| {
            connection.execute(change, [network])?;
            Ok(())
        })
        .await
    }
}
