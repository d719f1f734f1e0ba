//! Zip and tar archives of pages: read like a directory.

use std::io::{self, Read};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use super::folder::{self, Item};
use super::{Entry, Opening, Source};
use crate::form::Form;
use crate::input::{Input, LARGEST, ReadSeek, too_tight};
use crate::note::Notes;
use crate::tool::ScratchFile;
use crate::{Error, NoteKind};

pub const ZIP: Entry = Entry {
    form: Form::Zip,
    knows: |head| [b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08"].iter().any(|magic| head.starts(*magic)),
    open: zip,
};

pub const TAR: Entry =
    Entry { form: Form::Tar, knows: |head| head.bytes.get(257..262) == Some(b"ustar"), open: tar };

/// Archives within archives, no deeper.
const DEEPEST: u8 = 2;
/// A member that is smaller is held in memory, a larger one in a file.
const IN_MEMORY: u64 = 4 << 20;
/// No archive has more members.
const MOST: usize = 200_000;

type Zip = ::zip::ZipArchive<Box<dyn ReadSeek>>;

/// A member of a zip archive.
#[derive(Clone)]
pub(crate) struct ZipMember {
    archive: Arc<Mutex<Zip>>,
    index: usize,
    /// Bytes that all members of the archive may still give.
    left: Arc<AtomicU64>,
}

impl ZipMember {
    /// Takes bytes off what the members of the archive may give.
    fn take(&self, bytes: u64) -> io::Result<()> {
        let taken =
            self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(bytes));
        taken.map(drop).map_err(|_| too_tight())
    }

    pub fn head(&self, most: usize) -> io::Result<Vec<u8>> {
        let mut archive = self.archive.lock().map_err(|_| io::Error::other("an earlier member failed"))?;
        let mut head = Vec::new();
        let member = archive.by_index(self.index).map_err(io::Error::other)?;
        member.take(most as u64).read_to_end(&mut head)?;
        self.take(head.len() as u64)?;
        Ok(head)
    }

    pub fn input(&self, name: &str) -> io::Result<Input> {
        let mut archive = self.archive.lock().map_err(|_| io::Error::other("an earlier member failed"))?;
        let mut member = archive.by_index(self.index).map_err(io::Error::other)?;
        let mut bytes = Vec::new();
        (&mut member).take(IN_MEMORY).read_to_end(&mut bytes)?;
        self.take(bytes.len() as u64)?;
        if (bytes.len() as u64) < IN_MEMORY {
            return Ok(Input::bytes(name, bytes)?.within(&self.left));
        }
        let (mut file, kept) = ScratchFile::create()?;
        io::Write::write_all(&mut file, &bytes)?;
        let most = self.left.load(Ordering::Relaxed).min(LARGEST);
        let copied = io::copy(&mut member.take(most + 1), &mut file)?;
        self.take(copied)?;
        if copied >= LARGEST {
            return Err(io::Error::other(format!("it decompresses to more than {} GB", LARGEST >> 30)));
        }
        Ok(Input::temp(name.to_owned(), kept)?.within(&self.left))
    }
}

fn too_deep(opening: &Opening<'_>) -> Result<(), Error> {
    if opening.depth > DEEPEST {
        return Err(Error::no_record(&opening.input.name, "an archive in an archive in an archive"));
    }
    Ok(())
}

fn zip(opening: &Opening<'_>, notes: &mut Notes) -> Source {
    too_deep(opening)?;
    let name = &*opening.input.name;
    let broken = |error: ::zip::result::ZipError| Error::io(name, io::Error::other(error));
    let file = opening.input.seekable().map_err(|error| Error::io(name, error))?;
    let mut archive = ::zip::ZipArchive::new(file).map_err(broken)?;
    if let Some(what) = office(&archive) {
        return Err(Error::no_record(name, what));
    }
    let mut members = Vec::new();
    for index in 0..archive.len().min(MOST) {
        let Ok(member) = archive.by_index_raw(index) else {
            notes.file(NoteKind::Skipped, name, format!("member {index} is damaged"));
            continue;
        };
        if member.is_dir() {
            continue;
        }
        if member.encrypted() {
            notes.file(NoteKind::Skipped, name, format!("{} is encrypted", member.name()));
            continue;
        }
        members.push((member.name().to_owned(), index));
    }
    let archive = Arc::new(Mutex::new(archive));
    let left = opening.input.budget();
    let items = members
        .into_iter()
        .map(|(name, index)| {
            Item::zip(name, ZipMember { archive: archive.clone(), index, left: left.clone() })
        })
        .collect();
    folder::pages(name, items, opening.options, opening.depth + 1, notes)
}

/// What a zip archive is, if it is the dress of some other document.
fn office(archive: &Zip) -> Option<&'static str> {
    let has = |name: &str| archive.index_for_name(name).is_some();
    if has("META-INF/container.xml") {
        Some("an EPUB book; save it as plain text")
    } else if has("[Content_Types].xml") {
        Some("an Office document; save it as PDF or plain text")
    } else if has("META-INF/manifest.xml") {
        Some("an OpenDocument file; save it as PDF or plain text")
    } else if has("META-INF/MANIFEST.MF") {
        Some("a Java archive")
    } else {
        None
    }
}

fn tar(opening: &Opening<'_>, notes: &mut Notes) -> Source {
    too_deep(opening)?;
    let input = opening.input;
    let name = &*input.name;
    let file = input.seekable().map_err(|error| Error::io(name, error))?;
    let mut archive = ::tar::Archive::new(file);
    let mut items = Vec::new();
    for entry in archive.entries_with_seek().map_err(|error| Error::io(name, error))? {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                notes.file(NoteKind::BrokenOff, name, format!("truncated: {error}"));
                break;
            }
        };
        if entry.header().entry_type().is_file() && items.len() < MOST {
            let path = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            items.push(Item::part(path, input.clone(), entry.raw_file_position(), entry.size()));
        }
    }
    folder::pages(name, items, opening.options, opening.depth + 1, notes)
}
