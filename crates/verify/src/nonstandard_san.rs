//! Interprets move texts that are not standard SAN or cannot be resolved.

use shakmaty::{CastlingSide, Chess, Color, Move, Position, Role, Square};

use super::board::{self, Board};
use super::san;
use crate::lineage::Lineage;
use crate::notation::reason;
use crate::notation::spelling::san as write_san;
use crate::notation::{self, Family};
use crate::skeleton::{Deed, Scene, Skeleton};

/// Longest text, in bytes, that may be a move.
pub(super) const LONGEST: usize = 128;

/// The interpretation of a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Verdict {
    /// One legal move, not written as standard SAN.
    Readable(Move),
    /// This legal move in the preferred notation, and one of these in others.
    Likely(Move, Vec<Move>),
    /// Two moves without a space; the length of the first in bytes.
    Glued(Move, Move, usize),
    /// Several legal moves match.
    Ambiguous(Vec<Move>),
    /// They differ only in the promotion piece.
    NoPromotion(Vec<Move>),
    /// No legal move matches: the reasons, and similar legal moves.
    Illegal(Vec<String>, Vec<Move>),
    /// The game was already over.
    Over(&'static str),
    /// Not a move.
    Unreadable,
}

/// The castling that `text` writes with zeros, if it is legal: by far the most frequent nonstandard move.
pub(super) fn castled(text: &[u8], board: &Board) -> Option<Move> {
    let body = text.strip_suffix(b"+").or(text.strip_suffix(b"#")).unwrap_or(text);
    let side = match body {
        b"0-0" => CastlingSide::KingSide,
        b"0-0-0" => CastlingSide::QueenSide,
        _ => return None,
    };
    board.resolve(&san::Written::Castle { side }).ok().map(|step| step.mv)
}

/// The move that `text` denotes with both squares (`e2-e4`, `Ng1-f3`, `Bb5xc6+`), if it is legal and not
/// castling, promotion or en passant. It is the same in every notation, since the origin determines the
/// piece. A leading `b`, which may be a bishop or a file, is left to the notations.
pub(super) fn spelled_out(text: &[u8], board: &Board) -> Option<Move> {
    let (body, check) = text.strip_suffix(b"+").map_or((text, false), |body| (body, true));
    let (letter, &[file, rank, sign @ (b'-' | b'x'), to_file, to_rank]) = (match body.len() {
        5 if body[0] != b'b' => (None, body.first_chunk::<5>()?),
        6 => (body.first(), body.last_chunk::<5>()?),
        _ => return None,
    }) else {
        return None;
    };
    let (from, to) = (Square::from_ascii(&[file, rank]).ok()?, Square::from_ascii(&[to_file, to_rank]).ok()?);
    let role = board.own(from)?;
    if letter.is_some_and(|&letter| role == Role::Pawn || u32::from(letter) != u32::from(role.upper_char())) {
        return None;
    }
    let capture = sign == b'x';
    let written = if role == Role::Pawn {
        san::Written::Pawn { from_file: Some(from.file()), capture, to, promotion: None }
    } else {
        let from = san::Disambiguation { mask: from.into() };
        san::Written::Man { role, from, capture, to }
    };
    let mv = board.resolve(&written).ok()?.mv;
    let plain = mv.from() == Some(from) && mv.is_capture() == capture && !mv.is_en_passant();
    let mut after = *board;
    after.play(mv);
    (plain && after.is_check() == check).then_some(mv)
}

/// Interprets `text` in the position `chess`, which equals `board`, with the notations that the game may use.
pub(super) fn judge(text: &[u8], board: &Board, chess: &Chess, notations: &mut NotationSet) -> Verdict {
    let legal = chess.legal_moves();
    if legal.is_empty() {
        return Verdict::Over(if chess.checkers().any() { "mate" } else { "stalemate" });
    }
    if text.len() > LONGEST {
        return Verdict::Unreadable;
    }
    let lineage = Lineage::new(chess);
    let scene = Scene { position: chess, lineage: &lineage, last: None };
    if let Some((written, _)) = san::read(text) {
        let skeleton = written.skeleton();
        let fits: Vec<Move> = legal.iter().copied().filter(|&m| skeleton.describes(scene, m)).collect();
        return match several(fits) {
            // `Na3a4` is a knight's move from a3, or two moves.
            Verdict::Unreadable => match glued(text, board) {
                Some((first, second, at)) => Verdict::Glued(first, second, at),
                None => illegal(&skeleton, scene),
            },
            verdict => verdict,
        };
    }
    if let Some((first, second, at)) = glued(text, board) {
        return Verdict::Glued(first, second, at);
    }
    if let [b'b', b'b', ..] = text
        && let (Some(pawn), Some(bishop)) = (doubled_file(text, board), small_bishop(text, board))
    {
        return Verdict::Ambiguous(vec![pawn, bishop]);
    }
    let text = String::from_utf8_lossy(text);
    read_loosely(&text, scene, &legal, notations)
}

