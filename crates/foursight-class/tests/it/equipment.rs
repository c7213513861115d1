//! The equipment of a class without a jail and without an engine: levels are shell scripts.

use std::sync::atomic::AtomicBool;

use foursight::{AnySize, Grade, Position, Score, Size};
use foursight_arena::report::Drawing;
use foursight_arena::{
    Contestant, Dialect, GameLesson, GradeDepth, GradedGame, GradedMove, Judge, StoredGame,
};
use foursight_class::{Equipment, PageFrame};
use foursight_sandbox::Sandbox;

/// A player that plays the first column with room, as an engine would.
const LEVEL: &str = include_str!("first_column.sh");

pub(crate) fn equipment() -> Equipment {
    let [script, style] = [const { String::new() }; 2];
    let header = "<header>the page's<div class=\"choices\"></div></header>".to_owned();
    Equipment {
        judge: Box::new(TestJudge),
        sandbox: Sandbox::bare(),
        refuses_name: Box::new(|name| name == "badword"),
        code: |text| Some(format!("<svg><!-- {text} --></svg>")),
        drawing: Drawing { script, style, remarks: |grade| [Some(remark(grade)), None] },
        frame: PageFrame { header, ..PageFrame::default() },
    }
}

/// A judge whose levels all play alike.
struct TestJudge;

fn remark(grade: Grade) -> String {
    format!("a remark on a {}", grade.mark().name())
}

impl Judge for TestJudge {
    /// On a board of four columns, this is a fault of the server.
    fn level(&self, name: &str, _: u8, size: AnySize, _: u64) -> Contestant {
        assert!(size.width() > 4, "a fault of the server");
        let command = ["sh", "-c", LEVEL].map(str::to_owned).to_vec();
        Contestant::trusted(name, command, Dialect::Foursight)
    }

    fn is_balanced(&self, _: &Position<AnySize>, _: &AtomicBool) -> bool {
        true
    }

    fn estimates_balance(&self, _: AnySize) -> bool {
        false
    }

    /// The second to last move was the mistake.
    fn grade(&self, game: &StoredGame, _: AnySize, _: GradeDepth<'_>) -> GradedGame {
        let Some(n_before) = game.moves.len().checked_sub(1) else { return GradedGame::default() };
        let [lost, drawn, won] = [-5, 0, 5].map(Score::new);
        let winning = GradedMove { score: won, scores: vec![Some(won)], why: Vec::new() };
        let why = vec!["It hands over a line.".to_owned()];
        let number = game.opening.len() + n_before;
        let lesson = Some(GameLesson { number, text: why.clone() });
        let mistake = GradedMove { score: lost, scores: vec![Some(drawn), Some(lost)], why };
        let mut moves = vec![Some(mistake); n_before];
        moves.push(Some(winning));
        GradedGame { moves, lesson }
    }

    fn remark(&self, grade: Grade) -> Option<String> {
        Some(remark(grade))
    }
}
