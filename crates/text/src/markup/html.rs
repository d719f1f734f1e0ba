//! Tags of HTML, and of what is built like it.

use super::{Left, Out, in_line};

/// Elements that stand on lines of their own.
const LINES: &[&str] = &[
    "br", "div", "li", "tr", "dd", "dt", "option", "section", "article", "header", "footer", "caption",
    "title", "body", "head", "html", "thead", "tbody", "tfoot",
];
/// Elements that a blank line parts from the others.
const PARAGRAPHS: &[&str] = &[
    "p",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "table",
    "ul",
    "ol",
    "dl",
    "hr",
    "blockquote",
    "pre",
    "center",
    "poem",
];
/// Elements within a line.
const INLINE: &[&str] = &[
    "a",
    "b",
    "i",
    "u",
    "s",
    "em",
    "strong",
    "span",
    "font",
    "small",
    "big",
    "sup",
    "sub",
    "tt",
    "code",
    "cite",
    "abbr",
    "acronym",
    "q",
    "mark",
    "del",
    "strike",
    "ins",
    "kbd",
    "nowiki",
    "img",
    "wbr",
    "label",
    "button",
    "ref",
    "td",
    "th",
    "script",
    "style",
    "nobr",
    "references",
    "meta",
    "link",
    "input",
];
/// Elements whose contents are no part of the text, and what they are called; those without a name are never seen.
const HIDDEN: &[(&str, &str)] = &[
    ("script", ""),
    ("style", ""),
    ("ref", "a reference"),
    ("math", "a formula"),
    ("gallery", "pictures"),
    ("del", "text struck out"),
    ("s", "text struck out"),
    ("strike", "text struck out"),
];

fn is(names: &[&str], name: &str) -> bool {
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// A tag, or a comment.
struct HtmlTag<'a> {
    name: &'a str,
    closes: bool,
    /// `<ref />`
    empty: bool,
    len: usize,
}

fn tag(text: &str) -> Option<HtmlTag<'_>> {
    let inside = text.strip_prefix('<')?;
    let (inside, closes) = inside.strip_prefix('/').map_or((inside, false), |rest| (rest, true));
    let letters = |text: &str| text.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'-').count();
    let own = letters(inside);
    // `<o:p>`: an element of another vocabulary, which word processors leave; `<http://…>` is none.
    let foreign = inside[own..].strip_prefix(':').map_or(0, letters);
    let name = if foreign > 0 { own + 1 + foreign } else { own };
    if !inside.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let (name, rest) = inside.split_at(name);
    if !rest.starts_with(['>', '/', ' ', '\n', '\t', '\r']) {
        return None;
    }
    // An attribute in quotes may hold a bracket.
    let mut quote = None;
    let end = rest.char_indices().take(2000).find_map(|(at, c)| match (quote, c) {
        (None, '>') => Some(at),
        (None, '"' | '\'') => {
            quote = Some(c);
            None
        }
        (Some(open), c) if c == open => {
            quote = None;
            None
        }
        _ => None,
    })?;
    Some(HtmlTag {
        name,
        closes,
        empty: rest[..end].ends_with('/'),
        len: 1 + usize::from(closes) + name.len() + end + 1,
    })
}

/// The man that a small picture shows, as a letter or a figurine, and where the tag says so: `<img src="wn.gif" alt="N">`. Pages show
/// figurines so.
fn pictured_man(tag: &str) -> Option<(String, usize)> {
    let alternative = attribute(tag, "alt").filter(|(text, _)| !text.trim().is_empty());
    let is_said = alternative.is_some();
    let (name, place) = alternative.or_else(|| attribute(tag, "src"))?;
    let stem = name.trim().rsplit('/').next()?.split('.').next()?;
    let bare = stem.strip_prefix(['w', 'b', 'W', 'B']).filter(|rest| !rest.is_empty());
    let mut signs = bare.unwrap_or(stem).chars();
    let man = signs.next().filter(|_| signs.next().is_none())?;
    // A small letter alone may be any sign: a cross that closes, a dot that keeps a place.
    let is_man = match man {
        '\u{2654}'..='\u{265F}' => true,
        _ if is_said => man.is_uppercase(),
        _ => bare.is_some() && matches!(man.to_ascii_lowercase(), 'k' | 'q' | 'r' | 'b' | 'n' | 'p'),
    };
    is_man.then(|| (man.to_uppercase().collect(), place))
}

