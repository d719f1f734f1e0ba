//! Signs of a chess font: `2.©f3 d6`, as bulletins and magazines come out of the clipboard, and letters of one: `2.Bf3 Bc6 3.Cb5`.
//!
//! Such a font draws pieces in the places of other characters, each font in its own. Which sign is which piece is
//! found by play: of all assignments, the one under which the games go farthest. Letters are those of a font if no notation
//! has all of them.

use std::ops::Range;

use itertools::Itertools;

use super::sense::NotationSense;
use crate::decode::NotationChoice;
use crate::finding::{Finding, code};
use crate::notation::{self, figurine::FIGURINE};
use crate::record::playable;
use crate::text::{Source, Span};

/// The pieces, in the order in which they are told.
const PIECES: [char; 5] = ['♔', '♕', '♖', '♗', '♘'];
/// Fewest moves with a strange sign, and most signs that are tried; rarer ones are misprints.
const FEWEST: usize = 4;
const MOST: usize = 5;
/// Longest text, in bytes, and how much of it is played, from the line of the first sign on: each assignment plays it once.
const LONGEST: usize = 1 << 20;
const PLAYED: usize = 1 << 9;
/// Fewest half-moves that prove an assignment.
const PROOF: usize = 14;

/// The source with pieces in place of such signs, and the finding that says so; `None` if there are none.
pub(super) fn read(source: &Source, from: NotationChoice) -> Option<(Source, Finding)> {
    if !matches!(from, NotationChoice::Auto) || source.text().len() > LONGEST {
        return None;
    }
    let text = source.text();
    let places: Vec<(usize, char)> = strange(text).collect();
    if places.len() >= FEWEST {
        return assigned(source, &places, PROOF);
    }
    let places: Vec<(usize, char)> = lettered(text).collect();
    if places.len() < FEWEST || are_of_a_notation(&places) {
        return None;
    }
    let plain = NotationSense::new(NotationChoice::Auto);
    let known = played(&text[part(text, &places)], &plain);
    assigned(source, &places, PROOF.max(known + FEWEST))
}

/// How many half-moves of a text can be played.
fn played(text: &str, sense: &NotationSense) -> usize {
    let games = playable(&Source::from_bytes("", text.as_bytes().to_vec()), sense);
    games.iter().map(|game| game.half_moves.len()).sum()
}

/// The part of a text that is played.
fn part(text: &str, places: &[(usize, char)]) -> Range<usize> {
    let first = places.first().map_or(0, |place| place.0);
    let start = text[..first].rfind('\n').map_or(0, |end| end + 1);
    // A line may be as long as the text.
    let start = start.max(text.floor_char_boundary(first.saturating_sub(PLAYED / 4)));
    start..text.floor_char_boundary((start + PLAYED).min(text.len()))
}

/// The source with the pieces under which most of it can be played in these places, and the finding that says so; `None` if that is less
/// than the `least` half-moves.
fn assigned(source: &Source, places: &[(usize, char)], least: usize) -> Option<(Source, Finding)> {
    let text = source.text();
    let counted = places.iter().map(|&(_, c)| c).counts();
    let signs: Vec<char> = counted
        .into_iter()
        .sorted_by_key(|&(c, count)| (std::cmp::Reverse(count), c))
        .map(|(c, _)| c)
        .take(MOST)
        .collect();
    let part = part(text, places);
    let sense = NotationSense::new(NotationChoice::Notation(&FIGURINE));
    let of = |men: &[char]| played(&spell(text, part.clone(), places, &signs, men), &sense);
    let tried: Vec<(usize, Vec<char>)> =
        PIECES.into_iter().permutations(signs.len()).map(|men| (of(&men), men)).collect();
    let most = tried.iter().map(|(plies, _)| *plies).max().filter(|&plies| plies >= least)?;
    // A sign that is nowhere needed may be any piece: it stays.
    let best: Vec<&Vec<char>> =
        tried.iter().filter(|(plies, _)| *plies == most).map(|(_, men)| men).collect();
    let known: Vec<(char, char)> = signs
        .iter()
        .enumerate()
        .filter_map(|(at, &sign)| {
            best.iter().map(|men| men[at]).all_equal_value().ok().map(|man| (sign, man))
        })
        .collect();
    let first = places.iter().find(|(_, c)| known.iter().any(|(sign, _)| sign == c))?.0;
    let by = |at: usize, c: char| {
        let (_, man) = known.iter().find(|(sign, _)| *sign == c)?;
        places.binary_search(&(at, c)).is_ok().then_some(*man)
    };
    let told = known.iter().map(|(sign, man)| format!("{sign} = {man}")).join(", ");
    let message =
        format!("signs of a chess font are read as the pieces under which the games can be played: {told}");
    Some((source.respelled(&by)?, Finding::new(&code::L113, Span::at(first), message)))
}

/// The places of capitals before squares.
fn lettered(text: &str) -> impl Iterator<Item = (usize, char)> {
    text.char_indices().filter(|&(at, c)| {
        c.is_uppercase()
            && !text[..at].ends_with(char::is_alphanumeric)
            && is_square(&text[at + c.len_utf8()..])
    })
}

