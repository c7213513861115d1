//! `GET /api/openapi.json` and `/docs`: what the routes are, for programs and for people.

use std::fmt::Write;

use axum::Json;
use axum::http::StatusCode;
use axum::response::Response;
use foursight::{AnySize, Game, Position};
use utoipa::openapi::path::{Operation, ParameterIn, PathItem};
use utoipa::openapi::{HttpMethod, OpenApi, RefOr};

use super::pages::Visit;
use crate::page::escape;
use crate::router::openapi;

/// The description of all routes.
#[utoipa::path(
    get, path = "/api/openapi.json", tag = "server", responses((status = OK, body = Object))
)]
pub(crate) async fn description() -> Json<&'static OpenApi> {
    Json(openapi())
}

/// The same for people.
pub(crate) async fn docs(visit: Visit) -> Response {
    let game = Game::new(Position::empty(AnySize::default()));
    let mut shell = visit.view("docs", "The API - Foursight", &game);
    shell.board = to_html(openapi());
    shell.into_response(StatusCode::OK)
}

fn to_html(api: &OpenApi) -> String {
    let mut html = String::from(
        "<article class=\"docs\"><h1>The API</h1><p>Everything the page does, programs can do too: JSON over \
         HTTP, described for tools in <a href=\"/api/openapi.json\">OpenAPI</a>.</p>",
    );
    for (path, item) in &api.paths.paths {
        for (method, operation) in operations(item) {
            push_operation(&mut html, path, &method, operation);
        }
    }
    html + "</article>"
}

fn operations(item: &PathItem) -> impl Iterator<Item = (HttpMethod, &Operation)> {
    [(HttpMethod::Get, &item.get), (HttpMethod::Post, &item.post)]
        .into_iter()
        .filter_map(|(method, operation)| Some((method, operation.as_ref()?)))
}

fn push_operation(html: &mut String, path: &str, method: &HttpMethod, operation: &Operation) {
    let method = match method {
        HttpMethod::Post => "POST",
        _ => "GET",
    };
    let summary = operation.summary.as_deref().unwrap_or_default();
    let (path, summary) = (escape(path), escape(summary));
    write!(html, "<section><h2><code>{method} {path}</code></h2><p>{summary}</p>")
        .expect("a string takes all");
    let parameters = operation.parameters.iter().flatten();
    let parameters = parameters.filter_map(|parameter| match parameter {
        RefOr::T(parameter) => Some(parameter),
        RefOr::Ref(_) => None,
    });
    let in_query: Vec<_> = parameters.filter(|p| p.parameter_in == ParameterIn::Query).collect();
    if !in_query.is_empty() {
        html.push_str("<dl>");
        for parameter in in_query {
            let name = escape(&parameter.name);
            let about = escape(parameter.description.as_deref().unwrap_or_default());
            write!(html, "<dt><code>{name}</code></dt><dd>{about}</dd>")
                .expect("a string takes all");
        }
        html.push_str("</dl>");
    }
    html.push_str("</section>");
}
