//! The meaning of the columns of a table, by their heads and values.

use std::collections::BTreeMap;

use scorebook_lexicon::side_of;
use shakmaty::Color;

use super::csv::{Column, Field};
use super::{MoveSense, anchor::anchor};

/// Rows that are examined.
const SAMPLE: usize = 50;
/// Rows that may precede the moves: titles, players, column heads.
const LEAD: usize = 12;
/// A column with less than one field in so many of the fullest one of moves is none of them: cells of some rows are shifted.
const SPARSE: usize = 4;
/// Least share of its fields with the same kind that decides the kind of a column.
const MOST: f32 = 0.6;

/// The structure of a table.
#[derive(Debug, Default)]
pub(super) struct TableShape {
    /// The meaning of the columns by index.
    pub columns: BTreeMap<usize, Column>,
    /// Index of the first row with moves.
    pub data: usize,
    /// Number of columns in a block, if a row has several numbered pairs.
    pub block: Option<usize>,
}

/// Heads of the column of the place that is left, and of the one that is reached.
const FROM: &[&str] =
    &["from", "von", "de", "desde", "da", "van", "z", "откуда", "source", "src", "start", "origin"];
const TO: &[&str] =
    &["to", "nach", "à", "a", "hasta", "naar", "do", "куда", "target", "dest", "destination", "end"];

/// Whether a head of a column is one of these.
fn is_headed(heads: &[Vec<Field<'_>>], at: usize, names: &[&str]) -> bool {
    heads
        .iter()
        .filter_map(|row| row.get(at))
        .any(|field| names.contains(&field.text.trim().to_lowercase().as_str()))
}

/// The kind of most fields of a column.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum FieldKind {
    Empty,
    Number,
    Move,
    Side,
    Other,
}

