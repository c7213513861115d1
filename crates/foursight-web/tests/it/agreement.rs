//! Agreements between two players of a network game, and their phrases.

use foursight::record::{Ending, GameResult, read_games};
use serde_json::{Value, json};

use crate::Site;
use crate::game::check_conflict;
use crate::played::Played;

#[tokio::test]
async fn a_draw_is_agreed_on() {
    let site = Site::new();
    let game = Played::new(&site, json!({})).await;
    game.play_all(&[4]).await;
    check_conflict(&game.act(&game.red, "accept_draw").await, "nothing_offered");
    let offered = game.act(&game.red, "offer_draw").await.json();
    assert_eq!(offered["offers"]["draw"], "red");
    let again = game.act(&game.red, "offer_draw").await.json();
    assert_eq!(again["seq"], offered["seq"], "once more is no harm");
    check_conflict(&game.act(&game.red, "accept_draw").await, "nothing_offered");
    let declined = game.act(&game.yellow, "decline_draw").await.json();
    assert_eq!(declined["offers"]["draw"], Value::Null);
    check_conflict(&game.act(&game.yellow, "decline_draw").await, "nothing_offered");
    game.act(&game.yellow, "offer_draw").await;
    let end = game.act(&game.red, "offer_draw").await.json();
    assert_eq!((&end["outcome"], &end["ending"]), (&json!("draw"), &json!("agreed")));
    assert_eq!((&end["to_move"], &end["offers"]["draw"]), (&Value::Null, &Value::Null));
    let again = game.act(&game.red, "accept_draw").await;
    assert_eq!((again.status.as_u16(), &again.json()["seq"]), (200, &end["seq"]));
    check_conflict(&game.act(&game.yellow, "offer_draw").await, "game_over");
    check_conflict(&game.play(&game.yellow, 4, 1).await, "game_over");

    let file = site.get(&format!("{}/file", game.path)).await;
    let record = read_games(file.text()).unwrap().remove(0).record().unwrap();
    assert_eq!((record.result(), record.ending()), (GameResult::Draw, Some(Ending::Agreement)));
}

#[tokio::test]
async fn an_offer_of_a_draw_stands_until_the_other_player_moves() {
    let site = Site::new();
    let game = Played::new(&site, json!({})).await;
    game.act(&game.red, "offer_draw").await;
    assert_eq!(game.play_all(&[1]).await["offers"]["draw"], "red", "the own move leaves it");
    assert_eq!(game.play_all(&[2]).await["offers"]["draw"], Value::Null);
    // A win ends the winner's draw offer.
    game.play_all(&[1, 2, 1, 2]).await;
    game.act(&game.red, "offer_draw").await;
    let end = game.play_all(&[1]).await;
    assert_eq!((&end["ending"], &end["offers"]["draw"]), (&json!("line"), &Value::Null));
}

#[tokio::test]
async fn nobody_agrees_alone() {
    let site = Site::new();
    let made = site.post("/api/games", &json!({})).await;
    let path = made.game_path() + "/actions";
    let secret = format!("Bearer {}", made.json()["secret"].as_str().unwrap());
    for action in ["offer_draw", "say_good_luck"] {
        let body = json!({ "action": action });
        let answer = site.post_with(&path, &[("authorization", &secret)], &body).await;
        check_conflict(&answer, "no_opponent");
    }
}

#[tokio::test]
async fn players_say_each_phrase_once() {
    let site = Site::new();
    let game = Played::new(&site, json!({ "opening_rule": "pie" })).await;
    let said = game.act(&game.red, "say_good_luck").await.json();
    assert_eq!(said["seats"]["red"]["said"], json!(["good_luck"]));
    let again = game.act(&game.red, "say_good_luck").await.json();
    assert_eq!(again["seq"], said["seq"], "nobody else hears of it");
    game.act(&game.red, "say_nice_move").await;
    game.play_all(&[4]).await;
    let swapped = game.act(&game.yellow, "swap").await.json();
    assert_eq!(
        (&swapped["seats"]["yellow"]["said"], &swapped["seats"]["red"]["said"]),
        (&json!(["good_luck", "nice_move"]), &json!([])),
        "what was said goes with the player"
    );
    game.act(&game.red, "resign").await;
    game.act(&game.red, "say_good_game").await;
    let thanked = game.act(&game.yellow, "say_thanks").await.json();
    assert_eq!(thanked["seats"]["red"]["said"], json!(["thanks"]), "yellow has swapped");
    let path = format!("{}/actions", game.path);
    let watching = site.post(&path, &json!({ "action": "say_thanks" })).await;
    assert_eq!(watching.error_code(), "not_seated");
    let unknown = game.act(&game.red, "say_whatever_comes_to_mind").await;
    assert_eq!(unknown.status, 400, "{unknown:?}");
}

/// The players' colors in the rematch of a game that red has resigned.
async fn rematch(site: &Site, actions: &[(bool, &str)]) -> Value {
    let game = Played::new(site, json!({ "name": "Ann" })).await;
    game.act(&game.yellow, "say_good_luck").await;
    game.act(&game.red, "resign").await;
    let mut state = Value::Null;
    for &(is_red, action) in actions {
        let seat = if is_red { &game.red } else { &game.yellow };
        let answer = game.act(seat, action).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        state = answer.json();
    }
    let id = state["rematch_id"].as_str().unwrap_or_else(|| panic!("{actions:?}: {state}"));
    let next = site.json(&format!("/api/games/{id}")).await;
    assert_eq!(next["seats"]["yellow"]["said"], json!([]), "a new game, new words");
    assert_eq!((&next["pos"], &next["outcome"]), (&json!(""), &Value::Null));
    assert_eq!(state["offers"]["rematch"], Value::Null);
    check_conflict(&game.act(&game.red, "offer_rematch").await, "rematch_begun");
    next["seats"]["red"]["name"].clone()
}

#[tokio::test]
async fn the_colors_of_a_rematch_are_agreed_on() {
    const CHANGED: &str = "offer_rematch";
    const SAME: &str = "offer_rematch_with_same_colors";
    let site = Site::new();
    for (actions, red) in [
        (vec![(true, CHANGED), (false, "accept_rematch")], "Bob"),
        (vec![(true, SAME), (false, "accept_rematch")], "Ann"),
        (vec![(true, SAME), (false, SAME)], "Ann"),
        (vec![(true, CHANGED), (true, CHANGED), (false, CHANGED)], "Bob"),
        (vec![(true, CHANGED), (true, SAME), (false, "accept_rematch")], "Ann"),
        (vec![(true, SAME), (false, CHANGED), (true, "accept_rematch")], "Bob"),
    ] {
        assert_eq!(rematch(&site, &actions).await, red, "{actions:?}");
    }
    let game = Played::new(&site, json!({})).await;
    game.act(&game.red, "resign").await;
    game.act(&game.red, SAME).await;
    let countered = game.act(&game.yellow, CHANGED).await.json();
    assert_eq!(
        (&countered["offers"]["rematch"], &countered["offers"]["same_colors"]),
        (&json!("yellow"), &json!(false))
    );
    check_conflict(&game.act(&game.yellow, "accept_rematch").await, "nothing_offered");
}
