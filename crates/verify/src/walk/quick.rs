//! The quick way through plain movetext: numbers, clean moves, plain comments, NAGs, variations and
//! castling straight from the bytes.
//!
//! Everything else ends it, with nothing of it taken, and goes the whole way: token, text,
//! skeleton. Both ways say the same of the same text.

use super::run::{Drawn, Halt, Notes, Run, behind_space};
use super::{GameVerifier, MOST_OPEN, Marker};
use crate::line::{Back, Line, LineState, Made};
use crate::pgn::board::Undo;
use crate::pgn::san::{self, CheckMark};
use crate::text::Span;

/// Games that claim to have come so far are left to the whole way: counting on could come to the end
/// of the numbers.
const FAR: u32 = u32::MAX / 2;

impl Line {
    /// Takes over the last move of a run. Afterwards the line is past that move, except that ply, number and side are those
    /// of the move itself, which findings about it need.
    fn take(&mut self, run: &Run, bytes: &[u8]) {
        let LineState::Board(board) = &self.now else { return };
        self.turn = !board.turn();
        self.number = board.fullmoves() - u32::from(self.turn.is_black());
        self.any = true;
        self.back = Back::Step(run.undo);
        let mark = match bytes.get(run.made.end.saturating_sub(1)) {
            Some(b'+') => CheckMark::Check,
            Some(b'#') => CheckMark::Mate,
            _ => CheckMark::None,
        };
        self.made = Some(Made { span: run.made, mark, en_passant: false });
    }
}

impl GameVerifier<'_, '_, '_> {
    /// Takes what is plain.
    #[inline]
    pub(super) fn quick(&mut self) {
        let wanted = !self.options.force_slow_path;
        if wanted && self.begun && self.marker.is_none() && self.too_deep == 0 && self.lexer.is_in_movetext()
        {
            self.plain_lines();
        }
    }

    /// Moves, and what opens and closes variations, up to the termination marker.
    fn plain_lines(&mut self) {
        let bytes = self.bytes;
        let mut at = self.lexer.offset();
        loop {
            at = self.plain_moves(at);
            match bytes.get(at) {
                Some(b'(') if self.outer.len() < MOST_OPEN => self.open(Span::new(at, at + 1)),
                Some(b')') if !self.outer.is_empty() => self.close(Span::new(at, at + 1)),
                _ => break,
            }
            self.span.end = at + 1;
            at = behind_space(bytes, at + 1);
        }
        // The lexer counts what the lines count, as long as none is too deep.
        self.lexer.go_on(at, self.outer.len() as u32);
        if let Some((outcome, span)) = self.lexer.plain_result() {
            self.span.end = span.end;
            self.marker = Some(Marker { outcome, span });
        }
    }

    /// Moves with their numbers, comments and NAGs from `at` on; returns where they end.
    fn plain_moves(&mut self, at: usize) -> usize {
        let mainline = self.outer.is_empty();
        let ply = self.line.ply;
        let mut run = Run {
            at,
            end: self.span.end,
            waiting: self.line.waiting.unwrap_or_default(),
            made: Span::default(),
            undo: Undo::default(),
            ply,
            begun: self.line.any,
        };
        // The line's number and side are the board's until the run ends.
        while let LineState::Board(board) = &mut self.line.now
            && board.fullmoves() <= FAR
            // The number that puts them right goes the whole way.
            && self.line.numbering.is_plain()
        {
            let mut notes = Notes {
                draws: &mut *self.draws,
                clocks: &mut self.clocks,
                moves: self.keeps_moves.then_some(&mut self.moves),
                castling: self.castling,
            };
            let halt = if mainline {
                run.go::<true>(self.bytes, board, &mut notes)
            } else {
                run.go::<false>(self.bytes, board, &mut notes)
            };
            let drawn = match halt {
                Halt::End => break,
                Halt::Special { nonstandard } => self.look_at(&run, mainline, nonstandard),
                Halt::Draw(drawn) => Some(drawn),
            };
            if let Some((claim, bare)) = drawn {
                self.stand_at(&run);
                self.draw(claim, bare, run.made);
            }
        }
        if !run.made.is_empty() {
            self.stand_at(&run);
            self.line.advance();
            self.line.ply = run.ply;
        }
        self.line.waiting = (!run.waiting.is_empty()).then_some(run.waiting);
        if mainline {
            self.mainline_plies += run.ply.wrapping_sub(ply);
        }
        self.span.end = run.end;
        run.at
    }

    /// Brings the line to the move that the run made last.
    fn stand_at(&mut self, run: &Run) {
        self.line.take(run, self.bytes);
        self.line.ply = run.ply.wrapping_sub(1);
    }

    /// After a move that is marked as mate or whose spelling has a finding; returns the finding about draws.
    #[cold]
    #[inline(never)]
    fn look_at(&mut self, run: &Run, mainline: bool, nonstandard: bool) -> Option<Drawn> {
        self.remark_on(run, nonstandard);
        let LineState::Board(board) = &self.line.now else { return None };
        let moves = self.keeps_moves.then_some(&mut self.moves);
        let castling = self.castling;
        let mut notes = Notes { draws: &mut *self.draws, clocks: &mut self.clocks, moves, castling };
        if mainline { notes.moved(board, &run.undo) } else { None }
    }

    fn remark_on(&mut self, run: &Run, nonstandard: bool) {
        let LineState::Board(board) = &self.line.now else { return };
        if !nonstandard && !board.has_move() {
            return;
        }
        self.stand_at(run);
        let text = &self.bytes[run.made.range()];
        let Some((written, mark)) = san::read(text) else { return };
        let LineState::Board(before) = self.line.before() else { return };
        if let Ok(step) = before.resolve(&written) {
            self.remark(run.made, &written, mark, step.mv, step.over_disambiguated);
        }
    }
}
