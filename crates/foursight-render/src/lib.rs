//! Connect Four positions for the eye: a [`Diagram`] says what is to be seen, and each module draws
//! it in one way.

mod diagram;
mod text;

pub use diagram::Diagram;
pub use text::TextStyle;
