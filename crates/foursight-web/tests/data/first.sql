-- Tables and games as version 1 of the database had them: an open game, one with swapped sides, clocks and an offer, and
-- one that was resigned, with its rematch. ?1 is the hash of a seat's secret.
CREATE TABLE game (
    id TEXT NOT NULL PRIMARY KEY,
    seq INTEGER NOT NULL,
    size TEXT NOT NULL,
    moves TEXT NOT NULL,
    n_start INTEGER NOT NULL,
    red_secret BLOB,
    yellow_secret BLOB,
    red_name TEXT,
    yellow_name TEXT,
    ending TEXT CHECK (ending IN ('resigned', 'time')),
    winner TEXT CHECK (winner IN ('red', 'yellow')),
    is_over INTEGER NOT NULL,
    clock_initial_ms INTEGER,
    clock_increment_ms INTEGER,
    clock_red_ms INTEGER,
    clock_yellow_ms INTEGER,
    clock_running_since INTEGER,
    pie INTEGER NOT NULL,
    swapped INTEGER NOT NULL,
    takeback TEXT CHECK (takeback IN ('red', 'yellow')),
    rematch TEXT CHECK (rematch IN ('red', 'yellow')),
    rematch_id TEXT,
    rematch_of TEXT,
    owner BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX open_games_of_owner ON game (owner) WHERE NOT is_over;
CREATE INDEX games_by_age ON game (updated_at);
CREATE TABLE puzzle (
    id INTEGER NOT NULL PRIMARY KEY,
    moves TEXT NOT NULL,
    goal TEXT NOT NULL CHECK (goal IN ('win', 'draw')),
    solution INTEGER NOT NULL
) STRICT;
CREATE TABLE run (
    id INTEGER NOT NULL PRIMARY KEY,
    started_at INTEGER NOT NULL,
    alive_at INTEGER NOT NULL
) STRICT;
CREATE TABLE salt (value BLOB NOT NULL) STRICT;
INSERT INTO salt VALUES (x'000102030405060708090a0b0c0d0e0f');
INSERT INTO run VALUES (1, 1000, 5000);
INSERT INTO game VALUES
    ('AAAAAAAAAAAAAAAA', 4, '7x6', '44', 0, randomblob(32), ?1, 'Ann', 'Bob', NULL, NULL, 0,
        NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, x'aa', 1000, 2000),
    ('BBBBBBBBBBBBBBBB', 6, '8x7', '45', 0, ?1, randomblob(32), 'Bob', 'Ann', NULL, NULL, 0,
        60000, 2000, 50000, 40000, 3000, 1, 1, 'yellow', NULL, NULL, NULL, x'aa', 1000, 3000),
    ('CCCCCCCCCCCCCCCC', 7, '7x6', '434', 1, randomblob(32), ?1, NULL, 'Bob', 'resigned', 'red', 1,
        NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, 'red', 'DDDDDDDDDDDDDDDD', NULL, x'aa', 1000, 4000),
    ('DDDDDDDDDDDDDDDD', 1, '7x6', '4', 1, ?1, randomblob(32), 'Bob', NULL, NULL, NULL, 0,
        NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, 'CCCCCCCCCCCCCCCC', x'aa', 4000, 4000);
PRAGMA user_version = 1;
