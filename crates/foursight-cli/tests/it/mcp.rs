//! `foursight mcp`, as a client talks to it.

use foursight_answers::Endpoint;
use serde_json::{Value, json};

use crate::run;

/// The messages that a server writes when it reads these lines; it ends with them.
#[track_caller]
fn replies(lines: &[&str]) -> Vec<Value> {
    let outcome = run(&["mcp"], &(lines.join("\n") + "\n")).succeeded();
    assert_eq!(outcome.stderr, "");
    outcome.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The text of a tool's result, and whether it is an error.
#[track_caller]
fn called(tool: &str, arguments: &Value) -> (String, bool) {
    let params = json!({ "name": tool, "arguments": arguments });
    let request = json!({ "jsonrpc": "2.0", "id": "a", "method": "tools/call", "params": params });
    let [reply] = &replies(&[&request.to_string()])[..] else { panic!("one reply") };
    assert_eq!((&reply["jsonrpc"], &reply["id"]), (&json!("2.0"), &json!("a")));
    let result = &reply["result"];
    let text = result["content"][0]["text"].as_str().unwrap().to_owned();
    (text, result["isError"].as_bool().unwrap())
}

#[test]
fn a_client_learns_the_tools_and_calls_them() {
    let greeted = replies(&[
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"1999-01-01"}}"#,
        r#"{"jsonrpc":"2.0","id":3,"method":"tools/list"}"#,
    ]);
    let versions: Vec<_> =
        greeted[..2].iter().map(|reply| &reply["result"]["protocolVersion"]).collect();
    assert_eq!(versions, ["2025-06-18", "2025-11-25"]);
    let tools = greeted[2]["result"]["tools"].as_array().unwrap();
    let names: Vec<_> = tools.iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["position", "scores", "why", "review", "best_move"]);
    assert!(!greeted[2].to_string().contains("$ref"), "a client has no other schemas");
    let why = &tools[2]["inputSchema"]["properties"];
    let names: Vec<_> = why.as_object().unwrap().keys().collect();
    assert_eq!(names, ["column", "connect", "position", "size", "you"]);
    assert_eq!(tools[2]["description"], json!(Endpoint::Why.describe().operation.summary));

    let (text, is_error) = called("best_move", &json!({ "position": "4455" }));
    assert_eq!((text.as_str(), is_error), (r#"{"column":3,"swap":false,"pos":"44553"}"#, false));
    let drawn = json!({ "position": "....\n....\n....\n.X..", "size": "4x4" });
    assert!(called("position", &drawn).0.contains(r#""pos":"2","size":"4x4""#));
    let (scores, _) = called("scores", &json!({ "position": "44455", "connect": null }));
    assert!(scores.contains("all moves lose; columns d and e hold out longest"), "{scores}");
    let (why, _) = called("why", &json!({ "position": "7443", "column": 4, "you": "red" }));
    assert!(why.contains("Yellow plays b1 and then completes a line in a1 or e1"), "{why}");
    let (review, _) = called("review", &json!({ "position": "4455667" }));
    assert!(review.contains("it let Red get three in a row with both ends open"), "{review}");
}

#[test]
fn a_model_hears_which_argument_is_wrong() {
    for (tool, arguments, reason) in [
        ("scores", json!({ "position": "48" }), "move 2: '8' is not a column from 1 to 7"),
        ("scores", json!({ "position": 44 }), r#"position must be a text; "" is the empty board"#),
        ("scores", json!({}), r#"position must be a text; "" is the empty board"#),
        (
            "scores",
            json!({ "positon": "44" }),
            r#"there is no argument "positon"; this tool takes connect, position, size"#,
        ),
        ("why", json!({ "position": "44", "you": "blue" }), "a player is red or yellow"),
        ("position", json!({ "position": "", "size": 7 }), "size: invalid type"),
    ] {
        let (text, is_error) = called(tool, &arguments);
        assert!(is_error && text.starts_with(reason), "{tool} {arguments}: {text}");
    }
}

#[test]
fn whatever_a_client_sends_the_server_goes_on() {
    let long = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{}"}}"#, "x".repeat(1 << 20));
    let nested = "[".repeat(1000);
    for (line, code, id) in [
        ("{nope", -32700, json!(null)),
        (&nested, -32700, json!(null)),
        (&long, -32600, json!(null)),
        ("[]", -32600, json!(null)),
        (r#"{"id":5}"#, -32600, json!(5)),
        (r#"{"id":null,"method":"ping"}"#, -32600, json!(null)),
        (r#"{"id":5,"method":"nope"}"#, -32601, json!(5)),
        (r#"{"id":5,"method":"tools/call"}"#, -32602, json!(5)),
        (r#"{"id":5,"method":"tools/call","params":{"name":"nope"}}"#, -32602, json!(5)),
        (
            r#"{"id":5,"method":"tools/call","params":{"name":"why","arguments":[]}}"#,
            -32602,
            json!(5),
        ),
    ] {
        let ping = r#"{"jsonrpc":"2.0","id":6,"method":"ping"}"#;
        let [error, next] = &replies(&[line, "", ping])[..] else { panic!("two replies") };
        let start: String = line.chars().take(80).collect();
        assert_eq!((&error["error"]["code"], &error["id"]), (&json!(code), &id), "{start}");
        assert_eq!(*next, json!({ "jsonrpc": "2.0", "id": 6, "result": {} }), "{start}");
    }
    // A notification, and a reply to nothing that was asked.
    assert!(replies(&[r#"{"method":"nope"}"#, r#"{"id":1,"result":{}}"#]).is_empty());
    assert!(run(&["mcp"], "").succeeded().stdout.is_empty());
}

#[cfg(unix)]
#[test]
fn an_input_that_cannot_be_read_is_named() {
    let mut folder = std::process::Command::new(assert_cmd::cargo::cargo_bin!("foursight"));
    folder.arg("mcp").stdin(std::fs::File::open(env!("CARGO_TARGET_TMPDIR")).unwrap());
    let error = String::from_utf8(folder.output().unwrap().stderr).unwrap();
    assert_eq!(error, "error: standard input: it is a folder, not a file\n");
}
