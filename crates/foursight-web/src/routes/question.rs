//! Routes that need neither another player nor stored data: one for each endpoint of [`foursight_answers`].

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, on};
use foursight_answers::{Answer, Cache, Endpoint};
use utoipa_axum::router::OpenApiRouter;

use super::picture::Picture;
use crate::App;
use crate::http::client::Client;
use crate::http::error::Result;
use crate::http::extract::{Segment, json_body};
use crate::solving::Solving;

/// The routes, each with its place in the description.
pub(crate) fn routes() -> OpenApiRouter<App> {
    Endpoint::ALL.iter().fold(OpenApiRouter::new(), |router, &endpoint| {
        let handler = async move |State(solving): State<Arc<Solving>>,
                                  client: Client,
                                  Segment(path): Segment<Vec<(String, String)>>,
                                  request: Request| {
            answer(endpoint, &solving, client, path, request).await
        };
        let method = if endpoint.has_body() { MethodFilter::POST } else { MethodFilter::GET };
        router.route(endpoint.path(), on(method, handler))
    })
}

async fn answer(
    endpoint: Endpoint,
    solving: &Solving,
    client: Client,
    path: Vec<(String, String)>,
    request: Request,
) -> Result<Response> {
    let (headers, uri) = (request.headers().clone(), request.uri().clone());
    let body = if endpoint.has_body() { json_body(request).await? } else { Bytes::new() };
    let (id, query) = (path.first().map_or("", |(_, id)| id), uri.query().unwrap_or_default());
    let asked = foursight_answers::Request { endpoint, id, query, body: &body };
    let Answer { kind, text, file_name } = solving.answer(client.network, &asked).await?;
    if endpoint.cache() == Cache::Day {
        return Ok(Picture::new(text.into()).answer(&headers, kind));
    }
    let file = file_name.map(attachment);
    Ok(([(header::CONTENT_TYPE, kind)], file, text).into_response())
}

/// Makes browsers save an answer as a file.
pub(crate) fn attachment(name: &str) -> [(HeaderName, String); 1] {
    [(header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""))]
}
