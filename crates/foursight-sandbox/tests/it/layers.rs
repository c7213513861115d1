//! The reports about the layers.

use foursight_sandbox::{Layer, LayerStatus, Process, Sandbox, SandboxOptions};

use crate::{PROBED, launcher, options, run};

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

#[test]
fn a_launcher_that_is_none() {
    let (sandbox, reports) = Sandbox::probe(vec!["/no/such/launcher".to_owned()], options());
    assert!(sandbox.layers().is_empty());
    assert!(reports.iter().all(|report| !report.is_active()), "{reports:?}");
    let run = run("echo bare", &sandbox, None);
    assert_eq!(run.lines, ["bare"]);
}

/// A requested jail that does not work is not silently left out.
#[test]
fn a_wrap_that_does_not_work() {
    for (wrap, reason) in [("/no/such/jail {cmd}", "No such file"), ("sh -c true", "no word {cmd}")]
    {
        let options = SandboxOptions { wrap: Some(wrap.to_owned()), ..options() };
        let (sandbox, reports) = Sandbox::probe(launcher(), options);
        assert!(sandbox.layers().is_empty(), "{reports:?}");
        let command = ["sh", "-c", "true"].map(str::to_owned);
        let error = Process::start(&command, &sandbox, &[]).expect_err("it does not start");
        assert!(error.to_string().contains(reason), "{error}");
    }
}
