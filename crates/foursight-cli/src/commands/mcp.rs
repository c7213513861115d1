//! `foursight mcp`: the answers as tools of a language model, by the Model Context Protocol.
//!
//! Messages are JSON-RPC, one per line. A server that has nothing but tools needs four methods, so they are written here:
//! the official SDK, `rmcp`, would save 50 lines and add 17 crates and 22 s of processor time to every build.

use std::io::{self, BufRead, Read, Write};

use anyhow::{Context, Result};
use clap::Args;
use foursight_answers::{Answer, Endpoint, Problem, ProblemKind, Request, Solvers};
use foursight_engine::Limits;
use serde_json::{Map, Value, json};

use crate::args::BookArgs;

/// Answer a language model's questions as an MCP server on standard input and output.
///
/// Its tools are position, scores, why, review and best_move. Register this command with your client; people never type
/// its messages.
#[derive(Args, Debug)]
pub(crate) struct McpArgs {
    #[command(flatten)]
    books: BookArgs,
}

/// The newest version comes first.
const VERSIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

const INSTRUCTIONS: &str = "Exact answers about Connect Four. Columns are numbered from 1, scores count for the side to \
    move: above 0 it wins, below 0 it loses, and the larger the number, the sooner. Quote the sentences of `words` and \
    `sentences`; they are verified.";

/// The longest message in bytes.
const MAX_MESSAGE: usize = 64 << 10;

/// JSON-RPC's codes.
const NOT_JSON: i32 = -32700;
const NO_REQUEST: i32 = -32600;
const NO_METHOD: i32 = -32601;
const WRONG_PARAMS: i32 = -32602;

pub(crate) fn run(args: &McpArgs) -> Result<()> {
    let solver = Solvers::new(args.books.books()?);
    let mut server = Server { solver };
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = Vec::new();
    while next_line(&mut input, &mut line).context("standard input")? > 0 {
        let reply = if line.len() > MAX_MESSAGE {
            let reason = format!("a message is limited to {MAX_MESSAGE} bytes");
            Some(failure(&Value::Null, NO_REQUEST, &reason))
        } else if line.trim_ascii().is_empty() {
            None
        } else {
            server.reply(&line)
        };
        if let Some(reply) = reply {
            writeln!(output, "{reply}")?;
            output.flush()?;
        }
    }
    Ok(())
}

/// Reads a line, or the beginning of one that is too long; returns its length, 0 at the end.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    line.clear();
    let n_bytes = input.by_ref().take(MAX_MESSAGE as u64 + 1).read_until(b'\n', line)?;
    if n_bytes > MAX_MESSAGE && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok(n_bytes)
}

fn failure(id: &Value, code: i32, reason: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": reason } })
}

struct Server {
    solver: Solvers,
}

impl Server {
    /// The reply to a message; notifications and replies have none.
    fn reply(&mut self, line: &[u8]) -> Option<Value> {
        let message: Value = match serde_json::from_slice(line) {
            Ok(message) => message,
            Err(error) => return Some(failure(&Value::Null, NOT_JSON, &error.to_string())),
        };
        let id = &message["id"];
        let has_id = id.is_string() || id.is_number();
        match message["method"].as_str() {
            Some(method) if has_id => Some(match self.carry_out(method, &message["params"]) {
                Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
                Err((code, reason)) => failure(id, code, &reason),
            }),
            Some(_) if message.get("id").is_none() => None,
            None if message.get("result").or(message.get("error")).is_some() => None,
            _ => {
                let reason = "a request is an object with a method and an id, a string or a number";
                Some(failure(if has_id { id } else { &Value::Null }, NO_REQUEST, reason))
            }
        }
    }

    /// The result of a request, or an error's code and reason.
    fn carry_out(&mut self, method: &str, params: &Value) -> Result<Value, (i32, String)> {
        match method {
            "initialize" => {
                let wanted = VERSIONS.iter().find(|&&version| params["protocolVersion"] == version);
                Ok(json!({
                    "protocolVersion": wanted.unwrap_or(&VERSIONS[0]),
                    "capabilities": { "tools": {} },
                    "serverInfo": { "name": "foursight", "version": env!("CARGO_PKG_VERSION") },
                    "instructions": INSTRUCTIONS,
                }))
            }
            "ping" => Ok(json!({})),
            "tools/list" => {
                Ok(json!({ "tools": TOOLS.iter().map(Tool::json).collect::<Vec<_>>() }))
            }
            "tools/call" => {
                let name = params["name"].as_str().unwrap_or_default();
                let names = TOOLS.map(|tool| tool.name).join(", ");
                let tool = TOOLS.iter().find(|tool| tool.name == name).ok_or_else(|| {
                    (WRONG_PARAMS, format!("there is no tool {name:?}; the tools are {names}"))
                })?;
                let empty = Map::new();
                let arguments = match &params["arguments"] {
                    Value::Null => &empty,
                    Value::Object(arguments) => arguments,
                    _ => return Err((WRONG_PARAMS, "arguments must be an object".to_owned())),
                };
                // The model can correct a wrong argument, so this is a result.
                let answer = self.call(tool, arguments);
                let is_error = answer.is_err();
                let text = answer.unwrap_or_else(|problem| problem.message);
                Ok(json!({ "content": [{ "type": "text", "text": text }], "isError": is_error }))
            }
            _ => Err((NO_METHOD, format!("there is no method {method:?}"))),
        }
    }

