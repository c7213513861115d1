//! Compressed texts, which are unpacked while they are read.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The number of bytes read from a file at a time.
const BUFFER_BYTES: usize = 1 << 20;

/// The bytes of a file.
pub(crate) type Bytes = Box<dyn Read + Send>;

/// The text in a file with this lower-case name, which shows how it is compressed.
pub(crate) fn unpack(name: &str, bytes: Bytes) -> Box<dyn BufRead + Send> {
    let packed = BufReader::with_capacity(BUFFER_BYTES, bytes);
    match name.rsplit_once('.') {
        Some((_, "gz")) => Box::new(BufReader::new(MultiGzDecoder::new(packed))),
        Some((_, "zst")) => Box::new(BufReader::new(Frames::new(packed))),
        _ => Box::new(packed),
    }
}

/// Zstandard frames, one after another.
struct Frames<R> {
    packed: R,
    decoder: FrameDecoder,
    is_in_frame: bool,
}

impl<R: BufRead> Frames<R> {
    fn new(packed: R) -> Self {
        Self { packed, decoder: FrameDecoder::new(), is_in_frame: false }
    }

    /// Starts the next frame, if there is one.
    fn begin(&mut self) -> io::Result<()> {
        while !self.is_in_frame && !self.packed.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.packed) {
                Ok(()) => self.is_in_frame = true,
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    io::copy(&mut (&mut self.packed).take(length.into()), &mut io::sink())?;
                }
                Err(error) => return Err(invalid(error)),
            }
        }
        Ok(())
    }

    fn end(&mut self) -> io::Result<()> {
        self.is_in_frame = false;
        let (stored, found) =
            (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum());
        if stored.is_some() && stored != found {
            return Err(invalid("a frame's checksum does not match"));
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            self.begin()?;
            if !self.is_in_frame {
                return Ok(0);
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let some = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder.decode_blocks(&mut self.packed, some).map_err(invalid)?;
            }
            let n_bytes = self.decoder.read(buffer)?;
            if n_bytes > 0 || buffer.is_empty() {
                return Ok(n_bytes);
            }
            self.end()?;
        }
    }
}

fn invalid(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use flate2::Compression;
    use flate2::write::GzEncoder;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn zstd(text: &[u8]) -> Vec<u8> {
        compress_to_vec(text, CompressionLevel::Fastest)
    }

    fn unpacked(name: &str, bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        let mut reader = unpack(name, Box::new(Cursor::new(bytes)));
        reader.read_to_end(&mut text).map(|_| text)
    }

    #[test]
    fn what_was_packed_is_unpacked() {
        let texts = [b"4455\n".repeat(100_000), b"4\n".to_vec()];
        for (name, pack) in [("a.txt.gz", gzip as fn(&[u8]) -> _), ("a.zst", zstd)] {
            // Tools that work in parallel write several parts.
            let mut packed = pack(&texts[0]);
            packed.extend(pack(&texts[1]));
            assert!(unpacked(name, packed.clone()).unwrap() == texts.concat(), "{name}");
            packed.pop();
            assert!(unpacked(name, packed).is_err(), "{name}: its end is missing");
            assert!(unpacked(name, b"4455\n".to_vec()).is_err(), "{name} is not compressed");
        }
        // A frame that readers have to skip.
        let skipped = [b"\x50\x2a\x4d\x18\x03\0\0\0abc", &zstd(b"44\n")[..]].concat();
        assert_eq!(unpacked("a.zst", skipped).unwrap(), b"44\n");
        assert_eq!(unpacked("a.txt", b"44\n".to_vec()).unwrap(), b"44\n");
    }

    #[test]
    fn a_frame_with_another_checksum_is_refused() {
        let mut packed = zstd(b"4455\n");
        *packed.last_mut().unwrap() ^= 1;
        assert!(unpacked("a.zst", packed).unwrap_err().to_string().contains("checksum"));
    }
}
