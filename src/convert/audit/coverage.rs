//! Coverage: a game is verified or settled only if all text of its record is accounted for.
//!
//! A layout or a reader may lose a part of the record without noticing. This check depends on none of them: it takes the
//! text from the end of the previous game to the start of the next, removes what was read and what is accounted for, and
//! looks for moves in the rest ([`leftover`](crate::record::leftover)).

use scorebook_layout::diagram::diagrams;
use scorebook_layout::{first_ending, is_only_lost, leading_ending};
use scorebook_lexicon::{MarkMeaning, Phrase, is_stalemate, mark_of, phrase_before};
use shakmaty::{Chess, Color, Outcome, Position};

use super::reprint::{Reprint, is_talked_about};
use super::{numbering, tolerated};
use crate::convert::begin::{Begin, number_before};
use crate::convert::spoken::SPOKEN;
use crate::decode::Reading;
use crate::decode::one_side::side_of;
use crate::finding::{Finding, code};
use crate::game::{Verdict, mover_at};
use crate::notation;
use crate::pass::Passing;
use crate::record::leftover::{GameText, Leftover, LeftoverKind, ReadCell, left_over};
use crate::record::{Cell, CellLine, Draft, Ending, MoveSense, Start};
use crate::text::{Source, Span, line_before};

/// What words behind a game say of its last position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(in crate::convert) enum Said {
    Mate,
    Stalemate,
}

/// The text that the games of a unit account for.
pub(in crate::convert) struct Coverage {
    /// The cells of all games, by place, each with the index of its game.
    cells: Vec<(Span, usize)>,
    /// For each of these cells, how many cells of its game stand before it.
    earlier: Vec<usize>,
    /// For each of these cells, where the run of cells of one game begins to which it belongs.
    runs: Vec<usize>,
    /// Other text that is accounted for, by place.
    explained: Vec<Span>,
    /// Where the games start, sorted, and how each begins.
    starts: Vec<(usize, Begin)>,
    /// Where the games start that do not say how they ended, sorted.
    open: Vec<usize>,
    /// How many games have move numbers.
    numbered: usize,
    /// The games without a move and without a heading, by place.
    hollow: Vec<Span>,
    /// Where a person has decided something.
    decided: Vec<Span>,
    /// Bytes of the printed boards.
    drawn: usize,
}

/// A game that does not say how it ended counts as one from this many half-moves.
const SHORTEST: usize = 3;
/// A game of fewer half-moves that nothing ends may be the beginning of the one behind it, whose number 1 is misread.
const CUT_OFF: usize = 8;
/// Moves before a game among which the end of the game before is looked for.
const MOVES_BEFORE: usize = 64;

