//! Notes on how a document was read.

/// The kind of a note.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoteKind {
    /// The file is truncated or damaged; the rest was not read.
    BrokenOff,
    /// Bytes that are invalid in the encoding were read as another one.
    Encoding,
    /// Something exceeds a limit.
    Limit,
    /// A container has pages of several formats.
    MixedForms,
    /// A file or a page of a container was not read.
    Skipped,
    /// A page has no words.
    NoText,
    /// A program for reading the page is not installed or failed.
    Tool,
    /// Positions of words are estimated from those of their lines.
    Estimated,
    /// The words are not in the file: OCR read them from the page's image.
    Recognised,
}

/// A note on how a document was read; nothing is skipped silently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Its kind.
    pub kind: NoteKind,
    /// The page as scanned, from 1, if it is about one.
    pub page: Option<u32>,
    /// The file or member that it is about.
    pub file: String,
    /// The message: one sentence without a full stop.
    pub message: String,
}

impl Note {
    pub(crate) fn new(kind: NoteKind, file: &str, message: impl Into<String>) -> Note {
        Note { kind, page: None, file: file.to_owned(), message: message.into() }
    }
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(page) = self.page {
            write!(f, ", page {page}")?;
        }
        write!(f, ": {}", self.message)
    }
}

/// Collects notes. A file could cause the same note a million times, so each kind is limited per file.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    list: Vec<Note>,
    /// The current page, as scanned.
    pub page: Option<u32>,
}

/// Most notes of one kind for one file.
const MOST: usize = 20;

impl Notes {
    /// Adds a note on the current page.
    pub fn page(&mut self, kind: NoteKind, file: &str, message: impl Into<String>) {
        self.push(Note { page: self.page, ..Note::new(kind, file, message) });
    }

    /// Adds a remark on a file.
    pub fn file(&mut self, kind: NoteKind, file: &str, message: impl Into<String>) {
        self.push(Note::new(kind, file, message));
    }

    fn push(&mut self, mut note: Note) {
        let told =
            self.list.iter().filter(|other| other.kind == note.kind && other.file == note.file).count();
        if told > MOST || self.list.contains(&note) {
            return;
        }
        if told == MOST {
            note.page = None;
            "further notes of this kind are omitted".clone_into(&mut note.message);
        }
        self.list.push(note);
    }

    pub fn list(&self) -> &[Note] {
        &self.list
    }

    pub fn into_list(self) -> Vec<Note> {
        self.list
    }
}
