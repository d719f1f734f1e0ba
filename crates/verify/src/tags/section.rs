//! The tags of a game as they stand.

use std::borrow::Cow;

use super::name::{self, Name};
use crate::Options;
use crate::finding::{Finding, Fix, code};
use crate::game::Ledger;
use crate::pgn::{Guess, TagFault, TagToken, escape};
use crate::position::StartKind;
use crate::start::{self, Rules, Start};
use crate::text::Span;

/// Tags kept per game. Of later ones only the first of each name that affects the checks is kept, so that a million tags
/// take no memory.
const KEPT: usize = 1000;

/// Doubles of other names are looked for among so many.
const LOOKED_AT: usize = 64;

/// A tag and where it stands.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Tag {
    pub(crate) token: TagToken,
    pub(super) span: Span,
    pub(super) name: Name,
    /// The name's first bytes.
    word: u64,
}

impl Tag {
    pub(crate) fn value<'a>(&self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        self.token.unescaped(bytes)
    }
}

/// A name, and how to know it again.
#[derive(Copy, Clone, Debug)]
struct Usual {
    guess: Guess,
    name: Name,
    word: u64,
}

/// Where in the names that follow others the first one is.
const FIRST: usize = name::PLACES;

/// The tags of a game as they stand.
#[derive(Debug)]
pub(crate) struct TagSection {
    pub(super) tags: Vec<Tag>,
    /// Where the first tag of each name is, from 1; for the other names together it has no meaning.
    first: [u16; Name::COUNT + 1],
    /// The places of the other names, as a mask: a name whose place is free is none of them.
    others: u64,
    /// Whether some tag is malformed or doubled, so that the section is not to be rearranged.
    pub(super) faulty: bool,
    /// Which name came last after that in each place, in this game or one before: tags tend to come in the same
    /// order.
    followers: [Option<Usual>; FIRST + 1],
    /// The place of the name of the last tag.
    last: usize,
}

impl Default for TagSection {
    fn default() -> TagSection {
        TagSection {
            tags: Vec::new(),
            first: [0; Name::COUNT + 1],
            others: 0,
            faulty: false,
            followers: [None; FIRST + 1],
            last: FIRST,
        }
    }
}

impl TagSection {
    /// Forgets the tags of the game before.
    pub(crate) fn clear(&mut self) {
        self.tags.clear();
        self.first = [0; Name::COUNT + 1];
        self.others = 0;
        self.faulty = false;
        self.last = FIRST;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.tags.is_empty()
    }

    /// Where the last tag ends.
    pub(crate) fn end(&self) -> Option<usize> {
        self.tags.last().map(|tag| tag.span.end)
    }

    /// Names that no tag may have, each with one that it may have and no other tag has: `Match_Id` of `Match Id`.
    #[cold]
    pub(super) fn renamed(&self, bytes: &[u8]) -> Vec<(Span, Fix)> {
        let text = |tag: &Tag| std::str::from_utf8(bytes.get(tag.token.name.range()).unwrap_or_default());
        let mut taken: Vec<String> = Vec::new();
        taken.extend(self.tags.iter().filter_map(|tag| text(tag).ok()).map(str::to_owned));
        let mut renamed = Vec::new();
        for tag in self.tags.iter().filter(|tag| tag.token.fault == Some(TagFault::Name)) {
            let behind = bytes.get(tag.token.value.end..tag.span.end).unwrap_or_default();
            let is_whole = behind.strip_prefix(b"\"").is_some_and(|rest| rest.trim_ascii() == b"]");
            let Some(name) = text(tag).ok().and_then(allowed_name).filter(|_| is_whole) else { continue };
            if !taken.contains(&name) {
                taken.push(name.clone());
                renamed.push((tag.span, Fix { span: tag.token.name, replacement: name, safe: true }));
            }
        }
        renamed
    }

    /// What stands between the tags, where that is more than the end of a line; in nearly every game nothing.
    pub(crate) fn spaces(&self, bytes: &[u8]) -> Vec<Span> {
        let between = |pair: &[Tag]| Span::new(pair[0].span.end, pair[1].span.start);
        let is_more = |span: &Span| span.len() > 1 && bytes.get(span.range()) != Some(b"\r\n");
        self.tags.windows(2).map(between).filter(is_more).collect()
    }

