//! DjVu documents: their hidden text by djvulibre's `djvutoxml`; pages without it from their pictures.

use std::fs::File;

use super::{Entry, Opening, Source, djvu_xml};
use crate::Error;
use crate::form::Form;
use crate::note::Notes;
use crate::ocr::WithPictures;
use crate::tool::{self, DJVUTOXML};

pub const ENTRY: Entry = Entry { form: Form::Djvu, knows: |head| head.starts(b"AT&TFORM"), open };

fn open(opening: &Opening<'_>, _: &mut Notes) -> Source {
    let (input, options) = (opening.input, opening.options);
    let name = &*input.name;
    let path = input.path().map_err(|error| Error::io(name, error))?;
    options.tell(name, 1, None, "reading the text layer");
    let layer = tempfile::NamedTempFile::new().map_err(|error| Error::io(name, error))?;
    let list: [&dyn AsRef<std::ffi::OsStr>; 3] = [&"--with-text", &path, &layer.path()];
    DJVUTOXML.run(options, name, &tool::arguments(list))?;
    let stream = File::open(layer.path()).map_err(|error| Error::io(name, error))?;
    let label = format!("{name} (djvutoxml)").into();
    let inner = djvu_xml::pages(&label, Box::new(std::io::BufReader::new(stream)), Some(input));
    let (name, options) = (name.to_owned(), options.clone());
    Ok(Box::new(WithPictures { inner, name, options, count: None, state: Default::default() }))
}
