//! The views of the page and its files.

use std::sync::Arc;

use axum::extract::{FromRef, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, Uri, header, request::Parts};
use axum::response::{IntoResponse, Response};
use foursight::notation::moves;
use foursight::{AnySize, Game, Position, Size};
use foursight_answers::position::state_in_words;
use foursight_answers::puzzle::Puzzle;
use foursight_games::Games;

use crate::Config;
use crate::http::client::{Client, site};
use crate::http::error::{Error, Result};
use crate::http::etag;
use crate::http::extract::{PositionQuery, Segment};
use crate::http::headers::{EMBED_POLICY, is_accepted};
use crate::page::{CardWords, Content, Page, PageFile, Shell, code_svg, escape, lessons};
use crate::solving::Solving;

/// The name of the program in titles.
const NAME: &str = "Foursight";

const DESCRIPTION: &str = "Connect Four that never guesses: play it, solve any position exactly, see why a move wins or loses.";

/// The time for which browsers keep a file: as long as they like, or until they have checked whether it has changed.
const FOR_GOOD: &str = "public, max-age=31536000, immutable";
pub(super) const NO_CACHE: &str = "no-cache";

/// A request for a view: the address of the site, and whether the client reads HTML.
pub(crate) struct Visit {
    site: String,
    path: String,
    reads_html: bool,
    page: Arc<Page>,
}

impl<S> axum::extract::FromRequestParts<S> for Visit
where
    Arc<Config>: FromRef<S>,
    Arc<Page>: FromRef<S>,
    S: Send + Sync,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let config = Arc::<Config>::from_ref(state);
        let client = Client::of(parts, &config);
        let accepts = parts.headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
        Ok(Self {
            site: site(parts, client, &config),
            path: parts
                .uri
                .path_and_query()
                .map_or("/".to_owned(), |path| path.as_str().to_owned()),
            reads_html: accepts.is_some_and(|kinds| kinds.contains("text/html")),
            page: Arc::<Page>::from_ref(state),
        })
    }
}

impl Visit {
    /// A visit to an address that is not known yet: the page as files may be anywhere.
    pub(crate) fn anywhere(page: &Arc<Page>) -> Self {
        Self { site: String::new(), path: String::new(), reads_html: true, page: page.clone() }
    }

    /// A view of a position, which its link preview shows too.
    pub(crate) fn view(&self, view: &'static str, title: &str, game: &Game<AnySize>) -> Shell {
        let size = game.position().size();
        let pos = moves::write(game.moves());
        let query = format!("pos={pos}&size={size}&connect={}", size.connect());
        Shell {
            page: self.page.clone(),
            title: title.to_owned(),
            description: DESCRIPTION.to_owned(),
            image: format!("{}/card.png?{query}", self.site),
            url: format!("{}{}", self.site, self.path),
            content: Content::Board(game.clone()),
            view,
        }
    }

    /// An error, as a page for people and as JSON for programs.
    pub(crate) fn refuse(&self, view: &'static str, error: Error) -> Response {
        self.refuse_with(view, None, error)
    }

    /// The same for an address that does not exist: the page only says so.
    pub(crate) fn lost(&self, error: Error) -> Response {
        self.refuse_with("docs", Some(lost_article(error.message())), error)
    }

    /// The page that a file host shows for addresses without a file; addresses of puzzles and exercises still work.
    pub(crate) fn lost_file(&self) -> Shell {
        let message = "there is nothing at this address";
        let mut shell = self.view("docs", &format!("{NOTHING} - {NAME}"), &empty_game());
        shell.content = Content::Article(lost_article(message));
        shell
    }

    fn refuse_with(&self, view: &'static str, article: Option<String>, error: Error) -> Response {
        if !self.reads_html {
            return error.into_response();
        }
        let (status, message) = (error.status(), error.message().to_owned());
        let title = if article.is_some() { NOTHING } else { &message };
        let mut shell = self.view(view, &format!("{title} - {NAME}"), &empty_game());
        shell.description = message;
        shell.content = article.map_or(shell.content, Content::Article);
        shell.into_response(status)
    }
}

/// The title where an address leads nowhere.
const NOTHING: &str = "Nothing here";

