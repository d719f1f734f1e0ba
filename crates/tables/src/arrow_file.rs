//! Writes the Arrow file format; repeated texts are stored once per file.
//!
//! A file has one dictionary per column, but every batch comes with its own, made on another thread.
//! Therefore batches are written with indices into the file's dictionaries, which follow after the last
//! batch, as the format allows: readers find them by the footer. (Delta dictionaries between the batches are
//! not read by polars.) The distinct texts stay in memory until the end.

use std::io::Write;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{
    Array, ArrayRef, DictionaryArray, Int32Array, ListArray, RecordBatch, StringArray, StructArray,
    new_empty_array,
};
use arrow_buffer::OffsetBuffer;
use arrow_ipc::convert::IpcSchemaEncoder;
use arrow_ipc::writer::{
    DictionaryTracker, EncodedData, IpcDataGenerator, IpcWriteContext, IpcWriteOptions, write_message,
};
use arrow_ipc::{Block, FooterBuilder};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema, SchemaRef};
use flatbuffers::FlatBufferBuilder;
use rustc_hash::FxHashMap;

const MAGIC: &[u8; 6] = b"ARROW1";
/// Size of the magic and the padding before the first message.
const HEAD: usize = 64;
/// Marker after the last message.
const END: [u8; 8] = [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0];

/// The texts of one column with their indices.
#[derive(Default)]
struct Dictionary {
    numbers: FxHashMap<Arc<str>, i32>,
    texts: Vec<Arc<str>>,
}

impl Dictionary {
    fn number(&mut self, text: &str) -> Result<i32, ArrowError> {
        if let Some(number) = self.numbers.get(text) {
            return Ok(*number);
        }
        let number = i32::try_from(self.texts.len()).map_err(|_| ArrowError::DictionaryKeyOverflowError)?;
        let text: Arc<str> = text.into();
        self.texts.push(Arc::clone(&text));
        self.numbers.insert(text, number);
        Ok(number)
    }
}

/// A file being written.
pub(super) struct ArrowFile<W> {
    out: W,
    /// Number of bytes written.
    len: usize,
    schema: SchemaRef,
    /// The same schema with indices instead of dictionaries.
    numbered: SchemaRef,
    /// In the order of the schema.
    dictionaries: Vec<Dictionary>,
    batches: Vec<Block>,
    tracker: DictionaryTracker,
    context: IpcWriteContext,
    options: IpcWriteOptions,
}

impl<W: Write> ArrowFile<W> {
    pub(super) fn new(mut out: W, schema: SchemaRef) -> Result<ArrowFile<W>, ArrowError> {
        let mut head = [0; HEAD];
        head[..MAGIC.len()].copy_from_slice(MAGIC);
        out.write_all(&head)?;
        let fields: Fields = schema.fields().iter().map(|field| numbered(field)).collect();
        let dictionaries = schema.fields().iter().map(|field| count(field.data_type())).sum();
        let mut file = ArrowFile {
            out,
            len: HEAD,
            numbered: Arc::new(Schema::new(fields)),
            dictionaries: (0..dictionaries).map(|_| Dictionary::default()).collect(),
            batches: Vec::new(),
            tracker: DictionaryTracker::new(true),
            context: IpcWriteContext::default(),
            options: IpcWriteOptions::default(),
            schema,
        };
        let message = IpcDataGenerator::default().schema_to_bytes_with_dictionary_tracker(
            &file.schema,
            &mut file.tracker,
            &file.options,
        );
        file.message(message)?;
        Ok(file)
    }

    pub(super) fn write(&mut self, batch: &RecordBatch) -> Result<(), ArrowError> {
        if batch.schema_ref() != &self.schema {
            return Err(ArrowError::SchemaError("the batch has other columns than the file".to_owned()));
        }
        let mut dictionaries = self.dictionaries.iter_mut();
        let columns = batch.columns().iter().map(|column| renumber(column, &mut dictionaries));
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        let batch = RecordBatch::try_new(Arc::clone(&self.numbered), columns)?;
        // There are no dictionaries to track.
        let mut none = DictionaryTracker::new(true);
        let (_, message) =
            IpcDataGenerator::default().encode(&batch, &mut none, &self.options, &mut self.context)?;
        let block = self.message(message)?;
        self.batches.push(block);
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<W, ArrowError> {
        let mut dictionaries = self.dictionaries.iter();
        let fields = self.schema.fields().iter();
        let columns = fields.map(|field| holding(field.data_type(), &mut dictionaries));
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns)?;
        let (messages, _) = IpcDataGenerator::default().encode(
            &batch,
            &mut self.tracker,
            &self.options,
            &mut self.context,
        )?;
        let mut blocks = Vec::new();
        for message in messages {
            blocks.push(self.message(message)?);
        }
        self.out.write_all(&END)?;
        let footer = self.footer(&blocks)?;
        self.out.write_all(&footer)?;
        self.out.write_all(MAGIC)?;
        self.out.flush()?;
        Ok(self.out)
    }

