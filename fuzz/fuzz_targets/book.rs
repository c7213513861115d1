#![no_main]

// Books are read or refused.
libfuzzer_sys::fuzz_target!(|contents: Vec<u8>| foursight_fuzz::texts::read_book(&contents));
