//! Findings about the position that a record starts from.

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Color, Role};

use super::{
    Case, Effort, Premises, Refutation, StartKind,
    before::{before_check, before_leap},
    judge, plain,
    rule::{Memory, refute_still, t5_shuffle},
    shuffle::both_shuffle,
    unmove::unmoves,
    work::Work,
};
use crate::{
    finding::{Code, Finding, code},
    text::Span,
};

/// The findings about a start that is not the starting position: whether no game can reach it, and which of
/// the rights and the en passant square that it claims cannot be true. Nothing is found wrong
/// without proof; the look is a quick one ([`Effort::QUICK`]). An array with pieces left out is a
/// game at odds. The last starts asked about on a thread are remembered.
///
/// ```
/// use scorebook_core::text::Span;
/// use scorebook_retro::{Case, StartKind, judge_start};
/// let case = Case::from_fen("4k3/8/8/8/8/8/8/4K3 w K - 0 1").unwrap();
/// let findings = judge_start(&case, StartKind::Standard, Span::default());
/// assert_eq!(findings[0].code.id, "P701");
/// ```
#[must_use]
pub fn judge_start(case: &Case, kind: StartKind, span: Span) -> Vec<Finding> {
    if is_unremarkable(case, plain::is_plain) {
        return Vec::new();
    }
    judge_closely(case, kind, span)
}

#[cold]
fn judge_closely(case: &Case, kind: StartKind, span: Span) -> Vec<Finding> {
    DESK.with_borrow_mut(|desk| {
        let key = (kind, case.clone());
        if let Some(known) = desk.seen.get(&key) {
            return at(known, span);
        }
        if desk.seen.len() >= MOST_SEEN {
            *desk = Desk::default();
        }
        let found = desk.findings(case, kind);
        let placed = at(&found, span);
        desk.seen.insert(key, found);
        placed
    })
}

/// What a thread remembers of the starts that it looked at closely.
#[derive(Debug)]
struct Desk {
    seen: FxHashMap<(StartKind, Case), Vec<Finding>>,
    memory: Memory,
}

impl Default for Desk {
    fn default() -> Desk {
        Desk {
            seen: FxHashMap::default(),
            memory: Memory::new(Effort { kernel: 150, ..Effort::QUICK }, &Work::unbounded()),
        }
    }
}

impl Desk {
    fn findings(&mut self, case: &Case, kind: StartKind) -> Vec<Finding> {
        let premises = premises(case, kind);
        let stands = |case: &Case| refute_still(&premises, case, &mut self.memory).is_none();
        if is_unremarkable(case, stands) { Vec::new() } else { findings(&premises, case) }
    }
}

/// Starts remembered on a thread: a corpus of problems or of one opening repeats few.
const MOST_SEEN: usize = 2048;

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

fn at(findings: &[Finding], span: Span) -> Vec<Finding> {
    findings.iter().map(|finding| Finding { span, ..finding.clone() }).collect()
}

/// Whether the position, or one before it, is one in which each side has a piece that goes to and
/// fro, so that there is a past of any length, and which `stands` in itself.
fn is_unremarkable(case: &Case, mut stands: impl FnMut(&Case) -> bool) -> bool {
    // Most positions: none is in check, no pawn has just leapt.
    if both_shuffle(case) {
        return stands(case);
    }
    look_back(case, stands)
}

/// The same, of one in which it takes a closer look.
#[cold]
fn look_back(case: &Case, mut stands: impl FnMut(&Case) -> bool) -> bool {
    let sways = |case: &Case| {
        both_shuffle(case)
            || t5_shuffle::swaying(case, Bitboard::EMPTY).is_some()
            || t5_shuffle::swaying_closely(case, Bitboard::EMPTY).is_some()
    };
    let mut glance = |case: &Case| sways(case) && stands(case);
    if case.in_check(!case.turn) {
        return false;
    }
    if let Some(ep) = case.ep {
        return before_leap(case, ep).as_ref().is_some_and(glance);
    }
    let checkers = case.checkers(case.turn);
    if checkers.is_empty() && sways(case) {
        return stands(case);
    }
    before_check(case, checkers, &mut glance)
        || unmoves(&Premises::default(), case).iter().any(|unmove| glance(&unmove.before))
}

fn findings(premises: &Premises, case: &Case) -> Vec<Finding> {
    let Some(whole) = judge(premises, case, Effort::QUICK) else { return Vec::new() };
    let finding = |code: &'static Code, why: &Refutation| {
        Finding::new(code, Span::default(), why.explanation.clone()).fen(case.fen())
    };
    let bare = without_claims(case);
    if let Some(refutation) = judge(premises, &bare, Effort::QUICK) {
        return vec![finding(code_of(&refutation), &refutation)];
    }
    let mut findings: Vec<Finding> = claims(case, &bare)
        .into_iter()
        .filter_map(|(code, claim)| judge(premises, &claim, Effort::QUICK).map(|why| finding(code, &why)))
        .collect();
    // Both rights of a side fail alike where its king is elsewhere.
    findings.dedup_by(|one, other| one.message == other.message);
    if findings.is_empty() {
        // Each claim may be, but not all of them together.
        let code = if case.castling.is_empty() { &code::P702 } else { &code::P701 };
        findings.push(finding(code, &whole));
    }
    findings
}