impl TableShape {
    /// Detects the columns by their values; `None` if there are no moves in cells of their own.
    pub(super) fn of(rows: &[Vec<Field<'_>>], sense: &dyn MoveSense) -> Option<TableShape> {
        let data = rows.iter().take(LEAD).position(|row| is_data(row, sense))?;
        let sample = &rows[data..rows.len().min(data + SAMPLE)];
        // One row is a line of text with commas in it.
        if sample.len() < 2 {
            return None;
        }
        // `1.e4,e5`: pairs with commas, not a table.
        let glued = |row: &&Vec<Field<'_>>| {
            let first = row.first().map_or("", |field| field.text.trim());
            anchor(first).is_some_and(|found| found.len < first.len())
        };
        if sample.iter().filter(glued).count() * 2 > sample.len() {
            return None;
        }
        let width = sample.iter().map(Vec::len).max()?;
        let mut kinds: Vec<FieldKind> = (0..width).map(|at| kind(sample, at, sense)).collect();
        let filled =
            |at: usize| sample.iter().filter_map(|row| row.get(at)).filter(|field| !is_blank(field)).count();
        set_figures_apart(&mut kinds, sample);
        let of_moves = |kinds: &[FieldKind]| -> Vec<usize> {
            (0..kinds.len()).filter(|&at| kinds[at] == FieldKind::Move).collect()
        };
        let fullest = of_moves(&kinds).into_iter().map(filled).max().unwrap_or(0);
        let (sparse, full): (Vec<usize>, Vec<usize>) =
            of_moves(&kinds).into_iter().partition(|&at| filled(at) * SPARSE < fullest);
        // A third move beside two is no shifted cell.
        let is_free = |row: &&Vec<Field<'_>>| full.iter().any(|&own| row.get(own).is_none_or(is_blank));
        let is_shifted = |at: usize| {
            sample
                .iter()
                .filter(|row| row.get(at).is_some_and(|field| !is_blank(field)))
                .all(|row| is_free(&row))
        };
        for at in sparse.into_iter().filter(|&at| is_shifted(at)) {
            kinds[at] = FieldKind::Empty;
        }
        let block = block(&kinds);
        let kinds = &kinds[..block.unwrap_or(kinds.len())];
        // Names of players may stand between the heads and the moves.
        let named = |at: usize| {
            let above =
                rows[..data].iter().rev().filter_map(|row| row.get(at)).filter(|field| !is_blank(field));
            above.filter_map(|name| Column::named(&name.text)).find(|column| column.is_head())
        };
        let mut columns = BTreeMap::new();
        let moves: Vec<usize> = (0..kinds.len()).filter(|&at| kinds[at] == FieldKind::Move).collect();
        let sides: Vec<Option<Color>> =
            moves.iter().map(|&at| named(at).as_ref().and_then(Column::side)).collect();
        match (moves.as_slice(), sides.as_slice()) {
            // Under the head of a side are its moves, though the other side's column is empty.
            ([one], [Some(Color::White)]) => {
                columns.insert(*one, Column::WhiteMove);
            }
            ([one], [Some(Color::Black)]) => {
                columns.insert(*one, Column::BlackMove);
            }
            ([one], _) => {
                columns.insert(*one, Column::Move);
            }
            ([first, second], [Some(Color::Black), _] | [_, Some(Color::White)]) => {
                columns.extend([(*first, Column::BlackMove), (*second, Column::WhiteMove)]);
            }
            // Squares that are left and reached are no moves of two sides.
            ([first, second], _)
                if is_headed(&rows[..data], *first, FROM) && is_headed(&rows[..data], *second, TO) =>
            {
                return None;
            }
            ([first, second], _) => {
                columns.extend([(*first, Column::WhiteMove), (*second, Column::BlackMove)]);
            }
            _ => return None,
        }
        // Of several columns of numbers the fullest is that of the moves: others number games, or tell a rating.
        let counts = (0..kinds.len()).filter(|&at| kinds[at] == FieldKind::Number);
        let counts = counts.filter(|&at| !matches!(named(at), Some(Column::Game | Column::Tag(_))));
        let counts = counts.filter(|&at| is_count(sample, at));
        let number = counts.max_by_key(|&at| (filled(at), std::cmp::Reverse(at)));
        for (at, &kind) in kinds.iter().enumerate() {
            match kind {
                FieldKind::Number
                    if Some(at) == number
                        && !columns.values().any(|c| matches!(c, Column::Number | Column::Ply)) =>
                {
                    let is_of_both =
                        moves.len() == 1 && columns.values().any(|column| *column == Column::Move);
                    let by_ply = is_of_both && counts_each_row(sample, at);
                    columns.insert(at, if by_ply { Column::Ply } else { Column::Number });
                }
                FieldKind::Side if moves.len() == 1 => {
                    columns.insert(at, Column::Side);
                }
                FieldKind::Other | FieldKind::Number => {
                    columns.insert(
                        at,
                        match named(at) {
                            Some(column @ (Column::Game | Column::Fen | Column::Result | Column::Tag(_))) => {
                                column
                            }
                            _ => Column::Comment,
                        },
                    );
                }
                _ => {}
            }
        }
        Some(TableShape { columns, data, block })
    }
}

impl Column {
    /// Whether a name says so among the heads of a table: any capitalised word may be the name of a tag.
    fn is_head(&self) -> bool {
        const TAGS: &[&str] =
            &["White", "Black", "Event", "Site", "Date", "Round", "ECO", "Opening", "WhiteElo", "BlackElo"];
        !matches!(self, Column::Tag(name) if !TAGS.contains(&name.as_str()))
    }

    /// The side that the column belongs to.
    pub(super) fn side(&self) -> Option<Color> {
        match self {
            Column::WhiteMove => Some(Color::White),
            Column::BlackMove => Some(Color::Black),
            Column::Tag(name) if name == "White" => Some(Color::White),
            Column::Tag(name) if name == "Black" => Some(Color::Black),
            _ => None,
        }
    }
}

/// The side that a cell or a head denotes, by a word or its first letter.
pub(super) fn side(text: &str) -> Option<Color> {
    let lower = text.trim().trim_end_matches(['.', ':']).to_lowercase();
    match lower.as_str() {
        "w" | "1" => Some(Color::White),
        "b" | "s" | "n" | "z" | "2" => Some(Color::Black),
        word => side_of(word),
    }
}

pub(super) fn is_blank(field: &Field<'_>) -> bool {
    field.text.trim().is_empty()
}

pub(super) fn is_move(text: &str, sense: &dyn MoveSense) -> bool {
    let text = text.trim();
    // `1.e4` followed by a comma is a list of moves, not a table.
    let numbered = anchor(text).is_some_and(|found| found.len < text.len());
    !numbered && text.len() > 1 && text.len() < 60 && sense.likeness(text) >= 0.5
}

