//! Ctrl-C: who works in steps stops after one; else unfinished files are removed and the process ends.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError};

use tempfile::NamedTempFile;

/// The status of a process that was stopped from the keyboard.
const STOPPED: i32 = 130;

/// Files that are not finished.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// Set by the first Ctrl-C, where somebody looks at it.
static FLAG: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);

/// Sees to it that Ctrl-C removes what is unfinished.
pub(super) fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // A file over `ulimit -f` is then an error of writing, which takes the unfinished file away; it would end the process.
        #[cfg(unix)]
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
        // Fails only where a handler is set already, and then that one is in charge.
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
            // The lock is held to the end: no other file is begun.
            std::process::exit(STOPPED);
        });
    });
}

/// A flag that Ctrl-C sets; the second Ctrl-C ends the process at once.
pub(super) fn flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    if let Ok(mut known) = FLAG.lock() {
        *known = Some(Arc::clone(&flag));
    }
    listen();
    flag
}

/// An unfinished file, removed if the process is stopped.
pub(super) struct Unfinished(PathBuf);

impl Unfinished {
    /// Makes a file that is unfinished from its first moment on: a Ctrl-C meanwhile waits until its name is known.
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
