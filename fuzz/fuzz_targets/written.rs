#![no_main]

// What is written in any format is read back as the same position.
libfuzzer_sys::fuzz_target!(|input: (foursight_fuzz::texts::Board, &[u8])| {
    foursight_fuzz::texts::write_and_read(input.0, input.1);
});
