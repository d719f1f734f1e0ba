//! The columns: their names, types and meanings.

use std::sync::Arc;

use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef, TimeUnit};

/// How repeated texts are stored.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub enum Strings {
    /// As plain text, which every reader supports.
    #[default]
    Plain,
    /// As dictionary: each text once per batch; needs much less memory.
    Dictionary,
}

/// The type of a tag's column.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Text that rarely repeats.
    Text,
    /// Text that repeats: dictionary-encoded with [`Strings::Dictionary`].
    Repeated,
    /// A 16-bit number.
    Small,
    /// Days from 1970-01-01.
    Date,
    /// Milliseconds from midnight.
    Time,
}

/// The columns of tag pairs, in order. Numbers, dates and times are null if the tag is missing or `?`; any
/// other invalid value is in `tags`.
pub const TAGS: [(&str, ColumnKind); 21] = [
    ("Event", ColumnKind::Repeated),
    ("Site", ColumnKind::Text),
    ("White", ColumnKind::Text),
    ("Black", ColumnKind::Text),
    ("Result", ColumnKind::Repeated),
    ("WhiteTitle", ColumnKind::Repeated),
    ("BlackTitle", ColumnKind::Repeated),
    ("WhiteElo", ColumnKind::Small),
    ("BlackElo", ColumnKind::Small),
    ("WhiteRatingDiff", ColumnKind::Small),
    ("BlackRatingDiff", ColumnKind::Small),
    ("UTCDate", ColumnKind::Date),
    ("UTCTime", ColumnKind::Time),
    ("ECO", ColumnKind::Repeated),
    ("Opening", ColumnKind::Repeated),
    ("Termination", ColumnKind::Repeated),
    ("TimeControl", ColumnKind::Repeated),
    ("Date", ColumnKind::Text),
    ("Round", ColumnKind::Text),
    ("Variant", ColumnKind::Repeated),
    ("FEN", ColumnKind::Text),
];

/// The column of this tag, if it has one.
#[must_use]
pub(super) fn place(name: &str) -> Option<usize> {
    Some(match name {
        "Event" => 0,
        "Site" => 1,
        "White" => 2,
        "Black" => 3,
        "Result" => 4,
        "WhiteTitle" => 5,
        "BlackTitle" => 6,
        "WhiteElo" => 7,
        "BlackElo" => 8,
        "WhiteRatingDiff" => 9,
        "BlackRatingDiff" => 10,
        "UTCDate" => 11,
        "UTCTime" => 12,
        "ECO" => 13,
        "Opening" => 14,
        "Termination" => 15,
        "TimeControl" => 16,
        "Date" => 17,
        "Round" => 18,
        "Variant" => 19,
        "FEN" => 20,
        _ => return None,
    })
}

/// The type of repeated texts.
pub(super) fn repeated(strings: Strings) -> DataType {
    match strings {
        Strings::Plain => DataType::Utf8,
        Strings::Dictionary => DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8)),
    }
}

fn data_type(kind: ColumnKind, strings: Strings) -> DataType {
    match kind {
        ColumnKind::Text => DataType::Utf8,
        ColumnKind::Repeated => repeated(strings),
        ColumnKind::Small => DataType::Int16,
        ColumnKind::Date => DataType::Date32,
        ColumnKind::Time => DataType::Time32(TimeUnit::Millisecond),
    }
}

/// A tag pair without a column of its own.
pub(super) fn pair() -> Fields {
    Fields::from(vec![Field::new("name", DataType::Utf8, false), Field::new("value", DataType::Utf8, false)])
}

/// One finding.
pub(super) fn finding(strings: Strings) -> Fields {
    Fields::from(vec![
        Field::new("code", repeated(strings), false),
        Field::new("severity", repeated(strings), false),
        Field::new("ply", DataType::Int32, true),
        Field::new("offset", DataType::Int64, false),
        Field::new("length", DataType::Int32, false),
        Field::new("text", DataType::Utf8, false),
        Field::new("message", DataType::Utf8, false),
    ])
}

pub(super) fn item(data_type: DataType, nullable: bool) -> Arc<Field> {
    Arc::new(Field::new("item", data_type, nullable))
}

