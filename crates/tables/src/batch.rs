//! A record batch being filled.

use std::sync::Arc;

use arrow_array::builder::{Int32Builder, Int64Builder};
use arrow_array::types::{Float32Type, Int16Type};
use arrow_array::{RecordBatch, UInt16Array};
use arrow_schema::SchemaRef;
use scorebook_core::finding::{Finding, Severity};

use super::column::{Ends, Numbers, TagColumn, Texts, structs};
use super::columns::{self, Strings, TAGS};
use super::row::Row;

/// A record batch being filled.
pub struct Batch {
    strings: Strings,
    schema: SchemaRef,
    rows: usize,
    bytes: usize,
    tags: Vec<TagColumn>,
    movetext: Texts,
    others: Others,
    moves: (Vec<u16>, Ends),
    plies: Int32Builder,
    clocks: Numbers<Float32Type>,
    evals: Numbers<Float32Type>,
    mates: Numbers<Int16Type>,
    depths: Numbers<Int16Type>,
    times: Numbers<Float32Type>,
    reading: Texts,
    findings: Findings,
    source: Texts,
    offset: Int64Builder,
}

impl Batch {
    /// An empty batch.
    #[must_use]
    pub fn new(strings: Strings) -> Batch {
        Batch {
            strings,
            schema: columns::schema(strings),
            rows: 0,
            bytes: 0,
            tags: TAGS.iter().map(|(_, kind)| TagColumn::new(*kind, strings)).collect(),
            movetext: Texts::plain(),
            others: Others { names: Texts::plain(), values: Texts::plain(), ends: Ends::new() },
            moves: (Vec::new(), Ends::new()),
            plies: Int32Builder::new(),
            clocks: Numbers::new(),
            evals: Numbers::new(),
            mates: Numbers::new(),
            depths: Numbers::new(),
            times: Numbers::new(),
            reading: Texts::repeated(strings),
            findings: Findings::new(strings),
            source: Texts::repeated(strings),
            offset: Int64Builder::new(),
        }
    }

    /// Number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there are no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Approximate size of its text in bytes; a list or text column of a batch can hold 2 GiB.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Adds a game.
    pub fn push(&mut self, row: &Row<'_>) {
        self.rows += 1;
        self.bytes += row.movetext.len() + 64 * row.findings.len() + 2 * row.moves.len();
        self.push_tags(row);
        self.movetext.push(Some(row.movetext));
        self.moves.0.extend(row.moves.iter().map(|word| word.bits()));
        self.moves.1.push(row.moves.len());
        self.plies.append_value(i32::try_from(row.plies).unwrap_or(i32::MAX));
        self.clocks.push(&row.shown.clocks, row.plies);
        self.evals.push(&row.shown.evals, row.plies);
        self.mates.push(&row.shown.mates, row.plies);
        self.depths.push(&row.shown.depths, row.plies);
        self.times.push(&row.shown.times, row.plies);
        self.reading.push(row.reading.map(|verdict| verdict.as_str()));
        self.findings.push(row.findings, row.base);
        self.source.push(Some(row.source));
        self.offset.append_option(row.offset.map(place));
    }

    fn push_tags(&mut self, row: &Row<'_>) {
        let mut values: [Option<&str>; TAGS.len()] = [None; TAGS.len()];
        let mut others = 0;
        for tag in row.tags {
            self.bytes += tag.name.len() + tag.value.len();
            match columns::place(&tag.name).map(|at| &mut values[at]) {
                Some(value @ None) => *value = Some(&tag.value),
                _ => {
                    self.others.push(&tag.name, &tag.value);
                    others += 1;
                }
            }
        }
        for ((column, value), (name, _)) in self.tags.iter_mut().zip(values).zip(TAGS) {
            if !column.push(value) {
                self.others.push(name, value.unwrap_or_default());
                others += 1;
            }
        }
        self.others.ends.push(others);
    }

