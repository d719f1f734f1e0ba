//! Games of variants that are built in: each move by its place among the legal moves.
//!
//! The legal moves stand in the order of their UCI texts, byte by byte. Place *n*, from 0, is written as the plain word
//! of two squares: the first is number ⌊n / 63⌋, the second number n mod 63 of the other squares (a1 is 0, b1 is 1, …).
//! So it is a word like others, and only the rules say what it means. Passing is the word 0 where it is written `--`.

use scorebook_variants::{Move, Notation, Position, Rules, Side};
use shakmaty::{CastlingMode, Color, Square};

use super::strand::{MoveLine, Unread};
use super::text::Stand;
use crate::game::Tags;
use crate::international::Move16;

/// The rules that the tags name, if they are those of a variant that is built in, and the words of chess cannot
/// carry its moves.
pub(super) fn rules(tags: &Tags) -> Option<&'static Rules> {
    match super::VariantRules::of(tags) {
        Some(_) => None,
        None => Rules::called(tags.get("Variant")?, &[]),
    }
}

/// The position that the tags say the game starts from.
pub(super) fn start(rules: &'static Rules, tags: &Tags) -> Result<Position<'static>, String> {
    match tags.get("FEN") {
        None => Ok(Position::start(rules)),
        Some(fen) => {
            Position::from_fen(rules, fen.trim()).map_err(|error| format!("the FEN tag: {}", error.0))
        }
    }
}

/// The word of a place; `None` beyond what words can say.
fn word(place: usize) -> Option<Move16> {
    let from = u32::try_from(place / 63).ok().filter(|&from| from < 64)?;
    let to = (place % 63) as u32;
    let to = to + u32::from(to >= from);
    Move16::plain(Square::new(from), Square::new(to))
}

/// The place that a word says; `None` where it is no such word.
fn place(word: Move16) -> Option<usize> {
    let [from, to] = word.to_bytes().map(usize::from);
    (from < 64 && to < 64 && from != to).then(|| from * 63 + to - usize::from(to > from))
}

/// The legal moves in their order.
fn moves(position: &Position<'_>) -> Vec<Move> {
    let mut moves: Vec<(String, Move)> =
        position.legal_moves().into_iter().map(|mv| (position.write_move(Notation::Uci, mv), mv)).collect();
    moves.sort_by(|a, b| a.0.cmp(&b.0));
    moves.into_iter().map(|(_, mv)| mv).collect()
}

/// Passes the move, where the rules allow it.
fn pass(position: &mut Position<'_>) -> bool {
    let allowed = position.legal_moves().contains(&Move::Pass);
    if allowed {
        position.play(Move::Pass);
    }
    allowed
}

/// Plays a word; `None` where it is no legal move.
pub(super) fn play(position: &mut Position<'_>, word: Move16) -> Option<()> {
    if word.is_null() {
        return pass(position).then_some(());
    }
    let mv = *moves(position).get(place(word)?)?;
    position.play(mv);
    Some(())
}

/// A line of moves being read.
pub(super) struct Reading {
    now: Box<Position<'static>>,
    before: Option<Box<Position<'static>>>,
}

impl Reading {
    pub(super) fn new(start: Position<'static>) -> Reading {
        Reading { now: Box::new(start), before: None }
    }
}

impl MoveLine for Reading {
    fn make(&mut self, text: &[u8], _: CastlingMode) -> Result<Move16, Unread> {
        let text = String::from_utf8_lossy(text);
        let own = if self.now.rules().shogi { Notation::Shogi } else { Notation::San };
        let mut why = None;
        let mut read = None;
        for notation in [own, Notation::San, Notation::Uci, Notation::Usi] {
            match self.now.parse_move(notation, &text) {
                Ok(mv) => {
                    read = Some(mv);
                    break;
                }
                Err(error) => {
                    why.get_or_insert(error);
                }
            }
        }
        let Some(mv) = read else {
            return Err(Unread::Wrong(why.map_or_else(String::new, |why| format!(": {why}"))));
        };
        let place = moves(&self.now).iter().position(|&legal| legal == mv);
        let word = place.and_then(word).ok_or(Unread::BeyondNotation)?;
        let before = self.now.clone();
        self.now.play(mv);
        self.before = Some(before);
        Ok(word)
    }

    fn pass(&mut self) -> bool {
        let before = self.now.clone();
        let passed = pass(&mut self.now);
        if passed {
            self.before = Some(before);
        }
        passed
    }

    fn before(&self) -> Option<Reading> {
        Some(Reading { now: self.before.clone()?, before: None })
    }
}

/// A line of moves being written.
#[derive(Clone)]
pub(super) struct Writing(pub(super) Box<Position<'static>>);

impl Stand for Writing {
    fn turn(&self) -> Color {
        Color::from_white(self.0.side() == Side::White)
    }

    fn fullmoves(&self) -> u32 {
        u32::from(self.0.number()).max(1)
    }

    fn pass(&mut self) -> bool {
        pass(&mut self.0)
    }

    fn play(&mut self, word: Move16, out: &mut String) -> bool {
        let Some(mv) = place(word).and_then(|place| moves(&self.0).get(place).copied()) else { return false };
        out.push_str(&self.0.write_move(Notation::San, mv));
        self.0.play(mv);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Archive, Body, MoveCodec, Options, Writer, import, write_pgn};
    use scorebook_random::Random;
    use std::io::Cursor;

    #[test]
    fn every_place_has_a_word_and_comes_back() {
        for at in 0..64 * 63 {
            let word = word(at).unwrap();
            assert_eq!(place(word), Some(at));
            assert_eq!(Move16::from_bytes(word.to_bytes()), Ok(word));
        }
        assert_eq!(word(64 * 63), None);
    }

    /// A game of random moves, as PGN.
    fn game(rules: &Rules, seed: u64) -> String {
        let mut position = Position::start(rules);
        let mut text =
            format!("[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n[Variant \"{}\"]\n\n", rules.name);
        let mut random = Random::new(seed);
        for ply in 0..40 {
            let legal = position.legal_moves();
            let Some(&mv) = legal.get(random.below(legal.len().max(1))) else { break };
            if ply % 2 == 0 {
                text.push_str(&format!("{}. ", ply / 2 + 1));
            }
            text.push_str(&position.write_move(Notation::San, mv));
            text.push(if ply % 8 == 7 { '\n' } else { ' ' });
            position.play(mv);
        }
        text + "*\n"
    }

    #[test]
    fn games_of_every_variant_come_back_from_every_codec() {
        for codec in MoveCodec::ALL {
            let mut writer = Writer::new(Cursor::new(Vec::new()), Options { codec, exact: false }).unwrap();
            let mut packed = Vec::new();
            for (rules, seed) in scorebook_variants::builtin().iter().zip(22..) {
                let text = game(rules, seed);
                let Ok(stored) = import(text.as_bytes()) else {
                    // shakmaty's variants have no words for drops.
                    let mut tags = Tags::default();
                    tags.set("Variant", rules.name.as_str());
                    assert!(self::rules(&tags).is_none(), "{text}");
                    continue;
                };
                writer.push(stored.clone(), text.as_bytes()).unwrap();
                packed.push(stored);
            }
            assert!(packed.len() >= 95, "{}", packed.len());
            let (bytes, _) = writer.finish().unwrap();
            let archive = Archive::open(bytes.into_inner()).unwrap();
            for (number, stored) in packed.iter().enumerate() {
                let back = archive.game(number as u64).unwrap();
                assert_eq!(back, *stored);
                let mut pgn = Vec::new();
                write_pgn(&back, &mut pgn).unwrap();
                let again = import(&pgn).unwrap();
                assert!(matches!(again.body, Body::Moves(_)));
                assert_eq!(again, back, "{}", String::from_utf8_lossy(&pgn));
            }
            let blocks = 0..packed.len().div_ceil(crate::BLOCK);
            assert!(blocks.into_iter().all(|number| archive.check_block(number).is_empty()));
        }
    }

    #[test]
    fn what_is_not_legal_is_refused_in_words() {
        let refused = import(b"[Variant \"Xiangqi\"]\n\n1. Cbe3 Hc8 2. Hb3 *").unwrap_err();
        assert_eq!(refused.ply, Some(3));
        assert!(refused.reason.contains("Hb3"), "{}", refused.reason);
        // Variations and comments stay.
        let text = b"[Variant \"Capablanca\"]\n\n1. Nc3 {first} Nh6 (1... e5 2. e4 $1) 2. e4 *";
        let game = import(text).unwrap();
        let mut pgn = Vec::new();
        write_pgn(&game, &mut pgn).unwrap();
        assert!(String::from_utf8_lossy(&pgn).contains("(1... e5 2. e4 $1)"));
    }
}
