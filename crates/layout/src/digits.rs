//! Moves as squares in numbers that stand apart: `14 34 63 43` in octal digits, rank before file from 0, as the program of Bell and
//! Jacobi printed them; `13 29 52 36`, squares from 1 to 64; `52 54 47 45`, file before rank from 1, as in postal chess.
//!
//! Which of them it is the rules tell: the numbering in which the game can be played farthest.

use shakmaty::{Chess, Move, Position, Role, Square};

use super::anchor::anchor;
use super::heading::{Heading, tag_pair};
use super::words::{Row, Word, rows};
use super::{Cell, Draft, Layout, MoveSense, ending};
use crate::text::{Source, Span};

/// Squares as numbers apart.
#[derive(Debug)]
pub struct Digits;

/// Fewest half-moves that must be playable.
const PLAYED: usize = 4;
/// Most bytes of a record that is looked at.
const LONGEST: usize = 1 << 16;

impl Layout for Digits {
    fn name(&self) -> &'static str {
        "digits"
    }

    fn title(&self) -> &'static str {
        "squares as numbers that stand apart: 14 34, 13 29"
    }

    /// Proof if half of the lines are such numbers and the game can be played.
    fn sniff(&self, source: &Source, _: &dyn MoveSense) -> f32 {
        if source.text().len() > LONGEST {
            return 0.0;
        }
        let (mut numbers, mut others) = (0, 0);
        for row in rows(source.text(), 0).filter(|row| !row.is_blank() && tag_pair(row.text).is_none()) {
            *(if numbers_of(row).is_some() { &mut numbers } else { &mut others }) += 1;
        }
        let found = numbers >= others && games(source.text()).iter().any(|game| game.played >= PLAYED);
        if found { super::CERTAIN } else { 0.0 }
    }

    fn is_proof(&self) -> bool {
        true
    }

    fn cut<'a>(&self, source: &'a Source, _: &dyn MoveSense) -> Vec<Draft<'a>> {
        games(source.text()).into_iter().map(|game| game.draft(source)).collect()
    }
}

/// Whether a text has squares in numbers by which a game of chess can be played: what looks like draughts and is none.
///
/// ```
/// use scorebook_layout::digits::is_playable;
/// assert!(is_playable("1. 13-29 53-37 2. 7-22 58-43"));
/// assert!(!is_playable("1. 32-28 19-23 2. 28-23 14-23"));
/// ```
#[must_use]
pub fn is_playable(text: &str) -> bool {
    games(text).iter().any(|game| game.played >= PLAYED)
}

/// How squares are numbered.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Numbering {
    Octal,
    Decimal,
    Iccf,
}

const NUMBERINGS: [(Numbering, &str); 3] =
    [(Numbering::Octal, "international"), (Numbering::Decimal, "decimal"), (Numbering::Iccf, "iccf")];

impl Numbering {
    fn square(self, number: &str) -> Option<Square> {
        let number = number.trim_end_matches(OFFICERS);
        let value: u32 = number.parse().ok()?;
        let (tens, ones) = (value / 10, value % 10);
        let index = match self {
            Numbering::Octal if number.len() == 2 && tens < 8 && ones < 8 => 8 * tens + ones,
            Numbering::Iccf if number.len() == 2 && (1..9).contains(&tens) && (1..9).contains(&ones) => {
                8 * (ones - 1) + tens - 1
            }
            Numbering::Decimal if (1..65).contains(&value) => value - 1,
            _ => return None,
        };
        Some(Square::new(index))
    }

    /// A half-move as its notation has it.
    fn spell(self, from: &str, to: &str) -> String {
        match self {
            Numbering::Decimal => format!("{from}-{to}"),
            Numbering::Octal | Numbering::Iccf => format!("{from}{to}"),
        }
    }

    /// The move of two numbers.
    fn find(self, position: &Chess, from: &str, to: &str) -> Option<Move> {
        let becomes = to.chars().next_back().and_then(|c| Role::from_char(c.to_ascii_lowercase()));
        let (from, to) = (self.square(from)?, self.square(to)?);
        position.legal_moves().into_iter().find(|m| match m {
            Move::Castle { king, rook } => {
                let side = shakmaty::CastlingSide::from_king_side(king < rook);
                *king == from && side.king_to(position.turn()) == to
            }
            // The second rank is the man that a pawn becomes: 2 a knight to 5 a queen.
            Move::Normal { promotion: Some(role), from: own, to: own_to, .. } if self == Numbering::Octal => {
                let digit = match role {
                    Role::Knight => 2,
                    Role::Bishop => 3,
                    Role::Rook => 4,
                    _ => 5,
                };
                *own == from && own_to.file() == to.file() && u32::from(to.rank()) == digit
            }
            _ => m.from() == Some(from) && m.to() == to && (becomes.is_none() || becomes == m.promotion()),
        })
    }
}

/// What a pawn becomes, behind its square.
const OFFICERS: [char; 4] = ['Q', 'R', 'B', 'N'];

