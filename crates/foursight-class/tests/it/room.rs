//! A class in a temporary folder, with requests as browsers send them.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::request::Parts;
use axum::http::{Request, StatusCode, header};
use axum::response::Response;
use foursight_class::{Class, ClassOptions, Client, OpenError, router};
use http_body_util::{BodyExt, Full};
use rusqlite::Connection;
use tempfile::TempDir;
use tokio::time::timeout;
use tower::ServiceExt;

use crate::equipment::equipment;

pub(crate) const GOOD: &str = include_str!("first_column.sh");

/// A bot that ends at once; what it prints must not become markup.
pub(crate) const UNFIT: &str = "echo '<script>' >&2";

/// The time limit for what a class does by itself, while everything else runs, too.
const PATIENCE: Duration = Duration::from_mins(5);

const ANSWERED: &str = "an answer comes, whatever else goes on";

/// A rubric that is quickly measured: two games.
pub(crate) const RUBRIC: &str = "[[criterion]]\ncheck = \"valid\"\npoints = 4\n\n[[criterion]]\ncheck = \"no-faults\"\n\
                                 title = \"Plays\"\ngames = 2\npoints = 6\n";

pub(crate) struct Room {
    pub(crate) folder: TempDir,
    pub(crate) class: Arc<Class>,
    router: Router,
    /// The teacher's cookie.
    pub(crate) teacher: String,
}

/// The response that a browser receives.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    /// The header `Retry-After`.
    pub(crate) retry: String,
    pub(crate) location: String,
    /// The cookie that the browser sends from now on.
    pub(crate) cookie: String,
    pub(crate) text: String,
    pub(crate) bytes: Bytes,
}

impl Room {
    /// With a clock that bots can keep on a busy machine.
    pub(crate) fn new() -> Self {
        let room = Self::in_folder(TempDir::new().unwrap());
        room.set("7x6", "10s");
        room
    }

    /// A new class in this one's folder, after the database was lost.
    pub(crate) fn without_database(self) -> Self {
        let Self { folder, class, router, .. } = self;
        drop((class, router));
        for file in ["class.db", "class.db-wal", "class.db-shm"] {
            // The last two may be gone: the database merges them into the first one.
            let _ = std::fs::remove_file(folder.path().join(file));
        }
        Self::in_folder(folder)
    }

    /// A class that checks and plays nothing.
    pub(crate) fn idle() -> Self {
        Self::with_slots(TempDir::new().unwrap(), 0)
    }

    pub(crate) fn in_folder(folder: TempDir) -> Self {
        Self::with_slots(folder, 3)
    }

    fn with_slots(folder: TempDir, n_slots: usize) -> Self {
        let (class, secret) = open(&folder, n_slots);
        let router = router(Arc::clone(&class), client);
        let mut room = Self { folder, class, router, teacher: String::new() };
        let link = format!("/class/t/{}", secret.unwrap());
        room.teacher = room.get(&link, "").cookie;
        assert!(room.teacher.starts_with("class_teacher="), "{}", room.teacher);
        room
    }

    /// The same class on another server.
    pub(crate) fn reopened(self) -> Self {
        let Self { folder, class, router: old, teacher } = self;
        drop((class, old));
        let (class, secret) = open(&folder, 3);
        assert_eq!(secret, None, "the teacher has a link already");
        let router = router(Arc::clone(&class), client);
        Self { folder, class, router, teacher }
    }

    /// A connection to the database, beside the server's.
    pub(crate) fn database(&self) -> Connection {
        Connection::open(self.folder.path().join("class.db")).unwrap()
    }

    fn ask(&self, request: Request<Body>) -> Answer {
        // As many threads for the database as the server has.
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_time().max_blocking_threads(1).build().unwrap();
        let answer = async {
            let response = self.router.clone().oneshot(request).await.unwrap();
            let of = |name| {
                let value = response.headers().get(name).and_then(|value| value.to_str().ok());
                value.unwrap_or_default().to_owned()
            };
            let cookie = of(header::SET_COOKIE);
            let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
            let (status, location) = (response.status(), of(header::LOCATION));
            let of_retry = of(header::RETRY_AFTER);
            let bytes = response.into_body().collect().await.unwrap().to_bytes();
            Answer {
                status,
                retry: of_retry,
                location,
                cookie,
                text: String::from_utf8_lossy(&bytes).into_owned(),
                bytes,
            }
        };
        let answer = runtime.block_on(async { timeout(PATIENCE, answer).await });
        runtime.shutdown_background();
        answer.expect(ANSWERED)
    }

    /// An answer whose body has not been read.
    pub(crate) async fn answer(&self, path: &str, cookie: &str) -> Response {
        let request = Request::get(path).header(header::COOKIE, cookie);
        let answer = self.router.clone().oneshot(request.body(Body::empty()).unwrap());
        timeout(PATIENCE, answer).await.expect(ANSWERED).unwrap()
    }

    pub(crate) fn get(&self, path: &str, cookie: &str) -> Answer {
        self.get_with(path, cookie, &[])
    }

    pub(crate) fn get_with(&self, path: &str, cookie: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = Request::get(path).header(header::HOST, "class.test");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.ask(request.header(header::COOKIE, cookie).body(Body::empty()).unwrap())
    }

    /// An attempt to join, by one of `n_people` at an address.
    pub(crate) fn try_to_join(&self, form: &str, address: &str, n_people: u32) -> Answer {
        let request = Request::post("/class/join").header(header::HOST, "class.test");
        let request = request.header("x-client", address).header("x-people", n_people);
        self.ask(request.body(form.to_owned().into()).unwrap())
    }

