//! The place where a server listens: a port, or a Unix socket for a proxy on the same machine.

use std::io;
#[cfg(unix)]
use std::path::{Path, PathBuf};

use tokio::net::{TcpListener, TcpStream};
#[cfg(unix)]
use tokio::net::{UnixListener, UnixStream};

use crate::ListenAddress;
use crate::http::client::Peer;

/// An open port or socket.
pub(super) enum Listener {
    Port(TcpListener),
    #[cfg(unix)]
    Socket {
        listener: UnixListener,
        _file: SocketFile,
    },
}

/// The other end of an accepted connection.
pub(super) enum Stream {
    Port(TcpStream),
    #[cfg(unix)]
    Socket(UnixStream),
}

impl Listener {
    /// Opens a port or creates a socket; returns the address with the chosen port.
    pub(super) async fn open(address: &ListenAddress) -> io::Result<(Self, ListenAddress)> {
        match address {
            ListenAddress::Port(address) => {
                let listener = TcpListener::bind(address).await?;
                let bound = listener.local_addr()?.into();
                Ok((Self::Port(listener), bound))
            }
            #[cfg(unix)]
            ListenAddress::Socket(path) => {
                let listener = SocketFile::listen(path)?;
                let file = SocketFile(path.clone());
                Ok((Self::Socket { listener, _file: file }, address.clone()))
            }
        }
    }

    pub(super) async fn accept(&self) -> io::Result<(Stream, Peer)> {
        match self {
            Self::Port(listener) => {
                let (stream, address) = listener.accept().await?;
                Ok((Stream::Port(stream), Peer::Network(address)))
            }
            #[cfg(unix)]
            Self::Socket { listener, .. } => {
                let (stream, _) = listener.accept().await?;
                Ok((Stream::Socket(stream), Peer::SameMachine))
            }
        }
    }
}

/// A socket's file, removed when the server ends.
#[cfg(unix)]
pub(super) struct SocketFile(PathBuf);

#[cfg(unix)]
impl SocketFile {
    /// Creates the socket for its owner and group; replaces one that a killed server left behind.
    fn listen(path: &Path) -> io::Result<UnixListener> {
        use std::fs::{self, Permissions};
        use std::os::unix::fs::{FileTypeExt, PermissionsExt};
        use std::os::unix::net::UnixStream;

        let is_socket = fs::symlink_metadata(path).is_ok_and(|file| file.file_type().is_socket());
        let is_left = |error: io::Error| error.kind() == io::ErrorKind::ConnectionRefused;
        if is_socket && UnixStream::connect(path).is_err_and(is_left) {
            fs::remove_file(path)?;
        }
        let listener = UnixListener::bind(path)?;
        fs::set_permissions(path, Permissions::from_mode(0o660))?;
        Ok(listener)
    }
}

#[cfg(unix)]
impl Drop for SocketFile {
    fn drop(&mut self) {
        // Somebody may already have removed the file.
        let _ = std::fs::remove_file(&self.0);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::net::SocketAddr;

    use super::*;

    #[test]
    fn addresses_are_shown_as_they_are_given() {
        let port = ListenAddress::from(SocketAddr::from(([127, 0, 0, 1], 4444)));
        assert_eq!(port.to_string(), "http://127.0.0.1:4444");
        assert_eq!(ListenAddress::Socket("/run/four".into()).to_string(), "unix:/run/four");
    }

    #[tokio::test]
    async fn only_a_socket_that_nobody_serves_gives_way() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("socket");
        let address = ListenAddress::Socket(path.clone());
        drop(std::os::unix::net::UnixListener::bind(&path).unwrap());
        let (served, _) = Listener::open(&address).await.unwrap();
        let second = Listener::open(&address).await.err().expect("it is served");
        assert_eq!(second.kind(), io::ErrorKind::AddrInUse);
        UnixStream::connect(&path).await.unwrap();
        drop(served);
        assert!(!path.exists());
        std::fs::write(&path, "precious").unwrap();
        assert!(Listener::open(&address).await.is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"precious");
    }
}
