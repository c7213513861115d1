//! Kaggle's agents play for real.

use std::sync::atomic::AtomicBool;

use foursight::{AnySize, Column};
use foursight_arena::{Dialect, Exit, GameSettings, NoConsole, Termination, play};

use crate::files::{check, check_loss, columns, game, needs, player, player_of, settings};

#[test]
fn kaggle_agents() {
    needs("python3");
    check("kaggle_agent.py", Dialect::Kaggle);
    check("kaggle_callable.py", Dialect::Kaggle);
    let record = game([&player("kaggle_agent.py"), &player("columns_bot.py")]);
    assert!(record.errors[0].ends_with("bestmove 7\nbestmove 7"), "{record:#?}");
}

#[test]
fn kaggle_agents_on_another_board() {
    needs("python3");
    let agent = player("kaggle_callable.py");
    let size = AnySize::new(7, 8, 5).unwrap();
    let cancel = AtomicBool::new(false);
    let opening = [Column::new(0), Column::new(0)];
    let settings = GameSettings { size, opening: &opening, ..settings(&cancel) };
    let record = play([&agent, &agent], &settings, &mut NoConsole);
    assert!(columns(&record).starts_with("000000111111112"), "{record:#?}");
    assert_eq!(record.opening, opening);
}

#[test]
fn kaggle_agents_lose() {
    needs("python3");
    let folder = tempfile::tempdir().unwrap();
    let of = |body: &str| {
        player_of(folder.path(), "agent.py", &format!("def agent(obs, config):\n    {body}\n"))
    };
    let line = "returned None".to_owned();
    check_loss(&of("pass"), &Termination::Unreadable { line });
    let (line, reason) = ("returned -1".to_owned(), "there is no such column".to_owned());
    check_loss(&of("return -1"), &Termination::IllegalMove { line, reason });
    let record = check_loss(&of("raise KeyError(obs.step)"), &Termination::Crash(Exit::Code(1)));
    assert!(record.errors[0].ends_with("KeyError: 0"), "{record:#?}");
    let reason = "No module named 'no_such_module' (ModuleNotFoundError)".to_owned();
    let missing = player_of(folder.path(), "b.py", "import no_such_module\ndef f(obs): pass");
    check_loss(&missing, &Termination::StartFailure(reason));
    let class = "class Agent:\n    def __init__(self, obs, config): pass\n";
    let record = game([&player_of(folder.path(), "c.py", class), &player("columns_bot.py")]);
    let Termination::Unreadable { line } = record.termination else { panic!("{record:#?}") };
    assert!(line.starts_with("returned <Agent object at"), "{line}");
}
