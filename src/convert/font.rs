//! Signs of a chess font: `2.©f3 d6`, as bulletins and magazines come out of the clipboard, and letters of one: `2.Bf3 Bc6 3.Cb5`.
//!
//! Such a font draws pieces in the places of other characters, each font in its own. Which sign is which piece is
//! found by play: the games are played once, with every piece for a sign that the position allows ([`Unknown`]), and what goes
//! farthest says which piece each sign is. Letters are those of a font if no notation has all of them.

use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Mutex;

use itertools::Itertools;
use rustc_hash::FxHasher;

use super::play::Play;
use super::sense::NotationSense;
use crate::decode::NotationChoice;
use crate::finding::{Finding, code};
use crate::notation::{self, figurine::FIGURINE};
use crate::record::{Board, MoveSense, Playable, Start, playable};
use crate::text::{Source, Span};

/// The pieces, in the order in which they are told.
const PIECES: [char; 5] = ['♔', '♕', '♖', '♗', '♘'];
/// Fewest moves with a strange sign, and most signs that are tried; rarer ones are misprints.
const FEWEST: usize = 4;
const MOST: usize = 5;
/// What stands for the signs while it is not known which pieces they are: the figurines that nobody writes, the likeliest to move first.
const STANDS: [char; MOST] = ['♞', '♝', '♜', '♛', '♚'];
/// Longest text, in bytes, and how much of it is played.
const LONGEST: usize = 1 << 20;
const PLAYED: usize = 1 << 12;
/// Most ways in which the signs so far may be pieces.
const MOST_LINES: usize = 128;
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
        return assigned(source, &places, |_| true);
    }
    let places: Vec<(usize, char)> = lettered(text).collect();
    if places.len() < FEWEST || are_of_a_notation(&places) {
        return None;
    }
    // As they stand, hardly any of the moves can be played.
    assigned(source, &places, |plies| {
        let plain = NotationSense::new(NotationChoice::Auto);
        plies >= played(&text[part(text, &places)], &plain) + FEWEST
    })
}

/// How many half-moves of a text can be played.
fn played(text: &str, sense: &NotationSense) -> usize {
    let games = playable(&Source::from_bytes("", text.as_bytes().to_vec()), sense);
    games.iter().map(|game| game.half_moves.len()).sum()
}

/// The part of a text that is played: from some lines before the first sign on, for games begin with pawns.
fn part(text: &str, places: &[(usize, char)]) -> Range<usize> {
    let first = places.first().map_or(0, |place| place.0);
    let before = text.floor_char_boundary(first.saturating_sub(PLAYED / 4));
    // A line may be as long as the text.
    let start = text[before..first].find('\n').filter(|_| before > 0).map_or(before, |end| before + end + 1);
    start..text.floor_char_boundary((start + PLAYED).min(text.len()))
}

