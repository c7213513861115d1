//! The equipment of a class: an engine, a jail, and what its pages share with the page.

use foursight_arena::Judge;
use foursight_arena::report::Drawing;
use foursight_sandbox::Sandbox;

/// The equipment of a class, which comes from the program around it.
pub struct Equipment {
    /// The engine.
    pub judge: Box<dyn Judge>,
    /// The sandbox in which players run.
    pub sandbox: Sandbox,
    /// Whether the operator refuses this name, others cannot read it, or it looks like the program or one of its levels.
    pub refuses_name: Box<dyn Fn(&str) -> bool + Send + Sync>,
    /// A QR code with this text, as SVG.
    pub code: fn(&str) -> Option<String>,
    /// The code and styles with which replays are drawn.
    pub drawing: Drawing,
    /// What all other pages share with the page.
    pub frame: PageFrame,
}

/// What the pages of a class share with the page.
#[derive(Clone, Debug, Default)]
pub struct PageFrame {
    /// The style sheets.
    pub styles: String,
    /// The script that applies the theme chosen in a browser.
    pub theme: String,
    /// The header, as HTML.
    pub header: String,
}
