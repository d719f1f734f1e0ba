//! Outputs: standard output, a device, or a file that appears only when it is complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Seek, SeekFrom, Stdout, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice, stream::RawStream};
use anyhow::{Context, Result, bail};
use scorebook_core::text::is_plain;
use scorebook_source::{hidden_prefix, mark_used, sweep};
use tempfile::NamedTempFile;

use super::interrupt::Unfinished;
use crate::render::{Escape, escaped, path_name};

/// Whether to write colours to a stream: it is a terminal, and neither `NO_COLOR` nor a similar variable is
/// set.
pub(super) fn colours(stream: &impl RawStream) -> bool {
    AutoStream::choice(stream) != ColorChoice::Never
}

/// Whether two names mean the same regular file, existing or not; `-` equals `-`. Devices are never the same,
/// as they may be given twice.
pub(super) fn same_file(one: &Path, other: &Path) -> bool {
    let dash = Path::new("-");
    if one == dash || other == dash {
        return one == other;
    }
    match (fs::metadata(one), fs::metadata(other)) {
        // Links of both kinds, and other spellings where the system takes them for the same name.
        (Ok(a), Ok(b)) => a.is_file() && b.is_file() && same_file::is_same_file(one, other).unwrap_or(false),
        (Err(_), Err(_)) => whole(one).is_some_and(|one| whole(other) == Some(one)),
        _ => false,
    }
}

/// The absolute path of a file that need not exist; `None` if its folder does not.
fn whole(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    Some(fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?.join(path.file_name()?))
}

/// An error with the name of the output that it happened to.
fn named(error: &io::Error, name: &str) -> io::Error {
    // The library for temporary files adds their names, which say nothing to the user.
    let why = error.to_string();
    let why = why.split_once(" at path ").map_or(why.as_str(), |(why, _)| why);
    io::Error::new(error.kind(), format!("cannot write {name}: {why}"))
}

/// An output; a regular file gets its name only when it is complete.
pub(super) struct Output {
    /// Its name in messages.
    name: String,
    place: Place,
    /// How hidden characters in it are written; `None`: as they are.
    escape: Option<Escape>,
    /// The first bytes of a character whose others were not written yet.
    begun: Vec<u8>,
}

enum Place {
    Stdout(BufWriter<Stdout>),
    File(BufWriter<NamedTempFile>, PathBuf, Unfinished),
    /// A device or pipe, which must not be replaced by a file.
    Device(BufWriter<File>),
    /// One of many files of a folder, open only while something is added to it.
    Appended(Appended),
    /// A temporary file, written in any order and copied to the real output at the end.
    Spooled(BufWriter<File>, Box<Output>),
}

/// Bytes that are written at once.
const BUFFER: usize = 1 << 16;

impl Output {
    /// Creates an output; `None` and `-` are standard output.
    ///
    /// That it is no input of the command is checked before, for all outputs at once: see `overwriting`.
    pub(super) fn create(path: Option<&Path>) -> Result<Output> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            let place = Place::Stdout(BufWriter::with_capacity(BUFFER, io::stdout()));
            return Ok(Output::new("to standard output".to_owned(), place));
        };
        let name = path_name(path);
        let place = Place::create(path).map_err(|error| named(&error, &name))?;
        Ok(Output::new(name, place))
    }

    fn new(name: String, place: Place) -> Output {
        Output { name, place, escape: None, begun: Vec::new() }
    }

    /// The same with hidden characters written as their numbers; for text that quotes its input.
    pub(super) fn escaped(self, escape: Escape) -> Output {
        Output { escape: Some(escape), ..self }
    }

    /// The same, with hidden characters written as their numbers on a terminal. Elsewhere the bytes are data.
    pub(super) fn escaped_on_terminal(self) -> Output {
        if self.is_terminal() { self.escaped(Escape::Text) } else { self }
    }

    /// Like `create`, for data that is not written from front to back. If the output cannot seek, a temporary
    /// file is used.
    pub(super) fn create_seekable(path: &Path) -> Result<Output> {
        let output = Output::create(Some(path))?;
        if matches!(output.place, Place::File(..)) {
            return Ok(output);
        }
        let spool = tempfile::tempfile().context("cannot write a temporary file")?;
        let name = output.name.clone();
        Ok(Output::new(name, Place::Spooled(BufWriter::with_capacity(BUFFER, spool), Box::new(output))))
    }

    /// Whether it is shown on a terminal.
    pub(super) fn is_terminal(&self) -> bool {
        match &self.place {
            Place::Stdout(_) => io::stdout().is_terminal(),
            Place::Device(out) => out.get_ref().is_terminal(),
            Place::File(..) | Place::Appended(_) | Place::Spooled(..) => false,
        }
    }

    /// Completes the output and gives the file its name.
    pub(super) fn finish(self) -> Result<()> {
        let Output { name, mut place, begun, .. } = self;
        // What looked like the beginning of a character was none.
        place.writer().write_all(&begun).map_err(|error| named(&error, &name))?;
        match place {
            // Its errors have the name of the real output.
            Place::Spooled(spool, mut out) => {
                let mut spool = spool.into_inner().map_err(io::IntoInnerError::into_error)?;
                spool.rewind()?;
                io::copy(&mut spool, &mut *out)?;
                out.finish()
            }
            place => Ok(place.finish().map_err(|error| named(&error, &name))?),
        }
    }
}