    /// The answer of a tool as JSON.
    fn call(&mut self, tool: &Tool, arguments: &Map<String, Value>) -> Result<String, Problem> {
        let invalid = |message| Problem::new(ProblemKind::Invalid, "invalid_parameter", message);
        let known = tool.properties();
        if let Some(name) = arguments.keys().find(|name| !known.contains_key(*name)) {
            let names = known.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
            return Err(invalid(format!("there is no argument {name:?}; this tool takes {names}")));
        }
        let part = |name| arguments.get(name).unwrap_or(&Value::Null);
        if !part("position").is_string() {
            return Err(invalid("position must be a text; \"\" is the empty board".to_owned()));
        }
        let text =
            json!({ "text": part("position"), "size": part("size"), "connect": part("connect") });
        let read = self.ask(Endpoint::ReadPosition, "", text.to_string().as_bytes())?.text;
        if tool.endpoint == Endpoint::Position {
            return Ok(read);
        }
        let read: Value = serde_json::from_str(&read).expect("answers are JSON");
        let mut query = form_urlencoded::Serializer::new(tool.fixed.to_owned());
        for name in ["pos", "size", "connect"] {
            query.append_pair(name, &plain(&read[name]));
        }
        for (name, value) in arguments {
            if !["position", "size", "connect"].contains(&name.as_str()) && !value.is_null() {
                query.append_pair(name, &plain(value));
            }
        }
        Ok(self.ask(tool.endpoint, &query.finish(), b"")?.text)
    }

    fn ask(&mut self, endpoint: Endpoint, query: &str, body: &[u8]) -> Result<Answer, Problem> {
        let context = foursight_answers::Context { today: 0, seed: 0 };
        let question = Request { endpoint, id: "", query, body }.read(context)?;
        question.answer(&mut self.solver, Limits::default())
    }
}

/// A value as a parameter of an address.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// An endpoint as a tool.
#[derive(Clone, Copy)]
struct Tool {
    name: &'static str,
    endpoint: Endpoint,
    /// The parameters that a model does not choose.
    fixed: &'static str,
}

const TOOLS: [Tool; 5] = [
    Tool { name: "position", endpoint: Endpoint::Position, fixed: "" },
    Tool { name: "scores", endpoint: Endpoint::Analyze, fixed: "" },
    Tool { name: "why", endpoint: Endpoint::Why, fixed: "proof=false" },
    Tool { name: "review", endpoint: Endpoint::Review, fixed: "why=true" },
    Tool { name: "best_move", endpoint: Endpoint::Move, fixed: "level=10&seed=0" },
];

impl Tool {
    fn json(&self) -> Value {
        json!({
            "name": self.name,
            "description": self.endpoint.describe().operation.summary,
            "inputSchema": {
                "type": "object",
                "properties": self.properties(),
                "required": ["position"],
                "additionalProperties": false,
            },
            "annotations": { "readOnlyHint": true, "openWorldHint": false },
        })
    }

    /// The schemas of its arguments: a position in any notation, and the endpoint's parameters.
    fn properties(&self) -> Map<String, Value> {
        let about = "The columns played from the empty board, from 1, such as 4455; or any other notation, such as a \
            drawn board with rows of R, Y and dots.";
        let mut properties = Map::new();
        properties.insert("position".to_owned(), json!({ "type": "string", "description": about }));
        for parameter in self.endpoint.describe().operation.parameters.into_iter().flatten() {
            let Value::Object(mut parameter) = json!(parameter) else { continue };
            let name = parameter["name"].as_str().unwrap_or_default().to_owned();
            let is_fixed =
                form_urlencoded::parse(self.fixed.as_bytes()).any(|(fixed, _)| fixed == name);
            if name == "pos" || is_fixed {
                continue;
            }
            let mut schema = parameter.remove("schema").unwrap_or_default();
            // The only type with a name is a color.
            if schema.get("$ref").is_some() {
                schema = json!({ "type": "string", "enum": ["red", "yellow"] });
            }
            schema["description"] = parameter.remove("description").unwrap_or_default();
            properties.insert(name, schema);
        }
        properties
    }
}