/// Whether any notation can read the text as a move of this side.
pub(super) fn is_readable(text: &[u8], turn: Color) -> bool {
    if san::read(text).is_some() {
        return true;
    }
    if text.len() > LONGEST {
        return false;
    }
    let text = String::from_utf8_lossy(text);
    notation::TABLE.iter().any(|notation| !notation.read(&text, turn).is_empty())
}

/// The move of a text with `e.p.` attached, if the rest is a legal move other than en passant.
pub(super) fn false_en_passant(text: &[u8], board: &Board) -> Option<Move> {
    let body = [&b"e.p."[..], b"e.p", b"ep"].iter().find_map(|mark| text.strip_suffix(*mark))?;
    let (written @ san::Written::Pawn { .. }, _) = san::read(body)? else { return None };
    board.resolve(&written).ok().map(|step| step.mv).filter(|mv| !mv.is_en_passant())
}

/// Whether the text is a drop, as in crazyhouse.
pub(super) fn is_drop(text: &[u8]) -> bool {
    let body = text.strip_suffix(b"+").or(text.strip_suffix(b"#")).unwrap_or(text);
    let body = match body {
        [b'P' | b'N' | b'B' | b'R' | b'Q', rest @ ..] => rest,
        _ => body,
    };
    matches!(body, [b'@', b'a'..=b'h', b'1'..=b'8'])
}

/// The pawn move written with its own file (`dd5`), if it is legal and not a bishop's move (`bb4`).
pub(super) fn pawn_with_file(text: &[u8], board: &Board) -> Option<Move> {
    doubled_file(text, board).filter(|_| small_bishop(text, board).is_none())
}

fn doubled_file(text: &[u8], board: &Board) -> Option<Move> {
    let [file @ b'a'..=b'h', rest @ ..] = text else { return None };
    let (written @ san::Written::Pawn { capture: false, .. }, _) = san::read(rest)? else { return None };
    if rest.first() != Some(file) {
        return None;
    }
    board.resolve(&written).ok().map(|step| step.mv)
}

/// The legal move of a bishop written in lower case.
fn small_bishop(text: &[u8], board: &Board) -> Option<Move> {
    let [b'b', rest @ ..] = text else { return None };
    let (written, _) = san::read(&[b"B", rest].concat())?;
    board.resolve(&written).ok().map(|step| step.mv)
}

/// An empty list is [`Verdict::Unreadable`].
fn several(fits: Vec<Move>) -> Verdict {
    match *fits.as_slice() {
        [] => Verdict::Unreadable,
        [only] => Verdict::Readable(only),
        [first, ..] if fits.iter().all(|m| m.from() == first.from() && m.to() == first.to()) => {
            Verdict::NoPromotion(fits)
        }
        _ => Verdict::Ambiguous(fits),
    }
}

/// The notations in which the nonstandard moves of a game may be written, as indices in [`notation::TABLE`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct NotationSet(u64);

impl Default for NotationSet {
    fn default() -> NotationSet {
        NotationSet(u64::MAX)
    }
}

/// The meaning of a text in any notation of the game. If notations disagree, those that read the earlier
/// nonstandard moves have priority.
fn read_loosely(text: &str, scene: Scene<'_>, legal: &[Move], notations: &mut NotationSet) -> Verdict {
    let position = scene.position;
    let mut best = Verdict::Unreadable;
    let mut readings: Vec<(Move, u64)> = Vec::new();
    let english = has_letters_of_pgn(text);
    let mut sloppy = false;
    for (place, notation) in notation::TABLE.iter().enumerate() {
        match notation.family() {
            // PGN letters are not read as another language: `b8=K` is not a rook in Turkish.
            Family::Letters if english => continue,
            // A text that looks like SAN may have both squares, but is not descriptive: `bb4` is not B-B4.
            Family::Other if sloppy => continue,
            _ => {}
        }
        let senses = notation.read(text, position.turn());
        sloppy |= notation.family() == Family::Pgn && english && !senses.is_empty();
        let mut fitting: Vec<Move> = Vec::new();
        for sense in senses {
            let fits: Vec<Move> =
                legal.iter().copied().filter(|&m| sense.skeleton.describes(scene, m)).collect();
            if fits.is_empty() && best == Verdict::Unreadable {
                best = illegal(&sense.skeleton, scene);
            }
            if fitting.is_empty() || fits.len() == 1 {
                fitting = fits;
            }
            if fitting.len() == 1 {
                break;
            }
        }
        for mv in fitting {
            match readings.iter_mut().find(|(other, _)| *other == mv) {
                Some((_, places)) => *places |= 1 << place,
                None => readings.push((mv, 1 << place)),
            }
        }
    }
    if readings.iter().any(|(_, places)| places & notations.0 != 0) {
        readings.retain(|(_, places)| places & notations.0 != 0);
    }
    match *readings.as_slice() {
        [] => best,
        [(only, places)] => {
            let both = places & notations.0;
            notations.0 = if both == 0 { places } else { both };
            Verdict::Readable(only)
        }
        _ => {
            let all = readings.iter().fold(0, |all, (_, places)| all | places);
            let first = all & all.wrapping_neg();
            let (likely, others): (Vec<_>, Vec<_>) =
                readings.into_iter().partition(|(_, places)| places & first != 0);
            let moves = |readings: Vec<(Move, u64)>| readings.into_iter().map(|(mv, _)| mv).collect();
            match *likely.as_slice() {
                [(mv, _)] => Verdict::Likely(mv, moves(others)),
                _ => several(moves([likely, others].concat())),
            }
        }
    }
}

