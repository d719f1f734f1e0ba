//! Files of record batches.

use std::io::{self, Write};

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;

use super::arrow_file::ArrowFile;
use super::columns::{Strings, schema};

/// The file format.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum FileFormat {
    /// Parquet, compressed with zstd.
    Parquet,
    /// Arrow file format (Feather, version 2), uncompressed, for memory-mapping.
    Arrow,
}

/// Games per row group of Parquet. They are in memory, encoded, until the group is complete.
const GROUP: usize = 32 << 10;

/// Writes batches to a file.
///
/// ```
/// use scorebook_tables::{Batch, FileFormat, Strings, TableWriter};
/// let mut writer = TableWriter::new(Vec::new(), FileFormat::Parquet)?;
/// writer.write(&Batch::new(Strings::Dictionary).finish())?;
/// assert!(writer.finish()?.starts_with(b"PAR1"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct TableWriter<W: Write + Send>(Inner<W>);

enum Inner<W: Write + Send> {
    Parquet(Box<ArrowWriter<W>>),
    Arrow(Box<ArrowFile<W>>),
}

impl<W: Write + Send> TableWriter<W> {
    /// Begins a file in `out`. Batches must use [`Strings::Dictionary`].
    ///
    /// # Errors
    /// If writing fails.
    pub fn new(out: W, format: FileFormat) -> io::Result<TableWriter<W>> {
        let schema = schema(Strings::Dictionary);
        Ok(TableWriter(match format {
            FileFormat::Parquet => {
                let properties = WriterProperties::builder()
                    .set_compression(Compression::ZSTD(ZstdLevel::default()))
                    .set_max_row_group_row_count(Some(GROUP))
                    .build();
                Inner::Parquet(Box::new(
                    ArrowWriter::try_new(out, schema, Some(properties)).map_err(parquet)?,
                ))
            }
            FileFormat::Arrow => Inner::Arrow(Box::new(ArrowFile::new(out, schema).map_err(arrow)?)),
        }))
    }

    /// Adds a batch.
    ///
    /// # Errors
    /// If writing fails, or if the batch has other columns.
    pub fn write(&mut self, batch: &RecordBatch) -> io::Result<()> {
        match &mut self.0 {
            Inner::Parquet(writer) => writer.write(batch).map_err(parquet),
            Inner::Arrow(writer) => writer.write(batch).map_err(arrow),
        }
    }

    /// Completes the file and returns the output.
    ///
    /// # Errors
    /// If writing fails.
    pub fn finish(self) -> io::Result<W> {
        match self.0 {
            Inner::Parquet(writer) => writer.into_inner().map_err(parquet),
            Inner::Arrow(file) => file.finish().map_err(arrow),
        }
    }
}

/// The underlying I/O error if there is one, so that a full disk or a closed pipe is recognised.
fn parquet(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(source) => match source.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(source) => io::Error::other(source),
        },
        other => io::Error::other(other),
    }
}

fn arrow(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        other => io::Error::other(other),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;
    use std::sync::Arc;

    use arrow_array::cast::AsArray;
    use arrow_array::types::Int32Type;
    use arrow_ipc::reader::FileReader;
    use arrow_schema::SchemaRef;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use scorebook_core::finding::{Finding, code};
    use scorebook_core::game::Tags;
    use scorebook_core::text::Span;

    use super::*;
    use crate::{Batch, Row, Shown};

    /// Games, each with its event and the index of a code for its finding.
    fn batch(games: &[(&str, usize)]) -> RecordBatch {
        let mut batch = Batch::new(Strings::Dictionary);
        for (event, number) in games {
            let mut tags = Tags::default();
            tags.set("Event", *event);
            let code = code::TABLE.iter().copied().flatten().copied().nth(*number).unwrap();
            let row = Row {
                source: "a.pgn",
                offset: None,
                tags: &tags,
                movetext: "*",
                moves: &[],
                plies: 0,
                shown: &Shown::default(),
                reading: None,
                findings: &[Finding::new(code, Span::default(), "")],
                base: 0,
            };
            batch.push(&row);
        }
        batch.finish()
    }

    fn file(batches: &[RecordBatch], format: FileFormat) -> Vec<u8> {
        let mut writer = TableWriter::new(Vec::new(), format).unwrap();
        batches.iter().for_each(|batch| writer.write(batch).unwrap());
        writer.finish().unwrap()
    }

    fn read(bytes: Vec<u8>, format: FileFormat) -> (SchemaRef, Vec<RecordBatch>) {
        match format {
            FileFormat::Arrow => {
                let reader = FileReader::try_new(Cursor::new(bytes), None).unwrap();
                (reader.schema(), reader.map(Result::unwrap).collect())
            }
            FileFormat::Parquet => {
                let reader = ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(bytes)).unwrap();
                (Arc::clone(reader.schema()), reader.build().unwrap().map(Result::unwrap).collect())
            }
        }
    }

    /// Event and first code of each row.
    fn rows(batches: &[RecordBatch]) -> Vec<(String, String)> {
        let mut rows = Vec::new();
        for batch in batches {
            let events = batch.column_by_name("Event").unwrap().as_dictionary::<Int32Type>();
            let events = events.downcast_dict::<arrow_array::StringArray>().unwrap();
            let found = batch.column_by_name("findings").unwrap().as_list::<i32>().clone();
            for (row, event) in events.into_iter().enumerate() {
                let one = found.value(row);
                let codes = one.as_struct().column(0).as_dictionary::<Int32Type>().clone();
                let codes = codes.downcast_dict::<arrow_array::StringArray>().unwrap();
                let code = codes.into_iter().next().flatten().unwrap().to_owned();
                rows.push((event.unwrap_or_default().to_owned(), code));
            }
        }
        rows
    }

    #[test]
    fn files_have_the_columns_of_tables_in_memory() {
        for format in [FileFormat::Arrow, FileFormat::Parquet] {
            for batches in [vec![], vec![batch(&[("A", 0)])]] {
                let (read, _) = read(file(&batches, format), format);
                assert_eq!(read.fields(), schema(Strings::Dictionary).fields(), "{format:?}");
            }
        }
    }

    #[test]
    fn every_batch_may_have_its_own_dictionaries() {
        let batches = [batch(&[("A", 0), ("B", 1)]), batch(&[("C", 1), ("A", 2)]), batch(&[("B", 0)])];
        let wanted = rows(&batches);
        assert_eq!(wanted.iter().map(|(event, _)| event.as_str()).collect::<String>(), "ABCAB");
        for format in [FileFormat::Arrow, FileFormat::Parquet] {
            let (_, found) = read(file(&batches, format), format);
            assert_eq!(rows(&found), wanted, "{format:?}");
        }
    }

    /// Parquet stores no separate dictionaries, and accepts both kinds of text.
    #[test]
    fn other_columns_are_refused() {
        let mut writer = TableWriter::new(Vec::new(), FileFormat::Arrow).unwrap();
        assert!(writer.write(&Batch::new(Strings::Plain).finish()).is_err());
    }
}
