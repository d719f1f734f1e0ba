//! MediaWiki: `'''bold'''`, `[[links]]`, `{{templates}}`, `{| tables |}`, headings and lists.

use super::{Left, Out, in_line};

/// Templates that only say how their last parameter looks.
const FORMATS: &[&str] = &[
    "c",
    "center",
    "centre",
    "sc",
    "small-caps",
    "asc",
    "smaller",
    "larger",
    "small",
    "big",
    "smaller block",
    "larger block",
    "fine block",
    "nowrap",
    "nobr",
    "no wrap",
    "bold",
    "b",
    "i",
    "em",
    "right",
    "left",
    "hanging indent",
    "block center",
    "center block",
    "float right",
    "float left",
    "uc",
    "xx-larger",
    "x-larger",
    "xx-smaller",
    "x-smaller",
    "chess",
    "chessan",
    "an chess",
    "algebraic",
    "mono",
    "tt",
    "color",
    "lang",
    "pbr",
    "plainlist",
    "quote",
    "blockquote",
    "left margin",
    "dent",
    "ppoem",
    "larger-block",
    "smaller-block",
];
/// Templates that only make room.
const ROOM: &[&str] = &[
    "gap",
    "dhr",
    "rule",
    "nop",
    "nbsp",
    "clear",
    "-",
    "spaces",
    "em",
    "page break",
    "algebraic notation",
    "ts",
    "br",
];

/// Lines with the same mark of a list, one under the other, from which they are a list.
const LIST: usize = 3;

/// Takes the markup off.
pub(super) fn strip(raw: &str, left: &mut Left) -> Option<Out> {
    let signs = raw.contains("'''")
        || links(raw)
        || raw.contains("{{") && raw.contains("}}") && templates(raw)
        || raw.lines().any(|line| line.starts_with("{|"));
    if !signs {
        return None;
    }
    let mut wiki = Wiki { out: Out::default(), left, cells: Cells::None };
    wiki.lines(raw, 0, raw.len());
    Some(wiki.out)
}

/// Whether a link stands in a text.
fn links(raw: &str) -> bool {
    raw.contains("]]") && raw.match_indices("[[").any(|(at, _)| is_link(&raw[at + 2..]))
}

/// Whether what stands behind two brackets is no note on the moves, which begins with a number: `[[10... Bf5 11. Bxf5 gxf5]]`.
fn is_link(inside: &str) -> bool {
    let behind = inside.trim_start_matches(|c: char| c.is_ascii_digit());
    behind.len() == inside.len() || !behind.starts_with(['.', '…'])
}

/// Whether a name stands after two braces: comments of PGN may begin so too.
fn templates(raw: &str) -> bool {
    memchr::memmem::find_iter(raw.as_bytes(), b"{{").any(|at| {
        let inside = &raw[at + 2..];
        let name: String = inside.chars().take_while(|c| !matches!(c, '|' | '}' | '\n')).take(40).collect();
        is(FORMATS, &name)
            || is(ROOM, &name)
            || is_diagram(&name)
            || inside.len() > name.len() && inside[name.len()..].starts_with('|')
    })
}

fn is(names: &[&str], name: &str) -> bool {
    let name = name.trim();
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

fn is_diagram(name: &str) -> bool {
    let name = name.trim().to_lowercase();
    name.starts_with("chess diagram") || name.starts_with("chess position") || name.starts_with("schachbrett")
}

/// Where in a table the text is.
#[derive(PartialEq)]
enum Cells {
    None,
    /// In a table, before the first cell of a row.
    First,
    /// Behind a cell.
    Next,
}

struct Wiki<'l> {
    out: Out,
    left: &'l mut Left,
    cells: Cells,
}

