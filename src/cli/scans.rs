//! How commands read scans: options and progress.

use std::path::PathBuf;

use anyhow::{Result, bail};
use indicatif::ProgressBar;
use scorebook_source::{Cache, Ocr, Options, Progress};

/// The message if directories have nothing to read.
pub(super) const NOTHING: &str =
    "no record in the directories given: texts must end in .pgn, .txt, .csv or .tsv, and there is no scan";

#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Scans (PDF, page images, hOCR, ALTO, …)")]
pub(super) struct ScanArgs {
    /// Languages of the text for tesseract, such as eng, deu, deu+frk
    #[arg(long, value_name = "LANG", default_value = "eng")]
    ocr_lang: String,
    /// Page segmentation modes for tesseract, 1 to 13; of several, the one in which most moves can be read is used, page
    /// by page
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "3,6",
          value_parser = clap::value_parser!(u8).range(1..=13))]
    psm: Vec<u8>,
    /// Highest resolution (dots per inch) at which pages of PDF or DjVu files are rendered for tesseract; scans are rendered
    /// no finer than they were scanned
    #[arg(long, value_name = "N", default_value_t = Options::default().dpi, hide_short_help = true,
          value_parser = clap::value_parser!(u32).range(72..=1200))]
    dpi: u32,
    /// Do not run OCR: pages without words stay empty
    #[arg(long)]
    no_ocr: bool,
    /// Cache directory for OCR results, or `off`
    /// [default: the user's cache directory]
    #[arg(long, value_name = "DIR", hide_short_help = true)]
    cache: Option<PathBuf>,
}

impl ScanArgs {
    /// The options for reading scans; `bar` shows the current page.
    pub(super) fn options(&self, bar: &ProgressBar) -> Result<Options> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || "+_-/".contains(c);
        if self.ocr_lang.is_empty() || self.ocr_lang.starts_with('-') || !self.ocr_lang.chars().all(is_name) {
            bail!("--ocr-lang takes tesseract's names of languages: eng, deu, deu+frk");
        }
        let cache = match &self.cache {
            Some(dir) if dir.as_os_str() == "off" => Cache::Off,
            Some(dir) => Cache::At(dir.clone()),
            None => Cache::User,
        };
        let mut psm: Vec<u8> = Vec::new();
        for way in &self.psm {
            if !psm.contains(way) {
                psm.push(*way);
            }
        }
        let options = Options {
            ocr: if self.no_ocr { Ocr::Never } else { Ocr::WhereNeeded },
            ocr_lang: self.ocr_lang.clone(),
            psm,
            dpi: self.dpi,
            cache,
            ..Options::default()
        };
        let bar = bar.clone();
        Ok(options.with_progress(move |progress| bar.set_message(words(progress))))
    }
}

/// `book.pdf, page 3 of 12: recognising`
fn words(progress: &Progress) -> String {
    let Progress { file, page, pages, doing } = progress;
    let name = file.rsplit(['/', '\\']).next().unwrap_or_default();
    match pages {
        Some(pages) => format!("{name}, page {page} of {pages}: {doing}"),
        None => format!("{name}, page {page}: {doing}"),
    }
}
