//! SGF, the Smart Game Format, for games of stones: `(;GM[4]SZ[15]PB[A]PW[B];B[hh];W[ig])`.

use std::fmt::Write;

use scorebook_variants::{Board, Move, Position, Side, Square};

use super::super::prove::{Proof, Said};
use super::super::sheet::{SheetItem, VariantRecord};
use super::{place, point, push, result, set_variant, tag};
use crate::finding::{Finding, code};
use crate::text::Span;

/// Whether a text is a collection of such games.
pub(super) fn looks_like(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let head = text.strip_prefix('(').map(str::trim_start);
    head.is_some_and(|rest| rest.starts_with(';')) && text.contains("GM[4]")
}

/// A property of a node.
struct Property {
    name: String,
    values: Vec<(String, Span)>,
}

/// A node of a game tree.
#[derive(Default)]
struct Node {
    properties: Vec<Property>,
    children: Vec<usize>,
    span: Span,
}

impl Node {
    fn value(&self, name: &str) -> Option<&str> {
        let property = self.properties.iter().find(|property| property.name == name)?;
        property.values.first().map(|(value, _)| value.as_str())
    }
}

/// The trees of a collection as one list of nodes, the roots, and what is not SGF.
#[derive(Default)]
struct Forest {
    nodes: Vec<Node>,
    roots: Vec<usize>,
    stray: Vec<(String, Span)>,
}

fn parse(text: &str) -> Forest {
    let bytes = text.as_bytes();
    let mut forest = Forest::default();
    // The node that the next one follows, and those to come back to where a bracket closes.
    let (mut now, mut open): (Option<usize>, Vec<Option<usize>>) = (None, Vec::new());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        at += 1;
        match byte {
            b'(' => open.push(now),
            b')' => now = open.pop().flatten(),
            b';' => {
                let node = forest.nodes.len();
                forest.nodes.push(Node { span: Span::new(start, at), ..Node::default() });
                match now {
                    Some(before) => forest.nodes[before].children.push(node),
                    None => forest.roots.push(node),
                }
                now = Some(node);
            }
            b'A'..=b'Z' | b'a'..=b'z' => {
                at += bytes[at..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
                // Old files have small letters in the names of properties: they mean nothing.
                let name = text[start..at].chars().filter(char::is_ascii_uppercase).collect();
                let mut values = Vec::new();
                loop {
                    let blank = bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                    if bytes.get(at + blank) != Some(&b'[') {
                        break;
                    }
                    let (value, end) = value(text, at + blank + 1);
                    values.push((value, Span::new(at + blank, end)));
                    at = end;
                }
                match now.filter(|_| !values.is_empty()) {
                    Some(node) => {
                        forest.nodes[node].span.end = at;
                        forest.nodes[node].properties.push(Property { name, values });
                    }
                    None => forest.stray.push((text[start..at].to_owned(), Span::new(start, at))),
                }
            }
            byte if byte.is_ascii_whitespace() => {}
            _ => {
                while !text.is_char_boundary(at) {
                    at += 1;
                }
                if &text[start..at] != "\u{feff}" {
                    forest.stray.push((text[start..at].to_owned(), Span::new(start, at)));
                }
            }
        }
    }
    forest
}

/// The value that begins here, without its escapes, and the place behind its bracket.
fn value(text: &str, start: usize) -> (String, usize) {
    let mut value = String::new();
    let mut signs = text[start..].char_indices();
    while let Some((at, sign)) = signs.next() {
        match sign {
            ']' => return (value, start + at + 1),
            '\\' => match signs.next() {
                // A line break behind the stroke is none.
                Some((_, '\n' | '\r')) | None => {}
                Some((_, sign)) => value.push(sign),
            },
            sign => value.push(sign),
        }
    }
    (value, text.len())
}

/// Properties of the root that are tags of a game.
const TAGS: [(&str, &str); 12] = [
    ("EV", "Event"),
    ("PC", "Site"),
    ("RO", "Round"),
    ("PW", "White"),
    ("PB", "Black"),
    ("WR", "WhiteRank"),
    ("BR", "BlackRank"),
    ("AN", "Annotator"),
    ("SO", "Source"),
    ("ON", "Opening"),
    ("TM", "TimeControl"),
    ("GN", "GameName"),
];

