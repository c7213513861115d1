#![no_main]

// Commands and replies are read back as they are written.
libfuzzer_sys::fuzz_target!(|line: &str| foursight_fuzz::read_line(line));
