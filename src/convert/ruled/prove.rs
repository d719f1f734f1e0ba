//! Proves the moves of a record by the rules of its variant.

use scorebook_variants::{Move, Notation, Outcome, Position, Rules, Side, WhyNot};
use shakmaty::Color;

use super::sheet::{SheetItem, VariantRecord};
use crate::finding::{Candidate, Code, Finding, Severity, code};
use crate::game::Verdict;
use crate::text::Span;

/// One item of a proven record.
pub(super) enum Said {
    /// A legal move.
    Move {
        /// The move.
        mv: Move,
        /// The position before it.
        before: Box<Position<'static>>,
        /// Its text in the record.
        text: String,
    },
    /// A comment.
    Comment(String),
    /// A numeric annotation glyph.
    Nag(u8),
    /// A variation begins; it replaces the move before it.
    Open,
    /// The variation ends.
    Close,
}

/// A proven record.
pub(super) struct Proof {
    /// The starting position.
    pub start: Position<'static>,
    /// Moves, comments and variations in order; every variation that opens is closed.
    pub said: Vec<Said>,
    /// The notation of its moves.
    pub notation: Notation,
    /// Whether all moves are legal.
    pub verdict: Verdict,
    /// All findings, by ply.
    pub findings: Vec<Finding>,
    /// The text of the main-line moves that could not be read.
    pub rest: Option<String>,
    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

impl Proof {
    /// The rules.
    pub fn rules(&self) -> &'static Rules {
        self.start.rules()
    }

    /// The moves of the main line, each with the position before it and its text.
    pub fn mainline(&self) -> impl Iterator<Item = (Move, &Position<'static>, &str)> {
        let mut depth = 0usize;
        self.said.iter().filter_map(move |said| match said {
            Said::Open => {
                depth += 1;
                None
            }
            Said::Close => {
                depth = depth.saturating_sub(1);
                None
            }
            Said::Move { mv, before, text } if depth == 0 => Some((*mv, &**before, text.as_str())),
            _ => None,
        })
    }

    /// Number of half-moves in the main line.
    pub fn plies(&self) -> usize {
        self.mainline().count()
    }

    /// The moves of the main line, each with the comments behind it.
    pub fn placed(&self) -> Vec<(Move, Vec<&str>)> {
        let mut depth = 0usize;
        let mut placed: Vec<(Move, Vec<&str>)> = Vec::new();
        for said in &self.said {
            match said {
                Said::Open => depth += 1,
                Said::Close => depth = depth.saturating_sub(1),
                Said::Move { mv, .. } if depth == 0 => placed.push((*mv, Vec::new())),
                Said::Comment(text) if depth == 0 => {
                    placed.last_mut().into_iter().for_each(|(_, comments)| comments.push(text));
                }
                _ => {}
            }
        }
        placed
    }

    /// Whether there are variations, glyphs or comments other than times.
    pub fn has_more(&self) -> bool {
        self.said.iter().any(|said| match said {
            Said::Open | Said::Nag(_) => true,
            Said::Comment(text) => !(text.starts_with("[%emt ") && text.ends_with(']')),
            _ => false,
        })
    }

    /// The positions of the main line, starting with the first.
    pub fn positions(&self) -> Vec<Position<'static>> {
        std::iter::once(self.start).chain(self.mainline().map(|(mv, before, _)| before.after(mv))).collect()
    }
}

/// The state of a line (main line or variation) while it is read.
struct LineReader {
    now: Position<'static>,
    before: Option<Position<'static>>,
    ply: u32,
    /// A move could not be read, so the rest of this line is not read.
    lost: bool,
}

/// The notations that texts of these rules may be in, the likeliest first.
fn notations(rules: &Rules, from: Option<Notation>) -> Vec<Notation> {
    match from {
        Some(notation) => vec![notation],
        None if rules.shogi => vec![Notation::Shogi, Notation::Usi, Notation::San, Notation::Uci],
        None => vec![Notation::San, Notation::Uci, Notation::Usi, Notation::Courier],
    }
}

