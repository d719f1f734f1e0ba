//! Checks that each move is what the original text says.
//!
//! A layout may pass the reader a changed text: with spaces removed (`K tto K2` as `KttoK2`, a knight's move), with the
//! beginning of the next move at its end, or without its first letter, the piece. A move read from such a text is
//! not proven. So this check reads the original text of each move again.

use shakmaty::{Chess, Color, Move, Role};

use super::coverage::pieces;
use super::uniqueness;
use crate::decode::Reading;
use crate::game::mover_at;
use crate::lineage::Lineage;
use crate::notation::{self, Notation};
use crate::pass::Passing;
use crate::record::{Cell, Draft};
use crate::skeleton::Scene;
use crate::text::{Span, line_before};

/// Signs that separate the fields of a record, or stand before a move without belonging to it.
const DASHES: &[char] = &['-', '–', '—', '−'];

/// Signs that stand for a letter which cannot be read.
const BLOTS: &[char] = &['?', '*', '~', '_', '§', '·', '■', '□', '▒', '▓', '█', '\u{fffd}'];

fn is_blot(c: char) -> bool {
    BLOTS.contains(&c)
}

/// What precedes the captured piece, in English.
const CAPTURES: &[&str] = &["x", "×", "X", "take", "tks", "captures"];

/// The moves that the original text does not say, or to which it adds something.
pub(super) fn unlike(text: &str, draft: &Draft<'_>, reading: &Reading) -> Vec<Span> {
    let mut found = Vec::new();
    if let Some(notation) = notation::find(reading.notation) {
        let plies = plies(text, draft, reading);
        let mut own: Vec<Span> =
            draft.mainline.cells.iter().map(|cell| cell.span).chain(reading.spans.iter().copied()).collect();
        own.sort_unstable();
        let (texts, misread) = by_letter(notation, reading, &plies);
        found.extend(misread);
        found.extend(
            uniqueness::parts(notation, reading, &texts)
                .and_then(|ply| Some(reading.spans[ply as usize - 1]).filter(|span| !span.is_empty())),
        );
        found.extend(plies.iter().filter(|ply| is_crowded(notation, ply)).map(|ply| ply.span));
        found.extend(plies.iter().filter(|ply| has_place_behind(text, ply.span)).map(|ply| ply.span));
        found.extend(plies.iter().filter(|ply| names_other_wing(text, ply)).map(|ply| ply.span));
        found.extend(plies.iter().filter(|ply| has_sign_before(text, ply.span)).map(|ply| ply.span));
        found.extend(plies.iter().filter(|ply| has_head_before(text, ply.span)).map(|ply| ply.span));
        found.extend(plies.iter().filter(|ply| has_man_before(text, ply.span)).map(|ply| ply.span));
        found.extend(plies.iter().filter(|ply| begins_with_blot(&ply.print)).map(|ply| ply.span));
        found.extend(plies.iter().filter(|ply| names_other_square(&ply.print, ply.mv)).map(|ply| ply.span));
        found.extend(plies.iter().filter(|ply| cuts_word(text, ply.span, &own)).map(|ply| ply.span));
        if notation.name() == "english" {
            found.extend(unnamed(&plies));
            found.extend(unranked(&plies));
            found.extend(other_knights(&plies));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// A half-move with its original text.
struct PrintedPly<'p> {
    /// From 1.
    ply: u32,
    side: Color,
    mv: Move,
    span: Span,
    /// The text that the reader was given; `None` if that is the original text.
    cell: Option<&'p Cell<'p>>,
    /// The original text, each run of white space as one space.
    print: String,
    /// Whether there is more than one space, or a tab, between its words.
    gap: bool,
    /// The part before a tab in it, where there is one: what stands behind is in another column.
    column: Option<&'p str>,
}

impl PrintedPly<'_> {
    fn text(&self) -> &str {
        self.cell.map_or(&self.print, |cell| &cell.text)
    }
}

/// The half-moves that were read from the text, not decided by a person.
fn plies<'p>(text: &'p str, draft: &'p Draft<'_>, reading: &Reading) -> Vec<PrintedPly<'p>> {
    let cells = &draft.mainline.cells;
    let read = (1..).zip(reading.cells.iter().zip(&reading.spans)).zip(reading.game.moves());
    let own = read.filter_map(|((ply, (cell, &span)), mv)| {
        let cell = cell.and_then(|at| cells.get(at as usize)).filter(|cell| cell.span == span);
        if span.is_empty() || cell.is_some_and(|cell| cell.decided.is_some()) {
            return None;
        }
        let print = text.get(span.range())?.split_whitespace().collect::<Vec<_>>().join(" ");
        let whole = text.get(span.range())?.trim();
        let gap = whole.contains("  ") || whole.contains('\t');
        let column = whole.split_once('\t').map(|(own, _)| own.trim()).filter(|own| !own.is_empty());
        let side = mover_at(&reading.game.start, ply).1;
        Some(PrintedPly { ply, side, mv, span, cell, print, gap, column })
    });
    own.collect()
}

