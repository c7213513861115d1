//! Linker flags for macOS: the symbols of Python are in the interpreter, not in a library.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "macos") {
        for argument in ["-undefined", "dynamic_lookup"] {
            println!("cargo:rustc-cdylib-link-arg={argument}");
        }
    }
}