    /// The finished batch; `self` is empty afterwards.
    #[must_use]
    pub fn finish(&mut self) -> RecordBatch {
        (self.rows, self.bytes) = (0, 0);
        let mut columns: Vec<_> = self.tags.iter_mut().map(TagColumn::finish).collect();
        let moves = std::mem::take(&mut self.moves.0);
        columns.extend([
            self.movetext.finish(),
            self.others.finish(),
            self.moves.1.finish(Arc::new(UInt16Array::from(moves))),
            Arc::new(self.plies.finish()),
            self.clocks.finish(),
            self.evals.finish(),
            self.mates.finish(),
            self.depths.finish(),
            self.times.finish(),
            self.reading.finish(),
            self.findings.finish(self.strings),
            self.source.finish(),
            Arc::new(self.offset.finish()),
        ]);
        match RecordBatch::try_new(Arc::clone(&self.schema), columns) {
            Ok(batch) => batch,
            // The columns match the schema by construction, as tests check.
            Err(error) => unreachable!("{error}"),
        }
    }
}

/// An offset, saturated to `i64`.
fn place(offset: u64) -> i64 {
    i64::try_from(offset).unwrap_or(i64::MAX)
}

/// Tag pairs without a column.
struct Others {
    names: Texts,
    values: Texts,
    ends: Ends,
}

impl Others {
    fn push(&mut self, name: &str, value: &str) {
        self.names.push(Some(name));
        self.values.push(Some(value));
    }

    fn finish(&mut self) -> arrow_array::ArrayRef {
        let columns = vec![self.names.finish(), self.values.finish()];
        self.ends.finish(structs(columns::pair(), columns))
    }
}

/// What was found.
struct Findings {
    code: Texts,
    severity: Texts,
    ply: Int32Builder,
    offset: Int64Builder,
    length: Int32Builder,
    text: Texts,
    message: Texts,
    ends: Ends,
}

impl Findings {
    fn new(strings: Strings) -> Findings {
        Findings {
            code: Texts::repeated(strings),
            severity: Texts::repeated(strings),
            ply: Int32Builder::new(),
            offset: Int64Builder::new(),
            length: Int32Builder::new(),
            text: Texts::plain(),
            message: Texts::plain(),
            ends: Ends::new(),
        }
    }

    fn push(&mut self, findings: &[Finding], base: u64) {
        for finding in findings {
            self.code.push(Some(finding.code.id));
            self.severity.push(Some(match finding.severity {
                Severity::Note => "note",
                Severity::Warning => "warning",
                Severity::Error => "error",
            }));
            self.ply.append_option(finding.ply.and_then(|ply| i32::try_from(ply).ok()));
            self.offset.append_value(place(base + finding.span.start as u64));
            self.length.append_value(i32::try_from(finding.span.len()).unwrap_or(i32::MAX));
            self.text.push(Some(&finding.text));
            self.message.push(Some(&finding.message));
        }
        self.ends.push(findings.len());
    }

    fn finish(&mut self, strings: Strings) -> arrow_array::ArrayRef {
        let columns: Vec<arrow_array::ArrayRef> = vec![
            self.code.finish(),
            self.severity.finish(),
            Arc::new(self.ply.finish()),
            Arc::new(self.offset.finish()),
            Arc::new(self.length.finish()),
            self.text.finish(),
            self.message.finish(),
        ];
        self.ends.finish(structs(columns::finding(strings), columns))
    }
}

#[cfg(test)]
mod tests {
    use arrow_array::Array;
    use arrow_array::cast::AsArray;
    use arrow_array::types::{Date32Type, Int16Type, UInt16Type};
    use scorebook_core::finding::code;
    use scorebook_core::game::{Tag, Tags, Verdict};
    use scorebook_core::international::Move16;
    use scorebook_core::text::Span;
    use shakmaty::Square;

    use super::*;
    use crate::Shown;

