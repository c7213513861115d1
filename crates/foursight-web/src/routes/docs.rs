//! `GET /api/openapi.json` and `/docs`: the routes described for programs and for people.

use std::fmt::Write;
use std::sync::Arc;

use axum::Extension;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use foursight::{AnySize, Game, Position};
use serde_json::Value;
use utoipa::openapi::path::{Operation, ParameterIn, PathItem};
use utoipa::openapi::{HttpMethod, OpenApi, RefOr};

use super::pages::{NO_CACHE, Visit, answer_with};
use crate::page::{Content, PageFile, escape};

/// The description of all routes; the router passes it to the two routes here.
pub(crate) struct ApiDocs {
    /// The description as JSON, compressed once.
    json: PageFile,
    html: String,
}

impl ApiDocs {
    pub(crate) fn new(api: &'static OpenApi) -> Self {
        let json = serde_json::to_vec(api).expect("a description is plain data");
        Self { json: PageFile::json(json), html: to_html(api) }
    }
}

/// The description of all routes.
#[utoipa::path(
    get, path = "/api/openapi.json", tag = "server", responses((status = OK, body = Object))
)]
pub(crate) async fn description(
    Extension(docs): Extension<Arc<ApiDocs>>,
    headers: HeaderMap,
) -> Response {
    answer_with(&headers, &docs.json, NO_CACHE)
}

/// The same description, for people.
pub(crate) async fn docs(visit: Visit, Extension(docs): Extension<Arc<ApiDocs>>) -> Response {
    let game = Game::new(Position::empty(AnySize::default()));
    let mut shell = visit.view("docs", "The API - Foursight", &game);
    shell.content = Content::Article(docs.html.clone());
    shell.into_response(StatusCode::OK)
}

fn to_html(api: &OpenApi) -> String {
    let mut html = String::from(
        "<article class=\"docs\"><h1>The API</h1><p>Everything the page does, programs can do too: JSON over \
         HTTP, described for tools in <a href=\"/api/openapi.json\">OpenAPI</a>.</p>",
    );
    let schemas = serde_json::to_value(&api.components).expect("a description is plain data");
    for (path, item) in &api.paths.paths {
        for (method, operation) in operations(item) {
            html.push_str("<section>");
            push_operation(&mut html, path, &method, operation);
            push_fields(&mut html, operation, &schemas["schemas"]);
            html.push_str("</section>");
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
    write!(html, "<h2><code>{method} {path}</code></h2><p>{summary}</p>")
        .expect("a string takes all");
    let parameters = operation.parameters.iter().flatten();
    let parameters = parameters.filter_map(|parameter| match parameter {
        RefOr::T(parameter) => Some(parameter),
        RefOr::Ref(_) => None,
    });
    let in_query = parameters.filter(|p| p.parameter_in == ParameterIn::Query);
    let in_query = in_query.map(|parameter| {
        let schema = serde_json::to_value(&parameter.schema).expect("a schema is plain data");
        let about = parameter.description.clone().into_iter().chain(choice(&schema, &Value::Null));
        (parameter.name.as_str(), about.collect::<Vec<_>>().join(" "))
    });
    push_list(html, "Query parameters:", &in_query.collect::<Vec<_>>());
}

/// The fields of a request body, which is a schema by name.
fn push_fields(html: &mut String, operation: &Operation, schemas: &Value) {
    let body = serde_json::to_value(&operation.request_body).expect("a body is plain data");
    let body = named(&body["content"]["application/json"]["schema"], schemas);
    let Some(properties) = body["properties"].as_object() else { return };
    let fields: Vec<_> = properties
        .iter()
        .map(|(name, property)| (name.as_str(), about_field(property, schemas)))
        .collect();
    push_list(html, "Fields of the JSON object in the body:", &fields);
}

/// The description of a field, with its possible words or fields.
fn about_field(property: &Value, schemas: &Value) -> String {
    let about = property["description"].as_str().map(str::to_owned);
    let variants = property["oneOf"].as_array().into_iter().flatten();
    let choices =
        variants.chain([property]).filter_map(|schema| choice(named(schema, schemas), schemas));
    about.into_iter().chain(choices).collect::<Vec<_>>().join(" ")
}

fn choice(schema: &Value, schemas: &Value) -> Option<String> {
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<_> = words.iter().filter_map(Value::as_str).collect();
        return Some(format!("One of {}.", words.join(", ")));
    }
    let fields = schema["properties"].as_object()?.iter();
    let fields = fields.map(|(name, field)| format!("{name}: {}", about_field(field, schemas)));
    Some(fields.collect::<Vec<_>>().join(" "))
}

/// The schema itself, or the one it refers to.
fn named<'a>(schema: &'a Value, schemas: &'a Value) -> &'a Value {
    let name = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next());
    name.map_or(schema, |name| &schemas[name])
}

fn push_list(html: &mut String, head: &str, names: &[(&str, String)]) {
    if names.is_empty() {
        return;
    }
    write!(html, "<p>{head}</p><dl>").expect("a string takes all");
    for (name, about) in names {
        let (name, about) = (escape(name), escape(about));
        write!(html, "<dt><code>{name}</code></dt><dd>{about}</dd>").expect("a string takes all");
    }
    html.push_str("</dl>");
}
