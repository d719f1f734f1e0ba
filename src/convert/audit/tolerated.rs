//! Notes on what is read as it was meant, though it is not printed so: rows in another order, a small letter for a man, a sign of
//! capture that is missing. None of them casts doubt on the moves.

use rustc_hash::FxHashSet;
use scorebook_lexicon::mark_of;
use shakmaty::{Position, Role};

use super::reprint::{has_sign, is_algebraic};
use crate::decode::Reading;
use crate::finding::{Finding, code};
use crate::game::mover_at;
use crate::notation::{self, Habit};
use crate::pass::Passing;
use crate::record::Draft;
use crate::text::Span;

/// A note on rows that are printed in another order than they were played: a row with later moves, then one with earlier
/// ones, then one that goes on behind both. (A column of its own goes on with earlier moves to its end.)
pub(super) fn exchanged(text: &str, reading: &Reading) -> Option<Finding> {
    let mut placed: Vec<(Span, u32)> =
        reading.spans.iter().copied().zip(1..).filter(|(span, _)| !span.is_empty()).collect();
    placed.sort_unstable();
    let begins_line = |at: usize| {
        at == 0 || text.get(placed[at - 1].0.end..placed[at].0.start).is_some_and(|gap| gap.contains('\n'))
    };
    let rows: Vec<(Span, u32)> =
        (0..placed.len()).filter(|&at| begins_line(at)).map(|at| placed[at]).collect();
    let is_exchanged = |at: usize| {
        let (last, own) = (rows[at - 1].1, rows[at].1);
        let before = at.checked_sub(2).map_or(0, |before| rows[before].1);
        own < last && own > before && rows.get(at + 1).is_none_or(|next| next.1 > last)
    };
    /// Fewest rows: two below two may be columns.
    const ROWS: usize = 5;
    let (span, ply) =
        (1..rows.len()).filter(|_| rows.len() >= ROWS).find(|&at| is_exchanged(at)).map(|at| rows[at])?;
    let (number, side) = mover_at(&reading.game.start, ply);
    let why = "this row stands below the one that follows it: it is read in the order of the numbers";
    Some(Finding::new(&code::L308, span, why).at_ply(ply, number, side))
}

