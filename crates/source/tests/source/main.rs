//! Documents of every form are read as a person would read them.

mod containers;
mod forms;
mod hostile;
mod layout;
mod pictures;

use std::path::{Path, PathBuf};

use scorebook_source::{Cache, Document, Error, Note, NoteKind, Ocr, Options};

/// A document that was made for these tests.
fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(fixture(name)).unwrap()
}

/// Pictures are not read, nothing is kept.
fn plain() -> Options {
    Options { ocr: Ocr::Never, cache: Cache::Off, ..Options::default() }
}

fn read(name: &str) -> Document {
    Document::open(&fixture(name), &plain()).unwrap()
}

fn read_bytes(name: &str, bytes: impl Into<Vec<u8>>) -> Result<Document, Error> {
    Document::from_bytes(name, bytes.into(), &plain())
}

/// The words of each line of a page.
fn lines(page: &scorebook_source::Page) -> Vec<String> {
    let text = |line: &scorebook_source::Line| {
        line.words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
    };
    page.lines.iter().map(text).collect()
}

fn told(notes: &[Note], kind: NoteKind) -> Vec<&Note> {
    notes.iter().filter(|note| note.kind == kind).collect()
}

/// Whether a program is installed here.
fn has(tool: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|dir| dir.join(tool).is_file())
}