/// Reads one move with the first notation that accepts it, and moves that notation to the front.
fn read(position: &Position<'_>, text: &str, notations: &mut [Notation]) -> Result<Move, WhyNot> {
    let mut why = None;
    for at in 0..notations.len() {
        match position.parse_move(notations[at], text) {
            Ok(mv) => {
                notations[..=at].rotate_right(1);
                return Ok(mv);
            }
            Err(WhyNot::Unreadable(_)) => {}
            Err(error) => {
                why.get_or_insert(error);
            }
        }
    }
    Err(why.unwrap_or_else(|| WhyNot::Unreadable(text.to_owned())))
}

/// The finding for a text that is not a legal move.
fn refused(text: &str, why: &WhyNot, rules: &Rules) -> Finding {
    let say = |code: &'static Code, message: String| Finding::new(code, Span::default(), message);
    match why {
        WhyNot::Ambiguous(moves) => say(&code::M202, format!("`{text}` could be {}", moves.join(" or ")))
            .candidates(moves.iter().cloned().map(Candidate::new)),
        WhyNot::Over(outcome) => {
            say(&code::M203, format!("`{text}` comes after the end of the game: {}", outcome.reason))
        }
        WhyNot::Illegal(reason) => say(&code::M201, format!("`{text}` cannot be played: {reason}")),
        WhyNot::Unreadable(_) => say(&code::N201, format!("`{text}` is not a move in {}", rules.name)),
    }
}

/// Proves a record, from its own position if it gives one.
pub(super) fn prove(sheet: &VariantRecord, rules: &'static Rules, from: Option<Notation>) -> Proof {
    let mut findings = sheet.findings.clone();
    let is_whole = findings.iter().all(|finding| finding.severity < Severity::Error);
    let start = match sheet.tags.get("FEN") {
        None => Ok(Position::start(rules)),
        Some(fen) => Position::from_fen(rules, fen.trim()),
    };
    let known = start.is_ok() && rules.refused.is_none();
    if let Some(why) = &rules.refused {
        let name = sheet.tags.get("Variant").unwrap_or(&rules.name);
        let message = format!("the rules of {name} cannot be used, so its moves are not read: {why}");
        findings.push(Finding::new(&code::T215, sheet.span, message));
    }
    let start = start.unwrap_or_else(|error| {
        if rules.refused.is_some() {
            return Position::start(rules);
        }
        let message = format!("the FEN is not a position of {}: {}", rules.name, error.0);
        findings.push(Finding::new(&code::T212, sheet.span, message));
        Position::start(rules)
    });
    let mut notations = notations(rules, from);
    let mut proof = Proof {
        start,
        said: Vec::new(),
        notation: notations[0],
        verdict: if known && is_whole { Verdict::Verified } else { Verdict::Incomplete },
        findings,
        rest: None,
        result: String::new(),
    };
    let mut rest: Vec<&str> = Vec::new();
    let mut line = LineReader { now: start, before: None, ply: 0, lost: !known };
    let mut outer: Vec<LineReader> = Vec::new();
    for (item, span) in &sheet.items {
        let main = outer.is_empty();
        let place = |finding: Finding, line: &LineReader| {
            let turn = Color::from_white(line.now.side() == Side::White);
            let number = u32::from(line.now.number()).max(1);
            Finding { span: *span, ..finding }.at_ply(line.ply + 1, number, turn)
        };
        match item {
            SheetItem::Move(text) if line.lost => {
                if main {
                    rest.push(text);
                }
            }
            SheetItem::Move(text) => match read(&line.now, text, &mut notations) {
                Ok(mv) => {
                    let before = line.now;
                    line.now.play(mv);
                    if let Some(finding) = false_mark(text, &line.now, notations[0]) {
                        let turn = Color::from_white(before.side() == Side::White);
                        let number = u32::from(before.number()).max(1);
                        let finding = Finding { span: *span, ..finding }.text(text.as_str());
                        proof.findings.push(finding.at_ply(line.ply + 1, number, turn));
                    }
                    line.ply += 1;
                    line.before = Some(before);
                    proof.said.push(Said::Move { mv, before: Box::new(before), text: text.clone() });
                }
                Err(why) => {
                    let finding = place(refused(text, &why, rules), &line).text(text.as_str());
                    proof.findings.push(finding.fen(line.now.fen()));
                    line.lost = true;
                    if main {
                        rest.push(text);
                        proof.verdict = Verdict::Incomplete;
                    } else {
                        proof.said.push(Said::Comment(format!("not read: {text}")));
                    }
                }
            },
            // Comments after an unread move are dropped.
            SheetItem::Comment(_) | SheetItem::Nag(_) if line.lost => {}
            SheetItem::Comment(text) => proof.said.push(Said::Comment(text.clone())),
            SheetItem::Nag(nag) => proof.said.push(Said::Nag(*nag)),
            SheetItem::Open => {
                let inner = match line.before {
                    Some(before) if !line.lost => {
                        proof.said.push(Said::Open);
                        LineReader { now: before, before: None, ply: line.ply - 1, lost: false }
                    }
                    _ => LineReader { now: line.now, before: None, ply: line.ply, lost: true },
                };
                outer.push(std::mem::replace(&mut line, inner));
            }
            SheetItem::Close => match outer.pop() {
                Some(out) => {
                    if out.before.is_some() && !out.lost {
                        proof.said.push(Said::Close);
                    }
                    line = out;
                }
                None => {
                    let finding = Finding::new(&code::S104, *span, "a `)` without a matching `(`");
                    proof.findings.push(finding);
                }
            },
            SheetItem::Stray(text) => {
                let finding = Finding::new(&code::N201, *span, format!("`{text}` is not part of a game"));
                proof.findings.push(place(finding, &line).text(text.as_str()));
                if proof.verdict == Verdict::Verified {
                    proof.verdict = Verdict::Repaired;
                }
            }
        }
    }
    if !outer.is_empty() {
        proof.findings.push(Finding::new(&code::S103, sheet.span, "a variation is not closed"));
        if proof.verdict != Verdict::Incomplete {
            proof.verdict = Verdict::Repaired;
        }
        while let Some(out) = outer.pop() {
            if out.before.is_some() && !out.lost {
                proof.said.push(Said::Close);
            }
            line = out;
        }
    }
    proof.notation = notations[0];
    proof.rest = (!rest.is_empty()).then(|| rest.join(" "));
    let end = if line.lost { None } else { line.now.outcome() };
    settle(sheet, end, &mut proof);
    proof
}

