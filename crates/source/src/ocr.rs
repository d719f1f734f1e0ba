//! Runs tesseract on images of pages, and caches the results.

use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use crate::document::PageSource;
use crate::form::Form;
use crate::forms::{hocr, tiff_pages};
use crate::image::{self, ImageRef};
use crate::input::{HEAD, Input};
use crate::note::Notes;
use crate::tool::{self, TESSERACT};
use crate::{Error, NoteKind, Ocr, Options, Page, sniff};

/// The result of one page segmentation mode (tesseract's `--psm`).
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The mode.
    pub psm: u8,
    /// The page as it was read so.
    pub page: Page,
}

/// Reads the image of a page in each mode of the options; the first has priority. Results are cached.
///
/// # Errors
/// If the image is not available, tesseract is not installed, or it fails in every mode.
pub fn readings(image: &ImageRef, options: &Options) -> Result<Vec<Reading>, Error> {
    counted(image, None, options)
}

/// Like [`readings`]; `count`: number of pages of the document.
fn counted(image: &ImageRef, count: Option<u32>, options: &Options) -> Result<Vec<Reading>, Error> {
    options.tell(&image.name, image.page, count, "recognising");
    let input = image.input().ok_or_else(|| {
        Error::io(&image.name, io::Error::new(io::ErrorKind::NotFound, "the image is missing"))
    })?;
    let head = input.head(HEAD).map_err(|error| Error::io(&input.name, error))?;
    let form = sniff::recognise(&head).map_err(|what| Error::no_record(&input.name, what))?;
    let kept = |psm| -> Result<Option<PathBuf>, Error> {
        let key = key(image, input, form, psm, options).map_err(|error| Error::io(&input.name, error))?;
        Ok(options.cache_dir().map(|dir| dir.join(format!("{key}.hocr.gz"))))
    };
    let ways: Vec<SegmentationMode> = options
        .psm
        .iter()
        .map(|&psm| {
            let label = format!("{} (tesseract, psm {psm})", input.name);
            Ok(SegmentationMode { psm, label, kept: kept(psm)? })
        })
        .collect::<Result<_, Error>>()?;
    let known: Vec<Option<Page>> =
        ways.iter().map(|way| read(&way.label, way.kept.as_deref()?, image)).collect();
    let mut results: Vec<Result<Page, Error>> = Vec::new();
    if known.iter().all(Option::is_some) {
        results.extend(known.into_iter().flatten().map(Ok));
    } else {
        let picture = Picture::of(image, input, form, options)?;
        // Tesseract's own threads mostly wait for each other, so it gets one, and the modes run in parallel.
        std::thread::scope(|scope| {
            let work = ways.iter().zip(known).map(|(way, known)| {
                let picture = &picture;
                let work = move || known.map_or_else(|| reading(image, picture, way, options), Ok);
                (way, scope.spawn(work))
            });
            let work: Vec<_> = work.collect();
            let broken = |way: &SegmentationMode| {
                let message = "reading it failed".to_owned();
                Error::Tool { file: way.label.clone(), tool: TESSERACT.name, message }
            };
            results
                .extend(work.into_iter().map(|(way, work)| work.join().unwrap_or_else(|_| Err(broken(way)))));
        });
    }
    let mut all = Vec::new();
    let mut failed = None;
    for (way, result) in ways.iter().zip(results) {
        match result {
            Ok(page) => all.push(Reading { psm: way.psm, page }),
            Err(error @ Error::ToolMissing { .. }) => return Err(error),
            Err(error) => failed = Some(error),
        }
    }
    match (all.is_empty(), failed) {
        (true, Some(error)) => Err(error),
        _ => Ok(all),
    }
}

/// One way of reading a page.
struct SegmentationMode {
    psm: u8,
    /// Its name for people.
    label: String,
    /// Where the result is kept.
    kept: Option<PathBuf>,
}

/// The picture of a page as tesseract takes it.
struct Picture {
    name: String,
    path: PathBuf,
    /// Its dots to the inch, where it was rendered.
    dpi: Option<u32>,
    /// Its page in a TIFF picture, from 0.
    page: Option<u32>,
    /// Where it was rendered to.
    _dir: Option<tool::Scratch>,
}

