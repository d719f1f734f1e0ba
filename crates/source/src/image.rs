//! Images of pages.

use std::fmt;
use std::path::{Component, Path, PathBuf};

use crate::form::Form;
use crate::input::{HEAD, Input};
use crate::tool::{self, DDJVU, PDFIMAGES, PDFTOPPM};
use crate::{Error, Options, sniff};

/// The image of a page: in a file or archive, or rendered from a PDF or DjVu document.
#[derive(Clone)]
pub struct ImageRef {
    /// The name stated in the document, or the name of its file.
    pub name: String,
    /// The page in that file, from 1, for PDF, DjVu and multi-page TIFF.
    pub page: u32,
    input: Option<Input>,
}

impl ImageRef {
    /// A page of a file.
    pub(crate) fn of(input: &Input, page: u32) -> ImageRef {
        ImageRef { name: input.name.to_string(), page, input: Some(input.clone()) }
    }

    /// A picture that a file beside it names; it need not be there.
    pub(crate) fn named(name: &str, beside: Option<&Input>) -> ImageRef {
        let dir = beside.and_then(Input::given_path).and_then(Path::parent);
        let spelled = name.replace('\\', "/");
        let whole = PathBuf::from(&spelled);
        let is_inside = whole.components().all(|part| matches!(part, Component::Normal(_)));
        let bare = spelled.rsplit('/').next().unwrap_or_default();
        // Names are taken only from the document's own directory and below.
        let found = dir.into_iter().flat_map(|dir| {
            let whole = is_inside.then(|| dir.join(&whole));
            whole.into_iter().chain((!bare.is_empty() && bare != "..").then(|| dir.join(bare)))
        });
        let input = found.filter(|path| tool::is_file(path)).find_map(|path| Input::file(&path).ok());
        ImageRef { name: name.to_owned(), page: 1, input }
    }

    /// Whether it is available.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.input.is_some()
    }

    /// The path of its file, if it is a file of its own, neither compressed nor in an archive.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.input.as_ref()?.own_path()
    }

    pub(crate) fn input(&self) -> Option<&Input> {
        self.input.as_ref()
    }

    /// The bytes of an image file of this page and their format: unchanged for an image, PNG if rendered
    /// (PDF, DjVu).
    ///
    /// # Errors
    /// If it is not available, cannot be read, or a program is missing or fails.
    pub fn bytes(&self, options: &Options) -> Result<(Form, Vec<u8>), Error> {
        let Some(input) = &self.input else {
            let error = std::io::Error::new(std::io::ErrorKind::NotFound, "the image is missing");
            return Err(Error::io(&self.name, error));
        };
        let failed = |error| Error::io(&input.name, error);
        let head = input.head(HEAD).map_err(failed)?;
        let form = sniff::recognise(&head).map_err(|what| Error::no_record(&input.name, what))?;
        match form {
            Form::Pdf | Form::Djvu => {
                let dir = tool::scratch(&input.name)?;
                let file = render(input, form, self.page, dir.path(), options)?;
                Ok((Form::Png, std::fs::read(file).map_err(failed)?))
            }
            form if form.is_picture() => Ok((form, input.read_all(crate::input::LARGEST).map_err(failed)?.0)),
            other => Err(Error::no_record(&input.name, format!("{}, not a picture", other.name()))),
        }
    }
}

/// Makes a PNG of a page of a PDF or a DjVu document, at the resolution that the options name.
fn render(input: &Input, form: Form, page: u32, dir: &Path, options: &Options) -> Result<PathBuf, Error> {
    let (pdf, page) = pdf_page(input, form, page, dir, options)?;
    draw(&input.name, &pdf, page, options.dpi, dir, options)
}

/// As [`render`], but no finer than the page was scanned: what a program makes up between the dots costs time and blurs the
/// print. Returns the resolution, too; pages that are no scans have the one that the options name.
pub(crate) fn render_as_scanned(
    input: &Input,
    form: Form,
    page: u32,
    dir: &Path,
    options: &Options,
) -> Result<(PathBuf, u32), Error> {
    let (pdf, page) = pdf_page(input, form, page, dir, options)?;
    // Without the program that tells, the page is drawn all the same.
    let list = images(&input.name, &pdf, page, dir, options).unwrap_or_default();
    let dpi = scanned_at(&list).map_or(options.dpi, |dpi| dpi.min(options.dpi));
    Ok((draw(&input.name, &pdf, page, dpi, dir, options)?, dpi.clamp(LOWEST, HIGHEST)))
}

/// Bounds of the resolutions at which pages are drawn.
const LOWEST: u32 = 36;
const HIGHEST: u32 = 1200;

