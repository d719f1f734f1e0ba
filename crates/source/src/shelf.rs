//! What documents a directory holds: books in one file each, and pages that are files of their own.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use crate::form::Form;
use crate::forms::{natural, stem};
use crate::input::{HEAD, Input};
use crate::note::Note;
use crate::{NoteKind, sniff};

/// A document of a directory.
#[derive(Clone, Debug, PartialEq)]
pub enum Holding {
    /// A file by itself.
    File(PathBuf, Form),
    /// The pages in a directory, each in a file or several.
    Pages(PathBuf, Vec<PathBuf>),
}

/// No directory has more files that must be looked at, none is deeper.
const MOST_FILES: usize = 200_000;
const DEEPEST: usize = 16;

/// The documents in a directory and those below it, in natural order. `is_text` tells by its name whether a file of text is
/// wanted; anything else is known by what it begins with. Of the same book in several forms the one that tells most is
/// taken, and a note names the others.
///
/// # Errors
/// When a directory cannot be read.
pub fn shelf(dir: &Path, is_text: &dyn Fn(&str) -> bool) -> io::Result<(Vec<Holding>, Vec<Note>)> {
    let (mut found, mut notes) = (Vec::new(), Vec::new());
    look(dir, is_text, 0, &mut found, &mut notes)?;
    Ok((found, notes))
}

fn look(
    dir: &Path,
    is_text: &dyn Fn(&str) -> bool,
    depth: usize,
    found: &mut Vec<Holding>,
    notes: &mut Vec<Note>,
) -> io::Result<()> {
    let (mut files, mut dirs, mut left_over) = (Vec::new(), Vec::new(), 0);
    for entry in std::fs::read_dir(dir)? {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if name.starts_with('.') || name == "__MACOSX" {
            continue;
        }
        match std::fs::metadata(&path) {
            Ok(data) if data.is_dir() => dirs.push((name, path)),
            Ok(data) if data.is_file() && files.len() < MOST_FILES => files.push((name, path)),
            Ok(data) if data.is_file() => left_over += 1,
            Err(error) if is_text(&name) => {
                let message = format!("it cannot be read: {error}");
                notes.push(Note::new(NoteKind::Skipped, &path.display().to_string(), message));
            }
            _ => {}
        }
    }
    if left_over > 0 {
        let message = format!("it has more than {MOST_FILES} files; {left_over} are not read");
        notes.push(Note::new(NoteKind::Limit, &dir.display().to_string(), message));
    }
    files.sort_by(|a, b| natural(&a.0, &b.0));
    dirs.sort_by(|a, b| natural(&a.0, &b.0));
    let known: Vec<File> =
        files.into_iter().filter_map(|(name, path)| File::of(name, path, is_text)).collect();
    let mut books: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, file) in known.iter().enumerate() {
        books.entry(stem(&file.name)).or_default().push(at);
    }
    let mut pages: Vec<PathBuf> = Vec::new();
    let mut first = None;
    for (at, file) in known.iter().enumerate() {
        let same = books.get(&stem(&file.name)).map_or(&[][..], Vec::as_slice);
        let best = same.iter().copied().max_by_key(|&at| (known[at].worth(), Reverse(at))).unwrap_or(at);
        // A page and its picture are one page; of a book in several forms one is read.
        if same.iter().any(|&at| known[at].is_page) {
            first.get_or_insert(found.len());
            pages.push(file.path.clone());
        } else if best == at || known[best].form == file.form {
            // Texts are told apart by their endings.
            found.push(Holding::File(file.path.clone(), file.form));
        } else {
            let better = &known[best];
            let message = format!("the same pages as {}, not read", better.name);
            notes.push(Note::new(NoteKind::Skipped, &file.path.display().to_string(), message));
        }
    }
    if let Some(first) = first {
        found.insert(first, Holding::Pages(dir.to_owned(), pages));
    }
    if depth < DEEPEST {
        for (_, dir) in dirs {
            // Links may lead in a circle.
            if !std::fs::symlink_metadata(&dir).is_ok_and(|data| data.is_symlink()) {
                look(&dir, is_text, depth + 1, found, notes)?;
            }
        }
    }
    Ok(())
}

/// A file that may be read.
struct File {
    name: String,
    path: PathBuf,
    form: Form,
    /// Whether it is a page of something larger.
    is_page: bool,
}

impl File {
    fn of(name: String, path: PathBuf, is_text: &dyn Fn(&str) -> bool) -> Option<File> {
        if is_text(&name) {
            return Some(File { name, path, form: Form::Text, is_page: false });
        }
        let input = Input::file(&path).ok()?;
        let head = input.head(HEAD).ok()?;
        let form = sniff::recognise(&head).ok().filter(|form| *form != Form::Text)?;
        let is_page = match form {
            Form::Pdf | Form::Djvu | Form::Zip | Form::Tar => false,
            form if form.is_picture() => true,
            // Manifests order the pages around them.
            Form::Iiif => true,
            _ => has_one_page(&input, form),
        };
        Some(File { name, path, form, is_page })
    }

    fn worth(&self) -> u8 {
        self.form.riches()
    }
}

/// Whether a file of words holds one page: what begins a second one does not stand in it.
fn has_one_page(input: &Input, form: Form) -> bool {
    /// One page is not larger.
    const LARGEST_PAGE: u64 = 4 << 20;
    let mark: &[u8] = match form {
        Form::Hocr => b"ocr_page",
        Form::Alto | Form::PageXml => b"<Page",
        Form::Abbyy | Form::Poppler => b"<page",
        Form::DjvuXml => b"<OBJECT",
        Form::Vision => b"\"pages\"",
        _ => b"\"BlockType\": \"PAGE\"",
    };
    let Ok((bytes, None)) = input.read_all(LARGEST_PAGE) else { return false };
    let capabilities =
        usize::from(form == Form::Hocr && memchr::memmem::find(&bytes, b"ocr-capabilities").is_some());
    memchr::memmem::find_iter(&bytes, mark).count() <= 1 + capabilities
}
