//! PAGE XML (<https://github.com/PRImA-Research-Lab/PAGE-XML>), as Transkribus and OCR-D write it.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::{Entry, Opening, Source};
use crate::build::Build;
use crate::form::Form;
use crate::image::ImageRef;
use crate::input::Input;
use crate::note::Notes;
use crate::xml::{Handler, Tag, XmlPages, number};
use crate::{Area, CharBox, Error, Page, Places, Word};

pub const ENTRY: Entry = Entry { form: Form::PageXml, knows: |head| head.is_root("PcGts"), open };

fn open(opening: &Opening<'_>, _: &mut Notes) -> Source {
    let input = opening.input;
    let stream = input.open().map_err(|error| Error::io(&input.name, error))?;
    let handler = PageXml {
        file: input.name.clone(),
        beside: input.clone(),
        page: None,
        ready: None,
        order: HashMap::new(),
        regions: Vec::new(),
        open: Vec::new(),
        unicode: None,
    };
    Ok(Box::new(XmlPages::new(&input.name, stream, handler)))
}

/// What has a place and a text.
#[derive(Default)]
struct PageItem {
    level: Level,
    span: Range<usize>,
    area: Option<Area>,
    /// Its readings, the best first where the file orders them: index, text, share.
    texts: Vec<(u32, String, Option<f32>)>,
    /// What is in it, one level down.
    inside: Vec<PageItem>,
}

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Default, Debug)]
enum Level {
    #[default]
    Region,
    Line,
    Word,
    Glyph,
}

struct PageRegion {
    id: String,
    is_number: bool,
    lines: Vec<PageItem>,
    /// The region's own text, should it have no lines.
    own: PageItem,
}

struct PageXml {
    file: Arc<str>,
    beside: Input,
    page: Option<Page>,
    ready: Option<(Page, Vec<PageRegion>)>,
    /// The place of each region in the reading order.
    order: HashMap<String, usize>,
    regions: Vec<PageRegion>,
    /// The items around, outermost first: lines, words, glyphs; regions by number.
    open: Vec<Open>,
    unicode: Option<String>,
}

enum Open {
    Region(usize),
    Item(PageItem),
}

/// Items nested deeper are no page.
const DEEPEST: usize = 64;

impl Handler for PageXml {
    fn start(&mut self, name: &str, tag: &Tag<'_>, at: Range<usize>) {
        let level = match name {
            "Page" => return self.begin(tag),
            "RegionRefIndexed" | "RegionRef" => {
                if let Some(region) = tag.get("regionRef") {
                    // The groups of the order may be nested; their members follow one another in the file by custom.
                    let next = self.order.len();
                    self.order.entry(region).or_insert(next);
                }
                return;
            }
            "Coords" => {
                let points = tag.get("points").unwrap_or_default();
                return self.place(Area::around(points.split_whitespace().filter_map(point)));
            }
            // Before 2013 each point was an element.
            "Point" => {
                let (x, y) = (tag.get("x"), tag.get("y"));
                let side = |value: Option<String>| value.as_deref().and_then(number);
                return self.place(side(x).zip(side(y)).and_then(|point| Area::around([point])));
            }
            "TextEquiv" => {
                let conf = tag.get("conf").as_deref().and_then(number);
                let index = tag.get("index").and_then(|index| index.trim().parse().ok());
                let item = self.item();
                if let Some(item) = item {
                    let index = index.unwrap_or(item.texts.len() as u32);
                    item.texts.push((index, String::new(), conf));
                }
                return;
            }
            "Unicode" => {
                self.unicode = Some(String::new());
                return;
            }
            "TextLine" => Level::Line,
            "Word" => Level::Word,
            "Glyph" => Level::Glyph,
            _ if name.ends_with("Region") || name == "TableCell" => {
                let id = tag.get("id").unwrap_or_default();
                let is_number = tag.get("type").as_deref() == Some("page-number");
                let own = PageItem { span: at, ..PageItem::default() };
                self.regions.push(PageRegion { id, is_number, lines: Vec::new(), own });
                if self.open.len() < DEEPEST {
                    self.open.push(Open::Region(self.regions.len() - 1));
                }
                return;
            }
            _ => return,
        };
        if self.open.len() < DEEPEST {
            self.open.push(Open::Item(PageItem { level, span: at, ..PageItem::default() }));
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(unicode) = &mut self.unicode {
            unicode.push_str(text);
        }
    }

    fn end(&mut self, name: &str, at: Range<usize>) {
        match name {
            "Unicode" => {
                let said = self.unicode.take().unwrap_or_default();
                if let Some(text) = self.item().and_then(|item| item.texts.last_mut()) {
                    said.trim().clone_into(&mut text.1);
                }
            }
            "Page" => self.end_page(at.end),
            "TextLine" => self.close(Level::Line, at.end),
            "Word" => self.close(Level::Word, at.end),
            "Glyph" => self.close(Level::Glyph, at.end),
            _ if name.ends_with("Region") || name == "TableCell" => self.close(Level::Region, at.end),
            _ => {}
        }
    }

    fn ready(&mut self, notes: &mut Notes) -> Option<Page> {
        let (page, regions) = self.ready.take()?;
        Some(self.whole(page, regions, notes))
    }

    fn finish(&mut self, notes: &mut Notes) -> Option<Page> {
        if self.page.is_some() {
            self.end_page(0);
        }
        self.ready(notes)
    }
}

impl PageXml {
    fn begin(&mut self, tag: &Tag<'_>) {
        let size = |name: &str| tag.get(name).as_deref().and_then(number).map(|side| side.max(0.0) as u32);
        let image = tag.get("imageFilename").filter(|name| !name.is_empty());
        self.page = Some(Page {
            size: size("imageWidth").zip(size("imageHeight")),
            image: image.map(|name| ImageRef::named(&name, Some(&self.beside))),
            ..Page::default()
        });
        self.regions.clear();
        self.order.clear();
        self.open.clear();
    }

