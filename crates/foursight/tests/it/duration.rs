use std::time::Duration;

use foursight::duration::{read, write};

#[track_caller]
fn check(text: &str, micros: u64) {
    let duration = Duration::from_micros(micros);
    assert_eq!(read(text), Ok(duration), "{text:?}");
    assert_eq!(read(&write(duration)), Ok(duration), "{text:?} is written and read");
}

#[test]
fn durations() {
    check("10s", 10_000_000);
    check("500ms", 500_000);
    check("1m", 60_000_000);
    check("1.5s", 1_500_000);
    check("0.25ms", 250);
    check(".5h", 1_800_000_000);
    check("0.0000019s", 1);
    check("0", 0);
    check("0s", 0);
    check("8760h", 31_536_000_000_000);
}

#[track_caller]
fn check_error(text: &str, message: &str) {
    assert_eq!(read(text).unwrap_err().to_string(), format!("{text:?} {message}"));
}

#[test]
fn what_is_no_duration() {
    check_error("10", "has no unit; write 10s, 10ms or 10m");
    check_error("0.05", "has no unit; write 0.05s, 0.05ms or 0.05m");
    for text in
        ["", "s", ".", "soon", "--1s", "-s", "+1s", "1e3s", "1 s", "1..2s", "nans", "1d", "١s"]
    {
        check_error(text, "is not a duration such as 10s, 500ms or 1m; units are ms, s, m and h");
    }
    check_error("-1s", "is negative; write 0 or a longer duration");
    for text in ["8761h", "99999999999999999999999999999999999999999999s"] {
        check_error(text, "is longer than a year");
    }
}

#[test]
fn short_durations_are_written_in_milliseconds() {
    for (micros, text) in [(0, "0s"), (250, "0.25ms"), (500_000, "500ms"), (1_500_000, "1.5s")] {
        assert_eq!(write(Duration::from_micros(micros)), text);
    }
}
