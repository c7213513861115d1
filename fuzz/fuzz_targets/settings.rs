#![no_main]

// Rubrics and class.toml files are read or refused.
libfuzzer_sys::fuzz_target!(|lines: Vec<(u8, &str)>| foursight_fuzz::class::read_settings(&lines));
