//! The words for White and Black on a line, in five languages and misread by OCR.

use super::fuzzy::{damage, fold};

const WHITE: [&str; 5] = ["white", "weiss", "blancas", "blancs", "bianco"];
const BLACK: [&str; 5] = ["black", "schwarz", "negras", "noirs", "nero"];

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

/// The words for White and Black on a line, with a damage of at most `limit`.
pub fn colours(text: &str, limit: f32) -> Vec<ColourWord> {
    let mut out = vec![];
    for (start, end) in words(text) {
        let low = fold(&text[start..end]);
        // `WhUe`: `hi`, `li` and `ii` are read as U
        let low = if low.starts_with('w') { low.replacen('u', "i", 1) } else { low };
        if low.len() < 4 {
            continue;
        }
        // words of other languages must be nearly intact, or any short name would match
        let best = |keys: &[&str]| {
            keys.iter()
                .enumerate()
                .map(|(i, k)| damage(&low, k) + if i > 1 { 0.15 } else { 0.0 })
                .fold(9.0, f32::min)
        };
        let (w, b) = (best(&WHITE), best(&BLACK));
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
    let (keys, others, colour) = match one.colour {
        Colour::White => (WHITE, BLACK, Colour::Black),
        Colour::Black => (BLACK, WHITE, Colour::White),
    };
    let language = keys.iter().position(|key| damage(&low, key) < 0.15)?;
    words(text)
        .into_iter()
        .filter(|&(start, end)| {
            (start, end) != (one.start, one.end) && text[end..].trim_start().starts_with([':', '-'])
        })
        .map(|(start, end)| (start, end, damage(&fold(&text[start..end]), others[language])))
        .filter(|word| word.2 <= 0.5)
        .min_by(|a, b| a.2.total_cmp(&b.2))
        .map(|(start, end, worn)| ColourWord { colour, start, end, damage: worn / 2.0 })
}
