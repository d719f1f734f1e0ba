//! Would a plain writer, given the moves of a game, print this record?
//!
//! The other parts of the audit ask of each text whether it is its move. This part asks of the moves whether they account
//! for the print: nothing that is written as a move is put into a comment, no gap is filled with a move that a note calls
//! not played, one letter is one man ([`letters`]), a sign of capture stands where something is taken, and odds that are said in words
//! are given. It looks at the print alone, and not at how a layout cut it.

use rustc_hash::FxHashSet;
use shakmaty::{Chess, Color, Position, Role};

use super::coverage::result_of_line;
use super::letters::{self, PrintedMove};
use super::places::Places;
use crate::convert::proven::last_position;
use crate::decode::Reading;
use crate::finding::code;
use crate::game::{Verdict, mover_at};
use crate::lineage::Lineage;
use crate::notation;
use crate::pass::Passing;
use crate::record::leftover::{Leftover, LeftoverKind};
use crate::record::{Cell, Draft, Ending, MoveSense, Start};
use crate::skeleton::Scene;
use crate::text::{Span, line_before};
use scorebook_layout::odds::is_fixed_term;
use scorebook_layout::{closing_words, leading_ending};
use scorebook_lexicon::{
    MarkMeaning, Phrase, is_counter, is_phrase_behind, is_small, mark_of, month_of, phrase_before, phrases,
    side_of,
};

/// Likeness from which a text is written as a move.
const LIKE: f32 = 0.5;
/// Most bytes of a comment that may be a move.
const LONGEST: usize = 60;
/// Most words of a move.
const LONGEST_MOVE: usize = 8;
/// A line with more words than so many beside its moves is prose.
const PROSE: usize = 3;
/// Most lines behind the last move that may be the rest of a game.
const TAIL: usize = 40;
/// Bytes before the first move in which odds are stated.
const HEAD: usize = 600;

/// A game and its print.
pub(super) struct Reprint<'p> {
    pub text: &'p str,
    /// All text that may belong to the game.
    pub region: Span,
    /// Where the game before it ends; text between that only goes on with some game may be of this one.
    pub since: usize,
    /// Where text that is certainly another game's begins.
    pub until: usize,
    pub draft: &'p Draft<'p>,
    pub reading: &'p Reading,
    /// Other text that is accounted for, by place.
    pub aside: &'p [Span],
    /// The moves and numbers of a game that is printed abreast.
    pub beside: &'p [Span],
    pub sense: &'p dyn MoveSense,
}

