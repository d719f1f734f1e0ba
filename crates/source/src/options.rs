//! Options for reading documents.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// When to use OCR.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub enum Ocr {
    /// For pages without words.
    #[default]
    WhereNeeded,
    /// Never; such pages are empty.
    Never,
}

/// Where results of slow programs are cached.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Cache {
    /// In the user's cache directory (`scorebook/pages` in it).
    #[default]
    User,
    /// In this directory.
    At(PathBuf),
    /// Nowhere.
    Off,
}

/// The progress of a slow step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The current file.
    pub file: String,
    /// Its current page, from 1.
    pub page: u32,
    /// Its number of pages, if known.
    pub pages: Option<u32>,
    /// The step: "reading the text layer", "rendering", "recognising".
    pub doing: &'static str,
}

/// The progress callback.
pub(crate) type Told = Arc<dyn Fn(&Progress) + Send + Sync>;

/// Options for reading documents. Plain text and files with words need none.
#[derive(Clone)]
pub struct Options {
    /// When to use OCR.
    pub ocr: Ocr,
    /// Languages for OCR, in tesseract's form: `eng`, `deu+frk`.
    pub ocr_lang: String,
    /// Page segmentation modes (tesseract's `--psm`), at least one: the first gives the page's lines, all
    /// give its [`readings`](crate::Page::readings).
    pub psm: Vec<u8>,
    /// Resolution in dots per inch at which pages are rendered; for OCR, at most the resolution of the scan.
    pub dpi: u32,
    /// Where results are cached.
    pub cache: Cache,
    /// A directory in which programs are searched instead of `PATH`.
    pub tools: Option<PathBuf>,
    /// Called at the start of each slow step.
    pub progress: Option<Told>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            ocr: Ocr::WhereNeeded,
            ocr_lang: "eng".to_owned(),
            psm: vec![3],
            dpi: 300,
            cache: Cache::User,
            tools: None,
            progress: None,
        }
    }
}

impl Options {
    /// Sets the function that is called at the start of each slow step.
    #[must_use]
    pub fn with_progress(mut self, told: impl Fn(&Progress) + Send + Sync + 'static) -> Options {
        self.progress = Some(Arc::new(told));
        self
    }

    pub(crate) fn tell(&self, file: &str, page: u32, pages: Option<u32>, doing: &'static str) {
        if let Some(told) = &self.progress {
            told(&Progress { file: file.to_owned(), page, pages, doing });
        }
    }

    /// The cache directory, if there is one.
    pub(crate) fn cache_dir(&self) -> Option<PathBuf> {
        match &self.cache {
            Cache::User => dirs::cache_dir().map(|dir| dir.join("scorebook").join("pages")),
            Cache::At(dir) => Some(dir.clone()),
            Cache::Off => None,
        }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("ocr", &self.ocr)
            .field("ocr_lang", &self.ocr_lang)
            .field("psm", &self.psm)
            .field("dpi", &self.dpi)
            .field("cache", &self.cache)
            .field("tools", &self.tools)
            .field("progress", &self.progress.is_some())
            .finish()
    }
}
