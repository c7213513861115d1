//! Network games over plain HTTP.

use foursight::notation::moves;
use foursight::record::{Ending, GameResult, read_games};
use serde_json::{Value, json};

use crate::played::Played;
use crate::{HttpAnswer, Site};

#[track_caller]
pub(crate) fn check_conflict(answer: &HttpAnswer, code: &str) {
    answer.check_error(409, code);
    assert!(answer.json()["game"]["seq"].is_u64(), "the state comes with it");
}

#[tokio::test]
async fn a_whole_game() {
    let site = Site::new();
    let game = Played::new(&site, json!({ "name": " Ann ", "color": "yellow" })).await;
    let state = game.state().await;
    assert_eq!(state["seats"]["yellow"]["name"], "Ann");
    assert_eq!(state["seats"]["red"]["name"], "Bob");
    assert_eq!((&state["ply"], &state["to_move"]), (&json!(0), &json!("red")));
    let end = game.play_all(&[1, 2, 1, 2, 1, 2, 1]).await;
    assert_eq!((&end["outcome"], &end["ending"]), (&json!("red"), &json!("line")));
    assert_eq!(end["lines"], json!([[[1, 1], [1, 2], [1, 3], [1, 4]]]));
    assert_eq!((&end["pos"], &end["last_move"]), (&json!("1212121"), &json!(1)));
    check_conflict(&game.play(&game.yellow, 3, 7).await, "game_over");
}

#[tokio::test]
async fn a_move_can_be_sent_again() {
    let site = Site::new();
    let game = Played::new(&site, json!({})).await;
    let first = game.play(&game.red, 4, 0).await.json();
    let again = game.play(&game.red, 4, 0).await;
    assert_eq!(again.status, 200);
    assert_eq!(again.json(), first);
    check_conflict(&game.play(&game.red, 5, 0).await, "wrong_ply");
    check_conflict(&game.play(&game.red, 5, 1).await, "not_your_turn");
    check_conflict(&game.play(&game.yellow, 5, 2).await, "wrong_ply");
}

#[tokio::test]
async fn a_seat_is_taken_once() {
    let site = Site::new();
    let game = Played::new(&site, json!({})).await;
    check_conflict(&site.post(&format!("{}/join", game.path), &json!({})).await, "no_free_seat");
    let again = game.post(&game.red, "join", &json!({})).await.json();
    assert_eq!(again["seat"], "red", "who has a seat keeps it");
    let with_seat = site.get_with(&game.path, &[("authorization", &game.yellow)]).await.json();
    assert_eq!(with_seat["seat"], "yellow");
    assert_eq!(game.state().await["seat"], Value::Null);
}

#[tokio::test]
async fn moves_are_taken_back_by_agreement() {
    let site = Site::new();
    let game = Played::new(&site, json!({ "pos": "44" })).await;
    check_conflict(&game.act(&game.red, "offer_takeback").await, "nothing_to_take_back");
    game.play_all(&[1, 2, 3]).await;
    check_conflict(&game.act(&game.yellow, "accept_takeback").await, "nothing_offered");
    let offered = game.act(&game.yellow, "offer_takeback").await.json();
    assert_eq!(offered["offers"]["takeback"], "yellow");
    check_conflict(&game.act(&game.yellow, "accept_takeback").await, "nothing_offered");
    let declined = game.act(&game.red, "decline_takeback").await.json();
    assert_eq!(declined["offers"]["takeback"], Value::Null);
    game.act(&game.yellow, "offer_takeback").await;
    let back = game.act(&game.red, "accept_takeback").await.json();
    assert_eq!((&back["pos"], &back["to_move"]), (&json!("441"), &json!("yellow")));
    game.act(&game.red, "offer_takeback").await;
    let back = game.act(&game.yellow, "accept_takeback").await.json();
    assert_eq!((&back["pos"], &back["start"]), (&json!("44"), &json!("44")));
    assert_eq!(game.play_all(&[7]).await["pos"], "447");
}

#[tokio::test]
async fn a_move_of_the_other_is_not_taken_for_a_retry() {
    let site = Site::new();
    let game = Played::new(&site, json!({ "opening_rule": "pie" })).await;
    game.play_all(&[4]).await;
    check_conflict(&game.play(&game.yellow, 4, 0).await, "wrong_ply");
    game.act(&game.yellow, "swap").await;
    // The player who made the first move now has the yellow discs.
    assert_eq!(game.play(&game.red, 4, 0).await.status, 200, "sent again after the swap");
    check_conflict(&game.play(&game.yellow, 4, 0).await, "wrong_ply");
}

