//! The tokens of a printed book while a person's corrections are applied, and the games that they touch, read again.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::FxHasher;
use scorebook_book::decode::{self, Evidence, KnownMoves, Reading, Way};
use scorebook_book::desc::{Desc, Man, Mark, Said, Taking};
use scorebook_book::token::Token;
use scorebook_book::{Book, Game, book, english, number};
use shakmaty::san::{San, SanPlus};
use shakmaty::{CastlingSide, Chess, Move, Position, Role};

use super::printed;
use super::redecided::Reread;
use crate::corrections::{CorrectionKind as Kind, Standing};
use crate::text::Span;

/// Cost in nats of text between two corrected moves that is not read as a move.
const STRENGTH: f32 = 8.0;
/// A correction at most so many characters before a game may change its reading.
const BESIDE: u32 = 400;
/// A game that explains less than before by more, in nats, is looked for in other ways too; and what each text may have
/// explained that a person calls no move.
const WORSE: f32 = 2.0;
const NO_MOVE: f32 = 5.0;
/// A game that ends nearer to where it was read to, in characters, may go on behind; more stand there than a heading has.
const AT_END: u32 = 150;
const HEADING: u32 = 600;
/// A game that starts at most so many characters from a position starts there.
const NEAR: u32 = 60;
/// Half-moves before the first corrected one that leave as much open as none.
const FEW: usize = 8;

/// A correction: its characters, kind and value.
type Change = (Range<u32>, Kind, String);

/// The tokens of a book while corrections are applied.
pub(super) struct Redecision<'b> {
    base: &'b Book,
    evidence: Evidence,
    /// The characters of the book and their byte offsets in the source.
    places: Vec<(u32, u32)>,
    /// For each game, whether it must be read again.
    touched: Vec<bool>,
    /// For each game, whether it was written without corrections: another reader may have read it better.
    written: Vec<bool>,
    /// Characters at which a person says that a game starts.
    starts: Vec<u32>,
    /// Characters that a person calls one game.
    wholes: Vec<Range<u32>>,
    /// The corrections applied so far: characters, kind and value.
    changes: Vec<Change>,
    /// Characters at which a person has given a move.
    said: Vec<u32>,
}