/// All columns.
///
/// After those of [`TAGS`]:
///
/// | column | |
/// |---|---|
/// | `movetext` | the text after the tags, as written |
/// | `tags` | tag pairs that have no column, or whose value does not fit it |
/// | `moves` | the mainline as far as it is proven, 16 bits a move: `(m >> 8) & 63` is the square left, `m & 63` the square reached (a1 = 0, h8 = 63), `m >> 14` is 1 for a promotion (to knight, bishop, rook, queen by `(m >> 6) & 3`), 2 for en passant, 3 for castling; drops of variants, which have no such form, are left out |
/// | `plies` | half-moves of the mainline, proven or not |
/// | `clocks` | seconds on the clock after each half-move (`[%clk]`, `tl=`), null where none is shown |
/// | `evals` | pawns, from White's side (`[%eval 0.35]`, `+0.35/14 0.5s`, `wv=0.35`) |
/// | `mates` | moves to mate, negative if Black mates (`[%eval #-3]`, `-M3/20`) |
/// | `depths` | half-moves that the engine looked ahead (`[%eval 0.35,14]`, `+0.35/14 0.5s`, `d=14`) |
/// | `times` | seconds that the move took (`[%emt 0:00:05]`, `+0.35/14 0.5s`, `mt=500`) |
/// | `reading` | how the game's reading went |
/// | `findings` | what was found; `offset` is a byte of the unpacked source, `ply` counts from 1 |
/// | `source` | the file |
/// | `offset` | the byte of the unpacked source at which the game begins |
///
/// ```
/// use scorebook_tables::{Strings, schema_of};
/// let schema = schema_of(Strings::Plain);
/// assert!(schema.field_with_name("findings").is_ok());
/// ```
#[must_use]
pub fn schema(strings: Strings) -> SchemaRef {
    let list = |name: &str, data_type: DataType, items: bool, nullable: bool| {
        Field::new(name, DataType::List(item(data_type, items)), nullable)
    };
    let mut fields: Vec<Field> =
        TAGS.iter().map(|(name, kind)| Field::new(*name, data_type(*kind, strings), true)).collect();
    fields.extend([
        Field::new("movetext", DataType::Utf8, false),
        list("tags", DataType::Struct(pair()), false, false),
        list("moves", DataType::UInt16, false, false),
        Field::new("plies", DataType::Int32, false),
        list("clocks", DataType::Float32, true, true),
        list("evals", DataType::Float32, true, true),
        list("mates", DataType::Int16, true, true),
        list("depths", DataType::Int16, true, true),
        list("times", DataType::Float32, true, true),
        Field::new("reading", repeated(strings), true),
        list("findings", DataType::Struct(finding(strings)), false, false),
        Field::new("source", repeated(strings), false),
        Field::new("offset", DataType::Int64, true),
    ]);
    Arc::new(Schema::new(fields))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tag_has_its_place() {
        for (at, (name, _)) in TAGS.iter().enumerate() {
            assert_eq!(place(name), Some(at), "{name}");
        }
        assert_eq!(place("Annotator"), None);
    }

    /// Compares with the features of `Lichess/standard-chess-games` on Hugging Face, as of 2025. One type
    /// differs: its `UTCTime` is in seconds; here it is in milliseconds, the coarsest unit of Parquet.
    #[test]
    fn columns_are_those_of_the_data_set() {
        let card: [(&[&str], DataType); 4] = [
            (&["Event", "Site", "White", "Black", "Result", "WhiteTitle", "BlackTitle"], DataType::Utf8),
            (&["WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff"], DataType::Int16),
            (&["UTCDate"], DataType::Date32),
            (&["ECO", "Opening", "Termination", "TimeControl", "movetext"], DataType::Utf8),
        ];
        let all = schema(Strings::Plain);
        let mut ours = Vec::new();
        for (names, data_type) in card {
            for name in names {
                let (at, field) = all.column_with_name(name).unwrap_or_else(|| panic!("{name}"));
                assert_eq!(field.data_type(), &data_type, "{name}");
                ours.push(at);
            }
        }
        assert!(ours.is_sorted(), "in the same order");
        let time = all.field_with_name("UTCTime").unwrap();
        assert_eq!(time.data_type(), &DataType::Time32(TimeUnit::Millisecond));
    }
}