#[tokio::test]
async fn a_game_is_kept_as_a_file() {
    let site = Site::new();
    let settings = json!({ "name": "Ann \"A\"", "pos": "44", "size": "8x7" });
    let game = Played::new(&site, settings).await;
    game.play_all(&[5]).await;
    let path = format!("{}/file", game.path);
    let read = async || {
        let answer = site.get(&path).await;
        assert!(answer.header("content-disposition").starts_with("attachment"), "{answer:?}");
        read_games(answer.text()).unwrap().remove(0).record().unwrap()
    };
    let record = read().await;
    assert_eq!((record.result(), record.ending()), (GameResult::Unfinished, None));
    assert_eq!(record.names, [Some("Ann \"A\"".to_owned()), Some("Bob".to_owned())]);
    assert_eq!(
        (record.n_opening, record.game.position().size().to_string()),
        (2, "8x7".to_owned())
    );
    game.act(&game.red, "resign").await;
    let record = read().await;
    assert_eq!(
        (record.result(), record.ending()),
        (GameResult::SecondWins, Some(Ending::Resignation))
    );
    assert_eq!(moves::write(record.game.moves()), "445");
}

#[tokio::test]
async fn a_move_that_was_taken_back_is_not_played_again() {
    let site = Site::new();
    let game = Played::new(&site, json!({})).await;
    let seq = game.state().await["seq"].clone();
    let body = json!({ "column": 4, "ply": 0, "seq": seq });
    assert_eq!(game.post(&game.red, "moves", &body).await.json()["pos"], "4");
    assert_eq!(game.post(&game.red, "moves", &body).await.status, 200, "it may have been lost");
    game.act(&game.red, "offer_takeback").await;
    let state = game.act(&game.yellow, "accept_takeback").await.json();
    assert_eq!(state["pos"], "");
    check_conflict(&game.post(&game.red, "moves", &body).await, "taken_back");
    let body = json!({ "column": 3, "ply": 0, "seq": state["seq"] });
    assert_eq!(game.post(&game.red, "moves", &body).await.json()["pos"], "3");
}

#[tokio::test]
async fn a_game_is_resigned_and_played_again() {
    let site = Site::new();
    let game = Played::new(&site, json!({ "size": "8x7", "connect": 5, "pos": "44" })).await;
    game.play_all(&[1, 2]).await;
    check_conflict(&game.act(&game.red, "offer_rematch").await, "game_not_over");
    let end = game.act(&game.red, "resign").await.json();
    assert_eq!((&end["outcome"], &end["ending"]), (&json!("yellow"), &json!("resigned")));
    assert_eq!(game.act(&game.red, "resign").await.status, 200, "once more is no harm");
    check_conflict(&game.act(&game.yellow, "resign").await, "game_over");
    check_conflict(&game.act(&game.red, "accept_rematch").await, "nothing_offered");
    let offered = game.act(&game.red, "offer_rematch").await.json();
    assert_eq!(offered["offers"]["rematch"], "red");
    let agreed = game.act(&game.yellow, "accept_rematch").await.json();
    let id = agreed["rematch_id"].as_str().unwrap();
    let path = format!("/api/games/{id}");
    let next = site.get_with(&path, &[("authorization", &game.red)]).await.json();
    assert_eq!(
        (&next["seat"], &next["size"], &next["connect"]),
        (&json!("yellow"), &json!("8x7"), &json!(5))
    );
    assert_eq!((&next["pos"], &next["start"]), (&json!("44"), &json!("44")));
}

#[tokio::test]
async fn a_join_whose_answer_was_lost_is_repeated() {
    let site = Site::new();
    let path = site.post("/api/games", &json!({})).await.game_path() + "/join";
    let body = json!({ "name": "Bob", "secret": "AbCdEfGhIjKlMnOpQrStUg" });
    let [joined, again] =
        [site.post(&path, &body).await.json(), site.post(&path, &body).await.json()];
    assert_eq!((&joined["seat"], &joined["secret"]), (&again["seat"], &again["secret"]));
    assert_eq!(joined["game"]["seq"], again["game"]["seq"], "it joined once");
    let other = json!({ "secret": "BbCdEfGhIjKlMnOpQrStUg" });
    check_conflict(&site.post(&path, &other).await, "no_free_seat");
    for secret in ["", "short", "AbCdEfGhIjKlMnOpQrStU=", "AbCdEfGhIjKlMnOpQrStUgAA"] {
        let answer = site.post(&path, &json!({ "secret": secret })).await;
        assert_eq!(answer.status, 400, "{secret:?}: {answer:?}");
    }
}