impl Reprint<'_> {
    /// What a plain writer would not have printed.
    pub(super) fn objections(&self) -> Vec<Leftover> {
        let mut found: Vec<Leftover> = Vec::new();
        // Of a torn page only the sides are sure.
        if self.draft.unordered.is_some() {
            let is_claimed = matches!(self.reading.verdict, Verdict::Verified | Verdict::Settled);
            if is_claimed {
                found.extend(self.wrong_columns().into_iter().map(|span| left(span, LeftoverKind::Order)));
                found.extend(self.odds().map(|span| left(span, LeftoverKind::Odds)));
                found.extend(self.ended_among().map(|span| left(span, LeftoverKind::Ended)));
            }
            return found;
        }
        // Where each line says what it is, a remark is one.
        if !self.draft.is_protocol {
            found.extend(self.commented().map(|span| left(span, LeftoverKind::Commented)));
        }
        if matches!(self.reading.verdict, Verdict::Verified | Verdict::Settled) {
            found.extend(self.unread_rows());
            // The columns of a table share the moves above it.
            if !self.draft.findings.iter().any(|finding| finding.code == &code::L325) {
                found.extend(self.rest_of_page());
            }
            found.extend(self.ended_among().map(|span| left(span, LeftoverKind::Ended)));
            // Where each line says what it is, there are no sentences.
            if !self.draft.is_protocol {
                found.extend(
                    self.told()
                        .into_iter()
                        .chain(self.mentioned())
                        .map(|span| left(span, LeftoverKind::Told)),
                );
            }
            found.extend(self.named_next().or_else(|| self.row_below()));
            found.extend(self.unplayed_turns().map(|span| left(span, LeftoverKind::Order)));
            found.extend(self.lone_man().map(|span| Leftover {
                span,
                kind: LeftoverKind::Numbered,
                behind: true,
                moves: 1,
            }));
            let lone = self.lone_number();
            found.extend(lone.map(|span| Leftover { behind: true, ..left(span, LeftoverKind::Lone) }));
            found.extend(self.false_marks().into_iter().map(|span| left(span, LeftoverKind::Unlike)));
            found.extend(self.wrong_columns().into_iter().map(|span| left(span, LeftoverKind::Order)));
            found.extend(self.exchanged_heads().map(|span| left(span, LeftoverKind::Order)));
            found.extend(self.lost_rank().map(|span| left(span, LeftoverKind::Unlike)));
            found.extend(self.loose_figurine().map(|span| left(span, LeftoverKind::Numbered)));
            found.extend(self.unplayed().into_iter().map(|span| left(span, LeftoverKind::Unplayed)));
            // Squares in capitals have no letters of men.
            if is_algebraic(self.reading.notation) && self.reading.notation != "coordinates" {
                let texts: Vec<PrintedMove<'_>> = self.texts().collect();
                let foreign = letters::foreign(self.reading, &texts);
                found.extend(foreign.map(|span| left(span, LeftoverKind::Letter)));
            }
            found.extend(self.silent_captures().into_iter().map(|span| left(span, LeftoverKind::Unlike)));
            found.extend(self.false_captures().into_iter().map(|span| left(span, LeftoverKind::Capture)));
            found.extend(self.odds().map(|span| left(span, LeftoverKind::Odds)));
        }
        found
    }

    /// The first text that is put into a comment, although it is written as a move outside brackets and quotation marks.
    fn commented(&self) -> Option<Span> {
        let cells = &self.draft.mainline.cells;
        let comments =
            self.draft.mainline.comments.iter().chain(cells.iter().flat_map(|cell| &cell.comments));
        let numeric = self.is_numeric();
        let bare = |text: &str| text.trim_matches([' ', ',', ';', '.']).to_owned();
        let printed: FxHashSet<String> = self.texts().map(|(_, text, _)| bare(text)).collect();
        // Signs of data that are torn off are no part of the move.
        let signs = |c: char| matches!(c, '-' | '[' | ']' | '"' | '\'' | '“' | '”' | '*' | ' ');
        let is_written = |comment: &str| {
            let inside = if is_whole_quote(comment) { comment } else { comment.trim_matches(signs) };
            is_score(inside, numeric, self.sense) || printed.contains(&bare(inside))
        };
        comments
            .filter(|comment| !is_bracketed(comment) && comment.len() <= LONGEST && is_written(comment))
            .find_map(|comment| {
                let inside = self.text.get(self.region.range())?;
                let places = inside.match_indices(comment.as_str());
                let mut places = places.map(|(at, found)| {
                    Span::new(self.region.start + at, self.region.start + at + found.len())
                });
                places.find(|place| !self.is_aside(*place))
            })
    }

    /// Whether the game's moves may be digits only.
    fn is_numeric(&self) -> bool {
        notation::find(self.reading.notation).is_some_and(|notation| {
            !notation.read("5254", Color::White).is_empty() || !notation.read("1434", Color::White).is_empty()
        })
    }

    /// Whether brackets or quotation marks, or a move that was read, are around a place.
    fn is_aside(&self, place: Span) -> bool {
        let from = self.region.start.min(self.since).min(place.start);
        let before = &self.text[from..place.start];
        let depth = |open: char, close: char| {
            let (mut depth, mut lines) = (0_i32, 0);
            for c in before.chars().rev() {
                lines += i32::from(c == '\n');
                depth += i32::from(c == close) - i32::from(c == open);
                if depth < 0 {
                    return true;
                }
                if lines > 40 {
                    break;
                }
            }
            false
        };
        let line = line_before(before, before.len());
        let quoted = line.matches('"').count() % 2 == 1;
        // Behind a semicolon that begins a comment, nothing was read.
        let begin = line.find(';').map(|at| place.start - line.len() + at);
        let is_comment =
            |at: usize| !self.reading.spans.iter().any(|span| (at..place.start).contains(&span.start));
        let of_line = begin.is_some_and(is_comment) || line.starts_with('%');
        let read = self.reading.spans.iter().any(|span| span.start < place.end && place.start < span.end);
        quoted
            || read
            || of_line
            || [('(', ')'), ('[', ']'), ('{', '}'), ('“', '”'), ('«', '»')]
                .into_iter()
                .any(|(open, close)| depth(open, close))
    }

    /// The lines from the heading to the last move that hold moves, and that no reading accounts for: a line is one where
    /// most of its words are moves. Brackets and quotation marks are notes, and so are paragraphs of prose.
    fn unread_rows(&self) -> Vec<Leftover> {
        let mut read: Vec<Span> =
            self.reading.spans.iter().copied().filter(|span| !span.is_empty()).collect();
        read.sort_unstable();
        let (Some(first), Some(last)) = (read.first().copied(), read.last().copied()) else {
            return self.nothing_read();
        };
        let from = self.region.start.min(first.start);
        let Some(text) = self.text.get(from..last.end) else { return Vec::new() };
        // What accounts for text: moves that were read, other games and a person, brackets.
        let cells = Places::of(read.iter().copied());
        let told = Places::of(self.draft.explained.iter().copied());
        let taken = Places::of(read.iter().copied().chain(self.others()).chain(notes(text, from)));
        let mut found = Vec::new();
        let mut at = from;
        // Lines of one paragraph are judged together.
        let mut paragraph: Vec<(Span, Vec<Word<'_>>, bool)> = Vec::new();
        for line in text.split_inclusive('\n') {
            let span = Span::new(at, at + line.len());
            at = span.end;
            if line.trim().is_empty() {
                self.judge(&std::mem::take(&mut paragraph), first.start, &mut found);
                continue;
            }
            let holds_read = cells.meet(span);
            // A line that a layout has taken for a note, whole, is looked at all the same, but where each line says what it is.
            let free: Vec<Word<'_>> =
                words(line, span.start).filter(|word| !taken.meet(word.span())).collect();
            let is_note =
                !holds_read && !self.draft.is_protocol && free.iter().all(|word| told.meet(word.span()));
            let free = if is_note {
                free
            } else {
                free.into_iter().filter(|word| !told.meet(word.span())).collect()
            };
            paragraph.push((span, free, holds_read));
        }
        self.judge(&paragraph, first.start, &mut found);
        found
    }

    /// The moves of a record of which none was read: a game without moves is claimed only where there are none.
    fn nothing_read(&self) -> Vec<Leftover> {
        let text = self.text.get(self.region.range()).unwrap_or_default();
        let told = Places::of(self.draft.explained.iter().copied());
        let span_of = |line: &str| {
            let start = self.region.start + (line.as_ptr() as usize - text.as_ptr() as usize);
            Span::new(start, start + line.len())
        };
        let is_score = |line: &&str| {
            let open = line.trim_start();
            !told.meet(span_of(line))
                && !open.starts_with(['[', '%', ';', '{', '('])
                && open.starts_with(|c: char| c.is_ascii_digit())
                && without_number(open).chars().any(char::is_alphanumeric)
                && result_of_line(open).is_none()
        };
        let Some(line) = text.lines().find(is_score) else { return Vec::new() };
        vec![Leftover { span: span_of(line), kind: LeftoverKind::Moves, behind: true, moves: 2 }]
    }

    /// What stands directly behind the last move that was read, on its line and below it up to an empty line: a line of
    /// moves was not read, and belongs to the game.
    fn rest_of_page(&self) -> Vec<Leftover> {
        let mut read: Vec<Span> =
            self.reading.spans.iter().copied().filter(|span| !span.is_empty()).collect();
        read.sort_unstable();
        let Some(last) = read.last().copied() else { return Vec::new() };
        let Some(behind) = self.text.get(last.end..self.until) else { return Vec::new() };
        let tail: usize = behind.split_inclusive('\n').take(TAIL).map(str::len).sum();
        let behind = &behind[..tail];
        let notes = Places::of(notes(behind, last.end));
        let told = Places::of(self.draft.explained.iter().copied());
        let others = Places::of(self.others());
        let beside = Places::of(self.beside.iter().copied());
        let page_end = self.region.end.max(self.draft.span.end);
        let mut found = Vec::new();
        let mut at = last.end;
        for line in behind.split_inclusive('\n') {
            let span = Span::new(at, at + line.len());
            at = span.end;
            // The game goes on only where nothing says that another one begins.
            let is_of_another = span.start >= page_end && others.meet(span);
            if is_of_another || at > last.end + line.len() && line.trim().is_empty() {
                break;
            }
            let is_free = |word: &Word<'_>| {
                let own = Span::new(word.start, word.start + word.text.len());
                !told.meet(own) && !notes.meet(own) && !beside.meet(own)
            };
            let words: Vec<Word<'_>> = words(line, span.start).filter(is_free).collect();
            self.judge(&[(span, words, true)], 0, &mut found);
            if !found.is_empty() {
                break;
            }
        }
        found.iter_mut().for_each(|left| left.behind = true);
        found
    }

    /// The line directly below the last move, if it begins with the number that is due and has a move outside brackets: a row of the game
    /// that a layout gave to the next one.
    fn row_below(&self) -> Option<Leftover> {
        let last = self.reading.spans.iter().map(|span| span.end).max()?;
        let (due, side) = mover_at(&self.reading.game.start, self.reading.game.line.plies.len() as u32 + 1);
        let behind = self.text.get(last..)?;
        let start = last + behind.find('\n')? + 1;
        let line = self.text[start..].lines().next()?;
        let number = line.split_whitespace().next()?;
        behind_number(number, due, side)?;
        let notes = Places::of(notes(line, start));
        let others = Places::of(self.others());
        let numeric = self.is_numeric();
        let is_left = |word: &Word<'_>| {
            !notes.meet(word.span()) && is_move(without_number(word.text), numeric, self.sense)
        };
        let span = Span::new(start, start + line.trim_end().len());
        let is_row = self.draft.ending.is_none()
            && !others.meet(span)
            && words(line, start).any(|word| is_left(&word));
        is_row.then(|| Leftover { behind: true, ..left(span, LeftoverKind::Moves) })
    }

    /// The moves with words of a sentence directly before and behind, where hardly any other move has them: `here a6 was expected`.
    fn mentioned(&self) -> Vec<Span> {
        /// Fewest moves of the record for each of them.
        const OTHERS: usize = 6;
        let is_word = |word: Option<&str>| {
            word.is_some_and(|word| {
                // Of moves in small letters, `pxp` is one.
                word.chars().count() > 1
                    && word.chars().all(char::is_lowercase)
                    && mark_of(word).is_none()
                    && self.sense.likeness(word) < LIKE
            })
        };
        let is_mentioned = |span: &Span| {
            // The words may stand in the cell of the move.
            let print = self.text[span.range()].trim();
            let mut inside = print.split_whitespace();
            if inside.clone().count() > 2 && is_word(inside.next()) && is_word(inside.next_back()) {
                return true;
            }
            // The line is not looked for: it may be as long as the record, and this is asked of each move.
            let before = self.text[..span.start].trim_end_matches(' ').rsplit(char::is_whitespace).next();
            let behind = self.text[span.end..].strip_prefix(' ').map(|text| text.trim_start_matches(' '));
            is_word(before) && is_word(behind.and_then(|text| text.split(char::is_whitespace).next()))
        };
        let own = self.texts().map(|(span, ..)| span);
        let found: Vec<Span> = own.filter(is_mentioned).collect();
        if found.len() * OTHERS > self.reading.spans.len() { Vec::new() } else { found }
    }

    /// The first of the last moves, if it stands in the only sentence of the record: `He did not wait for 28. Bb6 Bf2.`
    fn told(&self) -> Option<Span> {
        /// Fewest words of a sentence, most half-moves in it, and fewest before it.
        const WORDS: usize = 3;
        const MOST: usize = 8;
        const BEFORE: usize = 8;
        let spans = &self.reading.spans;
        let gap = |at: usize| self.gap_before(at).unwrap_or_default();
        let is_word = |word: &&str| word.chars().filter(|&c| is_small(c)).count() > 1;
        let is_told = |at: &usize| gap(*at).split_whitespace().filter(is_word).count() >= WORDS;
        let at = (1..spans.len()).rev().find(is_told)?;
        let is_last = at >= BEFORE && spans.len() - at <= MOST && !(1..at).any(|other| is_told(&other));
        // The sentence goes on with the move: no stop, and no new line, stands between.
        let gap = gap(at);
        let lead = gap.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, ' ' | '.' | '…'));
        let number = &gap[lead.len()..];
        let goes_on = lead.ends_with(|c: char| c.is_alphabetic() || matches!(c, ':' | ','))
            && number.starts_with(' ')
            && !gap.contains(['(', ')', '{', '}', '[', ']', '"']);
        (is_last && goes_on).then_some(spans[at])
    }

    /// The text between a half-move and the one before it, from 0, where the one stands behind the other.
    fn gap_before(&self, at: usize) -> Option<&str> {
        /// Most bytes: more is another column, or a page of prose.
        const LONGEST: usize = 2_000;
        let (one, next) = (*self.reading.spans.get(at.checked_sub(1)?)?, *self.reading.spans.get(at)?);
        let gap = self.text.get(one.end..next.start)?;
        (!one.is_empty() && !next.is_empty() && gap.len() <= LONGEST).then_some(gap)
    }

    /// The words between two moves that say that the game had ended.
    fn ended_among(&self) -> Option<Span> {
        if let Some(place) = self.ending_between() {
            return Some(place);
        }
        let others = Places::of(self.others());
        (1..self.reading.spans.len()).find_map(|at| {
            let start = self.reading.spans[at - 1].end;
            let (_, place) = closing_words(self.gap_before(at)?)?;
            let span = Span::new(start + place.start, start + place.end);
            (!others.meet(span) && !self.is_aside(span)).then_some(span)
        })
    }

    /// The end of the game, if it stands once in the record, behind moves, and before the later ones.
    fn ending_between(&self) -> Option<Span> {
        let (_, place) = self.draft.ending.as_ref().filter(|(ending, _)| *ending != Ending::Unfinished)?;
        let said = self.text.get(place.range())?.trim();
        let region = self.text.get(self.region.range())?;
        let own = (1..).zip(&self.reading.spans).filter(|(_, span)| !span.is_empty());
        let (behind, before): (Vec<(u32, &Span)>, Vec<_>) =
            own.partition(|(_, span)| span.start >= place.end);
        let last = before.iter().map(|(ply, _)| *ply).max()?;
        let first = behind.iter().map(|(ply, _)| *ply).min()?;
        // A column of results has it in each row; of two lists, White's may have it at its end.
        (!said.is_empty() && last < first && region.matches(said).count() == 1).then_some(*place)
    }

    /// The next move of a game, named with its number elsewhere in the record: `My move: 7. Nxe4` above the moves of a letter. Where the
    /// record says that the game has ended, two half-moves that go on with it, behind it.
    fn named_next(&self) -> Option<Leftover> {
        /// Most words of a line that is there for its move.
        const SAID: usize = 5;
        let game = &self.reading.game;
        let (due, side) = mover_at(&game.start, game.line.plies.len() as u32 + 1);
        let end = last_position(self.reading);
        let is_taken = end.board().king_of(end.turn()).is_none();
        if is_taken || end.is_game_over() {
            return None;
        }
        let has_ended = self.draft.ending.is_some() || self.draft.tags.get("Result").is_some();
        let notation = notation::find(self.reading.notation)?;
        let others = Places::of(self.others());
        /// Bytes before the game in which the move may be named.
        const ABOVE: usize = 4_000;
        let above = self.text.floor_char_boundary(self.region.start.saturating_sub(ABOVE));
        let last = self.reading.spans.iter().map(|span| span.end).max()?;
        let mut at = if has_ended { last } else { self.since.max(above).min(self.region.start) };
        let text = self.text.get(at..self.region.end)?;
        let number = due.to_string();
        for line in text.split_inclusive('\n') {
            let start = at;
            at += line.len();
            // Few lines have the number at all.
            if !line.contains(&number) {
                continue;
            }
            // A row of data has its number in a field of its own.
            let words: Vec<Word<'_>> = words(line, start).flat_map(fields).collect();
            // The number stands between White's move and Black's: `K to KR2  10  N to KBsq`.
            let between = words.iter().skip(1).find(|word| side.is_white() && word.text == number);
            let whites = between.map(|word| Span::new(words[0].start, word.start)).map(|span| {
                Span::new(
                    span.start,
                    span.start + self.text[span.range()].trim_end_matches([' ', '\t', '|']).len(),
                )
            });
            let is_next = |span: &Span| {
                let is_free =
                    !others.meet(*span) && !self.is_aside(*span) && !is_talked_about(self.text, *span);
                is_free && played(notation, &end, &self.text[span.range()]).is_some()
            };
            if let Some(span) = whites.filter(|span| span.start >= last).filter(is_next) {
                return Some(Leftover { behind: true, ..left(span, LeftoverKind::Moves) });
            }
            // The moves of the last number of a line may stand on the next one.
            let next = self.text[at..self.region.end].split_inclusive('\n').next().unwrap_or_default();
            let below: Vec<Word<'_>> = self::words(next, at).flat_map(fields).collect();
            for (place, word) in words.iter().enumerate() {
                let is_field = side.is_white() && word.text == number && self.is_before_comma(word.span());
                let inside = behind_number(word.text, due, side).or(is_field.then_some(""));
                let Some(inside) = inside else { continue };
                // Behind the end, a sentence names what could have followed.
                let goes_on = |c: char| c.is_alphabetic() || matches!(c, ',' | ':');
                if has_ended && self.text[..word.start].trim_end_matches(' ').ends_with(goes_on) {
                    continue;
                }
                let own = Word { text: inside, start: word.start + word.text.len() - inside.len() };
                let mut behind = words[place + 1..].iter().chain(&below).copied();
                let own = Some(own).filter(|own| !own.text.is_empty()).or_else(|| behind.next());
                let Some(own) = own else { continue };
                let print = own.text.trim_end_matches(CLOSING);
                let span = Span::new(own.start, own.start + print.len());
                let is_free = !others.meet(span) && !self.is_aside(span) && !is_talked_about(self.text, span);
                let after = is_free.then(|| played(notation, &end, print));
                let is_said = match after {
                    None => false,
                    Some(Some(after)) if has_ended => {
                        behind.find(|word| !without_number(word.text).is_empty()).is_some_and(|word| {
                            let print = without_number(word.text);
                            let start = word.start + (word.text.len() - print.len());
                            let print = print.trim_end_matches(CLOSING);
                            !is_talked_about(self.text, Span::new(start, start + print.len()))
                                && played(notation, &after, print).is_some()
                        })
                    }
                    Some(Some(_)) => true,
                    Some(None) => !has_ended && words.len() <= SAID && is_move(print, false, self.sense),
                };
                if is_said {
                    return Some(Leftover { behind: true, ..left(span, LeftoverKind::Moves) });
                }
            }
        }
        None
    }

    /// Whether a comma or a semicolon stands directly behind a place.
    fn is_before_comma(&self, place: Span) -> bool {
        self.text[place.end..].trim_start_matches('"').starts_with([',', ';'])
    }

    /// The first move of White that stands behind dots or a dash in the place of White's move: the move of this row is
    /// not told.
    fn unplayed_turns(&self) -> Option<Span> {
        let mut placed: Vec<(Span, u32)> =
            self.reading.spans.iter().copied().zip(1..).filter(|(span, _)| !span.is_empty()).collect();
        placed.sort_unstable();
        let stands_behind_dots = |span: Span| {
            let line = line_before(self.text, span.start).trim();
            // In a sentence, the number stands behind words: `I reply 1... P-K4`.
            let line = match line.rsplit_once(' ') {
                Some((_, last)) if last.starts_with(|c: char| c.is_ascii_digit()) => last,
                _ => line,
            };
            // The row may have its number.
            let behind = line.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
            let is_numbered = behind.len() < line.len();
            let stop =
                usize::from(is_numbered && behind.starts_with(['.', ')']) && !behind.starts_with("..."));
            let dots = behind[stop..].trim_start();
            let fewest = if is_numbered { 3 } else { 2 };
            (dots.chars().count() >= fewest || dots.starts_with('…'))
                && dots.chars().all(|c| matches!(c, '.' | '…' | '-' | '–' | '—'))
        };
        let white = |ply: u32| mover_at(&self.reading.game.start, ply).1.is_white();
        let whites: Vec<Span> =
            placed.into_iter().filter(|&(_, ply)| white(ply)).map(|(span, _)| span).collect();
        let dotted: Vec<Span> = whites.iter().copied().filter(|span| stands_behind_dots(*span)).collect();
        // Where most numbers have them, dots only lead from the number to the move: `1....P to K 4`.
        let is_alone = whites.len() == 1;
        dotted.first().copied().filter(|_| is_alone || dotted.len() * 2 <= whites.len())
    }

    /// The letter of a piece alone behind the last move, on its line or the one below: the rest of the move is lost.
    fn lone_man(&self) -> Option<Span> {
        let last = self.reading.spans.iter().map(|span| span.end).max()?;
        let behind = self.text.get(last..self.region.end)?;
        let mut at = last;
        for line in behind.split_inclusive('\n').take(2) {
            let own = line.trim_matches([' ', '\t', '\r', '\n', '/', '|', ',', ';']);
            let man = without_number(own).trim_end_matches(['.', '-', ',', '–', '—']).trim_end_matches(" to");
            let is_man =
                matches!(man, "Kt" | "Кр") || man.chars().count() == 1 && man.starts_with(char::is_uppercase);
            // `B` at the margin of a table is its row of Black's moves.
            let start = at + (own.as_ptr() as usize - line.as_ptr() as usize);
            let is_told = self.draft.explained.contains(&Span::new(start, start + own.len()));
            if is_man && !is_told {
                return Some(Span::new(at, at + line.trim_end().len()));
            }
            at += line.len();
        }
        None
    }

    /// The number that is due, alone behind the last move of a game whose end nothing says: its move is lost. Behind it, `White resigns` is
    /// the end, and `Black resigns` is not; and the rows of a sheet are numbered before anybody plays.
    fn lone_number(&self) -> Option<Span> {
        let last = self.reading.spans.iter().map(|span| span.end).max()?;
        let (due, side) = mover_at(&self.reading.game.start, self.reading.game.line.plies.len() as u32 + 1);
        let behind = self.text.get(last..self.until)?;
        let is_sign = |c: char| c.is_alphanumeric() || matches!(c, '½' | '(' | '{' | '"' | '“');
        let start = behind.find(is_sign)?;
        let digits = behind[start..].bytes().take_while(u8::is_ascii_digit).count();
        let number = &behind[start..start + digits];
        let rest =
            behind[start + digits..].trim_start_matches(['.', ')', '…', ':', ',', ';', '|', ' ', '\t']);
        let (line, below) = rest.split_once('\n').unwrap_or((rest, ""));
        let span = Span::new(last + start, last + start + digits);
        let is_free = |place: Span| !Places::of(self.others()).meet(place) && !self.is_aside(place);
        if number.parse() != Ok(due) || side.is_black() || !is_free(span) {
            return None;
        }
        let next =
            line.split(|c: char| !c.is_alphanumeric()).chain(below.split(|c: char| !c.is_alphanumeric()));
        let is_numbered =
            next.into_iter().find(|word| !word.is_empty()).is_some_and(|word| word.parse() == Ok(due + 1));
        let said = leading_ending(rest.trim_start()).filter(|(_, place)| place.start == 0);
        // Dots stand in the place of a move. Nobody wins, and nobody else resigns, where he is to move; `and wins` is said of a move.
        let signs = &behind[start + digits..behind.len() - rest.len()];
        let is_dotted = signs.contains('…') || signs.trim_start_matches('.').contains("..");
        // `30. Drawn.` ends a game; below a number alone, the end is said of a game whose last move is lost, or not.
        let is_end = !is_dotted
            && !line.trim().is_empty()
            && said.as_ref().is_some_and(|(ending, _)| {
                let winner = ending.outcome(Some(side)).and_then(|outcome| outcome.winner());
                winner != Some(side) && !matches!(ending, Ending::Wins(_))
            });
        let is_bare = line.trim().is_empty() || said.is_some();
        (is_bare && !is_numbered && !is_end && self.is_last_number(span)).then_some(span)
    }

    /// Whether a number behind the last move is written like the numbers of the other moves: it stands where one stands, and nothing
    /// else is on its line but moves.
    fn is_last_number(&self, span: Span) -> bool {
        let line = line_before(self.text, span.start);
        let start = span.start - line.len();
        let bare = line.trim_matches(|c: char| !c.is_alphanumeric());
        bare.is_empty() || self.reading.spans.iter().any(|own| own.start >= start && own.end <= span.start)
    }

    /// The moves behind which a word of its own says check or mate, on their line, and which give none.
    fn false_marks(&self) -> Vec<Span> {
        let mut position = self.reading.game.start.clone();
        let mut found = Vec::new();
        let starts: FxHashSet<usize> = self.reading.spans.iter().map(|span| span.start).collect();
        for (span, mv) in self.reading.spans.iter().zip(self.reading.game.moves()) {
            position.play_or_pass(mv);
            let behind = self.text.get(span.end..).unwrap_or_default();
            let line = behind.lines().next().unwrap_or_default();
            let open = line.trim_start_matches([' ', '\t', '(', ',']);
            let word = &open[..open.find(|c: char| !c.is_alphabetic()).unwrap_or(open.len())];
            let after = open[word.len()..].trim_start_matches(['.', ')', ',', ';', '|', ' ', '\t', '!']);
            // The word is all that is said: another move, its number or nothing stands behind it.
            let place = span.end + (line.len() - after.len());
            let is_alone = after.is_empty()
                || after.starts_with(|c: char| c.is_ascii_digit())
                || starts.contains(&place);
            let is_false = match mark_of(word) {
                Some(MarkMeaning::Mate) => !position.is_checkmate(),
                Some(_) => !position.is_check(),
                None => false,
            };
            if !span.is_empty() && is_alone && is_false {
                found.push(*span);
            }
        }
        found
    }

    /// The moves in the column of the other side, where each side is named alone over its column.
    fn wrong_columns(&self) -> Vec<Span> {
        let mut at = self.region.start;
        let mut heads: Vec<(usize, Color)> = Vec::new();
        for line in self.text.get(self.region.range()).unwrap_or_default().split_inclusive('\n') {
            let name = line.trim().trim_end_matches(['.', ':']);
            heads.extend(side_of(name).map(|side| (at, side)));
            at += line.len();
        }
        let head = |span: &Span| {
            let before = heads.partition_point(|(place, _)| *place < span.start);
            before.checked_sub(1).map(|at| heads[at].1)
        };
        let placed = (1_u32..).zip(&self.reading.spans).filter(|(_, span)| !span.is_empty());
        let own: Vec<(Span, Color, Color)> = placed
            .filter_map(|(ply, span)| Some((*span, mover_at(&self.reading.game.start, ply).1, head(span)?)))
            .collect();
        // Names of players stand below the sides, too.
        let is_column = |side: Color| own.iter().any(|(_, _, column)| *column == side);
        if !(is_column(Color::White) && is_column(Color::Black)) {
            return Vec::new();
        }
        own.into_iter().filter(|(_, side, column)| side != column).map(|(span, ..)| span).collect()
    }

    /// The heads of the two columns, where they name Black first and the first move of each row is White's.
    fn exchanged_heads(&self) -> Option<Span> {
        let (first, next) = (*self.reading.spans.first()?, *self.reading.spans.get(1)?);
        let row = self.text.get(first.end..next.start).filter(|_| !first.is_empty() && !next.is_empty())?;
        let head = self.text.get(self.region.start.min(first.start)..first.start)?;
        let is_white = mover_at(&self.reading.game.start, 1).1.is_white();
        let names_black_first = |line: &&str| {
            let names: Vec<Color> = line
                .split(['|', '\t', ' ', ';', ','])
                .filter(|word| word.contains(char::is_alphanumeric))
                .map_while(|word| side_of(word.trim_matches(|c: char| !c.is_alphabetic())))
                .collect();
            names == [Color::Black, Color::White]
                && line.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).count() == 2
        };
        let line = head.lines().rev().find(names_black_first).filter(|_| is_white && !row.contains('\n'))?;
        let start = first.start - head.len() + (line.as_ptr() as usize - head.as_ptr() as usize);
        Some(Span::new(start, start + line.trim_end().len()))
    }

    /// The first move that takes nothing and names no rank, with a question mark where the rank should stand: a sign that could not be read.
    fn lost_rank(&self) -> Option<Span> {
        let is_lost = |(span, print, mv): &PrintedMove<'_>| {
            let behind = self.text.get(span.end..).unwrap_or_default().trim_start_matches(' ');
            let mark = print.find('?').map_or(behind, |at| &print[at..]);
            let name = print.split('?').next().unwrap_or_default().trim_end();
            !mv.is_castle()
                && !mv.is_capture()
                && mark.starts_with('?')
                && !mark.starts_with("??")
                && !mark.starts_with("?!")
                && name.ends_with(char::is_alphabetic)
                // `K sq?`: that is the rank.
                && !name.to_ascii_lowercase().ends_with("sq")
                && name.split(|c: char| !c.is_alphabetic()).all(|word| word.chars().count() < 3)
                && !name.contains(|c: char| c.is_ascii_digit())
        };
        self.texts().find(is_lost).map(|(span, ..)| span)
    }

    /// The first figurine among the moves that no move and no note has, or only a pawn's: the rest of its move was read without it.
    fn loose_figurine(&self) -> Option<Span> {
        /// Most figurines that are looked at: a game has no more moves.
        const MOST: usize = 1_200;
        let is_piece =
            |c: char| ('\u{2654}'..='\u{265F}').contains(&c) && !matches!(c, '\u{2659}' | '\u{265F}');
        let is_pawn = |mv: shakmaty::Move| mv.role() == Role::Pawn && mv.promotion().is_none();
        let mut of_pawns = self.texts().filter(|(_, print, mv)| is_pawn(*mv) && print.contains(is_piece));
        if let Some((span, ..)) = of_pawns.next() {
            return Some(span);
        }
        let read = || self.reading.spans.iter().copied().filter(|span| !span.is_empty());
        let (from, to) = (read().map(|span| span.start).min()?, read().map(|span| span.end).max()?);
        let figurines = self.text.get(from..to)?.match_indices(is_piece);
        let mut places = figurines.take(MOST).map(|(at, sign)| Span::new(from + at, from + at + sign.len()));
        // That a layout passes over the sign alone is no explanation; a note around it is.
        let notes = self.draft.explained.iter().copied().filter(|span| span.len() > '♘'.len_utf8());
        let told = Places::of(notes.chain(self.others()).chain(self.beside.iter().copied()));
        places.find(|place| !told.meet(*place) && !self.is_aside(*place))
    }

    /// The text that other games and a person account for.
    fn others(&self) -> Vec<Span> {
        let ending = self.draft.ending.iter().map(|(_, span)| *span);
        let own: FxHashSet<Span> = self.draft.explained.iter().copied().chain(ending).collect();
        self.aside.iter().copied().filter(|span| !own.contains(span)).collect()
    }

    /// Adds the lines of a paragraph that hold unread moves. Lines of a note between two rows are judged together.
    fn judge(&self, lines: &[(Span, Vec<Word<'_>>, bool)], first: usize, found: &mut Vec<Leftover>) {
        for run in lines.chunk_by(|one, next| one.2 == next.2) {
            let counts: Vec<(usize, usize, usize)> =
                run.iter().map(|(_, words, _)| self.count(words)).collect();
            let is_prose = |&(_, inside, all): &(usize, usize, usize)| all > inside + PROSE;
            let holds = run.first().is_some_and(|(.., holds)| *holds);
            if !holds && counts.iter().any(is_prose) {
                continue;
            }
            for ((span, words, _), (moves, inside, all)) in run.iter().zip(counts) {
                let is_numbered =
                    words.first().is_some_and(|word| without_number(word.text).len() < word.text.len());
                let is_head = span.end <= first && !holds;
                // A row has a number, a remark on the rows around it has none.
                let is_row = words.iter().any(|word| is_row_number(word.text));
                let is_remark = !holds && !is_row && all > inside && self.is_held(*span);
                if moves > 0
                    && inside * 2 >= all
                    && !is_remark
                    && (!is_head || moves > 1 || is_numbered)
                    && !(is_head && self.is_headline(words))
                {
                    let (Some(one), Some(last)) = (words.first(), words.last()) else { continue };
                    let span = Span::new(one.start, last.start + last.text.len());
                    found.push(Leftover { span, kind: LeftoverKind::Moves, behind: false, moves });
                }
            }
        }
    }

    /// Whether the moves among some words are the first ones of the game, as they are printed there: none of them is missing.
    fn is_headline(&self, words: &[Word<'_>]) -> bool {
        let numeric = self.is_numeric();
        let texts = words.iter().map(|word| without_number(word.text));
        let own: Vec<&str> = texts.filter(|text| is_move(text, numeric, self.sense)).map(unmarked).collect();
        let first = self.draft.mainline.cells.get(..own.len());
        own.len() > 1
            && first.is_some_and(|cells| cells.iter().zip(own).all(|(cell, own)| unmarked(&cell.text) == own))
    }

    /// Whether no half-move can be missing at `span`: moves directly before and behind it are printed with their numbers.
    /// (That each number agrees with its half-move, [`numbering`](super::numbering) finds out.)
    fn is_held(&self, span: Span) -> bool {
        let cells = &self.draft.mainline.cells;
        let behind = cells.partition_point(|cell| cell.span.start < span.start);
        let is_numbered = |cell: &Cell<'_>| cell.number.is_some();
        cells[..behind].iter().rev().take(2).any(is_numbered)
            && cells[behind..].iter().take(2).any(is_numbered)
    }

    /// The moves among some words, how many of the words they are, and how many words have letters at all.
    fn count(&self, words: &[Word<'_>]) -> (usize, usize, usize) {
        let numeric = self.is_numeric();
        let is_word = |word: &Word<'_>| numeric || word.text.contains(char::is_alphabetic);
        let all = words.iter().filter(|word| is_word(word)).count();
        let (mut at, mut moves, mut inside) = (0, 0, 0);
        while at < words.len() {
            let longest = LONGEST_MOVE.min(words.len() - at);
            // What was read between two words parts them.
            let adjoins = |pair: &[Word<'_>]| {
                let gap = self.text.get(pair[0].start + pair[0].text.len()..pair[1].start).unwrap_or("\n");
                !gap.contains(|c: char| c.is_alphanumeric() || c == '\n')
            };
            let text = |count: usize| {
                let own = &words[at..at + count];
                let last = own[count - 1];
                let whole = own.windows(2).all(adjoins);
                self.text
                    .get(own[0].start..last.start + last.text.len())
                    .filter(|_| whole)
                    .map(without_number)
            };
            let taken = (1..=longest)
                .rev()
                .find(|&count| text(count).is_some_and(|text| is_move(text, numeric, self.sense)));
            match taken {
                Some(count) => {
                    moves += 1;
                    inside += words[at..at + count].iter().filter(|word| is_word(word)).count();
                    at += count;
                }
                None => at += 1,
            }
        }
        (moves, inside, all)
    }

    /// The moves of the game that words around them call not played: `(not d6)`, `d6 is more usual`.
    fn unplayed(&self) -> Vec<Span> {
        let spans = self.reading.spans.iter().copied().filter(|span| !span.is_empty());
        spans.filter(|span| is_unplayed(self.text, *span)).collect()
    }

    /// The half-moves with their texts and roles, where a person has not decided them.
    fn texts(&self) -> impl Iterator<Item = PrintedMove<'_>> {
        let cells = &self.draft.mainline.cells;
        let decided = move |cell: Option<u32>| {
            cell.and_then(|at| cells.get(at as usize)).is_some_and(|cell: &Cell<'_>| cell.decided.is_some())
        };
        let spans = self.reading.spans.iter().copied().zip(self.reading.cells.iter().copied());
        spans.zip(self.reading.game.moves()).filter_map(move |((span, cell), mv)| {
            let text = self.text.get(span.range()).filter(|text| !text.is_empty() && !decided(cell))?;
            Some((span, text.trim(), mv))
        })
    }

    /// The moves that take the piece that has just arrived, without the sign that other captures have: one of the two texts
    /// is misprinted, and which one is not known.
    fn silent_captures(&self) -> Vec<Span> {
        if !is_algebraic(self.reading.notation) {
            return Vec::new();
        }
        let texts: Vec<PrintedMove<'_>> = self.texts().collect();
        let of_men = || texts.iter().filter(|(.., mv)| mv.is_capture() && mv.role() != Role::Pawn);
        let bare = of_men().filter(|(_, text, _)| !has_sign(text)).count();
        if bare * 2 >= of_men().count() {
            return Vec::new();
        }
        let takes_arrived = |pair: &&[PrintedMove<'_>]| {
            let ((.., before), (_, text, mv)) = (pair[0], pair[1]);
            mv.is_capture()
                && !before.is_capture()
                && !before.is_castle()
                && mv.role() != Role::Pawn
                && before.to() == mv.to()
                && !has_sign(text)
        };
        texts.windows(2).filter(takes_arrived).map(|pair| pair[1].0).collect()
    }

    /// The moves with a sign of capture that take nothing.
    fn false_captures(&self) -> Vec<Span> {
        let is_false =
            |mv: shakmaty::Move, text: &str| !mv.is_capture() && !mv.is_castle() && has_capture(text);
        // A sign that stands in every move joins its squares (`E2:E4`).
        if self.texts().all(|(_, text, mv)| mv.is_castle() || has_capture(text)) {
            return Vec::new();
        }
        self.texts().filter(|(_, text, mv)| is_false(*mv, text)).map(|(span, ..)| span).collect()
    }

    /// Words before the first move that say that the game was played at odds, where it begins from the usual position, or where they do
    /// not name the man.
    fn odds(&self) -> Option<Span> {
        if let Start::Odds(_, place) = &self.draft.start
            && is_fixed_term(&self.text[place.range()])
        {
            return Some(*place);
        }
        if self.draft.start != Start::Array || self.reading.game.start != Chess::default() {
            return None;
        }
        let first = self.reading.spans.iter().map(|span| span.start).filter(|start| *start > 0).min()?;
        let mut from = self.region.start.max(first.saturating_sub(HEAD)).min(first);
        while !self.text.is_char_boundary(from) {
            from += 1;
        }
        let head = &self.text[from..first];
        let (at, length) = tells_odds(head)?;
        Some(Span::new(from + at, from + at + length))
    }
}

/// Signs that may close a word.
const CLOSING: [char; 8] = ['.', ',', ';', ':', '!', '?', '"', ')'];

/// The position behind a move that is written as `text`; `None` if none is that can be played.
fn played(notation: &dyn notation::Notation, position: &Chess, text: &str) -> Option<Chess> {
    let lineage = Lineage::new(position);
    let scene = Scene { position, lineage: &lineage, last: None };
    let legal = position.legal_moves();
    let senses = notation.read(text, position.turn());
    let mut moves =
        senses.iter().filter_map(|sense| legal.iter().find(|mv| sense.skeleton.admits(scene, **mv)));
    let mut after = position.clone();
    after.play_unchecked(*moves.next()?);
    Some(after)
}

/// What stands behind the number `due` of a side at the beginning of a word: `7.Nxe4`, `7...d5`; empty where the word ends
/// there.
fn behind_number(word: &str, due: u32, side: Color) -> Option<&str> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    if word[..digits].parse() != Ok(due) {
        return None;
    }
    let behind = word[digits..].trim_start_matches(['.', '…', ')']);
    let signs = &word[digits..word.len() - behind.len()];
    let is_black = signs.contains('…') || signs.len() > 1;
    (!signs.is_empty() && is_black == side.is_black()).then_some(behind)
}

fn left(span: Span, kind: LeftoverKind) -> Leftover {
    Leftover { span, kind, behind: false, moves: 1 }
}

pub(super) fn is_algebraic(notation: &str) -> bool {
    notation.starts_with("san") || matches!(notation, "long" | "figurine" | "coordinates")
}

/// Whether a comment is a bracket of the print as a whole.
fn is_bracketed(comment: &str) -> bool {
    comment.starts_with(['(', '[', '{']) && comment.ends_with([')', ']', '}'])
}

/// Whether a comment is a quotation of the print as a whole.
fn is_whole_quote(comment: &str) -> bool {
    comment.starts_with(['"', '“', '«']) && comment.ends_with(['"', '”', '»'])
}

/// Whether a text is nothing but moves and their numbers.
fn is_score(text: &str, numeric: bool, sense: &dyn MoveSense) -> bool {
    let text = text.trim().trim_end_matches([',', ';', '.']);
    let is_like = |text: &str| is_move(text, numeric, sense);
    let rest = without_number(text);
    if rest.is_empty() || is_date(text) {
        return false;
    }
    is_like(rest)
        || rest
            .split([' ', '\t', ',', ';'])
            .filter(|word| !word.is_empty())
            .all(|word| without_number(word).is_empty() || is_like(without_number(word)))
            && rest.split_whitespace().any(|word| is_like(without_number(word)))
}

/// Whether a text is the name of a month and a day, in any order: `Feb. 3`, `3 Feb`.
fn is_date(text: &str) -> bool {
    let words: Vec<&str> = text.split([' ', '.', ',']).filter(|word| !word.is_empty()).collect();
    let is_day = |word: &&str| word.parse().is_ok_and(|day: u32| (1..=31).contains(&day));
    let is_month = |word: &&str| word.chars().count() > 2 && month_of(word).is_some();
    matches!(words.as_slice(), [one, other] if is_day(one) && is_month(other) || is_month(one) && is_day(other))
}

/// Whether a text is written as one move: it names a square, a wing or a capture, and not only a piece.
fn is_move(text: &str, numeric: bool, sense: &dyn MoveSense) -> bool {
    let text = text.trim_matches([',', ';', '.', ' ', ':', '…']);
    let letters = text.chars().any(char::is_alphabetic);
    let said = text.contains(|c: char| c.is_ascii_digit() || matches!(c, '-' | 'x' | '×' | ':'))
        || text.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() > 2);
    (letters || numeric) && said && sense.likeness(text) >= LIKE
}

/// A run of characters without white space, and its place.
#[derive(Copy, Clone)]
struct Word<'a> {
    text: &'a str,
    start: usize,
}

