//! A server with a port, and sockets connected to it.

use std::net::SocketAddr;
use std::time::Duration;

use foursight_web::{Config, ListenAddress, Ports, Server};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::{PATIENCE, config};

/// A server with its own port.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    /// The address of health and metrics.
    pub(crate) admin: SocketAddr,
    pub(crate) folder: TempDir,
    stop: Option<oneshot::Sender<()>>,
    serving: JoinHandle<()>,
}

impl Running {
    pub(crate) async fn new() -> Self {
        Self::with(|_| {}).await
    }

    pub(crate) async fn with(change: impl FnOnce(&mut Config)) -> Self {
        let folder = TempDir::new().unwrap();
        let mut config = config(folder.path());
        config.listen = SocketAddr::from(([127, 0, 0, 1], 0)).into();
        config.admin = Some(config.listen.clone());
        change(&mut config);
        let ports = Ports::open(&config).await.unwrap();
        let server = Server::start(config, ports).unwrap();
        let port = |address: &ListenAddress| match address {
            ListenAddress::Port(address) => *address,
            ListenAddress::Socket(path) => panic!("{} is no port", path.display()),
        };
        let (address, admin) = (port(server.address()), port(server.admin_address().unwrap()));
        let (stop, stopped) = oneshot::channel();
        let serving = tokio::spawn(server.run_until(async {
            let _ = stopped.await;
        }));
        Self { address, admin, folder, stop: Some(stop), serving }
    }

    /// Sends a request on its own connection; returns the answer's status and JSON.
    pub(crate) async fn post(&self, path: &str, headers: &str, body: &Value) -> (u16, Value) {
        let body = body.to_string();
        let length = body.len();
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             {headers}content-length: {length}\r\n\r\n{body}",
            self.address
        );
        let text = exchange(self.address, &request).await;
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        (head[9..12].parse().unwrap(), serde_json::from_str(body).unwrap_or(Value::Null))
    }

    /// A game with two players: its name and their secrets.
    pub(crate) async fn game(&self, settings: Value) -> (String, [String; 2]) {
        let (_, made) = self.post("/api/games", "", &settings).await;
        let id = made["game"]["id"].as_str().unwrap().to_owned();
        let (_, joined) = self.post(&format!("/api/games/{id}/join"), "", &json!({})).await;
        let secrets = [made, joined].map(|seat| seat["secret"].as_str().unwrap().to_owned());
        (id, secrets)
    }

    pub(crate) async fn connect(
        &self,
        id: &str,
        headers: &[(&'static str, String)],
    ) -> Result<Socket, tungstenite::Error> {
        self.connect_since(id, 0, headers).await
    }

    pub(crate) async fn connect_since(
        &self,
        id: &str,
        since: u64,
        headers: &[(&'static str, String)],
    ) -> Result<Socket, tungstenite::Error> {
        let path = format!("{id}/ws?since={since}");
        self.open(TcpStream::connect(self.address).await.unwrap(), &path, headers).await
    }

    /// Watches a game from another address of this machine.
    pub(crate) async fn connect_from(
        &self,
        address: [u8; 4],
        id: &str,
    ) -> Result<Socket, tungstenite::Error> {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((address, 0).into()).unwrap();
        self.open(socket.connect(self.address).await.unwrap(), &format!("{id}/ws"), &[]).await
    }

    async fn open(
        &self,
        stream: TcpStream,
        path: &str,
        headers: &[(&'static str, String)],
    ) -> Result<Socket, tungstenite::Error> {
        let url = format!("ws://{}/api/games/{path}", self.address);
        let mut request = url.into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        Ok(Socket(client_async(request, stream).await?.0))
    }

    pub(crate) async fn player(&self, id: &str, secret: &str) -> Socket {
        self.connect(id, &[("authorization", format!("Bearer {secret}"))]).await.unwrap()
    }

    /// Stops the server; returns its folder.
    pub(crate) async fn stop(mut self) -> TempDir {
        self.stop.take().unwrap().send(()).unwrap();
        timeout(PATIENCE, self.serving).await.unwrap().unwrap();
        self.folder
    }
}

/// Waits until a condition holds, if nothing announces its change.
pub(crate) async fn eventually(mut holds: impl AsyncFnMut() -> bool) {
    let wait = async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, wait).await.expect("it comes true");
}

/// Sends a request on a separate connection; returns everything received until the connection is closed.
pub(crate) async fn exchange(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap().unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

/// The whole answer to a simple request.
pub(crate) async fn get(address: SocketAddr, path: &str) -> String {
    let head = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    exchange(address, &head).await
}

pub(crate) struct Socket(pub(crate) WebSocketStream<TcpStream>);

impl Socket {
    pub(crate) async fn say(&mut self, message: Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    pub(crate) async fn next(&mut self) -> Message {
        loop {
            let message = timeout(PATIENCE, self.0.next()).await.unwrap();
            match message.expect("the connection is open").unwrap() {
                Message::Ping(_) | Message::Pong(_) => {}
                message => return message,
            }
        }
    }

    pub(crate) async fn json(&mut self) -> Value {
        serde_json::from_str(self.next().await.to_text().unwrap()).unwrap()
    }

    /// The code of the close frame at the connection's end.
    pub(crate) async fn end(&mut self) -> u16 {
        loop {
            if let Message::Close(frame) = self.next().await {
                return frame.unwrap().code.into();
            }
        }
    }

    /// The next event of a type.
    pub(crate) async fn event(&mut self, kind: &str) -> Value {
        loop {
            let event = self.json().await;
            if event["type"] == kind {
                return event;
            }
        }
    }
}
