//! The server of Connect Four: an exact solver behind HTTP, games over the network, puzzles and the
//! page.
//!
//! A file for each resource in `routes`, each a few handlers and the types that travel. What they ask:
//!
//! - [`App`] holds everything that lives as long as the server;
//! - `pool` has the threads that solve, `knowledge` what is known without solving;
//! - `table` is a network game and its rules, `lobby` all of them, `store` the database.
//!
//! ```no_run
//! # async fn run() -> Result<(), foursight_web::StartError> {
//! let config = foursight_web::Config::new("data".into());
//! let server = foursight_web::Server::start(config).await?;
//! println!("http://{}", server.address());
//! server.run_until(std::future::pending()).await;
//! # Ok(())
//! # }
//! ```

mod app;
mod config;
mod game;
mod games;
mod http;
mod log;
mod page;
mod router;
mod routes;
mod server;
mod solving;
mod store;

pub use app::App;
pub use config::{Config, Limits};
pub use log::{LogFormat, start_log};
pub use router::{openapi, router};
pub use server::{Server, StartError};
pub use store::StoreError;
