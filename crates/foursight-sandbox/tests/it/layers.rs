//! The reports about the layers.

use foursight_sandbox::{Layer, LayerStatus, Process, Sandbox, SandboxOptions};

use crate::{PROBED, launcher, options};

#[test]
fn every_layer_is_reported_once() {
    let (sandbox, reports) = &*PROBED;
    assert_eq!(reports.iter().map(|report| report.layer).collect::<Vec<_>>(), Layer::ALL);
    let active: Vec<Layer> =
        reports.iter().filter(|report| report.is_active()).map(|report| report.layer).collect();
    assert_eq!(sandbox.layers(), active);
    for report in reports {
        assert_eq!(report.layer.to_string().parse(), Ok(report.layer));
        if let LayerStatus::Missing { reason, cure } = &report.status {
            assert!(!reason.is_empty() && !cure.is_empty(), "{report:?}");
        }
    }
    assert!(active.contains(&Layer::Session), "this much holds everywhere: {reports:?}");
}

/// Without a launcher or a requested jail that works, nothing can be tested, and no program starts.
#[test]
fn what_cannot_be_tested_is_lost() {
    let wrapped = |wrap: &str| SandboxOptions { wrap: Some(wrap.to_owned()), ..options() };
    let no_launcher = vec!["/no/such/launcher".to_owned()];
    for (launcher, options, reason) in [
        (no_launcher, options(), "No such file"),
        (launcher(), wrapped("/no/such/jail {cmd}"), "No such file"),
        (launcher(), wrapped("sh -c true"), "no word {cmd}"),
    ] {
        let (sandbox, reports) = Sandbox::probe(launcher, options);
        for report in &reports[..3] {
            assert!(matches!(&report.status, LayerStatus::Lost { .. }), "{report:?}");
            assert!(sandbox.layers().contains(&report.layer), "{report:?}");
        }
        let command = ["sh", "-c", "true"].map(str::to_owned);
        let error = Process::start(&command, &sandbox, &[]).expect_err("it does not start");
        assert!(error.to_string().contains(reason), "{error}");
    }
}