impl Word<'_> {
    /// Its place.
    fn span(&self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }
}

/// The words of a line that begins at byte `base`.
fn words(line: &str, base: usize) -> impl Iterator<Item = Word<'_>> {
    let parts = line
        .split(|c: char| c.is_whitespace() || c == '|')
        .filter(|text| text.contains(char::is_alphanumeric));
    parts.map(move |text| Word { text, start: base + (text.as_ptr() as usize - line.as_ptr() as usize) })
}

/// The fields of a word with commas or semicolons inside.
fn fields(word: Word<'_>) -> impl Iterator<Item = Word<'_>> {
    let parts =
        word.text.split([',', ';']).map(|part| part.trim_matches('"')).filter(|part| !part.is_empty());
    parts.map(move |text| Word {
        text,
        start: word.start + (text.as_ptr() as usize - word.text.as_ptr() as usize),
    })
}

/// The brackets and quotations of a text that begins at byte `base`. Brackets around a number, or a piece, are none.
fn notes(text: &str, base: usize) -> Vec<Span> {
    let (mut open, mut found) = (Vec::new(), Vec::new());
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' | '“' | '«' => open.push(at),
            ')' | ']' | '}' | '”' | '»' => {
                let Some(start) = open.pop() else { continue };
                if at - start > 4 {
                    found.push(Span::new(base + start, base + at + c.len_utf8()));
                }
            }
            '"' => match quote.take() {
                Some(start) => found.push(Span::new(base + start, base + at + 1)),
                None => quote = Some(at),
            },
            '\n' => quote = None,
            _ => {}
        }
    }
    found
}

