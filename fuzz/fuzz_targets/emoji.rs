#![no_main]

use foursight::notation::Notation;
use foursight_fuzz::{Board, round_trip};

libfuzzer_sys::fuzz_target!(|input: (Board, &str)| round_trip(Notation::Emoji, input.0, input.1));
