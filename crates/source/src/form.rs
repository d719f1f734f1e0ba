//! The forms of documents.

/// What a document is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Form {
    /// Plain text, also `_djvu.txt`; form feeds part its pages.
    Text,
    /// hOCR, also `_hocr.html` and `_chocr.html.gz`.
    Hocr,
    /// ALTO XML 2 to 4.
    Alto,
    /// PAGE XML.
    PageXml,
    /// FineReader's XML 6 to 10, also `_abbyy.gz`.
    Abbyy,
    /// DjVu XML, also `_djvu.xml`.
    DjvuXml,
    /// What `pdftotext -bbox-layout` writes.
    Poppler,
    /// The answer of Google Vision.
    Vision,
    /// The answer of Amazon Textract.
    Textract,
    /// PDF.
    Pdf,
    /// A DjVu document.
    Djvu,
    /// A PNG picture.
    Png,
    /// A JPEG picture.
    Jpeg,
    /// A TIFF picture, of one page or more.
    Tiff,
    /// A JPEG 2000 picture.
    Jp2,
    /// Another picture that OCR programs take: BMP, GIF, PNM, WebP.
    Picture,
    /// A IIIF manifest.
    Iiif,
    /// A zip archive of pages.
    Zip,
    /// A tar archive of pages.
    Tar,
    /// A directory of pages.
    Directory,
}

impl Form {
    /// Its name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Form::Text => "plain text",
            Form::Hocr => "hOCR",
            Form::Alto => "ALTO XML",
            Form::PageXml => "PAGE XML",
            Form::Abbyy => "FineReader XML",
            Form::DjvuXml => "DjVu XML",
            Form::Poppler => "pdftotext's XHTML",
            Form::Vision => "Google Vision JSON",
            Form::Textract => "Textract JSON",
            Form::Pdf => "PDF",
            Form::Djvu => "DjVu",
            Form::Png => "a PNG picture",
            Form::Jpeg => "a JPEG picture",
            Form::Tiff => "a TIFF picture",
            Form::Jp2 => "a JPEG 2000 picture",
            Form::Picture => "a picture",
            Form::Iiif => "a IIIF manifest",
            Form::Zip => "a zip archive",
            Form::Tar => "a tar archive",
            Form::Directory => "a directory",
        }
    }

    /// Whether it is a picture that must be recognised to be read.
    #[must_use]
    pub const fn is_picture(self) -> bool {
        matches!(self, Form::Png | Form::Jpeg | Form::Tiff | Form::Jp2 | Form::Picture)
    }

    /// How much a form tells, for a choice between several of the same page: places, confidences, characters count.
    pub(crate) const fn riches(self) -> u8 {
        match self {
            Form::Abbyy => 9,
            Form::Hocr => 8,
            Form::Vision => 7,
            Form::PageXml | Form::Alto => 6,
            Form::Textract | Form::DjvuXml => 5,
            Form::Pdf | Form::Djvu | Form::Poppler => 4,
            Form::Text => 2,
            Form::Png | Form::Jpeg | Form::Tiff | Form::Jp2 | Form::Picture => 1,
            Form::Iiif | Form::Zip | Form::Tar | Form::Directory => 0,
        }
    }
}
