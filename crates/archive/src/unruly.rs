//! Games with illegal moves that were kept as written: those whose tag `Reading` is `illegal`, or `Kept` where `Reading` says that more of the game
//! is missing.
//!
//! A word says where a man went and not that it may go there. In such a game each word is a move as the men go, whatever check it
//! leaves, and castling whatever has moved. A king may be taken; behind that there is no move.

use shakmaty::san::{San, SanPlus};
use shakmaty::{CastlingMode, Chess, Color, Move, Position, Role};

use super::strand::{MoveLine, Unread};
use super::text::Stand;
use crate::game::Tags;
use crate::international::Move16;
use scorebook_core::pseudo;
use std::fmt::Write as _;

/// The tags of such a game, the second where the first says that the game is incomplete, and their value.
const TAGS: [&str; 2] = ["Reading", "Kept"];
const VALUE: &str = "illegal";

/// Says of a game that illegal moves of it were kept.
pub(super) fn mark(tags: &mut Tags) {
    let [reading, kept] = TAGS;
    let is_incomplete = tags.get(reading) == Some("incomplete");
    tags.set(if is_incomplete { kept } else { reading }, VALUE);
}

/// Whether the tags say that illegal moves of a game were kept as written.
///
/// ```
/// use scorebook_archive::{import, is_unruly};
/// let game = import(b"[Reading \"illegal\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Nc6d4 4. Qf7xe8 *").unwrap();
/// assert!(is_unruly(&game.tags) && game.line().len() == 7);
/// ```
#[must_use]
pub fn is_unruly(tags: &Tags) -> bool {
    TAGS.iter().any(|name| tags.get(name) == Some(VALUE))
}

/// The move of a word, legal or as the men go.
#[must_use]
pub fn unruly_move(position: &Chess, word: Move16) -> Option<Move> {
    // Without its king a side has lost.
    position.board().king_of(position.turn())?;
    let m = word.as_move(position)?;
    (position.is_legal(m) || pseudo::reachable(position).contains(&m)).then_some(m)
}

/// The text of a move: SAN, or both squares of an illegal one.
#[must_use]
pub fn unruly_text(position: &Chess, m: Move) -> String {
    if m.capture() != Some(Role::King) && position.is_legal(m) {
        SanPlus::from_move(position.clone(), m).to_string()
    } else {
        pseudo::long(m)
    }
}

/// The move of a text as the men go: with both squares, or in SAN where only one man can go so.
fn illegal_move(position: &Chess, text: &str) -> Option<Move> {
    let reachable = pseudo::reachable(position);
    if let Some(&m) = reachable.iter().find(|&&m| pseudo::long(m) == text) {
        return Some(m);
    }
    let San::Normal { role, file, rank, capture, to, promotion } = text.parse().ok()? else { return None };
    let fits = |m: &&Move| {
        m.role() == role
            && m.to() == to
            && m.is_capture() == capture
            && m.promotion() == promotion
            && m.from().is_some_and(|from| {
                file.is_none_or(|file| file == from.file()) && rank.is_none_or(|rank| rank == from.rank())
            })
    };
    let mut found = reachable.iter().filter(fits);
    found.next().copied().filter(|_| found.next().is_none())
}

/// A line of moves being read.
pub(super) struct Reading {
    now: Chess,
    before: Option<Chess>,
    /// Whether an illegal move was among them.
    pub broken: bool,
}

impl Reading {
    pub fn new(start: Chess) -> Reading {
        Reading { now: start, before: None, broken: false }
    }
}

impl MoveLine for Reading {
    fn make(&mut self, text: &[u8], castling: CastlingMode) -> Result<Move16, Unread> {
        if self.now.board().king_of(self.now.turn()).is_none() {
            return Err(Unread::Wrong(" comes behind the move that took the king".to_owned()));
        }
        let legal = super::strand::read(&self.now, text, castling);
        let (m, word) = match legal {
            Ok((m, word)) if m.capture() != Some(Role::King) => (m, word),
            other => {
                let text = String::from_utf8_lossy(text);
                let kept = illegal_move(&self.now, text.trim_end_matches(['+', '#', '!', '?']))
                    .and_then(|m| Some((m, Move16::of(m, castling)?)));
                self.broken |= kept.is_some();
                match (kept, other) {
                    (Some(kept), _) => kept,
                    (None, Err(unread)) => return Err(unread),
                    (None, Ok(_)) => return Err(Unread::Wrong(" takes a king".to_owned())),
                }
            }
        };
        self.before = Some(self.now.clone());
        self.now.play_unchecked(m);
        Ok(word)
    }

