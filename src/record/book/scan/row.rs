//! A line of a scanned page: its numbers, and the moves that may stand on it.
//!
//! Where a row of two moves is to be cut is not always certain (`QRtoKBsqKto Q sq`): every likely cut
//! is kept, and the pieces overlap. What can be played decides later.

use std::sync::LazyLock;

use regex::Regex;

use super::label::{Label, label, stuck};
use crate::record::book::line::{LONGEST_ROW, Word};
use crate::record::book::shape::{Shape, compact, may_be_worn, shape};

/// One move that may stand on a row: bytes of the line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its first byte.
    pub from: usize,
    /// Behind its last byte.
    pub to: usize,
}

/// A part of a row with at most one number before it.
#[derive(Clone, Debug, Default)]
pub struct Segment {
    /// The number before it.
    pub label: Option<Label>,
    /// Dots stood for White's move.
    pub leaders: bool,
    /// Its first byte, behind the number.
    pub from: usize,
    /// Behind its last byte.
    pub to: usize,
    /// What may be moves; those that begin at `from` are first.
    pub pieces: Vec<Piece>,
}

/// So many blanks part columns; behind a dot some printers leave a few.
const COLUMN_GAP: usize = 6;

fn words(line: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut end = 0;
    for text in line.split_whitespace() {
        let at = text.as_ptr() as usize - line.as_ptr() as usize;
        let gap = line[end..at].chars().count();
        end = at + text.len();
        match stuck(text) {
            Some(cut) => {
                words.push(Word { text: &text[..cut], at, gap });
                words.push(Word { text: &text[cut..], at: at + cut, gap: 0 });
            }
            None => words.push(Word { text, at, gap }),
        }
    }
    words
}

/// All numbers of a line that holds nothing else.
#[must_use]
pub fn only_numbers(line: &str) -> Option<Vec<Label>> {
    let words = words(line);
    if words.is_empty() || words.len() > 8 {
        return None;
    }
    words.iter().map(|word| label(word.text)).collect()
}

/// How many ways a text names from a man to a goal: a move has one, castling counts as one.
fn ways(text: &str) -> usize {
    static WAY: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"[0Oo]-[0Oo](?:-[0Oo])?|[tl][o0]|ta[kh]e|tks|-?[xX×]|-+|[Cc]ast[li1]?[ei]|[il][o0]").ok()
    });
    WAY.as_ref().map_or(0, |way| way.find_iter(&compact(text)).count())
}

/// A man that goes to a square without a word or dash between: rare, and often half a move.
const NO_WAY: f32 = 2.0;

/// How badly a text reads as one move, by its shape; `None` if it is none.
fn grade(text: &str) -> Option<f32> {
    let ways = ways(text);
    let body = text.trim();
    if ways > 1 && !body.contains('(') {
        return None;
    }
    let mut cost = match shape(body) {
        Shape::Clean => 0.0,
        Shape::Worn => 0.8,
        Shape::None if may_be_worn(body) && ways == 1 => 1.6,
        Shape::None => return None,
    };
    if ways == 0 {
        cost += NO_WAY;
    }
    // A way to nowhere is half a move.
    if body.ends_with(['o', '0', '-', 'x', 'X']) && !body.ends_with("-O") && !body.ends_with("-0") {
        cost += NO_WAY;
    }
    // The next move's first letter: `B to Q 2 B`.
    let mut back = body.split_whitespace().rev();
    if let (Some(last), Some(before)) = (back.next(), back.next())
        && matches!(last, "K" | "Q" | "R" | "B" | "P" | "Kt")
        && before.ends_with(|c: char| c.is_ascii_digit() || matches!(c, 'q' | ')' | 's'))
    {
        cost += 1.5;
    }
    Some(cost)
}

/// Where a second move may begin: at a capital letter behind the end of something.
fn cuts(text: &str) -> Vec<usize> {
    let mut cuts = Vec::new();
    let mut before = None;
    for (at, c) in text.char_indices() {
        if let Some(last) = before
            && (matches!(c, 'K' | 'Q' | 'R' | 'B' | 'P' | 'N' | 'C' | 'O' | '0'))
            && !matches!(last, 'K' | 'Q' | 'R' | 'B' | 'P' | '-' | '(')
        {
            cuts.push(at);
        }
        before = Some(c);
    }
    cuts
}

/// A cut may be this much worse than the best one.
const NEAR: f32 = 1.3;
/// Cuts that are kept.
const MOST_CUTS: usize = 4;

