//! The ladder with scripted players.

use crate::room::{GOOD, Room};

/// A bot that passes its check and fails in the ladder, whose games start with six discs.
fn bad() -> String {
    let answer = "case $p,$seen in ??????,|???????,) bad=1 ;; esac; seen=1; [ -n \"$bad\" ] && c=99; echo \"best";
    GOOD.replace("echo \"best", answer)
}

#[test]
fn a_new_version_meets_level_0_and_then_the_others() {
    let room = Room::new();
    let (ann, bob) = (room.join("Ann"), room.join("Bob"));
    room.upload(&ann, "bot.sh", GOOD.as_bytes());
    room.upload(&bob, "bot.sh", GOOD.as_bytes());
    room.class.start().unwrap();
    room.wait("/class/pupil/1", &room.teacher, "<td>Bob</td>");
    room.class.stop();
    // Finished games outlive the server.
    let room = room.reopened();
    let games = room.get("/class/games.txt", &room.teacher).text;
    assert!(games.contains("level 0"), "{games}");
    let room = room.reopened();
    assert_eq!(room.get("/class/games.txt", &room.teacher).text, games);
}

#[test]
fn five_faults_in_a_row_bench_a_version_and_its_author_sees_why() {
    let room = Room::new();
    let ann = room.join("Ann");
    room.upload(&ann, "bot.sh", bad().as_bytes());
    room.class.start().unwrap();
    let page = room.wait("/class/me", &ann, "benched after 5 faults in a row");
    assert!(page.contains("99"), "it quotes what was wrong: {page}");
    assert!(page.contains("Play this one"), "{page}");
    let live = format!("/class/live/{}", room.code());
    room.wait(&live, "", "Just played");
    assert!(room.get(&live, "").text.contains("benched"));
    room.class.stop();
}

#[test]
fn a_replay_shows_standard_error_only_to_its_author() {
    let room = Room::new();
    let (ann, bob) = (room.join("Ann"), room.join("Bob"));
    let talks = format!("echo secret-of-ann >&2\n{GOOD}");
    room.upload(&ann, "bot.sh", talks.as_bytes());
    room.class.start().unwrap();
    let page = room.wait("/class/me", &ann, "/class/game/");
    room.class.stop();
    let start = page.find("/class/game/").unwrap();
    let path = page[start..].split('#').next().unwrap();
    for (cookie, sees) in [(&ann, true), (&room.teacher, true), (&bob, false)] {
        let replay = room.get(path, cookie).text;
        assert!(replay.contains("level 0"), "{replay}");
        assert_eq!(replay.contains("secret-of-ann"), sees, "{cookie}");
    }
}

#[test]
fn no_half_of_a_pair_is_played_twice() {
    let mut room = Room::new();
    let ann = room.join("Ann");
    room.upload(&ann, "bot.sh", GOOD.as_bytes());
    let mut n_games = 0;
    for _ in 0..3 {
        room.class.start().unwrap();
        room.wait("/class/games.txt", &room.teacher, &format!("[Game \"{}\"]", n_games + 1));
        // The database does not accept a half twice, so playing one again would stop the ladder.
        let page = room.get("/class/teacher", &room.teacher).text;
        assert!(!page.contains("The ladder has stopped"), "{page}");
        room.class.stop();
        room = room.reopened();
        let text = room.get("/class/games.txt", &room.teacher).text;
        n_games = text.lines().filter(|line| line.starts_with("[Game ")).count();
    }
}

/// The database is full, and only the teacher's page says so; the other pages are unchanged.
#[test]
fn a_full_disk_is_said_and_stops_the_ladder_alone() {
    let room = Room::new();
    let ann = room.join("Ann");
    room.upload(&ann, "bot.sh", GOOD.as_bytes());
    let full = |what: &str, name: &str| {
        let sql = format!(
            "CREATE TRIGGER {name} BEFORE {what} BEGIN SELECT RAISE(ROLLBACK, 'the disk is full'); END"
        );
        room.database().execute_batch(&sql).unwrap();
    };
    full("INSERT ON game", "no_game");
    full("UPDATE ON class", "no_visit");
    room.class.start().unwrap();
    let page = room.wait("/class/teacher", &room.teacher, "The ladder has stopped: ");
    assert!(page.contains("the disk is full"), "{page}");
    let live = room.get(&format!("/class/live/{}", room.code()), "");
    assert_eq!((live.status.as_u16(), live.text.contains("Ann")), (200, true), "{}", live.text);
    assert!(room.get("/class/me", &ann).text.contains("has passed its check"));
    room.class.stop();
    room.database().execute_batch("DROP TRIGGER no_game; DROP TRIGGER no_visit").unwrap();
    let room = room.reopened();
    room.class.start().unwrap();
    room.wait("/class/me", &ann, "/class/game/");
    room.class.stop();
}

