//! How a game in a book ended, from a line of text.

use std::sync::LazyLock;

use regex::Regex;
use shakmaty::Color;

use crate::Ending;

/// Whether a line is about possibilities, or a question, and not about how the game ended.
fn speaks_of_more(text: &str) -> bool {
    /// Words of conditions and of other lines of play.
    const MORE: &[&str] = &[
        "if",
        "would",
        "could",
        "should",
        "might",
        "may",
        "can",
        "some",
        "not",
        "most",
        "lines",
        "variation",
        "cannot",
        "unless",
        "otherwise",
        "easily",
        "probably",
        "likely",
        "threatens",
        "threatening",
    ];
    text.contains('?')
        || text.split(|c: char| !c.is_alphabetic()).any(|word| MORE.contains(&word.to_lowercase().as_str()))
}

type MakeEnding = fn(Option<Color>) -> Ending;

/// How a game ended, if a line (or the rest of it) says so.
#[must_use]
pub fn ending(text: &str) -> Option<Ending> {
    static ENDS: LazyLock<Vec<(Regex, MakeEnding)>> = LazyLock::new(|| {
        let table: [(&str, MakeEnding); 6] = [
            (
                r"(?i-u)\b(?:resign(?:s|ed)?|gives? up|surrender(?:s|ed)?|struck his colou?rs)\b",
                Ending::Resigns,
            ),
            (
                r"(?i-u)\b(?:and|then|with) (?:white |black )?(?:mates?|wins?|won)\b|^(?:white|black) (?:wins?|won|mates)\b",
                Ending::Wins,
            ),
            (r"(?i-u)\b(?:drawn|draws?|perpetual check|stale-?mate)\b", |_| Ending::Drawn),
            (r"(?i-u)\b(?:time limit|lost on time|overstepped)\b", Ending::Time),
            (r"(?i-u)\b(?:abandon(?:s|ed)?|unfinished)\b", |side| match side {
                Some(side) => Ending::Resigns(Some(side)),
                None => Ending::Unfinished,
            }),
            (
                r"(?i-u)\b(?:mate in \w+(?: moves)?|gives? (?:check)?mate|checkmates?|forces mate)\b",
                Ending::Wins,
            ),
        ];
        let built = |pattern| Regex::new(pattern).expect("a pattern of ours");
        table.into_iter().map(|(pattern, make)| (built(pattern), make)).collect()
    });
    if text.len() > 90 || text.starts_with(|c: char| c.is_ascii_lowercase()) && text.len() > 60 {
        return None;
    }
    if text.chars().any(|c| c.is_ascii_digit()) {
        return None;
    }
    if speaks_of_more(text) {
        return None;
    }
    let side = match (text.find("White"), text.find("Black")) {
        (Some(_), None) => Some(Color::White),
        (None, Some(_)) => Some(Color::Black),
        (Some(w), Some(b)) => Some(if w < b { Color::White } else { Color::Black }),
        (None, None) => None,
    };
    ENDS.iter().find(|(re, _)| re.is_match(text)).map(|(_, make)| make(side))
}
