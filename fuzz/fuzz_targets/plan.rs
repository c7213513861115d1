#![no_main]

use foursight::plan::Plan;

libfuzzer_sys::fuzz_target!(|lines: &str| {
    let text = format!("foursight plan 1\nboard 7x6\nstart -\nside first\nclaim wins\n{lines}");
    if let Ok(plan) = text.parse::<Plan>() {
        assert_eq!(plan.to_string().parse(), Ok(plan.clone()));
        plan.answer(&[]);
        plan.rest(plan.position());
        plan.check().ok();
    }
});