impl Coverage {
    /// The text of `drafts`; `decided` has the text that a person has ruled out.
    pub(in crate::convert) fn of(source: &Source, drafts: &[Draft<'_>], decided: &[Finding]) -> Coverage {
        let mut cells = Vec::new();
        let mut explained: Vec<Span> = decided.iter().map(|finding| finding.span).collect();
        for (at, draft) in drafts.iter().enumerate() {
            // A draft that only continues a game does not account for its text.
            if draft.unordered.is_none() && !matches!(Begin::of(source, draft), Begin::Later(_)) {
                // The first moves may be printed with another game.
                let own = draft.mainline.cells.iter().skip(draft.borrowed);
                cells.extend(own.map(|cell| (cell.span, at)));
            }
            draft
                .mainline
                .cells
                .iter()
                .flat_map(|cell| &cell.variations)
                .for_each(|line| all(line, &mut explained));
            explained.extend(draft.explained.iter().copied());
            // The span of an ending may include the end of the previous line.
            explained.extend(draft.ending.iter().map(|(_, span)| {
                let line = source.slice(*span).trim_end().rfind('\n').map_or(0, |at| at + 1);
                Span::new(span.start + line, span.end)
            }));
            explained.extend(draft.findings.iter().filter(|f| f.code == &code::D101).map(|f| f.span));
            if let Start::Fen(_, span) | Start::Odds(_, span) = draft.start {
                // A FEN without a place has the place of the game.
                explained.extend(Some(span).filter(|span| *span != draft.span));
            }
        }
        // The rows of a printed board are no moves.
        let boards = diagrams(source.text());
        let drawn = boards.iter().map(|board| board.span.len()).sum();
        explained.extend(boards.into_iter().map(|board| board.span));
        cells.sort_unstable();
        let mut seen = vec![0; drafts.len()];
        let mut earlier = Vec::with_capacity(cells.len());
        for &(_, game) in &cells {
            earlier.push(seen[game]);
            seen[game] += 1;
        }
        let mut runs: Vec<usize> = Vec::with_capacity(cells.len());
        for (at, (_, game)) in cells.iter().enumerate() {
            let before = at.checked_sub(1).filter(|before| cells[*before].1 == *game);
            runs.push(before.map_or(at, |before| runs[before]));
        }
        explained.sort_unstable();
        let mut starts: Vec<(usize, Begin)> =
            drafts.iter().map(|draft| (draft.span.start, Begin::of(source, draft))).collect();
        starts.sort_unstable();

        let mut open: Vec<usize> =
            drafts.iter().filter(|draft| is_open(draft)).map(|draft| draft.span.start).collect();
        open.sort_unstable();

        let numbered = starts.iter().filter(|(_, begin)| *begin != Begin::Bare).count();
        let is_hollow = |draft: &&Draft<'_>| draft.mainline.cells.is_empty() && draft.tags.is_empty();
        let mut hollow: Vec<Span> = drafts.iter().filter(is_hollow).map(|draft| draft.span).collect();
        hollow.sort_unstable();
        let by_person = |finding: &&Finding| finding.code == &code::D101;
        let in_drafts = drafts.iter().flat_map(|draft| &draft.findings).filter(by_person);
        let decided = decided.iter().chain(in_drafts).map(|finding| finding.span).collect();
        Coverage { cells, earlier, runs, explained, starts, open, numbered, hollow, decided, drawn }
    }

    /// Bytes of the printed boards.
    pub(in crate::convert) fn drawn(&self) -> usize {
        self.drawn
    }

    /// Number of games.
    pub(in crate::convert) fn games(&self) -> usize {
        self.starts.len()
    }

    /// All text that may belong to a game: from its heading to the next heading.
    fn region(&self, source: &Source, draft: &Draft<'_>) -> Span {
        let own = draft.span.start;
        let first = self.starts.first().is_none_or(|&(first, _)| first == own);
        let end = self.next(draft).map_or(source.text().len(), |(start, _)| start);
        Span::new(if first { 0 } else { own }, end.max(draft.span.end).min(source.text().len()))
    }

    /// Where the last move of any game before a place ends.
    pub(in crate::convert) fn end_before(&self, place: usize) -> Option<usize> {
        let behind = self.cells.partition_point(|(span, _)| span.start < place);
        self.cells[..behind].iter().rev().take(MOVES_BEFORE).map(|(span, _)| span.end).max()
    }

    /// The text between two moves of the game at `at` that nothing else accounts for, up to the first move of another game.
    pub(in crate::convert) fn without_moves(&self, between: Span, at: usize) -> Vec<Span> {
        let from = self.cells.partition_point(|(span, _)| span.start < between.start);
        let cells = self.cells[from..].iter().take_while(|(span, _)| span.start < between.end);
        let other = cells.into_iter().find(|(_, game)| *game != at).map(|(span, _)| span.start);
        let end = other.map_or(between.end, |other| other.min(between.end));
        let mut parts = Vec::new();
        let mut start = between.start;
        let from = self.explained.partition_point(|span| span.end <= start);
        for taken in self.explained[from..].iter().take_while(|span| span.start < end) {
            parts.extend((start < taken.start).then_some(Span::new(start, taken.start)));
            start = start.max(taken.end);
        }
        parts.extend((start < end).then_some(Span::new(start, end)));
        parts
    }

    /// Where the game after `draft` starts, and how it begins.
    fn next(&self, draft: &Draft<'_>) -> Option<(usize, Begin)> {
        let next = self.starts.partition_point(|&(start, _)| start <= draft.span.start);
        self.starts.get(next).copied()
    }

    /// The text of the game at `at` that is not accounted for.
    pub(in crate::convert) fn left_over(
        &self,
        source: &Source,
        at: usize,
        draft: &Draft<'_>,
        reading: &Reading,
        sense: &dyn MoveSense,
    ) -> Vec<Leftover> {
        // What was not understood of speech has its own findings.
        if is_heard(reading) {
            return Vec::new();
        }
        // What is printed with another game is no text of this one.
        let own = (draft.borrowed > 0).then(|| without_borrowed(draft, reading));
        let reading = own.as_ref().unwrap_or(reading);
        let region = self.region(source, draft);
        let mut read = Vec::with_capacity(reading.spans.len());
        let mut loose: Vec<Span> = Vec::new();
        // The spans of cells whose text is in several places; they cover more than that text.
        let mut joined: Vec<Span> = Vec::new();
        let inside = |span: Span| span.start >= region.start && span.end <= region.end;
        for (ply, &span) in reading.spans.iter().enumerate().filter(|(_, span)| inside(**span)) {
            let cell = reading.cells.get(ply).copied().flatten();
            let cell =
                cell.and_then(|at| draft.mainline.cells.get(at as usize)).filter(|cell| cell.span == span);
            let number = mover_at(&reading.game.start, ply as u32 + 1).0;
            let in_order = cell.is_some_and(|cell| cell.number == Some(number));
            let pieces = cell.and_then(|cell| pieces(source.slice(span), cell)).map(|pieces| {
                pieces.into_iter().map(|piece| Span::new(span.start + piece.start, span.start + piece.end))
            });
            match pieces {
                Some(pieces) => {
                    joined.push(span);
                    read.extend(pieces.map(|span| ReadCell { span, ply: ply as u32 + 1, in_order }));
                }
                None => read.push(ReadCell { span, ply: ply as u32 + 1, in_order }),
            }
        }
        read.sort_unstable_by_key(|mark| mark.span);
        if draft.unordered.is_none() {
            loose.extend(draft.mainline.cells.iter().map(|cell| cell.span).filter(|&span| inside(span)));
        }
        loose.extend(reading.rest.filter(|_| draft.unordered.is_none()));
        let of_others = self.cells.partition_point(|(span, _)| span.start < region.start);
        let of_others = self.cells[of_others..].iter().take_while(|(span, _)| span.start < region.end);
        loose.extend(of_others.filter(|(_, game)| *game != at).map(|(span, _)| *span));
        let beside = self.beside(source, at, reading);
        loose.extend(&beside);
        let explained = self.explained.partition_point(|span| span.end <= region.start);
        let explained = self.explained[explained..].iter().take_while(|span| span.start < region.end);
        loose.extend(explained);
        // A span of a cell that was read is only that cell.
        loose.retain(|span| read.binary_search_by_key(span, |mark| mark.span).is_err());
        joined.sort_unstable();
        loose.retain(|span| joined.binary_search(span).is_err());
        loose.sort_unstable();
        let due = mover_at(&reading.game.start, reading.spans.len() as u32 + 1).0;
        let numeric = notation::find(reading.notation).is_some_and(|notation| {
            !notation.read("5254", Color::White).is_empty() || !notation.read("1434", Color::White).is_empty()
        });
        let print = GameText {
            text: source.text(),
            region,
            own: draft.span,
            read: &read,
            explained: &loose,
            due,
            end: draft.ending.as_ref().filter(|_| !is_open(draft)).map(|(_, place)| place.end),
            numeric,
            whole: reading.rest.is_none(),
        };
        let mut found = left_over(&print, sense);
        found.extend(announced_behind(source.text(), reading, region.end, due));
        if matches!(reading.verdict, Verdict::Verified | Verdict::Settled) {
            found.extend(numbering::disagreements(source.text(), draft, reading, &loose));
            // The columns of a table share the moves above it.
            let column = draft.findings.iter().any(|finding| finding.code == &code::L325);
            if !column {
                let woven = || self.woven(source, at, draft, reading).filter(|_| beside.is_empty());
                found.extend(self.shared(at, reading).or_else(woven));
            }
            found.extend(self.ended_before(source, reading));
        }
        let until = match self.next(draft) {
            Some((start, Begin::Game | Begin::Row | Begin::Unsure { .. })) => start.max(region.start),
            // What begins in the middle may be the rest of this game.
            Some((_, Begin::Later(_) | Begin::Bare)) | None => source.text().len(),
        };
        let before = self.cells.partition_point(|(span, _)| span.start < draft.span.start);
        // A few moves are no game: they may be quoted from this one.
        let is_game = |at: &usize| {
            at.checked_sub(SHORTEST).is_some_and(|first| self.cells[first].1 == self.cells[*at].1)
        };
        let since =
            (0..before).rev().take(MOVES_BEFORE).find(is_game).map_or(0, |last| self.cells[last].0.end);
        let reprint = Reprint {
            text: source.text(),
            region,
            since,
            until,
            draft,
            reading,
            aside: &loose,
            beside: &beside,
            sense,
        };
        found.extend(reprint.objections());
        // A sentence about moves is no part of the game, and one finding at a place is enough.
        let is_note = |left: &Leftover| {
            matches!(left.kind, LeftoverKind::Moves | LeftoverKind::Numbered)
                && is_talked_about(source.text(), left.span)
        };
        found.retain(|left| !is_note(left));
        // A note in a table says nothing of the next row.
        let is_told = |at: Span| {
            let start = source.text()[..at.start].rfind('\n').map_or(0, |end| end + 1);
            is_talked_about(&source.text()[start..], Span::new(at.start - start, at.end - start))
        };
        let goes_on =
            draft.findings.iter().filter(|finding| finding.code == &code::L306 && !is_told(finding.span));
        found.extend(goes_on.map(|finding| Leftover {
            span: finding.span,
            kind: LeftoverKind::Moves,
            behind: true,
            moves: 1,
        }));
        if found.iter().any(|left| left.behind && left.kind == LeftoverKind::Numbered)
            && is_mated(source, reading)
        {
            found.retain(|left| !left.behind || left.kind != LeftoverKind::Numbered);
        }
        let inner = inside_others(&found);
        let is_inside = |own: Span| inner.binary_search(&own).is_ok();
        found.retain(|left| left.kind != LeftoverKind::Moves || !is_inside(left.span));
        // What was not read is told once, though it became a comment.
        let unread: Vec<Span> =
            found.iter().filter(|left| left.kind != LeftoverKind::Commented).map(|left| left.span).collect();
        found.retain(|left| left.kind != LeftoverKind::Commented || !unread.contains(&left.span));
        // The next game begins with the move expected here: the layout has cut one game in two. One or two moves before
        // a game without a heading may be one of its rows.
        if let Some((start, begin)) = self.next(draft)
            && is_open(draft)
            && found.iter().all(|left| left.kind == LeftoverKind::Lone)
        {
            let follows = match begin {
                Begin::Later(number) => number >= due,
                // White's move follows Black's.
                Begin::Row => reading.spans.len().is_multiple_of(2),
                Begin::Unsure { white } => !white || reading.spans.len().is_multiple_of(2),
                Begin::Bare => Begin::of(source, draft) != Begin::Bare,
                Begin::Game => false,
            };
            // Nor does a game begin on the line of another, after it.
            let last = reading.spans.iter().map(|span| span.end).max().unwrap_or(0);
            let same_line = source.text().get(last..start).is_some_and(|text| !text.contains('\n'));
            let short = reading.spans.len() < SHORTEST && draft.tags.is_empty();
            let follows = follows || short || same_line && matches!(begin, Begin::Bare);
            let end = source.text()[start..].find('\n').map_or(source.text().len(), |at| start + at);
            let span = Span::new(start, end);
            found.extend(follows.then_some(Leftover {
                span,
                kind: LeftoverKind::Moves,
                behind: true,
                moves: 1,
            }));
        }
        found
    }

    /// Whether a game begins with number 1 directly below the first rows of another one that has no end and no heading: the
    /// number may be misprinted.
    fn repeats_number(&self, source: &Source, draft: &Draft<'_>) -> bool {
        if !draft.tags.is_empty() || draft.unordered.is_some() {
            return false;
        }
        let Some(first) = draft.mainline.cells.first().map(|cell| cell.span.start) else { return false };
        let to = self.cells.partition_point(|(span, _)| span.start < first);
        let Some(&(last, game)) = to.checked_sub(1).map(|at| &self.cells[at]) else { return false };
        let count = self.cells[..to].iter().rev().take_while(|(_, own)| *own == game).take(CUT_OFF).count();
        if count > 2 && self.counts_on(source, to) {
            return false;
        }
        let gap = source.text().get(last.end..first).unwrap_or_default();
        let is_apart = gap.split_inclusive('\n').skip(1).any(|line| line.trim().is_empty());
        count < CUT_OFF
            && !is_apart
            && gap.contains('\n')
            && self.is_open_at(last.start)
            && !gap.contains(char::is_alphabetic)
    }

    /// Whether the game whose first cell has this index goes on with the number 2: its 1 is no misprint.
    fn counts_on(&self, source: &Source, first: usize) -> bool {
        let Some([(_, game), (second, _), (third, own)]) = self.cells.get(first..first + 3) else {
            return false;
        };
        let gap = source.text().get(second.end..third.start).unwrap_or_default();
        game == own && gap.trim_start().starts_with('2') && !gap.contains(|c: char| c.is_alphabetic())
    }

    /// Whether the game to which a place belongs does not say how it ended.
    fn is_open_at(&self, place: usize) -> bool {
        let next = self.starts.partition_point(|(start, _)| *start <= place);
        next.checked_sub(1).is_some_and(|own| self.open.binary_search(&self.starts[own].0).is_ok())
    }

    /// The first move of a game that another game contains too: at most one of the two is right.
    fn shared(&self, at: usize, reading: &Reading) -> Option<Leftover> {
        let taken = |span: Span| {
            let from = self.cells.partition_point(|(own, _)| *own < span);
            self.cells[from..].iter().take_while(|(own, _)| *own == span).any(|(_, game)| *game != at)
        };
        let span = reading.spans.iter().copied().find(|&span| !span.is_empty() && taken(span))?;
        Some(Leftover { span, kind: LeftoverKind::Woven, behind: false, moves: 1 })
    }

    /// A game without moves directly above the first move of this one, in the same paragraph: a result is where a move
    /// should be.
    fn ended_before(&self, source: &Source, reading: &Reading) -> Option<Leftover> {
        let first = reading.spans.iter().copied().filter(|span| !span.is_empty()).min()?;
        let above = self.hollow.partition_point(|span| span.start < first.start).checked_sub(1)?;
        let span = self.hollow[above];
        let gap = source.text().get(span.end..first.start)?;
        let parted =
            gap.split_inclusive('\n').skip(1).any(|line| line.trim().is_empty() && line.ends_with('\n'));
        let between = self.cells.partition_point(|(cell, _)| cell.start < span.end);
        let next = self.cells.get(between).is_none_or(|(cell, _)| *cell >= first);
        (!parted && next).then_some(Leftover { span, kind: LeftoverKind::Numbered, behind: false, moves: 1 })
    }

    /// The moves, with their numbers, of a game that is printed abreast of this one: on each line that both share, all of its
    /// moves stand on the same side of all moves of this one, behind a number.
    fn beside(&self, source: &Source, at: usize, reading: &Reading) -> Vec<Span> {
        /// Fewest lines that both share.
        const LINES: usize = 2;
        /// Longer lines, in bytes, are not printed: they are data.
        const LONGEST: usize = 600;
        let text = source.text();
        let line_of = |span: &Span| text[..span.start].rfind('\n').map_or(0, |end| end + 1);
        let mut own: Vec<Span> = reading.spans.iter().copied().filter(|span| !span.is_empty()).collect();
        own.sort_unstable();
        let Some(first) = own.first().copied() else { return Vec::new() };
        let around = text.floor_char_boundary(first.start.saturating_sub(LONGEST));
        let before = text[around..first.start].rfind('\n').map(|end| around + end + 1);
        let behind = text[first.start..].find('\n').map_or(text.len(), |end| first.start + end);
        let start = before.or((around == 0).then_some(0));
        let Some(start) = start.filter(|start| behind - start <= LONGEST) else { return Vec::new() };
        let from = self.cells.partition_point(|(span, _)| span.start < start);
        let mut on_line = self.cells[from..].iter().take_while(|(span, _)| span.start < behind);
        let Some(&(_, other)) = on_line.find(|(_, game)| *game != at) else { return Vec::new() };
        let theirs: Vec<Span> =
            self.cells.iter().filter(|(_, game)| *game == other).map(|(span, _)| *span).collect();
        let is_left = theirs.iter().any(|span| span.start < first.start && line_of(span) == line_of(&first));
        let mut shared = 0;
        for line in own.chunk_by(|a, b| line_of(a) == line_of(b)) {
            let (start, end) = (line[0].start, line[line.len() - 1].end);
            let from = theirs.partition_point(|span| line_of(span) < line_of(&line[0]));
            let row: Vec<Span> = theirs[from..]
                .iter()
                .copied()
                .take_while(|span| line_of(span) == line_of(&line[0]))
                .collect();
            let (Some(one), Some(last)) = (row.first(), row.last()) else { continue };
            let (gap, is_apart) = if is_left {
                (text.get(last.end..start), last.end <= start)
            } else {
                (text.get(end..one.start), one.start >= end)
            };
            let is_numbered = gap.is_some_and(|gap| number_before(gap, gap.len()).is_some());
            if !(is_apart && is_numbered) {
                return Vec::new();
            }
            shared += 1;
        }
        if shared < LINES {
            return Vec::new();
        }
        let with_number = |span: &Span| {
            let before = line_before(text, span.start).trim_end();
            let bare = before.trim_end_matches(['.', ')']).trim_end_matches(|c: char| c.is_ascii_digit());
            Span::new(span.start - (line_before(text, span.start).len() - bare.len()), span.end)
        };
        theirs.iter().map(with_number).collect()
    }

    /// The last cell before index `own` that is of another game than `at` and ends at `most` or before it, with its game.
    fn other_above(&self, own: usize, at: usize, most: usize) -> Option<(Span, usize)> {
        let mut below = own;
        while let Some(last) = below.checked_sub(1) {
            let (span, game) = self.cells[last];
            if game != at && span.end <= most {
                return Some((span, game));
            }
            // The own game's cells are passed over at once.
            below = if game == at { self.runs[last] } else { last };
        }
        None
    }

    /// The first move of another game between moves of this one on the same line, or of this game between moves of
    /// another.
    fn woven(&self, source: &Source, at: usize, draft: &Draft<'_>, reading: &Reading) -> Option<Leftover> {
        let mut own: Vec<Span> = reading.spans.iter().copied().filter(|span| !span.is_empty()).collect();
        own.sort_unstable();
        let ends = |span: Span, most: usize| {
            let gap = source.text().get(span.end..most)?;
            Some(gap.find('\n').map_or(most, |end| span.end + end))
        };
        let other = own.windows(2).find_map(|pair| {
            let from = self.cells.partition_point(|(span, _)| span.start < pair[0].end);
            let between = self.cells[from..].iter().take_while(|(span, _)| span.end <= pair[1].start);
            let line = ends(pair[0], pair[1].start)?;
            // The same moves in a second notation are understood.
            let is_strange = |span: &Span| !draft.explained.contains(span);
            let strange = between.filter(|(span, game)| *game != at && span.start < line && is_strange(span));
            strange.map(|(span, _)| *span).next()
        });
        let inside = || {
            own.iter().copied().find(|span| {
                let own = self.cells.partition_point(|(other, _)| other < span);
                let Some((above, one)) = self.other_above(own, at, span.start) else { return false };
                // Only what stands on its line, which is near, can be between moves of another game.
                if ends(above, span.start) != Some(span.start) {
                    return false;
                }
                if draft.explained.contains(&above) {
                    return false;
                }
                let below =
                    self.cells[own..].iter().find(|(other, game)| *game != at && other.start >= span.end);
                below.is_some_and(|(_, two)| one == *two)
            })
        };
        let other = other.or_else(inside)?;
        Some(Leftover { span: other, kind: LeftoverKind::Woven, behind: false, moves: 1 })
    }

    /// The result on a line of its own behind the last move, where the record has one such line.
    pub(in crate::convert) fn printed_result(
        &self,
        source: &Source,
        draft: &Draft<'_>,
        reading: &Reading,
    ) -> Option<(Outcome, Span)> {
        let last = reading.spans.iter().map(|span| span.end).max().filter(|end| *end > 0)?;
        let region = self.region(source, draft);
        let (mut at, mut found) = (last, None);
        // A layout may have cut off the line directly below the game.
        let behind = source.text().get(last..)?;
        let below = behind.split_inclusive('\n').skip(1).scan(0, |lines, line| {
            let is_over = *lines > 0;
            *lines += usize::from(!line.trim().is_empty());
            (!is_over).then_some(line.len())
        });
        let own = behind.split_inclusive('\n').next().map_or(0, str::len);
        let end = region.end.max(last + own + below.sum::<usize>()).min(source.text().len());
        for line in source.text().get(last..end)?.split_inclusive('\n') {
            let print = line.trim();
            if let Some(outcome) = result_of_line(print) {
                if found.is_some() {
                    return None;
                }
                let start = at + (line.len() - line.trim_start().len());
                found = Some((outcome, Span::new(start, start + print.len())));
            }
            at += line.len();
        }
        found
    }

    /// The first of the results that stand alone on the lines behind the last move, and one of them that is another, with its place.
    pub(in crate::convert) fn two_results(
        &self,
        source: &Source,
        draft: &Draft<'_>,
        reading: &Reading,
    ) -> Option<(Outcome, Outcome, Span)> {
        let last = reading.spans.iter().map(|span| span.end).max().filter(|end| *end > 0)?;
        let behind = source.text().get(last..self.region(source, draft).end)?;
        let mut first = None;
        for (at, line) in behind.split_inclusive('\n').enumerate() {
            let words = || line.split_whitespace();
            if !words().all(|word| result_of_line(word).is_some()) {
                // Only the line of the last move has other words.
                if at > 0 {
                    break;
                }
                continue;
            }
            for word in words() {
                let outcome = result_of_line(word)?;
                let start = last + (word.as_ptr() as usize - behind.as_ptr() as usize);
                let first = *first.get_or_insert(outcome);
                if first != outcome {
                    return Some((first, outcome, Span::new(start, start + word.len())));
                }
            }
        }
        None
    }

    /// The result at the end of a line of the heading, behind a name, a date or nothing, that is another than `said`.
    pub(in crate::convert) fn result_above(
        &self,
        source: &Source,
        draft: &Draft<'_>,
        reading: &Reading,
    ) -> Option<(Outcome, Span)> {
        /// Lines of a heading, and most bytes of one.
        const LINES: usize = 8;
        const LONGEST: usize = 160;
        let first = reading.spans.iter().filter(|span| !span.is_empty()).map(|span| span.start).min()?;
        let from = self.region(source, draft).start;
        let head = source.text().get(from..first)?;
        let names = [draft.tags.get("White"), draft.tags.get("Black")];
        let is_name = |word: &str| {
            let own = |name: &&str| name.split(|c: char| !c.is_alphabetic()).any(|part| part == word);
            word.chars().count() > 1 && names.iter().flatten().any(own)
        };
        // The line of the first move holds its number.
        head.rsplit('\n').skip(1).take(LINES).find_map(|line| {
            let print = line.trim_end();
            let word = print.split_whitespace().next_back().filter(|_| print.len() <= LONGEST)?;
            let outcome = result_of_line(word)?;
            let before = print[..print.len() - word.len()].trim_end();
            let last = before.rsplit(char::is_whitespace).next().unwrap_or_default();
            let mut parts = last.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
            let is_year =
                parts.clone().any(|part| part.len() == 4 && part.bytes().all(|b| b.is_ascii_digit()));
            let last = parts.next_back().unwrap_or_default();
            let start = first - head.len() + (line.as_ptr() as usize - head.as_ptr() as usize);
            let place = Span::new(start + print.len() - word.len(), start + print.len());
            (before.trim().is_empty() || is_year || is_name(last)).then_some((outcome, place))
        })
    }

    /// The result by the words around the end of a game that name the side which has given up or run out of time, and their
    /// place.
    pub(in crate::convert) fn given_up(
        &self,
        source: &Source,
        draft: &Draft<'_>,
        reading: &Reading,
    ) -> Option<(Outcome, Span)> {
        /// Most bytes that are looked at.
        const NEAR: usize = 160;
        let last = reading.spans.iter().map(|span| span.end).max().filter(|end| *end > 0)?;
        let end = self.region(source, draft).end.min(last + NEAR);
        let behind = source.text().get(last..)?;
        let behind = &behind[..behind.floor_char_boundary(end.saturating_sub(last))];
        let mut at = 0;
        while let Some((ending, place)) = first_ending(&behind[at..]) {
            let is_said = matches!(ending, Ending::Resigns(Some(_)) | Ending::Time(Some(_)));
            if is_said && !is_only_lost(&behind[at + place.start..at + place.end]) {
                let outcome = ending.outcome(None)?;
                return Some((outcome, Span::new(last + at + place.start, last + at + place.end)));
            }
            at += place.end.max(1);
        }
        None
    }

    /// How the game ends by a line of its own some lines below the last move, behind what a page has there: `I resign. Well played!`
    pub(in crate::convert) fn said_below(
        &self,
        source: &Source,
        draft: &Draft<'_>,
        reading: &Reading,
    ) -> Option<(Ending, Span)> {
        /// Lines that are looked at, and most bytes of one.
        const LINES: usize = 6;
        const LONGEST: usize = 80;
        let last = reading.spans.iter().map(|span| span.end).max().filter(|end| *end > 0)?;
        let behind = source.text().get(last..self.region(source, draft).end)?;
        let mut found: Option<(Ending, Span)> = None;
        // On the line of the move, a comment may stand before it.
        let own = behind.lines().take(1).filter_map(|line| Some(line.rsplit_once(['}', ')', ']'])?.1));
        let lines = own.chain(behind.lines().skip(1)).filter(|line| !line.trim().is_empty());
        for line in lines.take(LINES) {
            let print = line.trim();
            let Some((ending, place)) = leading_ending(print) else { continue };
            // A paragraph goes on behind the sentence that says who gave up.
            let is_clear = matches!(ending, Ending::Resigns(Some(_))) && place.end <= LONGEST;
            if print.len() > LONGEST && !is_clear {
                continue;
            }
            // `Black wins a pawn` says nothing of the end.
            let wins = matches!(ending, Ending::Wins(Some(_)))
                && print[place.end..].trim_matches(['.', '!']).is_empty();
            let is_end = wins || matches!(ending, Ending::Resigns(_) | Ending::Time(Some(_)) | Ending::Drawn);
            // The statement is a sentence of its own.
            let is_whole = place.end == print.len() || print[..place.end].ends_with(['.', '!', ';']);
            if !is_end || !is_whole || place.start > 0 || is_only_lost(&print[place.clone()]) {
                continue;
            }
            if found.as_ref().is_some_and(|(other, _)| *other != ending) {
                return None;
            }
            let start = last + (print.as_ptr() as usize - behind.as_ptr() as usize);
            found = Some((ending, Span::new(start, start + place.end)));
        }
        found
    }

    /// Words directly behind the last move that say mate, or stalemate, and are all that stands there.
    pub(in crate::convert) fn said_mate(&self, source: &Source, reading: &Reading) -> Option<(Said, Span)> {
        let last = reading.spans.iter().map(|span| span.end).max().filter(|end| *end > 0)?;
        let line = source.text().get(last..)?.lines().next()?;
        let is_word = |word: &&str| word.contains(char::is_alphabetic);
        let mut words = line.split_whitespace().filter(is_word);
        let plain = |word: &str| word.trim_matches(|c: char| !c.is_alphabetic()).to_owned();
        let mut word = words.next()?;
        if mark_of(&plain(word)) == Some(MarkMeaning::Check) {
            word = words.next()?;
        }
        let said = match () {
            () if mark_of(&plain(word)) == Some(MarkMeaning::Mate) => Said::Mate,
            () if is_stalemate(&plain(word)) => Said::Stalemate,
            () => return None,
        };
        let start = last + (word.as_ptr() as usize - line.as_ptr() as usize);
        words.next().is_none().then(|| (said, Span::new(start, start + word.len())))
    }

    /// The first move of another game that stands directly behind the last one of a game which nothing ends, with nothing between but
    /// signs and a number: another one than is due in that game, or the due one behind so few half-moves that it may be misread ([`repeats_number`](Self::repeats_number)
    /// asks that of the other game).
    fn goes_on_elsewhere(
        &self,
        source: &Source,
        at: usize,
        draft: &Draft<'_>,
        reading: &Reading,
    ) -> Option<Span> {
        /// Most bytes between.
        const NEAR: usize = 24;
        let last =
            reading.spans.iter().map(|span| span.end).max().filter(|end| *end > 0 && is_open(draft))?;
        let next = self.cells.partition_point(|(span, _)| span.start < last);
        let &(span, _) =
            self.cells.get(next).filter(|(span, game)| *game != at && span.start <= last + NEAR)?;
        let between = source.text().get(last..span.start)?;
        let breaks = between.matches('\n').count();
        let figures: Vec<&str> =
            between.split(|c: char| !c.is_ascii_digit()).filter(|figures| !figures.is_empty()).collect();
        let is_bare = !between.contains(char::is_alphabetic) && breaks <= 1;
        let is_decided = self.decided.iter().any(|own| own.start < span.end && own.end > last);
        // Games stand side by side where it is the number that is due in the other one.
        let due = (self.earlier[next] / 2 + 1).to_string();
        let is_long = reading.spans.len() >= CUT_OFF
            || reading.spans.len() > 2 && due == "1" && self.counts_on(source, next);
        let is_own_number = figures == [due.as_str()] && is_long;
        (is_bare && !is_decided && !figures.is_empty() && !is_own_number).then_some(span)
    }

    /// The line further down that names both players of a game which nothing ends, with its next move below: `Mason – Gunsberg, resumed
    /// from move 21`.
    fn resumed_below(source: &Source, draft: &Draft<'_>, reading: &Reading) -> Option<Span> {
        /// Bytes in which it is looked for.
        const FAR: usize = 1 << 16;
        let surname = |side: &str| {
            let name = draft.tags.get(side)?;
            let words = name.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() > 2);
            words.max_by_key(|word| word.len()).map(str::to_lowercase)
        };
        let (white, black) = (surname("White")?, surname("Black")?);
        let last = reading.spans.iter().map(|span| span.end).max().filter(|_| is_open(draft))?;
        let due = mover_at(&reading.game.start, reading.spans.len() as u32 + 1).0;
        let behind = source.text().get(last..)?;
        let behind = &behind[..behind.floor_char_boundary(FAR)];
        let mut at = last;
        let mut named: Option<Span> = None;
        for line in behind.split_inclusive('\n') {
            let span = Span::new(at, at + line.trim_end().len());
            at += line.len();
            let is_next = || {
                let figures = line.trim_start().bytes().take_while(u8::is_ascii_digit).count();
                line.trim_start()[..figures].parse() == Ok(due)
            };
            if named.is_some() && !line.trim().is_empty() {
                if is_next() {
                    return named;
                }
                named = None;
            }
            let small = line.to_lowercase();
            if small.contains(&white) && small.contains(&black) {
                named = Some(span);
            }
        }
        None
    }

