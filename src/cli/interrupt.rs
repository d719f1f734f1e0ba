//! Ctrl-C: a command that works in steps stops after the current one; otherwise unfinished files are removed
//! and the process ends.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError};

use tempfile::NamedTempFile;

/// Exit status after Ctrl-C.
const STOPPED: i32 = 130;

/// The unfinished files.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// Set by the first Ctrl-C, if a command asked for a flag.
static FLAG: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);

/// Installs the handler that removes unfinished files on Ctrl-C.
pub(super) fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Without this, exceeding `ulimit -f` would end the process. Now it is a write error, and the
        // unfinished file is removed.
        #[cfg(unix)]
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
        // Fails only if another handler is installed, which then applies.
        let _ = ctrlc::set_handler(|| {
            let flag = FLAG.lock().ok().and_then(|flag| flag.clone());
            if flag.is_some_and(|flag| !flag.swap(true, Ordering::Relaxed)) {
                return;
            }
            let files = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
            for file in files.iter() {
                let _ = std::fs::remove_file(file);
            }
            scorebook_source::remove_scratch();
            // The lock is held until the exit, so that no other file is created.
            std::process::exit(STOPPED);
        });
    });
}

/// A flag that Ctrl-C sets; a second Ctrl-C ends the process at once.
pub(super) fn flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    if let Ok(mut known) = FLAG.lock() {
        *known = Some(Arc::clone(&flag));
    }
    listen();
    flag
}

/// An unfinished file, removed if the process is interrupted.
pub(super) struct Unfinished(PathBuf);

impl Unfinished {
    /// Creates a file and registers it as unfinished. A Ctrl-C in between waits until it is registered.
    pub(super) fn create<E>(
        make: impl FnOnce() -> Result<NamedTempFile, E>,
    ) -> Result<(NamedTempFile, Unfinished), E> {
        listen();
        let mut files = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
        let file = make()?;
        files.push(file.path().to_owned());
        let unfinished = Unfinished(file.path().to_owned());
        Ok((file, unfinished))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Ok(mut files) = UNFINISHED.lock() {
            files.retain(|file| *file != self.0);
        }
    }
}
