//! A transcript as a row of words with their places.

use scorebook_search::Nats;
use smallvec::SmallVec;

use crate::vocabulary::Language;

/// A word that a recogniser wrote.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// The word in small letters.
    pub text: String,
    /// First byte of it in the source.
    pub start: usize,
    /// The byte behind it.
    pub end: usize,
    /// Other words that the recogniser offers for it, each with what it costs beside the first, in nats.
    pub alternatives: SmallVec<[(String, Nats); 1]>,
    /// When it was said, in seconds, if the transcript tells.
    pub time: Option<f32>,
    /// Whether no sign stands between it and the word before: `f3`.
    pub joined: bool,
    /// Whether brackets stand around it: it was not said as a part of the game.
    pub aside: bool,
    /// The half-move that it stands for, as a person has decided, in SAN; its text is empty then.
    pub decided: Option<String>,
}

impl Word {
    /// What a person has decided to be one half-move.
    #[must_use]
    pub fn decided(san: &str, start: usize, end: usize) -> Word {
        Word { end, decided: Some(san.to_owned()), ..Word::new("", start) }
    }

    fn new(text: &str, start: usize) -> Word {
        let end = start + text.len();
        Word {
            text: text.to_lowercase().replace('’', "'"),
            start,
            end,
            alternatives: SmallVec::new(),
            time: None,
            joined: false,
            aside: false,
            decided: None,
        }
    }
}

/// Results that are written in figures.
const RESULTS: &[&str] = &["1/2-1/2", "½-½", "1-0", "0-1"];

/// The words of a text that begins at this byte of the source. Letters and figures are words of their own.
pub fn of_text(text: &str, at: usize, out: &mut Vec<Word>) {
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let here = at + text.len() - rest.len();
        if let Some(result) = RESULTS.iter().find(|result| rest.starts_with(**result)) {
            let behind = rest[result.len()..].chars().next();
            let before = text[..text.len() - rest.len()].chars().next_back();
            let apart = |sign: Option<char>| sign.is_none_or(|sign| !sign.is_alphanumeric() && sign != '-');
            if apart(behind) && apart(before) {
                out.push(Word::new(result, here));
                rest = &rest[result.len()..];
                continue;
            }
        }
        if let Some(inside) = bracketed(rest) {
            let first = out.len();
            of_text(inside, here + sign.len_utf8(), out);
            out[first..].iter_mut().for_each(|word| word.aside = true);
            rest = &rest[sign.len_utf8() + inside.len()..];
            continue;
        }
        if !sign.is_alphanumeric() {
            rest = &rest[sign.len_utf8()..];
            continue;
        }
        let inside = |at: usize, sign: char| {
            let behind = rest.get(at + sign.len_utf8()..).unwrap_or_default();
            sign.is_alphabetic() || matches!(sign, '\'' | '’') && behind.starts_with(char::is_alphabetic)
        };
        // Every figure is a word: in `e412`, 4 is of the square and 12 the next number, and `85` may have been h5.
        let length = match sign.is_ascii_digit() {
            true => 1,
            false => rest
                .char_indices()
                .skip(1)
                .find(|&(at, sign)| !inside(at, sign))
                .map_or(rest.len(), |(at, _)| at),
        };
        let joined = out.last().is_some_and(|word: &Word| word.end == here && !word.text.contains('-'));
        out.push(Word { joined, ..Word::new(&rest[..length], here) });
        rest = &rest[length..];
    }
}

/// What stands in the brackets that a text begins with, if they hold words and are closed soon.
fn bracketed(text: &str) -> Option<&str> {
    /// Most bytes in them.
    const MOST: usize = 240;
    let (_, inside) = text.split_at_checked(1)?;
    let close = match text.as_bytes() {
        [b'(', ..] => ')',
        [b'[', ..] => ']',
        _ => return None,
    };
    let end = inside.find(close).filter(|end| *end <= MOST)?;
    inside[..end].contains(char::is_alphabetic).then(|| &inside[..end])
}

/// Longest run of letters in front of a figure that is a move without spaces: `nbxd`.
const LONGEST_RUN: usize = 5;

/// Words that were written as two and sound like one word of a move: `be shop`. One of them at least means nothing.
pub(crate) fn join_parted(words: Vec<Word>, language: &Language) -> Vec<Word> {
    let mut out: Vec<Word> = Vec::with_capacity(words.len());
    for word in words {
        if let Some(last) = out.last_mut()
            && let Some(text) = joined(last, &word, language)
        {
            *last = Word { text, end: word.end, ..last.clone() };
            continue;
        }
        out.push(word);
    }
    out
}

