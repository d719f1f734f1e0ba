//! Moves and numbers with nothing between them: `1.e4e5`, `1.e4e52.Nf3Nc6`, as lists lose their spaces when they are copied.

use std::cmp::Ordering;
use std::ops::Range;

use crate::segment::Segmenter;
use crate::words::{Gap, Word};

/// Fewest bytes of such a word.
const SHORTEST: usize = 4;
/// Most bytes of one move: `Nb1xd2+!`.
const LONGEST_MOVE: usize = 9;
/// How much less a move looks like one that ends in a piece.
const PROMOTION: f32 = 0.1;
/// What looks like a move.
const LIKE: f32 = 0.5;

/// The same words, those that can only be several moves and numbers taken apart.
pub(super) fn apart<'a>(words: Vec<Word<'a>>, segmenter: &mut Segmenter<'a, '_>) -> Vec<Word<'a>> {
    let may_be =
        |word: &Word<'_>| word.text.len() >= SHORTEST && word.text.contains(|c: char| c.is_ascii_digit());
    if !words.iter().any(may_be) {
        return words;
    }
    let taken = |way: Glue, segmenter: &mut Segmenter<'a, '_>| -> Vec<Word<'a>> {
        let parts = |&word: &Word<'a>| {
            let parts = Some(word).filter(may_be).and_then(|word| parts(word, way, segmenter));
            parts.unwrap_or_else(|| vec![word])
        };
        words.iter().flat_map(parts).collect()
    };
    let all = taken(Glue::Sure, segmenter);
    if all.len() == words.len() { all } else { taken(Glue::Usual, segmenter) }
}

/// What is known of the other words of the line.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Glue {
    /// Nothing: two squares are one move.
    Sure,
    /// Others can only be several moves: this one is, too, if it can be.
    Usual,
}

/// The moves and numbers that a word is, if it is at least two moves, and there is one best way to take it apart.
fn parts<'a>(word: Word<'a>, glue: Glue, segmenter: &mut Segmenter<'a, '_>) -> Option<Vec<Word<'a>>> {
    let text = word.text;
    if !text.is_ascii() || segmenter.text_likeness(text) >= LIKE && glue == Glue::Sure {
        return None;
    }
    let rows = rows(text);
    // Between two numbers are two moves.
    let glue = if rows.len() > 1 { Glue::Usual } else { glue };
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut moves = 0;
    for (number, own) in rows {
        let split = split(&text[own.clone()], glue, segmenter)?;
        moves += split.len();
        found.extend(Some(number).filter(|number| !number.is_empty()));
        found.extend(split.into_iter().map(|part| own.start + part.start..own.start + part.end));
    }
    let part = |part: Range<usize>| {
        let gap = if part.start == 0 { word.gap } else { Gap::Narrow };
        Word { start: word.start + part.start, text: &text[part], gap }
    };
    (moves > 1).then(|| found.into_iter().map(part).collect())
}

/// The rows of a word: a number with its stops, each one more than the one before, and what is behind it.
fn rows(text: &str) -> Vec<(Range<usize>, Range<usize>)> {
    let figures = text.bytes().take_while(u8::is_ascii_digit).count();
    let Some(mut number) = text[..figures].parse::<u32>().ok().filter(|_| text[figures..].starts_with('.'))
    else {
        return vec![(0..0, 0..text.len())];
    };
    let mut all = Vec::new();
    let mut start = 0;
    loop {
        let dots = text[start..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |at| start + at);
        let own = dots + text[dots..].bytes().take_while(|byte| *byte == b'.').count();
        number = number.saturating_add(1);
        let next = text[own..].find(&format!("{number}.")).map(|at| own + at);
        all.push((start..own, own..next.unwrap_or(text.len())));
        match next {
            Some(next) => start = next,
            None => return all,
        }
    }
}

