//! What a cell may mean: one file a notation, one line each in [`TABLE`].
//!
//! A notation turns a text into [skeletons](scorebook_core::skeleton), one for each thing that it may mean,
//! and a move into its text. Legality is asked afterwards.
//!
//! ```
//! use scorebook_core::{lineage::Lineage, skeleton::Scene};
//! use scorebook_notation::find;
//! use shakmaty::{Chess, Color, Position};
//!
//! let english = find("english").unwrap();
//! let (position, lineage) = (Chess::default(), Lineage::new(&Chess::default()));
//! let scene = Scene { position: &position, lineage: &lineage, last: None };
//! let senses = english.read("Kt-KB3", Color::White);
//! let fits = |m: &shakmaty::Move| senses.iter().any(|sense| sense.skeleton.admits(scene, *m));
//! let moves: Vec<_> = position.legal_moves().into_iter().filter(fits).collect();
//! assert_eq!(find("san").unwrap().write(&position, &lineage, moves[0]).as_deref(), Some("Nf3"));
//! ```

pub mod algebraic;
pub mod bell;
pub mod coordinates;
pub mod descriptive;
pub mod detect;
mod english;
pub mod figurine;
pub mod french;
pub mod iccf;
pub mod international;
pub mod italian;
pub mod languages;
pub mod long;
pub mod portuguese;
pub mod pseudo;
pub mod reason;
pub mod romance;
pub mod san;
pub mod scan;
pub mod shortest;
pub mod smith;
pub mod spanish;
pub mod spelling;
pub mod turbo;
pub mod uci;

use shakmaty::{Chess, Color, Move};
use smallvec::SmallVec;

use scorebook_core::{lineage, skeleton, words};

use crate::lineage::Lineage;
use crate::skeleton::Skeleton;

/// How a text was understood, where there is more than one way.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Habit {
    /// The only way.
    #[default]
    Plain,
    /// "QR" is the rook that stands on the queen's side, not the one born there.
    ByStanding,
    /// A form that is out of the notation's rule but that people write (lower case, no `=`, …).
    Lenient,
    /// Every piece keeps its birth name, pawns too.
    OriginalName,
}

/// One meaning of a cell.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sense {
    /// What it says.
    pub skeleton: Skeleton,
    /// By which habit of writing.
    pub habit: Habit,
}

impl From<Skeleton> for Sense {
    fn from(skeleton: Skeleton) -> Sense {
        Sense { skeleton, habit: Habit::Plain }
    }
}

/// The meanings of a cell, the likeliest first; none when it is no move in the notation.
pub type Senses = SmallVec<[Sense; 2]>;

/// What the texts of a notation are made of, which tells for what others they may be taken.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub enum Family {
    /// SAN as PGN has it.
    Pgn,
    /// SAN with other letters for the pieces.
    Letters,
    /// The names of both squares.
    Squares,
    /// Anything else.
    #[default]
    Other,
}

/// A way to write moves: one file and one line in [`TABLE`].
pub trait Notation: Sync {
    /// Its name for `--from` and `--to`.
    fn name(&self) -> &'static str;

    /// Other names that `--from` and `--to` take.
    fn aliases(&self) -> &'static [&'static str] {
        &[]
    }

    /// A line that tells people what it is, with an example.
    fn title(&self) -> &'static str;

    /// What `text`, written for `side`, may mean. Spaces, dots and the kind of dash never matter.
    /// Glyphs (`!?`) and notes stuck to the move are stripped here too.
    fn read(&self, text: &str, side: Color) -> Senses;

    /// The shortest form that names `m` alone among the legal moves of `position`, or `None` when
    /// the notation is not written or cannot say it.
    fn write(&self, position: &Chess, lineage: &Lineage, m: Move) -> Option<String>;

    /// What its texts are made of.
    fn family(&self) -> Family {
        Family::Other
    }

    /// The signs that its moves are written with, for finding what a slip of the pen may have been. None
    /// where texts are words rather than signs.
    fn signs(&self) -> String {
        String::new()
    }

    /// Whether to try it when the notation of a record is not said. Spellings that another entry of the
    /// table reads as well are only written.
    fn guessable(&self) -> bool {
        true
    }

    /// Whether [`write`](Notation::write) is of use: whether the notation is offered by `--to`.
    fn writes(&self) -> bool {
        true
    }
}

/// All notations; where a cell reads in several, the earlier is tried first.
pub static TABLE: &[&dyn Notation] = &[
    &san::SAN,
    &english::ENGLISH,
    &english::ENGLISH_N,
    &english::STAUNTON,
    &english::ENGLISH_1977,
    &spanish::SPANISH,
    &french::FRENCH,
    &portuguese::PORTUGUESE,
    &italian::ITALIAN,
    &uci::Uci,
    &smith::Smith,
    &long::Long,
    &coordinates::Coordinates,
    &iccf::Iccf,
    &international::International,
    &bell::Bell,
    &turbo::Turbo,
    &figurine::FIGURINE,
    &languages::GERMAN,
    &languages::FRENCH,
    &languages::SPANISH,
    &languages::DUTCH,
    &languages::PORTUGUESE,
    &languages::POLISH,
    &languages::CZECH,
    &languages::HUNGARIAN,
    &languages::ROMANIAN,
    &languages::ICELANDIC,
    &languages::FINNISH,
    &languages::ESTONIAN,
    &languages::TURKISH,
    &languages::LATVIAN,
    &languages::LITHUANIAN,
    &languages::ESPERANTO,
    &languages::RUSSIAN,
    &languages::UKRAINIAN,
    &languages::SERBIAN,
    &languages::BULGARIAN,
    &languages::GREEK,
    &san::LOWER,
];

/// The notation of that name or alias.
#[must_use]
pub fn find(name: &str) -> Option<&'static dyn Notation> {
    TABLE.iter().copied().find(|notation| notation.name() == name || notation.aliases().contains(&name))
}
