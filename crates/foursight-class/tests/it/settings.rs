//! Settings that decide who plays.

use crate::room::{GOOD, Room, UNFIT};

/// Saves the settings with these languages ticked, and returns those that the form then shows as ticked.
fn tick(room: &Room, languages: &[&str]) -> Vec<String> {
    let mut form = "name=8b&board=7x6&connect=4&clock=1s&games=10&weeks=2".to_owned();
    for language in languages {
        form += "&language=";
        form += &language.replace('+', "%2B");
    }
    let saved = room.post("/class/teacher/settings", &room.teacher, &form);
    assert_eq!(saved.location, "/class/teacher", "{}", saved.text);
    let page = room.get("/class/teacher", &room.teacher).text;
    let fields = page.split("name=\"language\" value=\"").skip(1);
    let ticked = fields.filter_map(|field| {
        let (language, rest) = field.split_once('"')?;
        rest.split('>').next()?.contains("checked").then(|| language.to_owned())
    });
    ticked.collect()
}

#[test]
fn bots_in_other_languages_do_not_play() {
    let room = Room::new();
    room.post("/class/teacher/pause", &room.teacher, "");
    let ann = room.join("Ann");
    assert_eq!(tick(&room, &["Rust", "C++"]), ["C++", "Rust"]);
    room.class.start().unwrap();
    room.upload(&ann, "bot.sh", GOOD.as_bytes());
    let page = room.wait("/class/me", &ann, "Version 1 does not play");
    assert!(page.contains("in this class, bots must be written in C++, Rust"), "{page}");
    assert!(!page.contains("Play this one"), "{page}");
    let report = room.get("/class/version/1", &ann).text;
    assert!(report.contains("in this class, bots must be written in C++, Rust"), "{report}");
    assert!(room.get(&format!("/class/live/{}", room.code()), "").text.contains("no bot yet"));
    // The bot's own fault comes first.
    room.upload(&ann, "bot.sh", UNFIT.as_bytes());
    let page = room.wait("/class/me", &ann, "Version 2 does not play");
    assert!(page.contains("&lt;script&gt;") && !page.contains("written in"), "{page}");
    assert_eq!(tick(&room, &["Python", "C++"]), ["Python", "C++"]);
    // The name says that it is in Python. Its first line runs it by sh, because python3 may be a chain of slow scripts.
    room.upload(&ann, "bot.py", format!("#!/bin/sh\n{GOOD}").as_bytes());
    room.wait("/class/me", &ann, "Version 3 has passed its check");
    room.class.stop();
}
