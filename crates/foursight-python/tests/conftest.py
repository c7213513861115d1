"""Reports tests that did not run, in the form that `cargo xtask` expects."""


def pytest_terminal_summary(terminalreporter):
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2].removeprefix("Skipped: ")
        terminalreporter.write_line(f"NOT TESTED: {reason}")
