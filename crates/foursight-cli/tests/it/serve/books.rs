//! The books in a server's data folder.

use serde_json::{Value, json};
use tempfile::TempDir;

use super::Server;

/// The books answer scores, analyses and levels, without the search that 8x7 would need.
#[test]
fn the_books_of_the_data_folder_answer() {
    let data = TempDir::new().expect("a folder");
    crate::book::write_invented_book(data.path(), "8x7");
    let server = Server::start_with(data.path(), &["--solve-time", "1s"]);
    let get = |path: &str| server.send("GET", path, "", &Value::Null);
    assert_eq!(get("/solve?size=8x7&pos=")["score"], json!([5, -5, -5, -5, -5, -5, -5, 5]));
    assert_eq!(get("/api/move?size=8x7&level=10&seed=1")["column"], 1);
    assert_eq!(get("/api/analyze?size=8x7")["score"], 5);
}
