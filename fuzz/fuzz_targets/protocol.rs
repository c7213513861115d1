#![no_main]

use foursight::protocol::{Command, Reply};

libfuzzer_sys::fuzz_target!(|line: &str| {
    if let Ok(Some(command)) = Command::read(line) {
        assert_eq!(command.to_string().parse(), Ok(command));
    }
    let reply = Reply::read(line);
    if !matches!(reply, Reply::Text(_) | Reply::Error(_)) {
        assert_eq!(Reply::read(&reply.to_string()), reply);
    }
});
