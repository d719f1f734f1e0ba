//! Programs of others that read what is no text: found, run, waited for.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::{Error, Options, leftovers};

/// A program, and how it comes to the machine.
pub(crate) struct Tool {
    pub name: &'static str,
    /// What it is wanted for.
    pub purpose: &'static str,
    /// The package that has it, for apt, dnf, pacman, brew, winget.
    packages: [&'static str; 5],
}

const POPPLER: [&str; 5] = ["poppler-utils", "poppler-utils", "poppler", "poppler", "oschwartz10612.Poppler"];
const DJVU: [&str; 5] = ["djvulibre-bin", "djvulibre", "djvulibre", "djvulibre", "DjVuLibre.DjView"];

pub(crate) const PDFTOTEXT: Tool = Tool { name: "pdftotext", purpose: "reading a PDF", packages: POPPLER };
pub(crate) const PDFTOPPM: Tool =
    Tool { name: "pdftoppm", purpose: "making pictures of a PDF's pages", packages: POPPLER };
pub(crate) const PDFIMAGES: Tool =
    Tool { name: "pdfimages", purpose: "seeing how finely a PDF's pages were scanned", packages: POPPLER };
pub(crate) const DJVUTOXML: Tool =
    Tool { name: "djvutoxml", purpose: "reading a DjVu document", packages: DJVU };
pub(crate) const DDJVU: Tool =
    Tool { name: "ddjvu", purpose: "making pictures of a DjVu document's pages", packages: DJVU };
pub(crate) const TESSERACT: Tool = Tool {
    name: "tesseract",
    purpose: "reading pictures of pages",
    packages: [
        "tesseract-ocr",
        "tesseract",
        "tesseract tesseract-data-eng",
        "tesseract",
        "UB-Mannheim.TesseractOCR",
    ],
};

/// No page takes longer.
const LONGEST: Duration = Duration::from_secs(900);

impl Tool {
    /// Where the program is.
    fn find(&self, options: &Options) -> Option<PathBuf> {
        let file = format!("{}{}", self.name, std::env::consts::EXE_SUFFIX);
        match &options.tools {
            Some(dir) => Some(dir.join(file)).filter(|path| path.is_file()),
            None => find(&file),
        }
    }

    /// The error that says how to install it.
    pub fn missing(&self, file: &str) -> Error {
        Error::ToolMissing {
            file: file.to_owned(),
            tool: self.name,
            purpose: self.purpose,
            install: install(self.packages),
        }
    }

    fn failed(&self, file: &str, message: impl Into<String>) -> Error {
        Error::Tool { file: file.to_owned(), tool: self.name, message: message.into() }
    }

    /// Runs it on a file that is named for people as `file`, to its end.
    pub fn run<A: AsRef<OsStr>>(&self, options: &Options, file: &str, arguments: &[A]) -> Result<(), Error> {
        self.output(options, file, arguments, None)
    }

