//! The operator's actions on the admin port: delete a game, change a name, block a network.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, put};
use foursight::Player;
use foursight_games::{Change, Games};
use ipnet::IpNet;

use crate::App;
use crate::http::client::{Origin, Peer, proxy_in};
use crate::http::error::{Error, Result};
use crate::http::extract::Segment;
use crate::trusted_network::read_network;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/games/{id}", delete(delete_game))
        .route("/games/{id}/names/{color}", put(rename).delete(remove_name))
        .route("/blocked", get(blocked))
        .route("/blocked/{*network}", put(block).delete(unblock))
        .layer(middleware::from_fn(from_this_machine))
}

/// Only programs on this machine may change anything, not clients that may only read the figures, nor pages in a
/// browser.
async fn from_this_machine(request: Request, next: Next) -> Response {
    let is_near = match Peer::of(request.extensions()) {
        Peer::Network(address) => address.ip().to_canonical().is_loopback(),
        Peer::SameMachine => true,
    };
    // A proxy on this machine passes on the requests of others.
    if !is_near || request.headers().contains_key("x-forwarded-for") {
        let message = "only the machine that the server runs on can do this";
        return Error::forbidden("not_this_machine", message).into_response();
    }
    if Origin::is_page(request.headers()) {
        return Error::forbidden("cross_site", "web pages cannot do this; use curl")
            .into_response();
    }
    next.run(request).await
}

async fn delete_game(
    State(games): State<Arc<Games>>,
    Segment(id): Segment<String>,
) -> Result<String> {
    games.delete(&id).await?;
    tracing::info!(game = id, "the operator has deleted a game");
    Ok(format!("{id} is deleted\n"))
}

async fn rename(
    State(app): State<App>,
    Segment((id, color)): Segment<(String, String)>,
    name: String,
) -> Result<String> {
    let name = app.config.names.read(Some(&name))?;
    set_name(&app.games, &id, &color, name).await
}

async fn remove_name(
    State(games): State<Arc<Games>>,
    Segment((id, color)): Segment<(String, String)>,
) -> Result<String> {
    set_name(&games, &id, &color, None).await
}

async fn set_name(
    games: &Arc<Games>,
    id: &str,
    color: &str,
    name: Option<String>,
) -> Result<String> {
    let player = match color {
        "red" => Player::First,
        "yellow" => Player::Second,
        _ => return Err(Error::not_found("the player must be red or yellow")),
    };
    let live = games.get(id).await?;
    let called = name.clone();
    games
        .change(&live, move |game, _| {
            game.rename(player, name);
            Ok((Some(Change::State), ()))
        })
        .await?;
    tracing::info!(game = id, color, "the operator has changed a name");
    Ok(match called {
        Some(name) => format!("{color} in {id} is {name:?}\n"),
        None => format!("{color} in {id} has no name\n"),
    })
}

async fn blocked(State(app): State<App>) -> String {
    let mut networks: Vec<String> = app.guard.blocked.all().iter().map(IpNet::to_string).collect();
    networks.push(String::new());
    networks.join("\n")
}

async fn block(State(app): State<App>, Segment(network): Segment<String>) -> Result<String> {
    set_blocked(&app, &network, true).await
}

async fn unblock(State(app): State<App>, Segment(network): Segment<String>) -> Result<String> {
    set_blocked(&app, &network, false).await
}

async fn set_blocked(app: &App, network: &str, is_blocked: bool) -> Result<String> {
    let form = "expected an address, or a network such as 203.0.113.0/24";
    let network = read_network(network).ok_or_else(|| Error::invalid("network", form))?.trunc();
    let has_all = |network: IpNet| network.prefix_len() == 0;
    if is_blocked && has_all(network) {
        return Err(Error::invalid("network", "this would keep everybody out"));
    }
    if let Some(proxy) = proxy_in(&network, &app.config).filter(|_| is_blocked) {
        let message = format!(
            "this would keep out all clients of the trusted proxy {proxy}; block a client's own network, as the log names it"
        );
        return Err(Error::invalid("network", message));
    }
    app.store.block(network.to_string(), is_blocked).await?;
    app.guard.blocked.set(network, is_blocked);
    let state = if is_blocked { "blocked" } else { "not blocked" };
    tracing::info!(%network, "the operator has changed who is kept out: {state}");
    Ok(format!("{network} is {state}\n"))
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::StatusCode;
    use tower::ServiceExt;

    use super::*;
    use crate::Config;

    #[tokio::test]
    async fn other_machines_change_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let app = App::new(Config::new(folder.path().to_owned())).unwrap();
        let far = |address: &str| Peer::Network(address.parse().unwrap());
        for (peer, forwarded, expected) in [
            (far("127.0.0.1:5"), "", 404),
            (far("[::1]:5"), "", 404),
            (far("[::ffff:127.0.0.1]:5"), "", 404),
            (Peer::SameMachine, "", 404),
            (Peer::SameMachine, "203.0.113.7", 403),
            (far("127.0.0.1:5"), "203.0.113.7", 403),
            (far("10.0.0.2:5"), "", 403),
            (far("[2001:db8::7]:5"), "", 403),
        ] {
            let mut request = Request::delete("/games/AAAAAAAAAAAAAAAA");
            if !forwarded.is_empty() {
                request = request.header("x-forwarded-for", forwarded);
            }
            let request = request.extension(peer).body(Body::empty()).unwrap();
            let answer = routes().with_state(app.clone()).oneshot(request).await.unwrap();
            let expected = StatusCode::from_u16(expected).unwrap();
            assert_eq!(answer.status(), expected, "{peer:?} {forwarded}");
        }
    }
}
