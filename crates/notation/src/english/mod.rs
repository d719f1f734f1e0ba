//! English descriptive notation in all its dialects: `P-K4`, `Kt-KB3`, `P. to K's 4th.`, `Q. takes Q. B. P.
//! (ch.)`, the program of 1977 with `P*PE`, and books in which every piece keeps its birth name.
//!
//! One parser reads all dialects, since books mix them; each dialect is written in its own [`Style`].

mod lex;
mod parse;
mod write;

use shakmaty::{Chess, Color, Move};

use super::{Notation, Senses};
use crate::lineage::Lineage;
pub use write::Style;

/// A dialect of English descriptive notation.
#[derive(Debug)]
pub struct English {
    name: &'static str,
    title: &'static str,
    style: Style,
}

/// `Kt-KB3`, `PxP`, `B-Kt5 ch`: printed books of 1880–1970.
pub static ENGLISH: English = English {
    name: "english",
    title: "English descriptive: P-K4, Kt-KB3, PxP, B-Kt5 ch",
    style: Style::BOOK,
};
/// The same with `N` for the knight.
pub static ENGLISH_N: English =
    English { name: "english-n", title: "English descriptive with N: N-KB3, B-N5 ch", style: Style::MODERN };
/// `P. to K's 4th.`
pub static STAUNTON: English = English {
    name: "staunton",
    title: "English in long forms: P. to K's 4th., Q. takes P. (ch.)",
    style: Style::STAUNTON,
};
/// Bell & Jacobi's program of 1977.
pub static ENGLISH_1977: English = English {
    name: "english-1977",
    title: "English of the 1977 program: P-K4, P*PE, N/3-B4",
    style: Style::PROGRAM,
};

impl Notation for English {
    fn name(&self) -> &'static str {
        self.name
    }

    fn aliases(&self) -> &'static [&'static str] {
        if self.name == "english" { &["descriptive"] } else { &[] }
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn read(&self, text: &str, side: Color) -> Senses {
        lex::lex(text).map(|tokens| parse::parse(&tokens, side)).unwrap_or_default()
    }

    fn write(&self, position: &Chess, lineage: &Lineage, m: Move) -> Option<String> {
        write::write(&self.style, position, lineage, m)
    }

    fn guessable(&self) -> bool {
        self.name == ENGLISH.name
    }
}