/// The finding for a mark of check or mate that is wrong.
fn false_mark(text: &str, after: &Position<'_>, notation: Notation) -> Option<Finding> {
    if notation != Notation::San {
        return None;
    }
    let text = text.trim_end_matches(['!', '?']);
    let say = |code, message| Some(Finding::new(code, Span::default(), message));
    if text.ends_with('#') && after.outcome().is_none() {
        return say(&code::C104, "the move does not end the game");
    }
    if text.ends_with('+') && !after.in_check(after.side()) {
        return say(&code::C102, "the move gives no check");
    }
    None
}

/// Compares the stated result with the final position.
fn settle(sheet: &VariantRecord, end: Option<Outcome>, proof: &mut Proof) {
    let known = |text: &&str| matches!(*text, "1-0" | "0-1" | "1/2-1/2");
    let tag = sheet.tags.get("Result").filter(known);
    let marker = sheet.marker.as_ref().map(|(text, _)| text.as_str()).filter(known);
    let span = sheet.marker.as_ref().map_or(sheet.span, |(_, span)| *span);
    if let (Some(tag), Some(marker)) = (tag, marker)
        && tag != marker
    {
        let message = format!("the `Result` tag is {tag}, but the game ends with {marker}");
        proof.findings.push(Finding::new(&code::R301, span, message));
    }
    let said = marker.or(tag);
    if let (Some(end), Some(said)) = (end, said)
        && end.result() != said
    {
        let message =
            format!("by the rules the result is {} ({}), but the result is {said}", end.result(), end.reason);
        proof.findings.push(Finding::new(&code::R305, span, message));
    }
    let result = said.or(end.as_ref().map(Outcome::result)).unwrap_or("*");
    proof.result = result.to_owned();
}