/// A panic in a check ends neither the server nor its thread.
#[test]
fn a_check_that_always_panics_is_given_up() {
    let room = Room::new();
    room.set("4x4", "1s");
    let bob = room.join("Bob");
    room.upload(&bob, "bot.sh", GOOD.as_bytes());
    room.class.start().unwrap();
    room.wait("/class/me", &bob, "The check failed 3 times: server error");
    room.class.stop();
}

/// A check that fails through no fault of a player is given up in the end, and does not block the others forever.
#[test]
fn a_check_that_always_fails_is_given_up() {
    let room = Room::new();
    let (ann, cleo) = (room.join("Ann"), room.join("Cleo"));
    // A file takes the place of the folder of compiled programs.
    let programs = room.folder.path().join("programs");
    std::fs::write(&programs, "").unwrap();
    room.upload(&ann, "bot.c", b"int main(void) { return 0; }");
    room.class.start().unwrap();
    room.wait("/class/me", &ann, "The check failed 3 times: compiling the bot: ");
    room.upload(&cleo, "bot.sh", GOOD.as_bytes());
    room.wait("/class/games.txt", &room.teacher, "Cleo");
    room.class.stop();
}

#[test]
fn a_pair_that_always_fails_is_given_up_and_told() {
    let room = Room::new();
    let (ann, bob) = (room.join("Ann"), room.join("Bob"));
    room.post("/class/teacher/pause", &room.teacher, "");
    room.upload(&ann, "bot.sh", GOOD.as_bytes());
    room.class.start().unwrap();
    room.wait("/class/me", &ann, "has passed its check");
    let uploads = room.folder.path().join("uploads");
    let upload = uploads.read_dir().unwrap().next().unwrap().unwrap();
    std::fs::remove_file(upload.path().join("bot.sh")).unwrap();
    room.post("/class/teacher/resume", &room.teacher, "");
    let lost = "it contains no file that can play";
    let page = room.wait("/class/teacher", &room.teacher, "failed three times");
    assert!(page.contains(lost), "{page}");
    // No pair of that player is tried any more, and the other players continue.
    room.upload(&bob, "bot.sh", GOOD.as_bytes());
    room.wait("/class/games.txt", &room.teacher, "Bob");
    Room::until(|| {
        let page = room.get("/class/teacher", &room.teacher).text;
        page.matches(lost).count() == 3 && !page.contains("ladder has stopped")
    });
    room.class.stop();
}

#[test]
fn the_projector_shows_running_boards_and_upsets() {
    let room = Room::new();
    let ann = room.join("Ann");
    room.upload(&ann, "bot.sh", format!("sleep 0.2\n{GOOD}").as_bytes());
    let boards = format!("/class/live/{}/boards", room.code());
    assert!(room.get(&boards, "").text.contains("No game is running"));
    assert_eq!(room.get("/class/live/AAAAAA/boards", "").status, 404);
    room.class.start().unwrap();
    let text = room.wait(&boards, "", "<figcaption>");
    assert!(
        text.contains("Ann, red, against level 0, yellow, after ")
            || text.contains("level 0, red, against Ann, yellow, after "),
        "{text}"
    );
    assert!(text.contains("data:image/svg+xml;base64,"), "{text}");
    let live = format!("/class/live/{}", room.code());
    // Here, all levels play alike, so the strong ones lose as often as the weak ones.
    let text = room.wait(&live, "", " It hands over a line.");
    assert!(text.contains("level 10 is the strongest and is rated 1253. "), "{text}");
    assert!(text.contains("Upset: ") && text.contains(" higher, because of move "), "{text}");
    room.class.stop();
    room.wait(&boards, "", "Just played");
}

/// Of three games at once, the projector shows two, and links to the third.
#[test]
fn a_game_that_is_not_on_the_projector_has_a_link() {
    let room = Room::new();
    room.post("/class/teacher/pause", &room.teacher, "");
    room.class.start().unwrap();
    for name in ["Ann", "Bob", "Cleo"] {
        let pupil = room.join(name);
        let thinks = GOOD.replace("echo", "sleep 0.1; echo");
        room.upload(&pupil, "bot.sh", thinks.as_bytes());
        room.wait("/class/me", &pupil, "passed its check");
    }
    room.post("/class/teacher/resume", &room.teacher, "");
    let live = format!("/class/live/{}", room.code());
    let boards = room.wait(&format!("{live}/boards"), "", "<li>");
    let (_, link) = boards.split_once("<li><a href=\"").expect("the third game has a link");
    let (link, names) = link.split_once("\">").unwrap();
    assert_eq!(boards.matches("<figure>").count(), 2, "{boards}");
    let game = room.get(link, "").text;
    let (_, pupil) = game.split_once("<h1>").unwrap();
    let (pupil, _) = pupil.split_once('<').unwrap();
    assert!(link.starts_with(&live) && names.contains(pupil), "{pupil}: {boards}");
    room.class.stop();
}