impl Picture {
    fn of(image: &ImageRef, input: &Input, form: Form, options: &Options) -> Result<Picture, Error> {
        let name = input.name.to_string();
        if !matches!(form, Form::Pdf | Form::Djvu) {
            let path = input.path().map_err(|error| Error::io(&name, error))?.to_owned();
            refuse_large(&name, &path)?;
            let page = (form == Form::Tiff).then(|| image.page.saturating_sub(1));
            return Ok(Picture { name, path, dpi: None, page, _dir: None });
        }
        options.tell(&name, image.page, None, "rendering");
        let dir = tool::scratch(&name)?;
        let (path, dpi) = image::render_as_scanned(input, form, image.page, dir.path(), options)?;
        options.tell(&name, image.page, None, "recognising");
        Ok(Picture { name, path, dpi: Some(dpi), page: None, _dir: Some(dir) })
    }
}

/// Most dots of a picture that is read: a newspaper page at 600 dots to the inch has 150 million.
const MOST_DOTS: usize = 300_000_000;

/// Refuses a picture that would take more memory than a page of print does.
fn refuse_large(name: &str, path: &Path) -> Result<(), Error> {
    // What states no size is left to the program that reads it.
    let Ok(size) = imagesize::size(path) else { return Ok(()) };
    if size.width.saturating_mul(size.height) <= MOST_DOTS {
        return Ok(());
    }
    let what = format!(
        "a picture of {} × {} dots, which is more than a page of print has; scale it down",
        size.width, size.height
    );
    Err(Error::Empty { file: name.to_owned(), what })
}

fn reading(
    image: &ImageRef,
    picture: &Picture,
    way: &SegmentationMode,
    options: &Options,
) -> Result<Page, Error> {
    /// Least plausible resolution: scanners and converters often state too low a value, and tesseract then
    /// takes print for specks.
    const LEAST: u32 = 150;
    let name = &*picture.name;
    let io = |error| Error::io(name, error);
    let dir = tool::scratch(name)?;
    let out = dir.path().join("page");
    let (mode, dpi) = (way.psm.to_string(), picture.dpi.map(|dpi| dpi.max(LEAST).to_string()));
    let page = picture.page.map(|page| format!("tessedit_page_number={page}"));
    let mut arguments: Vec<&std::ffi::OsStr> = vec![picture.path.as_ref(), out.as_ref()];
    if let Some(dpi) = &dpi {
        arguments.extend(["--dpi".as_ref(), dpi.as_ref()] as [&std::ffi::OsStr; 2]);
    }
    if let Some(page) = &page {
        arguments.extend(["-c".as_ref(), page.as_ref()] as [&std::ffi::OsStr; 2]);
    }
    let rest: [&str; 9] = [
        "-l",
        &options.ocr_lang,
        "--psm",
        &mode,
        "-c",
        "hocr_char_boxes=1",
        "-c",
        "lstm_choice_mode=2",
        "hocr",
    ];
    arguments.extend(rest.iter().map(AsRef::<std::ffi::OsStr>::as_ref));
    TESSERACT.run(options, name, &arguments).map_err(|error| language(error, &options.ocr_lang))?;
    let made = fs::read(out.with_extension("hocr")).map_err(io)?;
    let packed = pack(&made).map_err(io)?;
    let scratch = dir.path().join("kept.gz");
    let path = match &way.kept {
        // What cannot be kept is made again the next time.
        Some(kept) if keep(kept, &packed).is_ok() => kept.as_path(),
        _ => {
            fs::write(&scratch, &packed).map_err(io)?;
            &scratch
        }
    };
    let nothing = || Error::Empty { file: way.label.clone(), what: "no page came of it".into() };
    read(&way.label, path, image).ok_or_else(nothing)
}

/// What a result depends on.
fn key(image: &ImageRef, input: &Input, form: Form, psm: u8, options: &Options) -> io::Result<String> {
    // The second edition renders pages as finely as they were scanned.
    let (dpi, edition) = if form.is_picture() { (0, 1) } else { (options.dpi, 2) };
    let parts = [
        format!("scorebook page {edition}"),
        input.hash()?.to_owned(),
        TESSERACT.version(options),
        options.ocr_lang.clone(),
        format!("{psm} {dpi} {}", image.page),
    ];
    Ok(format!("{:x}", Sha256::digest(parts.join("\0"))))
}