    /// The brace of a comment that nothing closes, in a text whose other comments are closed.
    fn open_comment(&self, source: &Source, draft: &Draft<'_>) -> Option<Span> {
        let region = self.region(source, draft);
        let text = source.slice(region);
        // `{"name":` opens an object of data.
        let is_object = |open: usize| {
            let inside =
                text[open + 1..].trim_start().strip_prefix('"').and_then(|name| name.split_once('"'));
            inside.is_some_and(|(_, behind)| behind.trim_start().starts_with(':'))
        };
        let open = text.rfind('{').filter(|open| !text[*open..].contains('}') && !is_object(*open))?;
        let has_others = text[..open].contains('}') || !draft.tags.is_empty();
        (has_others && draft.unordered.is_none())
            .then(|| Span::new(region.start + open, region.start + open + 1))
    }

    /// Reports the text that is not accounted for, and lowers the verdict.
    pub(in crate::convert) fn settle(
        &self,
        source: &Source,
        at: usize,
        draft: &Draft<'_>,
        reading: &mut Reading,
        sense: &dyn MoveSense,
    ) {
        // Which column is whose is only said by the head.
        // So is what a row says whose other half is missing.
        // And numbers beside the moves that are other moves were not read.
        if draft
            .findings
            .iter()
            .any(|finding| [&code::L106, &code::L307, &code::L320].contains(&finding.code))
        {
            reading.verdict = reading.verdict.max(Verdict::Repaired);
        }
        // That the other game is meant is what the print says, and what it does not spell out.
        let is_resumed = draft.findings.iter().any(|finding| finding.code == &code::L314);
        if draft.borrowed > 0 || is_resumed {
            reading.verdict = reading.verdict.max(Verdict::Settled);
        }
        // The other side's moves stand in another record.
        if let Begin::Later(number) = Begin::of(source, draft)
            && side_of(draft).is_none()
            && matches!(reading.verdict, Verdict::Verified | Verdict::Settled)
        {
            let message = format!("the moves begin at move {number}, and what stands before it was not read");
            let place = reading.spans.first().copied().unwrap_or(draft.span);
            let (first, side) = mover_at(&reading.game.start, 1);
            reading.findings.push(Finding::new(&code::L320, place, message).at_ply(1, first, side));
            reading.verdict = Verdict::Repaired;
        }
        let alone = self.starts.first().is_none_or(|&(first, _)| first >= draft.span.start);
        let before = self.starts.partition_point(|&(start, _)| start < draft.span.start);
        let before = before.checked_sub(1).map(|before| self.starts[before].0);
        let unsure = self.repeats_number(source, draft)
            || match Begin::of(source, draft) {
                Begin::Unsure { .. } => true,
                Begin::Row => before.is_some_and(|before| self.open.binary_search(&before).is_ok()),
                Begin::Bare => self.numbered > 0,
                Begin::Later(_) | Begin::Game => false,
            };
        if unsure && !alone && matches!(reading.verdict, Verdict::Verified | Verdict::Settled) {
            let message =
                "these moves may be a part of the game before them: nothing says that another game begins";
            let place = reading.spans.first().copied().unwrap_or(draft.span);
            reading.findings.push(Finding::new(&code::L320, place, message).at_ply(1, 1, Color::White));
            reading.verdict = Verdict::Repaired;
        }
        if let Some(span) = self.goes_on_elsewhere(source, at, draft, reading)
            && matches!(reading.verdict, Verdict::Verified | Verdict::Settled)
            && !is_mated(source, reading)
        {
            let ply = reading.spans.len() as u32;
            let (number, side) = mover_at(&reading.game.start, ply);
            let text = source.slice(span);
            let message = format!(
                "“{text}” stands directly behind the last move of a game that nothing ends, and was not read as its next move"
            );
            reading
                .findings
                .push(Finding::new(&code::L320, span, message).text(text).at_ply(ply, number, side));
            reading.verdict = Verdict::Incomplete;
        }
        if matches!(reading.verdict, Verdict::Verified | Verdict::Settled)
            && let Some(span) = Coverage::resumed_below(source, draft, reading)
        {
            let ply = reading.spans.len() as u32;
            let (number, side) = mover_at(&reading.game.start, ply);
            let message =
                "the game may go on here: this line names both players, and the next move stands below it";
            let text = source.slice(span);
            reading
                .findings
                .push(Finding::new(&code::L320, span, message).text(text).at_ply(ply, number, side));
            reading.verdict = Verdict::Incomplete;
        }
        if draft.unordered.is_some() && matches!(reading.verdict, Verdict::Verified | Verdict::Settled) {
            let wrong = misnumbered(source.text(), reading);
            if let [first, _, ..] = wrong.as_slice() {
                let message =
                    format!("the numbers of {} lines do not agree with the moves as read", wrong.len());
                reading.findings.push(Finding::new(&code::L320, *first, message));
                reading.verdict = Verdict::Repaired;
            }
        }
        // A single row with a repeated number may belong to the game, with a misread number; and so may all rows before
        // the last one.
        let twice = reading.findings.iter().chain(&draft.findings).any(|finding| finding.code == &code::L322);
        // Words that call it a note leave no doubt.
        let is_told = |line: &CellLine<'_>| {
            line.cells.first().is_some_and(|cell| is_talked_about(source.text(), cell.span))
        };
        let short =
            |cell: &Cell<'_>| cell.variations.iter().any(|line| line.cells.len() <= 2 && !is_told(line));
        if twice
            && (draft.mainline.cells.iter().any(short) || is_unconfirmed(&draft.mainline))
            && matches!(reading.verdict, Verdict::Verified | Verdict::Settled)
        {
            reading.verdict = Verdict::Repaired;
        }
        if let Some(span) = self.open_comment(source, draft)
            && !draft.findings.iter().any(|finding| finding.code == &code::S102)
        {
            let message = "the comment is not closed: it may hold the rest of the game";
            reading.findings.push(Finding::new(&code::S102, span, message));
            reading.verdict = reading.verdict.max(Verdict::Incomplete);
        }
        // A comment that is not closed may contain the rest of the game.
        // And so may data that is not well formed.
        if draft.findings.iter().any(|finding| [&code::S102, &code::L118].contains(&finding.code)) {
            reading.verdict = reading.verdict.max(Verdict::Incomplete);
        }
        // A game that may go on in a note is not whole, whatever the note means.
        let may_go_on = draft.findings.iter().any(|finding| finding.code == &code::L306);
        if may_go_on && draft.ending.is_none() && !is_mated(source, reading) {
            reading.verdict = reading.verdict.max(Verdict::Incomplete);
        }
        if draft.unordered.is_none() && !is_heard(reading) {
            reading.findings.extend(tolerated::tolerated(source.text(), draft, reading));
            reading.findings.extend(numbering::misprinted(source.text(), reading));
            let is_told = draft.findings.iter().any(|finding| finding.code == &code::L308);
            reading.findings.extend(tolerated::exchanged(source.text(), reading).filter(|_| !is_told));
        }
        let is_weighed = reading.findings.iter().any(|finding| finding.code == &code::A112);
        let is_of_cell = |finding: &Finding| {
            finding.ply.is_some() && [&code::W101, &code::M110, &code::N111].contains(&finding.code)
        };
        for left in self.left_over(source, at, draft, reading, sense) {
            let text = source.slice(left.span).split_whitespace().collect::<Vec<_>>().join(" ");
            let place = if left.behind { "behind the last move" } else { "among the moves" };
            let message = match left.kind {
                LeftoverKind::Moves if left.moves == 1 => {
                    format!("“{text}” stands {place}, reads as a move, and was not read")
                }
                LeftoverKind::Moves => format!("“{text}” stands {place}, reads as moves, and was not read"),
                LeftoverKind::Numbered => {
                    format!("“{text}” stands {place} in the place of a move, and cannot be read")
                }
                LeftoverKind::Unlike => {
                    format!("“{text}” says more, less or something else than the move that was read")
                }
                LeftoverKind::Woven => {
                    format!("“{text}” stands among the moves, and was read as a move of another game")
                }
                LeftoverKind::Order => {
                    format!("the numbers in print do not agree with “{text}” as it was read")
                }
                LeftoverKind::Commented => {
                    format!("“{text}” is written as a move, and was read as a comment")
                }
                LeftoverKind::Unplayed => {
                    format!("the words around “{text}” say that it was not played")
                }
                LeftoverKind::Told => {
                    format!("“{text}” stands in a sentence, which may tell of what was not played")
                }
                LeftoverKind::Ended => {
                    format!("“{text}” says that the game ended, and moves behind it were read")
                }
                LeftoverKind::Letter => {
                    format!("the letter of “{text}” is that of another piece elsewhere in the game")
                }
                LeftoverKind::Capture => format!("“{text}” says that something is taken, and nothing is"),
                LeftoverKind::Lone => {
                    format!(
                        "the number {text} stands behind the last move, and no move behind it: it may be lost"
                    )
                }
                LeftoverKind::Odds if draft.start != Start::Array => {
                    format!("“{text}” names no square: it is taken for Black's pawn on f7")
                }
                LeftoverKind::Odds => {
                    format!("“{text}” says that the game was played at odds; which is not clear")
                }
            };
            // What was weighed in doubt of all that is written was weighed with what the text says beside.
            let is_told =
                reading.findings.iter().any(|finding| is_of_cell(finding) && finding.span == left.span);
            let is_weighed = is_weighed
                && matches!(left.kind, LeftoverKind::Unlike | LeftoverKind::Letter | LeftoverKind::Capture);
            if is_weighed && is_told {
                continue;
            }
            // Text of a cell is about its half-move; other text about the one behind it.
            let shares = |span: &Span| span.start < left.span.end && left.span.start < span.end;
            let own = reading.spans.iter().position(shares);
            let before = || reading.spans.iter().filter(|span| span.start < left.span.start).count();
            let behind = own.unwrap_or_else(before) as u32 + 1;
            let (number, side) = mover_at(&reading.game.start, behind);
            let code = if left.kind == LeftoverKind::Lone { &code::L315 } else { &code::L320 };
            reading
                .findings
                .push(Finding::new(code, left.span, message).text(text).at_ply(behind, number, side));
            let least = match left.kind {
                // The moves are what the record has.
                LeftoverKind::Lone => Verdict::Verified,
                _ if left.behind => Verdict::Incomplete,
                _ => Verdict::Repaired,
            };
            if !is_weighed {
                reading.verdict = reading.verdict.max(least);
            }
        }
    }
}

