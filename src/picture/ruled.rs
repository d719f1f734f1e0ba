//! Pictures of variants: boards of up to 16 × 16 squares or points, with holes, rivers, palaces and pieces in
//! hand.
//!
//! Chess pieces have drawings; every other piece is a disc with its letter, and `+` if it is promoted.

use std::fmt::Write;

use scorebook_variants::{Base, Man, PieceKind, Position, Region, Side, Square};
use shakmaty::{Color, Piece, Role};

use super::{EDGE, MARGIN, SQUARE, escaped, glyphs, pieces, png};

/// A position of a variant to draw.
#[derive(Clone, Debug)]
pub struct RuledPicture<'p> {
    /// The position.
    pub position: &'p Position<'p>,
    /// The squares of the last move.
    pub last: Option<(Square, Square)>,
    /// Whether Black's side is at the bottom.
    pub flip: bool,
    /// Whether to draw the names of files and ranks.
    pub coordinates: bool,
    /// For black ink: hatched dark squares, no colours.
    pub ink: bool,
    /// The text alternative, for people who cannot see the picture.
    pub title: &'p str,
}

/// Height of a row of pieces in hand.
const HAND: u32 = 84;

/// The geometry of the picture.
struct Frame {
    files: u32,
    ranks: u32,
    /// Upper left corner of the board.
    x0: u32,
    y0: u32,
    width: u32,
    height: u32,
    /// Whether pieces are placed on intersections of lines.
    points: bool,
    hands: bool,
}