/// Whether a word is or begins with a move number: digits and a full stop.
fn is_row_number(word: &str) -> bool {
    word.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.')
        && word.starts_with(|c: char| c.is_ascii_digit())
}

/// A text behind the number at its beginning: `12. e4`, `(12) e4`, `12... e4`.
fn without_number(text: &str) -> &str {
    let named = text.split_once(' ').filter(|(word, _)| is_counter(word)).map(|(_, rest)| rest.trim_start());
    let open = named.unwrap_or(text).trim_start_matches(['(', '[']);
    let digits = open.bytes().take_while(u8::is_ascii_digit).count();
    if !(1..=3).contains(&digits) {
        return text;
    }
    let behind = &open[digits..];
    let rest = behind.trim_start_matches([')', ']', '.', ':', '…', ' ', ',', '\t']);
    if rest.len() < behind.len() || rest.is_empty() { rest } else { text }
}

/// A move without the marks that praise or blame it.
fn unmarked(text: &str) -> &str {
    text.trim_end_matches(['!', '?'])
}

/// Whether the words around a move say that it was not played, or brackets hold it together with words.
fn is_unplayed(text: &str, span: Span) -> bool {
    // The text of a move may begin with words of its sentence.
    let print = &text[span.range()];
    let is_talk = |word: &str| word.chars().count() > 1 && word.chars().all(char::is_lowercase);
    let talk =
        print.split_inclusive(' ').take_while(|word| is_talk(word.trim())).map(str::len).sum::<usize>();
    let span = if talk < print.len() { Span::new(span.start + talk, span.end) } else { span };
    let line = line_before(text, span.start);
    // `[{"move":1,"white":` is data, and no note.
    let is_data = |open: usize| line[open + 1..].trim_start().starts_with(['{', '"', '[']);
    // A line may be as long as the record, and this is asked of each of its moves.
    let open = memchr::memrchr2(b'(', b'[', line.as_bytes());
    let bracket = open.filter(|open| !line[*open..].contains([')', ']']) && !is_data(*open));
    if bracket.is_some_and(|open| {
        line[open..].split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() > 2 && is_talk(word))
    }) {
        return true;
    }
    is_phrase_behind(&text[span.end..]) || phrase_before(&text[..span.start], &[Phrase::Before]).is_some()
}

