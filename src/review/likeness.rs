//! How much a move looks like the print, and what that and the moves behind it say about its chance.

use shakmaty::Position;

use crate::decode::GameState;
use crate::decode::ocr_channel::channel::{SCANS, received};
use crate::notation::{self, Notation, spelling::san};

/// Greatest cost in nats of a dissimilar move.
const FARTHEST: f32 = 14.0;
/// Characters of a cell that are compared.
const LONGEST: usize = 40;
/// Most half-moves gained and doubts left that count.
const MOST_GAINED: usize = 20;
const MOST_LEFT: usize = 4;
/// Cost up to which dissimilarity counts in full.
const ALIKE: f32 = 3.0;

/// What stands at the place of a doubt.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A move, or a move is missing.
    Cell,
    /// Text between moves that are read.
    Between,
    /// Text after the last move that is read.
    Behind,
}

/// What is known about an answer.
#[derive(Copy, Clone, Debug)]
pub struct Features {
    /// What stands there.
    pub place: Place,
    /// Dissimilarity of the move and the print, in nats; `None` if the answer is that the text is no move.
    pub cost: Option<f32>,
    /// Half-moves that can be read with it.
    pub gained: usize,
    /// Whether the whole record can be read.
    pub whole: bool,
    /// Doubts that are left then.
    pub left: usize,
    /// Whether it is the move that was chosen.
    pub taken: bool,
}

impl Features {
    /// The logarithm of its weight against other answers, fitted to what was right in printed books.
    #[must_use]
    pub fn score(self) -> f32 {
        let print = match (self.cost, self.place) {
            (Some(cost), _) => -1.16 * cost.min(ALIKE) - 0.13 * (cost - ALIKE).max(0.0),
            (None, Place::Cell) => -5.1,
            (None, Place::Between) => 1.8,
            (None, Place::Behind) => -1.86,
        };
        let ahead = 0.13 * self.gained.min(MOST_GAINED) as f32 - 0.41 * self.left.min(MOST_LEFT) as f32;
        let clean = if self.whole && self.left == 0 { 1.0 } else { 0.0 };
        print + ahead + clean + if self.whole { 2.39 } else { 0.0 } + if self.taken { 4.0 } else { 0.0 }
    }
}

/// The same for all answers that are not examined.
#[must_use]
pub fn unexamined(place: Place) -> f32 {
    match place {
        Place::Cell => -4.25,
        Place::Between => -4.4,
        Place::Behind => -1.89,
    }
}

/// The text of a place and the ways to write a move there.
pub struct Likeness<'s> {
    seat: &'s GameState,
    printed: Vec<u8>,
    /// The text of a long descriptive move, abbreviated, as its moves are written with letters.
    shortened: Option<Vec<u8>>,
    notation: Option<&'static dyn Notation>,
    english: Option<&'static dyn Notation>,
}

