use foursight::{Column, Game, Outcome, PlayError, Player, Position};

#[test]
fn a_game_from_start_to_end_and_back() {
    let mut game = Game::new(Position::new());
    for column in [0, 1, 0, 1, 0, 1] {
        game.play(Column::new(column)).unwrap();
    }
    assert_eq!(game.to_move(), Some(Player::First));
    game.play(Column::new(0)).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(game.to_move(), None);

    let ended = game.clone();
    let over = PlayError::GameOver(Outcome::Win(Player::First));
    assert_eq!(game.play(Column::new(3)), Err(over));
    assert_eq!(game, ended, "a refused move leaves the game as it was");

    for _ in 0..7 {
        assert!(game.undo().is_some());
    }
    assert_eq!(game.undo(), None);
    assert_eq!(*game.position(), Position::new());
    while game.redo().is_some() {}
    assert_eq!(game, ended);
}

#[test]
fn a_new_move_forgets_what_was_undone() {
    let mut game = Game::new(Position::new());
    game.play(Column::new(3)).unwrap();
    game.play(Column::new(3)).unwrap();
    game.undo();
    game.play(Column::new(4)).unwrap();
    assert_eq!(game.redo(), None);
    assert_eq!(game.moves(), [Column::new(3), Column::new(4)]);
    assert_eq!(game.positions().len(), 3);
}

#[test]
fn a_refused_move_keeps_what_was_undone() {
    let mut game = Game::new("444444".parse().unwrap());
    game.play(Column::new(0)).unwrap();
    game.undo();
    assert!(game.play(Column::new(3)).is_err());
    assert_eq!(game.redo(), Some(Column::new(0)));
    assert_eq!(game.start().ply(), 6);
}
