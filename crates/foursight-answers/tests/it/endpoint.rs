//! The table of endpoints.

use foursight_answers::Endpoint;

#[track_caller]
fn check(path: &str, has_body: bool, expected: Option<(Endpoint, &str)>) {
    assert_eq!(Endpoint::find(path, has_body), expected, "{path}");
}

#[test]
fn an_endpoint_is_found_by_its_path() {
    for &endpoint in Endpoint::ALL {
        let path = endpoint.path().replace("{id}", "7");
        let id = if endpoint.path().contains("{id}") { "7" } else { "" };
        check(&path, endpoint.has_body(), Some((endpoint, id)));
    }
}

#[test]
fn what_is_no_endpoint_is_not_found() {
    for path in ["/", "/nowhere", "/api/puzzles/1/2", "/api/puzzles/1/attempt", "solve"] {
        check(path, false, None);
    }
    check("/solve", true, None);
    check("/api/puzzles/", false, Some((Endpoint::Puzzle, "")));
}

#[test]
fn every_type_that_a_description_names_is_described() {
    for &endpoint in Endpoint::ALL {
        let described = endpoint.describe();
        let text = serde_json::to_string(&(&described.operation, &described.schemas)).unwrap();
        for name in text.split("#/components/schemas/").skip(1) {
            let name = name.split('"').next().unwrap();
            assert!(
                described.schemas.iter().any(|(known, _)| known == name),
                "{endpoint:?}: {name}"
            );
        }
    }
}
