//! Games by other rules, proven by shakmaty's variants.

use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position, Role};

use super::nonstandard_san::LONGEST;
use crate::finding::{Candidate, Code, Finding, Fix, code};
use crate::text::Span;

/// What came of a text.
pub(super) struct JudgedVariantMove {
    /// The finding; the caller adds the place.
    pub(super) findings: Vec<Finding>,
    /// The position after the move, if it could be made.
    pub(super) after: Option<VariantPosition>,
    /// The move.
    pub(super) mv: Option<Move>,
}

fn failed(code: &'static Code, message: String, names: Vec<String>) -> JudgedVariantMove {
    let finding =
        Finding::new(code, Span::default(), message).candidates(names.into_iter().map(Candidate::new));
    JudgedVariantMove { findings: vec![finding], after: None, mv: None }
}

/// The legal moves that a text may mean, whether it has the right `x` or not; nothing where it is no move.
fn fitting(text: &[u8], position: &VariantPosition, legal: &[Move]) -> Option<Vec<Move>> {
    if let Ok(uci) = UciMove::from_ascii(text) {
        return Some(uci.to_move(position).into_iter().collect());
    }
    let said = SanPlus::from_ascii(text).or_else(|_| SanPlus::from_ascii(&plainly(text))).ok()?.san;
    let fits = |m: &Move| match said {
        San::Normal { role, file, rank, to, promotion, .. } => {
            m.role() == role
                && m.to() == to
                && !m.is_castle()
                && m.from().is_some_and(|from| {
                    file.is_none_or(|file| from.file() == file) && rank.is_none_or(|rank| from.rank() == rank)
                })
                && (promotion.is_none() || m.promotion() == promotion)
        }
        _ => said.matches(*m),
    };
    let mut moves: Vec<Move> = legal.iter().copied().filter(fits).collect();
    // A pawn capture names the file, so a bare square is a step.
    if let San::Normal { role: Role::Pawn, file: None, capture: false, .. } = said {
        moves.retain(|m| !m.is_capture());
    }
    Some(moves)
}

/// A text with castling and promotion as SAN spells them, where it has them otherwise (`0-0`, `e8Q`, `e8(Q)`, `e8/Q`).
fn plainly(text: &[u8]) -> Vec<u8> {
    let bare = text.strip_suffix(b"+").or(text.strip_suffix(b"#")).unwrap_or(text);
    if let castling @ (b"0-0" | b"o-o" | b"0-0-0" | b"o-o-o") = bare {
        return castling.iter().map(|&b| if b == b'-' { b } else { b'O' }).collect();
    }
    let mut out: Vec<u8> = bare.iter().copied().filter(|b| !matches!(b, b'=' | b'/' | b'(' | b')')).collect();
    if let [.., b'1' | b'8', man] = out.as_mut_slice()
        && matches!(*man, b'Q' | b'R' | b'B' | b'N' | b'K' | b'q' | b'r' | b'b' | b'n' | b'k')
    {
        let man = man.to_ascii_uppercase();
        out.pop();
        out.extend([b'=', man]);
    }
    out
}

pub(super) fn judge(text: &[u8], position: &VariantPosition) -> JudgedVariantMove {
    if text.len() > LONGEST {
        return failed(&code::N201, "the text is too long for a move".to_owned(), Vec::new());
    }
    let shown = String::from_utf8_lossy(text).into_owned();
    if position.is_game_over() {
        let message = format!("`{shown}` comes after the end of the game");
        return failed(&code::M203, message, Vec::new());
    }
    let legal = position.legal_moves();
    let names = |moves: &[Move]| -> Vec<String> {
        moves.iter().map(|&m| SanPlus::from_move(position.clone(), m).to_string()).collect()
    };
    let Some(fits) = fitting(text, position, &legal) else {
        return failed(&code::N201, format!("`{shown}` is not a move in SAN"), Vec::new());
    };
    let mv = match *fits.as_slice() {
        [only] => only,
        [] => {
            let variant = position.variant();
            let message = format!("`{shown}` cannot be played: no legal move of {variant:?} fits");
            return failed(&code::M201, message, Vec::new());
        }
        [first, ..] if fits.iter().all(|m| m.is_promotion() && m.from() == first.from()) => {
            let message = format!("`{shown}` does not state the promotion piece");
            return failed(&code::M204, message, names(&fits));
        }
        _ => {
            let names = names(&fits);
            return failed(&code::M202, format!("`{shown}` could be {}", names.join(" or ")), names);
        }
    };
    let correct = SanPlus::from_move(position.clone(), mv).to_string();
    let mut after = position.clone();
    after.play_unchecked(mv);
    let mut findings = Vec::new();
    // Pawns are dropped with and without their letter.
    let said = shown.strip_prefix('P').filter(|rest| rest.starts_with('@')).unwrap_or(&shown);
    if correct != said {
        let bare = |text: &str| text.trim_end_matches(['+', '#']).to_owned();
        let mark = |text: &str| text.chars().last().filter(|c| matches!(c, '+' | '#'));
        let (code, message): (&'static Code, _) = if bare(&correct) != bare(&shown) {
            let x = |text: &str| text.contains('x');
            let code = match (x(&correct), x(&shown)) {
                (true, false) => &code::N205,
                (false, true) => &code::N206,
                _ if SanPlus::from_ascii(text).is_err() => &code::N202,
                _ if bare(&shown).len() > bare(&correct).len() => &code::N203,
                _ => &code::N202,
            };
            (code, format!("SAN writes {correct}"))
        } else {
            match (mark(&correct), mark(&shown)) {
                (Some('#'), _) => (&code::C103, "the move ends the game, but has no `#`".to_owned()),
                (_, Some('#')) => (&code::C104, "the move does not end the game".to_owned()),
                (Some(_), None) => (&code::C101, "the move gives check, but has no `+`".to_owned()),
                _ => (&code::C102, "the move gives no check".to_owned()),
            }
        };
        let fix = Fix { span: Span::default(), replacement: correct.clone(), safe: true };
        findings.push(Finding::new(code, Span::default(), message).fix(fix).chosen(correct));
    }
    JudgedVariantMove { findings, after: Some(after), mv: Some(mv) }
}
