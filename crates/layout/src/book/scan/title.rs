//! Headings of games: `E. SCHIFFERS V. I. GUNSBERG.`, `Game VI. — Scotch Gambit`, also on two lines. If the
//! "v." is misread, names from the other headings of the book help.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use super::page::{ScanLine, ScanLineKind};
use crate::book::heading::{game_number, has_versus};

/// A heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Title {
    /// Index of its first line.
    pub line: usize,
    /// Index of its last line.
    pub last: usize,
    /// The players as `A v. B`, if a single line does not name them so.
    pub players: Option<String>,
}

/// Most bytes of a heading.
const LONGEST: usize = 64;
/// Letters of a surname that identify it.
const SURNAME: usize = 4;

/// All headings, in the order of the lines.
#[must_use]
pub fn find(text: &str, lines: &[ScanLine]) -> Vec<Title> {
    let inked: Vec<usize> =
        (0..lines.len()).filter(|&at| !matches!(lines[at].kind, ScanLineKind::Blank)).collect();
    let body = |at: usize| text[lines[at].span.range()].trim();
    let may_name = |at: usize| {
        matches!(lines[at].kind, ScanLineKind::Scrap | ScanLineKind::Prose | ScanLineKind::End(_))
            && is_titled(body(at))
    };
    let known = known_names(inked.iter().filter(|&&at| may_name(at)).map(|&at| body(at)));
    let mut titles: Vec<Title> = Vec::new();
    for (index, &at) in inked.iter().enumerate() {
        if titles.last().is_some_and(|last| last.last >= at) || !may_name(at) {
            continue;
        }
        let next = inked.get(index + 1).copied().filter(|&next| next - at <= 3 && may_name(next));
        let joined = next.map(|next| format!("{} {}", body(at), body(next)));
        let over_two = joined.as_deref().filter(|_| next.is_some_and(|next| is_parted(body(at), body(next))));
        let title = if let (Some(joined), Some(next)) = (over_two.and_then(versus), next) {
            Some(Title { line: at, last: next, players: Some(joined) })
        } else if is_heading(body(at)) {
            Some(Title { line: at, last: at, players: None })
        } else if leads_to_game(&inked[index + 1..], lines) {
            let alone = by_names(body(at), &known).map(|players| (at, players));
            let both = || next.and_then(|next| Some((next, by_names(joined.as_deref()?, &known)?)));
            alone.or_else(both).map(|(last, players)| Title { line: at, last, players: Some(players) })
        } else {
            None
        };
        titles.extend(title);
    }
    titles
}

/// Whether a line names two players, or the number of a game.
#[must_use]
pub fn is_heading(line: &str) -> bool {
    let body = line.trim();
    if !is_titled(body) {
        return false;
    }
    let named = NAMES.is_match(body);
    // Specks may come before it: `/ Game II.`
    let specks = body.find(|c: char| c.is_uppercase()).unwrap_or(0);
    let after = body[specks..].split_once(' ').map_or("", |(_, rest)| rest);
    let numbered = |body: &str| body.starts_with(|c: char| c.is_uppercase()) && game_number(body).is_some();
    named || specks <= 4 && (numbered(&body[specks..]) || specks > 0 && numbered(after))
}

/// Whether a line is `A v. B` and nothing else.
#[must_use]
pub fn names_players(line: &str) -> bool {
    let body = line.trim();
    is_titled(body) && has_versus(body) && NAMES.is_match(body) && versus(body).is_some()
}

static NAMES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^\W{0,3}[A-Z][\w.,'’ -]{1,40}?[\s.](?:[vV][.,]|[vV]s\.?|versus)(?:\s+[A-Za-z][\w.,'’ -]*)?\W*$",
    )
    .expect("a pattern of ours")
});

/// Whether a line may be a title, by its length and capitals.
fn is_titled(body: &str) -> bool {
    (5..=LONGEST).contains(&body.len())
        && body.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 3).all(|word| {
            word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()) || word == "versus"
        })
}

/// Whether the "v." is at the end of the first line or at the start of the second.
fn is_parted(first: &str, second: &str) -> bool {
    let is_versus =
        |word: &str| matches!(word, "v" | "V" | "v." | "V." | "v," | "V," | "vs" | "vs." | "versus");
    let ends = first.split_whitespace().next_back().is_some_and(is_versus);
    let begins = second.split_whitespace().next().is_some_and(is_versus);
    ends != begins && has_name(first) && has_name(second)
}

fn has_name(line: &str) -> bool {
    line.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() >= SURNAME)
        && !line.contains(|c: char| c.is_ascii_digit())
}

/// A line that names two players, as `A v. B`.
fn versus(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let at = (1..words.len().saturating_sub(1))
        .find(|&at| matches!(words[at], "v" | "V" | "v." | "V." | "v," | "V," | "vs" | "vs." | "versus"))?;
    sides(&words[..at], &words[at + 1..])
}

