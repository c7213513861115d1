//! What becomes of jobs that fail.

use super::*;

#[test]
fn every_failure_counts_and_the_jobs_after_it_run() {
    let job = |name: &'static str, script: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        Job { name, command, alone: "" }
    };
    let fails: Part = &|| Ok(vec![job("fails", "exit 3"), job("passes", "true")]);
    let cannot_start: Part = &|| anyhow::bail!("no browser");
    let passes: Part = &|| Ok(vec![job("passes again", "true")]);
    let output = target().join("test-output/passes.txt");
    let _ = fs::remove_file(&output);
    let failed = |parts: &[Part]| run_parts(parts, Without::default()).unwrap_err().to_string();
    assert_eq!(failed(&[fails, cannot_start, passes]), "2 failures");
    assert!(output.exists());
    assert!(run_parts(&[passes], Without::default()).is_ok());
    let lacks: Vec<String> = not_tested("a\nNOT TESTED: bagpipes\nb").collect();
    assert_eq!(lacks, ["bagpipes"]);
}
