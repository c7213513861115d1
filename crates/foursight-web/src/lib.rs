//! The Connect Four server: an exact solver behind HTTP, network games, puzzles and the page.
//!
//! Inner layers know nothing of outer ones. From the inside out, on top of [`foursight_games`]:
//!
//! - `solving`: solver threads, known scores, puzzles;
//! - `http`: rules for every request, wire formats, and the status of each error;
//! - `page`: the first HTML of each view, and the modules joined into one script;
//! - `routes`: a file for each resource;
//! - [`App`] ties them together, and `server` accepts connections.
//!
//! ```no_run
//! # async fn run() -> Result<(), foursight_web::StartError> {
//! let config = foursight_web::Config::new("data".into());
//! let ports = foursight_web::Ports::open(&config).await?;
//! let server = foursight_web::Server::start(config, ports)?;
//! println!("{}", server.address());
//! server.run_until(std::future::pending()).await;
//! # Ok(())
//! # }
//! ```

mod app;
mod config;
mod http;
mod log;
mod openapi;
mod page;
mod router;
mod routes;
mod server;
mod site;
mod solving;
mod trusted_network;

pub use app::{App, StartError};
pub use axum::http::HeaderValue;
pub use config::{Config, ListenAddress, PageForm, ServerLimits};
pub use foursight_games::{Backup, NameRules, StoreError, WallClock, backup};
pub use http::client::sender;
pub use ipnet::IpNet;
pub use log::{LogFormat, start_log};
pub use page::{JoinError, code_svg, join_scripts, page_file, page_header, page_styles};
pub use router::{openapi, router};
pub use server::{Ports, Server, admin_router};
pub use site::{SiteFile, site};
pub use trusted_network::{NotATrustedNetwork, TrustedNetwork, read_network};

/// The example in the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The examples on the page about embedding the solver run here, too: this crate depends on everything that they use.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/embed.md")]
struct Embed;
