//! Temporary files and folders that a killed process has left are found by their names and removed by the next one.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// How their names begin, with or without a dot in front; the number of the process follows.
const MARK: &str = "scorebook-";

/// The beginning of the name of a temporary file in a folder of the user's; hidden there.
#[must_use]
pub fn hidden_prefix() -> String {
    format!(".{}", prefix())
}

/// The beginning of the name of a temporary file in the system's folder for them.
pub(crate) fn prefix() -> String {
    format!("{MARK}{}-", std::process::id())
}

/// Marks a temporary file or folder as in use as long as the handle is open.
pub fn mark_used(file: &File) {
    // Where the system has no locks, the number of the process alone tells.
    let _ = file.try_lock();
}

/// Removes what killed processes have left in a folder; once in each process.
pub fn sweep(folder: &Path) {
    static SWEPT: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    let mut swept = SWEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if swept.iter().any(|known| known == folder) {
        return;
    }
    swept.push(folder.to_owned());
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten().filter(|entry| is_mark(&entry.file_name().to_string_lossy())) {
        let (path, kind) = (entry.path(), entry.file_type());
        if kind.is_ok_and(|kind| !kind.is_symlink()) && is_unused(&path) {
            // What cannot be removed belongs to somebody else.
            let _ = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        }
    }
}

/// Whether a name is that of a temporary file of a process that has ended.
fn is_mark(name: &str) -> bool {
    let rest = name.strip_prefix('.').unwrap_or(name).strip_prefix(MARK);
    let number =
        rest.and_then(|rest| rest.split_once('-')).and_then(|(number, _)| number.parse::<u32>().ok());
    number.is_some_and(|number| number != std::process::id() && has_ended(number))
}

/// Whether no process has this number. Where the system does not list its processes, none is known to have ended.
fn has_ended(number: u32) -> bool {
    let list = Path::new("/proc");
    list.join("self").exists() && !list.join(number.to_string()).exists()
}

/// Whether no process, here or in another container, has locked a file or folder.
fn is_unused(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| file.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_killed_process_left_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let make = |name: &str| {
            let path = folder.path().join(name);
            fs::write(&path, "").unwrap();
            path
        };
        // No system gives this number to a process.
        let left = make(".scorebook-4194304999-abc");
        let own = make(&format!("{}abc", hidden_prefix()));
        let locked = make(".scorebook-4194304998-abc");
        let others = make("scorebook-notes.txt");
        let handle = File::open(&locked).unwrap();
        mark_used(&handle);
        sweep(folder.path());
        let left: Vec<bool> = [&left, &own, &locked, &others].iter().map(|path| path.exists()).collect();
        assert_eq!(left, [false, true, true, true]);
    }
}
