#![no_main]

// Plans are read, written and checked.
libfuzzer_sys::fuzz_target!(|lines: &str| foursight_fuzz::texts::read_plan(lines));
