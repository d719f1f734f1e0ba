//! Pictures of pages: PNG, JPEG, TIFF, JPEG 2000, and what else an OCR program takes.

use std::io::{self, SeekFrom};
use std::sync::Arc;

use super::{Entry, Opening, Source};
use crate::document::PageSource;
use crate::form::Form;
use crate::image::ImageRef;
use crate::input::Input;
use crate::note::Notes;
use crate::ocr::{WithPictures, pages_of};
use crate::sniff::Head;
use crate::{Error, Page};

const fn entry(
    form: Form,
    knows: fn(&Head<'_>) -> bool,
    open: fn(&Opening<'_>, &mut Notes) -> Source,
) -> Entry {
    Entry { form, knows, open }
}

pub const PNG: Entry = entry(Form::Png, |head| head.starts(b"\x89PNG\r\n\x1a\n"), |o, _| open(o, Form::Png));
pub const JPEG: Entry = entry(Form::Jpeg, |head| head.starts(b"\xff\xd8\xff"), |o, _| open(o, Form::Jpeg));
pub const TIFF: Entry = entry(
    Form::Tiff,
    |head| [b"II*\0", b"MM\0*", b"II+\0", b"MM\0+"].iter().any(|magic| head.starts(*magic)),
    |o, _| open(o, Form::Tiff),
);
pub const JP2: Entry = entry(
    Form::Jp2,
    |head| head.starts(b"\0\0\0\x0cjP  \r\n") || head.starts(b"\xff\x4f\xff\x51"),
    |o, _| open(o, Form::Jp2),
);
pub const OTHER: Entry = entry(
    Form::Picture,
    |head| {
        let pnm = matches!(head.bytes, [b'P', b'1'..=b'6', blank, ..] if blank.is_ascii_whitespace())
            && head.bytes.get(3).is_some_and(|next| next.is_ascii_digit() || *next == b'#');
        let webp = head.starts(b"RIFF") && head.bytes.get(8..12) == Some(b"WEBP");
        let bmp = head.starts(b"BM") && head.bytes.get(6..10) == Some(&[0; 4]);
        pnm || webp || bmp || head.starts(b"GIF8")
    },
    |o, _| open(o, Form::Picture),
);

fn open(opening: &Opening<'_>, form: Form) -> Source {
    let count = pages_of(opening.input, form);
    let input = opening.input.clone();
    let name = input.name.to_string();
    let inner = Box::new(Pictures { file: input.name.clone(), input, count, given: 0 });
    let options = opening.options.clone();
    Ok(Box::new(WithPictures { inner, name, options, count: Some(count), state: Default::default() }))
}

/// Pages that have nothing but a picture.
struct Pictures {
    file: Arc<str>,
    input: Input,
    count: u32,
    given: u32,
}

impl PageSource for Pictures {
    fn next(&mut self, _: &mut Notes) -> Option<Result<Page, Error>> {
        if self.given == self.count {
            return None;
        }
        self.given += 1;
        let image = Some(ImageRef::of(&self.input, self.given));
        Some(Ok(Page { image, file: self.file.clone(), ..Page::default() }))
    }
}

/// No picture has more pages.
const MOST_PAGES: u32 = 10_000;

/// How many pages a TIFF picture has: the length of its chain of directories.
pub(crate) fn tiff_pages(input: &Input) -> io::Result<u32> {
    let mut file = input.seekable()?;
    let mut head = [0; 16];
    file.read_exact(&mut head[..8])?;
    let big_endian = head[0] == b'M';
    let number = |bytes: &[u8]| {
        let fold = |sum: u64, byte: &u8| sum << 8 | u64::from(*byte);
        if big_endian { bytes.iter().fold(0, fold) } else { bytes.iter().rev().fold(0, fold) }
    };
    // BigTIFF has longer offsets.
    let is_big = number(&head[2..4]) == 43;
    let (width, count_width, entry) = if is_big { (8, 8, 20) } else { (4, 2, 12) };
    let mut next = if is_big {
        file.read_exact(&mut head[8..])?;
        number(&head[8..])
    } else {
        number(&head[4..8])
    };
    let mut pages = 0;
    let mut field = [0; 8];
    while next != 0 && pages < MOST_PAGES {
        pages += 1;
        file.seek(SeekFrom::Start(next))?;
        file.read_exact(&mut field[..count_width])?;
        let entries = number(&field[..count_width]).min(1 << 16);
        file.seek(SeekFrom::Current((entries * entry) as i64))?;
        if file.read_exact(&mut field[..width]).is_err() {
            break;
        }
        next = number(&field[..width]);
    }
    Ok(pages.max(1))
}
