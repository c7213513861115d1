#![no_main]

use foursight_fuzz::{Board, detect};

libfuzzer_sys::fuzz_target!(|input: (Board, &str)| detect(input.0, input.1));
