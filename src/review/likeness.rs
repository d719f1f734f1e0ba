//! Ranks readings of a place by similarity to the print and by how far the game can then be read.

use shakmaty::Position;

use super::data::Way;
use crate::decode::GameState;
use crate::decode::ocr_channel::channel::{SCANS, received};
use crate::notation::{self, Notation, spelling::san};

/// Greatest cost in nats of a dissimilar move.
const FARTHEST: f32 = 14.0;
/// Characters of a cell that are compared.
const LONGEST: usize = 40;
/// Gain in nats for each further half-move that can be read, up to [`MOST_GAINED`].
const GAIN: f32 = 0.4;
const MOST_GAINED: usize = 20;
/// Gain in nats if the whole record can be read, and cost of each remaining doubt.
const WHOLE: f32 = 3.0;
/// Gain in nats if the whole record can be read without another doubt; as much as any dissimilarity.
const PROVEN: f32 = FARTHEST;
const DOUBT: f32 = 0.3;

/// The text of a place and the ways to write a move there.
pub struct TypedLikeness<'s> {
    seat: &'s GameState,
    printed: Vec<u8>,
    /// The text of a long descriptive move, abbreviated, as its moves are written with letters.
    shortened: Option<Vec<u8>>,
    notation: Option<&'static dyn Notation>,
    english: Option<&'static dyn Notation>,
}

impl<'s> TypedLikeness<'s> {
    /// For a text in a position, in a record of this notation.
    #[must_use]
    pub fn new(seat: &'s GameState, text: &str, notation: &str) -> TypedLikeness<'s> {
        let printed: Vec<u8> = received(text).into_iter().take(LONGEST).collect();
        let own = notation::find(notation);
        let english = notation::find("english").filter(|_| notation != "english");
        let shortened =
            (notation == "english").then(|| shortened(&printed)).filter(|short| *short != printed);
        TypedLikeness { seat, printed, shortened, notation: own, english }
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

    /// Sorts readings, best first; `before` half-moves can be read without any of them. "Not a move" is last.
    pub fn rank(&self, ways: &mut [Way], before: usize) {
        ways.sort_by_cached_key(|way| {
            let ahead = way.1.map_or(0.0, |(plies, whole, left)| {
                let gained = plies.saturating_sub(before).min(MOST_GAINED) as f32;
                let reads = match (whole, left) {
                    (0, _) => 0.0,
                    (_, 0) => PROVEN,
                    _ => WHOLE,
                };
                GAIN * gained + reads - DOUBT * left as f32
            });
            // In thousandths, as floats cannot be sort keys.
            ((self.cost(&way.0) - ahead) * 1_000.0) as i64
        });
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
        let mut ways: Vec<Way> = sans.iter().map(|san| Way((*san).to_owned(), None)).collect();
        TypedLikeness::new(&seat, text, notation).rank(&mut ways, 0);
        ways.into_iter().map(|way| way.0).collect()
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
        let mut ways = vec![Way("e3".to_owned(), Some((1, 0, 0))), Way("e4".to_owned(), Some((60, 1, 0)))];
        TypedLikeness::new(&seat, "P-K8", "english").rank(&mut ways, 0);
        assert_eq!(ways[0].0, "e4");
    }
}
