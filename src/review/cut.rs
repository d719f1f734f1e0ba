//! Cuts pictures of a doubt out of the scanned page, with its cell marked.

use std::collections::VecDeque;
use std::io::Cursor;
use std::sync::Arc;

use base64::{Engine, engine::general_purpose::STANDARD};
use image::codecs::jpeg::JpegEncoder;
use image::imageops::{self, FilterType};
use image::{GrayImage, ImageReader, Limits};
use scorebook_source::{Area, ImageRef, Options, Places};
use serde::Serialize;

use crate::text::{Scan, Source, Span};

/// Height shown above and below the cell, in word heights.
const ABOVE: f32 = 6.0;
/// Width shown beside the text line, in word heights.
const BESIDE: f32 = 1.0;
/// Greatest width of a picture, in pixels.
const WIDEST: u32 = 1100;
/// JPEG quality, from 1 to 100.
const QUALITY: u8 = 60;
/// Resolution in dots per inch at which pages of a PDF or DjVu document are rendered.
const DPI: u32 = 200;
/// Number of decoded pages that are cached.
const KEPT: usize = 4;
/// Greatest width and height of a page image, in pixels; limits memory.
const LARGEST: u32 = 30_000;
const MEMORY: u64 = 400 << 20;

/// The place of a doubt on its page: page index, the part that is shown, and the cell, in ten-thousandths of
/// the page's width and height (left, top, right, bottom).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cut {
    /// The page, from 0.
    #[serde(rename = "p")]
    pub page: usize,
    /// The part that is shown.
    #[serde(rename = "b")]
    pub around: [u16; 4],
    /// The cell.
    #[serde(rename = "f")]
    pub cell: [u16; 4],
    /// The picture as a data URL, if the page is used without a server.
    #[serde(rename = "i", skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
}

/// The places of `span` on the pages of a source; empty if there are no page images.
#[must_use]
pub fn cut(source: &Source, span: Span) -> Option<Cut> {
    let scan = source.scan()?;
    let words = scan.words(span);
    let page_at = words.first()?.page;
    let page = scan.pages().get(page_at)?;
    page.image.as_ref().filter(|image| image.is_there())?;
    let (width, height) = page.size.filter(|(width, height)| *width > 0 && *height > 0)?;
    let (width, height) = match page.places {
        Places::Share => (10_000.0, 10_000.0),
        Places::None | Places::Characters => return None,
        _ => (width as f32, height as f32),
    };
    let area = |words: &[crate::text::ScannedWord]| {
        words.iter().filter(|word| word.page == page_at).filter_map(|word| word.area).reduce(Area::join)
    };
    let cell = area(words)?;
    let line = area(scan.words(line(source.text(), span)))?.join(cell);
    let one =
        words.iter().filter_map(|word| word.area).map(|area| area.height()).fold(0.0, f32::max).max(1.0);
    let wide = Area {
        x0: line.x0 - one * BESIDE,
        y0: cell.y0 - one * ABOVE,
        x1: line.x1 + one * BESIDE,
        y1: cell.y1 + one * ABOVE,
    };
    let share = |area: Area| {
        [area.x0 / width, area.y0 / height, area.x1 / width, area.y1 / height]
            .map(|edge| (edge.clamp(0.0, 1.0) * 10_000.0).round() as u16)
    };
    Some(Cut { page: page_at, around: share(wide), cell: share(cell), image: None })
}

/// The span extended to whole lines of text.
fn line(text: &str, span: Span) -> Span {
    let from = text.get(..span.start).and_then(|head| head.rfind('\n')).map_or(0, |at| at + 1);
    let to = text.get(span.end..).and_then(|tail| tail.find('\n')).map_or(text.len(), |at| span.end + at);
    Span::new(from, to)
}

/// Images of pages; the last few stay decoded.
#[derive(Default)]
pub struct Pictures {
    options: Options,
    kept: VecDeque<(String, Option<Arc<GrayImage>>)>,
}

impl Pictures {
    /// An empty cache that renders pages with these options, except for the resolution.
    #[must_use]
    pub fn new(options: &Options) -> Pictures {
        Pictures { options: Options { dpi: DPI, ..options.clone() }, kept: VecDeque::new() }
    }

    /// A part of a page as JPEG; `None` if its image cannot be read.
    pub fn jpeg(&mut self, scan: &Scan, page: usize, part: [u16; 4]) -> Option<Vec<u8>> {
        let image = scan.pages().get(page)?.image.as_ref()?;
        let whole = self.page(image)?;
        let pixel = |share: u16, of: u32| (f64::from(share) / 10_000.0 * f64::from(of)) as u32;
        let [x0, y0, x1, y1] = part;
        let (left, top) = (pixel(x0, whole.width()), pixel(y0, whole.height()));
        let width = pixel(x1, whole.width()).saturating_sub(left).min(whole.width() - left);
        let height = pixel(y1, whole.height()).saturating_sub(top).min(whole.height() - top);
        if width == 0 || height == 0 {
            return None;
        }
        let mut part = imageops::crop_imm(&*whole, left, top, width, height).to_image();
        if width > WIDEST {
            let height = (u64::from(height) * u64::from(WIDEST) / u64::from(width)).max(1) as u32;
            part = imageops::resize(&part, WIDEST, height, FilterType::Triangle);
        }
        let mut out = Vec::new();
        JpegEncoder::new_with_quality(&mut out, QUALITY).encode_image(&part).ok()?;
        Some(out)
    }

    /// As [`Pictures::jpeg`], as a data URL.
    pub fn url(&mut self, scan: &Scan, page: usize, part: [u16; 4]) -> Option<String> {
        let bytes = self.jpeg(scan, page, part)?;
        Some(format!("data:image/jpeg;base64,{}", STANDARD.encode(bytes)))
    }

    fn page(&mut self, image: &ImageRef) -> Option<Arc<GrayImage>> {
        let key = format!("{}\0{}", image.name, image.page);
        if let Some((_, known)) = self.kept.iter().find(|(name, _)| *name == key) {
            return known.clone();
        }
        // Do not try again to read an image that cannot be read.
        let read = self.read(image).map(Arc::new);
        if self.kept.len() >= KEPT {
            self.kept.pop_front();
        }
        self.kept.push_back((key, read.clone()));
        read
    }

    fn read(&self, image: &ImageRef) -> Option<GrayImage> {
        let (_, bytes) = image.bytes(&self.options).ok()?;
        let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
        let mut limits = Limits::default();
        limits.max_image_width = Some(LARGEST);
        limits.max_image_height = Some(LARGEST);
        limits.max_alloc = Some(MEMORY);
        reader.limits(limits);
        Some(reader.decode().ok()?.into_luma8())
    }
}
