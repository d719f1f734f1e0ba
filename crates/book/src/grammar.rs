//! Detects how a book writes moves: English descriptive, or algebraic with some letters.

use crate::algebraic::{self, Letters, seen::Seen, trace::Trace};
use crate::desc::Said;
use crate::english;
use crate::habits::Habits;
use crate::page;
use crate::print::{Piece, Print};
use crate::token::Tokens;
use crate::worn::Traces;

/// A notation of whole books.
#[expect(clippy::large_enum_variant, reason = "a book has one, and copies it seldom")]
#[derive(Clone, Copy, Debug)]
pub enum Grammar {
    /// `P-K4`, `Kt takes P`.
    English(Habits),
    /// `e4`, `Sf3`, `d2-d4`.
    Algebraic(Letters, Seen),
}

/// Characters of a book that are examined.
const SAMPLE: usize = 60_000;
/// Least strength, in nats, of moves that count.
const STRONG: f32 = 2.4;
/// How much more another grammar must explain than English.
const BETTER: f32 = 1.3;

/// Digits of a line that may hold moves.
const DIGITS: usize = 2;
/// Characters of such lines from which grammars are chosen that are tried on the whole sample.
const FIRST: usize = 8_000;
/// How many are.
const CONTENDERS: usize = 3;

/// Grammars by how much of a print they explain, the best first; of equals, the first.
fn weighed(print: &Print, grammars: impl Iterator<Item = Grammar>) -> Vec<(Grammar, f32)> {
    let weight = |grammar: Grammar| -> f32 {
        let tokens = Tokens::find(print, grammar);
        let sum: f32 = tokens.cut.iter().filter(|cut| cut.2 > STRONG).map(|cut| cut.2).sum();
        if matches!(grammar, Grammar::English(_)) { sum * BETTER } else { sum }
    };
    let mut weighed: Vec<(Grammar, f32)> = grammars.map(|grammar| (grammar, weight(grammar))).collect();
    weighed.sort_by(|a, b| b.1.total_cmp(&a.1));
    weighed
}

impl Grammar {
    /// English descriptive of a print whose habits are not known.
    #[must_use]
    pub fn english() -> Grammar {
        Grammar::English(Habits::default())
    }

    /// Algebraic with some letters, of a print whose misreadings are not known.
    #[must_use]
    pub fn algebraic(letters: Letters) -> Grammar {
        Grammar::Algebraic(letters, Seen::default())
    }

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
        // Moves hold digits: lines with a few of them tell which grammars are worth the whole sample.
        let mut taken = 0;
        let dense = |line: &&Piece| {
            let digits = text[line.bytes.clone()].bytes().filter(u8::is_ascii_digit).count();
            taken += if digits >= DIGITS { line.bytes.len() } else { 0 };
            digits >= DIGITS && taken < FIRST
        };
        let first: Vec<Piece> = sample.iter().filter(dense).cloned().collect();
        let signs = sample.iter().any(|line| text[line.bytes.clone()].contains(algebraic::is_figure));
        let all = std::iter::once(Grammar::english()).chain(Letters::all().map(Grammar::algebraic));
        let all =
            all.filter(|grammar| !(signs && matches!(grammar, Grammar::Algebraic(Letters::Figurines(_), _))));
        let mut ranked = weighed(&Print::new(text, &first), all);
        // The whole sample may be those lines.
        if first.len() == sample.len() {
            return ranked.first().map_or(Grammar::english(), |best| best.0);
        }
        ranked.truncate(CONTENDERS);
        let contenders = ranked.into_iter().map(|(grammar, _)| grammar);
        weighed(&Print::new(text, &sample), contenders).first().map_or(Grammar::english(), |best| best.0)
    }

    /// The name of the notation.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Grammar::English(_) => "english",
            Grammar::Algebraic(Letters::Of(san), _) => san.name,
            Grammar::Algebraic(Letters::Figurines(_) | Letters::Signs, _) => "figurine",
        }
    }

    /// All meanings of the text at `at`, cheapest first.
    #[must_use]
    pub fn read(self, chars: &[char], at: u32) -> Vec<Said> {
        match self {
            Grammar::English(ref habits) => english::read(chars, at, habits),
            Grammar::Algebraic(letters, ref seen) => algebraic::read(letters, seen, chars, at),
        }
    }

    /// What is left of a move in a run of print that is worn may say; nothing where that is not known of the notation.
    #[must_use]
    pub fn read_partly(self, chars: &[char], start: u32, end: u32) -> Vec<Said> {
        match self {
            Grammar::English(ref habits) => english::read_partly(chars, start, end, habits),
            Grammar::Algebraic(..) => Vec::new(),
        }
    }

    /// Print of a worn cell as moves are held against it, sign by sign.
    #[must_use]
    pub fn traces(self, text: &[char]) -> Traces {
        match self {
            Grammar::English(_) => Traces::Words(text.iter().collect()),
            Grammar::Algebraic(ref letters, ref seen) => {
                Traces::Signs(Box::new(Trace::new(letters, seen, text)))
            }
        }
    }

    /// Whether a move can start with this character, given those around it.
    #[must_use]
    pub fn may_start(self, chars: &[char], at: u32) -> bool {
        match self {
            Grammar::English(_) => english::may_start(chars, at),
            Grammar::Algebraic(letters, _) => algebraic::may_start(letters, chars, at),
        }
    }
}
