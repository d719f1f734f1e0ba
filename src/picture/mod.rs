//! Pictures of positions: SVG, and PNG rendered from it. No fonts or files are needed.

mod glyphs;
pub mod pieces;
pub mod ruled;

use std::fmt::Write;

use shakmaty::{Board, Color, File, Rank, Square};

/// A position to draw.
#[derive(Clone, Debug)]
pub struct Picture<'b> {
    /// The pieces.
    pub board: &'b Board,
    /// The squares of the last move.
    pub last: Option<(Square, Square)>,
    /// Ways over the board, each from the first square to the second.
    pub arrows: &'b [(Square, Square)],
    /// The side at the bottom.
    pub below: Color,
    /// Whether to draw the names of files and ranks.
    pub coordinates: bool,
    /// For black ink: hatched dark squares, no colours.
    pub ink: bool,
    /// The text alternative, for people who cannot see the picture.
    pub title: &'b str,
}

const SQUARE: u32 = 100;
const MARGIN: u32 = 44;
const EDGE: u32 = 6;

impl Picture<'_> {
    /// The picture as a complete SVG document with this width in pixels.
    #[must_use]
    pub fn svg(&self, width: u32) -> String {
        let margin = if self.coordinates { MARGIN } else { 0 };
        let side = 8 * SQUARE + 2 * EDGE + margin;
        let (x0, y0) = (margin + EDGE, EDGE);
        let mut out = String::new();
        let title = escaped(self.title);
        let _ = write!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="{width}" height="{width}" role="img"><title>{title}</title>"#
        );
        out.push_str("<defs>");
        let mut drawn: Vec<shakmaty::Piece> =
            self.board.clone().into_iter().map(|(_, piece)| piece).collect();
        drawn.sort_by_key(|piece| (piece.color.is_black(), piece.role));
        drawn.dedup();
        drawn.into_iter().for_each(|piece| out.push_str(&pieces::symbol(piece)));
        let (light, dark, frame) =
            if self.ink { ("#ffffff", "url(#hatch)", "#000000") } else { ("#f4ead5", "#b88b62", "#4a3626") };
        if self.ink {
            out.push_str(
                r##"<pattern id="hatch" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="12" height="12" fill="#ffffff"/><rect width="3" height="12" fill="#555555"/></pattern>"##,
            );
        }
        out.push_str("</defs>");
        let _ = write!(out, r##"<rect width="{side}" height="{side}" fill="#ffffff"/>"##);
        let whole = 8 * SQUARE;
        let _ = write!(out, r#"<rect x="{x0}" y="{y0}" width="{whole}" height="{whole}" fill="{light}"/>"#);
        let _ = write!(out, r#"<path fill="{dark}" d=""#);
        for square in Square::ALL.into_iter().filter(|square| square.is_dark()) {
            let (x, y) = self.place(square, x0, y0);
            let _ = write!(out, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z");
        }
        out.push_str(r#""/>"#);
        for square in self.last.into_iter().flat_map(|(from, to)| [from, to]) {
            let (x, y) = self.place(square, x0, y0);
            if self.ink {
                let (x, y, inner) = (x + 5, y + 5, SQUARE - 10);
                let _ = write!(
                    out,
                    r##"<rect x="{x}" y="{y}" width="{inner}" height="{inner}" fill="none" stroke="#000000" stroke-width="5"/>"##
                );
            } else {
                let _ = write!(
                    out,
                    r##"<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" fill="#f2c230" fill-opacity="0.6"/>"##
                );
            }
        }
        for (square, piece) in self.board.clone() {
            let (x, y) = self.place(square, x0, y0);
            let id = pieces::id(piece);
            let _ =
                write!(out, r##"<use href="#{id}" x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}"/>"##);
        }
        for &(from, to) in self.arrows {
            self.arrow(&mut out, from, to, x0, y0);
        }
        let (fx, fy, framed) = (x0 - EDGE / 2, y0 - EDGE / 2, whole + EDGE);
        let _ = write!(
            out,
            r#"<rect x="{fx}" y="{fy}" width="{framed}" height="{framed}" fill="none" stroke="{frame}" stroke-width="{EDGE}"/>"#
        );
        if self.coordinates {
            self.name_squares(&mut out, x0, y0);
        }
        out.push_str("</svg>\n");
        out
    }

    /// A line from the middle of a square to that of another, with a head.
    fn arrow(&self, out: &mut String, from: Square, to: Square, x0: u32, y0: u32) {
        let middle = |square| {
            let (x, y) = self.place(square, x0, y0);
            (f64::from(x + SQUARE / 2), f64::from(y + SQUARE / 2))
        };
        let ((x1, y1), (x2, y2)) = (middle(from), middle(to));
        let length = (x2 - x1).hypot(y2 - y1);
        if length == 0.0 {
            return;
        }
        let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
        // The shaft ends where the head begins.
        let (head, wide) = (34.0, 17.0);
        let (bx, by) = (x2 - dx * head, y2 - dy * head);
        let (lx, ly, rx, ry) = (bx - dy * wide, by + dx * wide, bx + dy * wide, by - dx * wide);
        let color = if self.ink { "#000000" } else { "#b3261e" };
        let _ = write!(
            out,
            r##"<path d="M{x1:.0} {y1:.0}L{bx:.0} {by:.0}" stroke="{color}" stroke-width="12" stroke-linecap="round" stroke-opacity="0.8" fill="none"/><path d="M{x2:.0} {y2:.0}L{lx:.0} {ly:.0}L{rx:.0} {ry:.0}z" fill="{color}" fill-opacity="0.8"/>"##
        );
    }

    fn name_squares(&self, out: &mut String, x0: u32, y0: u32) {
        let mut put = |c: char, x: u32, y: u32| {
            let strokes = glyphs::strokes(c);
            let _ = write!(
                out,
                r##"<path transform="translate({x} {y}) scale(1.7)" d="{strokes}" fill="none" stroke="#3f3a36" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>"##
            );
        };
        for file in File::ALL {
            let (x, _) = self.place(Square::from_coords(file, Rank::First), x0, y0);
            put(file.char(), x + SQUARE / 2 - 8, y0 + 8 * SQUARE + 10);
        }
        for rank in Rank::ALL {
            let (_, y) = self.place(Square::from_coords(File::A, rank), x0, y0);
            put(rank.char(), 14, y + SQUARE / 2 - 12);
        }
    }

    /// The upper left corner of a square.
    fn place(&self, square: Square, x0: u32, y0: u32) -> (u32, u32) {
        let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
        let (column, row) = self.below.fold_wb((file, 7 - rank), (7 - file, rank));
        (x0 + column * SQUARE, y0 + row * SQUARE)
    }

    /// The picture as a PNG of `width` pixels.
    ///
    /// # Errors
    /// If the width is 0 or too large, or if this build lacks the feature `pictures`.
    pub fn png(&self, width: u32) -> Result<Vec<u8>, String> {
        png(&self.svg(width), width, width)
    }
}

/// Renders SVG as PNG.
#[cfg(feature = "pictures")]
fn png(svg: &str, width: u32, height: u32) -> Result<Vec<u8>, String> {
    let options = resvg::usvg::Options::default();
    let tree = resvg::usvg::Tree::from_str(svg, &options).map_err(|error| error.to_string())?;
    let mut pixels = resvg::tiny_skia::Pixmap::new(width, height)
        .ok_or_else(|| format!("no picture is {width} pixels wide and {height} high"))?;
    resvg::render(&tree, resvg::tiny_skia::Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| error.to_string())
}

/// The error of a build without the feature.
#[cfg(not(feature = "pictures"))]
fn png(_svg: &str, _width: u32, _height: u32) -> Result<Vec<u8>, String> {
    Err("built without the feature `pictures`, scorebook writes pictures as .svg only".to_owned())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