impl Wiki<'_> {
    /// The lines from `start` to `end`, of which templates may take several.
    fn lines(&mut self, raw: &str, start: usize, end: usize) {
        let mut at = start;
        while at < end {
            if at == 0 || raw[..at].ends_with('\n') {
                let begun = self.line_start(raw, at, end);
                // A row of a table may be no more than its sign: the next line begins anew.
                let is_next = begun > at && raw[..begun].ends_with('\n');
                at = begun;
                if is_next {
                    continue;
                }
                if at >= end {
                    break;
                }
            }
            at = self.sign(raw, at, end);
        }
    }

    /// What stands at the start of a line: a list, a heading, a row of a table.
    fn line_start(&mut self, raw: &str, at: usize, end: usize) -> usize {
        let line = raw[at..end].split('\n').next().unwrap_or_default();
        let next = (at + line.len() + 1).min(end);
        let bare = line.trim();
        if bare.starts_with("{|") {
            self.cells = Cells::First;
            return next;
        }
        if self.cells != Cells::None {
            if bare.starts_with("|}") {
                self.cells = Cells::None;
                self.end_line(at, next);
                return next;
            }
            if bare.starts_with("|-") || bare.starts_with("|+") {
                self.cells = Cells::First;
                self.end_line(at, at);
                // The caption is a line above the rows.
                let caption = at + line.find("|+").map_or(line.len(), |sign| sign + 2);
                if caption < at + line.len() {
                    return caption + attributes(&raw[caption..at + line.len()]);
                }
                return next;
            }
            if let Some(sign) = line.find(['|', '!']).filter(|&sign| line[..sign].trim().is_empty()) {
                let mut start = at + sign + 1;
                self.cell(at, start);
                start += attributes(&raw[start..at + line.len()]);
                return start;
            }
        }
        if bare.starts_with("==") && bare.ends_with("==") && bare.len() > 4 {
            let inner = bare.trim_matches('=').trim();
            let start = at + line.find(inner).unwrap_or_default();
            self.lines_of_heading(raw, start, start + inner.len());
            self.out.put("\n", start + inner.len(), next);
            return next;
        }
        let mark = line.bytes().take_while(|b| matches!(b, b':' | b'*' | b'#' | b';')).count();
        at + if mark > 0 && (line[..mark].starts_with([':', ';']) || listed(raw, at, end)) { mark } else { 0 }
    }

    fn lines_of_heading(&mut self, raw: &str, start: usize, end: usize) {
        let mut at = start;
        while at < end {
            at = self.sign(raw, at, end);
        }
    }

    fn end_line(&mut self, start: usize, end: usize) {
        if in_line(&self.out.text) {
            self.out.put("\n", start, end);
        }
    }

    /// The start of a cell of a table.
    fn cell(&mut self, start: usize, end: usize) {
        if self.cells == Cells::Next {
            self.out.text.ends_with('\n').then(|| self.unbreak());
            self.out.trim();
            self.out.put("\t", start, end);
        }
        self.cells = Cells::Next;
    }

    /// Cells of a row may stand on a line each: takes the line end back.
    fn unbreak(&mut self) {
        while self.out.text.ends_with('\n') {
            self.out.pop();
        }
    }

    /// One sign or character; returns where to continue.
    fn sign(&mut self, raw: &str, at: usize, end: usize) -> usize {
        let rest = &raw[at..end];
        let quotes = rest.bytes().take_while(|&b| b == b'\'').count();
        if quotes > 1 {
            return at + quotes;
        }
        if let Some(inside) = rest.strip_prefix("{{")
            && let Some(length) = closing(inside, "{{", "}}")
        {
            self.template(raw, at + 2, at + 2 + length);
            return at + 2 + length + 2;
        }
        if let Some(inside) = rest.strip_prefix("[[").filter(|inside| is_link(inside))
            && let Some(length) = closing(inside, "[[", "]]")
        {
            self.link(raw, at + 2, at + 2 + length);
            return at + 2 + length + 2;
        }
        if rest.starts_with("[http")
            && let Some(length) = rest.find([']', '\n']).filter(|&found| rest[found..].starts_with(']'))
        {
            if let Some(blank) = rest[..length].find(' ') {
                self.out.copy(raw, at + blank + 1, at + length);
            } else {
                self.left.push((self.out.text.len(), "a link"));
            }
            return at + length + 1;
        }
        if self.cells == Cells::Next && (rest.starts_with("||") || rest.starts_with("!!")) {
            self.cell(at, at + 2);
            return at + 2 + attributes(rest[2..].split('\n').next().unwrap_or_default());
        }
        let length = rest.chars().next().map_or(1, char::len_utf8);
        self.out.copy(raw, at, at + length);
        at + length
    }

    fn link(&mut self, raw: &str, start: usize, end: usize) {
        let inside = &raw[start..end];
        let space = inside.split(':').next().unwrap_or_default();
        if is(&["file", "image", "category", "datei", "fichier"], space) && inside.contains(':') {
            self.left.push((self.out.text.len(), "a picture or category"));
            return;
        }
        let shown = inside.rfind('|').map_or(start, |bar| start + bar + 1);
        self.lines_of_heading(raw, shown, end);
    }

    /// A template: formats keep their last parameter, anything else is left out.
    fn template(&mut self, raw: &str, start: usize, end: usize) {
        let inside = &raw[start..end];
        let name = inside.split('|').next().unwrap_or_default();
        if is(ROOM, name) {
            self.out.put(" ", start, end);
            return;
        }
        if !is(FORMATS, name) {
            self.left.push((self.out.text.len(), if is_diagram(name) { "a diagram" } else { "a template" }));
            return;
        }
        let Some(bar) = last_parameter(inside) else { return };
        let shown = start + bar;
        self.lines(raw, shown, end);
    }
}

/// Bytes up to what closes, counting what opens again.
fn closing(text: &str, open: &str, close: &str) -> Option<usize> {
    /// No template is longer.
    const LONGEST: usize = 20_000;
    /// None holds others in others so deeply: brackets that do are no markup, and each would be looked through for itself.
    const DEEPEST: usize = 40;
    let mut depth = 0_usize;
    let mut at = 0;
    while at < text.len().min(LONGEST) {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(close.as_bytes()) {
            if depth == 0 {
                return Some(at);
            }
            depth -= 1;
            at += close.len();
        } else if rest.starts_with(open.as_bytes()) {
            depth += 1;
            at += open.len();
            if depth > DEEPEST {
                return None;
            }
        } else {
            at += 1;
        }
    }
    None
}

/// Where the last parameter begins that stands in no template or link inside.
fn last_parameter(inside: &str) -> Option<usize> {
    let mut depth = 0_i32;
    let mut last = None;
    for (at, c) in inside.char_indices() {
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            '|' if depth == 0 => last = Some(at + 1),
            _ => {}
        }
    }
    last
}

/// Bytes of ` style="…" |` before what a cell holds.
fn attributes(cell: &str) -> usize {
    let bar = cell.find('|').filter(|&bar| !cell[bar + 1..].starts_with('|'));
    bar.filter(|&bar| cell[..bar].contains('=')).map_or(0, |bar| bar + 1)
}

/// Whether the line at `at` is one of several with the same mark of a list.
fn listed(raw: &str, at: usize, end: usize) -> bool {
    let Some(mark) = raw[at..].chars().next() else { return false };
    let after = raw[at..end].lines().take_while(|line| line.starts_with(mark)).take(LIST).count();
    let before = raw[..at].lines().rev().take_while(|line| line.starts_with(mark)).take(LIST).count();
    after + before >= LIST
}