/// The source with the pieces under which most of it can be played in these places, and the finding that says so; `None` if that is too
/// little for a proof, or not `enough` half-moves.
fn assigned(
    source: &Source,
    places: &[(usize, char)],
    enough: impl FnOnce(usize) -> bool,
) -> Option<(Source, Finding)> {
    let text = source.text();
    let counted = places.iter().map(|&(_, c)| c).counts();
    let signs: Vec<char> = counted
        .into_iter()
        .sorted_by_key(|&(c, count)| (std::cmp::Reverse(count), c))
        .map(|(c, _)| c)
        .take(MOST)
        .collect();
    let games = games(&spell(text, part(text, places), places, &signs, &STANDS), signs.len());
    let plies_with = |men: &Men| -> usize {
        games
            .iter()
            .filter(|game| game.men.iter().any(|own| are_alike(own, men)))
            .map(|game| game.plies)
            .sum()
    };
    let tried: Vec<(usize, &Men)> =
        games.iter().flat_map(|game| &game.men).map(|men| (plies_with(men), men)).collect();
    let most = tried.iter().map(|(plies, _)| *plies).max().filter(|&plies| plies >= PROOF)?;
    if !enough(most) {
        return None;
    }
    let best = || tried.iter().filter(|(plies, _)| *plies == most).map(|(_, men)| *men);
    let beside = |men: &'_ Men| {
        let men = *men;
        games.iter().flat_map(|game| &game.men).filter(move |own| are_alike(own, &men))
    };
    // A sign that is nowhere needed may be any piece: it stays.
    let known: Vec<(char, char)> = signs
        .iter()
        .enumerate()
        .filter_map(|(at, &sign)| {
            let mut men = best().flat_map(beside).filter_map(|men| men[at]);
            men.all_equal_value().ok().map(|man| (sign, man))
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

/// Which piece each sign is, so far as it is known.
type Men = [Option<char>; MOST];

/// Whether two do not contradict each other: no sign is two pieces, no piece has two signs.
fn are_alike(one: &Men, other: &Men) -> bool {
    one.iter().enumerate().all(|(at, own)| {
        own.is_none_or(|own| {
            let has = |(of, man): (usize, &Option<char>)| man.is_none_or(|man| (man == own) == (of == at));
            other.iter().enumerate().all(has)
        })
    })
}

/// A game that can be played, and all that the signs may be in it.
struct Played {
    plies: usize,
    men: Vec<Men>,
}

/// The games of a text in which so many of the stand-ins are pieces that are not known.
fn games(text: &str, signs: usize) -> Vec<Played> {
    let sense = Unknown {
        signs,
        plain: NotationSense::new(NotationChoice::Notation(&FIGURINE)),
        starts: Mutex::default(),
    };
    let found = playable(&Source::from_bytes("", text.as_bytes().to_vec()), &sense);
    let starts = sense.starts.into_inner().unwrap_or_default();
    let replayed = |game: &Playable| {
        let texts = || game.half_moves.iter().filter_map(|place| text.get(place.start..place.end));
        let from = |start: &Start| {
            let root = Unplayed::new(signs, start)?;
            texts().try_fold(root, |board, text| board.then(text))
        };
        let men = starts.iter().find_map(from)?.lines.into_iter().map(|(men, _)| men).collect();
        Some(Played { plies: game.half_moves.len(), men })
    };
    found.iter().filter_map(replayed).collect()
}

/// Judges moves in figurines of which some are not known.
struct Unknown {
    signs: usize,
    plain: NotationSense,
    /// Where games start, as far as this was asked.
    starts: Mutex<Vec<Start>>,
}

impl MoveSense for Unknown {
    fn likeness(&self, text: &str) -> f32 {
        self.plain.likeness(text)
    }

    fn may_contain(&self, word: &str) -> bool {
        self.plain.may_contain(word)
    }

    fn board(&self, start: &Start) -> Option<Box<dyn Board>> {
        let board = Unplayed::new(self.signs, start)?;
        if let Ok(mut starts) = self.starts.lock() {
            starts.push(start.clone());
        }
        Some(Box::new(board))
    }
}

/// The positions that moves with unknown pieces may have led to, each with what the signs are in it.
struct Unplayed {
    signs: usize,
    lines: Vec<(Men, Play)>,
}

impl Unplayed {
    fn new(signs: usize, start: &Start) -> Option<Unplayed> {
        let play = Play::new(NotationChoice::Notation(&FIGURINE), start)?;
        Some(Unplayed { signs, lines: vec![([None; MOST], play)] })
    }

    /// The positions after a move; `None` if it cannot be played, whatever its sign is, or if too much is possible.
    fn then(&self, text: &str) -> Option<Unplayed> {
        let mut lines = Vec::new();
        for (men, play) in &self.lines {
            self.play(text, *men, play, &mut lines);
            if lines.len() > MOST_LINES {
                return None;
            }
        }
        (!lines.is_empty()).then_some(Unplayed { signs: self.signs, lines })
    }

    /// Adds the positions after a move with each piece that its signs may be.
    fn play(&self, text: &str, men: Men, before: &Play, lines: &mut Vec<(Men, Play)>) {
        let sign = STANDS[..self.signs].iter().enumerate().find(|&(_, &sign)| text.contains(sign));
        let Some((at, &sign)) = sign else {
            lines.extend(before.then_in_its_notations(text).map(|play| (men, play)));
            return;
        };
        let free = PIECES.into_iter().filter(|man| !men.contains(&Some(*man)));
        for man in men[at].map_or_else(|| free.collect(), |known| vec![known]) {
            let mut men = men;
            men[at] = Some(man);
            self.play(&text.replace(sign, man.encode_utf8(&mut [0; 4])), men, before, lines);
        }
    }
}

impl Board for Unplayed {
    fn after(&self, text: &str) -> Option<Box<dyn Board>> {
        self.then(text).map(|board| Box::new(board) as Box<dyn Board>)
    }

    fn key(&self) -> u64 {
        let mut hasher = FxHasher::default();
        for (men, play) in &self.lines {
            (men, play.key()).hash(&mut hasher);
        }
        hasher.finish()
    }

    fn positions(&self) -> Vec<u64> {
        self.lines.iter().flat_map(|(_, play)| play.positions()).collect()
    }
}

/// A part of the text with these pieces in place of the signs.
fn spell(text: &str, part: Range<usize>, places: &[(usize, char)], signs: &[char], men: &[char]) -> String {
    let man = |at: usize, c: char| {
        let sign = signs.iter().position(|&sign| sign == c)?;
        men.get(sign).copied().filter(|_| places.binary_search(&(at, c)).is_ok())
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
    fn a_font_is_found_though_long_notes_stand_between_the_moves() {
        let note =
            " This is what everybody plays in such a position, and there is little to be said against it. ";
        let moves = [
            "1. e4 c5",
            "2. ©f3 d6",
            "3. d4 cxd4",
            "4. ©xd4 ©f6",
            "5. ©c3 g6",
            "6. åe3 åg7",
            "7. f3 0-0",
            "8. ∂d2 ©c6",
            "9. 0-0-0 d5",
        ];
        let text = moves.join(&format!("\n\n{note}\n\n"));
        let plain = text.replace('©', "♘").replace('å', "♗").replace('∂', "♕");
        assert_eq!(spelled(&text), Some(plain));
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
