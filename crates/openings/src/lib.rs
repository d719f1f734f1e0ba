//! Openings, by the positions that a game reaches: transpositions count.
//!
//! ```
//! use scorebook_openings as openings;
//! use shakmaty::{Chess, Position, uci::UciMove};
//!
//! // The Queen's Gambit, by way of the English Opening.
//! let mut position = Chess::default();
//! let mut moves = Vec::new();
//! for text in ["c2c4", "d7d5", "d2d4"] {
//!     let m = text.parse::<UciMove>().unwrap().to_move(&position).unwrap();
//!     position.play_unchecked(m);
//!     moves.push(m);
//! }
//! let opening = openings::classify(moves.into_iter()).unwrap();
//! assert_eq!((opening.eco, opening.name, opening.ply), ("D06", "Queen's Gambit", 3));
//! ```

mod lines;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use shakmaty::san::San;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, Color, EnPassantMode, Move, Position};

use scorebook_core::international::Move16;
use scorebook_core::pass::Passing;

pub use lines::played;

/// An opening that a game has reached.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its code in the Encyclopaedia of Chess Openings, `A00` to `E99`.
    pub eco: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The half-move, from 1, after which its position occurs.
    pub ply: u32,
}

/// ECO code, name and shortest line of each opening, one row each.
static PACKED: &[u8] = include_bytes!("openings.tsv.zst");

/// The named positions.
struct Table {
    named: FxHashMap<u64, (&'static str, &'static str)>,
    /// The fewest pieces in a named position.
    least: usize,
}

/// The decompressed table. It is built in, and tests check every row, so it is known to be valid.
static TEXT: LazyLock<&'static str> = LazyLock::new(|| {
    let text = zstd::decode_all(PACKED).ok().and_then(|text| String::from_utf8(text).ok());
    Box::leak(text.unwrap_or_default().into_boxed_str())
});

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table { named: FxHashMap::default(), least: 32 };
    for (eco, name, line) in rows(*TEXT) {
        if let Some(position) = line_moves(line, |_, _| ()) {
            table.least = table.least.min(position.board().occupied().count());
            table.named.insert(key(&position), (eco, name));
        }
    }
    table
});

fn rows(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    text.lines().filter_map(|row| {
        let mut fields = row.split('\t');
        Some((fields.next()?, fields.next()?, fields.next()?))
    })
}

/// The position after a line of moves in SAN with numbers; calls `each` with each move and its side.
fn line_moves(line: &str, mut each: impl FnMut(Color, Move)) -> Option<Chess> {
    let mut position = Chess::default();
    for word in line.split(' ').filter(|word| !word.ends_with('.')) {
        let san: San = word.trim_end_matches(['+', '#']).parse().ok()?;
        let m = san.to_move(&position).ok()?;
        each(position.turn(), m);
        position.play_or_pass(m);
    }
    Some(position)
}

fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

/// The opening of a game from the starting position: the last named position that it reaches. `None` if it
/// reaches none.
pub fn classify(moves: impl Iterator<Item = Move>) -> Option<Opening> {
    let mut moves = moves;
    let mut last = None;
    walk(|_| moves.next(), |opening| last = Some(opening));
    last
}

/// Like [`classify`], for 16-bit moves; stops at the first illegal one.
#[must_use]
pub fn classify_words(moves: &[Move16]) -> Option<Opening> {
    let mut words = moves.iter();
    let mut last = None;
    walk(|position| words.next()?.to_move(position), |opening| last = Some(opening));
    last
}

/// All named positions that these moves reach, in order.
#[must_use]
pub fn passed(moves: &[Move16]) -> Vec<Opening> {
    let (mut words, mut all) = (moves.iter(), Vec::new());
    walk(|position| words.next()?.to_move(position), |opening| all.push(opening));
    all
}

/// The code and the name of a position of the table.
///
/// ```
/// use shakmaty::{Chess, Position, uci::UciMove};
/// let mut position = Chess::default();
/// assert_eq!(scorebook_openings::named(&position), None);
/// position.play_unchecked("a2a3".parse::<UciMove>().unwrap().to_move(&position).unwrap());
/// assert_eq!(scorebook_openings::named(&position), Some(("A00", "Anderssen's Opening")));
/// ```
#[must_use]
pub fn named(position: &Chess) -> Option<(&'static str, &'static str)> {
    TABLE.named.get(&key(position)).copied()
}

/// The fewest men on the board in a named position: a game with fewer reaches no other one.
#[must_use]
pub fn fewest_men() -> usize {
    TABLE.least
}

/// The names of the table; a name may come several times.
pub fn names() -> impl Iterator<Item = &'static str> {
    rows(*TEXT).map(|(_, name, _)| name)
}

fn walk(mut next: impl FnMut(&Chess) -> Option<Move>, mut named: impl FnMut(Opening)) {
    let table = &*TABLE;
    let mut position = Chess::default();
    let mut ply = 0;
    while let Some(m) = next(&position) {
        position.play_or_pass(m);
        ply += 1;
        if position.board().occupied().count() < table.least {
            break;
        }
        if let Some(&(eco, name)) = table.named.get(&key(&position)) {
            named(Opening { eco, name, ply });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> &'static str {
        let text = String::from_utf8(zstd::decode_all(PACKED).unwrap()).unwrap();
        Box::leak(text.into_boxed_str())
    }

    #[test]
    fn every_row_can_be_played_and_names_its_own_position() {
        let mut count = 0;
        for (eco, name, line) in rows(table()) {
            let position = line_moves(line, |_, _| ()).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(TABLE.named.get(&key(&position)), Some(&(eco, name)), "{line}");
            assert!(eco.len() == 3 && ('A'..='E').contains(&eco.chars().next().unwrap()), "{eco}");
            count += 1;
        }
        assert_eq!(count, table().lines().count());
        assert!(count > 3_500 && TABLE.named.len() == count, "{count}");
    }

    /// The table this one was made from, if it is available.
    #[test]
    fn nothing_of_the_source_is_lost() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/openings");
        if !folder.exists() {
            eprintln!("left out: {} is not there", folder.display());
            return;
        }
        let mut all = String::new();
        for letter in ["a", "b", "c", "d", "e"] {
            let text = std::fs::read_to_string(folder.join(format!("{letter}.tsv"))).unwrap();
            all.extend(text.lines().skip(1).map(|line| format!("{line}\n")));
        }
        assert!(all == table(), "openings.tsv.zst is to be made anew");
    }

    #[test]
    fn the_last_named_position_counts() {
        let moves = |line: &str| {
            let mut position = Chess::default();
            let mut moves = Vec::new();
            for word in line.split(' ') {
                let m = word.parse::<San>().unwrap().to_move(&position).unwrap();
                position.play_unchecked(m);
                moves.push(m);
            }
            moves
        };
        let named = |line: &str| classify(moves(line).into_iter()).map(|o| (o.eco, o.ply));
        assert_eq!(named("e4 e5 Nf3 Nc6 Bb5 a6"), Some(("C70", 6)));
        assert_eq!(named("a3 a6 b3 b6 h3 h6 g3 g6").map(|(eco, _)| eco), Some("A00"));
        assert_eq!(classify(std::iter::empty()), None);
        let one = classify(moves("Nf3 d5 d4 Nf6").into_iter()).unwrap();
        let other = classify(moves("d4 Nf6 Nf3 d5").into_iter()).unwrap();
        assert_eq!(one, other, "by whatever way");
    }
}
