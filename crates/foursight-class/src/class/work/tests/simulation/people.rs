//! The pupils and their teacher: their requests, and what must be there or gone after these.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use axum::body::Body;
use axum::http::{Request, header};
use http_body_util::BodyExt;
use tower::ServiceExt;

use super::*;
use crate::client::Client;
use crate::routes::router;

const FORM: &str = "application/x-www-form-urlencoded";

/// A pupil who was not removed.
pub(super) struct Pupil {
    id: i64,
    name: String,
    cookie: String,
    /// The contents of the uploads that were acknowledged.
    uploads: Vec<String>,
}

impl Pupil {
    /// What nobody may find after the pupil was removed.
    pub(super) fn traces(self) -> impl Iterator<Item = String> {
        self.uploads.into_iter().chain([self.name])
    }
}

/// Everyone has an address of their own.
fn client(request: &axum::http::request::Parts) -> Client {
    let network = request.headers.get("x-client").unwrap().to_str().unwrap().parse().unwrap();
    Client { network, n_people: 1000 }
}

/// Calls `visit` with each file in and below a folder.
fn each_file(folder: &Path, visit: &mut impl FnMut(&Path)) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() { each_file(&path, visit) } else { visit(&path) }
    }
}

impl World {
    fn next_number(&mut self) -> u32 {
        self.n_made += 1;
        self.n_made
    }

    /// The cookie in the answer to a request that was carried out; `None` if it was refused, or if that is not known.
    fn post(&mut self, path: &str, cookie: &str, kind: &str, body: String) -> Option<String> {
        let network = std::net::Ipv4Addr::from(self.next_number() | 0x0a00_0000).to_string();
        let request = Request::post(path).header(header::HOST, "class.test");
        let request = request.header("x-client", network).header(header::COOKIE, cookie);
        let request = request.header(header::CONTENT_TYPE, kind).body(Body::from(body)).unwrap();
        let asking = router(self.class(), client).oneshot(request);
        let asked = catch_unwind(AssertUnwindSafe(|| {
            self.runtime.block_on(async {
                let (head, body) = asking.await.unwrap().into_parts();
                body.collect().await.map(|_| head)
            })
        }));
        match asked {
            Ok(Ok(head)) if !head.status.is_server_error() => {
                let cookie = head.headers.get(header::SET_COOKIE);
                let cookie = cookie.map_or("", |cookie| cookie.to_str().unwrap());
                let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
                head.status.is_redirection().then_some(cookie)
            }
            _ => {
                self.expect_faults(path);
                None
            }
        }
    }

    pub(super) fn press(&mut self, path: &str, form: &str) -> bool {
        let teacher = self.teacher.clone();
        self.post(path, &teacher, FORM, form.to_owned()).is_some()
    }

    fn new_name(&mut self) -> String {
        let letter = |n: u32| char::from(b'a' + (n % 26) as u8);
        let n = self.next_number();
        format!("Qvx{}", (0..6).map(|place| letter(n / 26_u32.pow(place))).collect::<String>())
    }

    pub(super) fn join(&mut self) {
        let name = self.new_name();
        let form = format!("code={}&nickname={name}", self.code);
        let joined = self.post("/class/join", "", FORM, form);
        let Some(cookie) = joined.filter(|cookie| !cookie.is_empty()) else { return };
        self.visited = self.age;
        let secret = Secret::from_text(cookie.split_once('=').unwrap().1);
        let known = self.class().lock().store.pupil_with(&secret);
        let Some(known) = known.expect("it can be read") else { panic!("{name} is lost") };
        self.pupils.push(Pupil { id: known.id, name, cookie, uploads: Vec::new() });
        if self.pupils.len() > 20 {
            self.remove_pupil();
        }
    }

    fn any(&mut self) -> Option<usize> {
        let n_pupils = self.pupils.len();
        (n_pupils > 0).then(|| self.rng.usize(..n_pupils))
    }

    pub(super) fn upload(&mut self) {
        let Some(place) = self.any() else { return };
        let content = format!("# {} wrote this", self.new_name());
        let form = format!(
            "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"bot.sh\"\r\n\r\n{content}\r\n--x--\r\n"
        );
        let cookie = self.pupils[place].cookie.clone();
        let kind = "multipart/form-data; boundary=x";
        if self.post("/class/upload", &cookie, kind, form).is_some() {
            self.visited = self.age;
            self.pupils[place].uploads.push(content);
        }
    }

