//! Opens the inputs of all commands, each once: regular files, pipes, devices and standard input.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// Set when the user has stopped the process: a pipe that waits for data then ends with an error.
static STOPPED: AtomicBool = AtomicBool::new(false);
/// How often a waiting pipe looks whether the user has stopped the process.
const TICK: Duration = Duration::from_millis(50);
/// Bytes of a pipe that are read at once, and how many such pieces wait for their reader.
const PIECE: usize = 64 << 10;
const WAITING: usize = 16;

/// Ends the reading of pipes that wait for data; for a process that a signal has stopped.
pub fn stop_reading() {
    STOPPED.store(true, Ordering::Relaxed);
}

/// An input that was opened. Every byte of it is handed out once, so that pipes lose nothing.
///
/// ```
/// # use std::io::Read;
/// let path = std::env::temp_dir().join("scorebook-opened-example");
/// std::fs::write(&path, "1. e4")?;
/// let opened = scorebook_source::Opened::path(&path)?;
/// assert_eq!(opened.regular().map(|(_, length)| length), Some(5));
/// let mut text = String::new();
/// opened.into_reader().read_to_string(&mut text)?;
/// assert_eq!(text, "1. e4");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Opened(Kind);

#[derive(Debug)]
enum Kind {
    /// A regular file, and its length when it was opened.
    Regular(File, u64),
    /// A file of the system, which has no length (`/proc/cpuinfo`).
    Plain(File),
    /// A pipe, device, terminal or socket.
    Pipe(Pipe),
}

impl Opened {
    /// Opens a file of any kind; `-` is standard input.
    ///
    /// # Errors
    /// If it does not exist, cannot be read, or is a directory. What can be said of a pipe only when it is read is said
    /// then.
    pub fn path(path: &Path) -> io::Result<Opened> {
        if path == Path::new("-") {
            return Opened::standard_input();
        }
        let kind = fs::metadata(path)?;
        if kind.is_dir() {
            return Err(is_directory());
        }
        if kind.is_file() {
            return Opened::file(File::open(path)?);
        }
        // A pipe with a name is open only when its writer is there.
        let path = path.to_owned();
        Ok(Opened(Kind::Pipe(Pipe::start(move || File::open(path)))))
    }

    fn file(file: File) -> io::Result<Opened> {
        let data = file.metadata()?;
        if data.is_dir() {
            return Err(is_directory());
        }
        Ok(Opened(match (data.is_file(), data.len()) {
            (true, 0) => Kind::Plain(file),
            (true, length) => Kind::Regular(file, length),
            (false, _) => Kind::Pipe(Pipe::start(move || Ok(file))),
        }))
    }

    #[cfg(unix)]
    fn standard_input() -> io::Result<Opened> {
        use std::os::fd::AsFd;
        let file = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        let mut opened = Opened::file(file)?;
        // A program before may have read a part of the file.
        if let Kind::Regular(file, _) = &mut opened.0
            && file.stream_position()? > 0
        {
            let file = file.try_clone()?;
            opened.0 = Kind::Plain(file);
        }
        Ok(opened)
    }

    #[cfg(not(unix))]
    fn standard_input() -> io::Result<Opened> {
        Ok(Opened(Kind::Pipe(Pipe::start(|| Ok(io::stdin())))))
    }

    /// The file and its length in bytes when it was opened, if it is a regular one.
    #[must_use]
    pub fn regular(&self) -> Option<(&File, u64)> {
        match &self.0 {
            Kind::Regular(file, length) => Some((file, *length)),
            Kind::Plain(_) | Kind::Pipe(_) => None,
        }
    }

    /// Its bytes from the beginning. A regular file is read to the length that it had when it was opened; one that turns
    /// out to be shorter is an error.
    #[must_use]
    pub fn into_reader(self) -> Box<dyn Read + Send> {
        match self.0 {
            Kind::Regular(file, length) => Box::new(WholeFile { file, at: 0, length }),
            Kind::Plain(file) => Box::new(file),
            Kind::Pipe(pipe) => Box::new(pipe),
        }
    }

    /// Its file for reading at any place, if it is a regular one; otherwise the opened input again.
    ///
    /// # Errors
    /// The input, which is no regular file.
    pub fn into_whole(self) -> Result<WholeFile, Opened> {
        match self.0 {
            Kind::Regular(file, length) => Ok(WholeFile { file, at: 0, length }),
            other => Err(Opened(other)),
        }
    }
}

fn is_directory() -> io::Error {
    io::Error::new(io::ErrorKind::IsADirectory, "it is a directory")
}