/// The two as one word, if that is what they sound like.
fn joined(first: &Word, second: &Word, language: &Language) -> Option<String> {
    let is_letters = |word: &Word| word.text.chars().all(char::is_alphabetic);
    let are_known = language.knows(&first.text) && language.knows(&second.text);
    let is_decided = first.decided.is_some() || second.decided.is_some();
    if are_known || is_decided || !is_letters(first) || !is_letters(second) || second.joined {
        return None;
    }
    // A man that is one by himself needs no second word.
    if language.sounds_like_a_man(&first.text) || language.sounds_like_a_man(&second.text) {
        return None;
    }
    let text = format!("{}{}", first.text, second.text);
    language.sounds_like_a_man(&text).then_some(text)
}

/// Words that no language knows, parted into words that this one knows: `knightf`, `nxe`, `l'échec`.
pub(crate) fn part_joined(words: &[Word], language: &Language) -> Vec<Word> {
    let mut out = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        let figure = words.get(at + 1).is_some_and(|next| next.joined);
        match parts(word, figure, language) {
            Some(parts) => out.extend(parts),
            None => out.push(word.clone()),
        }
    }
    out
}

fn parts(word: &Word, figure: bool, language: &Language) -> Option<Vec<Word>> {
    if language.knows(&word.text) || word.text.chars().count() < 2 || word.end - word.start != word.text.len()
    {
        return None;
    }
    let piece = |from: usize, to: usize| Word {
        text: word.text[from..to].to_owned(),
        start: word.start + from,
        end: word.start + to,
        joined: from > 0 || word.joined,
        ..word.clone()
    };
    if let Some(at) = word.text.find('\'').filter(|_| !word.text.ends_with("'s")) {
        return Some(vec![piece(0, at), piece(at + 1, word.text.len())]);
    }
    // Two letters that are no word are two: `ba` for b8.
    let letters = word.text.chars().count();
    let single = letters == 2 && !language.mishears(&word.text)
        || letters <= LONGEST_RUN && (figure || word.text.chars().all(|sign| sign == 'o'));
    let cuts = cut(&word.text, single, language)?;
    let mut from = 0;
    Some(cuts.into_iter().map(|to| piece(std::mem::replace(&mut from, to), to)).collect())
}

/// Where to cut a text so that every piece is known; single letters only if `single`.
fn cut(text: &str, single: bool, language: &Language) -> Option<Vec<usize>> {
    // For each end of a piece, the fewest pieces before it and where the last begins.
    let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let mut best: Vec<Option<(u32, usize)>> = vec![None; ends.len()];
    best[0] = Some((0, 0));
    for to in 1..ends.len() {
        for from in 0..to {
            let Some((pieces, _)) = best[from] else { continue };
            let piece = &text[ends[from]..ends[to]];
            // A letter may stand at the end of a joined word or before a number: `knightf`, `dtwo`.
            let is_letter = to - from == 1;
            let at_edge = to + 1 == ends.len() && from > 2 || from == 0 && ends.len() > 4;
            let allowed = if is_letter { single || at_edge } else { to - from > 2 || single };
            if allowed && language.knows(piece) && best[to].is_none_or(|(least, _)| pieces + 1 < least) {
                best[to] = Some((pieces + 1, from));
            }
        }
    }
    let mut at = ends.len() - 1;
    let mut cuts = Vec::new();
    while at > 0 {
        let (_, from) = best[at]?;
        cuts.push(ends[at]);
        at = from;
    }
    cuts.reverse();
    (cuts.len() > 1).then_some(cuts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        let mut words = Vec::new();
        of_text(text, 0, &mut words);
        let english = Language::named("english").expect("English");
        part_joined(&words, english).into_iter().map(|word| word.text).collect()
    }

    #[test]
    fn words_and_figures_are_parted() {
        assert_eq!(
            texts("Knight F3, e412. nxe4 1-0"),
            ["knight", "f", "3", "e", "4", "1", "2", "n", "x", "e", "4", "1-0"]
        );
        assert_eq!(texts("knightf3 O-O king's"), ["knight", "f", "3", "o", "o", "king's"]);
    }
}