/// The moves that a text is, one or several; `None` if several ways are as good.
fn split(text: &str, glue: Glue, segmenter: &mut Segmenter<'_, '_>) -> Option<Vec<Range<usize>>> {
    if glue == Glue::Sure && segmenter.text_likeness(text) >= LIKE {
        return Some(std::iter::once(0..text.len()).collect());
    }
    // The best ways to take apart the text up to each byte.
    let mut best: Vec<Option<Way>> = vec![None; text.len() + 1];
    best[0] = Some(Way { parts: 0, likeness: 0.0, ways: 1, last: 0 });
    for start in 0..text.len() {
        let Some(before) = best[start] else { continue };
        for (end, likeness) in ends(text, start, segmenter) {
            if glue == Glue::Usual && is_two_squares(&text[start..end]) {
                continue;
            }
            let way =
                Way { parts: before.parts + 1, likeness: before.likeness + likeness, last: start, ..before };
            best[end] = Some(best[end].map_or(way, |other| other.or(way)));
        }
    }
    let mut found = Vec::new();
    let mut end = text.len();
    while end > 0 {
        let way = best[end].filter(|way| way.ways == 1)?;
        found.push(way.last..end);
        end = way.last;
    }
    found.reverse();
    Some(found)
}

/// A way to take apart the beginning of a word: the fewest parts are best, of these those that look most like moves.
#[derive(Copy, Clone)]
struct Way {
    parts: usize,
    likeness: f32,
    /// How many ways are as good.
    ways: usize,
    /// Where the last part begins.
    last: usize,
}

impl Way {
    fn or(self, other: Way) -> Way {
        match self.parts.cmp(&other.parts).then(other.likeness.total_cmp(&self.likeness)) {
            Ordering::Less => self,
            Ordering::Equal => Way { ways: self.ways.saturating_add(other.ways), ..self },
            Ordering::Greater => other,
        }
    }
}

/// Where a move that begins at `start` may end, and how much it looks like one.
fn ends(text: &str, start: usize, segmenter: &mut Segmenter<'_, '_>) -> Vec<(usize, f32)> {
    // The piece at the end of a promotion without a sign is mostly the next move's: `cxd3Bf5`.
    let price = |end: usize| {
        let is_piece = text[..end].ends_with(|c: char| c.is_ascii_uppercase() && c != 'O');
        if is_piece { PROMOTION } else { 0.0 }
    };
    (start + 2..=text.len().min(start + LONGEST_MOVE))
        .map(|end| (end, segmenter.text_likeness(&text[start..end])))
        .filter(|&(_, likeness)| likeness >= LIKE)
        .map(|(end, likeness)| (end, likeness - price(end)))
        .collect()
}

/// Two squares, with or without a piece: one move or two.
fn is_two_squares(text: &str) -> bool {
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    let text = text.strip_prefix(|c: char| c.is_ascii_uppercase()).unwrap_or(text);
    text.len() == 4 && is_square(&text.as_bytes()[..2]) && is_square(&text.as_bytes()[2..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Shapes;
    use crate::words::words;

    fn taken_apart(text: &str) -> String {
        let mut segmenter = Segmenter::new(text, &Shapes);
        let all = apart(words(text, 0).collect(), &mut segmenter);
        assert!(all.iter().all(|word| &text[word.start..word.start + word.text.len()] == word.text));
        all.iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn moves_without_spaces() {
        for (text, parts) in [
            ("1.e4e5 2.Nf3Nc6", "1. e4 e5 2. Nf3 Nc6"),
            ("1.e4e52.Nf3Nc63.Bb5a6", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"),
            ("4.Qc2b65.e4Bb76.O-OO-O", "4. Qc2 b6 5. e4 Bb7 6. O-O O-O"),
            ("5.O-ONf6", "5. O-O Nf6"),
            ("16.cxd3Bf5 17.e8=QKf7", "16. cxd3 Bf5 17. e8=Q Kf7"),
            // A move by its squares, a date, a result, a word.
            ("e2e4 1.e2e4 12.05.2019 1-0 game27a", "e2e4 1.e2e4 12.05.2019 1-0 game27a"),
        ] {
            assert_eq!(taken_apart(text), parts);
        }
    }
}