/// Properties that say nothing of the game: of the file, of its display.
const SILENT: [&str; 9] = ["GM", "FF", "CA", "AP", "ST", "SZ", "RU", "RE", "DT"];

/// Properties that are glyphs.
const GLYPHS: [(&str, u8); 6] = [("TE", 1), ("BM", 2), ("IT", 5), ("DO", 6), ("DM", 10), ("UC", 13)];

/// The games of a collection.
pub(super) fn sheets(text: &str) -> Vec<VariantRecord> {
    let forest = parse(text);
    let ends = forest.roots[1.min(forest.roots.len())..].iter().map(|&root| forest.nodes[root].span.start);
    let ends: Vec<usize> = ends.chain([text.trim_end().len()]).collect();
    let mut sheets: Vec<VariantRecord> = forest
        .roots
        .iter()
        .zip(ends)
        .map(|(&root, end)| {
            let span = Span::new(forest.nodes[root].span.start, end);
            Reader::new(&forest, root, span).read()
        })
        .collect();
    for (text, span) in &forest.stray {
        let sheet = sheets.iter_mut().rev().find(|sheet| sheet.span.start <= span.start);
        if let Some(sheet) = sheet {
            sheet.items.push((SheetItem::Stray(text.clone()), *span));
        }
    }
    sheets
}

/// Deepest nesting of variations that is read.
const DEEPEST: u32 = 100;

struct Reader<'f> {
    forest: &'f Forest,
    root: usize,
    size: (u32, u32),
    sheet: VariantRecord,
    /// Names of properties that are not carried over.
    left: Vec<String>,
}