/// For each half-move its original text, `None` if there is none or a person has decided the move; and the moves that
/// the original text, read literally, does not say.
fn by_letter(
    notation: &dyn Notation,
    reading: &Reading,
    plies: &[PrintedPly<'_>],
) -> (Vec<Option<String>>, Vec<Span>) {
    let mut own = plies.iter().peekable();
    let mut position: Chess = reading.game.start.clone();
    let (mut lineage, mut last) = (Lineage::new(&position), None);
    let (mut texts, mut found) = (Vec::new(), Vec::new());
    for (at, mv) in (1..).zip(reading.game.moves()) {
        let scene = Scene { position: &position, lineage: &lineage, last };
        let says = |text: &str, side: Color| {
            crate::notation::read(notation, text, side).iter().any(|sense| sense.skeleton.admits(scene, mv))
        };
        let text = own.next_if(|ply| ply.ply == at).and_then(|ply| {
            let said = ply.said(notation, says);
            if said.is_none() {
                found.push(ply.span);
            }
            said
        });
        texts.push(text);
        lineage.play(&position, mv);
        position.play_or_pass(mv);
        last = Some(mv);
    }
    (texts, found)
}

impl PrintedPly<'_> {
    /// The part of the original text that says the move.
    fn said(&self, notation: &dyn Notation, says: impl Fn(&str, Color) -> bool) -> Option<String> {
        // If the text is in several places, use the text that the reader was given.
        if let Some(cell) = self.cell.filter(|cell| pieces(&self.print, cell).is_some()) {
            return Some(cell.text.to_string());
        }
        if says(&self.print, self.side) {
            return Some(self.print.clone());
        }
        // A word divided at the end of a line.
        let joined = self.print.replace("- ", "");
        if says(&joined, self.side) {
            return Some(joined);
        }
        // A man that is supplied in brackets: `(N)f3`.
        let supplied = self.print.replace(['(', ')', '[', ']'], "");
        if self.print.starts_with(['(', '[']) && says(&supplied, self.side) {
            return Some(supplied);
        }
        // Words of a sentence next to an algebraic move, which contains no words.
        if is_algebraic(notation) {
            let is_word = |word: &&str| word.len() > 2 && word.chars().all(|c| c.is_ascii_lowercase());
            let bare = self.print.split(' ').filter(|word| !is_word(word)).collect::<Vec<_>>().join(" ");
            if says(&bare, self.side) {
                return Some(bare);
            }
        }
        // The text that the reader was given, with markup around it.
        let given = self.cell.map_or("", |cell| &cell.text);
        let at = self.print.find(given).filter(|_| !given.is_empty())?;
        let (before, behind) = (&self.print[..at], &self.print[at + given.len()..]);
        let parted = !before.ends_with(char::is_alphanumeric) && !behind.starts_with(char::is_alphanumeric);
        (parted && self.print.len() > given.len() && says(given, self.side)).then(|| given.to_owned())
    }
}

