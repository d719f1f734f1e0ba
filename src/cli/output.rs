//! Where results go: standard output, a device, or a file that is whole or not there at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Stdout, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice, stream::RawStream};
use anyhow::{Context, Result};
use tempfile::NamedTempFile;

use super::interrupt::Unfinished;

/// Whether colours may be written to a stream: a terminal, and no one has said no (`NO_COLOR` and the like).
pub(super) fn colours(stream: &impl RawStream) -> bool {
    AutoStream::choice(stream) != ColorChoice::Never
}

/// Whether two names mean one regular file, there already or not yet; `-` is the same as `-`. Devices may
/// well be given twice.
pub(super) fn same_file(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| {
        fs::canonicalize(path).ok().or_else(|| {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            Some(fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?.join(path.file_name()?))
        })
    };
    let dash = Path::new("-");
    if one == dash || other == dash {
        return one == other;
    }
    let regular = fs::metadata(one).map_or(true, |data| data.is_file());
    regular && whole(one).is_some_and(|one| whole(other) == Some(one))
}

/// An output that appears under its name only when it is finished.
pub(super) enum Output {
    Stdout(BufWriter<Stdout>),
    File(BufWriter<NamedTempFile>, PathBuf, Unfinished),
    /// A device, a pipe or the like, which must never be replaced by a file.
    Device(BufWriter<File>),
    /// What is written in any order, and continues to where it belongs when it is finished.
    Spooled(BufWriter<File>, Box<Output>),
}

impl Output {
    /// `None` and `-` are standard output.
    pub(super) fn create(path: Option<&Path>) -> Result<Output> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Ok(Output::Stdout(BufWriter::with_capacity(1 << 16, io::stdout())));
        };
        // Through symbolic links: the file they lead to is replaced, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if fs::metadata(&path).is_ok_and(|data| !data.is_file()) {
            let file = File::options()
                .write(true)
                .open(&path)
                .with_context(|| format!("cannot write to {}", path.display()))?;
            return Ok(Output::Device(BufWriter::with_capacity(1 << 16, file)));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let make = || tempfile::Builder::new().prefix(".scorebook-").tempfile_in(folder);
        let (file, unfinished) =
            Unfinished::create(make).with_context(|| format!("cannot write to {}", folder.display()))?;
        Ok(Output::File(BufWriter::with_capacity(1 << 16, file), path, unfinished))
    }

    /// The same for what is not written from front to back. What cannot be written so waits in a temporary
    /// file.
    pub(super) fn create_seekable(path: &Path) -> Result<Output> {
        match Output::create(Some(path))? {
            file @ Output::File(..) => Ok(file),
            other => {
                let spool = tempfile::tempfile().context("cannot write a temporary file")?;
                Ok(Output::Spooled(BufWriter::with_capacity(1 << 16, spool), Box::new(other)))
            }
        }
    }

    /// Gives the file its name.
    pub(super) fn finish(self) -> Result<()> {
        match self {
            Output::Stdout(mut out) => out.flush()?,
            Output::Device(mut out) => out.flush()?,
            Output::Spooled(spool, mut out) => {
                let mut spool = spool.into_inner().map_err(io::IntoInnerError::into_error)?;
                spool.rewind()?;
                io::copy(&mut spool, &mut *out)?;
                out.finish()?;
            }
            Output::File(out, path, _unfinished) => {
                let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
                allow_as_usual(file.as_file(), &path)?;
                file.persist(&path).with_context(|| format!("cannot write {}", path.display()))?;
            }
        }
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Stdout(out) => out.write(bytes),
            Output::File(out, ..) => out.write(bytes),
            Output::Device(out) => out.write(bytes),
            Output::Spooled(out, _) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Stdout(out) => out.flush(),
            Output::File(out, ..) => out.flush(),
            Output::Device(out) => out.flush(),
            Output::Spooled(out, _) => out.flush(),
        }
    }
}

impl Seek for Output {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Output::File(out, ..) => out.seek(to),
            Output::Spooled(out, _) => out.seek(to),
            Output::Stdout(_) | Output::Device(_) => Err(io::ErrorKind::NotSeekable.into()),
        }
    }
}

/// A temporary file is for its owner only; a result has the rights of the file it replaces, or
/// those that any new file has here.
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

/// The process's umask, which Linux tells in /proc; 022 elsewhere.
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
