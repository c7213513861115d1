//! The handler of each request, and the layers that every request passes through.

use std::sync::{Arc, LazyLock};

use axum::extract::DefaultBodyLimit;
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Extension, Router, middleware};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate as _};
use tower_http::cors::CorsLayer;
use utoipa::OpenApi as _;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::error::Error;
use crate::http::{extract, guard, headers, observe};
use crate::routes::docs::ApiDocs;
use crate::routes::pages::Visit;
use crate::routes::{docs, game, notices, pages, picture, question, session};
use crate::{App, Config};

#[derive(utoipa::OpenApi)]
#[openapi(info(
    title = "Foursight",
    description = "Connect Four: exact scores, analysis, network games, puzzles and pictures. Columns are numbered from 1."
))]
struct Api;

/// Answers that are the same for everybody.
fn public_routes() -> OpenApiRouter<App> {
    question::routes()
        .routes(routes!(picture::png))
        .routes(routes!(picture::gif))
        .routes(routes!(docs::description))
        .routes(routes!(notices::health))
}

/// Network games, and the data kept about a browser: answers depend on who asks.
fn game_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(game::create))
        .routes(routes!(game::game))
        .routes(routes!(game::join))
        .routes(routes!(game::claim))
        .routes(routes!(game::play))
        .routes(routes!(game::act))
        .routes(routes!(game::events))
        .routes(routes!(game::file))
        .routes(routes!(game::socket))
        .routes(routes!(session::session))
        .routes(routes!(session::sign_out))
        .routes(routes!(session::delete))
        .layer(middleware::from_fn(headers::fresh))
}

fn page_routes() -> Router<App> {
    Router::new()
        .route("/", get(pages::index))
        .route("/analysis", get(pages::index))
        .route("/embed", get(pages::embed))
        .route("/g/{id}", get(pages::game))
        .route("/enter", get(pages::plain))
        .route("/rules", get(pages::plain))
        .route("/g/{id}/code.svg", get(pages::code))
        .route("/games", get(pages::plain))
        .route("/beat", get(pages::plain))
        .route("/learn", get(pages::plain))
        .route("/learn/{id}", get(pages::step))
        .route("/puzzles", get(pages::plain))
        .route("/puzzles/{id}", get(pages::puzzle))
        .route("/daily", get(pages::daily))
        .route("/card.png", get(picture::card))
        .route("/docs", get(docs::docs))
        .route("/robots.txt", get(notices::robots))
        .route("/.well-known/security.txt", get(notices::security))
        .route("/service_worker.js", get(pages::service_worker))
        .route("/assets/{*path}", get(pages::file))
}

fn api_routes() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Api::openapi()).merge(public_routes()).merge(game_routes())
}

/// The description of the API.
pub fn openapi() -> &'static utoipa::openapi::OpenApi {
    static DESCRIPTION: LazyLock<utoipa::openapi::OpenApi> =
        LazyLock::new(|| crate::openapi::complete(api_routes().into_openapi()));
    &DESCRIPTION
}

/// The description as its routes serve it.
fn docs() -> Arc<ApiDocs> {
    static DOCS: LazyLock<Arc<ApiDocs>> = LazyLock::new(|| Arc::new(ApiDocs::new(openapi())));
    DOCS.clone()
}

/// All routes, with all layers that a request passes through.
pub fn router(app: &App) -> Router {
    // Browsers first ask with OPTIONS, which no route has, whether a page of another site may send a request.
    let open = |routes: OpenApiRouter<App>, sites: CorsLayer| {
        let (routes, _) = routes.split_for_parts();
        routes.method_not_allowed_fallback(wrong_method).layer(sites)
    };
    let public = open(public_routes(), headers::public());
    let games = open(game_routes(), headers::allowed(&app.config));
    let may_compress = DefaultPredicate::new()
        .and(NotForContentType::const_new("application/x-ndjson"))
        // Opening books are already as dense as possible.
        .and(NotForContentType::const_new("application/octet-stream"));
    let mut known = extract::known_names(openapi());
    // Clients of other solvers send more, such as the `_` of jQuery.
    known.remove("/solve");
    let of_card = [&known["/api/position"][..], &["words"]].concat();
    known.insert("/card.png", of_card);
    let known = Arc::new(known);
    // One layer, outermost part first: each separate layer would put every route into one more box, and every
    // request copies all of them.
    let passed = ServiceBuilder::new()
        .layer(middleware::from_fn_with_state(app.config.clone(), observe::observe))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn_with_state(app.config.clone(), headers::strict))
        .layer(CompressionLayer::new().compress_when(may_compress))
        .layer(middleware::from_fn_with_state(app.guard.clone(), guard::guard))
        .layer(middleware::from_fn_with_state(known, extract::check_parameters))
        .layer(DefaultBodyLimit::max(Config::MAX_BODY))
        .layer(Extension(docs()));
    public
        .merge(games)
        .merge(page_routes())
        .fallback(unknown_route)
        .method_not_allowed_fallback(wrong_method)
        .with_state(app.clone())
        .merge(app.config.extra.clone().unwrap_or_default())
        .layer(passed)
}

/// Says that there is nothing, or leads to the page whose address has no slash at its end.
async fn unknown_route(visit: Visit, uri: Uri) -> Response {
    // After two slashes, or what browsers take for them, comes the name of another host.
    let is_page = |path: &&str| {
        let rest = path.get(1..).filter(|rest| !rest.starts_with(['/', '\\']));
        rest.is_some() && !uri.path().starts_with("/api/")
    };
    if let Some(path) = uri.path().strip_suffix('/').filter(is_page) {
        let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        return Redirect::permanent(&format!("{path}{query}")).into_response();
    }
    let path: String = uri.path().chars().take(80).collect();
    visit.lost(Error::not_found(format!("there is nothing at {path:?}")))
}

async fn wrong_method(method: Method) -> Error {
    let message = format!("{method} cannot be used here");
    Error::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", message)
}

#[expect(clippy::needless_pass_by_value, reason = "the layer hands it over")]
fn panicked(cause: Box<dyn std::any::Any + Send>) -> Response {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| cause.downcast_ref::<&str>().copied());
    Error::internal(text.unwrap_or("a handler panicked")).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_the_servers_fault() {
        assert_eq!(panicked(Box::new("on purpose")).status(), 500);
    }
}
