//! The `OpenAPI` description: it has no broken references; `routes` has the list of routes.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::Site;

#[tokio::test]
async fn what_it_refers_to_is_there() {
    let api = Site::new().json("/api/openapi.json").await;
    let mut references = Vec::new();
    collect_references(&api, &mut references);
    assert!(!references.is_empty());
    for reference in references {
        let target = api.pointer(reference.trim_start_matches('#'));
        assert!(target.is_some(), "{reference}");
    }
    let operations = api["paths"].as_object().unwrap().iter().flat_map(|(path, item)| {
        item.as_object().unwrap().values().map(move |operation| (path, operation))
    });
    let mut names = BTreeSet::new();
    for (path, operation) in operations {
        assert!(operation["summary"].as_str().is_some_and(|s| !s.is_empty()), "{path}");
        assert!(names.insert(operation["operationId"].as_str().unwrap()), "{path}");
        let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
        let in_path = parameters.iter().filter(|p| p["in"] == "path").count();
        assert_eq!(in_path, path.matches('{').count(), "{path}");
    }
}

fn collect_references(value: &Value, references: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            if let Some(Value::String(reference)) = object.get("$ref") {
                references.push(reference.clone());
            }
            object.values().for_each(|value| collect_references(value, references));
        }
        Value::Array(array) => array.iter().for_each(|value| collect_references(value, references)),
        _ => {}
    }
}

#[tokio::test]
async fn people_can_read_it() {
    let site = Site::new();
    let (docs, api) = (site.get("/docs").await, site.json("/api/openapi.json").await);
    for (path, item) in api["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys() {
            let title = format!("<code>{} {path}</code>", method.to_uppercase());
            assert!(docs.text().contains(&title), "{title}");
        }
    }
}

#[tokio::test]
async fn every_route_says_what_can_go_wrong() {
    let api = Site::new().json("/api/openapi.json").await;
    let seat = &api["components"]["securitySchemes"]["seat"];
    assert_eq!((&seat["type"], &seat["scheme"]), (&json!("http"), &json!("bearer")));
    for (path, item) in api["paths"].as_object().unwrap() {
        for operation in item.as_object().unwrap().values() {
            for status in ["408", "503"] {
                let body = &operation["responses"][status]["content"]["application/json"]["schema"];
                assert_eq!(body["$ref"], "#/components/schemas/ErrorBody", "{path} {status}");
            }
            for (status, response) in operation["responses"].as_object().unwrap() {
                let about = response["description"].as_str();
                assert!(about.is_some_and(|about| !about.is_empty()), "{path} {status}");
            }
            let is_of_game = path.starts_with("/api/games/{id}");
            let expected = if is_of_game { json!([{}, { "seat": [] }]) } else { Value::Null };
            assert_eq!(operation["security"], expected, "{path}");
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                let schema = &parameter["schema"];
                let pattern = match parameter["name"].as_str().unwrap() {
                    "pos" if path == "/solve" => "^([1-9a]*|0)$",
                    "pos" => "^[1-9a]*$",
                    "size" => "^([3-9]|10)x([3-9]|10)$",
                    "id" if is_of_game => "^[A-Za-z0-9_-]{16}$",
                    _ => continue,
                };
                assert_eq!(schema["pattern"], pattern, "{path}: {parameter}");
            }
        }
    }
}