/// Whether a sentence about moves begins with the move at `span`: `If 5... Nxe4`, `Nach 15.Lxd7`.
pub(super) fn is_talked_about(text: &str, span: Span) -> bool {
    let print = text[span.range()].to_lowercase();
    let begins = |phrase: &str| {
        print.strip_prefix(phrase).is_some_and(|rest| rest.starts_with(|c: char| !c.is_alphanumeric()))
    };
    const KINDS: &[Phrase] = &[Phrase::Before, Phrase::About];
    is_unplayed(text, span)
        || phrase_before(&text[..span.start], KINDS).is_some()
        || KINDS.iter().flat_map(|kind| phrases(*kind)).any(begins)
}

/// Whether a text has a sign of capture inside: a colon behind a move is punctuation.
fn has_capture(text: &str) -> bool {
    // Times and notes in brackets say nothing of it.
    let text = text.split(['(', '[', '{']).next().unwrap_or_default();
    let is_short = |word: &&str| {
        word.chars().count() <= LONGEST_MOVE
            && word.contains(|c: char| c.is_uppercase() || c.is_ascii_digit())
    };
    text.split_whitespace().filter(is_short).any(|word| {
        let inner = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        let sign = inner.char_indices().skip(1).find(|(_, c)| matches!(c, 'x' | '×' | ':'));
        sign.is_some_and(|(at, _)| inner[..at].ends_with(|c: char| c.is_alphanumeric() || c == ')'))
    })
}