/// Whether a text is a move followed by another move, by the beginning of one, or by something meaningless:
/// `N - Q2 Q -`, `P to R3 Kt to`, `R to B5B`.
fn is_crowded(notation: &dyn Notation, ply: &PrintedPly<'_>) -> bool {
    let text = ply.text().replace(['\t', '\n'], " ");
    let text = without_separator(&text);
    let whole = crate::notation::read(notation, text, ply.side);
    if whole.is_empty() {
        return false;
    }
    // The sign of a move or capture, with nothing after it.
    let letters = text.contains(char::is_alphabetic);
    if letters && (text.ends_with(" to") || text.ends_with(DASHES)) {
        return true;
    }
    if ply.column.is_some_and(|own| !crate::notation::read(notation, own, ply.side).is_empty()) {
        return true;
    }
    // `B to Kt 8 (c`: what the bracket holds is cut off.
    if text.matches('(').count() > text.matches(')').count() {
        return true;
    }
    // `ed ed`: written twice.
    if text.trim().split_once(' ').is_some_and(|(head, tail)| head.len() > 1 && head == tail.trim()) {
        return true;
    }
    // `ch g5`: a word before a move does not name its piece, nor does text in another column.
    if is_algebraic(notation)
        && let Some((head, tail)) = text.split_once(' ')
        && (head.chars().count() > 1 && head.chars().all(char::is_lowercase) || ply.gap)
        && !notation.read(tail.trim(), ply.side).is_empty()
    {
        return true;
    }
    // `Castles Q R` may omit any of its words.
    if ply.mv.is_castle() {
        return false;
    }
    let reads = |text: &str, side: Color| !crate::notation::read(notation, text, side).is_empty();
    // An algebraic move contains no space: neither `d6 d6` nor `D2F D6C` is one move.
    if !notation.name().starts_with("english")
        && let Some((head, tail)) = text.split_once(' ')
        && reads(head, ply.side)
        && (reads(tail.trim(), ply.side) || reads(tail.trim(), !ply.side))
    {
        return true;
    }
    let same = |head: &str| {
        let said = crate::notation::read(notation, head, ply.side);
        whole.iter().all(|sense| said.iter().any(|other| other.skeleton == sense.skeleton))
    };
    // `P-B8(B3)`: brackets after a promotion contain the new piece.
    if ply.mv.is_promotion()
        && let Some((head, _)) = text.split_once('(')
        && same(head)
    {
        return true;
    }
    let mut before = ' ';
    text.char_indices().any(|(at, c)| {
        let cut = c == ' ' || before.is_ascii_digit() && c.is_alphabetic();
        before = c;
        let (head, tail) = text.split_at(at);
        let tail = tail.trim_start();
        // If the first words alone say the same move, the rest was ignored: `B to Q B 4` is more than `B to Q`.
        // In other languages the men have other letters: `DxC D`.
        let is_letters = || {
            c == ' ' && !notation.name().starts_with("english") && !ply.mv.is_promotion() && is_letters(tail)
        };
        cut && (breaks_off(tail)
            || says_nothing(tail)
            || is_letters()
            || begins(tail) && reads(tail, !ply.side))
            && same(head)
    })
}

/// A text without a long dash behind a blank at its end, as some print between the moves: `P. to K. 4th -- 2. Kt`.
fn without_separator(text: &str) -> &str {
    let bare = ["--", "—", "–"].into_iter().find_map(|dash| text.trim_end().strip_suffix(dash));
    bare.filter(|bare| bare.ends_with(' ')).map_or(text, str::trim_end)
}

fn is_algebraic(notation: &dyn Notation) -> bool {
    notation.name().starts_with("san")
}

/// Whether a text is only a piece and the sign of a move or capture.
fn breaks_off(text: &str) -> bool {
    let man = text.trim_end_matches(DASHES).trim_end_matches(['x', '×', ':']);
    let man = man.trim_end_matches(" to");
    let letters = man.trim_end().chars().count();
    man.len() < text.len() && (1..=3).contains(&letters) && man.trim_end().chars().all(char::is_alphabetic)
}

/// Whether a text is only letters of pieces, or only digits: `B`, `KKt`, `4`. The first rank may be omitted: `R-Q 1`.
fn says_nothing(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
    let of_men = |c: char| matches!(c, 'K' | 'Q' | 'R' | 'B' | 'N' | 'S' | 'P' | 't') || c.is_ascii_digit();
    (1..=3).contains(&letters)
        && text.trim_end_matches('.') != "1"
        && text.starts_with(of_men)
        && text.chars().all(|c| of_men(c) || c == '.')
}