    /// The innermost thing that has a text.
    fn item(&mut self) -> Option<&mut PageItem> {
        match self.open.last_mut()? {
            Open::Item(item) => Some(item),
            Open::Region(index) => self.regions.get_mut(*index).map(|region| &mut region.own),
        }
    }

    fn place(&mut self, area: Option<Area>) {
        if let Some(item) = self.item() {
            item.area = match (item.area, area) {
                (Some(a), Some(b)) => Some(a.join(b)),
                (a, b) => a.or(b),
            };
        }
    }

    /// Ends the innermost item of a level, and what is still open in it.
    fn close(&mut self, level: Level, end: usize) {
        let is_it = |open: &Open| match open {
            Open::Region(_) => level == Level::Region,
            Open::Item(item) => item.level == level,
        };
        let Some(index) = self.open.iter().rposition(is_it) else { return };
        while self.open.len() > index {
            let Some(Open::Item(mut item)) = self.open.pop() else { continue };
            item.span.end = end.max(item.span.start);
            item.texts.sort_by_key(|(index, ..)| *index);
            let regions = &mut self.regions;
            match self.open.last_mut() {
                Some(Open::Item(around)) => around.inside.push(item),
                Some(Open::Region(index)) => {
                    if let Some(region) = regions.get_mut(*index) {
                        region.lines.push(item);
                    }
                }
                None => {}
            }
        }
    }

    fn end_page(&mut self, end: usize) {
        self.close(Level::Region, end);
        while !self.open.is_empty() {
            self.close(Level::Region, end);
            self.open.pop();
        }
        let mut regions = std::mem::take(&mut self.regions);
        let order = std::mem::take(&mut self.order);
        if !order.is_empty() {
            // What the order does not name comes last.
            regions.sort_by_key(|region| order.get(&region.id).copied().unwrap_or(usize::MAX));
        }
        if let Some(page) = self.page.take() {
            self.ready = Some((page, regions));
        }
    }

    fn whole(&self, page: Page, regions: Vec<PageRegion>, notes: &mut Notes) -> Page {
        let mut build = Build::new(&self.file, Places::Pixels);
        build.page = Page { file: self.file.clone(), places: Places::Pixels, ..page };
        for region in regions {
            let said = best(&region.own).or_else(|| region.lines.first().and_then(best));
            if region.is_number && build.page.printed.is_none() {
                build.page.printed = said.map(str::to_owned).filter(|said| !said.is_empty());
            }
            if region.lines.is_empty() {
                // No lines: those of its text, one below the other.
                let texts: Vec<&str> = best(&region.own).unwrap_or_default().lines().collect();
                for (index, text) in texts.iter().enumerate() {
                    let area = region.own.area.map(|area| {
                        let step = area.height() / texts.len() as f32;
                        let y0 = area.y0 + index as f32 * step;
                        Area { y0, y1: y0 + step, ..area }
                    });
                    build.line(area);
                    build.shared(text, area, region.own.span.clone(), None);
                }
            }
            for line in region.lines {
                build.line(line.area);
                if line.inside.iter().all(|word| best(word).is_none_or(str::is_empty)) {
                    let confidence = line.texts.first().and_then(|text| text.2);
                    let said = best(&line).unwrap_or_default().to_owned();
                    build.shared(&said, line.area, line.span, confidence);
                } else {
                    for word in line.inside {
                        build.word(self::word(word));
                    }
                }
            }
        }
        build.finish(notes)
    }
}

fn best(item: &PageItem) -> Option<&str> {
    item.texts.first().map(|(_, text, _)| text.as_str())
}

fn word(item: PageItem) -> Word {
    let mut texts = item.texts.into_iter();
    let (_, text, confidence) = texts.next().unwrap_or_default();
    let chars = item.inside.into_iter().map(|glyph| {
        let area = glyph.area;
        let mut texts = glyph.texts.into_iter();
        let (_, text, confidence) = texts.next().unwrap_or_default();
        CharBox { text, area, confidence, alternatives: others(texts) }
    });
    let chars: Vec<CharBox> = chars.collect();
    Word { text, span: item.span, area: item.area, confidence, alternatives: others(texts), chars }
}

fn others(texts: impl Iterator<Item = (u32, String, Option<f32>)>) -> Vec<(String, f32)> {
    texts
        .filter(|(_, text, _)| !text.is_empty())
        .map(|(_, text, share)| (text, share.unwrap_or_default()))
        .collect()
}

fn point(point: &str) -> Option<(f32, f32)> {
    let (x, y) = point.split_once(',')?;
    Some((number(x)?, number(y)?))
}