/// What words behind the last move say that was played next: `Dear Sir, I play 12. Nf3`, whatever stands there.
fn announced_behind(text: &str, reading: &Reading, until: usize, due: u32) -> Option<Leftover> {
    let last = reading.spans.iter().map(|span| span.end).max()?;
    let number = format!("{due}.");
    let places = text.get(last..until)?.match_indices(&number).map(|(at, _)| last + at);
    let start = places.into_iter().find(|&at| phrase_before(&text[..at], &[Phrase::Played]).is_some())?;
    let end = text[start..].find('\n').map_or(until, |line| start + line).min(until);
    Some(Leftover { span: Span::new(start, end), kind: LeftoverKind::Numbered, behind: true, moves: 1 })
}

/// A reading without the places of the half-moves that are printed with another game.
fn without_borrowed(draft: &Draft<'_>, reading: &Reading) -> Reading {
    let mut own = reading.clone();
    let first = draft.mainline.cells.get(draft.borrowed).map_or(draft.span.start, |cell| cell.span.start);
    own.spans.iter_mut().take(draft.borrowed).for_each(|span| *span = Span::at(first));
    own.cells.iter_mut().take(draft.borrowed).for_each(|cell| *cell = None);
    own
}

/// The places of what is left over that lie inside another one's, sorted.
fn inside_others(found: &[Leftover]) -> Vec<Span> {
    let mut places: Vec<Span> = found.iter().map(|left| left.span).collect();
    places.sort_unstable_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
    places.dedup();
    let (mut end, mut inner) = (0, Vec::new());
    for span in places {
        if span.end <= end {
            inner.push(span);
        }
        end = end.max(span.end);
    }
    inner.sort_unstable();
    inner
}

