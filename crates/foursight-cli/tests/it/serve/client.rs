//! A client that keeps its connection.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

pub(super) struct Client {
    pub(super) stream: BufReader<TcpStream>,
    address: String,
}

impl Client {
    pub(super) fn connect(address: &str) -> io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_mins(5)))?;
        Ok(Self { stream: BufReader::new(stream), address: address.to_owned() })
    }

    /// The status and the JSON of the answer; null if it is not JSON.
    pub(super) fn send(
        &mut self,
        method: &str,
        path: &str,
        secret: &str,
        body: &Value,
    ) -> io::Result<(u16, Value)> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {secret}\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n",
            self.address
        );
        let (status, answer) = self.send_raw((head + &body).as_bytes())?;
        Ok((status, serde_json::from_slice(&answer).unwrap_or(Value::Null)))
    }

    /// The status and the body of the answer to these bytes, whatever they are.
    pub(super) fn send_raw(&mut self, request: &[u8]) -> io::Result<(u16, Vec<u8>)> {
        self.stream.get_mut().write_all(request)?;
        let status = self.line()?;
        let status = status.get(9..12).and_then(|code| code.parse().ok());
        let status = status.ok_or(io::ErrorKind::UnexpectedEof)?;
        let (mut length, mut is_chunked) = (0, false);
        loop {
            let line = self.line()?.to_lowercase();
            if let Some(text) = line.strip_prefix("content-length: ") {
                length = text.parse().map_err(io::Error::other)?;
            }
            is_chunked |= line == "transfer-encoding: chunked";
            if line.is_empty() {
                break;
            }
        }
        // Streams have no end to wait for.
        if is_chunked {
            return Err(io::ErrorKind::Unsupported.into());
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok((status, body))
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        if !line.ends_with('\n') {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(line.trim_end().to_owned())
    }
}
