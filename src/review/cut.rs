//! Cut-outs of the scan: the print around a doubt as the eye sees it, with the cell in it framed.

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

/// Lines of print shown above and below the cell, in heights of a word.
const ABOVE: f32 = 4.5;
/// What is shown beside the text line, in heights of a word.
const BESIDE: f32 = 1.0;
/// No cut-out is wider in the page, in pixels.
const WIDEST: u32 = 1100;
/// The quality of the JPEG that is shown, of 100.
const QUALITY: u8 = 60;
/// Dots to the inch at which the pages of a PDF or DjVu document are drawn.
const DPI: u32 = 200;
/// Pages that are kept unpacked.
const KEPT: usize = 4;
/// No picture has more pixels across or down, none takes more memory.
const LARGEST: u32 = 30_000;
const MEMORY: u64 = 1 << 30;

/// Where a doubt stands on its page: the page by place in the scan, the part of it that is shown, and the cell, in
/// ten-thousandths of the page's width and height (left, top, right, bottom).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cut {
    /// The page, from 0.
    #[serde(rename = "p")]
    pub page: usize,
    /// What is cut out.
    #[serde(rename = "b")]
    pub around: [u16; 4],
    /// The words of the cell.
    #[serde(rename = "f")]
    pub cell: [u16; 4],
    /// The picture as a data URL, where the page is to be read without a server.
    #[serde(rename = "i", skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
}

/// Where `span` stands on the pages of a source; nothing without pictures of them.
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

/// The lines of the text on which a span stands.
fn line(text: &str, span: Span) -> Span {
    let from = text.get(..span.start).and_then(|head| head.rfind('\n')).map_or(0, |at| at + 1);
    let to = text.get(span.end..).and_then(|tail| tail.find('\n')).map_or(text.len(), |at| span.end + at);
    Span::new(from, to)
}

/// Pictures of pages, the last few unpacked.
#[derive(Default)]
pub struct Pictures {
    options: Options,
    kept: VecDeque<(String, Option<Arc<GrayImage>>)>,
}

impl Pictures {
    /// Drawn as `options` say, but for the resolution.
    #[must_use]
    pub fn new(options: &Options) -> Pictures {
        Pictures { options: Options { dpi: DPI, ..options.clone() }, kept: VecDeque::new() }
    }

    /// The part of a page as JPEG; nothing where its picture cannot be read.
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
        // A picture that cannot be read is looked at once.
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
