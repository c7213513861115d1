#![no_main]

// Forms with files are stored or refused.
libfuzzer_sys::fuzz_target!(|input: (Vec<(u8, &str, &[u8])>, Vec<(u16, u8)>)| {
    foursight_fuzz::class::hand_in(&input.0, &input.1);
});
