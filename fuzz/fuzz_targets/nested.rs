#![no_main]

use foursight::notation::Notation;

libfuzzer_sys::fuzz_target!(|text: &str| foursight_fuzz::round_trip(Notation::Nested, text));