impl<'f> Reader<'f> {
    fn new(forest: &'f Forest, root: usize, span: Span) -> Reader<'f> {
        let side = |text: &str| text.trim().parse().ok();
        let size = forest.nodes[root].value("SZ").unwrap_or("15");
        let size = match size.split_once(':') {
            Some((files, ranks)) => side(files).zip(side(ranks)),
            None => side(size).map(|side| (side, side)),
        };
        let sheet = VariantRecord { span, ..VariantRecord::default() };
        Reader { forest, root, size: size.unwrap_or((0, 0)), sheet, left: Vec::new() }
    }

    fn read(mut self) -> VariantRecord {
        let root = &self.forest.nodes[self.root];
        for (name, as_tag) in TAGS {
            if let Some(value) = root.value(name).map(str::trim).filter(|value| !value.is_empty()) {
                tag(&mut self.sheet, as_tag, value);
            }
        }
        if let Some(date) = root.value("DT") {
            tag(&mut self.sheet, "Date", date.trim().replace('-', "."));
        }
        set_variant(&mut self.sheet, root.value("RU").unwrap_or_default(), self.size, root.span);
        self.set_result(root);
        self.set_up(root);
        self.line(self.root, first_side(root), 0);
        if !self.left.is_empty() {
            let message = format!("these properties have no place in the output: {}", self.left.join(", "));
            self.sheet.findings.push(Finding::new(&code::L183, root.span, message));
        }
        self.sheet
    }

    fn set_result(&mut self, root: &Node) {
        let Some(said) = root.value("RE").map(str::trim) else { return };
        let winner = match said.chars().next().map(|sign| sign.to_ascii_uppercase()) {
            Some('B') => result(Some(Side::Black)),
            Some('W') => result(Some(Side::White)),
            Some('0' | 'D') => result(None),
            _ => "*",
        };
        self.sheet.marker = Some((winner.to_owned(), root.span));
        if let Some((_, how)) = said.split_once('+').filter(|(_, how)| !how.trim().is_empty()) {
            tag(&mut self.sheet, "Termination", how.trim());
        }
    }

    /// Stones that are on the board before the first move.
    fn set_up(&mut self, root: &Node) {
        let mut men: Vec<(Square, char)> = Vec::new();
        for (name, letter) in [("AB", 'p'), ("AW", 'P')] {
            for property in root.properties.iter().filter(|property| property.name == name) {
                let points = property.values.iter().filter_map(|(value, _)| self.point(value));
                men.extend(points.map(|point| (point, letter)));
            }
        }
        let side = first_side(root);
        if men.is_empty() && side == Side::Black {
            return;
        }
        let row = |rank: u32| {
            let at = |file: u32| {
                let here = |(square, _): &&(Square, char)| {
                    u32::from(square.file()) == file && u32::from(square.rank()) == rank
                };
                men.iter().find(here).map_or_else(|| "1".to_owned(), |(_, letter)| letter.to_string())
            };
            // Runs of empty points are added up.
            let mut text = String::new();
            let mut empty = 0;
            for sign in (0..self.size.0).map(at) {
                if sign == "1" {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    let _ = write!(text, "{empty}");
                }
                empty = 0;
                text.push_str(&sign);
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
            }
            text
        };
        let rows: Vec<String> = (0..self.size.1).rev().map(row).collect();
        let fen = format!("{} {} 0 1", rows.join("/"), side.letter());
        tag(&mut self.sheet, "SetUp", "1");
        tag(&mut self.sheet, "FEN", fen);
    }

    /// A point: `hh`, or `H8` as some programs write.
    fn point(&self, value: &str) -> Option<Square> {
        let value = value.trim();
        if let [x @ b'a'..=b't', y @ b'a'..=b't'] = value.as_bytes() {
            return point(u32::from(x - b'a'), u32::from(y - b'a'), self.size.1);
        }
        Square::parse(&value.to_ascii_lowercase())
    }

    /// A node and what follows it; `side` moves next.
    fn line(&mut self, first: usize, side: Side, depth: u32) {
        let (mut now, mut side) = (first, side);
        side = self.node(now, side);
        loop {
            let forest = self.forest;
            let Some((&main, others)) = forest.nodes[now].children.split_first() else { break };
            let before = side;
            side = self.node(main, side);
            for &other in others {
                let span = forest.nodes[other].span;
                if depth >= DEEPEST {
                    let message = "variations are nested too deeply; this one is skipped";
                    self.sheet.findings.push(Finding::new(&code::L183, span, message));
                    continue;
                }
                self.sheet.items.push((SheetItem::Open, span));
                self.line(other, before, depth + 1);
                self.sheet.items.push((SheetItem::Close, span));
            }
            now = main;
        }
    }

    /// The move and the comments of a node. Returns who moves next.
    fn node(&mut self, at: usize, side: Side) -> Side {
        let node = &self.forest.nodes[at];
        let is_root = at == self.root;
        let mut next = side;
        let moves = |name: &str| matches!(name, "B" | "W");
        for property in node.properties.iter().filter(|property| moves(&property.name)) {
            let Some((value, span)) = property.values.first() else { continue };
            let mover = if property.name == "B" { Side::Black } else { Side::White };
            let text = match self.point(value).filter(|_| mover == next && property.values.len() == 1) {
                Some(point) => point.to_string(),
                // A pass, a point off the board, a side that moves twice: no move of the game.
                None => format!("{}[{value}]", property.name),
            };
            push(&mut self.sheet, text, *span);
            next = mover.other();
        }
        for property in node.properties.iter().filter(|property| !moves(&property.name)) {
            let name = property.name.as_str();
            let Some((value, span)) = property.values.first() else { continue };
            let known = SILENT.contains(&name) || TAGS.iter().any(|(known, _)| *known == name);
            if let Some((_, nag)) = GLYPHS.iter().find(|(glyph, _)| *glyph == name) {
                self.sheet.items.push((SheetItem::Nag(*nag), *span));
            } else if matches!(name, "C" | "N" | "GC") {
                self.sheet.items.push((SheetItem::Comment(value.trim().to_owned()), *span));
            } else if is_root && (known || matches!(name, "AB" | "AW" | "PL")) {
                // Read with the root.
            } else if matches!(name, "AB" | "AW" | "AE" | "PL") {
                // The board is changed by hand: what follows is another game.
                push(&mut self.sheet, format!("{name}[{value}]"), *span);
            } else if !self.left.iter().any(|left| left == name) {
                self.left.push(name.to_owned());
            }
        }
        next
    }
}

/// The side that moves first: Black, unless the root or the first move says otherwise.
fn first_side(root: &Node) -> Side {
    match root.value("PL").map(str::trim) {
        Some("W" | "w" | "2" | "white") => Side::White,
        _ => Side::Black,
    }
}

/// A text as the value of a property.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

fn letters(square: Square, board: Board) -> String {
    let (x, y) = place(square, board);
    [x, y].map(|side| (b'a' + side) as char).iter().collect()
}

/// A node to be written, and those that follow it.
#[derive(Default)]
struct Written {
    text: String,
    comments: Vec<String>,
    before: Option<usize>,
    children: Vec<usize>,
}

/// Writes a game with its variations.
pub(in super::super) fn write(sheet: &VariantRecord, proof: &Proof) -> String {
    let board = proof.rules().board;
    let mut nodes = vec![Written { text: root(sheet, proof), ..Written::default() }];
    let (mut now, mut open) = (0, Vec::new());
    for said in &proof.said {
        match said {
            Said::Move { mv, before, .. } => {
                let Move::Drop { to, .. } = mv else { continue };
                let side = if before.side() == Side::Black { 'B' } else { 'W' };
                let text = format!(";{side}[{}]", letters(*to, board));
                let at = nodes.len();
                nodes.push(Written { text, before: Some(now), ..Written::default() });
                nodes[now].children.push(at);
                now = at;
            }
            Said::Comment(text) => {
                nodes[now].comments.push(escaped(text));
            }
            Said::Nag(nag) => {
                if let Some((glyph, _)) = GLYPHS.iter().find(|(_, known)| known == nag) {
                    let _ = write!(nodes[now].text, "{glyph}[1]");
                }
            }
            Said::Open => {
                open.push(now);
                now = nodes[now].before.unwrap_or(0);
            }
            Said::Close => now = open.pop().unwrap_or(now),
        }
    }
    let mut out = String::from("(");
    put(&nodes, 0, &mut out);
    out.push_str(")\n\n");
    out
}

/// Writes a node and what follows it.
fn put(nodes: &[Written], first: usize, out: &mut String) {
    let mut now = first;
    loop {
        out.push_str(&nodes[now].text);
        if !nodes[now].comments.is_empty() {
            let _ = write!(out, "C[{}]", nodes[now].comments.join("\n"));
        }
        match nodes[now].children.as_slice() {
            [] => break,
            [only] => now = *only,
            several => {
                for &child in several {
                    out.push_str("\n(");
                    put(nodes, child, out);
                    out.push(')');
                }
                break;
            }
        }
    }
}

/// The first node: the board, the players, the result.
fn root(sheet: &VariantRecord, proof: &Proof) -> String {
    let board = proof.rules().board;
    let size = if board.files == board.ranks {
        board.files.to_string()
    } else {
        format!("{}:{}", board.files, board.ranks)
    };
    let mut out = format!(";FF[4]GM[4]CA[UTF-8]SZ[{size}]");
    for (name, as_tag) in TAGS {
        if let Some(value) = sheet.tags.get(as_tag).filter(|value| !matches!(*value, "" | "?")) {
            let _ = write!(out, "{name}[{}]", escaped(value));
        }
    }
    if let Some(date) = sheet.tags.get("Date").filter(|date| !date.contains('?')) {
        let _ = write!(out, "DT[{}]", escaped(&date.replace('.', "-")));
    }
    let _ = write!(out, "RU[{}]", proof.rules().name);
    let how = sheet.tags.get("Termination").unwrap_or_default();
    let result = match proof.result.as_str() {
        "1-0" => format!("W+{how}"),
        "0-1" => format!("B+{how}"),
        "1/2-1/2" => "Draw".to_owned(),
        _ => "?".to_owned(),
    };
    let _ = write!(out, "RE[{}]", escaped(&result));
    let start = &proof.start;
    if start.fen() != Position::start(proof.rules()).fen() {
        for (side, name) in [(Side::Black, "AB"), (Side::White, "AW")] {
            let mut points =
                board.squares().filter(|&at| start.man(at).is_some_and(|man| man.side == side)).peekable();
            if points.peek().is_some() {
                out.push_str(name);
            }
            points.for_each(|at| out.push_str(&format!("[{}]", letters(at, board))));
        }
        let _ = write!(out, "PL[{}]", if start.side() == Side::Black { 'B' } else { 'W' });
    }
    out
}