    /// Runs it, what it writes going to a file.
    pub fn output<A: AsRef<OsStr>>(
        &self,
        options: &Options,
        file: &str,
        arguments: &[A],
        output: Option<File>,
    ) -> Result<(), Error> {
        let path = self.find(options).ok_or_else(|| self.missing(file))?;
        let failed = |error: std::io::Error| self.failed(file, error.to_string());
        let mut said = tempfile::tempfile().map_err(failed)?;
        let mut child = Command::new(path)
            .args(arguments)
            // Of programs that use OpenMP (tesseract): one thread, which is faster wherever cores are shared.
            .env("OMP_THREAD_LIMIT", "1")
            .stdin(Stdio::null())
            .stdout(output.map_or_else(Stdio::null, Stdio::from))
            .stderr(said.try_clone().map_err(failed)?)
            .spawn()
            .map_err(failed)?;
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().map_err(failed)? {
                break status;
            }
            if begun.elapsed() > LONGEST {
                // Killing fails only where it has ended by now.
                let _ = child.kill();
                let _ = child.wait();
                return Err(self.failed(file, format!("it did not finish within {} s", LONGEST.as_secs())));
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        if status.success() {
            return Ok(());
        }
        let mut message = String::new();
        let _ = said.seek(SeekFrom::Start(0));
        let _ = said.take(4096).read_to_string(&mut message);
        let message = message.lines().map(str::trim).filter(|line| !line.is_empty()).take(3);
        let message = message.collect::<Vec<_>>().join("; ");
        Err(self.failed(file, if message.is_empty() { status.to_string() } else { message }))
    }

    /// What it says about itself, once for all; empty where it is missing.
    pub fn version(&self, options: &Options) -> String {
        static KNOWN: OnceLock<Mutex<Vec<(PathBuf, String)>>> = OnceLock::new();
        let Some(path) = self.find(options) else { return String::new() };
        let known = KNOWN.get_or_init(Default::default);
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, version)) = known.iter().find(|(other, _)| *other == path) {
            return version.clone();
        }
        let output = Command::new(&path).arg("--version").stdin(Stdio::null()).output();
        let version = output.map_or_else(
            |_| String::new(),
            |output| {
                let said = if output.stdout.is_empty() { output.stderr } else { output.stdout };
                String::from_utf8_lossy(&said).lines().next().unwrap_or_default().to_owned()
            },
        );
        known.push((path, version.clone()));
        version
    }
}

fn find(file: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|dir| dir.join(file)).find(|path| path.is_file())
}

/// The command of this machine that installs a package.
fn install([apt, dnf, pacman, brew, winget]: [&str; 5]) -> String {
    if cfg!(target_os = "macos") {
        return format!("brew install {brew}");
    }
    if cfg!(windows) {
        return format!("winget install {winget}");
    }
    if find("apt-get").is_none() {
        if find("dnf").is_some() {
            return format!("sudo dnf install {dnf}");
        }
        if find("pacman").is_some() {
            return format!("sudo pacman -S {pacman}");
        }
    }
    format!("sudo apt install {apt}")
}

/// Directories for what programs write, as long as they are there.
static SCRATCH: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A directory for what a program writes, gone when it is dropped; the open handle marks it as used.
#[derive(Debug)]
pub(crate) struct Scratch {
    folder: tempfile::TempDir,
    _used: Option<File>,
}

impl Scratch {
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// A temporary file, gone when it is dropped.
#[derive(Debug)]
pub(crate) struct ScratchFile {
    path: PathBuf,
    _folder: Scratch,
}

impl ScratchFile {
    /// Makes an empty file.
    pub fn create() -> std::io::Result<(File, ScratchFile)> {
        let folder = scratch_folder()?;
        let path = folder.path().join("unpacked");
        Ok((File::create_new(&path)?, ScratchFile { path, _folder: folder }))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let mut all = SCRATCH.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|dir| dir != self.path());
    }
}

/// Makes a directory for what a program writes.
pub(crate) fn scratch(file: &str) -> Result<Scratch, Error> {
    scratch_folder().map_err(|error| Error::io(file, error))
}

fn scratch_folder() -> std::io::Result<Scratch> {
    let mut all = SCRATCH.lock().unwrap_or_else(PoisonError::into_inner);
    leftovers::sweep(&std::env::temp_dir());
    let folder = tempfile::Builder::new().prefix(&leftovers::prefix()).tempdir()?;
    all.push(folder.path().to_owned());
    let used = File::open(folder.path()).ok().inspect(leftovers::mark_used);
    Ok(Scratch { folder, _used: used })
}

/// Removes what programs of others have written so far, for a process that is about to end: an exit runs no destructors.
pub fn remove_scratch() {
    let all = SCRATCH.lock().unwrap_or_else(PoisonError::into_inner);
    for dir in all.iter() {
        // What cannot be removed is left to the system, as all temporary files are.
        let _ = std::fs::remove_dir_all(dir);
    }
}

/// Some arguments as the system wants them.
pub(crate) fn arguments<const N: usize>(list: [&dyn AsRef<OsStr>; N]) -> [&OsStr; N] {
    list.map(AsRef::as_ref)
}

/// Whether a path is a file.
pub(crate) fn is_file(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file())
}
