//! Scanned pages as one text, and the way from the text back to the pages: every word keeps its place on its page.

use std::sync::Arc;

use scorebook_source::{Area, Document, ImageRef, Lay, Page, Places};

use scorebook_core::text::Span;

/// Pages as one text. A form feed parts the pages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scan {
    pages: Vec<ScannedPage>,
    words: Vec<ScannedWord>,
}

/// A page of a [`Scan`].
#[derive(Clone, Debug, PartialEq)]
pub struct ScannedPage {
    /// The byte of the text at which it begins.
    pub start: usize,
    /// Its place in the document, from 1.
    pub scanned: u32,
    /// The number printed on it, where that is known.
    pub printed: Option<String>,
    /// Width and height, in the unit of `places`.
    pub size: Option<(u32, u32)>,
    /// In what areas are measured.
    pub places: Places,
    /// Its picture.
    pub image: Option<ImageRef>,
    /// The file that its words come from, where it is one of several.
    pub file: Arc<str>,
}

/// A word of a [`Scan`].
#[derive(Clone, Debug, PartialEq)]
pub struct ScannedWord {
    /// Where it stands in the text.
    pub span: Span,
    /// Its page, by place in the scan.
    pub page: usize,
    /// The byte of the page's file at which it is said.
    pub original: usize,
    /// Where it stands on the page.
    pub area: Option<Area>,
    /// How sure its reader was of it, from 0 to 1.
    pub confidence: Option<f32>,
}

impl Scan {
    /// Adds a page to the scan, and what it says, laid out as `lay` says, to `text`.
    pub fn push(&mut self, page: &Page, lay: Lay, text: &mut String) {
        if !self.pages.is_empty() {
            text.push('\u{c}');
        }
        let (start, number) = (text.len(), self.pages.len());
        let laid = Document::laid(page, lay);
        text.push_str(&laid.text);
        self.words.extend(laid.words.into_iter().filter_map(|(at, place)| {
            let word = page.lines.get(place.line)?.words.get(place.word)?;
            Some(ScannedWord {
                span: Span::new(start + at, start + at + word.text.len()),
                page: number,
                original: word.span.start,
                area: word.area,
                confidence: word.confidence,
            })
        }));
        self.pages.push(ScannedPage {
            start,
            scanned: page.scanned,
            printed: page.printed.clone(),
            size: page.size,
            places: page.places,
            image: page.image.clone(),
            file: page.file.clone(),
        });
    }

    /// The pages, in order.
    #[must_use]
    pub fn pages(&self) -> &[ScannedPage] {
        &self.pages
    }

    /// The page that a byte of the text stands on.
    #[must_use]
    pub fn page(&self, offset: usize) -> Option<&ScannedPage> {
        let after = self.pages.partition_point(|page| page.start <= offset);
        self.pages.get(after.saturating_sub(1))
    }

    /// The words of which some part stands in `span`, in the order of the text.
    #[must_use]
    pub fn words(&self, span: Span) -> &[ScannedWord] {
        let from = self.words.partition_point(|word| word.span.end <= span.start);
        let to = self.words.partition_point(|word| word.span.start < span.end);
        self.words.get(from..to).unwrap_or_default()
    }

    /// The byte of its file at which the word at a byte of the text begins.
    pub(crate) fn original(&self, offset: usize) -> usize {
        let at = self.words.partition_point(|word| word.span.start <= offset).saturating_sub(1);
        self.words.get(at).map_or(0, |word| word.original)
    }

    /// Sets the printed numbers of the pages, by their order.
    pub fn set_printed(&mut self, numbers: Vec<Option<String>>) {
        for (page, number) in self.pages.iter_mut().zip(numbers) {
            page.printed = number.or(page.printed.take());
        }
    }
}
