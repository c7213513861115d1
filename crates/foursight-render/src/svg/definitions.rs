//! The parts of boards: paints, a hole, and a disc of each player. A drawing defines them once.

use std::borrow::Cow;

use super::{ring, stroke};
use crate::measures::HOLE;
use crate::{Palette, Theme};

/// The source of a drawing's colors.
#[derive(Clone, Copy)]
pub(crate) enum Colors {
    /// The variables of a style sheet.
    OfPage,
    /// The drawing itself.
    Own { palette: Palette, is_dark: bool },
}

impl Colors {
    pub(crate) fn new(palette: Palette, theme: Theme) -> Self {
        Self::Own { palette, is_dark: theme == Theme::Dark }
    }

    /// The color with a name of [`Palette::color`].
    pub(crate) fn get(self, name: &'static str) -> Cow<'static, str> {
        match self {
            Self::OfPage => format!("var(--{name})").into(),
            Self::Own { palette, is_dark } => palette.color(name, is_dark).into(),
        }
    }

    /// The name of a definition. A page may contain many pictures: those with other colors have other names.
    pub(crate) fn id(self, name: &str) -> String {
        match self {
            Self::OfPage => name.to_owned(),
            Self::Own { palette, is_dark } => {
                format!("{name}-{}-{}", palette.name(), if is_dark { "dark" } else { "light" })
            }
        }
    }

    /// The paint of a definition, for a shape.
    pub(crate) fn paint(self, name: &str) -> String {
        format!("url(#{})", self.id(name))
    }
}

/// A gradient from the top down.
const DOWN: &str = r#"x1="0" y1="0" x2="0" y2="1""#;

/// The name of a paint, its direction, and two colors with their places; if both colors are the same, the paint fades
/// away.
type Paint = (&'static str, &'static str, [(&'static str, &'static str); 2]);

const PAINTS: [Paint; 10] = [
    ("plate-paint", DOWN, [("plate-top", "0"), ("plate-bottom", "1")]),
    ("sheen-paint", r#"cx=".22" cy=".04" r=".62""#, [("sheen", "0"), ("sheen", "1")]),
    ("edge-paint", DOWN, [("board-edge", "0"), ("board-edge-deep", "1")]),
    ("rim-paint", DOWN, [("board-edge-deep", ".3"), ("board-edge", "1")]),
    ("hole-paint", DOWN, [("hole-top", "0"), ("hole-bottom", "1")]),
    ("shade-paint", DOWN, [("shade", "0"), ("shade", ".55")]),
    ("red-paint", DOWN, [("red-light", "0"), ("red-deep", "1")]),
    ("red-inside", DOWN, [("red-deep", "-.4"), ("red-light", "1.1")]),
    ("yellow-paint", DOWN, [("yellow-light", "0"), ("yellow-deep", "1")]),
    ("yellow-inside", DOWN, [("yellow-deep", "-.6"), ("yellow-light", "1")]),
];

/// The paints behind a board in its own picture.
const PAINTS_AROUND: [Paint; 2] = [
    ("ground-paint", "", [("ground", "0"), ("ground", "1")]),
    ("paper-paint", r#"cx=".3" cy="0" r="1""#, [("page-light", "0"), ("page-light", "1")]),
];

/// All definitions, as an invisible element.
pub(crate) fn definitions(colors: Colors) -> String {
    let around: &[Paint] = if let Colors::OfPage = colors { &[] } else { &PAINTS_AROUND };
    let paints: String = PAINTS.iter().chain(around).map(|paint| gradient(colors, paint)).collect();
    let hole = {
        let shade = ring(&colors.paint("shade-paint"), 7);
        let rim = ring(&colors.paint("rim-paint"), 3.5);
        let (id, inside) = (colors.id("hole"), HOLE - 4);
        format!(
            "<g id=\"{id}\"><circle r=\"{inside}.5\" {shade}/><circle r=\"{HOLE}.5\" {rim}/></g>\n"
        )
    };
    let red = disc(colors, "red", ["red-deep", "red-mark"]);
    let yellow = disc(colors, "yellow", ["yellow-deep", "yellow-mark"]);
    format!("<defs>\n{paints}{hole}{red}{yellow}</defs>")
}

fn gradient(colors: Colors, (name, run, stops): &Paint) -> String {
    let kind = if *run == DOWN { "linearGradient" } else { "radialGradient" };
    let fades = stops[0].0 == stops[1].0;
    let stop = |index: usize| {
        let (color, offset) = stops[index];
        let clear = if fades && index == 1 { " stop-opacity=\"0\"" } else { "" };
        format!("<stop offset=\"{offset}\" stop-color=\"{}\"{clear}/>", colors.get(color))
    };
    format!("<{kind} id=\"{}\" {run}>{}{}</{kind}>\n", colors.id(name), stop(0), stop(1))
}

fn disc(colors: Colors, name: &str, [deep, mark]: [&'static str; 2]) -> String {
    let [face, inside] = ["paint", "inside"].map(|part| colors.paint(&format!("{name}-{part}")));
    let mark = colors.get(mark);
    let mark = match name {
        "red" => format!("<circle r=\"16\" {}/>", ring(&mark, 8)),
        _ => format!("<circle r=\"11\" fill=\"{mark}\"/>"),
    };
    let (rim, gloss) = (ring(&colors.get(deep), 2.5), stroke(&colors.get("gloss"), 3));
    format!(
        "<g id=\"{}\"><circle r=\"39.5\" fill=\"{face}\"/><circle r=\"38.3\" {rim}/><circle r=\"30\" fill=\"{inside}\"/>\
         <path d=\"M-29.5-17A34 34 0 0 1 8-33\" {gloss}/>{mark}</g>\n",
        colors.id(&format!("{name}-disc"))
    )
}
