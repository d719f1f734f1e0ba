//! Files mapped into memory.

use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::{Mmap, MmapOptions};

/// A file's bytes, read by the system as they are looked at.
///
/// The bytes are those of the file as long as no other program changes it.
#[derive(Debug, Default)]
pub struct Mapped(Option<Mmap>);

impl Mapped {
    /// Maps a file.
    ///
    /// # Errors
    /// When it cannot be opened or is no regular file.
    pub fn open(path: &Path) -> io::Result<Mapped> {
        let file = File::open(path)?;
        if file.metadata()?.len() == 0 {
            return Ok(Mapped(None));
        }
        Mapped::map(&file, &MmapOptions::new())
    }

    /// Maps `len` bytes of a file from `offset` on, or fewer where it ends, and asks for all of them
    /// at once.
    ///
    /// # Errors
    /// When the system does not map it.
    pub fn window(file: &File, offset: u64, len: usize) -> io::Result<Mapped> {
        let left = file.metadata()?.len().saturating_sub(offset);
        let len = usize::try_from(left).unwrap_or(usize::MAX).min(len);
        if len == 0 {
            return Ok(Mapped(None));
        }
        Mapped::map(file, MmapOptions::new().offset(offset).len(len).populate())
    }

    fn map(file: &File, options: &MmapOptions) -> io::Result<Mapped> {
        #[allow(unsafe_code)]
        // SAFETY: the one place without the compiler's promise: another program could cut the file short while
        // it is mapped, and reading past the cut would end this process. It reads, and nothing else.
        let map = unsafe { options.map(file)? };
        Ok(Mapped(Some(map)))
    }
}

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        self.0.as_deref().unwrap_or_default()
    }
}