/// The first words that say that a game was played at odds: their place and length.
fn tells_odds(head: &str) -> Option<(usize, usize)> {
    let lower = head.to_ascii_lowercase();
    phrases(Phrase::Odds).filter_map(|phrase| Some((lower.find(phrase)?, phrase.len()))).min()
}

/// Whether a text has a sign of capture.
pub(super) fn has_sign(print: &str) -> bool {
    print.contains(['x', '×', ':', 'X', '*'])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What begins like a letter and ends with a digit is a move.
    struct Shape;
    impl MoveSense for Shape {
        fn likeness(&self, text: &str) -> f32 {
            let ends = text.starts_with(char::is_alphabetic) && text.ends_with(|c: char| c.is_ascii_digit());
            f32::from(ends && !text.contains(' '))
        }
    }

    #[test]
    fn comments_that_are_moves() {
        for text in ["e4", "1. e4", "(3) Nf3", "12... Kt-B3", "P-K4, P-K4;", "e4 e5", "2 Nf3 Nc6"] {
            assert!(is_score(text, false, &Shape), "{text}");
        }
        for text in ["1", "a fine move", "e4 was better", "12.", "5254", "0:30", "+0.35"] {
            assert!(!is_score(text, false, &Shape), "{text}");
        }
    }

    #[test]
    fn moves_that_are_only_named() {
        let is = |text: &str, word: &str| {
            let at = text.rfind(word).unwrap();
            is_unplayed(text, Span::new(at, at + word.len()))
        };
        assert!(
            is("2. Nf3 (not d6)", "d6")
                && is("2... d6 is more usual.", "d6")
                && is("3. Bc4 Bc5 would have been", "Bc5")
        );
        assert!(is("(instead of 2... Nc6)", "Nc6") && is("wegen statt Nc6", "Nc6"));
        assert!(is("2. Nf3 (a good reply is Nc6)", "Nc6") && !is("2. Nf3 (Nc6)", "Nc6"));
        assert!(!is("3. Bc4 Bc5 a quiet move", "Bc5") && !is("1. e4 e5", "e5"));
    }

    #[test]
    fn signs_of_capture() {
        assert!(has_capture("N:f3") && has_capture("Nxf3") && has_capture("e4×d5") && has_capture("KtxB"));
        assert!(!has_capture("e4:") && !has_capture("Nf3") && !has_capture("two squares: six"));
    }

    #[test]
    fn odds_in_words() {
        assert!(tells_odds("Black gives the odds of pawn and move.").is_some());
        assert!(
            tells_odds("(gives pawn and two moves)").is_some() && tells_odds("A. Smith - B. Jones").is_none()
        );
    }
}
