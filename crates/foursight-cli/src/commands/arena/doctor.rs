//! `foursight arena doctor`: shows which layers of isolation work on this system.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use foursight_sandbox::{LayerReport, LayerStatus, Sandbox, SandboxOptions};

use crate::isolation::launcher;

/// Test each isolation layer and show which ones work on this system.
///
/// For a missing layer it shows the reason and a fix.
/// `foursight help isolation` explains what each layer prevents.
#[derive(Args, Debug)]
pub(crate) struct DoctorArgs {
    /// Command of an outer jail around each player, such as 'bwrap ... {cmd}'.
    #[arg(long, value_name = "COMMAND")]
    wrap: Option<String>,
}

pub(crate) fn run(args: &DoctorArgs) -> Result<()> {
    let options = SandboxOptions { wrap: args.wrap.clone(), ..SandboxOptions::default() };
    let (_, reports) = Sandbox::probe(launcher()?, options);
    let mut out = anstream::stdout();
    for report in &reports {
        writeln!(out, "{}", line(report))?;
    }
    Ok(())
}

fn line(report: &LayerReport) -> String {
    let layer = report.layer;
    match &report.status {
        LayerStatus::Active { gaps } if gaps.is_empty() => format!("{layer:<10}  active"),
        LayerStatus::Active { gaps } => format!("{layer:<10}  active; {}", gaps.join("; ")),
        LayerStatus::Missing { reason, cure } => {
            format!("{layer:<10}  missing: {reason}; fix: {cure}")
        }
        LayerStatus::Lost { reason } => format!("{layer:<10}  lost: {reason}; no player starts"),
    }
}
