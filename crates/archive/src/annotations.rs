//! Comments, glyphs and variations of a block's games, as separate streams.

use super::bytes::{Cursor, Malformed, Put};
use super::clock;
use super::numbers::{Collector, Control, GameNumbers};
use super::stored::{Annotation, PlacedAnnotation};
use crate::international::Move16;

/// The streams of a block, one per section.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Streams {
    /// The positions of notes.
    pub notes: Vec<u8>,
    /// The distinct texts of comments.
    pub comments: Vec<u8>,
    /// The moves of variations.
    pub side_moves: Vec<u8>,
    pub clocks: Vec<u8>,
    pub evals: Vec<u8>,
    /// Whether clocks and evaluations are stored per game.
    pub by_game: bool,
}

const COMMENT: u64 = 0;
const OPEN: u64 = 1;
const MOVES: u64 = 2;
const CLOSE: u64 = 3;
const NAG: u64 = 4;

/// Splits the notes of all games of a block into streams, with numbers per game if `by_game`.
pub(super) fn split<'a>(
    games: impl Iterator<Item = (Control, &'a [PlacedAnnotation])>,
    by_game: bool,
) -> Streams {
    let mut streams = Streams { by_game, ..Streams::default() };
    let mut known = rustc_hash::FxHashMap::<String, u64>::default();
    let mut texts: Vec<u8> = Vec::new();
    let mut numbers = Collector::default();
    for (control, notes) in games {
        let ops = &mut streams.notes;
        numbers.begin_game(control);
        let fine = clock::is_fine(notes.iter().filter_map(|note| match &note.event {
            Annotation::Comment(text) => Some(text.as_str()),
            _ => None,
        }));
        // A run of moves in a variation is one step.
        let steps = notes.chunk_by(|a, b| {
            matches!((&a.event, &b.event), (Annotation::Move(_), Annotation::Move(_))) && a.ply == b.ply
        });
        ops.varint(steps.clone().count() as u64);
        let mut ply = 0;
        for run in steps {
            let Some(note) = run.first() else { continue };
            ops.varint(u64::from(note.ply.saturating_sub(ply)));
            ply = note.ply;
            match &note.event {
                Annotation::Nag(nag) => ops.varint(NAG + u64::from(*nag)),
                Annotation::Open => ops.varint(OPEN),
                Annotation::Close => ops.varint(CLOSE),
                Annotation::Move(_) => {
                    ops.varint(MOVES);
                    ops.varint(run.len() as u64);
                    for note in run {
                        if let Annotation::Move(word) = note.event {
                            streams.side_moves.extend_from_slice(&word.to_bytes());
                        }
                    }
                }
                Annotation::Comment(text) => {
                    let template = clock::take(text, fine, &mut |number| numbers.push(number));
                    let next = known.len() as u64;
                    let id = *known.entry(template).or_insert_with_key(|template| {
                        texts.string(template.as_bytes());
                        next
                    });
                    ops.varint(COMMENT);
                    ops.varint(id);
                }
            }
        }
    }
    (streams.clocks, streams.evals) = match by_game {
        true => (numbers.clocks_by_game(), numbers.evals_by_game()),
        false => (numbers.clocks(), numbers.evals()),
    };
    if !known.is_empty() {
        streams.comments.varint(known.len() as u64);
        streams.comments.extend_from_slice(&texts);
    }
    if streams.notes.iter().all(|&byte| byte == 0) {
        streams.notes.clear();
    }
    streams
}

/// Rebuilds the notes of the games of a part. If those of one game are wanted, those of others are included
/// only if they had to be read.
pub(super) fn join(
    streams: &Streams,
    numbers: &mut impl GameNumbers,
    games: &[Control],
    wanted: Option<usize>,
) -> Result<Vec<Option<Vec<PlacedAnnotation>>>, Malformed> {
    if streams.notes.is_empty() {
        return Ok(vec![Some(Vec::new()); games.len()]);
    }
    let games = &games[..wanted.map_or(games.len(), |place| place + 1).min(games.len())];
    let mut templates = Vec::new();
    let mut texts = Cursor(&streams.comments);
    if !texts.is_empty() {
        for _ in 0..texts.count(1)? {
            templates.push(std::str::from_utf8(texts.string()?).map_err(|_| Malformed)?);
        }
    }
    let (mut ops, mut words) = (Cursor(&streams.notes), Cursor(&streams.side_moves));
    let mut all = Vec::with_capacity(games.len());
    for (place, &control) in games.iter().enumerate() {
        numbers.begin_game(control);
        if wanted.is_some_and(|wanted| wanted > place) && numbers.may_skip() {
            skip(&mut ops, &mut words)?;
            all.push(None);
            continue;
        }
        let mut notes = Vec::new();
        let mut ply = 0u32;
        for _ in 0..ops.count(2)? {
            let gap = u32::try_from(ops.varint()?).map_err(|_| Malformed)?;
            ply = ply.checked_add(gap).ok_or(Malformed)?;
            let mut push = |event| notes.push(PlacedAnnotation { ply, event });
            match ops.varint()? {
                COMMENT => {
                    let id = usize::try_from(ops.varint()?).map_err(|_| Malformed)?;
                    let template = templates.get(id).ok_or(Malformed)?;
                    let text = clock::give(template, numbers).ok_or(Malformed)?;
                    push(Annotation::Comment(text));
                }
                OPEN => push(Annotation::Open),
                CLOSE => push(Annotation::Close),
                MOVES => {
                    let run = usize::try_from(ops.varint()?).map_err(|_| Malformed)?;
                    for _ in 0..run {
                        let word = Move16::from_bytes(words.array()?).map_err(|_| Malformed)?;
                        push(Annotation::Move(word));
                    }
                }
                nag => push(Annotation::Nag(u8::try_from(nag - NAG).map_err(|_| Malformed)?)),
            }
        }
        all.push(Some(notes));
    }
    let spent = ops.is_empty() && words.is_empty() && numbers.is_spent();
    (spent || wanted.is_some()).then_some(all).ok_or(Malformed)
}

/// Skips the notes of a game.
fn skip(ops: &mut Cursor<'_>, words: &mut Cursor<'_>) -> Result<(), Malformed> {
    for _ in 0..ops.count(2)? {
        ops.varint()?;
        match ops.varint()? {
            COMMENT => {
                ops.varint()?;
            }
            MOVES => {
                let run = usize::try_from(ops.varint()?).ok().and_then(|run| run.checked_mul(2));
                words.take(run.ok_or(Malformed)?)?;
            }
            _ => {}
        }
    }
    Ok(())
}