/// A regular file with the length that it had when it was opened. What is added meanwhile is not read; what is missing is
/// an error that says where.
#[derive(Debug)]
pub struct WholeFile {
    file: File,
    at: u64,
    length: u64,
}

impl WholeFile {
    /// Its length in bytes when it was opened.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Its file, for a memory map.
    #[must_use]
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Goes to a place, counted in bytes from the beginning.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn go_to(&mut self, offset: u64) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(offset))?;
        self.at = offset;
        Ok(())
    }

    /// Whether it still has all of its bytes.
    ///
    /// # Errors
    /// If it is shorter now than when it was opened.
    pub fn check(&self) -> io::Result<()> {
        match self.file.metadata()?.len() {
            now if now < self.length => Err(self.cut_short(now)),
            _ => Ok(()),
        }
    }

    fn cut_short(&self, end: u64) -> io::Error {
        io::Error::other(format!(
            "the file was cut short while it was read: it had {} bytes and ends after {end}",
            self.length
        ))
    }
}

impl Read for WholeFile {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.length.saturating_sub(self.at)).unwrap_or(usize::MAX);
        let wanted = out.len().min(left);
        if wanted == 0 {
            return Ok(0);
        }
        let got = self.file.read(&mut out[..wanted])?;
        if got == 0 {
            return Err(self.cut_short(self.at));
        }
        self.at += got as u64;
        Ok(got)
    }
}

/// An input without a length, read by a thread of its own: so a signal ends the wait for its writer.
#[derive(Debug)]
struct Pipe {
    pieces: Receiver<io::Result<Vec<u8>>>,
    /// The piece that is handed out, and how far it was.
    now: Vec<u8>,
    at: usize,
    ended: bool,
}

impl Pipe {
    fn start<R: Read>(open: impl FnOnce() -> io::Result<R> + Send + 'static) -> Pipe {
        let (sender, pieces) = sync_channel(WAITING);
        thread::spawn(move || match open() {
            Ok(reader) => pump(reader, &sender),
            // Nobody waits for the error any more if the input was dropped.
            Err(error) => drop(sender.send(Err(error))),
        });
        Pipe { pieces, now: Vec::new(), at: 0, ended: false }
    }
}

/// Reads to the end and hands the pieces over.
fn pump(mut reader: impl Read, sender: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut piece = vec![0; PIECE];
        let read = match reader.read(&mut piece) {
            Ok(0) => return,
            Ok(length) => {
                piece.truncate(length);
                Ok(piece)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let is_last = read.is_err();
        if sender.send(read).is_err() || is_last {
            return;
        }
    }
}

impl Read for Pipe {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.at == self.now.len() && !self.ended {
            match self.pieces.recv_timeout(TICK) {
                Ok(Ok(piece)) => (self.now, self.at) = (piece, 0),
                Ok(Err(error)) => {
                    self.ended = true;
                    return Err(error);
                }
                Err(RecvTimeoutError::Timeout) if STOPPED.load(Ordering::Relaxed) => {
                    return Err(io::Error::other("stopped by the user"));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => self.ended = true,
            }
        }
        let left = &self.now[self.at..];
        let count = out.len().min(left.len());
        out[..count].copy_from_slice(&left[..count]);
        self.at += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is added while a file is read is not read; what is taken away is an error with its place.
    #[test]
    fn a_file_is_read_as_it_was_opened() {
        let kept = tempfile::NamedTempFile::new().unwrap();
        fs::write(kept.path(), vec![b'x'; 100_000]).unwrap();
        let mut reader = Opened::path(kept.path()).unwrap().into_reader();
        let mut first = [0; 10];
        reader.read_exact(&mut first).unwrap();
        fs::write(kept.path(), vec![b'x'; 100_010]).unwrap();
        let mut rest = Vec::new();
        assert_eq!(reader.read_to_end(&mut rest).unwrap(), 99_990);
        let mut reader = Opened::path(kept.path()).unwrap().into_reader();
        reader.read_exact(&mut first).unwrap();
        File::options().write(true).open(kept.path()).unwrap().set_len(40).unwrap();
        let error = reader.read_to_end(&mut rest).unwrap_err().to_string();
        assert_eq!(error, "the file was cut short while it was read: it had 100010 bytes and ends after 40");
    }

    #[test]
    fn a_directory_is_told() {
        assert_eq!(Opened::path(Path::new(".")).unwrap_err().to_string(), "it is a directory");
        assert!(Opened::path(Path::new("there is no such file")).is_err());
    }
}