fn pack(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes)?;
    packer.finish()
}

/// Written to a temporary name and renamed, so that other runs never see a part.
fn keep(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let dir = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(dir)?;
    let mut file = tempfile::NamedTempFile::new_in(dir)?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}

/// The page that a kept result holds; none where it is not there or damaged.
fn read(label: &str, path: &Path, image: &ImageRef) -> Option<Page> {
    let stream = GzDecoder::new(BufReader::new(File::open(path).ok()?));
    let mut notes = Notes::default();
    let mut pages = hocr::pages(&label.into(), Box::new(stream), None);
    let mut page = pages.next(&mut notes)?.ok()?;
    if notes.list().iter().any(|note| note.kind == NoteKind::BrokenOff) {
        return None;
    }
    page.image = Some(image.clone());
    page.printed = None;
    Some(page)
}

/// A language that is not installed is the most frequent failure, and easy to fix.
fn language(error: Error, lang: &str) -> Error {
    match error {
        Error::Tool { file, tool, message }
            if message.contains("traineddata") || message.contains("load any languages") =>
        {
            let packages: Vec<String> = lang.split('+').map(|lang| format!("tesseract-ocr-{lang}")).collect();
            let message = format!(
                "its data for {lang} are not installed; try: sudo apt install {}",
                packages.join(" ")
            );
            Error::Tool { file, tool, message }
        }
        other => other,
    }
}

/// Pages of which some have no words; these are read with OCR if wanted.
pub(crate) struct WithPictures {
    pub inner: Box<dyn PageSource>,
    pub name: String,
    pub options: Options,
    /// How many pages there are, where that is known.
    pub count: Option<u32>,
    pub state: State,
}

/// What has come of the pages so far.
#[derive(Default)]
pub(crate) struct State {
    pages: u32,
    has_words: bool,
    missing: Option<Error>,
}

impl PageSource for WithPictures {
    fn next(&mut self, notes: &mut Notes) -> Option<Result<Page, Error>> {
        match self.inner.next(notes) {
            Some(Ok(page)) => {
                self.state.pages += 1;
                let page = self.page(page, notes);
                self.state.has_words |= !page.lines.is_empty();
                Some(Ok(page))
            }
            // Without a single word the missing program is the whole story.
            None if !self.state.has_words => self.state.missing.take().map(Err),
            other => other,
        }
    }
}

impl WithPictures {
    fn page(&mut self, page: Page, notes: &mut Notes) -> Page {
        let image = page.image.clone().filter(ImageRef::is_there);
        let Some(image) = image.filter(|_| page.lines.is_empty()) else { return page };
        if self.options.ocr == Ocr::Never {
            notes.page(NoteKind::NoText, &self.name, "the page has no words, and OCR is off");
            return page;
        }
        if self.state.missing.is_some() {
            notes.page(NoteKind::NoText, &self.name, "the page has no words");
            return page;
        }
        match counted(&image, self.count, &self.options) {
            Ok(readings) => {
                let Some(mut best) = readings.first().map(|reading| reading.page.clone()) else {
                    return page;
                };
                let kind = if best.lines.is_empty() { NoteKind::NoText } else { NoteKind::Recognised };
                let message = if best.lines.is_empty() {
                    "no words were found in the image"
                } else {
                    "read by tesseract"
                };
                notes.page(kind, &self.name, message);
                best.printed = page.printed;
                best.readings = readings;
                best
            }
            Err(error) => {
                let missing = matches!(error, Error::ToolMissing { .. });
                notes.page(NoteKind::Tool, &self.name, error.to_string());
                if missing || self.state.missing.is_none() && !self.state.has_words {
                    self.state.missing = Some(error);
                }
                page
            }
        }
    }
}

/// How many pages a picture has.
pub(crate) fn pages_of(input: &Input, form: Form) -> u32 {
    if form == Form::Tiff { tiff_pages(input).unwrap_or(1) } else { 1 }
}