/// Notes on what is read as it was meant, though not printed so: a small letter for a man, a sign of capture that is
/// missing where others have it.
pub(super) fn tolerated(text: &str, draft: &Draft<'_>, reading: &Reading) -> Vec<Finding> {
    let squares = reading.notation == "coordinates";
    let algebraic = is_algebraic(reading.notation) && !squares;
    let with_squares = squares || reading.notation == "turbo";
    if matches!(reading.notation, "uci" | "iccf") {
        return Vec::new();
    }
    let reprint = (1_u32..).zip(&reading.spans).zip(reading.game.moves());
    let printed: Vec<(u32, Span, &str, shakmaty::Move)> = reprint
        .filter_map(|((ply, span), mv)| {
            let decided = reading.cells.get(ply as usize - 1).copied().flatten();
            let decided = decided
                .and_then(|at| draft.mainline.cells.get(at as usize))
                .is_some_and(|cell| cell.decided.is_some());
            // An illegible cell says nothing.
            let is_said = |print: &&str| print.contains(char::is_alphanumeric) && !decided;
            let print = text.get(span.range()).filter(is_said)?;
            Some((ply, *span, print, mv))
        })
        .collect();
    // Among moves with a letter for each man, the small letter of a pawn is its file.
    let is_lettered = |print: &str| {
        let mut signs = print.chars();
        signs.next().is_some_and(char::is_uppercase) && matches!(signs.next(), Some('a'..='h'))
    };
    let is_lettered = printed.iter().any(|(_, _, print, _)| is_lettered(print));
    let by_files = algebraic || reading.notation == "english-squares" || with_squares && is_lettered;
    let of_men = |mv: &shakmaty::Move| {
        squares && !is_lettered || !(mv.is_castle() || by_files && mv.role() == Role::Pawn)
    };
    let is_small = |print: &str| print.starts_with(|c: char| c.is_lowercase());
    let is_large = |print: &str| print.starts_with(char::is_uppercase);
    let named: Vec<bool> =
        printed.iter().filter(|(.., mv)| of_men(mv)).map(|(_, _, print, _)| is_large(print)).collect();
    let is_usual = named.iter().filter(|large| **large).count() * 2 >= named.len();
    let captures = || printed.iter().filter(|(.., mv)| mv.is_capture());
    let count = |pawns: bool, sign: bool| {
        let is_so = |(_, _, print, mv): &&(u32, Span, &str, shakmaty::Move)| {
            (mv.role() == Role::Pawn) == pawns && has_sign(print) == sign
        };
        captures().filter(is_so).count()
    };
    // Some write `Nxd5` and `ed`.
    let only_pawns = count(false, false) == 0 && count(true, true) == 0 && count(true, false) > 1;
    let (signs, bare) = (count(true, true) + count(false, true), count(true, false) + count(false, false));
    let is_missed = signs > 0 && bare <= signs && !only_pawns;
    let has_rank = |print: &str| print.contains(|c: char| matches!(c, '1'..='8'));
    let by_pawns = || captures().filter(|(.., mv)| mv.role() == Role::Pawn);
    let ranked = by_pawns().filter(|(_, _, print, _)| has_rank(print)).count();
    let is_ranked = ranked > 0 && ranked * 2 >= by_pawns().count();
    // Captures of men that name the man and no square, where others name the square.
    let by_men = || captures().filter(|(.., mv)| mv.role() != Role::Pawn);
    let named = by_men().filter(|(_, _, print, _)| !has_rank(print)).count();
    let are_squares = named * 2 <= by_men().count();
    // Two squares without a sign between them, where other moves have one.
    let is_joined =
        |print: &str| print.chars().any(|c| matches!(c, '-' | '–' | '—' | '−') || has_sign(&c.to_string()));
    let of_two = || printed.iter().filter(|(_, _, print, mv)| !mv.is_castle() && squares_in(print) == 2);
    let joined = of_two().filter(|(_, _, print, _)| is_joined(print)).count();
    let are_joined = joined * 4 > of_two().count() * 3;
    // Squares of the board among the squares of the sides: `P-d5` beside `P-Q4`.
    let names_square = |print: &str| {
        let signs: Vec<char> = print.chars().collect();
        let is_square = |three: &[char]| {
            !three[0].is_alphanumeric() && matches!(three[1], 'a'..='h') && matches!(three[2], '1'..='8')
        };
        print.starts_with(char::is_uppercase) && signs.windows(3).any(is_square)
    };
    let by_sides = reading.notation.starts_with("english") && reading.notation != "english-squares";
    let squared = printed.iter().filter(|(_, _, print, _)| names_square(print)).count();
    let is_mixed = by_sides && squared * 4 < printed.len();
    let bracketed = printed.iter().filter(|(_, span, ..)| is_bracketed(text, *span)).count();
    let is_alone = bracketed * 4 < printed.len();
    // Moves without a blank between them, where others have one.
    let ends: FxHashSet<usize> = printed.iter().map(|(_, span, ..)| span.end).collect();
    let is_glued = |span: Span| !span.is_empty() && ends.contains(&span.start);
    let glued = printed.iter().filter(|(_, span, ..)| is_glued(*span)).count();
    let are_apart = glued * 4 < printed.len();
    // Forms that the notation does not have, `BBa4`, where the other moves are written in its own.
    let own = notation::find(reading.notation).filter(|_| algebraic || with_squares);
    let is_lenient = |print: &str, ply: u32| {
        if castles_as_usual(print) {
            return false;
        }
        let side = mover_at(&reading.game.start, ply).1;
        let senses = own.map(|own| own.read(print, side)).unwrap_or_default();
        !senses.is_empty() && senses.iter().all(|sense| sense.habit == Habit::Lenient)
    };
    let lenient = printed.iter().filter(|(ply, _, print, _)| is_lenient(print, *ply)).count();
    let are_plain = lenient * 4 < printed.len();
    let mut found = Vec::new();
    found.extend(unmarked_check(text, reading));
    for &(ply, span, print, mv) in &printed {
        let (number, side) = mover_at(&reading.game.start, ply);
        let mut tell = |why: String| {
            found.push(Finding::new(&code::N111, span, why).text(print).at_ply(ply, number, side));
        };
        if is_alone && is_bracketed(text, span) {
            tell(format!("“{print}” stands in brackets, unlike the other moves"));
        }
        if are_apart && is_glued(span) {
            tell(format!("“{print}” stands directly behind the move before it, without a blank"));
        }
        if is_mixed && names_square(print) {
            tell(format!("“{print}” names a square of the board, unlike the other moves"));
        }
        if is_supplied(print) {
            tell(format!("brackets stand in “{print}”: what they hold is taken for a part of the move"));
        }
        if of_men(&mv) && is_small(print) && is_usual {
            tell(format!("“{print}” begins with a small letter, unlike the other moves"));
        }
        if (algebraic || with_squares) && mv.is_capture() && !has_sign(print) && is_missed {
            tell(format!("“{print}” takes a piece, and has no sign of it"));
        } else if are_joined && !mv.is_castle() && squares_in(print) == 2 && !is_joined(print) {
            tell(format!("“{print}” has no sign between its squares, unlike the other moves"));
        } else if algebraic && mv.is_capture() && mv.role() == Role::Pawn && !has_rank(print) && is_ranked {
            tell(format!("“{print}” names no rank"));
        } else if algebraic && mv.is_capture() && mv.role() != Role::Pawn && !has_rank(print) && are_squares {
            tell(format!("“{print}” names no square, unlike the other captures"));
        } else if are_plain && is_lenient(print, ply) && !(is_small(print) && is_usual) {
            tell(format!("“{print}” is written unlike the other moves"));
        }
    }
    found
}

