#![no_main]

// Plans are read, written and checked.
libfuzzer_sys::fuzz_target!(|lines: &str| foursight_fuzz::read_plan(lines));