fn lost_article(message: &str) -> String {
    let text = escape(message);
    format!(
        "<article class=\"docs\"><h1>{NOTHING}</h1><p>Sorry, {text}.</p><p class=\"actions\">\
         <a class=\"button primary\" href=\"/\">Play</a> <a class=\"button\" href=\"/puzzles\">Try a puzzle</a>\
         </p></article>"
    )
}

fn empty_game() -> Game<AnySize> {
    Game::new(Position::empty(AnySize::default()))
}

/// A view that looks the same to everybody at first, by its path.
pub(crate) fn plain_view(visit: &Visit, path: &str) -> Option<Shell> {
    let (view, title) = match path {
        "" | "analysis" => ("play", format!("{NAME}: Connect Four, solved")),
        "beat" => ("beat", format!("Beat everybody at Connect Four - {NAME}")),
        "embed" => ("embed", format!("{NAME}: Connect Four, solved")),
        "enter" => ("enter", format!("Enter a position - {NAME}")),
        "games" => ("games", format!("Your games - {NAME}")),
        "learn" => ("learn", format!("Learn Connect Four in short exercises - {NAME}")),
        "rules" => ("rules", format!("How to play Connect Four - {NAME}")),
        "puzzles" => ("puzzles", format!("Puzzles: one move wins - {NAME}")),
        "daily" => ("daily", format!("The puzzle of the day - {NAME}")),
        _ => return None,
    };
    let mut shell = visit.view(view, &title, &empty_game());
    if ["games", "rules"].contains(&path) {
        shell.content = Content::Words;
    }
    Some(shell)
}

/// The rules, the form for a position, the games that a browser keeps, the path of exercises, the plan that wins, the
/// list of puzzles.
pub(crate) async fn plain(visit: Visit, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    match plain_view(&visit, path) {
        Some(shell) => shell.into_response(StatusCode::OK),
        None => visit.lost(Error::not_found(format!("there is nothing at {path:?}"))),
    }
}

/// Play and analysis.
pub(crate) async fn index(visit: Visit, position: Result<PositionQuery>) -> Response {
    position_view(&visit, "play", position)
}

/// A board that pages of other sites may frame.
pub(crate) async fn embed(visit: Visit, position: Result<PositionQuery>) -> Response {
    let policy = [(header::CONTENT_SECURITY_POLICY, EMBED_POLICY)];
    (policy, position_view(&visit, "embed", position)).into_response()
}

fn position_view(visit: &Visit, view: &'static str, position: Result<PositionQuery>) -> Response {
    match position {
        Err(error) => visit.refuse(view, error),
        Ok(PositionQuery(game)) if game.moves().is_empty() => visit
            .view(view, &format!("{NAME}: Connect Four, solved"), &game)
            .into_response(StatusCode::OK),
        Ok(PositionQuery(game)) => {
            let state = state_in_words(&game);
            let title =
                format!("Connect Four after {} moves: {state} - {NAME}", game.moves().len());
            visit.view(view, &title, &game).into_response(StatusCode::OK)
        }
    }
}

/// A network game.
pub(crate) async fn game(
    State(games): State<Arc<Games>>,
    visit: Visit,
    Segment(id): Segment<String>,
) -> Response {
    let live = match games.get(&id).await {
        Ok(live) => live,
        Err(error) => return visit.refuse("game", error.into()),
    };
    let game = live.game().await;
    let mut shell =
        visit.view("game", &format!("A game of Connect Four - {NAME}"), &game.record.game);
    if game.free_seat().is_some() {
        shell.describe_card(CardWords::Invitation);
    }
    // Only people who have the game's link should find it.
    let unlisted = [(HeaderName::from_static("x-robots-tag"), "noindex")];
    (unlisted, shell.into_response(StatusCode::OK)).into_response()
}

