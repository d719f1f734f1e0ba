//! The forms of documents, one file each, and the table of all.

mod abbyy;
mod alto;
mod archive;
mod djvu;
mod djvu_xml;
mod folder;
pub(crate) mod hocr;
mod iiif;
pub(crate) mod json;
mod page_xml;
mod pdf;
mod picture;
mod poppler;
mod text;
mod textract;
mod vision;

use std::ffi::OsStr;
use std::fs::File;
use std::io::BufReader;
use std::sync::Arc;

use crate::document::PageSource;
use crate::form::Form;
use crate::input::{Input, Stream};
use crate::note::Notes;
use crate::ocr::WithPictures;
use crate::sniff::Head;
use crate::tool::{ScratchFile, Tool};
use crate::{Error, Options};

pub(crate) use folder::{Item, directory, natural, pages, stem};
pub(crate) use picture::tiff_pages;

/// What a form is opened with.
pub(crate) struct Opening<'o> {
    pub input: &'o Input,
    pub options: &'o Options,
    /// How many archives are around it.
    pub depth: u8,
}

pub(crate) type Source = Result<Box<dyn PageSource>, Error>;

/// One form.
pub(crate) struct Entry {
    pub form: Form,
    /// Whether a file that begins so is of this form.
    pub knows: fn(&Head<'_>) -> bool,
    /// Opens it.
    pub open: fn(&Opening<'_>, &mut Notes) -> Source,
}

/// All forms; the first that knows a file has it. Plain text knows whatever is written in letters, and comes last.
pub(crate) const TABLE: &[Entry] = &[
    pdf::ENTRY,
    djvu::ENTRY,
    picture::PNG,
    picture::JPEG,
    picture::TIFF,
    picture::JP2,
    picture::OTHER,
    archive::ZIP,
    archive::TAR,
    alto::ENTRY,
    page_xml::ENTRY,
    abbyy::ENTRY,
    djvu_xml::ENTRY,
    poppler::ENTRY,
    hocr::ENTRY,
    iiif::ENTRY,
    vision::ENTRY,
    textract::ENTRY,
    text::ENTRY,
];

/// The pages of a stream of XML with a name; the input is the document that it was made from.
type PagesOf = fn(&Arc<str>, Stream, Option<&Input>) -> Box<dyn PageSource>;

/// The pages of a document whose text layer a program writes to a file as XML, which `pages` reads. Pages without text are
/// read from their pictures. The program gets `flags`, the document and the file.
fn text_layer(opening: &Opening<'_>, tool: &Tool, flags: &[&str], pages: PagesOf) -> Source {
    let (input, options) = (opening.input, opening.options);
    let name = &*input.name;
    let path = input.path().map_err(|error| Error::io(name, error))?;
    options.tell(name, 1, None, "reading the text layer");
    let (_, layer) = ScratchFile::create().map_err(|error| Error::io(name, error))?;
    let mut list: Vec<&OsStr> = flags.iter().map(OsStr::new).collect();
    list.extend([path.as_ref(), layer.path().as_os_str()]);
    tool.run(options, name, &list)?;
    // The open file stays readable when its name is gone.
    let stream = File::open(layer.path()).map_err(|error| Error::io(name, error))?;
    let label = format!("{name} ({})", tool.name).into();
    let inner = pages(&label, Box::new(BufReader::new(stream)), Some(input));
    let (name, options) = (name.to_owned(), options.clone());
    Ok(Box::new(WithPictures { inner, name, options, count: None, state: Default::default() }))
}
