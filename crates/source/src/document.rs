//! Documents, whole or page by page.

use std::path::{Path, PathBuf};

use crate::form::Form;
use crate::forms;
use crate::grid::{Laid, Lay};
use crate::input::{HEAD, Input};
use crate::note::{Note, Notes};
use crate::{Error, Options, Page, printed, sniff};

/// A document in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// Its name for messages: a path.
    pub name: String,
    /// Its format.
    pub form: Form,
    /// Its pages in order, including empty ones.
    pub pages: Vec<Page>,
    /// Notes on how it was read.
    pub notes: Vec<Note>,
}

impl Document {
    /// Reads a file or a directory.
    ///
    /// # Errors
    /// If it cannot be opened, is not a record, or needs a program that is not installed.
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

    /// The pages of a file or directory, one at a time, for large documents.
    ///
    /// # Errors
    /// As [`Document::open`].
    pub fn pages(path: &Path, options: &Options) -> Result<Pages, Error> {
        Pages::open(path, options)
    }

    /// The words of a page on a grid of characters; columns are separated by two spaces or more.
    #[must_use]
    pub fn text(page: &Page) -> String {
        crate::grid::laid(page, Lay::Grid).text
    }

    /// The text of a page in one layout, with the position of each word.
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

/// Iterates over the pages of a document. Printed page numbers are only those stated in the file.
pub struct Pages {
    /// The document's name.
    pub name: String,
    /// Its format.
    pub form: Form,
    source: Box<dyn PageSource>,
    notes: Notes,
    scanned: u32,
    ended: bool,
}

/// A source of pages; page numbers are added by the caller.
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

    /// The pages of some files of a directory, in natural order, with images joined to their words.
    ///
    /// # Errors
    /// As [`Document::open`].
    pub fn of_files(name: &str, files: &[PathBuf], options: &Options) -> Result<Pages, Error> {
        let mut notes = Notes::default();
        let items = files.iter().filter_map(|path| forms::Item::file(path)).collect();
        let source = forms::pages(name, items, options, 0, &mut notes)?;
        Ok(Pages { name: name.to_owned(), form: Form::Directory, source, notes, scanned: 0, ended: false })
    }

    /// The pages in a byte buffer.
    ///
    /// # Errors
    /// As [`Document::open`].
    pub fn from_bytes(name: &str, bytes: Vec<u8>, options: &Options) -> Result<Pages, Error> {
        let input = Input::bytes(name, bytes).map_err(|error| Error::io(name, error))?;
        let mut notes = Notes::default();
        let (form, source) = source(&input, options, &mut notes, 0)?;
        Ok(Pages { name: name.to_owned(), form, source, notes, scanned: 0, ended: false })
    }

    /// The notes so far; complete after the last page.
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

/// The source of pages of an input, by its content; `depth`: number of archives around it.
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
