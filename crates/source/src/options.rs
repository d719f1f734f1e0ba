//! How documents are to be read.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// Whether pictures of pages are read by an OCR program.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub enum Ocr {
    /// Where a page has no words of its own.
    #[default]
    WhereNeeded,
    /// Never: such pages are empty.
    Never,
}

/// Where the results of slow programs are kept for the next time.
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

/// What a slow step is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The file in work.
    pub file: String,
    /// Its page in work, from 1.
    pub page: u32,
    /// How many pages it has, where that is known.
    pub pages: Option<u32>,
    /// What is done: "reading the text layer", "rendering", "recognising".
    pub doing: &'static str,
}

/// Who is told of progress.
pub(crate) type Told = Arc<dyn Fn(&Progress) + Send + Sync>;

/// How documents are to be read. Plain text and all files of words need none of it.
#[derive(Clone)]
pub struct Options {
    /// Whether pictures are read.
    pub ocr: Ocr,
    /// Languages for the OCR program, as it names them: `eng`, `deu+frk`.
    pub ocr_lang: String,
    /// Ways of cutting a page up (tesseract's `--psm`), at least one: the first gives the page's lines, all give its
    /// [`readings`](crate::Page::readings).
    pub psm: Vec<u8>,
    /// Dots to the inch at which pages are rendered; for OCR, scans are rendered no finer than they were scanned.
    pub dpi: u32,
    /// Where results are kept.
    pub cache: Cache,
    /// Where programs are looked for, in place of `PATH`.
    pub tools: Option<PathBuf>,
    /// Called as each slow step begins.
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
    /// Calls `told` as each slow step begins.
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
