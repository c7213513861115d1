//! A class of the first version, as that version made it, opens with everything in it.

use foursight::record::GameResult;
use rusqlite::Connection;

use super::*;

const FIRST: &str = include_str!("../../../../tests/data/first.sql");

#[test]
fn the_first_class_opens() {
    let folder = TempDir::new().unwrap();
    let [teacher, ann] = [(); 2].map(|()| Secret::random());
    let hash = |secret: &Secret| {
        let hash = secret.hash();
        let bytes = hash.bytes().iter().map(|byte| format!("{byte:02x}"));
        format!("x'{}'", bytes.collect::<String>())
    };
    let first = FIRST.replace("?1", &hash(&teacher)).replace("?2", &hash(&ann));
    let database = Connection::open(folder.path().join("class.db")).unwrap();
    database.execute_batch(&first).unwrap();
    drop(database);
    let upload = folder.path().join("uploads/0123456789abcdef");
    fs::create_dir_all(&upload).unwrap();
    fs::write(upload.join("bot.py"), "x").unwrap();
    let (class, secret) = open(&folder, Clock::system());
    assert_eq!(secret, None, "the teacher has a link");
    let mut inner = class.lock();
    assert!(inner.store.is_teacher(&teacher).unwrap());
    let settings = inner.store.settings().unwrap();
    assert_eq!(
        (&*settings.name, settings.size.to_string(), settings.weeks),
        ("8b", "6x5".to_owned(), 3)
    );
    let pupil = inner.store.pupil_with(&ann).unwrap().unwrap();
    assert_eq!((pupil.id, &*pupil.nickname, pupil.current), (4, "Ann", Some(7)));
    let version = inner.store.version(7).unwrap().unwrap();
    assert_eq!((version.number, &*version.report, version.n_games), (2, "fit to play", 1));
    let game = inner.store.game(5).unwrap().unwrap().row;
    assert_eq!((game.bots, &*game.game.moves), ([Bot::Version(7), Bot::Level(0)], "3132333"));
    assert_eq!(game.game.result, GameResult::SecondWins);
    // Of the time since the last visit, a week counts.
    let unused = "SELECT unused_ms FROM class";
    let unused = inner.store.write(|connection| connection.query_row(unused, [], |row| row.get(0)));
    assert_eq!(unused, Ok(7 * DAY_MS));
    assert!(upload.join("bot.py").exists());
}
