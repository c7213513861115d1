//! Verifies the opening books of foursight-engine; `cargo xtask book verify` runs it.

mod verify;

use anyhow::Result;
use clap::Parser;

fn main() -> Result<()> {
    verify::run(&verify::VerifyArgs::parse())
}
