//! Pictures of pages: where they are, and how they are shown.

use std::fmt;
use std::path::{Component, Path, PathBuf};

use crate::form::Form;
use crate::input::{HEAD, Input};
use crate::tool::{self, DDJVU, PDFTOPPM};
use crate::{Error, Options, sniff};

/// The picture of a page: in a file or a member of an archive, or rendered from a PDF or a DjVu document.
#[derive(Clone)]
pub struct ImageRef {
    /// The name that the form gives it, or the name of the file that it is in.
    pub name: String,
    /// Its place in that file, from 1: of a PDF, a DjVu document, a TIFF picture of several pages.
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

    /// Whether it is at hand.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.input.is_some()
    }

    /// The file that it is in, if that is one of its own, not packed and not in an archive.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.input.as_ref()?.own_path()
    }

    pub(crate) fn input(&self) -> Option<&Input> {
        self.input.as_ref()
    }

    /// The bytes of a picture file of this page, and their form: as they stand for a picture, PNG where they are rendered
    /// (a PDF, a DjVu document).
    ///
    /// # Errors
    /// When it is not at hand, cannot be read, or a program is missing or fails.
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

/// Makes a PNG of a page of a PDF or a DjVu document.
pub(crate) fn render(
    input: &Input,
    form: Form,
    page: u32,
    dir: &Path,
    options: &Options,
) -> Result<PathBuf, Error> {
    let name = &*input.name;
    let path = input.path().map_err(|error| Error::io(name, error))?;
    let (number, dpi) = (page.to_string(), options.dpi.clamp(36, 1200).to_string());
    let to = dir.join("page");
    if form == Form::Pdf {
        let list: [&dyn AsRef<std::ffi::OsStr>; 12] = [
            &"-f",
            &number,
            &"-l",
            &number,
            &"-r",
            &dpi,
            &"-gray",
            &"-png",
            &"-singlefile",
            &"-q",
            &path,
            &to,
        ];
        PDFTOPPM.run(options, name, &tool::arguments(list))?;
        return Ok(to.with_extension("png"));
    }
    // DjVu's own program writes no PNG; a PDF of the one page does as well.
    let pdf = dir.join("page.pdf");
    let which = format!("-page={number}");
    let list: [&dyn AsRef<std::ffi::OsStr>; 4] = [&"-format=pdf", &which, &path, &pdf];
    DDJVU.run(options, name, &tool::arguments(list))?;
    let list: [&dyn AsRef<std::ffi::OsStr>; 8] =
        [&"-r", &dpi, &"-gray", &"-png", &"-singlefile", &"-q", &pdf, &to];
    PDFTOPPM.run(options, name, &tool::arguments(list))?;
    Ok(to.with_extension("png"))
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