/// Whether the text of a game does not say how it ended.
fn is_open(draft: &Draft<'_>) -> bool {
    draft.ending.as_ref().is_none_or(|(end, _)| *end == Ending::Marker(Outcome::Unknown))
}

/// Whether the last move mates, and the print says so: what stands behind it is none of the game.
fn is_mated(source: &Source, reading: &Reading) -> bool {
    let Some(last) = reading.spans.iter().max_by_key(|span| span.end).filter(|span| span.end > 0) else {
        return false;
    };
    // A word of the mate may stand behind the cell.
    let line = source.text().get(last.start..).and_then(|text| text.lines().next()).unwrap_or_default();
    let own = line.get(..last.len()).unwrap_or(line);
    let behind = line[own.len()..].split_whitespace().next().unwrap_or_default();
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
    let is_word = |word: &str| mark_of(&bare(word)) == Some(MarkMeaning::Mate);
    let says_mate = own.contains(['#', '‡', '≠']) || own.split_whitespace().any(is_word) || is_word(behind);
    says_mate && final_position(reading).is_checkmate()
}

/// The position behind the last move.
fn final_position(reading: &Reading) -> Chess {
    let mut position = reading.game.start.clone();
    reading.game.moves().for_each(|mv| position.play_or_pass(mv));
    position
}

