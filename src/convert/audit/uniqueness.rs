//! Checks that the original text of a game has exactly one reading.
//!
//! The decoder compares readings by cost, and only as many as its beam holds; a layout may have passed it changed texts.
//! So the original texts of a game that would be verified are read again without costs: each by the rules of its
//! notation, in every position that the earlier texts can lead to. The same is done with every other notation in which
//! nearly all of the texts are moves.

use std::borrow::Cow;
use std::cell::RefCell;
use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};
use shakmaty::{Chess, Color, Move, Position};

use crate::decode::Reading;
use crate::game::mover_at;
use crate::lineage::Lineage;
use crate::notation::detect::likeness;
use crate::notation::{self, Habit, Notation};
use crate::pass::{Passing, null_move};
use crate::skeleton::{Deed, Scene};

/// Readings followed at once; if there are more, the game has more than one reading.
const MOST: usize = 64;
/// Texts tried in the other notations before all are.
const ASKED: usize = 8;
/// Of a record read as English, one text in this many may be unreadable in the other notation.
const SHARE: usize = 4;
/// A longer text, in words, is not searched for a move inside it.
const MOST_WORDS: usize = 4;

/// The sets of habits that readings are tried with, in this order.
const HABITS: [&[Habit]; 3] = [&[Habit::Plain], &[Habit::Lenient], &[Habit::ByStanding, Habit::OriginalName]];

/// The state of a game in one of its readings.
#[derive(Clone)]
struct Line {
    position: Chess,
    lineage: Lineage,
    last: Option<Move>,
    /// The first half-move that differs from the game, from 1.
    parts: Option<u32>,
}

impl Line {
    fn play(&mut self, mv: Move) {
        self.lineage.play(&self.position, mv);
        self.position.play_or_pass(mv);
        self.last = Some(mv);
    }

    /// The moves that `text` names, by the likeliest habit with which it names any.
    fn named(&self, notation: &dyn Notation, text: &str) -> Vec<Move> {
        let senses = crate::notation::read(notation, text, self.position.turn());
        if senses.is_empty() {
            return Vec::new();
        }
        if senses.iter().any(|sense| sense.skeleton.deed == Deed::Pass) {
            return null_move(&self.position).into_iter().collect();
        }
        let scene = Scene { position: &self.position, lineage: &self.lineage, last: self.last };
        let legal = self.position.legal_moves();
        let by = |habits: &[Habit]| -> Vec<Move> {
            let said = |mv: Move| {
                let mut senses = senses.iter().filter(|sense| habits.contains(&sense.habit));
                senses.any(|sense| sense.skeleton.admits(scene, mv))
            };
            legal.iter().copied().filter(|&mv| said(mv)).collect()
        };
        HABITS.iter().map(|habits| by(habits)).find(|moves| !moves.is_empty()).unwrap_or_default()
    }
}

/// What is known of a game: all that the answer depends on, and the answer.
struct Known {
    notation: &'static str,
    start: Chess,
    moves: Vec<Move>,
    texts: Vec<Option<String>>,
    parts: Option<u32>,
}

impl Known {
    fn is_of(&self, own: &dyn Notation, reading: &Reading, texts: &[Option<String>]) -> bool {
        self.notation == own.name()
            && self.texts == texts
            && self.start == reading.game.start
            && self.moves.iter().copied().eq(reading.game.moves())
    }
}

/// Most half-moves that a thread remembers.
const REMEMBERED: usize = 1 << 13;

thread_local! {
    /// Several layouts are tried, and in the end all games are audited once more: mostly the same games. By hash, and how many
    /// half-moves they are.
    static KNOWN: RefCell<(FxHashMap<u64, Vec<Known>>, usize)> = RefCell::default();
}

/// The half-move from which `texts`, the original texts of the half-moves, can also be another game.
pub(super) fn parts(own: &dyn Notation, reading: &Reading, texts: &[Option<String>]) -> Option<u32> {
    let hash = FxBuildHasher.hash_one((own.name(), texts));
    let known = KNOWN.with_borrow(|(known, _)| {
        let mut games = known.get(&hash)?.iter();
        games.find(|known| known.is_of(own, reading, texts)).map(|known| known.parts)
    });
    known.unwrap_or_else(|| {
        let parts = found(own, reading, texts);
        KNOWN.with_borrow_mut(|(known, half_moves)| {
            if *half_moves > REMEMBERED {
                known.clear();
                *half_moves = 0;
            }
            *half_moves += texts.len().max(1);
            let notation = own.name();
            let (start, moves) = (reading.game.start.clone(), reading.game.moves().collect());
            known.entry(hash).or_default().push(Known {
                notation,
                start,
                moves,
                texts: texts.to_vec(),
                parts,
            });
        });
        parts
    })
}

fn found(own: &dyn Notation, reading: &Reading, texts: &[Option<String>]) -> Option<u32> {
    readings(own, own, reading, texts).or_else(|| {
        let bare: Vec<Option<String>> =
            texts.iter().map(|text| text.as_deref().map(|text| without_notes(text).into_owned())).collect();
        let texts = &bare;
        let mut others = notation::guessable()
            .filter(|other| other.name() != own.name() && reads(*other, own, reading, texts));
        others.find_map(|other| readings(other, own, reading, &told(other, reading, texts)))
    })
}