/// The pieces that a text may be made of.
fn pieces(text: &str, offset: usize) -> Vec<Piece> {
    let trim = |from: usize, to: usize| {
        let part = &text[from..to];
        let start = from + part.len() - part.trim_start().len();
        Piece { from: offset + start, to: offset + start + part.trim().len() }
    };
    let mut ways_to_cut: Vec<(f32, Vec<Piece>)> = Vec::new();
    if let Some(cost) = grade(text) {
        ways_to_cut.push((cost, vec![trim(0, text.len())]));
    }
    for cut in cuts(text) {
        let (left, right) = text.split_at(cut);
        let Some(first) = grade(left) else { continue };
        let stuck = if left.ends_with(char::is_whitespace) { 0.0 } else { 0.3 };
        if let Some(second) = grade(right) {
            ways_to_cut.push((first + second + stuck, vec![trim(0, cut), trim(cut, text.len())]));
        } else if ways(right) > 1 {
            let rest = pieces(right, offset + cut);
            if !rest.is_empty() {
                let all = std::iter::once(trim(0, cut)).chain(rest).collect();
                ways_to_cut.push((first + stuck + 1.0, all));
            }
        }
    }
    let Some(best) = ways_to_cut.iter().map(|way| way.0).min_by(f32::total_cmp) else { return Vec::new() };
    ways_to_cut.retain(|way| way.0 <= best + NEAR);
    ways_to_cut.sort_by(|a, b| a.0.total_cmp(&b.0));
    ways_to_cut.truncate(MOST_CUTS);
    let mut found: Vec<Piece> = ways_to_cut.into_iter().flat_map(|way| way.1).collect();
    let bare: Vec<Piece> = found.iter().filter_map(|&piece| without_mark(text, offset, piece)).collect();
    found.extend(bare);
    found.sort_by_key(|piece| (piece.from, piece.to));
    found.dedup();
    found
}

/// A piece without the mark of a footnote at its end, where it is a move only then: no rank has two
/// digits (`PtoKKt47`), and nothing is taken but men (`BxPi`).
fn without_mark(text: &str, offset: usize, piece: Piece) -> Option<Piece> {
    const LONGEST_MARK: usize = 3;
    let body = &text[piece.from - offset..piece.to - offset];
    if shape(body) == Shape::Clean && !ends_in_two_digits(body) {
        return None;
    }
    let mut ends: Vec<usize> = body.char_indices().map(|(at, _)| at).collect();
    ends.reverse();
    for end in ends.into_iter().take(LONGEST_MARK) {
        let rest = body[..end].trim_end();
        let mark: Vec<char> = body[end..].chars().collect();
        if mark.iter().any(|c| matches!(c, 'K' | 'Q' | 'R' | 'B' | 'P' | 't' | 'q' | 'h')) {
            return None;
        }
        if rest.len() >= 3 && ways(rest) == 1 && shape(rest) == Shape::Clean && !ends_in_two_digits(rest) {
            return Some(Piece { from: piece.from, to: piece.from + rest.len() });
        }
    }
    None
}

fn ends_in_two_digits(body: &str) -> bool {
    let mut back = body.chars().rev().filter(|c| !c.is_whitespace());
    back.next().is_some_and(|c| c.is_ascii_digit()) && back.next().is_some_and(|c| c.is_ascii_digit())
}

/// Dots that stand for White's move.
fn is_leaders(word: &str) -> bool {
    let dots = word.chars().filter(|c| matches!(c, '.' | '…' | '·')).count();
    (dots >= 2 || word.contains('…')) && word.chars().all(|c| matches!(c, '.' | '…' | '·' | ',' | '-'))
}

/// Whether a text is as complete as a move: what follows may be another number.
fn is_complete(text: &str) -> bool {
    let body = compact(text);
    let said = body.ends_with(|c: char| {
        c.is_ascii_digit() || matches!(c, 'q' | ')' | 'h' | 'd' | 's' | '*' | '!' | '?')
    }) || body.contains(['x', 'X', '×'])
        || body.contains("take");
    said && grade(text).is_some()
}