    fn push(
        batch: &mut Batch,
        pairs: &[(&str, &str)],
        moves: &[Move16],
        shown: &Shown,
        findings: &[Finding],
    ) {
        let mut tags = Tags::default();
        for (name, value) in pairs {
            tags.push(Tag { name: (*name).into(), value: (*value).into() });
        }
        batch.push(&Row {
            source: "a.pgn",
            offset: Some(7),
            tags: &tags,
            movetext: "1. e4 *",
            moves,
            plies: 2,
            shown,
            reading: Some(Verdict::Incomplete),
            findings,
            base: 100,
        });
    }

    fn table(strings: Strings) -> RecordBatch {
        let mut batch = Batch::new(strings);
        let e4 = Move16::plain(Square::E2, Square::E4).unwrap();
        let mut shown = Shown::default();
        shown.comment(1, "[%clk 0:01:00]");
        let found =
            Finding::new(code::TABLE[0][0], Span::new(3, 5), "words").at_ply(2, 1, shakmaty::Color::Black);
        let tags =
            [("White", "A"), ("WhiteElo", "2690"), ("BlackElo", "?"), ("UTCDate", "2017.03.31"), ("X", "y")];
        push(&mut batch, &tags, &[e4], &shown, &[found]);
        let tags = [("White", "B"), ("White", "C"), ("WhiteElo", "about 1500"), ("UTCDate", "1852.??.??")];
        push(&mut batch, &tags, &[], &Shown::default(), &[]);
        assert_eq!(batch.len(), 2);
        batch.finish()
    }

    fn others(table: &RecordBatch, row: usize) -> Vec<(String, String)> {
        let lists = table.column_by_name("tags").unwrap().as_list::<i32>();
        let pairs = lists.value(row);
        let text = |at: usize| pairs.as_struct().column(at).as_string::<i32>().clone();
        let (names, values) = (text(0), text(1));
        (0..pairs.len()).map(|i| (names.value(i).to_owned(), values.value(i).to_owned())).collect()
    }

    #[test]
    fn keeps_what_a_column_cannot_hold() {
        let table = table(Strings::Plain);
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(others(&table, 0), [pair("X", "y")]);
        let second = [pair("White", "C"), pair("WhiteElo", "about 1500"), pair("UTCDate", "1852.??.??")];
        assert_eq!(others(&table, 1), second);
        let elo = table.column_by_name("WhiteElo").unwrap().as_primitive::<Int16Type>();
        assert_eq!((elo.value(0), elo.is_null(1)), (2690, true));
        let date = table.column_by_name("UTCDate").unwrap().as_primitive::<Date32Type>();
        assert_eq!((date.value(0), date.is_null(1)), (17_256, true));
    }

    #[test]
    fn lists_moves_clocks_and_findings() {
        let table = table(Strings::Dictionary);
        let moves = table.column_by_name("moves").unwrap().as_list::<i32>();
        assert_eq!(moves.value(0).as_primitive::<UInt16Type>().values(), &[12 << 8 | 28]);
        assert_eq!(moves.value(1).len(), 0);
        let clocks = table.column_by_name("clocks").unwrap().as_list::<i32>();
        assert_eq!((clocks.value(0).len(), clocks.value(0).null_count()), (2, 1), "a value a half-move");
        assert!(clocks.is_null(1), "none is shown");
        let findings = table.column_by_name("findings").unwrap().as_list::<i32>();
        assert_eq!((findings.value(0).len(), findings.value(1).len()), (1, 0));
        let one = findings.value(0);
        let offset = one.as_struct().column_by_name("offset").unwrap();
        assert_eq!(offset.as_primitive::<arrow_array::types::Int64Type>().value(0), 103);
    }

    #[test]
    fn the_next_batch_begins_empty() {
        let mut batch = Batch::new(Strings::Dictionary);
        push(&mut batch, &[("Event", "x")], &[], &Shown::default(), &[]);
        assert_eq!(batch.finish().num_rows(), 1);
        assert!(batch.is_empty());
        assert_eq!(batch.finish().num_rows(), 0);
    }
}
