//! A proven game: what outputs write and archives store.

use compact_str::CompactString;
use shakmaty::{Chess, Color, Move, Outcome};

/// A PGN tag pair. Short strings are stored inline.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tag {
    /// Its name, e.g. `White`.
    pub name: CompactString,
    /// Its value, unescaped.
    pub value: CompactString,
}

/// Tag pairs in order, looked up by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<Tag>);

impl Tags {
    /// No tags, with capacity for a usual number.
    #[must_use]
    pub fn with_room() -> Tags {
        Tags(Vec::with_capacity(12))
    }

    /// The value of the first tag of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    /// Sets a tag; an existing tag of that name keeps its position.
    pub fn set(&mut self, name: &str, value: impl Into<CompactString>) {
        let value = value.into();
        match self.0.iter_mut().find(|tag| tag.name == name) {
            Some(tag) => tag.value = value,
            None => self.0.push(Tag { name: name.into(), value }),
        }
    }

    /// Sets a tag unless there is one of that name.
    pub fn set_default(&mut self, name: &str, value: impl Into<CompactString>) {
        if self.get(name).is_none() {
            self.set(name, value);
        }
    }

    /// Appends a tag, even if the name exists already.
    pub fn push(&mut self, tag: Tag) {
        self.0.push(tag);
    }

    /// Whether the names are those of `other`, in the same order.
    #[must_use]
    pub fn has_names_of(&self, other: &Tags) -> bool {
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(|(a, b)| a.name == b.name)
    }

    /// The tags in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Tag> {
        self.0.iter()
    }

    /// Number of tags.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no tags.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'a> IntoIterator for &'a Tags {
    type Item = &'a Tag;
    type IntoIter = std::slice::Iter<'a, Tag>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// One half-move with its annotations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// Numeric annotation glyphs.
    pub nags: Vec<u8>,
    /// Comments after the move.
    pub comments: Vec<String>,
    /// Variations that replace this move.
    pub variations: Vec<Line>,
}

impl From<Move> for Ply {
    fn from(mv: Move) -> Ply {
        Ply { mv, nags: Vec::new(), comments: Vec::new(), variations: Vec::new() }
    }
}

/// A line of moves, with comments before the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub plies: Vec<Ply>,
}

/// The quality of a reading, the tag `Reading` in the output.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// Every cell was read exactly and had one meaning.
    Verified,
    /// Some cells had several meanings; later moves left one.
    Settled,
    /// Some cells are misread or misprinted; each such ply has a finding.
    Repaired,
    /// A person resolved the doubts.
    Decided,
    /// Several readings reach the end of the game; the best is written.
    Ambiguous,
    /// Illegal moves were kept as written.
    Illegal,
    /// The record cannot be read to its end; the moves up to there are written.
    Incomplete,
}

impl Verdict {
    /// The value of the tag `Reading`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Verdict::Verified => "verified",
            Verdict::Settled => "settled",
            Verdict::Repaired => "repaired",
            Verdict::Decided => "decided",
            Verdict::Ambiguous => "ambiguous",
            Verdict::Illegal => "illegal",
            Verdict::Incomplete => "incomplete",
        }
    }
}

/// A game: tags, start, moves, result.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Tag pairs.
    pub tags: Tags,
    /// The starting position.
    pub start: Chess,
    /// The moves.
    pub line: Line,
    /// The stated result.
    pub outcome: Outcome,
}

impl Game {
    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.line.plies.iter().map(|ply| ply.mv)
    }
}

/// Move number and side of the half-move `ply` (from 1) of a game that starts with `start`.
#[must_use]
pub fn mover_at(start: &Chess, ply: u32) -> (u32, Color) {
    use shakmaty::Position;
    let offset = u32::from(start.turn().is_black()) + ply.saturating_sub(1);
    (start.fullmoves().get() + offset / 2, if offset.is_multiple_of(2) { Color::White } else { Color::Black })
}