impl<'s> Likeness<'s> {
    /// For a text in a position, in a record of this notation.
    #[must_use]
    pub fn new(seat: &'s GameState, text: &str, notation: &str) -> Likeness<'s> {
        let printed: Vec<u8> = received(text).into_iter().take(LONGEST).collect();
        let own = notation::find(notation);
        let english = notation::find("english").filter(|_| notation != "english");
        let shortened =
            (notation == "english").then(|| shortened(&printed)).filter(|short| *short != printed);
        Likeness { seat, printed, shortened, notation: own, english }
    }

    /// Dissimilarity of a move and the text, in nats: from 0 (exactly as written) to [`FARTHEST`].
    #[must_use]
    pub fn cost(&self, said: &str) -> f32 {
        let legal = self.seat.position.legal_moves();
        let Some(mv) = legal.into_iter().find(|&mv| san(&self.seat.position, mv) == said) else {
            return FARTHEST;
        };
        let write =
            |notation: &'static dyn Notation| notation.write(&self.seat.position, &self.seat.lineage, mv);
        let written = self.notation.into_iter().chain(self.english).filter_map(write);
        let full = self.notation.filter(|own| own.name() == "english").map(|_| in_full(self.seat, mv));
        let written = written.chain([said.to_owned()]).chain(full.into_iter().flatten());
        let prints = || std::iter::once(&self.printed).chain(&self.shortened);
        let costs = written.flat_map(|text| {
            let truth = received(&text);
            prints().map(move |print| distance(&truth, print))
        });
        costs.fold(FARTHEST, f32::min)
    }
}

/// A move in full descriptive notation, with the side of the board, and with rank 1 as `sq`.
fn in_full(seat: &GameState, mv: shakmaty::Move) -> Vec<String> {
    const FILES: [&str; 8] = ["QR", "QKt", "QB", "Q", "K", "KB", "KKt", "KR"];
    const MEN: [&str; 6] = ["P", "Kt", "B", "R", "Q", "K"];
    let man = |role: shakmaty::Role| MEN[role as usize - 1];
    let square = |square: shakmaty::Square| {
        let rank = seat.position.turn().fold_wb(square.rank() as u32 + 1, 8 - square.rank() as u32);
        (FILES[square.file() as usize], rank)
    };
    if mv.is_castle() {
        return vec!["Castles".to_owned()];
    }
    let (file, rank) = square(mv.to());
    match mv.capture() {
        Some(taken) => vec![
            format!("{}x{}", man(mv.role()), man(taken)),
            format!("{}x{}({file}{rank})", man(mv.role()), man(taken)),
        ],
        None if rank == 1 => {
            vec![format!("{}-{file}sq", man(mv.role())), format!("{}-{file}1", man(mv.role()))]
        }
        None => vec![format!("{}-{file}{rank}", man(mv.role()))],
    }
}

/// `Q to Q R's 3rd` as `Q-QR3`, from text without spaces and full stops.
fn shortened(printed: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(printed).replace("takes", "x").replace("to", "-");
    let mut out: Vec<u8> = Vec::new();
    let mut chars = text.bytes().peekable();
    while let Some(c) = chars.next() {
        let behind_file = out.last().is_some_and(|last| b"KQRBt".contains(last));
        if c == b's' && behind_file && chars.peek().is_some_and(|next| *next != b'q') {
            continue;
        }
        out.push(c);
        if c.is_ascii_digit() {
            // The ending of the ordinal, however misread.
            while chars.next_if(u8::is_ascii_alphabetic).is_some() {}
        }
    }
    out
}

/// Cost in nats of reading `read` where `truth` is printed, from the OCR channel.
fn distance(truth: &[u8], read: &[u8]) -> f32 {
    let mut row: Vec<f32> = std::iter::once(0.0)
        .chain(read.iter().scan(0.0, |sum, &c| {
            *sum += SCANS.insertion(c);
            Some(*sum)
        }))
        .collect();
    for &printed in truth.iter().take(LONGEST) {
        let mut corner = row[0];
        row[0] += SCANS.deletion(printed);
        for (at, &c) in read.iter().enumerate() {
            let met = if printed == c { 0.0 } else { SCANS.substitution(printed, c) };
            let best =
                (corner + met).min(row[at + 1] + SCANS.deletion(printed)).min(row[at] + SCANS.insertion(c));
            corner = row[at + 1];
            row[at + 1] = best;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Chess;

    fn ranked(text: &str, notation: &str, sans: &[&str]) -> Vec<String> {
        let seat = GameState::new(&Chess::default());
        let likeness = Likeness::new(&seat, text, notation);
        let mut sans: Vec<String> = sans.iter().map(|san| (*san).to_owned()).collect();
        sans.sort_by(|a, b| likeness.cost(a).total_cmp(&likeness.cost(b)));
        sans
    }

    #[test]
    fn what_looks_like_the_print_comes_first() {
        let sans = ["a3", "h3", "Nc3", "Nf3", "e4", "d4"];
        assert_eq!(ranked("Kt-KB8", "english", &sans)[0], "Nf3");
        assert_eq!(ranked("PtoQ4", "english", &sans)[0], "d4");
        assert_eq!(ranked("Ncs", "san", &sans)[0], "Nc3");
        // In words, and misread.
        assert_eq!(ranked("P to K. R's 8rd", "english", &sans)[0], "h3");
        assert_eq!(ranked("Kt. to Q. B's Srd", "english", &sans)[0], "Nc3");
    }

    #[test]
    fn what_reads_the_whole_record_beats_what_looks_a_little_more_like_it() {
        let seat = GameState::new(&Chess::default());
        let likeness = Likeness::new(&seat, "P-K8", "english");
        let score = |san, gained, whole| {
            let cost = Some(likeness.cost(san));
            Features { place: Place::Cell, cost, gained, whole, left: 0, taken: false }.score()
        };
        assert!(score("e4", 60, true) > score("e3", 1, false));
    }
}