/// The value of an attribute in quotes, and its place in the tag.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<(&'t str, usize)> {
    let key = format!("{name}=");
    let at =
        tag.match_indices(&key).map(|(at, _)| at).find(|at| tag[..*at].ends_with(char::is_whitespace))?;
    let rest = &tag[at + key.len()..];
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let value = rest[1..].split(quote).next()?;
    Some((value, at + key.len() + 1))
}

/// What the tags of a text are.
#[derive(Default)]
struct Census {
    known: usize,
    /// Tags that end a line, `<br>` aside: line ends of the source are blanks then.
    blocks: usize,
    comments: usize,
}

fn census(raw: &str) -> Census {
    let mut census = Census::default();
    for at in memchr::memchr_iter(b'<', raw.as_bytes()) {
        let rest = &raw[at..];
        if rest.starts_with("<!--") {
            census.comments += 1;
            continue;
        }
        let Some(tag) = tag(rest) else { continue };
        let block = is(LINES, tag.name) || is(PARAGRAPHS, tag.name);
        census.known += usize::from(block || is(INLINE, tag.name));
        census.blocks += usize::from(block && !is(&["br", "center", "poem", "hr", "blockquote"], tag.name));
    }
    census
}

/// The length of a declaration, `<?xml version="1.0"?>` or `<!DOCTYPE html>`.
fn declaration(rest: &str) -> Option<usize> {
    /// No declaration that has no declarations of its own is longer.
    const LONGEST: usize = 300;
    let is_one =
        rest.starts_with("<?") || rest.get(..9).is_some_and(|word| word.eq_ignore_ascii_case("<!doctype"));
    let end = memchr::memchr(b'>', &rest.as_bytes()[..rest.len().min(LONGEST)]).filter(|_| is_one)?;
    Some(end + 1)
}

/// Braces that are none of the text: those of a program in which a page begins right behind one, `{<h1>…`, and those around it. Where there
/// are such, those that nothing answers are the program's, too.
fn frame(raw: &str) -> Vec<usize> {
    /// How near the first tag is, in bytes.
    const NEAR: usize = 80;
    let mut open: Vec<(usize, bool)> = Vec::new();
    let (mut frame, mut unanswered) = (Vec::new(), Vec::new());
    for at in memchr::memchr2_iter(b'{', b'}', raw.as_bytes()) {
        match raw.as_bytes()[at] {
            b'{' => {
                let behind = &raw[at + 1..];
                let behind = behind[..behind.floor_char_boundary(NEAR)].trim_start();
                let is_frame = tag(behind).is_some_and(|tag| is(PARAGRAPHS, tag.name));
                open.push((at, is_frame));
                if is_frame {
                    // What is around a page is around it to the outside.
                    open.iter_mut()
                        .rev()
                        .skip(1)
                        .take_while(|(_, holds)| !*holds)
                        .for_each(|(_, holds)| *holds = true);
                }
            }
            b'}' => match open.pop() {
                Some((start, holds_page)) => {
                    frame.extend(holds_page.then_some([start, at]).into_iter().flatten())
                }
                None => unanswered.push(at),
            },
            _ => {}
        }
    }
    if !frame.is_empty() || open.iter().any(|(_, holds)| *holds) {
        frame.extend(open.into_iter().map(|(at, _)| at));
        frame.extend(unanswered);
    }
    frame.sort_unstable();
    frame
}

/// Takes the tags off: lines and cells stay lines and cells.
pub(super) fn strip(raw: &str, left: &mut Left) -> Option<Out> {
    let census = census(raw);
    let is_xml = raw.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']).starts_with("<?xml");
    if census.known == 0 && census.comments == 0 && !is_xml {
        return None;
    }
    let flows = census.blocks > 1;
    let frame = if flows && raw.contains(['{', '}']) { frame(raw) } else { Vec::new() };
    let mut page = Page { raw, out: Out::default(), flows, verbatim: 0, closed: false, frame };
    let mut at = 0;
    while at < raw.len() {
        let next = memchr::memchr(b'<', &raw.as_bytes()[at..]).map_or(raw.len(), |found| at + found);
        if next > at {
            page.text(at, next);
            at = next;
            continue;
        }
        let rest = &raw[at..];
        if rest.starts_with("<!--") {
            // What nothing closes is text.
            let length = rest.find("-->").map_or("<!--".len(), |end| end + 3);
            left.push((page.out.text.len(), "a comment of the markup"));
            at += length;
            continue;
        }
        if let Some(length) = declaration(rest) {
            at += length;
            continue;
        }
        let Some(tag) = tag(rest) else {
            page.text(at, at + 1);
            at += 1;
            continue;
        };
        at = page.tag(&tag, at, left);
    }
    Some(page.out)
}

