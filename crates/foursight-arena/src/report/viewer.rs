//! The game viewer's frame, which a script fills.

use maud::{Markup, html};

/// Hidden until the script opens a game.
pub(super) fn viewer() -> Markup {
    html! {
        main #viewer hidden {
            nav {
                a #back href="#games" { "← all games" }
                span {
                    button #previous-game type="button" { "← game" }
                    " "
                    button #next-game type="button" { "game →" }
                }
            }
            h1 #viewer-title tabindex="-1" {}
            p.facts #viewer-facts {}
            div.replay {
                (stage())
                section aria-labelledby="moves-title" {
                    h2 #moves-title { "Moves" }
                    ol #moves {}
                    p.hint {
                        "??? missed a win or a block in one, ?? win or draw to loss, ? win to draw, ?! wins later or \
                         loses sooner; opening moves are gray. Keys: ← → Home End, n for the next mistake."
                    }
                }
                (log())
            }
        }
    }
}

fn stage() -> Markup {
    html! {
        section #stage aria-label="Board" {
            div.plate {
                div #board.first-board role="img" aria-labelledby="board-label" {}
            }
            p.visually-hidden #board-label {}
            div.controls #controls role="group" aria-label="Replay" {
                button type="button" data-step="first" aria-label="First position" title="Home" { "⇤" }
                button type="button" data-step="back" aria-label="One move back" title="←" { "←" }
                button #play type="button" data-step="play" { "play" }
                button type="button" data-step="forward" aria-label="One move forward" title="→" { "→" }
                button type="button" data-step="last" aria-label="Last position" title="End" { "⇥" }
                button type="button" data-step="mistake"
                    title="n: the next move with ?, ?? or ???, in this game or a later one in the list" {
                    "next mistake"
                }
            }
            p #status aria-live="polite" {}
            svg #chart role="img" aria-labelledby="chart-hint" preserveAspectRatio="none" {}
            p.hint #chart-hint {
                "Who wins after each move with best play: up is red, down is yellow, taller is sooner. The numbers \
                 above the board are the scores of the columns for the player to move: + wins, 0 draws, − loses, and \
                 a score further from 0 ends the game sooner."
            }
        }
    }
}

fn log() -> Markup {
    html! {
        section.log aria-labelledby="log-title" {
            h2 #log-title { "Log" }
            div.wide tabindex="0" role="region" aria-label="Lines of the log" {
                table #log {
                    thead {
                        tr {
                            th scope="col" { "ms" }
                            th scope="col" { "Player" }
                            th scope="col" { "Way" }
                            th scope="col" { "Line" }
                        }
                    }
                    tbody {}
                }
            }
            label.check { input #whole-log type="checkbox"; " the whole game" }
            p.hint {
                "Milliseconds since the start of the game. → went to the player, ← came from it, ! is its standard \
                 error."
            }
            div #errors {}
            p.hint #layers {}
        }
    }
}