impl<'b> Redecision<'b> {
    /// `places` are those of the games that are written without corrections.
    pub(super) fn new(base: &'b Book, places: &[Span]) -> Redecision<'b> {
        let written = base.games.iter().map(|game| places.contains(&printed::place(base, game))).collect();
        let evidence = base.evidence.clone();
        let mut places: Vec<(u32, u32)> = evidence.print.bytes.iter().copied().zip(0..).collect();
        places.sort_unstable();
        Redecision {
            base,
            evidence,
            places,
            touched: vec![false; base.games.len()],
            written,
            starts: Vec::new(),
            wholes: Vec::new(),
            changes: Vec::new(),
            said: Vec::new(),
        }
    }

    /// The characters of a span of the source, if they are contiguous in the book.
    fn chars(&self, span: Span) -> Option<Range<u32>> {
        let from = self.places.partition_point(|(byte, _)| (*byte as usize) < span.start);
        let to = self.places.partition_point(|(byte, _)| (*byte as usize) < span.end);
        let inside = self.places.get(from..to)?;
        let printed = |at: &u32| !self.evidence.print.chars[*at as usize].is_whitespace();
        let chars = || inside.iter().map(|(_, at)| *at).filter(printed);
        Some(chars().min()?..chars().max()? + 1)
    }

    /// Index of the game that contains a character, or of the game before it.
    fn game(&self, at: u32) -> Option<usize> {
        let games = &self.base.games;
        let held = games.iter().position(|game| (game.start..game.end).contains(&at));
        held.or_else(|| games.iter().rposition(|game| game.start <= at))
            .or_else(|| games.iter().position(|game| game.start <= at + NEAR * 10))
    }

    /// Applies a correction, or says why it cannot be applied.
    pub(super) fn take(&mut self, one: &Standing<'_>) -> Result<(), String> {
        let row = one.row;
        let chars = self.chars(one.span).ok_or("the text is not part of a game")?;
        self.changes.push((chars.clone(), row.kind, row.value.clone()));
        match row.kind {
            Kind::Leave | Kind::Tag => return Ok(()),
            Kind::Misprint if row.value.is_empty() => return Ok(()),
            Kind::Game if row.is_whole() => {
                self.wholes.push(chars);
                return Ok(());
            }
            Kind::Game => {
                self.starts.push(chars.start);
                return Ok(());
            }
            Kind::NotScore | Kind::Junk => {
                let touched = self.base.games.iter().zip(&mut self.touched);
                touched
                    .filter(|(game, _)| game.start < chars.end && chars.start < game.end)
                    .for_each(|(_, touched)| *touched = true);
                self.clear(chars);
                return Ok(());
            }
            Kind::Move | Kind::Misprint => {
                let desc = meaning(&row.value).ok_or("the value is not a move")?;
                self.put(chars.clone(), desc);
            }
            Kind::Missing | Kind::MissingAfter => {
                let values = row.value.split(';').map(str::trim).filter(|value| !value.is_empty());
                let descs: Vec<Desc> =
                    values.map(meaning).collect::<Option<_>>().ok_or("one value is not a move")?;
                self.insert(row.kind, &chars, &descs)?;
            }
        }
        let game = self.game(chars.start).ok_or("there is no game at this place")?;
        self.touched[game] = true;
        Ok(())
    }

    /// Removes all tokens and worn text that overlap the characters.
    fn clear(&mut self, chars: Range<u32>) {
        let tokens = &mut self.evidence.tokens;
        tokens.all.retain(|token| !chars.contains(&token.start));
        tokens.cut.retain(|cut| cut.1 <= chars.start || cut.0 >= chars.end);
        self.evidence.rows.worn.retain(|worn| worn.end <= chars.start || worn.start >= chars.end);
    }

    /// Adds a token that is certainly this move.
    fn put(&mut self, chars: Range<u32>, desc: Desc) {
        let label = number::before(&self.evidence.print.chars, chars.start, |_| true);
        self.clear(chars.clone());
        self.said.push(chars.start);
        let said = vec![Said { end: chars.end, cost: 0.0, desc }];
        let tokens = &mut self.evidence.tokens;
        // Tokens that began earlier end where the new one begins.
        for token in tokens.all.iter_mut().rev().filter(|token| token.start < chars.start).take(12) {
            token.said.retain(|said| said.end <= chars.start);
        }
        tokens.all.retain(|token| !token.said.is_empty());
        let at = tokens.all.partition_point(|token| token.start < chars.start);
        tokens.all.insert(at, Token { start: chars.start, said, label, entry: 0.0, piece: 0 });
        let at = tokens.cut.partition_point(|cut| cut.0 < chars.start);
        tokens.cut.insert(at, (chars.start, chars.end, STRENGTH));
    }

    /// Adds moves that the print lacks, placed on the spaces beside a text.
    fn insert(&mut self, kind: Kind, chars: &Range<u32>, descs: &[Desc]) -> Result<(), String> {
        let many = descs.len() as u32;
        let from = match kind {
            Kind::Missing => chars.start.checked_sub(many),
            _ => Some(chars.end),
        };
        let from = from.ok_or("there is no space for the moves here")?;
        let print = &self.evidence.print.chars;
        let is_free = |at: u32| print.get(at as usize).is_some_and(|c| !c.is_alphanumeric());
        if !(from..from + many).all(is_free) {
            return Err("there is no space for the moves here".to_owned());
        }
        for (at, desc) in (from..).zip(descs) {
            self.put(at..at + 1, *desc);
        }
        Ok(())
    }

    /// The book, after reading the touched games again.
    pub(super) fn read(mut self, reread: &Reread) -> Book {
        // The indices of the tokens have changed.
        self.evidence.anchors = self.evidence.tokens.by_number();
        let Redecision { base, evidence, touched, written, starts, wholes, changes, said, .. } = self;
        let prices = base.prices.clone();
        let mut games: Vec<Game> = Vec::new();
        let may_start: Vec<book::Start> = book::starts(&evidence);
        let last = (evidence.print.chars.len() as u32).saturating_sub(1);
        let game = |start: u32, until: u32, reading: Reading| -> Option<Game> {
            let end = reading.steps.iter().map(|step| step.cell.end).max()?;
            let first = reading.steps.iter().find(|step| !step.cell.is_empty());
            let start = first.map_or(start, |step| step.cell.start);
            Some(Game { start, end, until, reading, heading: scorebook_book::heading::Heading::default() })
        };
        let read = |start: u32, ends: &[u32], known: &[Option<Move>], least: usize| -> Option<Game> {
            let begin = evidence.begin(start);
            let known = KnownMoves { moves: known, end: false, least };
            let read =
                |until: &u32| Some((*until, decode::read_knowing(&evidence, &prices, begin, *until, known)?));
            let readings: Vec<(u32, Reading)> = ends.par_iter().filter_map(read).collect();
            let better = |a: &(u32, Reading), b: &(u32, Reading)| b.1.gain() > a.1.gain() + 5.0;
            let best = readings.into_iter().reduce(|a, b| if better(&a, &b) { b } else { a });
            best.and_then(|(until, reading)| game(start, until, reading))
        };
        // The way that led through the print before mostly does so again.
        let as_before = |start: u32, last: u32, known: KnownMoves<'_>, before: &Game, own: &[&Change]| {
            let until = before.until.min(last);
            let attempt = before.reading.attempt;
            let begin = evidence.begin(start);
            let reading = decode::read_once(&evidence, &prices, begin, until, known, attempt)?;
            let game = game(start, until, reading)?;
            let removed =
                own.iter().filter(|(_, kind, _)| matches!(kind, Kind::Junk | Kind::NotScore)).count();
            let worse = before.reading.gain() - game.reading.gain();
            let ends = game.end + AT_END < until || until + HEADING > last;
            let is_good = ends && worse < WORSE + NO_MOVE * removed as f32 && holds(&game, &said, own);
            Some((game, is_good))
        };
        let again = |start: u32, ends: &mut Vec<u32>, before: Option<(&Game, bool)>| -> Option<Game> {
            ends.sort_unstable();
            ends.dedup();
            let last = ends.last().copied().unwrap_or(start);
            let near = |chars: &Range<u32>| chars.end + BESIDE > start && chars.start <= last;
            let mut own: Vec<&Change> = changes.iter().filter(|(chars, ..)| near(chars)).collect();
            let mut hasher = FxHasher::default();
            (start, &*ends).hash(&mut hasher);
            for (chars, kind, value) in &own {
                (chars, *kind as u8, value).hash(&mut hasher);
            }
            let key = hasher.finish();
            let (before, is_written) = before.unzip();
            own.retain(|(chars, ..)| chars.end >= start);
            reread.get(key, || {
                let CorrectedPlies { before: seen, first, last: least } =
                    before.map_or_else(CorrectedPlies::default, |game| CorrectedPlies::of(game, &own));
                let steps = before.iter().flat_map(|game| &game.reading.steps[..seen]);
                let mut known: Vec<Option<Move>> = steps.map(|step| Some(step.m)).collect();
                known.extend(first.map(Some).filter(|_| seen > 0));
                let moves = KnownMoves { moves: &known, end: false, least };
                let game = before.and_then(|before| as_before(start, last, moves, before, &own));
                // What another reader has read better is worth no second search.
                let enough = |game: &(Game, bool)| game.1 || is_written == Some(false);
                let mut game = game.filter(enough).map(|game| game.0);
                if game.is_none() {
                    game = read(start, ends, &known, least);
                }
                // The moves seen before the first correction must not keep a corrected move out of the game.
                let lacks = |game: &Option<Game>| !game.as_ref().is_some_and(|game| holds(game, &said, &own));
                if seen > FEW && is_written != Some(false) && lacks(&game) {
                    let anew = KnownMoves::default();
                    let again = before.and_then(|before| as_before(start, last, anew, before, &own));
                    let again = again.filter(enough).map(|game| game.0);
                    game = again.or_else(|| read(start, ends, &[], 0)).or(game);
                } else if let (Some(game), Some(before)) = (&mut game, before) {
                    let many = seen.min(game.reading.margins.len());
                    game.reading.margins[..many].copy_from_slice(&before.reading.margins[..many]);
                    game.reading.rivals[..many].copy_from_slice(&before.reading.rivals[..many]);
                }
                game.map(|game| without_doubt(game, &said))
            })
        };
        for (at, game) in base.games.iter().enumerate() {
            // Other lines are this game, or it is part of theirs.
            if wholes.iter().any(|whole| begins_in(game, whole)) {
                continue;
            }
            let begun = starts.iter().copied().chain(wholes.iter().map(|whole| whole.start));
            let cut = begun.filter(|start| *start > game.start + NEAR && *start < game.end).min();
            if !touched[at] && cut.is_none() {
                games.push(game.clone());
                continue;
            }
            let next = base.games.get(at + 1).map_or(last, |next| next.start);
            let bound = cut.unwrap_or(next).max(game.start + 1);
            let near = |sure: bool| {
                let behind = may_start.iter().filter(|start| start.place > game.start + 150);
                behind
                    .filter(|s| if sure { s.sure } else { s.likely })
                    .map(|s| s.place)
                    .next()
                    .unwrap_or(last)
            };
            let mut ends: Vec<u32> =
                [near(false), near(true), bound].into_iter().map(|end| end.min(bound)).collect();
            match again(game.start, &mut ends, Some((game, written[at]))) {
                Some(read) => games.push(Game {
                    start: game.start.min(read.start),
                    heading: game.heading.clone(),
                    ..read
                }),
                None => games.push(game.clone()),
            }
        }
        for whole in wholes {
            let before = base.games.iter().find(|game| begins_in(game, &whole));
            let heading = before.map(|game| game.heading.clone()).unwrap_or_default();
            if let Some(game) = again(whole.start, &mut vec![whole.end], None) {
                games.push(Game { heading, ..game });
            }
        }
        for start in starts {
            if games.iter().any(|game| game.start.abs_diff(start) <= NEAR) {
                continue;
            }
            let next = games.iter().map(|game| game.start).filter(|at| *at > start).min().unwrap_or(last);
            if let Some(game) = again(start, &mut vec![next], None) {
                games.push(game);
            }
        }
        games.sort_by_key(|game| game.start);
        Book { grammar: base.grammar, evidence, games, prices }
    }
}