/// A number alone, with or without a full stop.
pub(super) fn is_number(text: &str) -> bool {
    let text = text.trim();
    anchor(text).is_some_and(|found| found.len == text.len())
}

/// Whether a row has moves and not heads: a move, and nothing else but numbers, moves and remarks.
fn is_data(row: &[Field<'_>], sense: &dyn MoveSense) -> bool {
    let fields = || row.iter().filter(|field| !is_blank(field));
    let moves = fields()
        .filter(|field| {
            is_move(&field.text, sense)
                && Column::named(&field.text).is_none_or(|c| matches!(c, Column::Tag(_)))
        })
        .count();
    let numbered = fields().next().is_some_and(|field| is_number(&field.text));
    moves > 1 || moves == 1 && (numbered || fields().count() > 1)
}

fn kind(sample: &[Vec<Field<'_>>], at: usize, sense: &dyn MoveSense) -> FieldKind {
    let fields: Vec<&str> = sample
        .iter()
        .filter_map(|row| row.get(at))
        .filter(|field| !is_blank(field))
        .map(|field| &*field.text)
        .collect();
    let share = |of: &dyn Fn(&str) -> bool| {
        fields.iter().filter(|text| of(text)).count() as f32 / fields.len().max(1) as f32
    };
    if fields.is_empty() {
        FieldKind::Empty
    } else if share(&is_number) >= MOST {
        FieldKind::Number
    } else if share(&|text| side(text).is_some()) >= MOST {
        FieldKind::Side
    } else if share(&|text| is_move(text, sense)) >= MOST {
        FieldKind::Move
    } else {
        FieldKind::Other
    }
}

/// Takes columns of figures beside moves with letters for what they are, clocks or counts: only a game by digits has no letter.
fn set_figures_apart(kinds: &mut [FieldKind], sample: &[Vec<Field<'_>>]) {
    let is_of_figures = |at: usize| {
        let mut fields = sample.iter().filter_map(|row| row.get(at)).filter(|field| !is_blank(field));
        fields.all(|field| !field.text.contains(char::is_alphabetic))
    };
    let moves: Vec<usize> = (0..kinds.len()).filter(|&at| kinds[at] == FieldKind::Move).collect();
    let (figures, letters): (Vec<usize>, Vec<usize>) = moves.into_iter().partition(|&at| is_of_figures(at));
    if !letters.is_empty() {
        figures.into_iter().for_each(|at| kinds[at] = FieldKind::Other);
    }
}

/// Whether the numbers of a column count: those of two rows are mostly the same, or one more. Times and values do not.
fn is_count(sample: &[Vec<Field<'_>>], at: usize) -> bool {
    let numbers: Vec<u32> =
        sample.iter().filter_map(|row| anchor(row.get(at)?.text.trim())).map(|found| found.number).collect();
    let steps = numbers.windows(2).filter(|pair| matches!(pair[1].checked_sub(pair[0]), None | Some(0 | 1)));
    numbers.len() < 4 || steps.count() * 2 >= numbers.len() - 1
}

/// Whether the numbers increase by one with each row.
fn counts_each_row(sample: &[Vec<Field<'_>>], at: usize) -> bool {
    let numbers: Vec<u32> =
        sample.iter().filter_map(|row| anchor(row.get(at)?.text.trim())).map(|found| found.number).collect();
    numbers.windows(2).filter(|pair| pair[1] == pair[0] + 1).count() * 3 > numbers.len().saturating_sub(1) * 2
}

/// Number of columns in a block, if the kinds repeat: number, move, move, number, move, move.
fn block(kinds: &[FieldKind]) -> Option<usize> {
    let numbers: Vec<usize> = (0..kinds.len()).filter(|&at| kinds[at] == FieldKind::Number).collect();
    let (&first, &second) = (numbers.first()?, numbers.get(1)?);
    let width = second - first;
    let pairs = kinds[first..].chunks(width).all(|chunk| {
        chunk.iter().all(|&kind| kind == FieldKind::Empty)
            || chunk[0] == FieldKind::Number
                && chunk.iter().filter(|&&kind| kind == FieldKind::Move).count() == 2
    });
    (first == 0 && pairs).then_some(width)
}
