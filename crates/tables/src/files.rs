//! Files of record batches.

use std::io::{self, Write};

use arrow_array::RecordBatch;
use arrow_ipc::writer::FileWriter;
use arrow_schema::ArrowError;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;

use super::columns::{Strings, schema};

/// What a table is written as.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// Parquet, packed by zstd.
    Parquet,
    /// The file format of Arrow (Feather, version 2), not packed: to be mapped.
    Arrow,
}

/// Games of one row group of Parquet. They are in memory, encoded, until the group is full.
const GROUP: usize = 32 << 10;

/// Writes batches one after the other.
///
/// ```
/// use scorebook_tables::{Batch, Format, Strings, Writer};
/// let mut writer = Writer::new(Vec::new(), Format::Parquet)?;
/// writer.write(&Batch::new(Strings::Plain).finish())?;
/// assert!(writer.finish()?.starts_with(b"PAR1"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Writer<W: Write + Send>(Inner<W>);

enum Inner<W: Write + Send> {
    Parquet(Box<ArrowWriter<W>>),
    Arrow(Box<FileWriter<W>>),
}

impl<W: Write + Send> Writer<W> {
    /// Begins a file in `out`. Batches must have [`Strings::Plain`].
    ///
    /// # Errors
    /// When `out` takes no bytes.
    pub fn new(out: W, format: Format) -> io::Result<Writer<W>> {
        let schema = schema(Strings::Plain);
        Ok(Writer(match format {
            Format::Parquet => {
                let properties = WriterProperties::builder()
                    .set_compression(Compression::ZSTD(ZstdLevel::default()))
                    .set_max_row_group_row_count(Some(GROUP))
                    .build();
                Inner::Parquet(Box::new(
                    ArrowWriter::try_new(out, schema, Some(properties)).map_err(parquet)?,
                ))
            }
            Format::Arrow => Inner::Arrow(Box::new(FileWriter::try_new(out, &schema).map_err(arrow)?)),
        }))
    }

    /// Adds a batch.
    ///
    /// # Errors
    /// When the output takes no more, or the batch has other columns.
    pub fn write(&mut self, batch: &RecordBatch) -> io::Result<()> {
        match &mut self.0 {
            Inner::Parquet(writer) => writer.write(batch).map_err(parquet),
            Inner::Arrow(writer) => writer.write(batch).map_err(arrow),
        }
    }

    /// Ends the file and hands the output back.
    ///
    /// # Errors
    /// When the output takes no more.
    pub fn finish(self) -> io::Result<W> {
        match self.0 {
            Inner::Parquet(writer) => writer.into_inner().map_err(parquet),
            Inner::Arrow(mut writer) => {
                writer.finish().map_err(arrow)?;
                writer.into_inner().map_err(arrow)
            }
        }
    }
}

/// The error of the output itself where there is one, so that a full disk and a closed pipe are known.
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