fn sides(white: &[&str], black: &[&str]) -> Option<String> {
    let tidy = |words: &[&str]| {
        let words: Vec<&str> =
            words.iter().copied().filter(|word| word.contains(|c: char| c.is_alphanumeric())).collect();
        words.join(" ").trim_start_matches(['.', ',', ' ']).to_owned()
    };
    let (white, black) = (tidy(white), tidy(black));
    (has_name(&white) && has_name(&black)).then(|| format!("{white} v. {black}"))
}

/// The surnames in legible headings, each with its number of occurrences.
fn known_names<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut counts: HashMap<String, u32> = HashMap::new();
    for line in lines {
        if let Some(players) = Some(line).filter(|line| is_heading(line)).and_then(versus) {
            for side in players.split(" v. ") {
                if let Some(name) = surname(side) {
                    *counts.entry(name).or_default() += 1;
                }
            }
        }
    }
    let mut known: Vec<String> =
        counts.into_iter().filter(|(_, count)| *count >= 2).map(|(name, _)| name).collect();
    known.sort();
    known
}

fn surname(side: &str) -> Option<String> {
    let mut words = side.split(|c: char| !c.is_alphabetic());
    words.rfind(|word| word.chars().count() >= SURNAME).map(str::to_lowercase)
}

/// Two known names with little text between: the players, whatever the "v." was read as.
fn by_names(line: &str, known: &[String]) -> Option<String> {
    if line.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let named: Vec<usize> = (0..words.len()).filter(|&at| is_known(words[at], known)).collect();
    let [first, second] = named[..] else { return None };
    let initials = |word: &&str| word.chars().filter(|c| c.is_alphanumeric()).count() <= 2;
    let between = &words[first + 1..second];
    if !words[..first]
        .iter()
        .all(|word| initials(word) || matches!(*word, "von" | "VON" | "Von" | "Dr." | "Mr."))
        || second + 1 != words.len()
        || !between
            .iter()
            .all(|word| initials(word) || matches!(*word, "von" | "VON" | "Von" | "Dr." | "Mr."))
        || between.is_empty()
    {
        return None;
    }
    // The text after the first name is the "v."
    sides(&words[..=first], &words[first + 2..])
}

/// Whether a word is one of the names, up to a letter or two.
fn is_known(word: &str, known: &[String]) -> bool {
    let word: String = word.to_lowercase().chars().filter(|c| c.is_alphabetic()).collect();
    word.chars().count() >= SURNAME
        && known
            .iter()
            .any(|name| strsim::levenshtein(&word, name) <= if name.chars().count() > 6 { 2 } else { 1 })
}

/// Whether moves or column heads follow soon.
fn leads_to_game(below: &[usize], lines: &[ScanLine]) -> bool {
    const SOON: usize = 8;
    below.iter().take(SOON).any(|&at| {
        matches!(lines[at].kind, ScanLineKind::ColumnHead | ScanLineKind::Row(_) | ScanLineKind::Numbers(_))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Span;

    fn titles(text: &str) -> Vec<(usize, usize, Option<String>)> {
        let mut lines = Vec::new();
        let mut start = 0;
        for raw in text.split_inclusive('\n') {
            let body = raw.trim_end();
            let kind = match body {
                "" => ScanLineKind::Blank,
                "WHITE BLACK" => ScanLineKind::ColumnHead,
                _ => ScanLineKind::Scrap,
            };
            lines.push(ScanLine { span: Span::new(start, start + body.len()), kind, ending: None });
            start += raw.len();
        }
        find(text, &lines).into_iter().map(|t| (t.line, t.last, t.players)).collect()
    }

    #[test]
    fn headings_of_one_line() {
        assert!(is_heading("A. ANDERSON V. B. BELL."));
        assert!(is_heading("Game VI. — Scotch Gambit,"));
        assert!(is_heading("/ Game II. — King's Gambit"));
        assert!(is_heading("^^Game VI. — Allgaier Gambit."));
        assert!(!is_heading("Anderson played the game very well."));
        assert!(!is_heading("The game v. Bell was drawn after a long fight."));
    }

    #[test]
    fn headings_of_two_lines() {
        let players = Some("A. Anderson v. B. Bell.".to_owned());
        assert_eq!(titles("A. Anderson v.\nB. Bell.\n\nWHITE BLACK\n"), [(0, 1, players.clone())]);
        assert_eq!(titles("A. Anderson\n\nV. B. Bell.\nWHITE BLACK\n"), [(0, 2, players)]);
    }

    #[test]
    fn names_of_other_headings_tell_a_heading() {
        let known = "A. Anderson v. B. Bell.\nB. Bell v. A. Anderson.\n\n";
        let last = |line: &str| titles(&format!("{known}{line}\nWHITE BLACK\n")).split_off(2);
        assert_eq!(last("A. ANDERS0N P. B. BELL."), []);
        assert_eq!(last("A. Andcrson P. B. BELL."), [(3, 3, Some("A. Andcrson v. B. BELL.".to_owned()))]);
        assert_eq!(last("Notes by A. Anderson."), []);
        assert_eq!(last("Anderson and Bell are Leaders Now"), []);
    }
}
