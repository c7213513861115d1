//! Tests without a terminal.