/// A PDF with a page of a document, and the page's number in it.
fn pdf_page(
    input: &Input,
    form: Form,
    page: u32,
    dir: &Path,
    options: &Options,
) -> Result<(PathBuf, u32), Error> {
    let name = &*input.name;
    let path = input.path().map_err(|error| Error::io(name, error))?;
    if form == Form::Pdf {
        return Ok((path.to_owned(), page));
    }
    // DjVu's own program writes no PNG; a PDF of the one page does as well.
    let pdf = dir.join("page.pdf");
    let which = format!("-page={page}");
    let list: [&dyn AsRef<std::ffi::OsStr>; 4] = [&"-format=pdf", &which, &path, &pdf];
    DDJVU.run(options, name, &tool::arguments(list))?;
    Ok((pdf, 1))
}

fn draw(
    name: &str,
    pdf: &Path,
    page: u32,
    dpi: u32,
    dir: &Path,
    options: &Options,
) -> Result<PathBuf, Error> {
    let (number, dpi) = (page.to_string(), dpi.clamp(LOWEST, HIGHEST).to_string());
    let to = dir.join("page");
    let list: [&dyn AsRef<std::ffi::OsStr>; 12] =
        [&"-f", &number, &"-l", &number, &"-r", &dpi, &"-gray", &"-png", &"-singlefile", &"-q", &pdf, &to];
    PDFTOPPM.run(options, name, &tool::arguments(list))?;
    Ok(to.with_extension("png"))
}

/// What `pdfimages -list` says of a page.
fn images(name: &str, pdf: &Path, page: u32, dir: &Path, options: &Options) -> Result<String, Error> {
    let io = |error| Error::io(name, error);
    let (number, out) = (page.to_string(), dir.join("images.txt"));
    let list: [&dyn AsRef<std::ffi::OsStr>; 6] = [&"-list", &"-f", &number, &"-l", &number, &pdf];
    let file = std::fs::File::create(&out).map_err(io)?;
    PDFIMAGES.output(options, name, &tool::arguments(list), Some(file))?;
    std::fs::read_to_string(&out).map_err(io)
}

/// The resolution of a page that is a scan, told by what `pdfimages -list` says of it: that of its finest picture, those
/// left out that are small beside the largest. Of a page with few dots it is twice as much, since tesseract needs letters of
/// some height; none where no picture can be a page.
fn scanned_at(list: &str) -> Option<u32> {
    /// A scan of a page has more dots.
    const FEWEST: u64 = 400 * 400;
    /// Pages with fewer dots down or across are enlarged.
    const FEW: u64 = 1400;
    struct Found {
        width: u64,
        height: u64,
        ppi: u32,
        size: f64,
    }
    let found: Vec<Found> = list
        .lines()
        .filter_map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            // page num type width height color comp bpc enc interp object ID x-ppi y-ppi size ratio
            let [_, _, _, width, height, .., x, y, _, _] = words.as_slice() else { return None };
            let (width, height): (u64, u64) = (width.parse().ok()?, height.parse().ok()?);
            let (x, y): (u32, u32) = (x.parse().ok()?, y.parse().ok()?);
            let size = width as f64 / f64::from(x) * (height as f64 / f64::from(y));
            (x > 0 && y > 0).then_some(Found { width, height, ppi: x.max(y), size })
        })
        .collect();
    let largest = found.iter().map(|found| found.size).fold(0.0, f64::max);
    let whole = found.iter().filter(|found| found.size * 2.0 >= largest);
    let finest = whole.max_by_key(|found| found.ppi).filter(|found| found.width * found.height >= FEWEST)?;
    let small = finest.width.max(finest.height) < FEW;
    Some(if small { finest.ppi * 2 } else { finest.ppi })
}

impl PartialEq for ImageRef {
    fn eq(&self, other: &ImageRef) -> bool {
        (&self.name, self.page, self.is_there()) == (&other.name, other.page, other.is_there())
    }
}

impl fmt::Debug for ImageRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ImageRef")
            .field("name", &self.name)
            .field("page", &self.page)
            .field("is_there", &self.is_there())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::scanned_at;

    /// What `pdfimages -list` says of pages of these images: type, width, height, dots to the inch.
    fn list(images: &[(&str, u32, u32, u32)]) -> String {
        let head = "page   num  type   width height color comp bpc  enc interp  object ID x-ppi y-ppi size ratio\n---\n";
        let line = |(kind, width, height, ppi): &(&str, u32, u32, u32)| {
            format!(
                "   1     0 {kind}    {width}  {height}  gray    1   8  jpeg   no         9  0   {ppi}   {ppi}  620K  14%\n"
            )
        };
        head.to_owned() + &images.iter().map(line).collect::<String>()
    }

    #[test]
    fn pages_are_drawn_as_they_were_scanned() {
        assert_eq!(scanned_at(&list(&[("image", 1679, 2642, 200)])), Some(200));
        // A mask of the print before a coarse background, and a stamp that is finer than both.
        let layers = [("image", 850, 1100, 100), ("stencil", 2550, 3300, 300), ("image", 600, 600, 600)];
        assert_eq!(scanned_at(&list(&layers)), Some(300));
        assert_eq!(scanned_at(&list(&[("image", 612, 792, 72)])), Some(144));
        assert_eq!(scanned_at(&list(&[("image", 120, 80, 150)])), None);
        assert_eq!(scanned_at(""), None);
    }
}
