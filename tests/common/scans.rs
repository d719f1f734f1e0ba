//! Imitated scans: real games set in columns, torn and misread as OCR does.
//!
//! What is misread for what comes from `lookalikes.tsv`, made from the shapes of letters in a font
//! (`cargo bench --bench scans -- lookalikes`): it shares nothing with the decoder's own table.
#![allow(dead_code)]

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Read;
use std::ops::ControlFlow;

use pgn_reader::{Reader, SanPlus, Visitor};
use scorebook::decode::{Decoder, NotationChoice, Options, Reading};
use scorebook::game::Verdict;
use scorebook::lineage::Lineage;
use scorebook::notation;
use scorebook::record::book::PrintedBook;
use scorebook::record::{Layout, MoveSense};
use scorebook::text::Source;
use shakmaty::{Chess, Move, Position};

use crate::common::Random;

/// How the columns stand.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Columns {
    /// Number, White and Black on one line.
    Rows,
    /// Black under White, without a number.
    Alternate,
    /// White's column with the numbers, then Black's without.
    Blocks,
    /// Rows, broken by page heads and notes.
    Pages,
}

pub const COLUMNS: [Columns; 4] = [Columns::Rows, Columns::Alternate, Columns::Blocks, Columns::Pages];

/// Ways to write English moves; each a notation of the table and what printers make of its signs.
pub const DIALECTS: [&str; 4] = ["dash", "to", "tight", "staunton"];

/// The moves as a dialect prints them.
pub fn written(dialect: &str, moves: &[Move]) -> Vec<String> {
    let name = if dialect == "staunton" { "staunton" } else { "english" };
    let notation = notation::find(name).unwrap();
    let mut position = Chess::default();
    let mut lineage = Lineage::new(&position);
    moves
        .iter()
        .map(|&m| {
            let text = notation.write(&position, &lineage, m).unwrap();
            lineage.play(&position, m);
            position.play_unchecked(m);
            print(dialect, text)
        })
        .collect()
}

fn print(dialect: &str, text: String) -> String {
    if dialect == "staunton" {
        return text;
    }
    let text = match text.strip_prefix("O-O-O") {
        Some(mark) => format!("Castles Q R{mark}"),
        None => match text.strip_prefix("O-O") {
            Some(mark) => format!("Castles{mark}"),
            None => text,
        },
    };
    if dialect == "dash" || text.starts_with("Castles") {
        return text;
    }
    // `Kt-KB3` → `Kt to K B 3`, `PtoK4`; the first rank is "sq".
    let mut out = String::new();
    for c in text.replace('1', "sq").chars() {
        match c {
            '-' if dialect == "to" => out.push_str(" to "),
            '-' => out.push_str("to"),
            _ => {
                let before = out.chars().last();
                let apart = dialect == "to" && before.is_some_and(|b| b.is_ascii_uppercase() || b == 't');
                if apart
                    && (c.is_ascii_digit() || c == 's' || "KQ".contains(before.unwrap_or(' ')))
                    && c != 't'
                {
                    out.push(' ');
                }
                out.push(c);
            }
        }
    }
    out
}

/// One page of a game.
pub fn page(columns: Columns, texts: &[String]) -> String {
    let mut out = String::new();
    let pairs: Vec<&[String]> = texts.chunks(2).collect();
    match columns {
        Columns::Rows | Columns::Pages => {
            for (index, pair) in pairs.iter().enumerate() {
                if columns == Columns::Pages && index % 14 == 13 {
                    let number = index * 7 % 300;
                    let _ = write!(out, "\n\x0c\n{number} THE CHESS CONGRESS.\n\n");
                }
                let black = pair.get(1).map_or("", String::as_str);
                let _ = writeln!(out, "{:>3} {:<18} {black}", index + 1, pair[0]);
                if columns == Columns::Pages && index % 9 == 8 {
                    out.push_str(
                        "\nThe move is often made in this position, but it is by no means certain\nthat it is the \
                         best one at White's disposal, as the sequel will show.\n\n",
                    );
                }
            }
        }
        Columns::Alternate => {
            for (index, pair) in pairs.iter().enumerate() {
                let _ = writeln!(out, "{} {}\n", index + 1, pair[0]);
                if let Some(black) = pair.get(1) {
                    let _ = writeln!(out, "{black}\n");
                }
            }
        }
        Columns::Blocks => {
            for (block, rows) in pairs.chunks(24).enumerate() {
                for (index, pair) in rows.iter().enumerate() {
                    let _ = writeln!(out, "{} {}\n", block * 24 + index + 1, pair[0]);
                }
                for pair in rows {
                    if let Some(black) = pair.get(1) {
                        let _ = writeln!(out, "{black}\n");
                    }
                }
            }
        }
    }
    out
}

/// What a scanner takes a character for, by the shapes of both.
pub struct Lookalikes(HashMap<char, Vec<(char, f64)>>);

impl Lookalikes {
    pub fn new() -> Lookalikes {
        let mut likes: HashMap<char, Vec<(char, f64)>> = HashMap::new();
        for line in include_str!("lookalikes.tsv").lines().filter(|line| !line.starts_with("# ")) {
            let fields: Vec<&str> = line.split('\t').collect();
            let [truth, read, weight] = fields[..] else { panic!("{line}") };
            let (truth, read) = (truth.chars().next().unwrap(), read.chars().next().unwrap());
            likes.entry(truth).or_default().push((read, weight.parse().unwrap()));
        }
        Lookalikes(likes)
    }

