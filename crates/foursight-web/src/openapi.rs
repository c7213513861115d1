//! The description of the API: each route's own, and what all routes have in common.

use foursight::AnySize;
use foursight_answers::{CONTRACT, Description, Endpoint};
use foursight_games::GameId;
use utoipa::openapi::content::{Content, ContentBuilder};
use utoipa::openapi::path::{HttpMethod, Operation, Parameter, ParameterIn, PathItem};
use utoipa::openapi::schema::Schema;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{Components, OpenApi, Ref, RefOr, ResponseBuilder};

/// The path of network games, whose routes recognize the holders of seats.
const GAMES: &str = "/api/games/{id}";

/// The name of the scheme with which players prove that they have a seat.
const SEAT: &str = "seat";

/// Adds what all routes, or all game routes, have in common, and the routes of [`foursight_answers`].
pub(crate) fn complete(mut api: OpenApi) -> OpenApi {
    api.info.version = CONTRACT.to_string();
    for &endpoint in Endpoint::ALL {
        add(endpoint, &mut api);
    }
    for (path, item) in &mut api.paths.paths {
        for operation in operations(item) {
            say_unavailable(operation);
            say_position(operation);
            describe(operation);
            for parameter in operation.parameters.iter_mut().flatten() {
                if let RefOr::T(Parameter { name, schema: Some(schema), .. }) = parameter {
                    limit(name, schema);
                }
            }
            if path.starts_with(GAMES) {
                say_game(operation);
            }
        }
    }
    let mut scheme = Http::new(HttpAuthScheme::Bearer);
    scheme.description = Some("The secret of a seat; a browser keeps it in a cookie.".to_owned());
    let components = api.components.get_or_insert_with(Components::new);
    for body in ["NewGameBody", "PlayBody"] {
        if let Some(RefOr::T(Schema::Object(body))) = components.schemas.get_mut(body) {
            for (name, schema) in &mut body.properties {
                limit(name, schema);
            }
        }
    }
    components.add_security_scheme(SEAT, SecurityScheme::Http(scheme));
    api
}

fn add(endpoint: Endpoint, api: &mut OpenApi) {
    let Description { mut operation, schemas } = endpoint.describe();
    let response = ResponseBuilder::new().content("application/json", error());
    operation.responses.responses.insert("default".to_owned(), RefOr::T(response.build()));
    let method = if endpoint.has_body() { HttpMethod::Post } else { HttpMethod::Get };
    api.paths.add_path_operation(endpoint.path(), vec![method], operation);
    api.components.get_or_insert_default().schemas.extend(schemas);
}

/// An error as JSON.
fn error() -> Content {
    ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorBody"))).build()
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.post].into_iter().filter_map(Option::as_mut)
}

/// Any request may arrive too slowly, or while the server has no time for it.
fn say_unavailable(operation: &mut Operation) {
    for (status, about) in [
        ("408", "the request took too long to arrive or to be answered"),
        (
            "503",
            "the server is busy, is stopping or cannot store anything, or a position was not solved in time; `Retry-After` says when to try again",
        ),
    ] {
        let response =
            ResponseBuilder::new().description(about).content("application/json", error());
        let responses = &mut operation.responses.responses;
        responses.entry(status.to_owned()).or_insert_with(|| RefOr::T(response.build()));
    }
}

/// The rules about a position that a schema cannot express.
fn say_position(operation: &mut Operation) {
    if operation.parameters.iter().flatten().any(|p| matches!(p, RefOr::T(p) if p.name == "pos")) {
        let about = "moves that cannot be played on the board (`invalid_position`), or another invalid parameter";
        let response =
            ResponseBuilder::new().description(about).content("application/json", error());
        operation.responses.responses.insert("400".to_owned(), RefOr::T(response.build()));
    }
}

/// Every response needs a description; for most, the status says it all.
fn describe(operation: &mut Operation) {
    for (status, response) in &mut operation.responses.responses {
        let RefOr::T(response) = response else { continue };
        if response.description.is_empty() {
            let about = match status.as_str() {
                "101" => "the connection is a WebSocket from now on",
                "200" => "the answer",
                "201" => "the new game, with its creator's seat",
                "304" => "the client's copy is still current",
                _ => "what is wrong with the request",
            };
            about.clone_into(&mut response.description);
        }
    }
}

/// The limits of boards.
fn limit(name: &str, schema: &mut RefOr<Schema>) {
    let RefOr::T(Schema::Object(schema)) = schema else { return };
    let (min, max) = match name {
        "size" => {
            const { assert!(AnySize::MAX_SIDE == 10, "the pattern knows one side of two digits") };
            let side = format!("([{}-9]|{})", AnySize::MIN_SIDE, AnySize::MAX_SIDE);
            schema.pattern = Some(format!("^{side}x{side}$"));
            return;
        }
        "connect" => (AnySize::MIN_CONNECT, AnySize::MAX_CONNECT),
        "column" => (1, AnySize::MAX_SIDE),
        _ => return,
    };
    (schema.minimum, schema.maximum) = (Some(min.into()), Some(max.into()));
}

/// The form of game names, and the requests that need a seat.
fn say_game(operation: &mut Operation) {
    for parameter in operation.parameters.iter_mut().flatten() {
        if let RefOr::T(Parameter { parameter_in: ParameterIn::Path, schema, .. }) = parameter
            && let Some(RefOr::T(Schema::Object(name))) = schema
        {
            name.pattern = Some(GameId::PATTERN.to_owned());
        }
    }
    // The credentials are optional: a client without a seat may watch.
    let seat = SecurityRequirement::new::<_, [&str; 0], &str>(SEAT, []);
    operation.security = Some(vec![SecurityRequirement::default(), seat]);
}
