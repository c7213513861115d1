//! Copies of the database.

use std::error::Error;
use std::fs;

use foursight_web::backup;
use serde_json::json;
use tempfile::TempDir;

use crate::Site;

#[tokio::test]
async fn a_backup_replaces_only_what_it_should() {
    let site = Site::new();
    site.post("/api/games", &json!({})).await;
    let (data, folder) = (site.folder.path(), TempDir::new().unwrap());
    let file = folder.path().join("copy.db");
    let refused = |data, file, replaces, message: &str| {
        let error = backup(data, file, replaces).unwrap_err();
        let cause = error.source().map_or(String::new(), ToString::to_string);
        assert!(cause.contains(message), "{error}: {cause}");
    };
    refused(folder.path(), &file, false, "there is no database");
    let made = backup(data, &file, false).unwrap();
    assert_eq!((made.n_games, made.n_bytes), (1, fs::metadata(&file).unwrap().len()));
    refused(data, &file, false, "the file exists");
    site.post("/api/games", &json!({})).await;
    assert_eq!(backup(data, &file, true).unwrap().n_games, 2);
    refused(data, &data.join("./foursight.db"), true, "it is the database itself");
}