/// The words of a line that are squares in numbers, without the number of the move before them. None if there is anything else.
fn numbers_of(row: Row<'_>) -> Option<Vec<(Option<u32>, Word<'_>)>> {
    let words: Vec<Word<'_>> = row.words().collect();
    let end = ending::find(&words).map_or(words.len(), |(at, ..)| at);
    let mut number = None;
    let mut found = Vec::new();
    for &word in &words[..end] {
        if let Some(anchor) =
            anchor(word.text).filter(|anchor| anchor.dotted && anchor.len == word.text.len())
        {
            number = Some(anchor.number);
            continue;
        }
        // `13-29` is two of them.
        for part in word.text.split(['-', '–', ',', ';']).filter(|part| !part.is_empty()) {
            let digits = part.trim_end_matches(OFFICERS);
            if !(1..3).contains(&digits.len())
                || part.len() > digits.len() + 1
                || !digits.bytes().all(|c| c.is_ascii_digit())
            {
                return None;
            }
            let start = word.start + (part.as_ptr() as usize - word.text.as_ptr() as usize);
            found.push((number.take(), Word { text: part, start, ..word }));
        }
    }
    (!found.is_empty()).then_some(found)
}

/// A game in numbers.
struct Game<'a> {
    heading: Vec<Row<'a>>,
    numbers: Vec<(Option<u32>, Word<'a>)>,
    ending: Option<Row<'a>>,
    numbering: (Numbering, &'static str),
    /// Half-moves that can be played.
    played: usize,
}

/// The games of a text: runs of lines of numbers, with the lines above each.
fn games(text: &str) -> Vec<Game<'_>> {
    let mut games = Vec::new();
    let mut heading: Vec<Row<'_>> = Vec::new();
    let mut run: Vec<(Option<u32>, Word<'_>)> = Vec::new();
    let mut last = None;
    for row in rows(text, 0).map(Some).chain([None]) {
        let numbers = row.and_then(numbers_of);
        match (row, numbers) {
            (Some(row), Some(numbers)) => {
                run.extend(without_line_number(numbers, run.len()));
                last = Some(row);
            }
            (Some(row), None) if row.is_blank() => {}
            (row, _) => {
                if !run.is_empty() {
                    games.extend(Game::new(std::mem::take(&mut heading), std::mem::take(&mut run), last));
                }
                heading.extend(row);
            }
        }
    }
    games
}

/// The numbers of a line without that of its move, where it has no point: `1 14 34 63 43`.
fn without_line_number<'a>(
    mut numbers: Vec<(Option<u32>, Word<'a>)>,
    before: usize,
) -> Vec<(Option<u32>, Word<'a>)> {
    let own = numbers[0].1.text.parse().ok();
    let due = before as u32 / 4 + 1;
    if numbers.len() % 2 == 1 && own == Some(due) && numbers.len() > 2 {
        numbers.remove(0);
        numbers[0].0 = own;
    }
    numbers
}

impl<'a> Game<'a> {
    fn new(
        heading: Vec<Row<'a>>,
        numbers: Vec<(Option<u32>, Word<'a>)>,
        ending: Option<Row<'a>>,
    ) -> Option<Game<'a>> {
        let played = |numbering: Numbering| {
            let mut position = Chess::default();
            numbers
                .chunks_exact(2)
                .take_while(|pair| match numbering.find(&position, pair[0].1.text, pair[1].1.text) {
                    Some(m) => {
                        position.play_unchecked(m);
                        true
                    }
                    None => false,
                })
                .count()
        };
        let (numbering, played) = NUMBERINGS
            .into_iter()
            .map(|numbering| (numbering, played(numbering.0)))
            .max_by_key(|(numbering, played)| (*played, numbering.0 == Numbering::Octal))?;
        (played > 0).then_some(Game { heading, numbers, ending, numbering, played })
    }

    fn draft(self, source: &'a Source) -> Draft<'a> {
        let mut heading = Heading::default();
        self.heading.iter().for_each(|row| heading.read(*row));
        let heading = heading.finish();
        let mut draft =
            Draft { start: heading.start, notation: Some(self.numbering.1.to_owned()), ..Draft::default() };
        for tag in &heading.tags {
            draft.tags.set_default(&tag.name, tag.value.clone());
        }
        draft.mainline.comments = heading.remarks;
        for pair in self.numbers.chunks(2) {
            let span = pair[0].1.span().join(pair[pair.len() - 1].1.span());
            let text = match pair {
                [from, to] => self.numbering.0.spell(from.1.text, to.1.text),
                // A number is missing: the text stands as it is.
                _ => source.slice(span).to_owned(),
            };
            draft.mainline.cells.push(Cell { text: text.into(), span, number: pair[0].0, ..Cell::default() });
        }
        let whole = self.numbers.iter().map(|(_, word)| word.span()).reduce(Span::join).unwrap_or_default();
        draft.span = self.heading.first().map_or(whole, |row| row.span().join(whole));
        if let Some(row) = self.ending {
            let words: Vec<Word<'_>> = row.words().collect();
            draft.ending = ending::find(&words).map(|(_, ending, span)| (ending, span));
        }
        draft
    }
}
