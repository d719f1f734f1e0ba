//! Games by a rules file, proven by the slow generator.

use scorebook_variants::{Change, Move, Notation, Position, WhyNot};

use super::nonstandard_san::LONGEST;
use crate::finding::{Candidate, Code, Finding, Fix, code};
use crate::text::Span;

/// What came of a text.
pub(super) struct JudgedMove {
    /// The finding; the caller adds the place.
    pub(super) findings: Vec<Finding>,
    /// The position after the move, if it could be made.
    pub(super) after: Option<Position<'static>>,
    /// The move in two bytes, to compare games by.
    pub(super) packed: Option<u16>,
}

/// A move in two bytes: its squares, mixed with what else it says where that is anything.
fn packed(mv: Move) -> u16 {
    let square =
        |square: Option<scorebook_variants::Square>| square.map_or(0, |square| square.index() as u16);
    let squares = square(mv.from()).rotate_left(8) ^ square(mv.to());
    let more = match mv {
        Move::Step { change: Change::Promote(kind), .. } => 1 + u16::from(kind.0),
        Move::Step { change: Change::Upgrade, .. } => 65,
        Move::Step { change: Change::Demote, .. } => 66,
        Move::Drop { kind, promoted, .. } => 67 + 2 * u16::from(kind.0) + u16::from(promoted),
        _ => 0,
    };
    let gate = mv.gate().map_or(0, |gate| 1 + u16::from(gate.kind.0));
    squares ^ more.wrapping_mul(0x9E37) ^ gate.wrapping_mul(0x7A69)
}

fn failed(code: &'static Code, message: String, names: Vec<String>) -> JudgedMove {
    let candidates = names.into_iter().map(Candidate::new);
    JudgedMove {
        findings: vec![Finding::new(code, Span::default(), message).candidates(candidates)],
        after: None,
        packed: None,
    }
}

/// Reads a move as SAN of the variant, or as shogi is written, or as UCI; says why it is none.
pub(super) fn judge(text: &[u8], position: &Position<'static>) -> JudgedMove {
    if text.len() > LONGEST {
        return failed(&code::N201, "the text is too long for a move".to_owned(), Vec::new());
    }
    let shown = String::from_utf8_lossy(text).into_owned();
    let own = if position.rules().shogi { Notation::Shogi } else { Notation::San };
    let others = [Notation::San, Notation::Uci, Notation::Usi];
    let first = position.parse_move(own, &shown);
    let read = match &first {
        // What is no move in the usual notation may be one in another.
        Err(WhyNot::Unreadable(_)) => {
            let mut read = others
                .into_iter()
                .filter_map(|other| Some((position.parse_move(other, &shown).ok()?, other)));
            read.next()
        }
        Ok(mv) => Some((*mv, own)),
        Err(_) => None,
    };
    let Some((mv, notation)) = read else {
        return match first {
            Err(WhyNot::Ambiguous(names)) => {
                failed(&code::M202, format!("`{shown}` could be {}", names.join(" or ")), names)
            }
            Err(WhyNot::Over(outcome)) => {
                let message = format!("`{shown}` comes after the end of the game: {}", outcome.reason);
                failed(&code::M203, message, Vec::new())
            }
            Err(WhyNot::Illegal(reason)) => {
                failed(&code::M201, format!("`{shown}` cannot be played: {reason}"), Vec::new())
            }
            _ => failed(&code::N201, format!("`{shown}` is not a move in SAN"), Vec::new()),
        };
    };
    // Games like shogi are written in SAN, too.
    let own = if notation == Notation::San { Notation::San } else { own };
    let correct = position.write_move(own, mv);
    let mut findings = Vec::new();
    if correct != shown {
        let bare = |text: &str| text.trim_end_matches(['+', '#']).to_owned();
        let (code, message): (&'static Code, _) =
            if notation != own || bare(&correct) != bare(&shown) || own != Notation::San {
                let x = |text: &str| text.contains('x');
                let code = match (x(&correct), x(&shown)) {
                    (true, false) => &code::N205,
                    (false, true) => &code::N206,
                    _ if notation == own && bare(&shown).len() > bare(&correct).len() => &code::N203,
                    _ => &code::N202,
                };
                let notation = if own == Notation::Shogi { "Hodges' notation" } else { "SAN" };
                (code, format!("{notation} writes {correct}"))
            } else if correct.ends_with('#') {
                (&code::C103, "the move ends the game, but has no `#`".to_owned())
            } else if shown.ends_with('#') {
                (&code::C104, "the move does not end the game".to_owned())
            } else if correct.ends_with('+') {
                (&code::C101, "the move gives check, but has no `+`".to_owned())
            } else {
                (&code::C102, "the move gives no check".to_owned())
            };
        let fix = Fix { span: Span::default(), replacement: correct.clone(), safe: true };
        findings.push(Finding::new(code, Span::default(), message).fix(fix).chosen(correct));
    }
    JudgedMove { findings, after: Some(position.after(mv)), packed: Some(packed(mv)) }
}

#[cfg(test)]
mod tests {
    use crate::pgn::Lexer;
    use crate::{Options, game};

    /// The codes and messages of a game.
    fn findings(pgn: &str, options: &Options) -> Vec<String> {
        let mut lexer = Lexer::new(pgn.as_bytes());
        assert!(lexer.begin_game());
        let report = game(&mut lexer, options);
        let told = report.findings.iter().filter(|finding| !finding.code.id.starts_with('T'));
        told.map(|finding| format!("{} {}", finding.code.id, finding.message)).collect()
    }

    #[test]
    fn games_of_variants_that_are_built_in_are_proven() {
        let options = Options::default();
        let pgn = "[Variant \"Capablanca\"]\n[Result \"*\"]\n\n1. Nc3 Nh6 2. e4 f5 3. Ci3 *\n";
        assert_eq!(findings(pgn, &options), [] as [&str; 0]);
        let pgn = "[Variant \"xiangqi\"]\n[Result \"*\"]\n\n1. Cbe3 Hc8 2. Hc3 Rb10 3. Cb10 *\n";
        let told = findings(pgn, &options);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with("M201 `Cb10` cannot be played: "), "{told:?}");
        let pgn = "[Variant \"seirawan\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3/H Nc6/E *\n";
        assert_eq!(findings(pgn, &options), [] as [&str; 0]);
    }

    #[test]
    fn games_by_a_users_rules_are_proven() {
        let rules = "[mychess:chess]\ncustomPiece1 = n:NN\nknight = -\npromotionPieceTypes = qrbn\n";
        let options = Options { rules: scorebook_variants::Rules::load(rules).keep(), ..Options::default() };
        let pgn = "[Variant \"MyChess\"]\n[Result \"1-0\"]\n\n1. Nc3 e5 2. Nd5 a6 3. Nb6+ *\n";
        assert!(findings(pgn, &options).iter().any(|told| told.contains("no check")));
        let pgn = "[Variant \"mychess\"]\n[Result \"*\"]\n\n1. Nc3 e5 2. Nge6 *\n";
        assert!(findings(pgn, &options).iter().any(|told| told.starts_with("M201")));
    }
}
