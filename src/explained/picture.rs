//! The explanation as a picture: boxes over the words of each page, in a colour for what their line was taken for; the page's
//! own picture beneath, where the input has one. SVG; [`head`], [`page`] and [`foot`] make a page of HTML of it.

use std::fmt::Write;

use scorebook_book::taken::Taken;
use scorebook_source::Area;

use super::text::half_move;
use super::{Explained, LineShown, PageShown};

/// Width of a page of the picture.
pub const WIDTH: f32 = 1000.0;
/// Height of the legend.
pub const LEGEND: f32 = 190.0;
/// Height of the smallest letters, as a share of the width of a page.
const SMALLEST: f32 = 0.016;
/// A page is not drawn taller, whatever its input says of its size.
const TALLEST: f32 = 20.0 * WIDTH;
/// Height of the line above a page.
const TITLE: f32 = 30.0;

/// The colour of a line.
fn colour(taken: Taken) -> &'static str {
    match taken {
        Taken::Row => "#2e9e4f",
        Taken::Cells => "#8cc63f",
        Taken::Running => "#00a3a3",
        Taken::Worn => "#d9480f",
        Taken::Note => "#e0a800",
        Taken::Heading => "#1f6fd6",
        Taken::Ending => "#8a3ffc",
        Taken::Furniture => "#8d8d8d",
        Taken::Diagram => "#6b4226",
        Taken::Prose => "#b9b9c9",
        Taken::Scrap => "#d8d8d8",
    }
}

/// The beginning of a page of HTML.
#[must_use]
pub fn head() -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>How the pages were read</title>\n\
         <style>body{{font-family:sans-serif;max-width:1040px;margin:1em auto}}svg{{width:100%;height:auto;display:block}}\n\
         .page{{border:1px solid #999;margin-bottom:2em}}p{{margin:.3em 0}}</style></head><body>\n\
         <h1>How the pages were read</h1>\n{}\n",
        legend_alone()
    )
}

/// The end of a page of HTML.
#[must_use]
pub fn foot() -> &'static str {
    "</body></html>\n"
}

/// The name of a unit and its layout.
#[must_use]
pub fn title(explained: &Explained) -> String {
    let reader = if explained.as_book { ", read as a printed book" } else { "" };
    format!("{}: layout {} ({}){reader}", explained.file, explained.layout.0, explained.layout.1)
}

/// The legend as a picture of its own.
fn legend_alone() -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {LEGEND}\">{}</svg>", legend())
}

/// What the colours mean.
#[must_use]
pub fn legend() -> String {
    let mut out = String::from("<g font-family=\"sans-serif\" font-size=\"13\">");
    for (at, taken) in Taken::ALL.into_iter().enumerate() {
        let y = 14.0 + 14.0 * at as f32;
        let _ = write!(
            out,
            "<rect x=\"8\" y=\"{:.0}\" width=\"22\" height=\"11\" fill=\"{}\" fill-opacity=\"0.5\"/><text x=\"38\" y=\"{y:.0}\">{}: {}</text>",
            y - 10.0,
            colour(taken),
            taken.name(),
            taken.meaning()
        );
    }
    let y = 14.0 + 14.0 * Taken::ALL.len() as f32;
    let _ = write!(
        out,
        "<text x=\"8\" y=\"{y:.0}\">A dark frame: words that became a half-move, its name beside them (italic: guessed). A broken red frame: what looks like a</text>\
         <text x=\"8\" y=\"{:.0}\">move and became none. Point at a box to see why.</text></g>",
        y + 15.0
    );
    out
}