/// Whether the reading skips from the moves before a repeated number to those after it, and no later number confirms that:
/// the number may be misread.
fn is_unconfirmed(cell_line: &CellLine<'_>) -> bool {
    let turns = |cell: &Cell<'_>| {
        let own =
            |line: &CellLine<'_>| line.cells.last().is_some_and(|last| last.span.end <= cell.span.start);
        cell.variations.iter().any(own)
    };
    cell_line.cells.iter().enumerate().any(|(at, cell)| {
        let next = cell.number.map(|number| number.saturating_add(1));
        turns(cell)
            && !cell_line.cells[at + 1..].iter().any(|later| later.number.is_some() && later.number == next)
    })
}

/// Whether a game was read aloud: its words are held to the moves by the search itself, numbers and all, and how a recogniser
/// spells them says nothing.
fn is_heard(reading: &Reading) -> bool {
    reading.notation == SPOKEN
}

/// The moves that are first on a line, after a number that is not theirs.
fn misnumbered(text: &str, reading: &Reading) -> Vec<Span> {
    let own = (1..).zip(&reading.spans).filter(|(ply, span)| {
        let due = mover_at(&reading.game.start, *ply).0;
        let alone = line_before(text, span.start).split_whitespace().take(2).count() == 1;
        alone && number_before(text, span.start).is_some_and(|number| number != due)
    });
    own.map(|(_, span)| *span).collect()
}