    /// The versions of a pupil, each with its content.
    fn versions(&self, place: usize) -> Vec<(Version, String)> {
        let versions = self.class().lock().store.versions_of(self.pupils[place].id).unwrap();
        let content = |version: &Version| {
            let file = self.class().folder(&version.folder).join("bot.sh");
            fs::read_to_string(file).unwrap_or_else(|error| panic!("{version:?}: {error}"))
        };
        versions.into_iter().map(|version| (version.clone(), content(&version))).collect()
    }

    pub(super) fn remove_version(&mut self) {
        let Some(place) = self.any() else { return };
        let mut versions = self.versions(place);
        if versions.is_empty() {
            return;
        }
        let (version, content) = versions.swap_remove(self.rng.usize(..versions.len()));
        let path = format!("/class/version/{}/remove", version.id);
        let cookie = self.pupils[place].cookie.clone();
        let is_removed = self.post(&path, &cookie, FORM, "sure=yes".to_owned()).is_some();
        if is_removed || self.faults != 0 {
            // It may be gone.
            self.pupils[place].uploads.retain(|upload| *upload != content);
        }
        if is_removed {
            self.nowhere.push(content);
        }
    }

    pub(super) fn rename(&mut self) {
        let Some(place) = self.any() else { return };
        let (name, id) = (self.new_name(), self.pupils[place].id);
        if self.press(&format!("/class/pupil/{id}/rename"), &format!("nickname={name}")) {
            let old = std::mem::replace(&mut self.pupils[place].name, name);
            self.nowhere.push(old);
        } else {
            self.pupils.swap_remove(place);
        }
    }

    /// A removal that fails may yet be carried out, in part or when the server starts again: then nobody looks for the
    /// pupil any more. The same applies to names.
    pub(super) fn remove_pupil(&mut self) {
        let Some(place) = self.any() else { return };
        let pupil = self.pupils.swap_remove(place);
        if self.press(&format!("/class/pupil/{}/remove", pupil.id), "sure=yes") {
            self.nowhere.extend(pupil.traces());
        }
    }

    pub(super) fn delete(&mut self) {
        if self.rng.u32(..4) != 0 {
            return;
        }
        if self.press("/class/teacher/delete", "sure=yes") {
            let code = self.class().lock().store.code().unwrap();
            self.is_deleted(code);
        } else {
            // It may be deleted when the server starts again.
            self.visited = Duration::ZERO;
        }
    }

    pub(super) fn visit(&mut self) {
        let settings = format!("name=8b&board=7x6&connect=4&clock=1s&games=8&weeks={WEEKS}");
        let is_set = self.press("/class/teacher/settings", &settings);
        assert!(is_set || self.faults != 0, "the settings are refused");
    }

    /// Checks that everything acknowledged is there, and that nothing removed is anywhere.
    pub(super) fn check(&mut self) {
        self.fail(0);
        let class = self.class();
        let mut inner = class.lock();
        class.remove_remains(&mut inner);
        assert_eq!(inner.removal_trouble(), None);
        let known = inner.store.pupils().unwrap();
        let pupils: Vec<i64> = self.pupils.iter().map(|pupil| pupil.id).collect();
        self.games.retain(|(_, bots)| {
            let is_there = |bot: &Bot| match bot {
                Bot::Level(_) => true,
                Bot::Version(id) => {
                    inner.store.author(*id).unwrap().is_some_and(|pupil| pupils.contains(&pupil))
                }
            };
            bots.iter().all(is_there)
        });
        for (game, _) in &self.games {
            assert!(inner.store.game(*game).unwrap().is_some(), "game {game} is lost");
        }
        drop(inner);
        for (place, pupil) in self.pupils.iter().enumerate() {
            let is_known = known.iter().any(|p| p.id == pupil.id && p.nickname == pupil.name);
            assert!(is_known, "{} is lost", pupil.name);
            let versions = self.versions(place);
            for upload in &pupil.uploads {
                let n = versions.iter().filter(|(_, content)| content == upload).count();
                assert_eq!(n, 1, "{upload:?}");
            }
        }
        let last = self.nowhere.len().saturating_sub(60);
        self.nowhere.drain(..last);
        each_file(self.folder.path(), &mut |path| {
            if !path.ends_with("reserve") {
                let bytes = fs::read(path).unwrap();
                let text = String::from_utf8_lossy(&bytes);
                let found = self.nowhere.iter().find(|gone| text.contains(&***gone));
                assert_eq!(found, None, "removed, but in {}", path.display());
            }
        });
    }
}