struct Page<'a> {
    raw: &'a str,
    out: Out,
    flows: bool,
    /// `<pre>` that are open.
    verbatim: usize,
    /// Whether a tag was closed right before.
    closed: bool,
    /// Braces that are left out.
    frame: Vec<usize>,
}

impl Page<'_> {
    fn text(&mut self, start: usize, end: usize) {
        self.closed = false;
        if !self.flows || self.verbatim > 0 {
            let text = &self.raw[start..end];
            // A line end after `<br>` is the same line end.
            let skip = if self.out.text.ends_with('\n') && !in_line(&self.out.text) {
                text.len()
                    - text.trim_start_matches([' ', '\r']).strip_prefix('\n').map_or(text.len(), str::len)
            } else {
                0
            };
            let broke = self.out.text.ends_with('\n') && start > 0 && self.raw[..start].ends_with('>');
            self.out.copy(self.raw, start + if broke { skip } else { 0 }, end);
            return;
        }
        for (at, c) in self.raw[start..end].char_indices() {
            let place = start + at;
            match c {
                '\n' | '\r' | '\t' | ' ' => {
                    if in_line(&self.out.text) && !self.out.text.ends_with([' ', '\t']) {
                        self.out.put(" ", place, place + 1);
                    }
                }
                '{' | '}' if self.frame.binary_search(&place).is_ok() => {}
                _ => self.out.copy(self.raw, place, place + c.len_utf8()),
            }
        }
    }

    /// Takes in a tag at `at`; returns where to continue.
    fn tag(&mut self, tag: &HtmlTag<'_>, at: usize, left: &mut Left) -> usize {
        let end = at + tag.len;
        if let Some((name, what)) = HIDDEN.iter().find(|(name, _)| name.eq_ignore_ascii_case(tag.name))
            && !tag.closes
        {
            if !what.is_empty() {
                left.push((self.out.text.len(), what));
            }
            let close = format!("</{name}");
            let rest = &self.raw.as_bytes()[end..];
            let found = (!tag.empty)
                .then(|| {
                    rest.windows(close.len()).position(|part| part.eq_ignore_ascii_case(close.as_bytes()))
                })
                .flatten();
            let behind =
                found.and_then(|found| Some(end + found + memchr::memchr(b'>', &rest[found..])? + 1));
            return behind.unwrap_or(end);
        }
        if is(&["sup"], tag.name) && !tag.closes {
            let inside = self.raw[end..].find('<').map_or("", |length| &self.raw[end..end + length]);
            let bare = inside.trim_matches(['[', ']', ' ']);
            if !bare.is_empty() && bare.bytes().all(|b| b.is_ascii_digit()) {
                left.push((self.out.text.len(), "the mark of a note"));
                return end + inside.len();
            }
        }
        if is(&["img"], tag.name)
            && let Some((man, place)) = pictured_man(&self.raw[at..end])
        {
            self.out.put(&man, at + place, at + place + 1);
            self.closed = false;
            return end;
        }
        if is(&["pre"], tag.name) {
            self.verbatim = if tag.closes { self.verbatim.saturating_sub(1) } else { self.verbatim + 1 };
        }
        if is(&["td", "th"], tag.name) {
            if !tag.closes && in_line(&self.out.text) {
                self.out.trim();
                self.out.put("\t", at, end);
            }
        } else if is(PARAGRAPHS, tag.name) && self.flows {
            if in_line(&self.out.text) {
                self.out.put("\n", at, end);
            }
            if !tag.closes && !self.out.text.is_empty() && !self.out.text.ends_with("\n\n") {
                self.out.put("\n", at, end);
            }
        } else if is(LINES, tag.name) || is(PARAGRAPHS, tag.name) {
            if in_line(&self.out.text) {
                self.out.put("\n", at, end);
            }
        } else if self.closed && !tag.closes && in_line(&self.out.text) {
            self.out.put(" ", at, end);
        }
        self.closed = tag.closes;
        end
    }
}