    pub(crate) fn post(&self, path: &str, cookie: &str, form: &str) -> Answer {
        let request = Request::post(path).header(header::HOST, "class.test");
        self.ask(request.header(header::COOKIE, cookie).body(form.to_owned().into()).unwrap())
    }

    /// A change by somebody with an address of their own.
    pub(crate) fn post_alone(&self, path: &str, cookie: &str) -> Answer {
        let request = Request::post(path).header("x-people", 1).header("x-client", "192.0.2.9");
        self.ask(request.header(header::COOKIE, cookie).body(Body::empty()).unwrap())
    }

    /// The class code, as the teacher reads it.
    pub(crate) fn code(&self) -> String {
        let page = self.get("/class/teacher", &self.teacher).text;
        let start = page.find("class-code\">").expect("the page has the code") + 12;
        page[start..start + 6].to_owned()
    }

    /// Sets the board and the clock, and leaves the rest.
    pub(crate) fn set(&self, board: &str, clock: &str) {
        let form =
            format!("name=Our+class&board={board}&connect=4&clock={clock}&games=100&weeks=8");
        let answer = self.post("/class/teacher/settings", &self.teacher, &form);
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text);
    }

    /// The cookie of a new pupil.
    pub(crate) fn join(&self, nickname: &str) -> String {
        let form = format!("code={}&nickname={nickname}", self.code());
        let answer = self.post("/class/join", "", &form);
        assert_eq!(answer.location, "/class/slip", "{nickname}: {}", answer.text);
        answer.cookie
    }

    pub(crate) fn upload(&self, cookie: &str, name: &str, bytes: &[u8]) -> Answer {
        self.upload_watched(cookie, name, bytes, || {})
    }

    /// Sends the fields of a form, each with its header.
    pub(crate) fn upload_fields(&self, cookie: &str, fields: &[(&str, &[u8])]) -> Answer {
        self.upload_body(cookie, "x", form(fields))
    }

    pub(crate) fn upload_body(&self, cookie: &str, boundary: &str, body: Vec<u8>) -> Answer {
        let form = format!("multipart/form-data; boundary={boundary}");
        let request = Request::post("/class/upload").header(header::CONTENT_TYPE, form);
        self.ask(request.header(header::COOKIE, cookie).body(body.into()).unwrap())
    }

    /// Calls `on_read` when the server reads the file.
    pub(crate) fn upload_watched(
        &self,
        cookie: &str,
        name: &str,
        bytes: &[u8],
        mut on_read: impl FnMut() + Send + 'static,
    ) -> Answer {
        let file = format!("name=\"file\"; filename=\"{name}\"");
        let body = form(&[(&file, bytes)]);
        let request = Request::post("/class/upload")
            .header(header::CONTENT_TYPE, "multipart/form-data; boundary=x")
            .header(header::COOKIE, cookie);
        let body = Full::new(Bytes::from(body)).map_frame(move |frame| {
            on_read();
            frame
        });
        self.ask(request.body(Body::new(body)).unwrap())
    }

    /// Waits until a condition is true.
    #[track_caller]
    pub(crate) fn until(mut is_so: impl FnMut() -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !is_so() {
            assert!(Instant::now() < deadline, "it never happens");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Waits until a page contains a text.
    #[track_caller]
    pub(crate) fn wait(&self, path: &str, cookie: &str, expected: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let text = self.get(path, cookie).text;
            if text.contains(expected) {
                return text;
            }
            // A page begins with what is the same on all.
            let end = &text[text.ceil_char_boundary(text.len().saturating_sub(2000))..];
            assert!(Instant::now() < deadline, "{path} never says {expected:?}, but: {end}");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// The raw contents of the database's files, including deleted data.
    pub(crate) fn raw(&self) -> String {
        let file = |name| std::fs::read(self.folder.path().join(name)).unwrap_or_default();
        let bytes = ["class.db", "class.db-wal"].map(file).concat();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The number of uploads in the folder.
    pub(crate) fn n_uploads(&self) -> usize {
        std::fs::read_dir(self.folder.path().join("uploads")).unwrap().count()
    }
}

/// The sender of a request, as its headers say.
fn client(request: &Parts) -> Client {
    let of = |name| request.headers.get(name).and_then(|value| value.to_str().ok());
    let network = of("x-client").unwrap_or("192.0.2.1").parse().unwrap();
    Client { network, n_people: of("x-people").map_or(100, |n| n.parse().unwrap()) }
}

/// A form as browsers send it.
pub(crate) fn form(fields: &[(&str, &[u8])]) -> Vec<u8> {
    let part = |(head, content): &(&str, &[u8])| {
        let head = format!("--x\r\nContent-Disposition: form-data; {head}\r\n\r\n");
        [head.as_bytes(), content, b"\r\n"].concat()
    };
    fields.iter().flat_map(part).chain(*b"--x--\r\n").collect()
}

fn open(folder: &TempDir, n_slots: usize) -> (Arc<Class>, Option<String>) {
    let options = ClassOptions {
        folder: folder.path().into(),
        n_slots,
        public_url: None,
        pause: Duration::from_millis(10),
    };
    loop {
        match Class::open(options.clone(), equipment()) {
            Ok((class, secret)) => return (class, secret.map(|secret| secret.text().to_owned())),
            // The threads of an earlier class have not ended yet.
            Err(OpenError::InUse(_)) => thread::sleep(Duration::from_millis(20)),
            Err(error) => panic!("{error}"),
        }
    }
}