/// A player who sends a move and a swap at once must not be able to play for the other.
#[tokio::test(flavor = "multi_thread")]
async fn a_swap_gives_nobody_two_moves() {
    let site = Site::new();
    for _ in 0..40 {
        let game = Played::new(&site, json!({ "opening_rule": "pie" })).await;
        game.play_all(&[4]).await;
        // The second player offers, swaps and plays at the same time; after the swap, it is the other player's turn.
        let swapper = &game.yellow;
        let (_, swap, played) = tokio::join!(
            game.act(swapper, "offer_takeback"),
            game.act(swapper, "swap"),
            game.play(swapper, 3, 1)
        );
        let both = swap.status == 200 && played.status == 200;
        assert!(!both, "the swapper played the other's disc: {played:?}");
    }
}

#[tokio::test]
async fn who_resigns_after_a_swap_has_lost() {
    let site = Site::new();
    for _ in 0..40 {
        let game = Played::new(&site, json!({ "opening_rule": "pie" })).await;
        game.play_all(&[4]).await;
        let (swap, resigned) =
            tokio::join!(game.act(&game.yellow, "swap"), game.act(&game.yellow, "resign"));
        let state = resigned.json();
        // The player who was yellow resigns, as red if the swap came first.
        let swapped = swap.status == 200;
        assert_eq!(state["outcome"], if swapped { "yellow" } else { "red" }, "{state}");
    }
}

#[tokio::test]
async fn the_second_player_may_swap_if_it_was_agreed() {
    let site = Site::new();
    let plain = Played::new(&site, json!({})).await;
    plain.play_all(&[4]).await;
    check_conflict(&plain.act(&plain.yellow, "swap").await, "no_swap");
    let game = Played::new(&site, json!({ "opening_rule": "pie", "name": "Ann" })).await;
    check_conflict(&game.act(&game.yellow, "swap").await, "no_swap");
    assert_eq!(game.play_all(&[4]).await["can_swap"], true);
    check_conflict(&game.act(&game.red, "swap").await, "not_your_turn");
    let swapped = game.act(&game.yellow, "swap").await.json();
    assert_eq!((&swapped["swapped"], &swapped["can_swap"]), (&json!(true), &json!(false)));
    assert_eq!(
        (&swapped["seats"]["yellow"]["name"], &swapped["to_move"]),
        (&json!("Ann"), &json!("yellow"))
    );
    assert_eq!(swapped["seat"], "red", "the one who swapped now has the first disc");
    check_conflict(&game.play(&game.yellow, 4, 1).await, "not_your_turn");
    assert_eq!(
        game.play(&game.red, 4, 1).await.status,
        200,
        "who began goes on with the second disc"
    );
    check_conflict(&game.act(&game.red, "swap").await, "no_swap");
}

#[tokio::test]
async fn three_discs_are_placed_if_it_was_agreed() {
    let site = Site::new();
    let game = Played::new(&site, json!({ "opening_rule": "swap", "name": "Ann" })).await;
    for (ply, left) in [(0, 2), (1, 1), (2, 0)] {
        check_conflict(&game.play(&game.yellow, 4, ply).await, "not_your_turn");
        let placed = game.play(&game.red, 4, ply).await.json();
        assert_eq!((&placed["to_place"], &placed["can_swap"]), (&json!(left), &json!(left == 0)));
    }
    check_conflict(&game.act(&game.yellow, "offer_takeback").await, "nothing_to_take_back");
    let swapped = game.act(&game.yellow, "swap").await.json();
    assert_eq!((&swapped["seat"], &swapped["to_move"]), (&json!("red"), &json!("yellow")));
    check_conflict(&game.act(&game.red, "offer_takeback").await, "nothing_to_take_back");
    assert_eq!(game.play(&game.red, 1, 3).await.status, 200, "who placed the discs goes on");
    let state = game.state().await;
    assert_eq!((&state["opening_rule"], &state["to_move"]), (&json!("swap"), &json!("red")));
    let refused = site.post("/api/games", &json!({ "opening_rule": "pi" })).await;
    assert_eq!(refused.status, 400, "{refused:?}");
}

#[tokio::test]
async fn nothing_is_taken_back_after_the_end() {
    let site = Site::new();
    let game = Played::new(&site, json!({})).await;
    game.play_all(&[1, 2]).await;
    assert_eq!(game.act(&game.red, "offer_takeback").await.status, 200);
    let end = game.act(&game.yellow, "resign").await.json();
    assert_eq!(end["offers"]["takeback"], Value::Null, "the offer ends with the game");
    check_conflict(&game.act(&game.yellow, "accept_takeback").await, "game_over");
    check_conflict(&game.act(&game.red, "offer_takeback").await, "game_over");
    check_conflict(&game.act(&game.yellow, "decline_takeback").await, "nothing_offered");
    let state = game.state().await;
    assert_eq!((&state["pos"], &state["offers"]["takeback"]), (&json!("12"), &Value::Null));
}