/// The segments of a row of moves, or `None` where a line is no such row.
#[must_use]
pub fn read(line: &str) -> Option<Vec<Segment>> {
    if line.len() > LONGEST_ROW {
        return None;
    }
    let words = words(line);
    let mut segments: Vec<Segment> = Vec::new();
    let mut open: Option<Segment> = None;
    for (index, word) in words.iter().enumerate() {
        let end = word.at + word.text.len();
        let next = words.get(index + 1);
        let begins = next.is_some_and(|next| next.text.starts_with(|c: char| c.is_uppercase() || c == '0'));
        let so_far = open.as_ref().map_or("", |open| &line[open.from..open.to]);
        let found = label(word.text).filter(|found| {
            if so_far.is_empty() {
                return begins || found.price == 0 || next.is_some_and(|next| is_leaders(next.text));
            }
            let digits = word.text.starts_with(|c: char| c.is_ascii_digit());
            let dotted =
                word.text.ends_with(['.', ',']) && found.price == 0 || word.text.matches('.').count() > 1;
            let row = segments.first().or(open.as_ref()).and_then(|first| first.label);
            let same = row.is_some_and(|row| row.value == found.value);
            let high = found.value >= 9 && begins && is_complete(so_far);
            digits
                && (begins || word.gap >= COLUMN_GAP || next.is_none())
                && (dotted || same && begins && word.gap >= 2 || high || same && is_complete(so_far))
        });
        if let Some(found) = found {
            segments.extend(open.take().filter(|open| open.to > open.from));
            let leaders = word.text.matches(['.', '…']).count() >= 2 || word.text.contains('…');
            open = Some(Segment { label: Some(found), leaders, from: end, to: end, pieces: Vec::new() });
            continue;
        }
        if is_leaders(word.text) {
            if let Some(open) = open.as_mut().filter(|open| open.to == open.from) {
                open.leaders = true;
                open.from = end;
                open.to = end;
            }
            continue;
        }
        match &mut open {
            Some(open) if open.to == open.from => {
                open.from = word.at;
                open.to = end;
            }
            Some(open) if word.gap < COLUMN_GAP => open.to = end,
            _ => {
                segments.extend(open.take());
                open = Some(Segment { from: word.at, to: end, ..Segment::default() });
            }
        }
    }
    segments.extend(open.filter(|open| open.to > open.from));
    for segment in &mut segments {
        let text = &line[segment.from..segment.to];
        segment.pieces = pieces(text, segment.from);
        if segment.pieces.is_empty() && segment.label.is_some() && may_be_worn(text) {
            segment.pieces.push(Piece { from: segment.from, to: segment.to });
        }
    }
    let (mut said, mut left) = (0, 0);
    for segment in &segments {
        let length = segment.to - segment.from;
        *if segment.pieces.is_empty() { &mut left } else { &mut said } += length;
    }
    segments.retain(|segment| !segment.pieces.is_empty());
    (!segments.is_empty() && left * 2 <= said && segments.len() <= 6).then_some(segments)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(line: &str) -> Vec<(Option<u32>, Vec<&str>)> {
        let segments = read(line).unwrap_or_default();
        segments
            .iter()
            .map(|s| (s.label.map(|l| l.value), s.pieces.iter().map(|p| &line[p.from..p.to]).collect()))
            .collect()
    }

    #[test]
    fn pairs_fall_apart_in_the_right_place() {
        assert_eq!(cut("21 B to Q 2 B to Q 2"), [(Some(21), vec!["B to Q 2", "B to Q 2"])]);
        assert_eq!(cut("29 KttoKt5,chK to Kt 3"), [(Some(29), vec!["KttoKt5,ch", "K to Kt 3"])]);
        assert_eq!(cut("17 QRtoKBsqKto Q sq"), [(Some(17), vec!["QRtoKBsq", "Kto Q sq"])]);
        assert_eq!(cut("12 Castles BxKt"), [(Some(12), vec!["Castles", "BxKt"])]);
        assert_eq!(cut("26PxKt KPxBP"), [(Some(26), vec!["PxKt", "KPxBP"])]);
    }

    #[test]
    fn numbers_before_both_moves() {
        assert_eq!(
            cut("25.  Kt.  takes P.  25.  Kt.  to Kf s  5th."),
            [(Some(25), vec!["Kt.  takes P."]), (Some(25), vec!["Kt.  to Kf s  5th."])]
        );
    }

    #[test]
    fn a_rank_is_no_number() {
        assert_eq!(cut("9 R to K 8 B to Kt 2"), [(Some(9), vec!["R to K 8", "B to Kt 2"])]);
    }

    #[test]
    fn prose_is_no_row() {
        assert!(read("By this move Black obtains the attack.").is_none());
        assert!(read("AUGUST 6").is_none());
    }
}
