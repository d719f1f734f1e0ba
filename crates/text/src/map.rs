//! Memory-mapped files.

use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::{Mmap, MmapOptions};

/// The bytes of a mapped file, which the system reads when they are accessed.
///
/// They are those of the file as long as no other program changes it.
#[derive(Debug, Default)]
pub struct Mapped(Option<Mmap>);

impl Mapped {
    /// Maps a file.
    ///
    /// # Errors
    /// If it cannot be opened or is not a regular file.
    pub fn open(path: &Path) -> io::Result<Mapped> {
        let file = File::open(path)?;
        if file.metadata()?.len() == 0 {
            return Ok(Mapped(None));
        }
        Mapped::map(&file, &MmapOptions::new())
    }

    /// Maps `len` bytes of a file from `offset` on, or fewer at its end, and asks the system to read them
    /// ahead.
    ///
    /// # Errors
    /// If mapping fails.
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
        // SAFETY: another program could truncate the file while it is mapped; then reading beyond the new end
        // terminates this process. The mapping is only read.
        let map = unsafe { options.map(file)? };
        Ok(Mapped(Some(map)))
    }
}

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        self.0.as_deref().unwrap_or_default()
    }
}
