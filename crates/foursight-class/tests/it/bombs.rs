//! Uploads that would fill the memory.

use std::process::Command;
use std::{env, fs};

use crate::archives::{entry, gz, tar, tar_with, zip, zip_with_link};
use crate::room::{Room, form};
use crate::uploads::check;

/// Names and tables of contents are held in memory, so they are cut off, and a page shows only the beginning of a name.
#[test]
fn names_in_archives_are_short() {
    let room = Room::new();
    let ann = room.join("Ann");
    let check = |name: &str, bytes: &[u8], expected| {
        check(&room, &ann, name, bytes, expected);
        assert!(room.upload(&ann, name, bytes).text.len() < 4096, "{expected}");
    };
    let longest = "x".repeat(15 << 20);
    for kind in [b'L', b'K', b'x'] {
        let bomb = gz(&[entry("long", kind, "", longest.as_bytes()), tar(&[("a", b"x")])].concat());
        assert!(bomb.len() < 128 << 10, "{} bytes", bomb.len());
        check("bot.tgz", &bomb, "their names are too long");
    }
    let long = "x".repeat(256);
    let shown = format!(": {} in it", "y".repeat(80));
    let named = entry("long", b'L', "", long.as_bytes());
    check("bot.tgz", &gz(&[named, tar(&[("a", b"x")])].concat()), "more than 255 bytes");
    check("bot.zip", &zip(&[(&long, b"x")]), "more than 255 bytes");
    check("bot.zip", &zip_with_link(&long, "x"), "more than 255 bytes");
    check("bot.tgz", &gz(&tar_with(&"y".repeat(90), b'2', "x")), &shown);
    let numbers: Vec<String> = (0..30_000).map(|number| number.to_string()).collect();
    let many: Vec<(&str, &[u8])> = numbers.iter().map(|name| (&**name, &b""[..])).collect();
    check("bot.zip", &zip(&many), "too many files, or their names are too long");
    // A folder costs as much as a file.
    let deep: Vec<String> = (0..30).map(|number| format!("{number}/b/c/d/e/f/g/h.py")).collect();
    let deep: Vec<(&str, &[u8])> = deep.iter().map(|name| (&**name, &b"x"[..])).collect();
    check("bot.zip", &zip(&deep), "more than 200 files");
}

/// The peak of the memory of a process, in KiB.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// The variable of a process in which only this test runs, so that it measures its own memory.
const ALONE: &str = "FOURSIGHT_MEASURED";

#[test]
fn no_upload_takes_much_memory() {
    if !fs::exists("/proc/self/clear_refs").unwrap() {
        println!("skipped: this system does not tell the peak of the memory");
        return;
    }
    if env::var_os(ALONE).is_none() {
        let mut alone = Command::new(env::current_exe().unwrap());
        let name = "bombs::no_upload_takes_much_memory";
        let output = alone.args([name, "--exact"]).env(ALONE, "yes").output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("1 passed"), "{text}");
        return;
    }
    let room = Room::new();
    let ann = room.join("Ann");
    let name = format!(
        "--x\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\n{}\r\n",
        "n".repeat(1 << 20)
    );
    let part = "--x\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n\r\n";
    let path = "p".repeat(4 << 20);
    let path = format!(
        "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{path}\"\r\n\r\nx\r\n"
    );
    let numbers: Vec<String> = (0..35_000).map(|number| number.to_string()).collect();
    let many: Vec<(&str, &[u8])> = numbers.iter().map(|name| (&**name, &b""[..])).collect();
    let many = zip(&many);
    let pax = gz(&[entry("long", b'x', "", &vec![b'x'; 15 << 20]), tar(&[("a", b"x")])].concat());
    let noise: Vec<u8> = (0..(4 << 20) - 1000).map(|_| fastrand::u8(..)).collect();
    let bodies = [
        [&*name, &part.repeat(4000), "--x--\r\n"].concat().into_bytes(),
        [&*path, "--x--\r\n"].concat().into_bytes(),
        form(&[("name=\"file\"; filename=\"a.zip\"", &many)]),
        form(&[("name=\"file\"; filename=\"a.tgz\"", &pax)]),
        form(&[("name=\"file\"; filename=\"a.py\"", &noise)]),
        form(&[("name=\"name\"", b"a.py"), ("name=\"file\"", &vec![b'x'; 4 << 20])]),
        form(&[("name=\"file\"; filename=\"a.zip\"", &zip(&[("a", &noise)]))]),
    ];
    for (number, body) in bodies.into_iter().enumerate() {
        // The kernel starts to measure again.
        fs::write("/proc/self/clear_refs", "5").unwrap();
        let before = peak();
        room.upload_body(&ann, "x", body);
        let kib = peak().saturating_sub(before);
        assert!(kib < 32 << 10, "body {number} took {kib} KiB");
    }
}
