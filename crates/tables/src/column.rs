//! Columns being filled.

use std::sync::Arc;

use arrow_array::builder::{
    Date32Builder, Int16Builder, ListBuilder, PrimitiveBuilder, StringBuilder, StringDictionaryBuilder,
    Time32MillisecondBuilder,
};
use arrow_array::types::{ArrowPrimitiveType, Int32Type};
use arrow_array::{Array, ArrayRef, ListArray, StructArray};
use arrow_buffer::{OffsetBuffer, ScalarBuffer};
use arrow_schema::Fields;

use super::columns::{ColumnKind, Strings, item};
use super::values;

/// A column of texts.
pub(super) enum Texts {
    Plain(StringBuilder),
    Dictionary(StringDictionaryBuilder<Int32Type>),
}

impl Texts {
    /// For texts that occur often.
    pub(super) fn repeated(strings: Strings) -> Texts {
        match strings {
            Strings::Plain => Texts::plain(),
            Strings::Dictionary => Texts::Dictionary(StringDictionaryBuilder::new()),
        }
    }

    pub(super) fn plain() -> Texts {
        Texts::Plain(StringBuilder::new())
    }

    pub(super) fn push(&mut self, text: Option<&str>) {
        match self {
            Texts::Plain(column) => column.append_option(text),
            Texts::Dictionary(column) => column.append_option(text),
        }
    }

    pub(super) fn finish(&mut self) -> ArrayRef {
        match self {
            Texts::Plain(column) => Arc::new(column.finish()),
            Texts::Dictionary(column) => Arc::new(column.finish()),
        }
    }
}

/// A column with the values of one tag.
pub(super) enum TagColumn {
    Texts(Texts),
    Small(Int16Builder),
    Date(Date32Builder),
    Time(Time32MillisecondBuilder),
}

impl TagColumn {
    pub(super) fn new(kind: ColumnKind, strings: Strings) -> TagColumn {
        match kind {
            ColumnKind::Text => TagColumn::Texts(Texts::plain()),
            ColumnKind::Repeated => TagColumn::Texts(Texts::repeated(strings)),
            ColumnKind::Small => TagColumn::Small(Int16Builder::new()),
            ColumnKind::Date => TagColumn::Date(Date32Builder::new()),
            ColumnKind::Time => TagColumn::Time(Time32MillisecondBuilder::new()),
        }
    }

    /// Adds a value; false if the column cannot represent it.
    pub(super) fn push(&mut self, text: Option<&str>) -> bool {
        let told = |known: bool| known || text.is_none_or(values::unknown);
        match self {
            TagColumn::Texts(column) => {
                column.push(text);
                true
            }
            TagColumn::Small(column) => {
                let value = text.and_then(values::small);
                column.append_option(value);
                told(value.is_some())
            }
            TagColumn::Date(column) => {
                let value = text.and_then(values::days);
                column.append_option(value);
                told(value.is_some())
            }
            TagColumn::Time(column) => {
                let value = text.and_then(values::milliseconds);
                column.append_option(value);
                told(value.is_some())
            }
        }
    }

    pub(super) fn finish(&mut self) -> ArrayRef {
        match self {
            TagColumn::Texts(column) => column.finish(),
            TagColumn::Small(column) => Arc::new(column.finish()),
            TagColumn::Date(column) => Arc::new(column.finish()),
            TagColumn::Time(column) => Arc::new(column.finish()),
        }
    }
}

/// A column with a list of nullable numbers per row.
pub(super) struct Numbers<T: ArrowPrimitiveType>(ListBuilder<PrimitiveBuilder<T>>);

impl<T: ArrowPrimitiveType> Numbers<T> {
    pub(super) fn new() -> Numbers<T> {
        Numbers(ListBuilder::new(PrimitiveBuilder::new()).with_field(item(T::DATA_TYPE, true)))
    }

    /// Adds a list of `plies` values, with nulls after the end of `known`; null if `known` is empty.
    pub(super) fn push(&mut self, known: &[Option<T::Native>], plies: usize) {
        for value in known.iter().take(plies) {
            self.0.values().append_option(*value);
        }
        if !known.is_empty() {
            for _ in known.len()..plies {
                self.0.values().append_null();
            }
        }
        self.0.append(!known.is_empty());
    }

    pub(super) fn finish(&mut self) -> ArrayRef {
        Arc::new(self.0.finish())
    }
}

/// The end offsets of the lists of a column.
pub(super) struct Ends(Vec<i32>);

impl Ends {
    pub(super) fn new() -> Ends {
        Ends(vec![0])
    }

    /// Adds a list with so many elements.
    pub(super) fn push(&mut self, len: usize) {
        let last = self.0.last().copied().unwrap_or_default();
        self.0.push(last.saturating_add(i32::try_from(len).unwrap_or(i32::MAX)));
    }

    /// The column whose lists are consecutive in `values`.
    pub(super) fn finish(&mut self, values: ArrayRef) -> ArrayRef {
        let ends = std::mem::replace(&mut self.0, vec![0]);
        let field = item(values.data_type().clone(), false);
        Arc::new(ListArray::new(field, OffsetBuffer::new(ScalarBuffer::from(ends)), values, None))
    }
}

/// A column of structs without nulls.
pub(super) fn structs(fields: Fields, columns: Vec<ArrayRef>) -> ArrayRef {
    Arc::new(StructArray::new(fields, columns, None))
}