/// Whether every letter, in any case, is a PGN letter for pieces, files, captures or castling.
fn has_letters_of_pgn(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphabetic()).all(|c| "KQRBNPOkqrnpabcdefghxo".contains(c))
}

fn illegal(skeleton: &Skeleton, scene: Scene<'_>) -> Verdict {
    Verdict::Illegal(reason::illegal(skeleton, scene), near(skeleton, scene.position))
}

/// Legal moves of the same role to the same square, which may have been meant.
fn near(skeleton: &Skeleton, position: &Chess) -> Vec<Move> {
    let Deed::Displace(said) = skeleton.deed else { return Vec::new() };
    let promotes = |m: &Move| m.promotion().is_none_or(|role| role == Role::Queen);
    let fits = |m: &Move| said.roles.contains(m.role()) && said.to.contains(m.to()) && promotes(m);
    position.legal_moves().into_iter().filter(|m| !m.is_castle()).filter(fits).collect()
}

/// The only way to split `text` into two legal SAN moves.
fn glued(text: &[u8], start: &Board) -> Option<(Move, Move, usize)> {
    if text.len() < 4 || text.len() > 16 {
        return None;
    }
    let mut found = None;
    for at in 2..text.len() - 1 {
        let Some((head, tail)) = text.split_at_checked(at) else { continue };
        let Some(((first, _), (second, _))) = san::read(head).zip(san::read(tail)) else { continue };
        let Ok(first) = start.resolve(&first) else { continue };
        let mut after = *start;
        after.play(first.mv);
        let Ok(second) = after.resolve(&second) else { continue };
        if found.replace((first.mv, second.mv, at)).is_some() {
            return None;
        }
    }
    found
}

/// Moves as SAN.
pub(super) fn sans(chess: &Chess, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&m| write_san(chess, m)).collect()
}

/// The position for a finding.
pub(super) fn fen(chess: &Chess) -> String {
    board::fen(chess)
}

#[cfg(test)]
mod tests {
    use scorebook_random::Random;

    use super::*;

    /// The fast interpretation equals that of all notations together.
    #[test]
    fn both_squares_are_read_as_the_notations_read_them() {
        let mut random = Random::new(1978);
        let (mut seen, mut refused) = (0, 0);
        for _ in 0..40 {
            let mut chess = Chess::default();
            for _ in 0..60 {
                let legal = chess.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let board = Board::from(&chess);
                for mv in [*random.pick(&legal), *random.pick(&legal)] {
                    let Some(from) = mv.from() else { continue };
                    let letter = mv.role().upper_char().to_string();
                    for (man, sign) in [("", "-"), ("", "x"), (&*letter, "-"), (&*letter, "x"), ("R", "-")] {
                        for mark in ["", "+", "#"] {
                            let text = format!("{man}{from}{sign}{}{mark}", mv.to());
                            let judged = judge(text.as_bytes(), &board, &chess, &mut NotationSet::default());
                            match spelled_out(text.as_bytes(), &board) {
                                Some(found) => {
                                    assert_eq!(judged, Verdict::Readable(found), "{text} in {}", fen(&chess));
                                    seen += 1;
                                }
                                None => refused += 1,
                            }
                        }
                    }
                }
                chess.play_unchecked(*random.pick(&legal));
            }
        }
        assert!(seen > 5000 && refused > 5000, "{seen} {refused}");
    }
}