/// Whether a game begins in a passage.
fn begins_in(game: &Game, passage: &Range<u32>) -> bool {
    passage.start <= game.start + NEAR && game.start < passage.end
}

/// What the corrections in a game say about its half-moves.
#[derive(Default)]
struct CorrectedPlies {
    /// Number of half-moves before the first corrected one: the user saw this position. 0 if a correction is
    /// about text that the game does not include.
    before: usize,
    /// The first corrected move, if the correction gives a move.
    first: Option<Move>,
    /// Number of half-moves up to the last corrected move: the game does not end before it.
    last: usize,
}

impl CorrectedPlies {
    fn of(game: &Game, changes: &[&Change]) -> CorrectedPlies {
        let steps = &game.reading.steps;
        let mut first = (steps.len(), None);
        let mut last = 0;
        for (chars, kind, value) in changes {
            if matches!(kind, Kind::Leave | Kind::Tag) || (*kind == Kind::Misprint && value.is_empty()) {
                continue;
            }
            let touches = |cell: &Range<u32>| cell.start < chars.end && chars.start < cell.end;
            let read = steps.iter().position(|step| touches(&step.cell));
            // What the game has not read stands behind what it has read before it. If that is not so, the game is read anew.
            let behind =
                || steps.iter().position(|step| step.cell.start > chars.start).unwrap_or(steps.len());
            let ply = read.unwrap_or_else(behind) + usize::from(*kind == Kind::MissingAfter);
            let ply = ply.min(steps.len());
            let moves = matches!(kind, Kind::Move | Kind::Misprint | Kind::Missing | Kind::MissingAfter);
            if moves && (read.is_some() || ply == steps.len()) {
                last = last.max(ply + 1);
            }
            if ply < first.0 || (ply == steps.len() && first.1.is_none()) {
                first = (ply, value.split(';').next().filter(|_| moves && read.is_some()));
            }
        }
        let mut position = Chess::default();
        steps[..first.0].iter().for_each(|step| position.play_unchecked(step.m));
        let said = first.1.and_then(|value| value.trim().parse::<SanPlus>().ok());
        CorrectedPlies {
            before: first.0,
            first: said.and_then(|said| said.san.to_move(&position).ok()),
            last,
        }
    }
}