    fn pass(&mut self) -> bool {
        let Ok(passed) = self.now.clone().swap_turn() else { return false };
        self.before = Some(std::mem::replace(&mut self.now, passed));
        true
    }

    fn before(&self) -> Option<Reading> {
        Some(Reading { now: self.before.clone()?, before: None, broken: self.broken })
    }
}

/// A line of moves being written.
#[derive(Clone)]
pub(super) struct Writing(pub Box<Chess>);

impl Stand for Writing {
    fn turn(&self) -> Color {
        self.0.turn()
    }

    fn fullmoves(&self) -> u32 {
        self.0.fullmoves().get()
    }

    fn pass(&mut self) -> bool {
        let passed = self.0.as_ref().clone().swap_turn();
        passed.map(|passed| *self.0 = passed).is_ok()
    }

    fn play(&mut self, word: Move16, out: &mut String) -> bool {
        let Some(m) = unruly_move(&self.0, word) else { return false };
        let _ = write!(out, "{}", unruly_text(&self.0, m));
        self.0.play_unchecked(m);
        true
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::import::import_as_written;
    use crate::{Archive, MoveCodec, Options, Writer, import, write_pgn};

    /// White castles out of check, Black takes a king, a variation has illegal moves too.
    const GAME: &str = "[Reading \"illegal\"]\n\n1. e4 e5 2. Nf3 d5 3. Bb5+ Qd8f6 {stays in check} (3... Bf8d6 4. exd5) 4. Bb5xe8 *";

    #[test]
    fn illegal_moves_come_back_from_every_codec() {
        for codec in MoveCodec::ALL {
            let stored = import(GAME.as_bytes()).unwrap();
            assert_eq!(stored.line().len(), 7);
            let mut writer = Writer::new(Cursor::new(Vec::new()), Options { codec, exact: false }).unwrap();
            writer.push(stored.clone(), GAME.as_bytes()).unwrap();
            let (bytes, _) = writer.finish().unwrap();
            let archive = Archive::open(bytes.into_inner()).unwrap();
            assert!(archive.check_block(0).is_empty());
            let back = archive.game(0).unwrap();
            assert_eq!(back, stored);
            let mut pgn = Vec::new();
            write_pgn(&back, &mut pgn).unwrap();
            assert_eq!(import(&pgn).unwrap(), back, "{}", String::from_utf8_lossy(&pgn));
        }
    }

    #[test]
    fn a_game_without_the_tag_is_kept_as_written_by_request() {
        let bare = GAME.split_once("\n\n").unwrap().1;
        assert_eq!(import(bare.as_bytes()).unwrap_err().ply, Some(6));
        assert_eq!(import_as_written(bare.as_bytes()).unwrap(), import(GAME.as_bytes()).unwrap());
        // SAN names an illegal move too, where only one man can go so.
        let san = "1. e4 e5 2. Nf3 d5 3. Bb5+ Qf6 (3... Bd6 4. exd5) 4. Bxe8 *";
        let kept = import_as_written(san.as_bytes()).unwrap();
        assert!(is_unruly(&kept.tags) && kept.line() == import_as_written(bare.as_bytes()).unwrap().line());
        assert_eq!(import_as_written(b"1. e4 d5 2. Bb5+ Nf6 3. Ke3 *").unwrap_err().ply, Some(5));
        // A game that is incomplete as well says both.
        let open = import_as_written(format!("[Reading \"incomplete\"]\n\n{bare}").as_bytes()).unwrap();
        assert!(is_unruly(&open.tags) && open.tags.get("Reading") == Some("incomplete"));
        let mut pgn = Vec::new();
        write_pgn(&open, &mut pgn).unwrap();
        assert_eq!(import(&pgn).unwrap(), open);
        // What no man can do is refused all the same, and a legal game has no such tag.
        assert_eq!(import_as_written(b"1. e4 e5 2. Ke1e3 *").unwrap_err().ply, Some(3));
        assert!(!is_unruly(&import_as_written(b"1. e4 e5 *").unwrap().tags));
        assert_eq!(
            import(b"[Reading \"illegal\"]\n\n1. e4 e5 2. Qh5 a6 3. Qxf7 a6a5 4. Qf7xe8 a4 *")
                .unwrap_err()
                .ply,
            Some(8)
        );
    }
}