/// A step of the lessons, by its number from 1.
pub(crate) async fn step(visit: Visit, id: Result<Segment<usize>>) -> Response {
    let find = |id: usize| {
        let steps = lessons();
        let found = id.checked_sub(1).and_then(|index| steps.get(index));
        let game = found.and_then(|pos| moves::read(pos, AnySize::default()).ok());
        let n = steps.len();
        game.ok_or_else(|| {
            Error::not_found(format!("there is no step {id}: the steps are numbered from 1 to {n}"))
        })
    };
    match id.and_then(|Segment(id)| Ok((id, find(id)?))) {
        Err(error) => visit.refuse("learn", error),
        Ok((id, game)) => {
            visit.view("learn", &format!("Step {id} - {NAME}"), &game).into_response(StatusCode::OK)
        }
    }
}

/// The address of a network game, as a code to scan.
pub(crate) async fn code(
    State(games): State<Arc<Games>>,
    visit: Visit,
    Segment(id): Segment<String>,
) -> Result<Response> {
    games.get(&id).await?;
    let svg = code_svg(&format!("{}/g/{id}", visit.site));
    let svg = svg.ok_or_else(|| Error::invalid("id", "this address is too long for a QR code"))?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

/// A puzzle.
pub(crate) async fn puzzle(
    State(solving): State<Arc<Solving>>,
    client: Client,
    visit: Visit,
    id: Result<Segment<u32>>,
) -> Response {
    let puzzle = match id {
        Ok(Segment(id)) => solving.puzzle(client.network, id).await.map_err(Error::from),
        Err(error) => Err(error),
    };
    puzzle_view(&visit, "puzzle", puzzle)
}

/// The puzzle of the day.
pub(crate) async fn daily(
    State(solving): State<Arc<Solving>>,
    client: Client,
    visit: Visit,
) -> Response {
    puzzle_view(&visit, "daily", solving.daily_puzzle(client.network).await.map_err(Error::from))
}

fn puzzle_view(visit: &Visit, view: &'static str, puzzle: Result<Puzzle>) -> Response {
    let puzzle = match puzzle {
        Ok(puzzle) => puzzle,
        Err(error) => return visit.refuse(view, error),
    };
    let title = match view {
        "daily" => format!("The puzzle of the day - {NAME}"),
        _ => format!("Puzzle {} - {NAME}", puzzle.id),
    };
    let mut shell = visit.view(view, &title, &puzzle.game);
    let color = puzzle.game.side_to_move();
    shell.description = format!("A Connect Four puzzle: find the only good move for {color}.");
    shell.describe_card(CardWords::Win);
    shell.into_response(StatusCode::OK)
}

/// A file of the page. A hash of the contents can stand before the path; the browser then need not request that address
/// again.
pub(crate) async fn file(
    State(page): State<Arc<Page>>,
    Segment(path): Segment<String>,
    headers: HeaderMap,
) -> Result<Response> {
    let unnamed = || Some((page.file(&path)?, NO_CACHE));
    let named = || {
        let (hash, path) = path.split_once('/')?;
        let file = page.file(path)?;
        // A page of another version gets this version's file, which works well enough.
        let cache = if file.hash == hash { FOR_GOOD } else { NO_CACHE };
        Some((file, cache))
    };
    let found = unnamed().or_else(named);
    let (file, cache) =
        found.ok_or_else(|| Error::not_found(format!("the page has no file {path:?}")))?;
    Ok(answer_with(&headers, &file, cache))
}

/// The script that keeps the page in browsers for times without a connection.
pub(crate) async fn service_worker(
    State(page): State<Arc<Page>>,
    headers: HeaderMap,
) -> Result<Response> {
    let missing = || Error::not_found("this page works only with its server");
    let script = page.service_worker().ok_or_else(missing)?;
    Ok(answer_with(&headers, script, NO_CACHE))
}

pub(super) fn answer_with(headers: &HeaderMap, file: &PageFile, cache: &'static str) -> Response {
    let tag = etag::of_hash(&file.hash);
    let about = [
        (header::ETAG, tag.as_str()),
        (header::CACHE_CONTROL, cache),
        (header::VARY, "accept-encoding"),
    ];
    if etag::is_known(headers, &tag) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    let (encoding, contents) = file.contents(|encoding| is_accepted(headers, encoding));
    let encoding = encoding.map(|encoding| [(header::CONTENT_ENCODING, encoding)]);
    let kind = [(header::CONTENT_TYPE, file.kind)];
    (about, kind, encoding, contents).into_response()
}
