//! Moves as squares in numbers that stand apart: `14 34 63 43` in octal digits, rank before file from 0, as the program of Bell and
//! Jacobi printed them; `13 29 52 36`, squares from 1 to 64; `52 54 47 45`, file before rank from 1, as in postal chess.
//!
//! Which of them it is the rules tell: the numbering in which the game can be played farthest.

use shakmaty::{CastlingMode, Chess, Move, Position, Role, Square};

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

/// Squares in numbers behind the moves of each row of a table: `1. e4 e5  14 34 64 44`, `1. e4 e5  1434 6444`, `1. e4 e5  13-29 53-37`.
#[derive(Debug)]
pub struct SquareColumn {
    /// Its rows, from the first move on.
    pub rows: Vec<SquareRow>,
}

/// The numbers of one row.
#[derive(Debug)]
pub struct SquareRow {
    /// Where they stand.
    pub span: Span,
    /// Their half-moves as UCI, as far as the game can be played.
    pub moves: Vec<String>,
}

/// The column of squares in numbers of a text, if its rows have one and a game of chess can be played by it.
#[must_use]
pub fn column(text: &str) -> Option<SquareColumn> {
    if text.len() > LONGEST {
        return None;
    }
    let mut found: Vec<(Span, Vec<&str>)> = Vec::new();
    for row in rows(text, 0) {
        let words: Vec<Word<'_>> = row.words().collect();
        let Some(number) = words.first().and_then(|word| anchor(word.text)) else { continue };
        if number.number as usize != found.len() + 1 {
            continue;
        }
        // A row that lacks them ends the column.
        match squares_behind(&words[1..], number.len < words[0].text.len()) {
            Some(row) => found.push(row),
            None => break,
        }
    }
    let numbers: Vec<&str> = found.iter().flat_map(|(_, numbers)| numbers.iter().copied()).collect();
    let moves = NUMBERINGS.into_iter().map(|(numbering, _)| numbering.play(&numbers)).max_by_key(Vec::len)?;
    if moves.len() < PLAYED {
        return None;
    }
    let mut moves = moves.into_iter();
    let rows = found.into_iter().map(|(span, numbers)| {
        let own = numbers.len() / 2;
        SquareRow { span, moves: moves.by_ref().take(own).collect() }
    });
    Some(SquareColumn { rows: rows.collect() })
}

/// The squares at the end of a row, four of them or two, behind words that are none, and their place. `begun` tells that a move is
/// attached to the number of the row.
fn squares_behind<'a>(words: &[Word<'a>], begun: bool) -> Option<(Span, Vec<&'a str>)> {
    /// Squares of a whole row.
    const WHOLE: usize = 4;
    let mut squares: Vec<&str> = Vec::new();
    let mut first = words.len();
    for (at, word) in words.iter().enumerate().rev() {
        let Some(own) = squares_of(word.text).filter(|own| squares.len() + own.len() <= WHOLE) else { break };
        squares.splice(0..0, own);
        first = at;
    }
    let is_behind =
        begun || words[..first].iter().any(|word| word.text.contains(|c: char| c.is_alphabetic()));
    let span = words.get(first)?.span().join(words.last()?.span());
    (is_behind && matches!(squares.len(), 2 | WHOLE)).then_some((span, squares))
}

/// The squares of a word: `14`, `1434`, `13-29`, with a comma behind them or not.
fn squares_of(word: &str) -> Option<Vec<&str>> {
    let word = word.trim_matches([',', ';', '|']);
    let is_number = |text: &str| (1..3).contains(&text.len()) && text.bytes().all(|c| c.is_ascii_digit());
    if word.len() == 4 && word.bytes().all(|c| c.is_ascii_digit()) {
        return Some(vec![&word[..2], &word[2..]]);
    }
    let parts: Vec<&str> = word.split(['-', '–']).collect();
    (parts.len() < 3 && parts.iter().all(|part| is_number(part))).then_some(parts)
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

    /// The half-moves of these numbers as UCI, as far as they can be played.
    fn play(self, numbers: &[&str]) -> Vec<String> {
        let mut position = Chess::default();
        let mut moves = Vec::new();
        for pair in numbers.chunks_exact(2) {
            let Some(m) = self.find(&position, pair[0], pair[1]) else { break };
            moves.push(m.to_uci(CastlingMode::Standard).to_string());
            position.play_unchecked(m);
        }
        moves
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_behind_the_moves_are_a_column() {
        let moves = |text: &str| -> Vec<String> {
            column(text).into_iter().flat_map(|column| column.rows).flat_map(|row| row.moves).collect()
        };
        for text in [
            "1. e4 e5  14 34 64 44\n2. Nf3 Nc6  06 25 71 52\n",
            "1. e4 e5  1434 6444\n2. Nf3 Nc6  0625 7152\n",
            "1 P-K4 P-K4  13-29 53-37\n2 Kt-KB3 Kt-QB3  7-22 58-43\n",
            "Game 5\n1. e4 e5 | 5254 5755\n2. Nf3 Nc6 | 7163, 2836\n",
        ] {
            assert_eq!(moves(text), ["e2e4", "e7e5", "g1f3", "b8c6"], "{text}");
        }
        // The last row may be half; what cannot be played ends it.
        let text = "1. e4 e5  14 34 64 44\n2. Nf3 Nc6  06 25 71 52\n3. Bb5  05 41\n";
        assert_eq!(moves(text).len(), 5);
        for none in [
            "1. e4 e5\n2. Nf3 Nc6\n",
            // Times, and numbers alone.
            "1. e4 e5  12 34 10 15\n2. Nf3 Nc6  20 41 30 18\n",
            "1. 14 34 64 44\n2. 06 25 71 52\n",
        ] {
            assert_eq!(moves(none), [] as [String; 0], "{none}");
        }
    }
}
