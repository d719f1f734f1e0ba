//! Remarks on how a document was read.

/// What a note is about.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoteKind {
    /// The file breaks off, or is damaged: what stands behind was not read.
    BrokenOff,
    /// Bytes that are not what the encoding allows were read as another one.
    Encoding,
    /// Something was larger than is taken.
    Limit,
    /// A container holds pages of several forms.
    MixedForms,
    /// A file or a page of a container was not read.
    Skipped,
    /// A page has no words.
    NoText,
    /// A program that would read the page is not installed or failed.
    Tool,
    /// Places of words are reckoned from those of their lines.
    Estimated,
    /// The words were not in the file: a program read them from the picture of the page.
    Recognised,
}

/// A remark on how a document was read: nothing is passed over in silence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What it is about.
    pub kind: NoteKind,
    /// The page as scanned, from 1, if it is about one.
    pub page: Option<u32>,
    /// The file or member that it is about.
    pub file: String,
    /// What a person should know, as one plain sentence without a full stop.
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

/// Notes on the way to whoever reads the pages. A file can give rise to the same remark a million times: each kind is told
/// a few times for a file, then no more.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    list: Vec<Note>,
    /// The page in work, as scanned.
    pub page: Option<u32>,
}

/// How many notes of one kind there are for one file.
const MOST: usize = 20;

impl Notes {
    /// Adds a remark on the page in work.
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
