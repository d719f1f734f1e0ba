//! DjVu documents: their hidden text by djvulibre's `djvutoxml`; pages without it from their pictures.

use super::{Entry, djvu_xml, text_layer};
use crate::form::Form;
use crate::tool::DJVUTOXML;

pub const ENTRY: Entry = Entry {
    form: Form::Djvu,
    knows: |head| head.starts(b"AT&TFORM"),
    open: |opening, _| text_layer(opening, &DJVUTOXML, &["--with-text"], djvu_xml::pages),
};