/// The premises of a record that starts from `case`.
fn premises(case: &Case, kind: StartKind) -> Premises {
    let mut premises = Premises::suiting(case);
    if kind == StartKind::Chess960 {
        premises.kind = StartKind::Chess960;
    }
    let at_odds = premises.kind == StartKind::Standard
        && Color::ALL.into_iter().all(|color| {
            case.board.by_color(color).is_subset(premises.array.by_color(color))
                && case.board.king_of(color).is_some()
        })
        && Role::ALL.into_iter().all(|role| case.board.by_role(role).is_subset(premises.array.by_role(role)));
    if at_odds {
        premises.array = case.board.clone();
        premises.first = case.turn;
    }
    premises
}

/// The position with each of its claims alone.
fn claims(case: &Case, bare: &Case) -> Vec<(&'static Code, Case)> {
    let rights = case
        .castling
        .into_iter()
        .map(|rook| (&code::P701, Case { castling: Bitboard::from(rook), ..bare.clone() }));
    let ep = case.ep.map(|ep| (&code::P702, Case { ep: Some(ep), ..bare.clone() }));
    rights.chain(ep).collect()
}

/// The position without castling rights and en passant square.
pub(super) fn without_claims(case: &Case) -> Case {
    Case { castling: Bitboard::EMPTY, ep: None, ..case.clone() }
}

/// The code of a refutation, by the tier of its rule.
fn code_of(refutation: &Refutation) -> &'static Code {
    match refutation.rule.tier {
        0 => &code::P001,
        1 => &code::P101,
        2 => &code::P201,
        3 => &code::P301,
        4 => &code::P401,
        5 => &code::P501,
        _ => &code::P601,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(fen: &str) -> Vec<&'static str> {
        let case = Case::from_fen(fen).unwrap();
        judge_start(&case, StartKind::Standard, Span::default())
            .iter()
            .map(|finding| finding.code.id)
            .collect()
    }

    #[test]
    fn starts_get_the_code_of_what_is_wrong() {
        for (fen, expected) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[][..]),
            ("8/8/8/8/8/8/8/K7 w - - 0 1", &["P001"]),
            ("4k3/8/8/8/P7/8/PPPPPPPP/4K3 w - - 0 1", &["P101"]),
            ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", &["P201"]),
            ("rnbqkbnr/pppppppp/8/B7/8/8/PPPPPPPP/RN1QKBNR b KQkq - 0 1", &["P301"]),
            ("r1bqkbnr/pppppppp/8/8/P7/P7/P2PPPPP/RNBQKBNR w - - 0 1", &["P401"]),
            ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", &["P701"]),
            ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", &["P702"]),
            ("4k3/8/8/8/7P/8/8/R3K3 b KQ e3 0 1", &["P701", "P702"]),
            // Rights of Chess960 are no fault, if they are written as such.
            ("8/1k6/8/8/8/8/8/3K3R w K - 0 1", &["P701"]),
            ("1k1r4/8/p7/8/8/8/8/1K1R4 w Dd - 0 1", &[]),
        ] {
            assert_eq!(codes(fen), expected, "{fen}");
        }
    }

    #[test]
    fn a_glance_overlooks_nothing() {
        let mut cases: Vec<Case> = include_str!("../../../fixtures/position/verdicts.tsv")
            .lines()
            .filter_map(|row| Case::from_fen(row.split('\t').next()?).ok())
            .collect();
        for name in ["random.tsv", "random-hard.tsv"] {
            let path = [env!("CARGO_MANIFEST_DIR"), "..", "..", "..", "shared", "positions", name];
            let Ok(text) = std::fs::read_to_string(path.iter().collect::<std::path::PathBuf>()) else {
                eprintln!("skipped: {name} is not there");
                continue;
            };
            cases.extend(text.lines().filter_map(|row| Case::from_fen(row.split('\t').next()?).ok()));
        }
        assert!(cases.len() > 15);
        let premises = Premises::default();
        for case in cases.iter().filter(|case| is_unremarkable(case, plain::is_plain)) {
            assert_eq!(judge(&premises, case, Effort::QUICK), None, "{}", case.fen());
        }
    }

    #[test]
    fn the_right_of_each_side_is_judged_alone() {
        // Smullyan: White's last move was a2-a3, so Black's before it took the last piece that
        // White could move; only the king's rook can have done so without Black's losing both.
        let case = Case::from_fen("r1b1k2r/p1p1p1p1/1p3p1p/8/8/P7/1PPPPPPP/2BQKB2 b kq - 0 1").unwrap();
        assert!(!judge_start(&case, StartKind::Standard, Span::default()).is_empty());
    }
}
