//! PDF. Its text layer is read by poppler's `pdftotext`, which knows fonts, encodings and rotations as no crate does, and
//! gives the place of every word; pages without text are read from their pictures.

use super::{Entry, poppler, text_layer};
use crate::form::Form;
use crate::tool::PDFTOTEXT;

pub const ENTRY: Entry = Entry {
    form: Form::Pdf,
    // Something may stand before it, as in mails.
    knows: |head| {
        let start = &head.bytes[..head.bytes.len().min(1024)];
        let version = memchr::memmem::find(start, b"%PDF-").and_then(|at| start.get(at + 5));
        version.is_some_and(u8::is_ascii_digit)
    },
    open: |opening, _| text_layer(opening, &PDFTOTEXT, &["-bbox-layout"], poppler::pages),
};
