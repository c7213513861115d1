//! Takes in questions and returns answers.

use foursight::plan::ReadError;
use foursight_answers::{
    Answer, Context, Endpoint, Problem, ProblemKind, Request, Result, Solvers,
};
use foursight_engine::{BookError, Limits, OpeningBook, OpeningBooks, why};

/// The values that the host lends for one question.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// Two random numbers, each at least 0 and below 1.
    pub random: [f64; 2],
    /// The days since 1970-01-01.
    pub today: u32,
}

/// Answers questions, and remembers its results.
pub struct Answerer {
    solvers: Solvers,
}

impl Answerer {
    /// An answerer with the built-in books.
    pub fn new() -> Self {
        Self { solvers: Solvers::new(OpeningBooks::embedded()) }
    }

    /// The answer to a question; both are text in the form that the [module](crate) describes.
    pub fn answer(&mut self, question: &[u8], host: Host) -> String {
        let question = String::from_utf8_lossy(question);
        match self.try_answer(&question, host) {
            Ok(answer) => format!("200 {}\n{}", answer.kind, answer.text),
            Err(problem) => {
                format!("{} application/json\n{}", status(problem.kind), problem.json())
            }
        }
    }

    fn try_answer(&mut self, question: &str, host: Host) -> Result<Answer> {
        let (head, body) = question.split_once('\n').unwrap_or((question, ""));
        let (method, target) = head.split_once(' ').unwrap_or((head, ""));
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let (endpoint, id) = Endpoint::find(path, method == "POST").ok_or_else(|| {
            let path: String = path.chars().take(80).collect();
            Problem::not_found(format!("there is nothing at {path:?}"))
        })?;
        let request = Request { endpoint, id, query, body: body.as_bytes() };
        let question = request.read(Context { today: host.today, seed: seed(host.random) })?;
        question.answer(&mut self.solvers, Limits::default())
    }

    /// Adds the opening book in a file.
    ///
    /// # Errors
    ///
    /// If it is not an opening book.
    pub fn add_book(&mut self, file: Vec<u8>) -> Result<(), BookError> {
        OpeningBook::from_bytes(file).map(|book| self.solvers.add_book(book))
    }

    /// Adds the plan of a whole game in a file, which explains positions. It is not checked.
    ///
    /// # Errors
    ///
    /// If it is not a plan.
    pub fn add_plan(file: &[u8]) -> std::result::Result<(), ReadError> {
        why::lend_plan(&String::from_utf8_lossy(file))
    }
}

impl Default for Answerer {
    fn default() -> Self {
        Self::new()
    }
}

/// The status that a server answers with.
fn status(kind: ProblemKind) -> u16 {
    match kind {
        ProblemKind::Invalid => 400,
        ProblemKind::NotFound => 404,
        ProblemKind::NotInTime => 503,
    }
}

/// 64 random bits, from two numbers that have 52 or more each.
fn seed(random: [f64; 2]) -> u64 {
    let [high, low] = random.map(|number| (number * f64::from(u32::MAX)) as u64);
    high << 32 | low
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOST: Host = Host { random: [0.0, 0.5], today: 0 };

    #[test]
    fn questions_and_answers_are_lines_of_text() {
        let mut answerer = Answerer::new();
        assert_eq!(
            answerer.answer(b"GET /solve?pos=443", HOST),
            "200 application/json\n{\"pos\":\"443\",\"score\":[-18,2,-18,-18,2,-18,-18]}"
        );
        assert_eq!(
            answerer.answer(b"GET /solve?pos=9", HOST),
            "400 application/json\n{\"error\":{\"code\":\"invalid_position\",\
             \"message\":\"move 1: '9' is not a column from 1 to 7\",\"field\":\"pos\"}}"
        );
        let nothing = answerer.answer(b"\xff", HOST);
        assert!(nothing.starts_with("404 application/json\n"), "{nothing}");
    }

    #[test]
    fn all_64_bits_of_a_seed_are_random() {
        assert_eq!(seed([0.0, 0.0]), 0);
        assert!(seed([0.999_999_999, 0.0]) > u64::MAX / 2);
        assert_eq!(seed([0.0, 0.5]), 0x7fff_ffff);
    }
}