/// Whether one notation has all letters, or so many stand before squares that two notations must have been used.
fn are_of_a_notation(places: &[(usize, char)]) -> bool {
    let letters: Vec<char> = places.iter().map(|&(_, c)| c).unique().take(MOST + 1).collect();
    let has_all = |known: [&str; 6]| letters.iter().all(|&c| known.iter().any(|own| own.chars().eq([c])));
    letters.len() > MOST || notation::guessable().filter_map(|notation| notation.letters()).any(has_all)
}

/// The places of signs that no notation knows, before squares.
fn strange(text: &str) -> impl Iterator<Item = (usize, char)> {
    text.char_indices().filter(|&(at, c)| {
        let behind = &text[at + c.len_utf8()..];
        let begins = !text[..at].ends_with(char::is_alphanumeric);
        let sign = !c.is_ascii() || matches!(c, '^' | '~' | '$' | '%' | '&' | '@' | '#' | '\\' | '`' | '_');
        begins && sign && !is_punctuation(c) && is_square(behind) && !is_piece(c)
    })
}

fn is_punctuation(c: char) -> bool {
    matches!(
        c,
        '–' | '—'
            | '−'
            | '…'
            | '×'
            | '“'
            | '”'
            | '„'
            | '‘'
            | '’'
            | '«'
            | '»'
            | '('
            | ')'
            | '·'
            | '•'
            | '¿'
            | '¡'
            | '\u{a0}'
    ) || c.is_whitespace()
}

/// Whether a square follows, or the rest of a move to one.
fn is_square(text: &str) -> bool {
    let mut rest = text.as_bytes();
    let is_file = |b: u8| (b'a'..=b'h').contains(&b);
    let is_rank = |b: u8| (b'1'..=b'8').contains(&b);
    for _ in 0..3 {
        match rest {
            [a, b, behind @ ..] if is_file(*a) && is_rank(*b) => {
                return !behind.first().is_some_and(u8::is_ascii_alphanumeric) || behind.starts_with(b"x");
            }
            [a, behind @ ..] if is_file(*a) || is_rank(*a) || matches!(a, b'x' | b':' | b'-') => {
                rest = behind
            }
            _ => return false,
        }
    }
    false
}

/// Whether some notation has the sign.
fn is_piece(c: char) -> bool {
    notation::TABLE
        .iter()
        .any(|notation| !notation.read(&format!("{c}f3"), shakmaty::Color::White).is_empty())
}

/// A part of the text with these pieces in place of the signs.
fn spell(text: &str, part: Range<usize>, places: &[(usize, char)], signs: &[char], men: &[char]) -> String {
    let man = |at: usize, c: char| {
        let sign = signs.iter().position(|&sign| sign == c)?;
        places.binary_search(&(at, c)).is_ok().then_some(men[sign])
    };
    let start = part.start;
    text[part].char_indices().map(|(at, c)| man(start + at, c).unwrap_or(c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(text: &str) -> Option<String> {
        let source = Source::from_bytes("", text.as_bytes().to_vec());
        read(&source, NotationChoice::Auto).map(|(source, _)| source.text().to_owned())
    }

    #[test]
    fn a_font_is_found_by_play() {
        let text =
            "1. e4 c5 2. ©f3 d6 3. d4 cxd4 4. ©xd4 ©f6 5. ©c3 g6 6. åe3 åg7 7. f3 0-0 8. ∂d2 ©c6 9. 0-0-0 d5";
        let plain = text.replace('©', "♘").replace('å', "♗").replace('∂', "♕");
        assert_eq!(spelled(text), Some(plain));
    }

    #[test]
    fn letters_of_no_notation_are_found_by_play() {
        let text = "1.e4 e5 2.Bf3 Bc6 3.Cb5 Bf6 4.Ee2 Cc5 5.Cxc6 dxc6 6.Bxe5 0-0 7.c3 Cd6 8.d4 De8 9.f4 c5 10.0-0 cxd4";
        let men = [("B", "♘"), ("C", "♗"), ("D", "♖"), ("E", "♕")];
        let plain = men.iter().fold(text.to_owned(), |text, (letter, man)| text.replace(letter, man));
        assert_eq!(spelled(text), Some(plain));
    }

    #[test]
    fn other_signs_stay() {
        for text in [
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6",
            "1. d4 d5 2. c4 e6 3. ♘c3 ♘f6 4. ♗g5 ♗e7 5. e3 O-O 6. ♘f3 ♘bd7 7. ♖c1 c6",
            "1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. Сa4 Кf6 5. 0-0 Сe7 6. Лe1 b5 7. Сb3 d6",
            "©a1 ©b2 ©c3 ©d4 ©e5",
            "1. e4 e5 2. Cf3 Cc6 3. Ab5 a6 4. Aa4 Cf6 5. 0-0 Ae7 6. Te1 b5 7. Ab3 d6",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Xa4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6",
        ] {
            assert_eq!(spelled(text), None, "{text}");
        }
    }
}
