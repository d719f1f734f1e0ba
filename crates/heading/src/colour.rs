//! The words for White and Black on a line, in all languages, and in five of them misread by OCR.

use scorebook_lexicon::{SIDES, side_of};

use super::fuzzy::{damage, fold};

/// The languages whose words are recognised though letters are worn: their number in [`SIDES`], from the first.
const WORN_LANGUAGES: usize = 5;

/// The damage of a whole word of another language: most of them are short, and names look like them.
const WHOLE: f32 = 0.15;

/// The usual words for White, and for Black, of these languages.
fn worn_words(colour: Colour) -> impl Iterator<Item = &'static str> {
    SIDES.iter().take(WORN_LANGUAGES).map(move |names| match colour {
        Colour::White => names.white[0],
        Colour::Black => names.black[0],
    })
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    White,
    Black,
}

/// A colour word on a line.
pub struct ColourWord {
    pub colour: Colour,
    /// Byte range on the line.
    pub start: usize,
    pub end: usize,
    /// 0 (printed exactly so) to `limit`.
    pub damage: f32,
}

/// Byte ranges of the words of a line, split at spaces, dashes, colons and brackets.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut out = vec![];
    let mut start = None;
    for (i, c) in text.char_indices() {
        let part = c.is_whitespace() || "—–-:;,.()[]=".contains(c);
        match (part, start) {
            (false, None) => start = Some(i),
            (true, Some(s)) => {
                out.push((s, i));
                start = None;
            }
            _ => {}
        }
    }
    if let Some(s) = start {
        out.push((s, text.len()));
    }
    out
}

/// Whether a word for a side, which ends at `end`, is a surname here: only initials stand behind its comma, as in
/// `Black, J. (1790) - White, P. (1815)`.
/// The other side on the line is one too, or it is not named.
#[must_use]
pub fn is_surname(line: &str, end: usize) -> bool {
    let sides = || words(line).into_iter().filter(|&(start, end)| side_of(&line[start..end]).is_some());
    is_before_initials(line, end) && sides().all(|(_, end)| is_before_initials(line, end))
}

/// Whether only initials stand behind the comma at `end`; `N. N.` is a player.
fn is_before_initials(line: &str, end: usize) -> bool {
    let Some(given) = line.get(end..).and_then(|rest| rest.strip_prefix(',')) else { return false };
    let mut rest = given.trim_start();
    let mut initials = 0;
    loop {
        let mut chars = rest.chars();
        let (Some(first), after) = (chars.next(), chars.as_str()) else { break };
        let behind = after.strip_prefix('.').unwrap_or(after);
        let ends = behind.len() < after.len() || !behind.starts_with(char::is_alphanumeric);
        if !first.is_uppercase() || !ends {
            break;
        }
        initials += 1;
        rest = behind.trim_start();
    }
    let unnamed = given.trim_start().starts_with('N') && given.matches('N').count() > 1;
    let closes = |c: char| matches!(c, '(' | '[' | '-' | '–' | '—' | ';' | ',') || c.is_ascii_digit();
    initials > 0 && !unnamed && rest.chars().next().is_none_or(closes)
}

/// The words for White and Black on a line, with a damage of at most `limit`.
pub fn colours(text: &str, limit: f32) -> Vec<ColourWord> {
    let mut out = vec![];
    for (start, end) in words(text) {
        let low = fold(&text[start..end]);
        // `WhUe`: `hi`, `li` and `ii` are read as U
        let low = if low.starts_with('w') { low.replacen('u', "i", 1) } else { low };
        // Words of three letters are names too: `de Wit`.
        if low.len() < 4 || is_surname(text, end) {
            continue;
        }
        let whole = side_of(&text[start..end]);
        // words of other languages must be nearly intact, or any short name would match
        let best = |colour: Colour| {
            worn_words(colour)
                .enumerate()
                .map(|(i, k)| damage(&low, k) + if i > 1 { 0.15 } else { 0.0 })
                .fold(9.0, f32::min)
        };
        let (w, b) = match whole {
            Some(side) if side.is_white() => (best(Colour::White).min(WHOLE), 9.0),
            Some(_) => (9.0, best(Colour::Black).min(WHOLE)),
            None => (best(Colour::White), best(Colour::Black)),
        };
        if w.min(b) <= limit && (w - b).abs() > 0.05 {
            // a lower-case `white` belongs to a sentence
            let capital = text[start..].chars().next().is_some_and(|c| !c.is_lowercase());
            let bracketed = text[..start].ends_with('(') && text[end..].starts_with(')');
            if !capital && !bracketed && w.min(b) < 0.01 && text.split_whitespace().count() > 3 {
                continue;
            }
            out.push(ColourWord {
                colour: if w < b { Colour::White } else { Colour::Black },
                start,
                end,
                damage: w.min(b),
            });
        }
    }
    out.extend(beside_counterpart(text, &out));
    out.sort_by_key(|word| word.start);
    out
}

/// A worn label (`Wei:`) where the other colour's word of the same language is intact.
fn beside_counterpart(text: &str, found: &[ColourWord]) -> Option<ColourWord> {
    let [one] = found else { return None };
    let low = fold(&text[one.start..one.end]);
    let colour = match one.colour {
        Colour::White => Colour::Black,
        Colour::Black => Colour::White,
    };
    let language = worn_words(one.colour).position(|key| damage(&low, key) < 0.15)?;
    let other = worn_words(colour).nth(language)?;
    words(text)
        .into_iter()
        .filter(|&(start, end)| {
            (start, end) != (one.start, one.end) && text[end..].trim_start().starts_with([':', '-'])
        })
        .map(|(start, end)| (start, end, damage(&fold(&text[start..end]), other)))
        .filter(|word| word.2 <= 0.5)
        .min_by(|a, b| a.2.total_cmp(&b.2))
        .map(|(start, end, worn)| ColourWord { colour, start, end, damage: worn / 2.0 })
}