    /// Where the first tag of that name is in the section.
    pub(super) fn place(&self, name: Name) -> Option<usize> {
        self.first.get(name as usize).and_then(|&at| usize::from(at).checked_sub(1))
    }

    pub(crate) fn find(&self, name: Name) -> Option<&Tag> {
        self.place(name).and_then(|at| self.tags.get(at))
    }

    /// All tags of that name.
    pub(crate) fn all(&self, name: Name) -> impl Iterator<Item = &Tag> {
        self.tags.iter().filter(move |tag| tag.name == name)
    }

    /// The value of the first tag of that name, as bytes.
    pub(crate) fn raw<'a>(&self, bytes: &'a [u8], name: Name) -> Option<Cow<'a, [u8]>> {
        self.find(name).map(|tag| tag.value(bytes))
    }

    /// The value of the first tag of that name.
    pub(crate) fn value(&self, bytes: &[u8], name: Name, options: &Options) -> Option<String> {
        self.raw(bytes, name).map(|value| options.decoded(&value))
    }

    /// How the next tag may be named.
    #[inline(always)]
    pub(crate) fn guess(&self) -> Option<&Guess> {
        self.followers[self.last].as_ref().map(|usual| &usual.guess)
    }

    /// A plain tag of the name that was guessed.
    #[inline(always)]
    pub(crate) fn push_guessed(
        &mut self,
        token: TagToken,
        span: Span,
        bytes: &[u8],
        ledger: &mut Ledger<'_>,
    ) {
        if let Some(Usual { name, word, .. }) = self.followers[self.last] {
            self.put(Tag { token, span, name, word }, bytes, ledger);
        }
    }

    pub(crate) fn push(&mut self, token: TagToken, span: Span, bytes: &[u8], ledger: &mut Ledger<'_>) {
        let word = name::word(bytes, token.name);
        let name = Name::read(bytes.get(token.name.range()).unwrap_or_default(), word);
        if let Some(fault) = token.fault {
            self.faulty = true;
            ledger.push(malformed(token, fault, span, (bytes, ledger.options)));
        }
        self.followers[self.last] = Guess::like(&token, bytes).map(|guess| Usual { guess, name, word });
        self.put(Tag { token, span, name, word }, bytes, ledger);
    }

    #[inline(always)]
    fn put(&mut self, tag: Tag, bytes: &[u8], ledger: &mut Ledger<'_>) {
        let place = name::place(tag.word);
        self.last = place;
        let first = &mut self.first[tag.name as usize];
        let mut double = *first != 0;
        if tag.name == Name::Other {
            let taken = self.others >> place & 1 != 0;
            self.others |= 1 << place;
            double = taken && self.other(&tag, bytes).is_some();
        } else if !double {
            *first = u16::try_from(self.tags.len() + 1).unwrap_or(u16::MAX);
        }
        if double {
            self.faulty = true;
            let first = if tag.name == Name::Other { self.other(&tag, bytes) } else { self.find(tag.name) };
            let equal = first.is_some_and(|first| first.value(bytes) == tag.value(bytes));
            ledger.push(doubled(&tag, bytes, equal, ledger.options));
        }
        if self.tags.len() >= KEPT {
            self.faulty = true;
            if tag.name == Name::Other || double {
                return;
            }
        }
        self.tags.push(tag);
    }

    /// The first tag of the same name, which has no meaning here, if it is among the first of all.
    #[inline(never)]
    fn other(&self, tag: &Tag, bytes: &[u8]) -> Option<&Tag> {
        let name = |tag: &Tag| bytes.get(tag.token.name.range()).unwrap_or_default();
        self.tags.iter().take(LOOKED_AT).find(|other| other.word == tag.word && name(other) == name(tag))
    }

    /// Where the game starts.
    pub(crate) fn start(
        &self,
        bytes: &[u8],
        own: &'static [scorebook_variants::Rules],
        ledger: &mut Ledger<'_>,
    ) -> Start {
        let variant = self.find(Name::Variant);
        let fen = self.find(Name::Fen);
        if variant.is_none() && fen.is_none() {
            return Start::Array;
        }
        let rules = match variant {
            None => Rules::Standard(StartKind::Standard),
            Some(tag) => {
                let value = ledger.options.decoded(&tag.value(bytes));
                let Some(rules) = start::rules(&value, own) else {
                    let message = format!("the rules of {value} are unknown: its moves are not checked");
                    ledger.push(Finding::new(&code::T215, tag.span, message).text(value));
                    return Start::Unknown;
                };
                if let Rules::Ruled(scorebook_variants::Rules { refused: Some(why), .. }) = rules {
                    let message =
                        format!("the rules of {value} cannot be used, so its moves are not checked: {why}");
                    ledger.push(Finding::new(&code::T215, tag.span, message).text(value));
                    return Start::Unknown;
                }
                rules
            }
        };
        match (fen, rules) {
            (Some(tag), rules) => {
                let value = ledger.options.decoded(&tag.value(bytes));
                start::position(&value, tag.token.value, rules, ledger)
            }
            (None, Rules::Standard(_)) => Start::Array,
            (None, Rules::Ruled(rules)) => Start::Ruled(Box::new(scorebook_variants::Position::start(rules))),
            (None, Rules::Variant(variant)) => {
                Start::Variant(Box::new(shakmaty::variant::VariantPosition::new(variant)))
            }
        }
    }
}

