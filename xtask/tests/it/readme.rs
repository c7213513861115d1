//! The README's claims: its figures appear on the pages that it links to, and its examples exist.

use std::fs;

use crate::metadata::root;

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The points in the section on claims, each as one line.
fn claims(readme: &str) -> Vec<String> {
    let section = readme.split("\n## ").find(|section| section.contains("claims\n"));
    let points = section.expect("the README has claims").split("\n- ").skip(1);
    points.map(|point| point.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// The numbers in a text, which may have thousands separators.
fn numbers(text: &str) -> Vec<f64> {
    let text = text.replace(',', "");
    let parts = text.split(|c: char| !c.is_ascii_digit() && c != '.');
    parts.filter_map(|part| part.trim_matches('.').parse().ok()).collect()
}

#[test]
fn figures_stand_on_the_linked_page() {
    let claims = claims(&read("README.md"));
    assert_eq!(claims.len(), 3);
    for claim in claims {
        let (words, link) = claim.rsplit_once("](").expect("a claim ends with a link");
        let (page, _) = link.split_once(".md").expect("the link leads to a page");
        let known = numbers(&read(&format!("{page}.md")));
        for number in numbers(words) {
            assert!(known.contains(&number), "{number} is not on {page}.md: {claim}");
        }
    }
}

/// The range in the README: another solver's shortest and longest time, in multiples of ours.
#[test]
fn the_range_of_speeds_is_that_of_the_table() {
    let page = read("docs/benchmarks.md");
    let table =
        page.split("\n\n").find(|part| part.starts_with("| set ")).expect("a table of sets");
    let ratios = table.split('(').skip(1).filter_map(|part| part.split(')').next()?.parse().ok());
    let ratios: Vec<f64> = ratios.collect();
    assert!(ratios.len() > 10, "{ratios:?}");
    let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    let most = ratios.iter().copied().fold(0.0, f64::max);
    let said = format!("{least} to {} times as fast", most.floor());
    let speed = &claims(&read("README.md"))[0];
    assert!(speed.contains(&said), "{speed:?} does not say {said:?}");
}

/// The lowest share of results with a reason, from the ply in the README on, and the share for mistakes.
#[test]
fn the_shares_of_reasons_are_those_of_the_tables() {
    let page = read("docs/why.md");
    // `| 20 | 93 % of 175 | ...`: the row's name and the share of all.
    let row = |line: &str| {
        let (name, rest) = line.strip_prefix("| ")?.split_once(" | ")?;
        Some((name.to_owned(), rest.split_once(" % of ")?.0.parse::<u32>().ok()?))
    };
    let rows: Vec<(String, u32)> = page.lines().filter_map(row).collect();
    let late = rows.iter().filter(|(name, _)| name.parse().is_ok_and(|ply: u32| ply >= 20));
    let least = late.map(|(_, share)| share).min().expect("the page has a table of plies");
    let (_, mistakes) = rows.iter().find(|(name, _)| name == "all").expect("a row of all mistakes");
    let said = format!(
        "From ply 20 on, at least {least} % of all results have one, but only {mistakes} % of 300 sampled mistakes:"
    );
    let reasons = &claims(&read("README.md"))[1];
    assert!(reasons.contains(&said), "{reasons:?} does not say {said:?}");
}

#[test]
fn the_bots_are_those_of_the_tutorial() {
    let tutorial = read("docs/first-bot.md");
    for bot in ["ann.py", "ben.py"] {
        let code = read(&format!("examples/bots/{bot}"));
        assert!(tutorial.contains(&code), "examples/bots/{bot} is not in docs/first-bot.md");
    }
}
