//! Values as JSON and back.

use std::fmt::Debug;

use foursight::record::read_size;
use foursight::{AnySize, Column, OpeningRule, Outcome, Player, Position, Score, Verdict};
use serde_core::{Serialize, de::DeserializeOwned};

use crate::naive::{Lcg, random_position};

#[track_caller]
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str) {
    assert_eq!(serde_json::to_string(value).unwrap(), json);
    assert_eq!(serde_json::from_str::<T>(json).unwrap(), *value);
}

#[track_caller]
fn check_refused<T: DeserializeOwned + Debug>(json: &str, message: &str) {
    let error = serde_json::from_str::<T>(json).unwrap_err().to_string();
    assert!(error.starts_with(message), "{error}");
}

#[test]
fn values_are_words_and_numbers() {
    check(&Column::new(0), "\"1\"");
    check(&Column::new(9), "\"a\"");
    check(&Score::new(-18), "-18");
    check(&Player::Second, "\"second\"");
    check(&Outcome::Win(Player::First), "\"first\"");
    check(&Outcome::Draw, "\"draw\"");
    check(&Verdict::Loss, "\"loss\"");
    check(&OpeningRule::Swap, "\"swap\"");
    check(&AnySize::default(), "\"7x6\"");
    check(&read_size("9x7-5").unwrap(), "\"9x7-5\"");
    check_refused::<Column>("\"b\"", "invalid value: character `b`, expected a column from '1'");
    check_refused::<Player>("\"third\"", "\"third\" is not one of first, second");
    check_refused::<Score>("128", "invalid value: integer `128`, expected i8");
    check_refused::<AnySize>("\"2x6\"", "boards of 2x6 are not supported");
}

#[test]
fn positions_are_rows() {
    let rows = "\"......./......./......./...X.../...OX../...XO..\"";
    check(&"44455".parse::<Position>().unwrap(), rows);
    check(&"44455".parse::<Position>().unwrap().to_any(), rows);
    let three_in_a_row = Position::empty(AnySize::new(3, 4, 3).unwrap());
    check(&three_in_a_row, "\".../.../.../... 3\"");
    check_refused::<Position>("\".../.../...\"", "the position is on 3x3, but the board is 7x6");
    check_refused::<Position<AnySize>>("\".../X../...\"", "row 2, cell 1: a disc floats");
    check_refused::<Position<AnySize>>("\".../.../... 9\"", "lines of 9 are not supported");
    check_refused::<Position<AnySize>>("\".../.../... x\"", "\"x\" is not the length of a line");
}

#[test]
fn every_position_round_trips() {
    let mut random = Lcg(10);
    for size in ["7x6", "3x10-5", "10x10-6", "10x3-3"].map(|size| read_size(size).unwrap()) {
        for _ in 0..200 {
            let plies = random.below(101);
            let position = random_position(size, &mut random, plies);
            let json = serde_json::to_string(&position).unwrap();
            assert_eq!(serde_json::from_str::<Position<AnySize>>(&json).unwrap(), position);
        }
    }
}