#[cold]
fn doubled(tag: &Tag, bytes: &[u8], equal: bool, options: &Options) -> Finding {
    let shown = |span: Span| options.excerpt(bytes.get(span.range()).unwrap_or_default());
    let name = String::from_utf8_lossy(bytes.get(tag.token.name.range()).unwrap_or_default());
    let finding =
        Finding::new(&code::T102, tag.span, format!("the tag {name} occurs twice")).text(shown(tag.span));
    if !equal {
        return finding;
    }
    // With the end of its line: an empty line would end the tags.
    let behind = bytes.get(tag.span.end..).unwrap_or_default();
    let end = [&b"\r\n"[..], b"\n"].iter().find(|end| behind.starts_with(end)).map_or(0, |end| end.len());
    let span = Span::new(tag.span.start, tag.span.end + end);
    finding.fix(Fix { span, replacement: String::new(), safe: true })
}

#[cold]
fn malformed(tag: TagToken, fault: TagFault, span: Span, (bytes, options): (&[u8], &Options)) -> Finding {
    let (words, mendable) = match fault {
        TagFault::Name => ("the tag name contains invalid characters", false),
        TagFault::NoValue => ("the tag has no value", false),
        TagFault::NoQuotes => ("the value is not in double quotes", true),
        TagFault::OtherQuotes => ("the value is in quotes of another kind", true),
        TagFault::BareQuote => ("a quote inside the value is not escaped with a backslash", true),
        TagFault::Unclosed => ("the value has no closing quote", true),
        TagFault::NoBracket => ("the closing bracket is missing", true),
        TagFault::Trailing => ("there is text between the value and the closing bracket", false),
        TagFault::Backslash => ("a backslash is followed by neither a quote nor a backslash", true),
        TagFault::LineBreak => ("the value continues on the next line", true),
        TagFault::NoOpening => ("the opening bracket is missing", true),
        TagFault::TwoOpening => ("there are two opening brackets", true),
    };
    let shown = options.excerpt(bytes.get(span.range()).unwrap_or_default());
    let finding = Finding::new(&code::T101, span, words).text(shown);
    let value = options.decoded(&tag.unescaped(bytes));
    if !mendable || tag.name.is_empty() || (fault == TagFault::NoQuotes && value.contains('"')) {
        return finding;
    }
    let name = options.decoded(bytes.get(tag.name.range()).unwrap_or_default());
    // A value has no line breaks.
    let value = value.split(['\r', '\n']).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let value = options.decoded(&escape(value.as_bytes()));
    finding.fix(Fix { span, replacement: format!("[{name} \"{value}\"]"), safe: true })
}

/// The name with an underscore for each run of characters that a name cannot have: `Match_Id` of `Match Id`.
fn allowed_name(name: &str) -> Option<String> {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let parts: Vec<&str> = name.split(|c| !is_allowed(c)).filter(|part| !part.is_empty()).collect();
    // Of a name in another alphabet nothing would be left.
    let is_name = name.is_ascii() && parts.first()?.starts_with(|c: char| c.is_ascii_alphanumeric());
    is_name.then(|| parts.join("_"))
}
