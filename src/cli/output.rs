//! Outputs: standard output, a device, or a file that appears only when it is complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Seek, SeekFrom, Stdout, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice, stream::RawStream};
use anyhow::{Context, Result};
use tempfile::NamedTempFile;

use super::interrupt::Unfinished;

/// Whether to write colours to a stream: it is a terminal, and neither `NO_COLOR` nor a similar variable is
/// set.
pub(super) fn colours(stream: &impl RawStream) -> bool {
    AutoStream::choice(stream) != ColorChoice::Never
}

/// Whether two names mean the same regular file, existing or not; `-` equals `-`. Devices are never the same,
/// as they may be given twice.
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

/// An output; a regular file gets its name only when it is complete.
pub(super) enum Output {
    Stdout(BufWriter<Stdout>),
    File(BufWriter<NamedTempFile>, PathBuf, Unfinished),
    /// A device or pipe, which must not be replaced by a file.
    Device(BufWriter<File>),
    /// A temporary file, written in any order and copied to the real output at the end.
    Spooled(BufWriter<File>, Box<Output>),
}

impl Output {
    /// Creates an output; `None` and `-` are standard output.
    pub(super) fn create(path: Option<&Path>) -> Result<Output> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Ok(Output::Stdout(BufWriter::with_capacity(1 << 16, io::stdout())));
        };
        // Follow symbolic links, so that the target is replaced and not the link.
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

    /// Like `create`, for data that is not written from front to back. If the output cannot seek, a temporary
    /// file is used.
    pub(super) fn create_seekable(path: &Path) -> Result<Output> {
        match Output::create(Some(path))? {
            file @ Output::File(..) => Ok(file),
            other => {
                let spool = tempfile::tempfile().context("cannot write a temporary file")?;
                Ok(Output::Spooled(BufWriter::with_capacity(1 << 16, spool), Box::new(other)))
            }
        }
    }

    /// Whether it is shown on a terminal.
    pub(super) fn is_terminal(&self) -> bool {
        match self {
            Output::Stdout(_) => io::stdout().is_terminal(),
            Output::Device(out) => out.get_ref().is_terminal(),
            Output::File(..) | Output::Spooled(..) => false,
        }
    }

    /// Completes the output and gives the file its name.
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
