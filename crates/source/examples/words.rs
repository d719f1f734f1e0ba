//! Prints the words of a document with their places, or its text in a layout:
//! `words FILE [--summary] [--text] [--lay grid|blocks|lines] [--psm N,N] [--lang eng]`.

use std::path::Path;
use std::process::ExitCode;

use scorebook_source::{Document, Lay, Options, Page, Pages};

fn main() -> ExitCode {
    let mut options = Options::default();
    let (mut file, mut summary, mut text, mut lay) = (None, false, false, Lay::Grid);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--summary" => summary = true,
            "--text" => text = true,
            "--lay" => {
                text = true;
                lay = match arguments.next().as_deref() {
                    Some("blocks") => Lay::Blocks,
                    Some("lines") => Lay::Lines,
                    _ => Lay::Grid,
                };
            }
            "--psm" => {
                let list = arguments.next().unwrap_or_default();
                options.psm = list.split(',').filter_map(|psm| psm.parse().ok()).collect();
            }
            "--lang" => options.ocr_lang = arguments.next().unwrap_or_default(),
            _ => file = Some(argument),
        }
    }
    let Some(file) = file else {
        eprintln!("usage: words FILE [--summary | --text | --lay LAY] [--psm 3,6] [--lang eng]");
        return ExitCode::from(2);
    };
    let options = options.with_progress(|at| eprintln!("{}: page {}: {}", at.file, at.page, at.doing));
    match run(Path::new(&file), &options, summary, text.then_some(lay)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

#[derive(Default)]
struct Count {
    pages: usize,
    lines: usize,
    words: usize,
    areas: usize,
    sure: usize,
    chars: usize,
    char_areas: usize,
    others: usize,
}

fn run(
    path: &Path,
    options: &Options,
    summary: bool,
    text: Option<Lay>,
) -> Result<(), scorebook_source::Error> {
    let mut pages = Pages::open(path, options)?;
    let mut count = Count::default();
    for page in pages.by_ref() {
        let page = page?;
        count.pages += 1;
        count.lines += page.lines.len();
        for word in page.words() {
            count.words += 1;
            count.areas += usize::from(word.area.is_some());
            count.sure += usize::from(word.confidence.is_some());
            count.chars += word.chars.len();
            count.char_areas += word.chars.iter().filter(|char| char.area.is_some()).count();
            count.others += word.alternatives.len();
            count.others += word.chars.iter().map(|char| char.alternatives.len()).sum::<usize>();
        }
        if let Some(lay) = text {
            println!("{}\n\u{c}", Document::laid(&page, lay).text);
        } else if !summary {
            print(&page);
        }
    }
    if summary {
        println!(
            "{}: {} pages, {} lines, {} words, {} with areas, {} with confidences, {} characters ({} with areas), {} alternatives",
            pages.form.name(),
            count.pages,
            count.lines,
            count.words,
            count.areas,
            count.sure,
            count.chars,
            count.char_areas,
            count.others
        );
    }
    for note in pages.notes() {
        eprintln!("note: {note}");
    }
    Ok(())
}

fn print(page: &Page) {
    let printed = page.printed.as_deref().unwrap_or("-");
    println!("page {} (printed {printed}), {:?} {}", page.scanned, page.size, page.places.name());
    for (number, line) in page.lines.iter().enumerate() {
        for word in &line.words {
            let area = word.area.map_or("-".to_owned(), |area| {
                format!("{:.0},{:.0} {:.0},{:.0}", area.x0, area.y0, area.x1, area.y1)
            });
            let sure = word.confidence.map_or("-".to_owned(), |share| format!("{share:.2}"));
            println!("{}\t{}\t{}\t{area}\t{sure}\t{:?}", page.scanned, number + 1, word.text, word.span);
        }
    }
}