impl Place {
    fn create(path: &Path) -> io::Result<Place> {
        // Follow symbolic links, so that the target is replaced and not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let existing = fs::metadata(&path);
        if existing.as_ref().is_ok_and(fs::Metadata::is_dir) {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory"));
        }
        if existing.is_ok_and(|data| !data.is_file()) {
            let file = File::options().write(true).open(&path)?;
            return Ok(Place::Device(BufWriter::with_capacity(BUFFER, file)));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        sweep(folder);
        let make = || tempfile::Builder::new().prefix(&hidden_prefix()).tempfile_in(folder);
        let (file, unfinished) = Unfinished::create(make)?;
        mark_used(file.as_file());
        Ok(Place::File(BufWriter::with_capacity(BUFFER, file), path, unfinished))
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Place::Stdout(mut out) => out.flush(),
            Place::Device(mut out) => out.flush(),
            Place::Appended(mut out) => out.flush(),
            Place::Spooled(mut out, _) => out.flush(),
            Place::File(out, path, _unfinished) => {
                let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
                allow_as_usual(file.as_file(), &path)?;
                file.persist(&path).map(drop).map_err(|failed| failed.error)
            }
        }
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Place::Stdout(out) => out,
            Place::File(out, ..) => out,
            Place::Device(out) => out,
            Place::Appended(out) => out,
            Place::Spooled(out, _) => out,
        }
    }
}

/// A file that is opened each time that enough waits to be added to it: there may be more of them than files may be open.
struct Appended {
    path: PathBuf,
    waiting: Vec<u8>,
}

/// Bytes that wait for a file, as there may be very many.
const WAITING: usize = 1 << 12;

impl Write for Appended {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.waiting.extend_from_slice(bytes);
        if self.waiting.len() >= WAITING {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut file = fs::OpenOptions::new().create(true).append(true).open(&self.path)?;
        file.write_all(&self.waiting)?;
        self.waiting = Vec::new();
        Ok(())
    }
}

impl Output {
    fn write_escaped(&mut self, bytes: &[u8], escape: Escape) -> io::Result<()> {
        if self.begun.is_empty() && is_plain(bytes) {
            return self.place.writer().write_all(bytes);
        }
        let mut all = std::mem::take(&mut self.begun);
        all.extend_from_slice(bytes);
        let out = self.place.writer();
        for piece in all.utf8_chunks() {
            out.write_all(escaped(piece.valid(), escape, &['\n', '\t']).as_bytes())?;
            let ends = std::ptr::eq(piece.invalid().as_ptr_range().end, all.as_ptr_range().end);
            // A character may go on in the next piece.
            if ends && !piece.invalid().is_empty() && piece.invalid().len() < 4 {
                self.begun = piece.invalid().to_vec();
            } else {
                out.write_all(piece.invalid())?;
            }
        }
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match self.escape {
            None => self.place.writer().write(bytes),
            Some(escape) => self.write_escaped(bytes, escape).map(|()| bytes.len()),
        };
        written.map_err(|error| named(&error, &self.name))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.place.writer().flush().map_err(|error| named(&error, &self.name))
    }
}

impl Seek for Output {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match &mut self.place {
            Place::File(out, ..) => out.seek(to),
            Place::Spooled(out, _) => out.seek(to),
            Place::Stdout(_) | Place::Device(_) | Place::Appended(_) => {
                Err(io::ErrorKind::NotSeekable.into())
            }
        }
    }
}

