//! Many people behind one address.

use std::num::NonZeroU32;

use serde_json::json;

use crate::Site;

const SCHOOL: (&str, &str) = ("x-forwarded-for", "203.0.113.7");
const HOME: (&str, &str) = ("x-forwarded-for", "203.0.113.8");

/// A server behind a proxy, for which the school's address counts as `n_clients` clients.
fn site(n_clients: u32, rate: Option<u32>, open_games: usize) -> Site {
    Site::with(|config| {
        config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
        config.trusted_networks = vec![format!("203.0.113.7={n_clients}").parse().unwrap()];
        config.limits.requests_per_second = rate.and_then(NonZeroU32::new);
        config.limits.open_games = open_games;
    })
}

#[tokio::test]
async fn a_school_has_as_many_games_as_all_whom_it_counts_as() {
    let site = site(3, None, 5);
    for (from, n_games) in [(SCHOOL, 15), (HOME, 5)] {
        for n in 0..n_games {
            let made = site.post_with("/api/games", &[from], &json!({})).await;
            assert_eq!(made.status, 201, "game {n} of {from:?}: {made:?}");
        }
        let refused = site.post_with("/api/games", &[from], &json!({})).await;
        refused.check_error(429, "too_many_games");
    }
}

#[tokio::test]
async fn a_school_has_as_many_requests_as_all_whom_it_counts_as() {
    // Each client may send 100 requests at once; with 60 clients, 300 requests are only a few for each.
    let site = site(60, Some(20), 5);
    for (from, is_refused) in [(SCHOOL, false), (HOME, true)] {
        let mut n_refused = 0;
        for _ in 0..300 {
            n_refused += usize::from(site.get_with("/api/health", &[from]).await.status == 429);
        }
        assert_eq!(n_refused > 0, is_refused, "{from:?}: {n_refused}");
    }
}
