//! The functions of the module, and those that it imports.

#![expect(unsafe_code, reason = "names that the host finds, and functions that it has")]

use std::cell::RefCell;
use std::time::Duration;

use foursight_engine::clock;

use crate::{Answerer, Host};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    safe fn now() -> f64;
    safe fn random() -> f64;
    safe fn today() -> u32;
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
}

#[derive(Default)]
struct Module {
    answerer: Answerer,
    input: Vec<u8>,
    output: Vec<u8>,
}

/// Makes room for a question or a file of `length` bytes, and returns its address.
#[unsafe(no_mangle)]
extern "C" fn reserve(length: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        module.input = vec![0; length];
        module.input.as_mut_ptr()
    })
}

/// Answers the question in the buffer, and returns the address of the answer.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *const u8 {
    clock::lend(|| Duration::from_secs_f64(now() / 1000.0));
    MODULE.with_borrow_mut(|module| {
        let host = Host { random: [random(), random()], today: today() };
        module.output = module.answerer.answer(&module.input, host).into_bytes();
        module.output.as_ptr()
    })
}

/// The number of bytes of the answer.
#[unsafe(no_mangle)]
extern "C" fn answer_length() -> usize {
    MODULE.with_borrow(|module| module.output.len())
}

/// Adds the opening book whose file is in the buffer, and returns whether it is one.
#[unsafe(no_mangle)]
extern "C" fn add_book() -> bool {
    MODULE.with_borrow_mut(|module| {
        let file = std::mem::take(&mut module.input);
        module.answerer.add_book(file).is_ok()
    })
}

/// Adds the plan whose file is in the buffer, and returns whether it is one.
#[unsafe(no_mangle)]
extern "C" fn add_plan() -> bool {
    MODULE.with_borrow_mut(|module| Answerer::add_plan(&std::mem::take(&mut module.input)).is_ok())
}
