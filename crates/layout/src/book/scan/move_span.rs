//! The parts of a row that may be moves: all likely cuts are kept, so the pieces overlap.

use std::sync::LazyLock;

use regex::Regex;

use crate::book::row::ends_in_next_man;
use crate::book::shape::{Shape, compact, may_be_worn, shape};

/// A possible move on a row: byte offsets in the line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct MoveSpan {
    /// Start.
    pub from: usize,
    /// End.
    pub to: usize,
}

/// Number of connectors between a piece and its target: a move has one; castling counts as one.
pub(super) fn count_connectors(text: &str) -> usize {
    static WAY: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"[0Oo]-[0Oo](?:-[0Oo])?|-*[tl][o0]-*|ta[kh]e|t[a-z]{1,3}kes|tks|-?[xX×]|-+|[Cc]ast[li1]?[ei]|[il][o0]").expect("a pattern of ours")
    });
    // `3xd` and `3-d` are ranks.
    static RANK: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"([1-8SZ])[-xX]([dt])").expect("a pattern of ours"));
    // A dash before a footnote mark is not a connector: `Rsq-*`.
    static MARK: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(\d|sq)-+[^\w(]*$").expect("a pattern of ours"));
    let signs = compact(text);
    WAY.find_iter(&MARK.replace(&RANK.replace_all(&signs, "$1$2"), "$1")).count()
}

/// Cost of a piece and a square without a word or dash between: rare, and often half a move.
const NO_WAY: f32 = 2.0;

/// The cost of reading a text as one move, by its shape; `None` if it is not a move.
fn grade(text: &str) -> Option<f32> {
    let ways = count_connectors(text);
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
    // A connector without a target is half a move.
    if body.ends_with(['o', '0', '-', 'x', 'X']) && !body.ends_with("-O") && !body.ends_with("-0") {
        cost += NO_WAY;
    }
    if ends_in_next_man(body.split_whitespace()) {
        cost += 1.5;
    }
    Some(cost)
}

/// Most that a cut may cost above the best one.
const NEAR: f32 = 1.3;

/// Most cuts that are kept.
const MOST_CUTS: usize = 4;

/// Spaces that separate two moves.
const WIDE: usize = 3;
/// Cost of cutting two moves elsewhere than at a wide gap, or not at all.
const NOT_AT_GAP: f32 = 1.0;
/// Cost of a badly misread text separated by a gap from a clean move.
const BESIDE: f32 = 1.2;

/// Offsets at which a second move may begin, and whether a wide gap is before them: at a capital letter after
/// a possible end, and after gaps.
fn cuts(text: &str) -> Vec<(usize, bool)> {
    let mut cuts = Vec::new();
    let (mut before, mut blanks) = (None, 0);
    for (at, c) in text.char_indices() {
        if let Some(last) = before
            && !c.is_whitespace()
        {
            let capital = matches!(c, 'K' | 'Q' | 'R' | 'B' | 'P' | 'N' | 'C' | 'O' | '0')
                && !matches!(last, 'K' | 'Q' | 'R' | 'B' | 'P' | '-' | '(');
            if capital || blanks >= WIDE {
                cuts.push((at, blanks >= WIDE));
            }
        }
        blanks = if c.is_whitespace() { blanks + 1 } else { 0 };
        before = Some(c);
    }
    cuts
}

/// The pieces that a text may consist of.
pub(super) fn pieces(text: &str, offset: usize) -> Vec<MoveSpan> {
    let trim = |from: usize, to: usize| {
        let part = &text[from..to];
        let start = from + part.len() - part.trim_start().len();
        MoveSpan { from: offset + start, to: offset + start + part.trim().len() }
    };
    let mut ways_to_cut: Vec<(f32, Vec<MoveSpan>)> = Vec::new();
    let cuts = cuts(text);
    let parted = cuts.iter().any(|&(_, wide)| wide);
    let elsewhere = |wide: bool| if parted && !wide { NOT_AT_GAP } else { 0.0 };
    if let Some(cost) = grade(text) {
        ways_to_cut.push((cost + elsewhere(false), vec![trim(0, text.len())]));
    }
    for (cut, wide) in cuts {
        let (left, right) = text.split_at(cut);
        let beside = |one: &str, other: &str| {
            (wide && is_move_beside(one) && count_connectors(other) == 1 && shape(other) == Shape::Clean)
                .then_some(BESIDE)
        };
        let Some(first) = grade(left).or_else(|| beside(left, right)) else { continue };
        let stuck = if left.ends_with(char::is_whitespace) { 0.0 } else { 0.3 } + elsewhere(wide);
        if let Some(second) = grade(right).or_else(|| beside(right, left)) {
            ways_to_cut.push((first + second + stuck, vec![trim(0, cut), trim(cut, text.len())]));
        } else if count_connectors(right) > 1 {
            let rest = pieces(right, offset + cut);
            if !rest.is_empty() {
                let all = std::iter::once(trim(0, cut)).chain(rest).collect();
                ways_to_cut.push((first + stuck + 1.0, all));
            }
        }
    }
    let Some(best) = ways_to_cut.iter().map(|way| way.0).min_by(f32::total_cmp) else {
        return torn_off(text, offset);
    };
    ways_to_cut.retain(|way| way.0 <= best + NEAR);
    ways_to_cut.sort_by(|a, b| a.0.total_cmp(&b.0));
    ways_to_cut.truncate(MOST_CUTS);
    let mut found: Vec<MoveSpan> = ways_to_cut.into_iter().flat_map(|way| way.1).collect();
    let bare: Vec<MoveSpan> = found.iter().filter_map(|&piece| without_mark(text, offset, piece)).collect();
    found.extend(bare);
    found.sort_by_key(|piece| (piece.from, piece.to));
    found.dedup();
    found
}

