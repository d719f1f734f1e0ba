//! Documents, whole or page by page.

use std::path::{Path, PathBuf};

use crate::form::Form;
use crate::forms;
use crate::grid::{Laid, Lay};
use crate::input::{HEAD, Input};
use crate::note::{Note, Notes};
use crate::{Error, Options, Page, printed, sniff};

/// A document that is read as a whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// Its name for people: a path.
    pub name: String,
    /// What it is.
    pub form: Form,
    /// Its pages in order, empty ones too.
    pub pages: Vec<Page>,
    /// What is to be said about how it was read.
    pub notes: Vec<Note>,
}

impl Document {
    /// Reads a file or a directory.
    ///
    /// # Errors
    /// When it cannot be opened, is no record, or needs a program that is not there.
    pub fn open(path: &Path, options: &Options) -> Result<Document, Error> {
        Document::collect(Pages::open(path, options)?)
    }

    /// Reads bytes.
    ///
    /// # Errors
    /// As [`Document::open`].
    pub fn from_bytes(name: &str, bytes: Vec<u8>, options: &Options) -> Result<Document, Error> {
        Document::collect(Pages::from_bytes(name, bytes, options)?)
    }

    /// The pages of a file or directory, one at a time: for what is too big to be held.
    ///
    /// # Errors
    /// As [`Document::open`].
    pub fn pages(path: &Path, options: &Options) -> Result<Pages, Error> {
        Pages::open(path, options)
    }

    /// The words of a page on a grid of characters by their places; columns stand apart by two blanks or more.
    #[must_use]
    pub fn text(page: &Page) -> String {
        crate::grid::laid(page, Lay::Grid).text
    }

    /// The text of a page, laid out in one way, with the place of each word in it.
    #[must_use]
    pub fn laid(page: &Page, lay: Lay) -> Laid {
        crate::grid::laid(page, lay)
    }

    fn collect(mut pages: Pages) -> Result<Document, Error> {
        let mut all: Vec<Page> = pages.by_ref().collect::<Result<_, _>>()?;
        if all.is_empty() {
            let what = pages
                .notes()
                .last()
                .map_or_else(|| pages.form.name().to_owned(), |note| note.message.clone());
            return Err(Error::Empty { file: pages.name, what });
        }
        printed::number(&mut all);
        Ok(Document { name: pages.name, form: pages.form, pages: all, notes: pages.notes.into_list() })
    }
}

/// Gives the pages of a document one by one. Printed page numbers are only those that the form says.
pub struct Pages {
    /// The document's name.
    pub name: String,
    /// What it is.
    pub form: Form,
    source: Box<dyn PageSource>,
    notes: Notes,
    scanned: u32,
    ended: bool,
}

/// What gives pages; their places in the document are counted outside.
pub(crate) trait PageSource: Send {
    /// The next page. After an error there may be more.
    fn next(&mut self, notes: &mut Notes) -> Option<Result<Page, Error>>;
}

impl Pages {
    /// The pages of a file or a directory.
    ///
    /// # Errors
    /// As [`Document::open`].
    pub fn open(path: &Path, options: &Options) -> Result<Pages, Error> {
        let name = path.display().to_string();
        let mut notes = Notes::default();
        let is_dir = std::fs::metadata(path).map_err(|error| Error::io(&name, error))?.is_dir();
        let (form, source) = if is_dir {
            forms::directory(path, options, &mut notes)?
        } else {
            let input = Input::file(path).map_err(|error| Error::io(&name, error))?;
            source(&input, options, &mut notes, 0)?
        };
        Ok(Pages { name, form, source, notes, scanned: 0, ended: false })
    }

    /// The pages of some files of a directory, as those of a directory: in natural order, a picture with its words.
    ///
    /// # Errors
    /// As [`Document::open`].
    pub fn of_files(name: &str, files: &[PathBuf], options: &Options) -> Result<Pages, Error> {
        let mut notes = Notes::default();
        let items = files.iter().filter_map(|path| forms::Item::file(path)).collect();
        let source = forms::pages(name, items, options, 0, &mut notes)?;
        Ok(Pages { name: name.to_owned(), form: Form::Directory, source, notes, scanned: 0, ended: false })
    }

    /// The pages that some bytes are.
    ///
    /// # Errors
    /// As [`Document::open`].
    pub fn from_bytes(name: &str, bytes: Vec<u8>, options: &Options) -> Result<Pages, Error> {
        let input = Input::bytes(name, bytes).map_err(|error| Error::io(name, error))?;
        let mut notes = Notes::default();
        let (form, source) = source(&input, options, &mut notes, 0)?;
        Ok(Pages { name: name.to_owned(), form, source, notes, scanned: 0, ended: false })
    }

    /// The remarks so far; all of them when the last page is read.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        self.notes.list()
    }
}

impl Iterator for Pages {
    type Item = Result<Page, Error>;

    fn next(&mut self) -> Option<Result<Page, Error>> {
        if self.ended {
            return None;
        }
        self.notes.page = Some(self.scanned + 1);
        match self.source.next(&mut self.notes) {
            Some(Ok(mut page)) => {
                self.scanned += 1;
                page.scanned = self.scanned;
                for reading in &mut page.readings {
                    reading.page.scanned = self.scanned;
                }
                Some(Ok(page))
            }
            Some(Err(error)) => {
                self.ended = true;
                Some(Err(error))
            }
            None => {
                self.ended = true;
                None
            }
        }
    }
}

/// What gives the pages of an input, by what its bytes are; `depth` archives are around it.
pub(crate) fn source(
    input: &Input,
    options: &Options,
    notes: &mut Notes,
    depth: u8,
) -> Result<(Form, Box<dyn PageSource>), Error> {
    let head = input.head(HEAD).map_err(|error| Error::io(&input.name, error))?;
    let entry = sniff::entry(&head).map_err(|what| Error::no_record(&input.name, what))?;
    let source = (entry.open)(&forms::Opening { input, options, depth }, notes)?;
    Ok((entry.form, source))
}