/// Whether a text is up to three capitals and digits, as the beginning of a move.
fn is_letters(text: &str) -> bool {
    let text = text.trim_end_matches(['.', '!', '?']);
    (1..=3).contains(&text.chars().count())
        && text.starts_with(char::is_uppercase)
        && text.chars().all(|c| c.is_uppercase() || c.is_ascii_digit())
}

/// Whether a text begins like a separate move, with a piece and a sign or a square. `e.p.`, `ch`, `= Q` and the words of a
/// sentence belong to the move before them.
fn begins(text: &str) -> bool {
    let is_sign = |c: char| DASHES.contains(&c) || matches!(c, 'x' | '×' | ':') || c.is_ascii_digit();
    let letters: usize =
        text.chars().take_while(|&c| c.is_alphabetic() && !is_sign(c)).map(char::len_utf8).sum();
    let rest = text[letters..].trim_start();
    (1..=4).contains(&letters) && rest.starts_with(is_sign)
}

/// Whether a dash or another sign is attached to the start of a move and to nothing before it, `-Q4` or `+Bc4`: the
/// letter of a piece may be lost there, or the sign may be spurious.
fn has_sign_before(text: &str, span: Span) -> bool {
    let before = text.get(..span.start).unwrap_or_default();
    let is_sign = |c: char| {
        DASHES.contains(&c) || matches!(c, '+' | '#' | '=' | '×') || is_blot(c) && !matches!(c, '*' | '?')
    };
    let bare = before.trim_end_matches(is_sign);
    // In `1.—` the dash belongs to the number.
    let numbered = bare.ends_with('.') && !before.ends_with(DASHES);
    let alone = bare.is_empty() || bare.ends_with([' ', '\t', '\n']) || numbered;
    bare.len() + 3 >= before.len() && bare.len() < before.len() && alone
}

/// Whether a piece in brackets is glued to the front of a move: `(N)` before `f3`.
fn has_man_before(text: &str, span: Span) -> bool {
    let before = line_before(text, span.start);
    [('(', ')'), ('[', ']')].into_iter().any(|(open, close)| {
        let inside = before.strip_suffix(close).and_then(|rest| Some(&rest[rest.rfind(open)? + 1..]));
        inside
            .is_some_and(|man| (1..=2).contains(&man.chars().count()) && man.chars().all(char::is_alphabetic))
    })
}

/// Whether a text begins with a sign in the place of a letter: `?xP`, `*f3`.
fn begins_with_blot(print: &str) -> bool {
    print.starts_with(BLOTS) || print.starts_with('#')
}

/// Whether an algebraic text ends with the square of another move: `nb5` is no move to f5.
fn names_other_square(print: &str, mv: Move) -> bool {
    let text = print.trim_end_matches(['+', '#', '!', '?', '.', ',', ':', ';']);
    let Some((at, _)) = text.char_indices().rev().nth(1) else { return false };
    let (head, square) = text.split_at(at);
    let is_bare = head.chars().count() <= 2 && head.chars().all(char::is_alphabetic);
    is_bare && !mv.is_castle() && square.parse::<shakmaty::Square>().is_ok_and(|square| square != mv.to())
}

/// Whether an unread piece with the sign of a move precedes a move: `P-to` before `Q4`.
fn has_head_before(text: &str, span: Span) -> bool {
    let line = line_before(text, span.start).trim_end();
    let word = line.rsplit([' ', '\t']).next().unwrap_or_default();
    let word = word.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ')'));
    let man = word.strip_suffix("to").unwrap_or(word).trim_end_matches(DASHES);
    man.len() < word.len() && (1..=3).contains(&man.len()) && man.chars().all(|c| "KQRBNSPt".contains(c))
}

