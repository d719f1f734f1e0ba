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

use crate::document::PageSource;
use crate::form::Form;
use crate::input::Input;
use crate::note::Notes;
use crate::sniff::Head;
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
