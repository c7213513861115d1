#![no_main]

// Commands and replies are read back as they are written.
libfuzzer_sys::fuzz_target!(|line: &str| foursight_fuzz::texts::read_line(line));