/// `texts` for another notation: if a text is not a move in it, the words of it that are: `B4` of `B4 and`.
fn told(other: &dyn Notation, reading: &Reading, texts: &[Option<String>]) -> Vec<Option<String>> {
    let own = |(ply, text): (u32, &Option<String>)| {
        let text = text.as_deref()?;
        Some(words_of(other, text, mover_at(&reading.game.start, ply).1).unwrap_or(text).to_owned())
    };
    (1..).zip(texts).map(own).collect()
}

/// The longest sequence of words in `text` that is a move in `notation`.
fn words_of<'t>(notation: &dyn Notation, text: &'t str, side: Color) -> Option<&'t str> {
    let reads = |text: &str| !notation.read(text, side).is_empty();
    if reads(text) {
        return Some(text);
    }
    let starts = || text.split_whitespace().map(|word| word.as_ptr() as usize - text.as_ptr() as usize);
    let ends =
        || text.split_whitespace().map(|word| word.as_ptr() as usize - text.as_ptr() as usize + word.len());
    if starts().nth(1).is_none() || starts().nth(MOST_WORDS).is_some() {
        return None;
    }
    let runs =
        starts().flat_map(|start| ends().filter(move |end| *end > start).map(move |end| &text[start..end]));
    runs.filter(|run| reads(run)).max_by_key(|run| run.len())
}

/// A text without its brackets and their contents.
fn without_notes(text: &str) -> Cow<'_, str> {
    let (Some(open), Some(close)) = (text.find('('), text.rfind(')')) else { return Cow::Borrowed(text) };
    if open >= close {
        return Cow::Borrowed(text);
    }
    let bare = format!("{}{}", &text[..open], &text[close + 1..]);
    if bare.trim().is_empty() { Cow::Borrowed(text) } else { Cow::Owned(bare.trim().to_owned()) }
}

/// Whether `texts` may be moves in `notation` too. Of English, which also reads algebraic squares, three in four
/// must be; otherwise all, and as exactly.
fn reads(notation: &dyn Notation, own: &dyn Notation, reading: &Reading, texts: &[Option<String>]) -> bool {
    let english = own.name() == "english";
    let said = |step: usize| {
        let texts = (1..).zip(texts).step_by(step);
        texts.filter_map(|(ply, text)| Some((text.as_deref()?, mover_at(&reading.game.start, ply).1)))
    };
    let reads = |step: usize, all: usize| {
        let most = if english { all / SHARE } else { 0 };
        let unread = said(step).filter(|(text, side)| words_of(notation, text, *side).is_none());
        unread.take(most + 1).count() <= most
    };
    let plain = |notation: &dyn Notation| -> f32 {
        said(1).map(|(text, side)| likeness(&notation.read(text, side))).sum()
    };
    reads((texts.len() / ASKED).max(1) | 1, ASKED)
        && reads(1, texts.len())
        && (english || plain(notation) >= plain(own))
}

/// The half-move at which a reading of `texts` in `notation` leaves the game; texts it cannot read are read in `own`.
fn readings(
    notation: &dyn Notation,
    own: &dyn Notation,
    reading: &Reading,
    texts: &[Option<String>],
) -> Option<u32> {
    let start = reading.game.start.clone();
    let mut lines = vec![Line { lineage: Lineage::new(&start), position: start, last: None, parts: None }];
    let is_other = notation.name() != own.name();
    for ((ply, text), mv) in (1..).zip(texts).zip(reading.game.moves()) {
        let mut next: Vec<Line> = Vec::with_capacity(lines.len());
        for line in lines {
            let is_own = line.parts.is_none();
            let mut moves = match text {
                Some(text) => line.named(notation, text),
                None => vec![mv],
            };
            if moves.is_empty()
                && let Some(text) = text
                && crate::notation::read(notation, text, line.position.turn()).is_empty()
            {
                moves = line.named(own, text);
            }
            moves.retain(|&other| !is_lesser(other, mv));
            if is_own && !is_other && !moves.contains(&mv) {
                moves.push(mv);
            }
            if text.is_none() && !line.position.is_legal(mv) {
                continue;
            }
            let last = moves.pop();
            let mut put = |mut line: Line, other: Move| {
                if is_own && other != mv {
                    line.parts = Some(ply);
                }
                line.play(other);
                next.push(line);
            };
            moves.into_iter().for_each(|other| put(line.clone(), other));
            if let Some(other) = last {
                put(line, other);
            }
        }
        if next.len() > MOST {
            return next.iter().find_map(|line| line.parts);
        }
        lines = next;
    }
    // If another notation can read the same game, that is its likelier reading.
    let both = is_other && lines.iter().any(|line| line.parts.is_none());
    lines.iter().find_map(|line| line.parts).filter(|_| !both)
}

/// Whether a move differs from `mv`, or from a promotion to a queen, only in the new piece.
fn is_lesser(other: Move, mv: Move) -> bool {
    let same = other.from() == mv.from() && other.to() == mv.to() && mv.is_promotion();
    other.is_promotion() && if same { other != mv } else { other.promotion() != Some(shakmaty::Role::Queen) }
}
