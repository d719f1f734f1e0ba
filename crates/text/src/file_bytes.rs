//! All bytes of a file at once, for formats that are read here and there.

use std::io::{self, Read};
use std::path::Path;

use memmap2::{Mmap, MmapOptions};
use scorebook_source::{Opened, WholeFile};

use crate::unpacking;

/// Largest file that is read; larger ones are mapped. A file that another program cuts short cannot be mapped safely, so
/// that only those are mapped that would take too much memory, or too long: of an archive of a million games and its index of
/// positions a query needs a few parts.
const LARGEST_READ: u64 = 64 << 20;

/// The bytes of a file: read, or mapped if it is large.
#[derive(Debug)]
pub struct FileBytes(Kind);

#[derive(Debug)]
enum Kind {
    Read(Vec<u8>),
    Mapped(Mmap, WholeFile),
}

impl FileBytes {
    /// The bytes of a file of any kind; `-` is standard input, and `.gz`, `.zst` and `.bz2` are decompressed.
    ///
    /// # Errors
    /// If it cannot be opened or read.
    pub fn open(path: &Path) -> io::Result<FileBytes> {
        match Opened::path(path)?.into_whole() {
            Ok(file) => FileBytes::of(file),
            Err(pipe) => FileBytes::read(pipe.into_reader()),
        }
    }

    /// The bytes of what is read only once, decompressed if necessary.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(reader: impl Read + Send) -> io::Result<FileBytes> {
        crate::read_unpacked(reader).map(|bytes| FileBytes(Kind::Read(bytes)))
    }

    fn of(mut file: WholeFile) -> io::Result<FileBytes> {
        let mut head = [0; 4];
        let length = usize::try_from(file.length()).unwrap_or(usize::MAX).min(head.len());
        file.read_exact(&mut head[..length])?;
        file.go_to(0)?;
        if is_packed(&head) || file.length() <= LARGEST_READ {
            let mut bytes = Vec::with_capacity(usize::try_from(file.length()).unwrap_or(0));
            unpacking(file)?.read_to_end(&mut bytes)?;
            return Ok(FileBytes(Kind::Read(bytes)));
        }
        #[allow(unsafe_code)]
        // SAFETY: another program could truncate the file while it is mapped; then reading beyond the new end
        // terminates this process, unless `check` was called in between. The mapping is only read.
        let map = unsafe { MmapOptions::new().map(file.file())? };
        Ok(FileBytes(Kind::Mapped(map, file)))
    }

    /// Whether the file still has all of its bytes; to be asked before a part of it is read.
    ///
    /// # Errors
    /// If it was cut short meanwhile.
    pub fn check(&self) -> io::Result<()> {
        match &self.0 {
            Kind::Read(_) => Ok(()),
            Kind::Mapped(_, file) => file.check(),
        }
    }
}

/// Whether bytes begin like those of a format that is decompressed.
fn is_packed(head: &[u8]) -> bool {
    let packed: [&[u8]; 3] = [b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"BZh"];
    packed.iter().any(|mark| head.starts_with(mark))
}

impl AsRef<[u8]> for FileBytes {
    fn as_ref(&self) -> &[u8] {
        match &self.0 {
            Kind::Read(bytes) => bytes,
            Kind::Mapped(map, _) => map,
        }
    }
}
