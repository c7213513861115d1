//! The repository's address: `repository` in `Cargo.toml` is the only source, whatever repeats it.

use std::fs;
use std::process::Command;

use crate::metadata::root;

/// The end of the repository's address: the name of the project.
const NAME: &str = "/foursight";

/// The addresses in a text that lead to a repository with this name, as `OWNER/foursight` on the same host.
fn addresses<'a>(text: &'a str, host: &str) -> Vec<&'a str> {
    let starts = text.match_indices(host).map(|(start, _)| &text[start..]);
    let ends = starts.filter_map(|address| {
        let owner = address[host.len()..].find('/')?;
        let name = &address[host.len() + owner..];
        let length = host.len() + owner + NAME.len();
        let next = name.strip_prefix(NAME)?.chars().next();
        let is_whole = next.is_none_or(|c| !c.is_alphanumeric() && !"-_".contains(c));
        is_whole.then_some(&address[..length])
    });
    ends.collect()
}

#[test]
fn one_address_everywhere() {
    let address = env!("CARGO_PKG_REPOSITORY");
    let (host, _) = address.strip_suffix(NAME).and_then(|start| start.rsplit_once('/')).unwrap();
    let host = format!("{host}/");
    let files = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output();
    let files = String::from_utf8(files.expect("git runs").stdout).expect("names are UTF-8");
    let mut n_found = 0;
    for file in files.split('\0').filter(|file| !file.is_empty()) {
        // Pictures and books hold no text; a file may just have been deleted.
        let Ok(text) = fs::read_to_string(root().join(file)) else { continue };
        for found in addresses(&text, &host) {
            assert_eq!(found, address, "in {file}: Cargo.toml has another address");
            n_found += 1;
        }
    }
    assert!(n_found > 20, "only {n_found} addresses were looked at");
}