/// A folder of outputs, which get their names when all are complete.
pub(super) struct OutputFolder {
    folder: PathBuf,
    /// A folder in it, for the outputs so far.
    parts: tempfile::TempDir,
    names: Vec<String>,
    _used: Option<File>,
    _unfinished: Unfinished,
    /// The folder itself, if it is new: removed again if nothing gets a name.
    new: Option<(Unfinished, RemovedIfEmpty)>,
}

/// Removes a new folder if it stayed empty.
struct RemovedIfEmpty(PathBuf);

impl Drop for RemovedIfEmpty {
    fn drop(&mut self) {
        // One with files stays.
        let _ = fs::remove_dir(&self.0);
    }
}

impl OutputFolder {
    /// Makes the folder, or takes one that is empty. `what` names the files in the error if it is not: they would be mixed
    /// with those of another run.
    pub(super) fn create(folder: &Path, what: &str) -> Result<OutputFolder> {
        let name = path_name(folder);
        let is_new = !folder.exists();
        if let Some(above) = folder.parent().filter(|_| is_new) {
            fs::create_dir_all(above).with_context(|| format!("cannot make {name}"))?;
        }
        let make = || fs::create_dir(folder).map(|()| (folder.to_owned(), ()));
        let new = match is_new {
            true => Some(Unfinished::folder(make).with_context(|| format!("cannot make {name}"))?.1),
            false => None,
        };
        let new = new.map(|unfinished| (unfinished, RemovedIfEmpty(folder.to_owned())));
        sweep(folder);
        let mut entries = fs::read_dir(folder).with_context(|| format!("cannot read {name}"))?;
        if entries.next().is_some() {
            bail!("{name} is not empty; {what} of two runs would be mixed");
        }
        let make = || {
            let parts = tempfile::Builder::new().prefix(&hidden_prefix()).tempdir_in(folder)?;
            Ok((parts.path().to_owned(), parts))
        };
        let (parts, unfinished) = Unfinished::folder(make).map_err(|error| named(&error, &name))?;
        let used = File::open(parts.path()).ok().inspect(mark_used);
        Ok(OutputFolder {
            folder: folder.to_owned(),
            parts,
            names: Vec::new(),
            _used: used,
            _unfinished: unfinished,
            new,
        })
    }

    /// An output with this name, which is complete when it is finished and gets its place with all others.
    pub(super) fn file(&mut self, name: &str) -> Result<Output> {
        let shown = path_name(&self.folder.join(name));
        let place = Place::create(&self.parts.path().join(name)).map_err(|error| named(&error, &shown))?;
        self.names.push(name.to_owned());
        Ok(Output::new(shown, place))
    }

    /// The same for one of very many outputs: it is open only while it is written.
    pub(super) fn appended(&mut self, name: &str) -> Output {
        let out = Appended { path: self.parts.path().join(name), waiting: Vec::new() };
        self.names.push(name.to_owned());
        Output::new(path_name(&self.folder.join(name)), Place::Appended(out))
    }

    /// Puts the finished outputs into the folder.
    pub(super) fn finish(self) -> Result<()> {
        for name in &self.names {
            let to = self.folder.join(name);
            let moved = fs::rename(self.parts.path().join(name), &to);
            moved.map_err(|error| named(&error, &path_name(&to)))?;
        }
        drop(self.new);
        Ok(())
    }
}

/// Sets the permissions of a finished file, since temporary files are readable by their owner only: those of
/// the file it replaces, or the usual ones of a new file.
fn allow_as_usual(file: &File, path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = match fs::metadata(path) {
            Ok(old) => old.permissions().mode(),
            Err(_) => 0o666 & !umask(),
        };
        file.set_permissions(fs::Permissions::from_mode(mode & 0o777))?;
    }
    let _ = (file, path);
    Ok(())
}

/// The umask of the process: from /proc on Linux, 022 elsewhere.
#[cfg(unix)]
fn umask() -> u32 {
    fs::read_to_string("/proc/self/status")
        .ok()
        .and_then(|status| {
            let line = status.lines().find(|line| line.starts_with("Umask:"))?;
            u32::from_str_radix(line["Umask:".len()..].trim(), 8).ok()
        })
        .unwrap_or(0o022)
}