/// A page as SVG elements, `WIDTH` wide, and their height. `image` is the page's own picture as a data URL, `numbers` has the
/// number of each result in the output.
#[must_use]
pub fn page(page: &PageShown, image: Option<&str>, numbers: &[Option<usize>]) -> (String, f32) {
    let (width, height) = page.size;
    let scale = WIDTH / width;
    let tall = if page.placed { (height * scale).min(TALLEST) } else { height * scale };
    let mut out = String::new();
    let mut top = 0.0;
    for (at, said) in page.name.iter().chain(&page.parts).enumerate() {
        top = TITLE + 16.0 * at as f32;
        let _ = write!(
            out,
            "<text x=\"8\" y=\"{:.0}\" font-family=\"sans-serif\" font-size=\"13\">{}</text>",
            top - 10.0,
            escaped(said)
        );
    }
    let _ = write!(
        out,
        "<svg x=\"0\" y=\"{top:.0}\" width=\"{WIDTH}\" height=\"{tall:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" preserveAspectRatio=\"none\">\
         <rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#fffdf7\"/>"
    );
    if let Some(image) = image {
        let _ = write!(
            out,
            "<image width=\"{width:.0}\" height=\"{height:.0}\" preserveAspectRatio=\"none\" href=\"{image}\"/>"
        );
    }
    for shown in &page.lines {
        line(shown, image.is_some(), width * SMALLEST, numbers, &mut out);
    }
    out.push_str("</svg>");
    (out, top + tall)
}

/// `least` is the height of the smallest letters.
fn line(line: &LineShown, has_image: bool, least: f32, numbers: &[Option<usize>], out: &mut String) {
    let fill = colour(line.taken);
    let _ =
        write!(out, "<g><title>line {}: {}; {}</title>", line.line, line.taken.name(), escaped(&line.why));
    for word in &line.words {
        rect(word.area, &format!("fill=\"{fill}\" fill-opacity=\"0.35\""), out);
        if !has_image {
            write_in(&word.text, word.area, 0.0, "", out);
        }
    }
    out.push_str("</g>");
    for one in line.moves.iter().filter(|one| one.words.area != Area::default()) {
        let _ = write!(
            out,
            "<g><title>{}; line: {}</title>",
            escaped(&half_move(one, numbers)),
            escaped(&line.why)
        );
        let area = one.words.area;
        let wide = area.height() * 0.08;
        rect(
            area,
            &format!("fill=\"{fill}\" fill-opacity=\"0.15\" stroke=\"#123\" stroke-width=\"{wide:.1}\""),
            out,
        );
        let style = if one.guessed { "font-style=\"italic\" fill=\"#a00\"" } else { "fill=\"#103a8a\"" };
        let high = (area.height() * 0.5).max(least);
        let low = area.y1 + high * 0.4;
        let name = Area { y0: low - high, y1: low, ..area };
        write_in(&one.san, name, area.width(), style, out);
        out.push_str("</g>");
    }
    for word in &line.unread {
        let _ = write!(out, "<g><title>unread: {}</title>", escaped(&word.text));
        let wide = word.area.height() * 0.1;
        let dash = word.area.height() * 0.3;
        rect(
            word.area,
            &format!(
                "fill=\"none\" stroke=\"#c00\" stroke-width=\"{wide:.1}\" stroke-dasharray=\"{dash:.0}\""
            ),
            out,
        );
        out.push_str("</g>");
    }
}

fn rect(area: Area, style: &str, out: &mut String) {
    let _ = write!(
        out,
        "<rect x=\"{:.0}\" y=\"{:.0}\" width=\"{:.0}\" height=\"{:.0}\" {style}/>",
        area.x0,
        area.y0,
        area.width().max(1.0),
        area.height().max(1.0)
    );
}

/// Text in an area, or `right` of its left edge: as wide as the area where it stands in it.
fn write_in(text: &str, area: Area, right: f32, style: &str, out: &mut String) {
    let size = area.height() * 0.8;
    let fit = match right {
        right if right > 0.0 => String::new(),
        _ => format!("textLength=\"{:.0}\" lengthAdjust=\"spacingAndGlyphs\"", area.width().max(1.0)),
    };
    let _ = write!(
        out,
        "<text x=\"{:.0}\" y=\"{:.0}\" font-family=\"monospace\" font-size=\"{size:.1}\" xml:space=\"preserve\" {fit} {style}>{}</text>",
        area.x0 + right,
        area.y1 - area.height() * 0.2,
        escaped(text)
    );
}

/// Text inside XML: no character of it is markup, and none is one that XML forbids.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => out.push(' '),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
