//! What is said before the first move: players, place and date.

use scorebook_lexicon::month_of;

use crate::search::Ear;
use crate::vocabulary::atom;

/// The name of a PGN tag and its value.
pub type Tag = (&'static str, String);

/// The tags in the words before word `until`.
pub(crate) fn tags(source: &str, ear: &Ear<'_>, until: usize) -> Vec<Tag> {
    let mut tags = Vec::new();
    let mut from = 0;
    // `game two`, `next game`.
    for of in [atom::NEXT_GAME, atom::GAME] {
        if let Some(length) = ear.says(from, of).filter(|_| from < until) {
            from += length;
            if let Some(&(number, length)) = ear.numbers.get(from).and_then(|numbers| numbers.first()) {
                tags.push(("Round", number.to_string()));
                from += length as usize;
            }
        }
    }
    let said = |at: usize, of| at < until && ear.says(at, of).is_some();
    let white = (from..until).find(|&at| said(at, atom::WHITE));
    let black = (from..until).find(|&at| said(at, atom::BLACK));
    let versus = (from..until).find(|&at| said(at, atom::NAMES) && at > from);
    let behind = match (white, black, versus) {
        (Some(white), Some(black), _) => {
            let (first, second) = (white.min(black), white.max(black));
            let one = name(source, ear, first + 1, second, false);
            let (other, end) = name(source, ear, second + 1, until, true);
            let (white, black) = if white < black { (one.0, other) } else { (other, one.0) };
            push(&mut tags, "White", white);
            push(&mut tags, "Black", black);
            end
        }
        (_, _, Some(versus)) => {
            let (white, _) = name(source, ear, from, versus, false);
            let (black, end) = name(source, ear, versus + 1, until, true);
            push(&mut tags, "White", white);
            push(&mut tags, "Black", black);
            end
        }
        _ => from,
    };
    let year = year(ear, behind, until);
    if let Some((date, at)) = &year {
        push(&mut tags, "Date", date.clone());
        let place = titled(source, ear, behind, *at);
        push(&mut tags, "Site", place);
    } else if behind > from {
        let place = titled(source, ear, behind, until);
        push(&mut tags, "Site", place);
    }
    tags
}

fn push(tags: &mut Vec<Tag>, name: &'static str, value: String) {
    if !value.is_empty() {
        tags.push((name, value));
    }
}

/// Whether a sign of punctuation stands behind a word.
fn is_parted(source: &str, ear: &Ear<'_>, at: usize) -> bool {
    let (Some(word), Some(next)) = (ear.words.get(at), ear.words.get(at + 1)) else { return true };
    let between = source.get(word.end..next.start).unwrap_or_default();
    let initial = word.text.chars().count() == 1 && between.starts_with('.');
    between.contains([',', ';', ':', '\n']) || between.contains('.') && !initial
}

/// The name from word `from` on, and the word behind it. The last name ends at a sign of punctuation, or after one word and
/// the initials before it.
fn name(source: &str, ear: &Ear<'_>, from: usize, until: usize, last: bool) -> (String, usize) {
    let mut end = until;
    if last {
        let parted = (from..until).find(|&at| is_parted(source, ear, at)).map(|at| at + 1);
        let punctuated = (0..until).any(|at| is_parted(source, ear, at) && at + 1 < until);
        end = match parted {
            Some(at) if punctuated => at,
            _ => {
                let first = (from..until).find(|&at| ear.words[at].text.chars().count() > 1);
                first.map_or(until, |at| at + 1)
            }
        };
    }
    (titled(source, ear, from, end), end)
}

/// Words as a name: as they are written if they have capitals, else with capitals.
fn titled(source: &str, ear: &Ear<'_>, from: usize, until: usize) -> String {
    let mut out: Vec<String> = Vec::new();
    for at in from..until.min(ear.words.len()) {
        let word = &ear.words[at];
        let skipped = [
            "is", "was", "by", "the", "in", "at", "played", "with", "and", "has", "had", "were", "pieces",
            "against",
        ];
        if skipped.contains(&word.text.as_str()) && (out.is_empty() || at + 1 == until) {
            continue;
        }
        let raw = source.get(word.start..word.end).unwrap_or(&word.text);
        let mut signs = raw.chars();
        if let Some(first) = signs.next() {
            let capital = word.text.chars().count() == 1;
            out.push(format!("{}{}{}", first.to_uppercase(), signs.as_str(), if capital { "." } else { "" }));
        }
    }
    out.join(" ")
}

/// The date that is said, as PGN writes it, and the first of its words.
fn year(ear: &Ear<'_>, from: usize, until: usize) -> Option<(String, usize)> {
    for at in from..until {
        let numbers = &ear.numbers[at];
        let century = numbers.iter().find_map(|&(number, length)| {
            if (1400..2100).contains(&number) {
                return Some(number);
            }
            let next = at + length as usize;
            // `nineteen oh seven`.
            let oh = ear.says(next, atom::ZERO).unwrap_or(0);
            let least = if oh > 0 { 1..10 } else { 10..100 };
            let (more, _) = ear.numbers.get(next + oh)?.first()?;
            ((14..=20).contains(&number) && next + oh < until && least.contains(more))
                .then_some(number * 100 + more)
        });
        let Some(year) = century else { continue };
        let mut first = at;
        let (mut month, mut day) = (None, None);
        for before in (from..at).rev().take(4) {
            let text = &ear.words[before].text;
            let number = ear.numbers[before].first().map(|&(number, _)| number);
            if let Some(found) = month_of(text).filter(|_| month.is_none()) {
                (month, first) = (Some(found), before);
            } else if let Some(found) = number.filter(|number| (1..32).contains(number)) {
                (day, first) = (day.or(Some(found)), before);
            }
        }
        let two = |part: Option<u32>| part.map_or("??".to_owned(), |part| format!("{part:02}"));
        return Some((format!("{year}.{}.{}", two(month), two(day.filter(|_| month.is_some()))), first));
    }
    None
}