impl RuledPicture<'_> {
    fn frame(&self) -> Frame {
        let rules = self.position.rules();
        let (files, ranks) = (u32::from(rules.board.files), u32::from(rules.board.ranks));
        let hands = rules.drops.enabled
            || rules.gating
            || [Side::White, Side::Black].into_iter().any(|side| self.position.hand_size(side) > 0);
        let (margin, hand) = (if self.coordinates { MARGIN } else { 0 }, if hands { HAND } else { 0 });
        // Two-digit ranks need more room.
        let left = if ranks > 9 && self.coordinates { margin + 16 } else { margin };
        Frame {
            files,
            ranks,
            x0: left + EDGE,
            y0: EDGE + hand,
            width: files * SQUARE + 2 * EDGE + left,
            height: ranks * SQUARE + 2 * EDGE + margin + 2 * hand,
            points: !self.palace(Side::White).is_empty(),
            hands,
        }
    }

    /// The squares that a side's king may not leave (its palace); empty if there are none.
    fn palace(&self, side: Side) -> Region {
        let king = self.position.rules().piece(PieceKind::KING);
        king.and_then(|king| king.mobility[side as usize]).unwrap_or_default()
    }

    /// The upper left corner of a square.
    fn place(&self, frame: &Frame, square: Square) -> (u32, u32) {
        let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
        let (file, row) =
            if self.flip { (frame.files - 1 - file, rank) } else { (file, frame.ranks - 1 - rank) };
        (frame.x0 + file * SQUARE, frame.y0 + row * SQUARE)
    }

    /// The centre of a square.
    fn middle(&self, frame: &Frame, square: Square) -> (u32, u32) {
        let (x, y) = self.place(frame, square);
        (x + SQUARE / 2, y + SQUARE / 2)
    }

    /// The picture as a complete SVG document with this width in pixels.
    #[must_use]
    pub fn svg(&self, width: u32) -> String {
        let frame = self.frame();
        let mut out = String::new();
        let (w, h, height) = (frame.width, frame.height, self.height(width));
        let title = escaped(self.title);
        let _ = write!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{width}" height="{height}" role="img"><title>{title}</title><defs>"#
        );
        for color in Color::ALL {
            Role::ALL.into_iter().for_each(|role| out.push_str(&pieces::symbol(Piece { color, role })));
        }
        if self.ink {
            out.push_str(
                r##"<pattern id="hatch" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="12" height="12" fill="#ffffff"/><rect width="3" height="12" fill="#555555"/></pattern>"##,
            );
        }
        let _ = write!(out, r##"</defs><rect width="{w}" height="{h}" fill="#ffffff"/>"##);
        match frame.points {
            true => self.lines(&frame, &mut out),
            false => self.squares(&frame, &mut out),
        }
        for square in self.last.into_iter().flat_map(|(from, to)| [from, to]) {
            let (x, y) = self.place(&frame, square);
            let _ = match self.ink {
                true => write!(
                    out,
                    r##"<rect x="{}" y="{}" width="90" height="90" fill="none" stroke="#000000" stroke-width="5"/>"##,
                    x + 5,
                    y + 5
                ),
                false => write!(
                    out,
                    r##"<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" fill="#f2c230" fill-opacity="0.6"/>"##
                ),
            };
        }
        for side in [Side::White, Side::Black] {
            for square in self.position.men_of(side).iter() {
                if let Some(man) = self.position.man(square) {
                    let (x, y) = self.place(&frame, square);
                    self.man(man, x, y, 1.0, &mut out);
                }
            }
        }
        if frame.hands {
            self.hand(&frame, Side::White, &mut out);
            self.hand(&frame, Side::Black, &mut out);
        }
        if self.coordinates {
            self.name_squares(&frame, &mut out);
        }
        out.push_str("</svg>\n");
        out
    }

    /// The board as squares; holes are left out.
    fn squares(&self, frame: &Frame, out: &mut String) {
        let (light, dark, edge) =
            if self.ink { ("#ffffff", "url(#hatch)", "#000000") } else { ("#f4ead5", "#b88b62", "#4a3626") };
        let rules = self.position.rules();
        let holes = self.position.holes();
        let mut paths = [String::new(), String::new()];
        for square in rules.board.squares().filter(|&square| !holes.contains(square)) {
            let (x, y) = self.place(frame, square);
            // All squares of shogi have the same colour.
            let is_dark = (square.file() + square.rank()).is_multiple_of(2) && !rules.shogi;
            let _ = write!(paths[usize::from(is_dark)], "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z");
        }
        let _ = write!(
            out,
            r#"<path fill="{light}" stroke="{edge}" stroke-width="3" d="{}"/><path fill="{dark}" stroke="{edge}" stroke-width="3" d="{}"/>"#,
            paths[0], paths[1]
        );
    }

    /// The board as lines with pieces on the intersections, with river and palaces.
    fn lines(&self, frame: &Frame, out: &mut String) {
        let rules = self.position.rules();
        let edge = if self.ink { "#000000" } else { "#4a3626" };
        let ground = if self.ink { "#ffffff" } else { "#f4ead5" };
        let (x, y) = (frame.x0, frame.y0);
        let (w, h) = (frame.files * SQUARE, frame.ranks * SQUARE);
        let _ = write!(out, r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{ground}"/>"#);
        let mut path = String::new();
        let mut line = |from: Square, to: Square| {
            let ((x1, y1), (x2, y2)) = (self.middle(frame, from), self.middle(frame, to));
            let _ = write!(path, "M{x1} {y1}L{x2} {y2}");
        };
        let (right, top) = (rules.board.files - 1, rules.board.ranks - 1);
        for rank in 0..=top {
            line(Square::new(0, rank), Square::new(right, rank));
        }
        // The river is before the rank from which soldiers may move sideways, in the middle of the board.
        let river = rules.soldier_rank;
        let has_river = river > 0 && river * 2 == rules.board.ranks;
        for file in 0..=right {
            if has_river && file > 0 && file < right {
                line(Square::new(file, 0), Square::new(file, river - 1));
                line(Square::new(file, river), Square::new(file, top));
            } else {
                line(Square::new(file, 0), Square::new(file, top));
            }
        }
        for palace in [self.palace(Side::White), self.palace(Side::Black)] {
            let files = || palace.iter().map(Square::file);
            let ranks = || palace.iter().map(Square::rank);
            let ends = (files().min(), files().max(), ranks().min(), ranks().max());
            if let (Some(left), Some(right), Some(low), Some(high)) = ends {
                line(Square::new(left, low), Square::new(right, high));
                line(Square::new(left, high), Square::new(right, low));
            }
        }
        let _ = write!(out, r#"<path fill="none" stroke="{edge}" stroke-width="3" d="{path}"/>"#);
    }

    /// Draws a piece whose square has its upper left corner here.
    fn man(&self, man: Man, x: u32, y: u32, scale: f32, out: &mut String) {
        let rules = self.position.rules();
        let white = man.side == Side::White;
        let size = SQUARE as f32 * scale;
        let known = match man.kind {
            PieceKind::PAWN => Some(Role::Pawn),
            PieceKind::KNIGHT => Some(Role::Knight),
            PieceKind::BISHOP => Some(Role::Bishop),
            PieceKind::ROOK => Some(Role::Rook),
            PieceKind::QUEEN => Some(Role::Queen),
            PieceKind::KING => Some(Role::King),
            _ => None,
        };
        // On intersections and among shogi pieces, the chess drawings would look out of place.
        let strange = rules.shogi || !self.palace(Side::White).is_empty();
        if let Some(role) = known.filter(|_| !strange) {
            let id = pieces::id(Piece { color: Color::from_white(white), role });
            let _ = write!(out, r##"<use href="#{id}" x="{x}" y="{y}" width="{size}" height="{size}"/>"##);
            return;
        }
        let (fill, line) = if white { ("#ffffff", "#1c1917") } else { ("#2b2724", "#f5f0e6") };
        let form = if let Base::Form(base) = man.base { Some(base) } else { None };
        let letter = glyphs::strokes(rules.letter(form.unwrap_or(man.kind)));
        let plus = if form.is_some() { glyphs::strokes('+') } else { "" };
        let left = if form.is_some() { 42 } else { 33 };
        let _ = write!(
            out,
            r##"<g transform="translate({x} {y}) scale({scale})"><circle cx="50" cy="50" r="41" fill="{fill}" stroke="#1c1917" stroke-width="4"/><path transform="translate({left} 24) scale(3.4)" d="{letter}" fill="none" stroke="{line}" stroke-width="1.700" stroke-linecap="round" stroke-linejoin="round"/><path transform="translate(19 39) scale(1.8)" d="{plus}" fill="none" stroke="{line}" stroke-width="2.600" stroke-linecap="round"/></g>"##
        );
    }

    /// Draws a side's pieces in hand, beside its edge of the board.
    fn hand(&self, frame: &Frame, side: Side, out: &mut String) {
        let below = (side == Side::White) != self.flip;
        let y = if below { frame.height - HAND + 6 } else { 6 };
        let mut x = frame.x0;
        for kind in self.position.rules().kinds() {
            let count = self.position.in_hand(side, kind);
            if count == 0 {
                continue;
            }
            self.man(Man { side, kind, base: Base::Same }, x, y, 0.72, out);
            x += 74;
            if count > 1 {
                x += write_number(u32::from(count), x, y + 24, out) + 8;
            }
        }
    }

    fn name_squares(&self, frame: &Frame, out: &mut String) {
        for file in 0..self.position.rules().board.files {
            let (x, _) = self.place(frame, Square::new(file, 0));
            glyph(char::from(b'a' + file), x + SQUARE / 2 - 8, frame.y0 + frame.ranks * SQUARE + 10, out);
        }
        for rank in 0..self.position.rules().board.ranks {
            let (_, y) = self.place(frame, Square::new(0, rank));
            write_number(u32::from(rank) + 1, 14, y + SQUARE / 2 - 12, out);
        }
    }

    /// Height in pixels of a picture with this width.
    #[must_use]
    pub fn height(&self, width: u32) -> u32 {
        let frame = self.frame();
        (u64::from(width) * u64::from(frame.height)).div_ceil(u64::from(frame.width)) as u32
    }

    /// The picture as a PNG of `width` pixels.
    ///
    /// # Errors
    /// If the width is 0 or too large, or if this build lacks the feature `pictures`.
    pub fn png(&self, width: u32) -> Result<Vec<u8>, String> {
        png(&self.svg(width), width, self.height(width))
    }
}

/// Draws one character.
fn glyph(c: char, x: u32, y: u32, out: &mut String) {
    let strokes = glyphs::strokes(c);
    let _ = write!(
        out,
        r##"<path transform="translate({x} {y}) scale(1.7)" d="{strokes}" fill="none" stroke="#3f3a36" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>"##
    );
}

/// Draws a number and returns its width.
fn write_number(number: u32, x: u32, y: u32, out: &mut String) -> u32 {
    let text = number.to_string();
    for (at, c) in (0..).zip(text.chars()) {
        glyph(c, x + 18 * at, y, out);
    }
    18 * text.len() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use scorebook_variants::{Rules, builtin};

    fn picture<'p>(position: &'p Position<'p>) -> RuledPicture<'p> {
        RuledPicture { position, last: None, flip: false, coordinates: true, ink: false, title: "x" }
    }

    #[test]
    fn every_variant_has_a_picture() {
        for rules in builtin() {
            let start = Position::start(rules);
            for flip in [false, true] {
                let svg = RuledPicture { flip, ..picture(&start) }.svg(300);
                let men = start.men_of(Side::White).count() + start.men_of(Side::Black).count();
                let drawn = svg.matches("<use ").count() + svg.matches("<circle ").count();
                assert!(drawn >= men as usize, "{}: {drawn} of {men}", rules.name);
                assert!(svg.ends_with("</svg>\n"));
            }
        }
    }

    #[test]
    fn xiangqi_has_a_river_and_shogi_hands() {
        let xiangqi = Position::start(Rules::named("xiangqi").unwrap());
        let lines = |svg: &str| svg.matches('L').count();
        let janggi = Position::start(Rules::named("janggi").unwrap());
        // Ten ranks, two edges, seven files in two parts, four slanting lines; janggi's files run through.
        assert!(lines(&picture(&xiangqi).svg(300)) > lines(&picture(&janggi).svg(300)));
        let fen = "4k4/9/9/9/9/9/9/9/4K4[PPPr] w - - 0 1";
        let shogi = Position::from_fen(Rules::named("shogi").unwrap(), fen).unwrap();
        assert_eq!(picture(&shogi).svg(300).matches("<circle ").count(), 4);
        let start = Position::start(Rules::named("chess").unwrap());
        assert_eq!(picture(&start).height(480), 480);
    }
}