/// A note on the first check of a record that has no sign of it, where most have one.
fn unmarked_check(text: &str, reading: &Reading) -> Option<Finding> {
    /// Bytes behind a move in which a word for check stands.
    const NEAR: usize = 24;
    let mut position = reading.game.start.clone();
    let (mut marked, mut bare) = (0, Vec::new());
    for ((ply, span), mv) in (1_u32..).zip(&reading.spans).zip(reading.game.moves()) {
        position.play_or_pass(mv);
        if !position.is_check() || span.is_empty() {
            continue;
        }
        let end = text.floor_char_boundary((span.end + NEAR).min(text.len()));
        let (print, behind) = (text.get(span.range())?, text.get(span.end..end)?);
        let mut words = print.split_whitespace().chain(behind.split_whitespace().take(2));
        let bare_word = |word: &str| word.trim_matches(|c: char| !c.is_alphabetic()).to_owned();
        let has_sign = print.contains(['+', '#', '†', '‡', '≠', '!'])
            || behind.trim_start().starts_with(['+', '#', '†', '‡', ',']);
        // A clock in brackets is no sign.
        let inside = behind.trim_start().strip_prefix('(');
        let has_sign =
            has_sign || inside.is_some_and(|inside| !inside.starts_with(|c: char| c.is_ascii_digit()));
        // `QxPch`: the word may be joined to the move.
        let has_word = words.any(|word| mark_of(&bare_word(word)).is_some())
            || print.ends_with(|c: char| c.is_lowercase());
        if has_sign || has_word {
            marked += 1;
        } else {
            bare.push((ply, *span, print));
        }
    }
    let &(ply, span, print) = bare.first()?;
    let (number, side) = mover_at(&reading.game.start, ply);
    let why = format!("“{print}” gives check, and has no sign of it, unlike other checks");
    (marked >= bare.len()).then(|| Finding::new(&code::N111, span, why).text(print).at_ply(ply, number, side))
}

/// Whether brackets stand around a move, and around nothing else.
fn is_bracketed(text: &str, span: Span) -> bool {
    let (before, behind) = (text[..span.start].chars().next_back(), text[span.end..].chars().next());
    matches!((before, behind), (Some('('), Some(')')) | (Some('['), Some(']')))
}

/// Whether a move has its man in brackets, as an editor supplies it: `(N)f3`.
fn is_supplied(print: &str) -> bool {
    let inside = print.strip_prefix(['(', '[']).and_then(|rest| rest.split_once([')', ']']));
    inside.is_some_and(|(man, rest)| {
        !man.is_empty()
            && man.chars().all(char::is_alphabetic)
            && rest.starts_with(|c: char| c.is_alphanumeric() || c == 'x')
    })
}

/// Whether a move castles in one of the ways that people write it: `O-O`, `0-0-0`, `o–o`.
fn castles_as_usual(print: &str) -> bool {
    let parts: Vec<&str> = print.trim_end_matches(['+', '#', '!', '?']).split(['-', '–', '—', '−']).collect();
    matches!(parts.len(), 2 | 3)
        && parts.iter().all(|part| *part == parts[0])
        && matches!(parts[0], "O" | "0" | "o" | "О" | "о")
}

/// How many squares a text names.
fn squares_in(print: &str) -> usize {
    let signs: Vec<char> = print.chars().flat_map(char::to_lowercase).collect();
    signs.windows(2).filter(|pair| matches!(pair[0], 'a'..='h') && matches!(pair[1], '1'..='8')).count()
}
