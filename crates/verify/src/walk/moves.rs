//! What stands in the place of a move.

use shakmaty::{Chess, Move, Position};

use super::GameVerifier;
use crate::finding::{Code, Finding, Fix, code};
use crate::international::Move16;
use crate::line::{Back, LineState, Made};
use crate::pgn::san::{self, CheckMark, Written};
use crate::start::Start;
use crate::text::Span;
use crate::{nonstandard_san, ruled, variant};

impl GameVerifier<'_, '_, '_> {
    pub(super) fn null(&mut self, span: Span) {
        self.begin();
        if self.in_mainline() {
            self.say(&code::S111, span, "a side passes, which the rules forbid");
        }
        let passed = match &mut self.line.now {
            LineState::Board(board) => match board.pass() {
                Some(undo) => {
                    self.draws.passed(&undo);
                    self.line.back = Back::Step(undo);
                    true
                }
                None => false,
            },
            LineState::Variant(position) => match position.as_ref().clone().swap_turn() {
                Ok(after) => {
                    let before = std::mem::replace(position, Box::new(after));
                    self.line.back = Back::Whole(Box::new(LineState::Variant(before)));
                    true
                }
                Err(_) => false,
            },
            LineState::Ruled(position) => {
                match position.parse_move(scorebook_variants::Notation::San, "--") {
                    Ok(mv) => {
                        let after = Box::new(position.after(mv));
                        let before = std::mem::replace(position, after);
                        self.line.back = Back::Whole(Box::new(LineState::Ruled(before)));
                        true
                    }
                    Err(_) => false,
                }
            }
            LineState::Kept(chess) => match chess.as_ref().clone().swap_turn() {
                Ok(after) => {
                    let before = std::mem::replace(chess, Box::new(after));
                    self.line.back = Back::Whole(Box::new(LineState::Kept(before)));
                    true
                }
                Err(_) => false,
            },
            LineState::Lost => {
                self.line.back = Back::Nothing;
                true
            }
        };
        if !passed {
            self.say(&code::M201, span, "a side in check cannot pass");
            self.line.lose();
        } else if self.keeps_moves && self.outer.is_empty() && !matches!(self.line.now, LineState::Lost) {
            self.moves.push(Move16::NULL);
        }
        self.line.made = None;
        self.line.advance();
        self.count_ply();
    }

    pub(super) fn en_passant(&mut self, span: Span) {
        self.begin();
        let message = match (self.line.made, &self.line.now) {
            (Some(Made { en_passant: false, .. }), _) => {
                Some((&code::N209, "the move is not an en passant capture"))
            }
            (Some(_), _) => Some((&code::N208, "SAN does not write `e.p.`")),
            (None, LineState::Lost) => None,
            (None, _) => Some((&code::N209, "`e.p.` without a move")),
        };
        let Some((code, message)) = message else { return };
        // The space before it goes too.
        let start = self.bytes[..span.start].trim_ascii_end().len();
        let fix =
            Fix { span: Span::new(start, span.end), replacement: String::new(), safe: code == &code::N208 };
        let finding = self.finding(code, span, message).fix(fix);
        self.ledger.push(self.line.last_place().unwrap_or(self.line.place()).mark(finding));
    }

    /// Checks that are due when a line ends: a mate that is not marked, and a number without a move.
    pub(crate) fn end_of_line(&mut self) {
        if let Some(waiting) = self.line.waiting.take() {
            self.say(&code::S117, waiting, "a move number without a move");
        }
        let (LineState::Board(board), Some(made)) = (&self.line.now, self.line.made) else { return };
        if board.is_check() && made.mark != CheckMark::Mate && !board.has_move() {
            self.mate_unmarked(made);
        }
    }

    pub(super) fn mate_unmarked(&mut self, made: Made) {
        if self.options.count_only {
            return self.ledger.push(Finding::new(&code::C103, made.span, String::new()));
        }
        let body = self.bytes.get(made.span.range()).unwrap_or_default();
        let written = match (self.line.before(), san::read(body)) {
            (LineState::Board(before), Some((written, _))) => {
                before.resolve(&written).ok().map(|step| before.san(step.mv))
            }
            _ => None,
        };
        let replacement = written.unwrap_or_else(|| {
            let body = body.strip_suffix(b"+").unwrap_or(body);
            String::from_utf8_lossy(body).into_owned() + "#"
        });
        let fix = Fix { span: made.span, replacement, safe: true };
        let finding =
            self.finding(&code::C103, made.span, "the move gives checkmate, but has no `#`").fix(fix);
        let place = self.line.last_place().unwrap_or(self.line.place());
        self.ledger.push(place.mark(finding));
    }

    /// Counts a half-move of the mainline.
    #[inline]
    pub(super) fn count_ply(&mut self) {
        if self.outer.is_empty() {
            self.mainline_plies += 1;
        }
    }

    /// A symbol in the place of a move.
    #[inline]
    pub(super) fn symbol(&mut self, span: Span) {
        if self.too_deep > 0 {
            return;
        }
        let text = &self.bytes[span.range()];
        if let LineState::Board(board) = &mut self.line.now
            && let Some((written, mark)) = san::read(text)
            && let Ok(step) = board.resolve(&written)
        {
            let capture = written.capture() != step.mv.is_capture();
            self.line.back = Back::Step(board.play(step.mv));
            let check = board.is_check() != (mark != CheckMark::None);
            if capture || check || step.over_disambiguated || mark == CheckMark::Mate {
                self.remark(span, &written, mark, step.mv, step.over_disambiguated);
            }
            self.made(step.mv, span, mark);
            return;
        }
        self.unusual(span);
    }

    /// A move of the fast board was made.
    #[inline]
    pub(super) fn made(&mut self, mv: Move, span: Span, mark: CheckMark) {
        self.line.made = Some(Made { span, mark, en_passant: mv.is_en_passant() });
        if self.outer.is_empty() {
            self.mainline_plies += 1;
            self.keep(mv);
            if let (LineState::Board(board), Back::Step(undo)) = (&self.line.now, &self.line.back) {
                let claim = self.draws.after(board, undo);
                let bare = (mv.is_capture() || mv.is_promotion()) && board.men_count() <= 4;
                if claim.is_some() || bare {
                    self.draw(claim, bare, span);
                }
            }
        }
        self.line.advance();
    }

    /// Notes a draw that can be claimed or has come about.
    pub(super) fn draw(&mut self, claim: Option<&'static Code>, bare: bool, span: Span) {
        if let Some(code) = claim {
            let words = match code.id {
                "R201" => "the position occurs for the third time: a draw can be claimed",
                "R202" => "the position occurs for the fifth time: the game is drawn",
                "R203" => "fifty moves without a capture or pawn move: a draw can be claimed",
                _ => "seventy-five moves without a capture or pawn move: the game is drawn",
            };
            self.say(code, span, words);
        }
        if bare
            && let LineState::Board(board) = &self.line.now
            && board.to_chess().is_insufficient_material()
        {
            self.say(&code::R205, span, "neither side has mating material: the game is drawn");
        }
    }

    /// The chess position of a line, for what is out of the ordinary.
    pub(crate) fn chess(stand: &LineState) -> Option<Chess> {
        match stand {
            LineState::Board(board) => Some(board.to_chess()),
            LineState::Kept(chess) => Some(chess.as_ref().clone()),
            _ => None,
        }
    }

    /// What is wrong with the spelling of a move that was made.
    #[cold]
    pub(super) fn remark(
        &mut self,
        span: Span,
        written: &Written,
        mark: CheckMark,
        mv: Move,
        over_disambiguated: bool,
    ) {
        let (LineState::Board(before), LineState::Board(board)) = (self.line.before(), &self.line.now) else {
            return;
        };
        let check = board.is_check();
        let mate = check && mark == CheckMark::Mate && !board.has_move();
        let captures = match (written.capture(), mv.is_capture()) {
            (true, false) => Some(&code::N206),
            (false, true) => Some(&code::N205),
            _ => None,
        };
        let checks = match mark {
            // A mate is reported at the end of the line.
            CheckMark::None if check && board.has_move() => Some(&code::C101),
            CheckMark::Check if !check => Some(&code::C102),
            CheckMark::Mate if !mate => Some(&code::C104),
            _ => None,
        };
        let codes = [captures, over_disambiguated.then_some(&code::N203), checks];
        if self.options.count_only {
            for code in codes.into_iter().flatten() {
                self.ledger.push(Finding::new(code, span, String::new()));
            }
            return;
        }
        let correct = before.san(mv);
        for code in codes.into_iter().flatten() {
            let message = match code.id {
                "N206" => format!("nothing is captured on {}", mv.to()),
                "N205" => format!("the piece on {} is captured, but there is no `x`", mv.to()),
                "N203" => format!("SAN writes {correct}"),
                "C101" => "the move gives check, but has no `+`".to_owned(),
                "C102" => "the move gives no check".to_owned(),
                _ if check => "the move gives check, but not checkmate".to_owned(),
                _ => "the move gives no check".to_owned(),
            };
            let fix = Fix { span, replacement: correct.clone(), safe: true };
            let finding =
                self.finding(code, span, message).fix(fix).chosen(correct.clone()).fen(before.fen());
            self.ledger.push(self.line.place().mark(finding));
        }
    }

    /// Reports what was found in a move of a variant, and advances to the position after it; without one the line is lost.
    fn take_judged(&mut self, span: Span, findings: Vec<Finding>, after: Option<LineState>) {
        let place = self.line.place();
        for finding in findings {
            let fix = finding.fix.map(|fix| Fix { span, ..fix });
            let finding = Finding { span, fix, ..finding }.text(self.text(span));
            self.ledger.push(place.mark(finding));
        }
        let before = std::mem::replace(&mut self.line.now, after.unwrap_or(LineState::Lost));
        self.line.back = Back::Whole(Box::new(before));
        self.line.broke = Some(place);
        self.line.made = None;
        self.line.advance();
    }

    /// A symbol that is no plain legal SAN.
    #[cold]
    pub(super) fn unusual(&mut self, span: Span) {
        let text = &self.bytes[span.range()];
        match &self.line.now {
            LineState::Lost => {
                let drops = matches!(self.start, Start::Variant(_) | Start::Ruled(_) | Start::Unknown);
                if !(nonstandard_san::is_readable(text, self.line.turn)
                    || drops && (nonstandard_san::is_drop(text) || names_square(text)))
                {
                    self.line.numbering.unsure = true;
                    self.say(
                        &code::N201,
                        span,
                        format!("`{}` is not a move in any notation", self.text(span)),
                    );
                }
                self.line.back = Back::Nothing;
                self.line.made = None;
                self.line.advance();
                self.count_ply();
            }
            LineState::Variant(position) => {
                let judged = variant::judge(text, position);
                let after = judged.after.map(|after| LineState::Variant(Box::new(after)));
                self.take_judged(span, judged.findings, after);
                if let (Some(mv), true) = (judged.mv, self.outer.is_empty()) {
                    self.keep(mv);
                }
                self.count_ply();
            }
            LineState::Ruled(position) => {
                let judged = ruled::judge(text, position);
                let after = judged.after.map(|after| LineState::Ruled(Box::new(after)));
                self.take_judged(span, judged.findings, after);
                if let (Some(packed), true, true) =
                    (judged.packed, self.outer.is_empty(), self.options.identities)
                {
                    self.ruled_moves.push(packed);
                }
                self.count_ply();
            }
            LineState::Kept(chess) => {
                let chess = chess.as_ref().clone();
                self.behind_illegal(&chess, span);
            }
            LineState::Board(board) => {
                let plain = nonstandard_san::castled(text, board)
                    .or_else(|| nonstandard_san::spelled_out(text, board))
                    .or_else(|| nonstandard_san::pawn_with_file(text, board));
                if let Some(mv) = nonstandard_san::false_en_passant(text, board) {
                    return self.not_in_passing(mv, span);
                }
                match plain {
                    Some(mv) => self.readable(mv, span),
                    None => self.judge(span),
                }
            }
        }
    }
}

/// Whether a text names a square of some board, as moves of variants do that have more than nine ranks or other letters.
fn names_square(text: &[u8]) -> bool {
    text.is_ascii()
        && text.windows(2).any(|pair| matches!(pair, [b'a'..=b't', digit] if digit.is_ascii_digit()))
}
