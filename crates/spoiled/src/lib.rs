//! Random game records with one thing spoiled, and an exhaustive search for what they can mean.
//!
//! A record is made from a seed ([`make_record`]), read by whatever is to be tried, and what was claimed of it is judged
//! ([`judge`]). The judge shares the notations with the reader, and nothing else: it has no layout and no search with a beam.
//!
//! ```
//! use scorebook_spoiled::{Claim, Recipe, judge, make_record};
//!
//! let record = make_record(7, &Recipe::default()).expect("a record that can be printed");
//! let as_played = Claim { notation: record.notation.name().to_owned(), moves: record.moves.clone() };
//! // Random damage may leave no reading at all, or another one: then the claim is wrong, and the text says why.
//! let wrong = judge(&record, &[as_played]);
//! assert!(wrong.is_none_or(|text| text.contains("seed 7")));
//! ```

mod dress;
mod oracle;
mod print;
mod spoil;
mod spot;

use scorebook_notation::{self as notation, Notation};
use scorebook_random::Random;
use shakmaty::Move;

use oracle::{is_even, readings, rows_of, without_number};
pub use print::{PRINTS, Print, Row, printed};
use spoil::{cells, spoil, wear};
pub use spot::{Spot, named};

/// How records are made.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The layouts, of which one is drawn.
    pub prints: Vec<Print>,
    /// Nothing is spoiled.
    pub clean: bool,
    /// One character of one move is misread, and nothing else is done.
    pub worn: bool,
    /// All in English, in this manner of printing (0 to 7).
    pub dress: Option<usize>,
    /// Records have 8 half-moves and less than this more. At least 1.
    pub plies: usize,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe { prints: PRINTS.to_vec(), clean: false, worn: false, dress: None, plies: 50 }
    }
}

/// A record as printed, with the game that was played.
pub struct Record {
    /// Makes the same record again.
    pub seed: u64,
    /// In which its moves are written.
    pub notation: &'static dyn Notation,
    /// Its layout.
    pub print: Print,
    /// What was done to it; `"nothing"` if it is clean.
    pub how: &'static str,
    /// Its move texts as they were meant, where only blanks were changed.
    meant: Option<Vec<String>>,
    rows: Vec<Row>,
    /// What the reader is given.
    pub text: String,
    /// As played.
    pub moves: Vec<Move>,
}

/// The record of a seed; `None` where it cannot be printed.
#[must_use]
pub fn make_record(seed: u64, recipe: &Recipe) -> Option<Record> {
    let mut random = Random::new(seed);
    let written: Vec<&'static dyn Notation> =
        notation::TABLE.iter().copied().filter(|n| n.writes() && n.guessable()).collect();
    let english = notation::find("english")?;
    // A third of the records is in English, in all its dresses.
    let is_english = random.below(3) == 0 || recipe.dress.is_some();
    let notation = if is_english { english } else { *random.pick(&written) };
    let print = *random.pick(&recipe.prints);
    let plies = 8 + random.below(recipe.plies);
    let moves = random.game(plies);
    let mut rows = rows_of(notation, &moves)?;
    if notation.name() == "english" {
        let own = random.below(dress::DRESSES);
        dress::dress(&mut rows, recipe.dress.unwrap_or(own));
    }
    if print == Print::NarrowBlocks && rows.len() < 3 {
        return None;
    }
    let (how, meant) = match (recipe.clean, recipe.worn) {
        (true, _) => ("nothing", None),
        (_, true) => (wear(&mut rows, &mut random), None),
        _ => spoil(&mut rows, &mut random),
    };
    let text = printed(&rows, print, &mut random);
    Some(Record { seed, notation, print, how, meant, rows, text, moves })
}

/// A game that a reader made of a record.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The notation in which it was read.
    pub notation: String,
    /// Its moves.
    pub moves: Vec<Move>,
}

/// What is wrong with the games of a record of which one is called verified or settled; `None` if nothing is.
///
/// It is right if there is one game, and the record as printed (or with its blanks put right, without numbers before
/// Black's moves, without words behind the moves) has no other reading.
#[must_use]
pub fn judge(record: &Record, games: &[Claim]) -> Option<String> {
    let Record { seed, notation, print, how, text, rows, .. } = record;
    let [Claim { notation: read_as, moves: read }] = games else {
        return Some(format!(
            "seed {seed}: {} {print:?} {how}: {} games\n{text}",
            notation.name(),
            games.len()
        ));
    };
    let own = notation::find(read_as).unwrap_or(*notation);
    let bare: Vec<String> = rows
        .iter()
        .flat_map(|row| row.cells.iter().map(move |cell| without_number(row, cell).to_owned()))
        .collect();
    let even = is_even(rows, *print);
    let heads = cells(rows).iter().map(|cell| head(own, cell)).collect();
    let ways =
        [(Some(cells(rows)), even), (record.meant.clone(), true), (Some(bare), even), (Some(heads), even)];
    let mut found = 0;
    for (cells, even) in ways {
        let Some(cells) = cells.filter(|_| even) else { continue };
        let all = readings(own, &cells, 2);
        found = found.max(all.len());
        if all.first() == Some(read) && all.len() == 1 {
            // Nor may the notation that it was written in say another game.
            let other = readings(*notation, &cells, 2);
            if other.is_empty() || other.contains(read) {
                return None;
            }
            found += other.len();
        }
    }
    let san: Vec<String> = read.iter().map(ToString::to_string).collect();
    Some(format!(
        "seed {seed}: {} as {read_as} {print:?} {how}: even {even}, {} plies of {} cells, {found} readings\n{text}{}\n",
        notation.name(),
        read.len(),
        cells(rows).len(),
        san.join(" ")
    ))
}

/// A text without its last word, where only the rest of it reads as a move.
fn head(notation: &dyn Notation, cell: &str) -> String {
    let reads = |text: &str| !notation.read(text, shakmaty::Color::White).is_empty();
    match cell.rsplit_once(' ') {
        Some((head, _)) if !reads(cell) && reads(head) => head.to_owned(),
        _ => cell.to_owned(),
    }
}
