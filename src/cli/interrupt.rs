//! Signals: a command that works in steps stops after the current one; otherwise unfinished files are removed and the
//! process ends. Either way its exit status is 128 plus the number of the signal.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError};

use tempfile::NamedTempFile;

/// The unfinished files and folders.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// What the first signal does, if a command has asked for it.
static STOP: Mutex<Option<Stop>> = Mutex::new(None);
/// The exit status that belongs to the signal that has come; 0: none has.
static STATUS: AtomicU8 = AtomicU8::new(0);

type Stop = Arc<dyn Fn() + Send + Sync>;

/// Installs the handler of the signals that end a process.
pub(super) fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(listen_once);
}

#[cfg(unix)]
fn listen_once() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ};
    // Without this, exceeding `ulimit -f` would end the process. Now it is a write error, and the unfinished file is
    // removed.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
    // A process that was told to outlive its terminal (`nohup`) does.
    let ends = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].into_iter().filter(|&signal| !is_ignored(signal));
    // Fails only if the system has no more file descriptors; then signals end the process as they usually do.
    if let Ok(mut signals) = signal_hook::iterator::Signals::new(ends) {
        std::thread::spawn(move || {
            signals.forever().for_each(|signal| received(u8::try_from(128 + signal).unwrap_or(255)));
        });
    }
}

#[cfg(not(unix))]
fn listen_once() {
    // Fails only if another handler is installed, which then applies.
    let _ = ctrlc::set_handler(|| received(130));
}

/// Whether the process was started with a signal that it should ignore.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    signal == signal_hook::consts::SIGHUP && mask & (1 << (signal - 1)) != 0
}

/// Handles a signal.
fn received(status: u8) {
    STATUS.store(status, Ordering::Relaxed);
    let stop = STOP.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(stop) = stop {
        stop();
        scorebook_source::stop_reading();
        return;
    }
    let unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    unfinished.iter().rev().for_each(|path| remove(path));
    scorebook_source::remove_scratch();
    // The lock is held until the exit, so that no other file is created.
    std::process::exit(i32::from(status));
}

/// Removes a file, a folder of unfinished files with all that is in it, or another folder if it is empty.
fn remove(path: &Path) {
    let is_ours = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(".scorebook-"));
    // What is gone already needs no removal.
    let _ = match path.is_dir() {
        true if is_ours => fs::remove_dir_all(path),
        true => fs::remove_dir(path),
        false => fs::remove_file(path),
    };
}

/// The exit status after a signal, if one has come.
pub(super) fn status() -> Option<u8> {
    Some(STATUS.load(Ordering::Relaxed)).filter(|&status| status != 0)
}

/// Has the first signal call `stop`; the second ends the process at once.
pub(super) fn on_signal(stop: impl Fn() + Send + Sync + 'static) {
    *STOP.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(stop));
    listen();
}

/// The flag that the first signal sets; the second ends the process at once. A command asks for it before it begins to
/// write, so that what was begun is completed.
pub(super) fn flag() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let flag = FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let set = Arc::clone(&flag);
        on_signal(move || set.store(true, Ordering::Relaxed));
        flag
    });
    Arc::clone(flag)
}

/// An unfinished file or folder, removed if a signal ends the process.
pub(super) struct Unfinished(PathBuf);

impl Unfinished {
    /// Creates a file and registers it as unfinished. A signal in between waits until it is registered.
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

    /// Creates a folder and registers it as unfinished: `make` creates the folder and tells its path.
    pub(super) fn folder<T, E>(make: impl FnOnce() -> Result<(PathBuf, T), E>) -> Result<(T, Unfinished), E> {
        listen();
        let mut files = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
        let (path, made) = make()?;
        files.push(path.clone());
        Ok((made, Unfinished(path)))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        let mut files = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
        files.retain(|file| *file != self.0);
    }
}