    /// The footer and its length.
    fn footer(&mut self, dictionaries: &[Block]) -> Result<Vec<u8>, ArrowError> {
        let mut builder = FlatBufferBuilder::new();
        let dictionaries = builder.create_vector(dictionaries);
        let batches = builder.create_vector(&self.batches);
        // The dictionaries get the same ids again.
        self.tracker.clear();
        let schema = IpcSchemaEncoder::new()
            .with_dictionary_tracker(&mut self.tracker)
            .schema_to_fb_offset(&mut builder, &self.schema);
        let mut footer = FooterBuilder::new(&mut builder);
        footer.add_version(arrow_ipc::MetadataVersion::V5);
        footer.add_schema(schema);
        footer.add_dictionaries(dictionaries);
        footer.add_recordBatches(batches);
        let footer = footer.finish();
        builder.finish(footer, None);
        let mut bytes = builder.finished_data().to_vec();
        let len = i32::try_from(bytes.len())
            .map_err(|_| ArrowError::IpcError("too many batches for one file".to_owned()))?;
        bytes.extend_from_slice(&len.to_le_bytes());
        Ok(bytes)
    }

    /// Writes a message and returns its place.
    fn message(&mut self, message: EncodedData) -> Result<Block, ArrowError> {
        let (head, body) = write_message(&mut self.out, message, &self.options)?;
        let block = Block::new(self.len as i64, head as i32, body as i64);
        self.len += head + body;
        Ok(block)
    }
}

/// Number of dictionaries in a type.
fn count(data_type: &DataType) -> usize {
    match data_type {
        DataType::Dictionary(..) => 1,
        DataType::List(item) => count(item.data_type()),
        DataType::Struct(fields) => fields.iter().map(|field| count(field.data_type())).sum(),
        _ => 0,
    }
}

/// The field with indices instead of dictionaries.
fn numbered(field: &Field) -> Field {
    let data_type = match field.data_type() {
        DataType::Dictionary(..) => DataType::Int32,
        DataType::List(item) => DataType::List(Arc::new(numbered(item))),
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(|field| numbered(field)).collect()),
        other => other.clone(),
    };
    field.clone().with_data_type(data_type)
}

/// The column with indices into the file's dictionaries.
fn renumber<'d>(
    column: &ArrayRef,
    dictionaries: &mut impl Iterator<Item = &'d mut Dictionary>,
) -> Result<ArrayRef, ArrowError> {
    Ok(match column.data_type() {
        DataType::Dictionary(..) => {
            let column = column.as_dictionary::<Int32Type>();
            let Some(dictionary) = dictionaries.next() else {
                return Err(ArrowError::SchemaError("a column too many".to_owned()));
            };
            let texts = column.values().as_string::<i32>().iter();
            let places = texts.map(|text| dictionary.number(text.unwrap_or_default()));
            let places = places.collect::<Result<Vec<i32>, _>>()?;
            Arc::new(column.keys().unary::<_, Int32Type>(|key| {
                // If a value is null, its key is arbitrary.
                places.get(key as usize).copied().unwrap_or_default()
            }))
        }
        DataType::List(item) => {
            let column = column.as_list::<i32>();
            let values = renumber(column.values(), dictionaries)?;
            let (offsets, nulls) = (column.offsets().clone(), column.nulls().cloned());
            Arc::new(ListArray::try_new(Arc::new(numbered(item)), offsets, values, nulls)?)
        }
        DataType::Struct(fields) => {
            let column = column.as_struct();
            let columns = column.columns().iter().map(|column| renumber(column, dictionaries));
            let columns = columns.collect::<Result<Vec<_>, _>>()?;
            let fields = fields.iter().map(|field| numbered(field)).collect();
            Arc::new(StructArray::try_new(fields, columns, column.nulls().cloned())?)
        }
        _ => Arc::clone(column),
    })
}

/// A column without rows that has the dictionaries of the file.
fn holding<'d>(
    data_type: &DataType,
    dictionaries: &mut impl Iterator<Item = &'d Dictionary>,
) -> Result<ArrayRef, ArrowError> {
    Ok(match data_type {
        DataType::Dictionary(..) => {
            let texts = dictionaries.next().map(|dictionary| dictionary.texts.iter());
            let texts: StringArray = texts.into_iter().flatten().map(|text| Some(&**text)).collect();
            let keys = Int32Array::from(Vec::<i32>::new());
            Arc::new(DictionaryArray::<Int32Type>::try_new(keys, Arc::new(texts))?)
        }
        DataType::List(item) => {
            let values = holding(item.data_type(), dictionaries)?;
            Arc::new(ListArray::try_new(Arc::clone(item), OffsetBuffer::new_empty(), values, None)?)
        }
        DataType::Struct(fields) => {
            let columns = fields.iter().map(|field| holding(field.data_type(), dictionaries));
            Arc::new(StructArray::try_new(fields.clone(), columns.collect::<Result<Vec<_>, _>>()?, None)?)
        }
        other => new_empty_array(other),
    })
}
