//! Values as text and numbers, for serde: the feature `serde`.
//!
//! The table in the crate's documentation lists the forms.

use alloc::format;
use alloc::string::{String, ToString};
use core::str::FromStr;

use serde_core::de::{Error, Unexpected};
use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

use crate::notation::{Expected, Notation, grid};
use crate::record::{Ending, GameResult, read_size, size_text};
use crate::size::Fixed;
use crate::{AnySize, Column, OpeningRule, Outcome, Player, Position, Score, Size, Verdict};

/// Types that serialize as one word from a list.
macro_rules! words {
    ($($type:ty: $name:ident of $values:expr;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.$name())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = text(deserializer)?;
                let found = $values.into_iter().find(|value| value.$name() == word);
                found.ok_or_else(|| {
                    let words = $values.map(<$type>::$name).join(", ");
                    D::Error::custom(format!("{word:?} is not one of {words}"))
                })
            }
        }
    )*};
}

words! {
    Player: name of [Self::First, Self::Second];
    Outcome: name of [Self::Win(Player::First), Self::Win(Player::Second), Self::Draw];
    OpeningRule: name of Self::ALL;
    Verdict: noun of [Self::Win, Self::Draw, Self::Loss];
}

/// Types with their own text form.
macro_rules! texts {
    ($($type:ty: $write:expr, $read:expr;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&$write(*self))
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $read(&text(deserializer)?).map_err(D::Error::custom)
            }
        }
    )*};
}

texts! {
    AnySize: size_text, read_size;
    GameResult: Self::symbol, Self::from_str;
    Ending: Self::name, Self::from_str;
}

impl Serialize for Column {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.symbol())
    }
}

impl<'de> Deserialize<'de> for Column {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let symbol = char::deserialize(deserializer)?;
        Self::from_symbol(symbol).ok_or_else(|| {
            D::Error::invalid_value(Unexpected::Char(symbol), &"a column from '1' to '9' or 'a'")
        })
    }
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i32(self.value())
    }
}

impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        i8::deserialize(deserializer).map(Self::new)
    }
}

impl<T: Size> Serialize for Position<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&position_text(self))
    }
}

impl<'de> Deserialize<'de> for Position<AnySize> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_position(&text(deserializer)?).map_err(D::Error::custom)
    }
}

impl<'de, const W: usize, const H: usize, const C: usize> Deserialize<'de>
    for Position<Fixed<W, H, C>>
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let position = Position::<AnySize>::deserialize(deserializer)?;
        position.with_size(Fixed).ok_or_else(|| {
            let [found, expected] = [position.size(), Fixed::<W, H, C>.to_any()].map(size_text);
            D::Error::custom(format!("the position is on {found}, but the board is {expected}"))
        })
    }
}

/// The rows from the top, with `/` between them and, after a space, the line length unless it is four.
fn position_text<S: Size>(position: &Position<S>) -> String {
    let rows = grid::write(&position.to_board()).trim_end().replace('\n', "/");
    match position.size().connect() {
        connect if connect == AnySize::default().connect() => rows,
        connect => format!("{rows} {connect}"),
    }
}

fn read_position(text: &str) -> Result<Position<AnySize>, String> {
    let (rows, expected) = match text.split_once(' ') {
        None => (text, Expected::ANY),
        Some((rows, connect)) => {
            let length = connect.parse();
            let length = length.map_err(|_| format!("{connect:?} is not the length of a line"))?;
            (rows, Expected::new(None, Some(length)))
        }
    };
    let game = Notation::Grid.read(&rows.replace('/', "\n"), expected);
    game.map(|game| *game.position()).map_err(|error| error.to_string())
}

fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    String::deserialize(deserializer)
}