/// The cells of a variation and of those inside it.
fn all(cell_line: &CellLine<'_>, out: &mut Vec<Span>) {
    for cell in &cell_line.cells {
        out.push(cell.span);
        cell.variations.iter().for_each(|line| all(line, out));
    }
}

/// The parts of a cell whose text is in several places: the words of its text in the order of `print`, as offsets from its
/// start. `None` if `print` contains nothing else.
pub(super) fn pieces(print: &str, cell: &Cell<'_>) -> Option<Vec<Span>> {
    let tight = |text: &str| text.bytes().filter(|b| !b.is_ascii_whitespace()).count();
    if tight(print) <= tight(&cell.text) + 3 {
        return None;
    }
    let mut out: Vec<Span> = Vec::new();
    let mut at = 0;
    for word in cell.text.split_whitespace() {
        let Some(found) = print[at..].find(word) else { continue };
        out.push(Span::new(at + found, at + found + word.len()));
        at += found + word.len();
    }
    (!out.is_empty()).then_some(out)
}

/// The result that a line is, `1-0`, `0:1`, `½–½`; nothing if it is anything else.
pub(in crate::convert) fn result_of_line(line: &str) -> Option<Outcome> {
    let print = line.trim().trim_end_matches('.').replace('½', "1/2").replace(['–', '—', '−', ':'], "-");
    Outcome::from_ascii(print.as_bytes()).ok().filter(|outcome| *outcome != Outcome::Unknown)
}