/// Whether a move is part of a longer word, with unread letters or digits attached: `Q-Kt2` of `Q-Kt22`. A move number
/// may be attached, and so may other moves, whose places are `own`.
fn cuts_word(text: &str, span: Span, own: &[Span]) -> bool {
    let (Some(before), Some(print), Some(behind)) =
        (text.get(..span.start), text.get(span.range()), text.get(span.end..))
    else {
        return false;
    };
    let is_part = |c: &char| c.is_alphanumeric();
    // A superscript digit is a footnote mark.
    let is_raised = |c: char| !c.is_ascii() && c.is_numeric();
    let glued = behind.chars().next().filter(is_part);
    if glued.is_some_and(|c| !is_raised(c)) && print.ends_with(|c| is_part(&c)) {
        let word = behind.find(|c| !is_part(&c)).unwrap_or(behind.len());
        let next = own.partition_point(|other| other.start < span.end);
        if own.get(next).is_none_or(|other| other.start > span.end + word) {
            return true;
        }
    }
    if !(before.ends_with(|c| is_part(&c)) && print.starts_with(|c| is_part(&c))) {
        return false;
    }
    let head = before.trim_end_matches(|c| is_part(&c));
    let next = own.partition_point(|other| other.end < head.len());
    let follows = own.get(next).is_some_and(|other| other.end <= span.start && other.end > head.len());
    !follows && !before[head.len()..].chars().all(|c| c.is_ascii_digit())
}

/// Whether an unread bracket after a move begins like a square or a piece: `QxP(RS)`, or, after a space, all in
/// capitals: `Castles (QK)`. A single letter is a footnote mark.
fn has_place_behind(text: &str, span: Span) -> bool {
    let behind = text.get(span.end..).unwrap_or_default();
    let glued = behind.starts_with('(');
    let behind = behind.trim_start_matches(' ');
    let Some((inside, _)) = behind.strip_prefix('(').and_then(|rest| rest.split_once(')')) else {
        return false;
    };
    let place = inside.starts_with(['K', 'Q', 'R', 'B', 'N', 'S', 'P']);
    // A misread wing need not be the letter of a piece: `Castles (OR)`.
    let signs = inside.starts_with(char::is_uppercase)
        && inside.chars().all(|c| c.is_uppercase() || c.is_ascii_digit() || c == 't');
    (2..=4).contains(&inside.chars().count())
        && if glued { place && inside.chars().all(char::is_alphanumeric) } else { signs }
}

/// Whether a bracket behind the words for castling names the other wing: `Castles (Q R)` where the king goes to the other side.
fn names_other_wing(text: &str, ply: &PrintedPly<'_>) -> bool {
    let behind = text.get(ply.span.end..).unwrap_or_default().trim_start_matches(' ');
    let Some((inside, _)) = behind.strip_prefix('(').and_then(|rest| rest.split_once(')')) else {
        return false;
    };
    let letters: String = inside.chars().filter(|c| c.is_alphabetic()).collect();
    let is_wing = |wing: char| letters.starts_with(wing) && matches!(&letters[1..], "" | "R");
    let is_short = ply.mv.castling_side().map(|side| side == shakmaty::CastlingSide::KingSide);
    is_short.is_some_and(|short| is_wing(if short { 'Q' } else { 'K' }))
}

/// The pawn moves without a `P`, in a record that writes it: `Kt3` may be the rest of `B to Kt3`, and `takes P` of
/// `Kt takes P`.
fn unnamed(plies: &[PrintedPly<'_>]) -> Vec<Span> {
    let names = |ply: &&PrintedPly<'_>| {
        let headless = ply.mv.is_capture() && CAPTURES.iter().any(|sign| ply.print.starts_with(sign));
        ply.print.contains(['P', 'p']) && !headless
    };
    let pawns = || plies.iter().filter(|ply| ply.mv.role() == Role::Pawn);
    let named = pawns().filter(names).count();
    // "The same" names no piece.
    let squares =
        |ply: &&PrintedPly<'_>| ply.mv.is_capture() || ply.print.contains(|c: char| c.is_ascii_digit());
    let unnamed: Vec<Span> = pawns().filter(|ply| !names(ply)).filter(squares).map(|ply| ply.span).collect();
    if named > unnamed.len() { unnamed } else { Vec::new() }
}

