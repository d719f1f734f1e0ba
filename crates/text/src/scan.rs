//! Scanned pages as one text; every word keeps its place on its page.

use std::sync::Arc;

use scorebook_source::{Area, Document, ImageRef, Lay, Page, Places};

use scorebook_core::text::Span;

/// Pages as one text, separated by form feeds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scan {
    pages: Vec<ScannedPage>,
    words: Vec<ScannedWord>,
}

/// A page of a [`Scan`].
#[derive(Clone, Debug, PartialEq)]
pub struct ScannedPage {
    /// Byte offset of its start in the text.
    pub start: usize,
    /// Its number in the document, from 1.
    pub scanned: u32,
    /// The number printed on it, if known.
    pub printed: Option<String>,
    /// Width and height, in the unit `places`.
    pub size: Option<(u32, u32)>,
    /// The unit of areas.
    pub places: Places,
    /// Its image.
    pub image: Option<ImageRef>,
    /// The file of its words, if the document has several files.
    pub file: Arc<str>,
}

/// A word of a [`Scan`].
#[derive(Clone, Debug, PartialEq)]
pub struct ScannedWord {
    /// Its byte range in the text.
    pub span: Span,
    /// Index of its page in the scan.
    pub page: usize,
    /// Byte offset of the word in the page's file.
    pub original: usize,
    /// Its area on the page.
    pub area: Option<Area>,
    /// The confidence of the OCR, from 0 to 1.
    pub confidence: Option<f32>,
    /// Other readings of the OCR, and their shares, from 0 to 1; 0 where it does not say.
    pub alternatives: Box<[(String, f32)]>,
}

impl Scan {
    /// Adds a page to the scan, and appends its text, laid out according to `lay`, to `text`.
    pub fn push(&mut self, page: &Page, lay: Lay, text: &mut String) {
        if !self.pages.is_empty() {
            text.push('\u{c}');
        }
        let (start, number) = (text.len(), self.pages.len());
        let laid = Document::laid(page, lay);
        text.push_str(&laid.text);
        self.words.extend(laid.words.into_iter().filter_map(|(bytes, place)| {
            let word = page.lines.get(place.line)?.words.get(place.word)?;
            Some(ScannedWord {
                span: Span::new(start + bytes.start, start + bytes.end),
                page: number,
                original: word.span.start,
                area: word.area,
                confidence: word.confidence,
                alternatives: word.readings().into(),
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

    /// The page that contains a byte of the text.
    #[must_use]
    pub fn page(&self, offset: usize) -> Option<&ScannedPage> {
        let after = self.pages.partition_point(|page| page.start <= offset);
        self.pages.get(after.saturating_sub(1))
    }

    /// The words that overlap `span`, in text order.
    #[must_use]
    pub fn words(&self, span: Span) -> &[ScannedWord] {
        let from = self.words.partition_point(|word| word.span.end <= span.start);
        let to = self.words.partition_point(|word| word.span.start < span.end);
        self.words.get(from..to).unwrap_or_default()
    }

    /// The offset in its file of the word at a byte of the text.
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
