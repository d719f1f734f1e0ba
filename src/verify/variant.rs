//! Games by other rules, proven by shakmaty's variants.

use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position, san::SanPlus};

use crate::finding::{Candidate, Code, Finding, Fix, code};
use crate::text::Span;

/// What came of a text.
pub(super) struct Judged {
    /// What is to be said; the place is for the caller.
    pub(super) findings: Vec<Finding>,
    /// The position after the move, if it could be made.
    pub(super) after: Option<VariantPosition>,
    /// The move.
    pub(super) mv: Option<Move>,
}

fn failed(code: &'static Code, message: String, names: Vec<String>) -> Judged {
    let finding =
        Finding::new(code, Span::default(), message).candidates(names.into_iter().map(Candidate::new));
    Judged { findings: vec![finding], after: None, mv: None }
}

pub(super) fn judge(text: &[u8], position: &VariantPosition) -> Judged {
    let shown = String::from_utf8_lossy(text).into_owned();
    if position.is_game_over() {
        let message = format!("`{shown}` is written behind the end of the game");
        return failed(&code::M203, message, Vec::new());
    }
    let Ok(said) = SanPlus::from_ascii(text) else {
        return failed(&code::N201, format!("`{shown}` is no move in SAN"), Vec::new());
    };
    let mv = match said.san.to_move(position) {
        Ok(mv) => mv,
        Err(shakmaty::san::SanError::AmbiguousSan) => {
            let legal = position.legal_moves();
            let names: Vec<String> = legal
                .into_iter()
                .filter(|&m| said.san.matches(m))
                .map(|m| SanPlus::from_move(position.clone(), m).to_string())
                .collect();
            return failed(&code::M202, format!("`{shown}` may be {}", names.join(" or ")), names);
        }
        Err(shakmaty::san::SanError::IllegalSan) => {
            let variant = position.variant();
            let message = format!("`{shown}` cannot be played: no legal move of {variant:?} fits");
            return failed(&code::M201, message, Vec::new());
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
    Judged { findings, after: Some(after), mv: Some(mv) }
}
