//! XML: an element with others or with attributes is a map, elements with the same name are a list.

use std::borrow::Cow;
use std::ops::Range;

use roxmltree::{Document, Node, NodeType};

use super::{DEEPEST, Moves, Value, names_moves};

/// Names of the first element that are those of a page, which is no data.
const PAGES: &[&str] = &[
    "html", "body", "head", "div", "p", "span", "table", "ul", "ol", "dl", "pre", "br", "b", "i", "em",
    "strong", "h1", "h2", "h3", "h4", "section", "article", "font", "center", "a", "svg", "tr", "td", "li",
];

/// The element around a text that has several: its tags stand where the text has none.
const AROUND: (&str, &str) = ("<games>", "</games>");

/// Whether a text begins like XML and has elements or attributes that are named like moves, or that are moves.
pub(super) fn is_like(raw: &str) -> bool {
    let start = raw.trim_start_matches('\u{feff}').trim_start();
    let name: String =
        start.strip_prefix('<').unwrap_or_default().chars().take_while(|c| c.is_alphanumeric()).collect();
    let begins = start.starts_with("<?xml") || start.starts_with("<!--") || !name.is_empty();
    begins && !PAGES.contains(&name.to_lowercase().as_str()) && (has_names(raw) || has_moves(raw))
}

/// Whether texts between tags, or the values of attributes, are moves.
fn has_moves(raw: &str) -> bool {
    // Paragraphs of a page may be moves, too.
    let is_page = |name: &str| PAGES.contains(&name.to_lowercase().as_str());
    let mut names =
        raw.split('<').map(|tag| tag.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default());
    let texts = raw.split(['<', '>', '"', '\'']);
    match names.any(is_page) {
        true => Moves::of_words(texts.filter(|text| !text.trim().contains(' '))).may_be_of_game(),
        false => Moves::of_words(texts).may_be_of_game(),
    }
}

fn has_names(raw: &str) -> bool {
    raw.split('<').skip(1).any(|tag| {
        let end = tag.find(['>', '/']).unwrap_or(tag.len());
        let mut words = tag[..end].split_whitespace();
        words.next().is_some_and(|name| names_moves(name.rsplit(':').next().unwrap_or_default()))
            || words.any(|word| word.split_once('=').is_some_and(|(name, _)| names_moves(name)))
    })
}

/// The values of XML; `None` if it is not well-formed.
pub(super) fn read(raw: &str) -> Option<Value<'_>> {
    if let Ok(document) = Document::parse(raw) {
        let root = document.root_element();
        return (!PAGES.contains(&root.tag_name().name())).then(|| Reader { raw, lead: 0 }.element(root, 0));
    }
    // Elements one behind the other are no document.
    let whole = format!("{}{raw}{}", AROUND.0, AROUND.1);
    let document = Document::parse(&whole).ok()?;
    Some(Reader { raw, lead: AROUND.0.len() }.element(document.root_element(), 0))
}

struct Reader<'t> {
    raw: &'t str,
    /// Bytes before the text.
    lead: usize,
}

impl<'t> Reader<'t> {
    fn element(&self, node: Node<'_, '_>, depth: usize) -> Value<'t> {
        let mut fields: Vec<(Cow<'t, str>, Value<'t>)> = Vec::new();
        let mut lists: Vec<(String, Vec<Value<'t>>)> = Vec::new();
        for attribute in node.attributes() {
            let value = self.scalar(attribute.value(), attribute.range_value());
            fields.push((attribute.name().to_owned().into(), value));
        }
        let is_bare = fields.is_empty();
        for child in node.children().filter(|_| depth < DEEPEST) {
            match child.node_type() {
                NodeType::Element => {
                    let (name, value) = (child.tag_name().name(), self.element(child, depth + 1));
                    match lists.iter_mut().find(|(own, _)| own == name) {
                        Some((_, list)) => list.push(value),
                        None => lists.push((name.to_owned(), vec![value])),
                    }
                }
                NodeType::Text => {
                    let text = child.text().unwrap_or_default();
                    // Beside elements, what has signs of tags is an element that is broken.
                    let is_tag = || text.contains("=\"") || text.contains('>');
                    let is_broken = node.children().any(|child| child.is_element()) && is_tag();
                    if !text.trim().is_empty() && !is_broken {
                        fields.push(("text".into(), self.scalar(text, child.range())));
                    }
                }
                _ => {}
            }
        }
        if lists.is_empty() && is_bare && fields.len() < 2 {
            let empty = Value::Scalar { text: "".into(), start: self.place(node.range().start), end: 0 };
            return fields.pop().map_or(empty, |(_, text)| text);
        }
        // `<moves><move>e4</move><move>e5</move></moves>` is a list.
        if fields.is_empty()
            && let [(name, _)] = lists.as_slice()
            && (lists[0].1.len() > 1 || names_moves(name))
            && let Some((_, list)) = lists.pop()
        {
            // Of a game, it is its list of moves.
            let is_inside = names_moves(node.tag_name().name());
            return match names_moves(&name_of(node, &list)) && !is_inside {
                true => Value::Map(vec![("moves".into(), Value::List(list))]),
                false => Value::List(list),
            };
        }
        fields.extend(lists.into_iter().map(|(name, mut list)| {
            let value = match list.pop() {
                Some(only) if list.is_empty() && !(names_moves(&name) && matches!(only, Value::Map(_))) => {
                    only
                }
                last => {
                    list.extend(last);
                    Value::List(list)
                }
            };
            (name.into(), value)
        }));
        Value::Map(fields)
    }

    fn scalar(&self, text: &str, range: Range<usize>) -> Value<'t> {
        let (start, end) = (self.place(range.start), self.place(range.end));
        let lead = text.len() - text.trim_start().len();
        let inner = text.trim();
        // Where the text is the one of the file, it is lent from there.
        match self.raw.get(start..end) {
            Some(own) if own == text => Value::Scalar {
                text: own.trim().into(),
                start: start + lead,
                end: start + lead + inner.len(),
            },
            _ => Value::Scalar { text: inner.to_owned().into(), start, end },
        }
    }

    fn place(&self, at: usize) -> usize {
        at.saturating_sub(self.lead).min(self.raw.len())
    }
}

/// The name of the elements in an element that has only such.
fn name_of(node: Node<'_, '_>, list: &[Value<'_>]) -> String {
    let first = node.children().find(Node::is_element).filter(|_| !list.is_empty());
    first.map_or_else(String::new, |first| first.tag_name().name().to_owned())
}
