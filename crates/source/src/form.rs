//! The formats of documents.

/// The format of a document.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Form {
    /// Plain text, also `_djvu.txt`; form feeds separate pages.
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
    /// Output of `pdftotext -bbox-layout`.
    Poppler,
    /// Response of Google Vision.
    Vision,
    /// Response of Amazon Textract.
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
    /// Another image format that OCR programs support: BMP, GIF, PNM, WebP.
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

    /// Whether it is an image that needs OCR.
    #[must_use]
    pub const fn is_picture(self) -> bool {
        matches!(self, Form::Png | Form::Jpeg | Form::Tiff | Form::Jp2 | Form::Picture)
    }

    /// The richness of a format, for choosing between several of the same page: positions, confidences,
    /// characters.
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