/// The readable part of a text that is not moves as a whole: a clean move at its beginning or end, and the
/// rest of the text (`Q to K 2 Kt tfikes R`, `Kt. taxes B.  P. takes Kt.`).
fn torn_off(text: &str, offset: usize) -> Vec<MoveSpan> {
    let clean = |part: &str| {
        let part = part.trim();
        count_connectors(part) == 1 && shape(part) == Shape::Clean
            || part.starts_with("Cast") && shape(part) > Shape::None
    };
    let mut ends = text.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at);
    if let Some(cut) = ends.rfind(|&cut| clean(&text[..cut])) {
        let rest = &text[cut..];
        let from = offset + cut + rest.len() - rest.trim_start().len();
        let mut found = vec![MoveSpan { from: offset, to: offset + text[..cut].trim_end().len() }];
        // Anything shorter is a mark.
        if (3..=18).contains(&compact(rest).len()) {
            found.push(MoveSpan { from, to: from + rest.trim().len() });
        }
        return found;
    }
    let mut starts = cuts(text).into_iter().map(|(cut, _)| cut);
    let last = starts.find(|&cut| text[..cut].ends_with(' ') && clean(&text[cut..]));
    match last {
        Some(cut) if is_move_beside(&text[..cut]) => vec![
            MoveSpan { from: offset, to: offset + text[..cut].trim_end().len() },
            MoveSpan { from: offset + cut, to: offset + text.trim_end().len() },
        ],
        _ => Vec::new(),
    }
}

/// Whether the text beside a clean move may be a badly misread move: it has a piece and a target.
pub(super) fn is_move_beside(text: &str) -> bool {
    let signs = compact(text);
    let men = signs.chars().filter(|c| matches!(c, 'K' | 'Q' | 'R' | 'B' | 'P' | 'C')).count();
    let goes = men > 1 || signs.contains(|c: char| c.is_ascii_digit()) || signs.ends_with("sq");
    let mut run = 0;
    let longest = text.chars().fold(0, |longest: usize, c| {
        run = if c.is_lowercase() { run + 1 } else { 0 };
        longest.max(run)
    });
    (3..=18).contains(&signs.len()) && count_connectors(text) <= 1 && men > 0 && goes && longest <= 5
}

/// The piece without the footnote mark at its end, if it is a move only then: no rank has two digits
/// (`PtoKKt47`), and only pieces are captured (`BxPi`).
fn without_mark(text: &str, offset: usize, piece: MoveSpan) -> Option<MoveSpan> {
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
        if rest.len() >= 3
            && count_connectors(rest) == 1
            && shape(rest) == Shape::Clean
            && !ends_in_two_digits(rest)
        {
            return Some(MoveSpan { from: piece.from, to: piece.from + rest.len() });
        }
    }
    None
}

fn ends_in_two_digits(body: &str) -> bool {
    let mut back = body.chars().rev().filter(|c| !c.is_whitespace());
    back.next().is_some_and(|c| c.is_ascii_digit()) && back.next().is_some_and(|c| c.is_ascii_digit())
}

/// Whether a text begins with a move in correct letters.
pub(super) fn is_move_like(text: &str) -> bool {
    if !text.starts_with(['K', 'Q', 'R', 'B', 'P', 'C']) {
        return false;
    }
    let mut ends: Vec<usize> =
        text.char_indices().skip(1).filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at).collect();
    ends.push(text.len());
    ends.into_iter().take(6).any(|end| {
        let body = &text[..end];
        count_connectors(body) == 1 && grade(body).is_some_and(|cost| cost < 1.0)
    })
}

/// Whether a text is a complete move, so that a following number may begin the next one.
pub(super) fn is_complete(text: &str) -> bool {
    let body = compact(text);
    // A file without a rank: `Q. to B's`.
    if text.trim_end().ends_with("'s") || text.trim_end().ends_with("’s") {
        return false;
    }
    let said = body.ends_with(|c: char| {
        c.is_ascii_digit() || matches!(c, 'q' | ')' | 'h' | 'd' | 's' | '*' | '!' | '?')
    }) || body.contains(['x', 'X', '×'])
        || body.contains("take");
    said && grade(text).is_some()
}

/// Whether a text has a target file but no rank yet: `R to Kt`, `Q. to K. B's`.
pub(super) fn lacks_rank(text: &str) -> bool {
    static FILE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^[KQRBPNt]{1,4}(?:to|-)[KQ]?(?:Kt|[KQRBN])s?$").expect("a pattern of ours")
    });
    FILE.is_match(&compact(text))
}

/// Whether a text has a target, whatever its piece: `a to B's 2nd`, `e. to K's 3rd.`
pub(super) fn has_goal(text: &str) -> bool {
    static GOAL: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^\S{1,3}(?:to|takes)(?:[KQ]?s?(?:Kt|R|B|N)?s?[1-8](?:st|n[da]|[r3][dl]|t[hb])?|[KQ]?(?:Kt|[KQRBP])s?(?:sq|P)?)(?:\(?[ce]h\)?)?$").expect("a pattern of ours")
    });
    GOAL.is_match(&compact(text))
}

/// Whether a text is a move that lacks its piece: `takes B's P.`
pub(super) fn lacks_man(text: &str) -> bool {
    const LONGEST: usize = 18;
    let begins = |way: &str| {
        text.strip_prefix(way).is_some_and(|rest| rest.trim_start().starts_with(['K', 'Q', 'R', 'B', 'P']))
    };
    (begins("to ") || begins("takes ")) && compact(text).len() <= LONGEST && count_connectors(text) == 1
}

/// Whether a text has the shape of one move, clean or misread.
pub(super) fn is_readable(body: &str) -> bool {
    count_connectors(body) <= 1 && shape(body) > Shape::None
}
