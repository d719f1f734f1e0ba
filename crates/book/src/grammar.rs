//! Detects how a book writes moves: English descriptive, or algebraic with some letters.

use crate::algebraic::{self, Letters};
use crate::desc::Said;
use crate::english;
use crate::page;
use crate::print::Print;
use crate::token::Tokens;

/// A notation of whole books.
#[derive(Clone, Copy, Debug)]
pub enum Grammar {
    /// `P-K4`, `Kt takes P`.
    English,
    /// `e4`, `Sf3`, `d2-d4`.
    Algebraic(Letters),
}

/// Characters of a book that are examined.
const SAMPLE: usize = 60_000;
/// Least strength, in nats, of moves that count.
const STRONG: f32 = 2.4;
/// How much more another grammar must explain than English.
const BETTER: f32 = 1.3;

impl Grammar {
    /// The grammar that explains most of a text.
    #[must_use]
    pub fn of(text: &str) -> Grammar {
        let lines = page::lines(text);
        // From the middle, since books begin with prefaces.
        let chars: usize = lines.iter().map(|line| line.bytes.len()).sum();
        let mut skipped = 0;
        let from = lines
            .iter()
            .position(|line| {
                skipped += line.bytes.len();
                chars <= SAMPLE || skipped > (chars - SAMPLE) / 2
            })
            .unwrap_or(0);
        let mut taken = 0;
        let sample: Vec<_> = lines[from..]
            .iter()
            .take_while(|line| {
                taken += line.bytes.len();
                taken < SAMPLE
            })
            .cloned()
            .collect();
        let print = Print::new(text, &sample);
        let weight = |grammar: Grammar| -> f32 {
            let tokens = Tokens::find(&print, grammar);
            tokens.cut.iter().filter(|cut| cut.2 > STRONG).map(|cut| cut.2).sum()
        };
        let mut best = (Grammar::English, weight(Grammar::English) * BETTER);
        for letters in Letters::all() {
            let grammar = Grammar::Algebraic(letters);
            let weight = weight(grammar);
            if weight > best.1 {
                best = (grammar, weight);
            }
        }
        best.0
    }

    /// The name of the notation.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Grammar::English => "english",
            Grammar::Algebraic(Letters::Of(san)) => san.name,
            Grammar::Algebraic(Letters::Figurines) => "figurine",
        }
    }

    /// All meanings of the text at `at`, cheapest first.
    #[must_use]
    pub fn read(self, chars: &[char], at: u32) -> Vec<Said> {
        match self {
            Grammar::English => english::read(chars, at),
            Grammar::Algebraic(letters) => algebraic::read(letters, chars, at),
        }
    }

    /// Whether a move can start with this character, given those around it.
    #[must_use]
    pub fn may_start(self, chars: &[char], at: u32) -> bool {
        match self {
            Grammar::English => english::may_start(chars, at),
            Grammar::Algebraic(letters) => algebraic::may_start(letters, chars, at),
        }
    }
}