    /// Misreads a share of the characters that are no white space: three in five are taken for others,
    /// one in five is lost, the others get a blank or a speck beside them.
    pub fn misread(&self, text: &str, share: f64, random: &mut Random) -> String {
        let mut unit = move || (random.next() >> 11) as f64 / (1u64 << 53) as f64;
        let mut out = String::new();
        for c in text.chars() {
            if c.is_whitespace() || unit() >= share {
                out.push(c);
                continue;
            }
            match unit() {
                x if x < 0.6 => {
                    let likes = self.0.get(&c).map(Vec::as_slice).unwrap_or_default();
                    let mut at = unit() * likes.iter().map(|(_, weight)| weight).sum::<f64>();
                    let found = likes.iter().find(|(_, weight)| {
                        at -= weight;
                        at <= 0.0
                    });
                    out.push(found.map_or(c, |(read, _)| *read));
                }
                x if x < 0.8 => {}
                x if x < 0.9 => out.extend([c, ' ']),
                _ => out.extend([c, *b".'-^,*".get((unit() * 6.0) as usize).unwrap_or(&b'.') as char]),
            }
        }
        out
    }
}

/// A book of games, one after the other.
pub fn book(
    games: &[Vec<Move>],
    dialects: &[&str],
    columns: Columns,
    share: f64,
    likes: &Lookalikes,
    random: &mut Random,
) -> String {
    let mut out = String::new();
    for (index, moves) in games.iter().enumerate() {
        let dialect = dialects[index % dialects.len()];
        let body = likes.misread(&page(columns, &written(dialect, moves)), share, random);
        let name = |at: usize| ["Anderson", "Bell", "Carter", "Dawson", "Ellis", "Foster"][at % 6];
        let _ = write!(
            out,
            "\n\nGAME {}.\n\n{} v. {}.\n\nWHITE.            BLACK.\n\n{body}\nDrawn game.\n\n",
            index + 1,
            name(index),
            name(index + 1)
        );
        out.push_str("This game was played in the morning, and lasted three hours and a half.\n");
    }
    out
}

/// The games of a PGN.
pub fn pgn(file: impl Read) -> impl Iterator<Item = Vec<Move>> {
    let mut reader = Reader::new(file);
    std::iter::from_fn(move || reader.read_game(&mut Moves).unwrap())
}

/// Takes the moves of a game, as far as they are sound.
struct Moves;

impl Visitor for Moves {
    type Tags = ();
    type Movetext = (Chess, Vec<Move>);
    type Output = Vec<Move>;
    fn begin_tags(&mut self) -> ControlFlow<Vec<Move>, ()> {
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Vec<Move>, (Chess, Vec<Move>)> {
        ControlFlow::Continue((Chess::default(), Vec::new()))
    }
    fn san(&mut self, (position, moves): &mut (Chess, Vec<Move>), san: SanPlus) -> ControlFlow<Vec<Move>> {
        match san.san.to_move(position) {
            Ok(m) => {
                position.play_unchecked(m);
                moves.push(m);
                ControlFlow::Continue(())
            }
            Err(_) => ControlFlow::Break(std::mem::take(moves)),
        }
    }
    fn end_game(&mut self, (_, moves): (Chess, Vec<Move>)) -> Vec<Move> {
        moves
    }
}

struct Shapes;

impl MoveSense for Shapes {
    fn likeness(&self, _text: &str) -> f32 {
        0.0
    }
}

/// All games that are found in a text.
pub fn read(text: &str, confidence: f64) -> Vec<Reading> {
    let source = Source::from_bytes("book.txt", text.as_bytes().to_vec());
    let from = NotationChoice::Notation(notation::find("english").unwrap());
    let mut decoder = Decoder::new(Options { from, confidence: Some(confidence), ..Options::default() });
    PrintedBook.cut(&source, &Shapes).iter().map(|draft| decoder.decode(draft)).collect()
}

/// How well a book was read.
#[derive(Copy, Clone, Debug, Default)]
pub struct Score {
    pub games: usize,
    pub exact: usize,
    /// Of exact games, those that claim to be read.
    pub sure: usize,
    /// Games that claim to be read, right or wrong.
    pub claimed: usize,
    pub plies: usize,
    pub of_plies: usize,
    /// Claimed games that part from the truth.
    pub wrong: usize,
    /// Claimed games that part from the truth where no finding is.
    pub silent: usize,
}

/// Holds what was read against the games, as `score_books.py` does: by the longest common beginning of
/// ten half-moves or more.
pub fn score(truth: &[Vec<Move>], read: &[Reading]) -> Score {
    let mut score = Score { games: truth.len(), ..Score::default() };
    let lines: Vec<Vec<Move>> = read.iter().map(|reading| reading.game.moves().collect()).collect();
    for moves in truth {
        score.of_plies += moves.len();
        let common = |line: &Vec<Move>| line.iter().zip(moves).take_while(|(a, b)| a == b).count();
        let best = (0..lines.len()).max_by_key(|&at| (common(&lines[at]), std::cmp::Reverse(at)));
        let Some(best) = best.filter(|&at| common(&lines[at]) >= 10.min(moves.len())) else { continue };
        let shared = common(&lines[best]);
        score.plies += shared;
        let exact = lines[best] == *moves;
        score.exact += usize::from(exact);
        let claims =
            !matches!(read[best].verdict, Verdict::Ambiguous | Verdict::Incomplete | Verdict::Illegal);
        score.claimed += usize::from(claims);
        score.sure += usize::from(claims && exact);
        let parts = shared < moves.len() && shared < lines[best].len();
        if claims && parts {
            score.wrong += 1;
            let flagged = read[best].findings.iter().any(|f| f.ply == Some(shared as u32 + 1));
            score.silent += usize::from(!flagged);
        }
    }
    score
}