/// The last move, if it goes to the first rank and names the file alone, `B to Q`, in a record that writes the rank of the others, `Q to K1`,
/// `R to B sq`: what follows the file may be lost, and no later move confirms it.
fn unranked(plies: &[PrintedPly<'_>]) -> Option<Span> {
    let to_first = |ply: &&PrintedPly<'_>| {
        let own = if ply.side.is_white() { shakmaty::Rank::First } else { shakmaty::Rank::Eighth };
        !ply.mv.is_castle() && !ply.mv.is_capture() && ply.mv.to().rank() == own
    };
    let is_bare = |ply: &&PrintedPly<'_>| {
        // Behind the sign of the move, or the last square, before the marks.
        let behind = ply.print.rsplit([')', '-', '–', '—']).next().unwrap_or_default();
        let behind = behind.rsplit(" to ").next().unwrap_or_default().to_lowercase();
        !behind.contains(|c: char| c.is_ascii_digit()) && !behind.contains("sq")
    };
    let last = plies.last().filter(to_first).filter(is_bare)?;
    let bare = plies.iter().filter(to_first).filter(is_bare).count();
    (plies.iter().filter(to_first).count() > bare * 2).then_some(last.span)
}

/// The moves that write a knight as `N` in a record that writes `Kt`, or the reverse: the letter may be misread.
fn other_knights(plies: &[PrintedPly<'_>]) -> Vec<Span> {
    let is_short = |word: &str| word.chars().all(|c| "KQRBNPx".contains(c) || c.is_ascii_digit());
    let calls = |ply: &PrintedPly<'_>, knight: &str| {
        ply.print
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| word.contains(knight) && (knight == "Kt" || is_short(word)))
    };
    let all = |knight: &str| -> Vec<Span> {
        plies.iter().filter(|ply| calls(ply, knight)).map(|ply| ply.span).collect()
    };
    let (kt, n) = (all("Kt"), all("N"));
    if n.is_empty() || kt.is_empty() {
        Vec::new()
    } else if kt.len() < n.len() {
        kt
    } else {
        n
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_that_are_no_part_of_a_move() {
        assert!(breaks_off("Q -") && breaks_off("Kt—") && !breaks_off("ch") && !breaks_off("e.p."));
        assert!(breaks_off("Kt to") && !breaks_off("to"));
        assert!(begins("P-K4") && begins("PxP e.p.") && begins("Q - K 2") && begins("Nf3") && begins("e4"));
        assert!(["= Q", "ch", "e.p.", "2 squares", "the king", "castles"].iter().all(|text| !begins(text)));
        assert!(says_nothing("B") && says_nothing("Kt") && !says_nothing("ch") && !says_nothing("sq."));
        assert!(!says_nothing("1"));
    }

    #[test]
    fn places_in_brackets() {
        let has = |behind: &str| has_place_behind(behind, Span::new(0, 3));
        assert!(has("QxP(RS) P-K4") && has("QxP(KR)") && has("O-O (QK)"));
        assert!(!has("QxP(a)") && !has("QxP(best)") && !has("QxP(B"));
    }

    #[test]
    fn signs_and_squares_of_other_moves() {
        let mv = |to: &str| Move::Normal {
            role: Role::Knight,
            from: shakmaty::Square::D4,
            capture: None,
            to: to.parse().unwrap(),
            promotion: None,
        };
        assert!(names_other_square("nb5", mv("f5")) && !names_other_square("nb5", mv("b5")));
        assert!(!names_other_square("Kt-b5", mv("f5")) && !names_other_square("P-K4", mv("f5")));
        assert!(begins_with_blot("?xP") && !begins_with_blot("PxP?"));
        let has = |text: &str| has_man_before(text, Span::new(text.len(), text.len() + 2));
        assert!(has("2. (N)") && !has("2. (1)") && !has("2. (not N)"));
    }

    #[test]
    fn heads_before_moves() {
        let has = |text: &str| has_head_before(text, Span::new(text.len(), text.len() + 2));
        assert!(has("2.Kt to Q4 3.P-to ") && has("3. P- ") && has("Kto "));
        assert!(!has("3. ") && !has("P-K4 ") && !has("Karpov - ") && !has("3. Pinto ") && !has("P\n"));
    }

    #[test]
    fn dashes_before_moves() {
        let has = |text: &str| has_sign_before(text, Span::new(text.len(), text.len() + 4));
        assert!(has("1. P-K4 -") && has("10.\n-") && has("-"));
        assert!(!has("1. ") && !has("1.—") && !has("P-K4 - ") && !has("White-"));
    }
}
