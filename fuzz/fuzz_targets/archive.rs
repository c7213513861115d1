#![no_main]

// Archives are unpacked where they should be, or refused.
libfuzzer_sys::fuzz_target!(|input: (foursight_fuzz::class::Files<'_>, &[u8], Vec<(u16, u8)>)| {
    foursight_fuzz::class::unpack_changed(&input.0, input.1, &input.2);
});
