//! PDF. Its text layer is read by poppler's `pdftotext`, which knows fonts, encodings and rotations as no crate does, and
//! gives the place of every word; pages without text are read from their pictures.

use std::fs::File;

use super::{Entry, Opening, Source, poppler};
use crate::Error;
use crate::form::Form;
use crate::note::Notes;
use crate::ocr::WithPictures;
use crate::tool::{self, PDFTOTEXT};

pub const ENTRY: Entry = Entry {
    form: Form::Pdf,
    // Something may stand before it, as in mails.
    knows: |head| {
        let start = &head.bytes[..head.bytes.len().min(1024)];
        let version = memchr::memmem::find(start, b"%PDF-").and_then(|at| start.get(at + 5));
        version.is_some_and(u8::is_ascii_digit)
    },
    open,
};

fn open(opening: &Opening<'_>, _: &mut Notes) -> Source {
    let (input, options) = (opening.input, opening.options);
    let name = &*input.name;
    let path = input.path().map_err(|error| Error::io(name, error))?;
    options.tell(name, 1, None, "reading the text layer");
    let layer = tempfile::NamedTempFile::new().map_err(|error| Error::io(name, error))?;
    let list: [&dyn AsRef<std::ffi::OsStr>; 4] = [&"-bbox-layout", &"-q", &path, &layer.path()];
    PDFTOTEXT.run(options, name, &tool::arguments(list))?;
    // The open file stays readable when its name is gone.
    let stream = File::open(layer.path()).map_err(|error| Error::io(name, error))?;
    let label = format!("{name} (pdftotext)").into();
    let inner = poppler::pages(&label, Box::new(std::io::BufReader::new(stream)), Some(input));
    let (name, options) = (name.to_owned(), options.clone());
    Ok(Box::new(WithPictures { inner, name, options, count: None, state: Default::default() }))
}