/// Whether all moves that a person has given near this game are among its half-moves.
fn holds(game: &Game, said: &[u32], changes: &[&Change]) -> bool {
    let near = |at: &&u32| changes.iter().any(|(chars, ..)| chars.start <= **at + 1 && **at <= chars.end);
    said.iter().filter(near).all(|at| game.reading.steps.iter().any(|step| step.cell.start == *at))
}

/// Removes the doubts of corrected half-moves, so that they do not end the game.
fn without_doubt(mut game: Game, said: &[u32]) -> Game {
    let reading = &mut game.reading;
    for (ply, step) in reading.steps.iter_mut().enumerate() {
        if !step.cell.is_empty() && said.contains(&step.cell.start) {
            (step.text, step.travel, step.way) = (0.0, 0.0, Way::Next(0));
            reading.margins[ply] = f32::INFINITY;
            reading.rivals[ply] = None;
        }
    }
    game
}

/// The meaning of a corrected move in any position, from SAN or the notation of books.
fn meaning(value: &str) -> Option<Desc> {
    let value = value.trim();
    let Ok(san) = value.trim_end_matches(['!', '?']).trim_end_matches(['+', '#']).parse::<San>() else {
        let chars: Vec<char> = value.chars().collect();
        let end = chars.len() as u32;
        return english::read(&chars, 0, &Default::default())
            .into_iter()
            .find(|said| said.end == end)
            .map(|said| said.desc);
    };
    Some(match san {
        San::Normal { role, file, capture, rank, to, promotion } => {
            let bit = |square: shakmaty::Square| 1_u64 << u32::from(square);
            let from = shakmaty::Square::ALL.into_iter().filter(|square| {
                file.is_none_or(|file| square.file() == file) && rank.is_none_or(|rank| square.rank() == rank)
            });
            Desc {
                taking: if capture { Taking::Takes } else { Taking::Unsaid },
                from: from.map(bit).sum(),
                to: bit(to),
                promotion,
                mark: Mark::None,
                absolute: true,
                ..Desc::of(Man::of(role))
            }
        }
        San::Castle(side) => {
            let wing = match side {
                CastlingSide::KingSide => scorebook_book::desc::Wing::King,
                CastlingSide::QueenSide => scorebook_book::desc::Wing::Queen,
            };
            Desc { castle: Some(Some(wing)), ..Desc::of(Man::of(Role::King)) }
        }
        _ => return None,
    })
}
