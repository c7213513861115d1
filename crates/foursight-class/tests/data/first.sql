-- Tables and rows as version 1 of a class's database had them. ?1 is the hash of the teacher's secret, ?2 of Ann's.
CREATE TABLE class (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    code TEXT NOT NULL,
    teacher BLOB NOT NULL,
    settings TEXT NOT NULL,
    visited_at INTEGER NOT NULL
) STRICT;
CREATE TABLE pupil (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    nickname TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,
    secret BLOB NOT NULL UNIQUE,
    is_hidden INTEGER NOT NULL DEFAULT 0,
    is_admitted INTEGER NOT NULL,
    current INTEGER
) STRICT;
CREATE TABLE version (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    pupil INTEGER NOT NULL REFERENCES pupil ON DELETE CASCADE,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    folder TEXT NOT NULL UNIQUE,
    uploaded_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'fit', 'unfit', 'benched')),
    report TEXT NOT NULL DEFAULT '',
    n_games INTEGER NOT NULL DEFAULT 0,
    faults_in_row INTEGER NOT NULL DEFAULT 0,
    cost_ms INTEGER NOT NULL DEFAULT 0,
    last_played INTEGER NOT NULL DEFAULT 0,
    UNIQUE (pupil, number)
) STRICT;
CREATE TABLE pair (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    first INTEGER NOT NULL,
    second INTEGER NOT NULL,
    opening TEXT NOT NULL
) STRICT;
CREATE TABLE game (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    pair INTEGER NOT NULL REFERENCES pair ON DELETE CASCADE,
    half INTEGER NOT NULL CHECK (half IN (0, 1)),
    red INTEGER NOT NULL,
    yellow INTEGER NOT NULL,
    played_at INTEGER NOT NULL,
    game TEXT NOT NULL,
    transcript TEXT NOT NULL,
    grades TEXT,
    UNIQUE (pair, half)
) STRICT;
CREATE INDEX games_of_red ON game (red);
CREATE INDEX games_of_yellow ON game (yellow);
INSERT INTO class VALUES (1, 'ABCDEF', ?1, '{"name":"8b","size":"6x5","clock":"500ms","languages":["Python"],
    "n_games":9,"weeks":3,"approval":true,"is_paused":true,"is_frozen":false}', 0);
INSERT INTO pupil VALUES (4, 'Ann', 'ann', ?2, 0, 1, 7);
INSERT INTO version VALUES (7, 4, 2, 'bot.py', '0123456789abcdef', 5000, 'fit', 'fit to play', 1, 0, 900, 6000);
INSERT INTO pair VALUES (3, 7, -1, '12');
INSERT INTO game VALUES (5, 3, 0, 7, -1, 6000, '{"number":0,"round":1,"pair":3,"meeting":0,"players":[0,1],
    "stolen":false,"opening":"12","moves":"3132333","result":"0-1","ending":"line","reason":"a line","micros":[1,2]}',
    '{"errors":["",""],"log":[],"layers":[]}', NULL);
PRAGMA user_version = 1;
