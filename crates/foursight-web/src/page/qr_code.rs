//! A QR code that leads to an address when a phone scans it.

use std::fmt::Write;

use qrcodegen::{QrCode, QrCodeEcc};

/// The white margin that the standard requires around a code, in modules.
const BORDER: i32 = 4;

/// The code of a text as a picture, dark on white on any page; `None` for a text of more than two thousand letters.
pub fn code_svg(text: &str) -> Option<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let size = code.size();
    let whole = size + 2 * BORDER;
    let mut path = String::new();
    for (x, y) in (0..size).flat_map(|y| (0..size).map(move |x| (x, y))) {
        if code.get_module(x, y) {
            write!(path, "M{} {}h1v1h-1z", x + BORDER, y + BORDER).expect("a string takes all");
        }
    }
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole} {whole}\" shape-rendering=\"crispEdges\">\
         <rect width=\"{whole}\" height=\"{whole}\" fill=\"#fff\"/><path fill=\"#211c2e\" d=\"{path}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_becomes_a_code() {
        let svg = code_svg("https://four.test/g/a").unwrap();
        // Version 2: 25 modules and the border; the finder in the corner begins with seven dark ones.
        assert!(svg.contains("viewBox=\"0 0 33 33\""), "{svg}");
        for x in 4..11 {
            assert!(svg.contains(&format!("M{x} 4h1v1h-1z")), "{x}: {svg}");
        }
        assert_ne!(code_svg("https://four.test/g/b"), Some(svg));
    }

    #[test]
    fn a_text_may_be_too_long() {
        assert_eq!(code_svg(&"a".repeat(3000)), None);
    }
}
