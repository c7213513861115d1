//! `kill -9` at random moments under load: every acknowledged move is there afterwards.

use std::sync::mpsc;
use std::thread;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::Client;
use super::{Server, is_full};

const N_GAMES: usize = 8;

/// A game that one thread plays for both sides.
#[derive(Clone)]
struct Game {
    path: String,
    secrets: [String; 2],
    /// The moves that were acknowledged.
    acknowledged: String,
}

impl Game {
    fn new(server: &Server) -> Self {
        let (path, secrets) = server.game(&json!({ "size": "10x10", "connect": 6 }));
        Self { path, secrets, acknowledged: String::new() }
    }

    /// Plays until the server is gone or the game is over, and reports each acknowledged move.
    fn play(mut self, address: &str, acknowledged: &mpsc::Sender<()>) -> Self {
        let Ok(mut client) = Client::connect(address) else { return self };
        let path = format!("{}/moves", self.path);
        loop {
            let ply = self.acknowledged.len();
            let body = json!({ "column": fastrand::usize(1..=10), "ply": ply });
            match client.send("POST", &path, &self.secrets[ply % 2], &body) {
                Ok((200, state)) => {
                    state["pos"].as_str().expect("moves").clone_into(&mut self.acknowledged);
                    // The test may no longer be waiting for moves.
                    let _ = acknowledged.send(());
                }
                Ok((409, answer)) if answer["error"]["code"] == "illegal_move" => {}
                Ok((409, answer)) if answer["error"]["code"] == "game_over" => return self,
                Ok(answer) => panic!("{answer:?}"),
                Err(_) => return self,
            }
        }
    }

    /// The server's state of the game, after checking it: it holds all acknowledged moves, and at most one more, which
    /// the server was about to acknowledge.
    fn check(&mut self, server: &Server) -> Value {
        let state = server.send("GET", &self.path, "", &Value::Null);
        let pos = state["pos"].as_str().expect("the game is there").to_owned();
        assert!(
            pos.starts_with(&self.acknowledged),
            "{pos} has lost moves of {}",
            self.acknowledged
        );
        assert!(pos.len() <= self.acknowledged.len() + 1, "{pos} after {}", self.acknowledged);
        self.acknowledged = pos;
        state
    }
}

#[test]
fn acknowledged_moves_survive_kills_under_load() {
    let data = TempDir::new().expect("a folder");
    let mut games: Vec<Game> = Vec::new();
    let mut n_moves = 0;
    for _ in 0..if is_full() { 50 } else { 3 } {
        let mut server =
            Server::start_with(data.path(), &["--rate", "0", "--open-games", "100000"]);
        for game in &mut games {
            if game.check(&server)["outcome"] != Value::Null {
                *game = Game::new(&server);
            }
        }
        games.resize_with(N_GAMES, || Game::new(&server));
        let before: usize = games.iter().map(|game| game.acknowledged.len()).sum();
        let (sender, acknowledged) = mpsc::channel();
        let players = games.drain(..).map(|game| {
            let (address, sender) = (server.address.clone(), sender.clone());
            thread::spawn(move || game.play(&address, &sender))
        });
        let players: Vec<_> = players.collect();
        drop(sender);
        // By then, the other players are at random points of their moves.
        acknowledged.iter().take(fastrand::usize(10..100)).for_each(drop);
        server.kill();
        games.extend(players.into_iter().map(|player| player.join().expect("a player ends well")));
        let after: usize = games.iter().map(|game| game.acknowledged.len()).sum();
        n_moves += after - before;
    }
    let server = Server::start(data.path());
    for game in &mut games {
        game.check(&server);
    }
    println!("{n_moves} moves were acknowledged between the kills, and all were there");
    assert!(n_moves > 20, "there was load: {n_moves} moves");
}
