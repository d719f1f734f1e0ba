//! The tag section.

use shakmaty::Outcome;

use super::game::Ledger;
use super::line::Stand;
use super::start::{self, Rules, Start};
use super::values;
use super::walk::Walk;
use crate::finding::{Code, Finding, Fix, code};
use crate::position::Kind;
use crate::record::pgn::{TagFault, TagToken, escape};
use crate::text::Span;

/// The seven tags that every game should have, in order.
pub(super) const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The tags of a game as they stand.
#[derive(Debug, Default)]
pub(super) struct TagSection {
    tags: Vec<(TagToken, Span)>,
    /// Whether some tag is malformed or doubled, so that the section is not to be rearranged.
    faulty: bool,
}

impl TagSection {
    pub(super) fn is_empty(&self) -> bool {
        self.tags.is_empty()
    }

    fn name<'a>(tag: &TagToken, bytes: &'a [u8]) -> &'a [u8] {
        bytes.get(tag.name.range()).unwrap_or_default()
    }

    fn find(&self, bytes: &[u8], name: &str) -> Option<&(TagToken, Span)> {
        let name = name.as_bytes();
        self.tags.iter().find(|(tag, _)| tag.name.len() == name.len() && Self::name(tag, bytes) == name)
    }

    /// The value of the first tag of that name.
    pub(super) fn value(&self, bytes: &[u8], name: &str) -> Option<String> {
        self.find(bytes, name).map(|(tag, _)| text(&tag.unescaped(bytes)))
    }

    pub(super) fn push(&mut self, tag: TagToken, span: Span, bytes: &[u8], ledger: &mut Ledger<'_>) {
        let name = Self::name(&tag, bytes);
        if let Some(fault) = tag.fault {
            self.faulty = true;
            ledger.push(malformed(tag, fault, span, bytes));
        }
        // A hostile file may have a million tags: doubles are looked for among the first.
        const LOOKED_AT: usize = 64;
        let same = |other: &TagToken| other.name.len() == name.len() && Self::name(other, bytes) == name;
        if self.tags.iter().take(LOOKED_AT).any(|(other, _)| same(other)) {
            self.faulty = true;
            let name = String::from_utf8_lossy(name);
            let shown = text(bytes.get(span.range()).unwrap_or_default());
            let message = format!("the tag {name} stands twice");
            ledger.push(Finding::new(&code::T102, span, message).text(shown));
        }
        self.tags.push((tag, span));
    }

    /// Where the game starts.
    pub(super) fn start(&self, bytes: &[u8], ledger: &mut Ledger<'_>) -> Start {
        let variant = self.find(bytes, "Variant");
        let fen = self.find(bytes, "FEN");
        if variant.is_none() && fen.is_none() {
            return Start::Array;
        }
        let rules = match variant {
            None => Rules::Standard(Kind::Standard),
            Some((tag, span)) => {
                let value = text(&tag.unescaped(bytes));
                let Some(rules) = start::rules(&value) else {
                    let message = format!("the rules of {value} are not known: the moves are not proven");
                    ledger.push(Finding::new(&code::T215, *span, message).text(value));
                    return Start::Unknown;
                };
                rules
            }
        };
        match (fen, rules) {
            (Some((tag, _)), rules) => {
                start::position(&text(&tag.unescaped(bytes)), tag.value, rules, ledger)
            }
            (None, Rules::Standard(_)) => Start::Array,
            (None, Rules::Variant(variant)) => {
                Start::Variant(Box::new(shakmaty::variant::VariantPosition::new(variant)))
            }
        }
    }
}

/// UTF-8, or else Windows-1252.
fn text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(),
    }
}

fn malformed(tag: TagToken, fault: TagFault, span: Span, bytes: &[u8]) -> Finding {
    let (words, mendable) = match fault {
        TagFault::Name => ("the name has characters that tag names may not have", false),
        TagFault::NoValue => ("the tag has no value", false),
        TagFault::NoQuotes => ("the value is not in double quotes", true),
        TagFault::BareQuote => ("a quote inside the value is not escaped by a backslash", true),
        TagFault::Unclosed => ("the value has no closing quote", true),
        TagFault::NoBracket => ("the closing bracket is missing", true),
        TagFault::Trailing => ("text stands between the value and the closing bracket", false),
    };
    let shown = text(bytes.get(span.range()).unwrap_or_default());
    let finding = Finding::new(&code::T101, span, words).text(shown);
    let value = text(&tag.unescaped(bytes));
    if !mendable || tag.name.is_empty() || (fault == TagFault::NoQuotes && value.contains('"')) {
        return finding;
    }
    let name = text(bytes.get(tag.name.range()).unwrap_or_default());
    let value = text(&escape(value.as_bytes()));
    finding.fix(Fix { span, replacement: format!("[{name} \"{value}\"]"), safe: true })
}

impl Walk<'_, '_, '_> {
    /// All checks of the tag section; called when the game is known.
    pub(super) fn check_tags(&mut self) {
        let bytes = self.bytes;
        if self.tags.is_empty() {
            let span = Span::at(self.first_byte());
            self.ledger.push(Finding::new(&code::S116, span, "movetext without a tag section"));
            return;
        }
        self.check_roster();
        let tags = std::mem::take(&mut self.tags.tags);
        for (tag, _) in &tags {
            if tag.fault.is_none() {
                let name = bytes.get(tag.name.range()).unwrap_or_default();
                let value = tag.unescaped(bytes);
                self.check_value(name, &value, tag.value);
            }
        }
        self.tags.tags = tags;
        self.check_setup();
    }

    fn check_value(&mut self, name: &[u8], value: &[u8], span: Span) {
        let (code, fine, words): (&'static Code, bool, &str) = match name {
            b"Date" | b"UTCDate" | b"EventDate" | b"EndDate" => {
                (&code::T201, values::is_date(value), "is no date (YYYY.MM.DD, ? for what is not known)")
            }
            b"Time" | b"UTCTime" => (&code::T203, values::is_time(value), "is no time (HH:MM:SS)"),
            b"WhiteElo" | b"BlackElo" => (&code::T204, values::is_rating(value), "is no rating"),
            b"Round" => (&code::T205, values::is_round(value), "is no round (numbers, dots, ? or -)"),
            b"ECO" => (&code::T206, values::is_eco(value), "is no ECO code (A00 to E99)"),
            b"TimeControl" => (
                &code::T209,
                values::is_time_control(value),
                "is no time control (like 40/7200:3600 or 180+2)",
            ),
            b"Result" => {
                let fine = matches!(value, b"1-0" | b"0-1" | b"1/2-1/2" | b"*");
                (&code::T207, fine, "is no result (1-0, 0-1, 1/2-1/2, *)")
            }
            b"Termination" => return self.check_termination(value, span),
            b"PlyCount" => return self.check_ply_count(value, span),
            b"CurrentPosition" | b"FinalFEN" => return self.check_position(value, span),
            _ => return,
        };
        let said_elsewhere = value.is_empty() && ROSTER.iter().any(|tag| tag.as_bytes() == name);
        if !fine && !said_elsewhere {
            let shown = text(value);
            self.ledger.push(Finding::new(code, span, format!("`{shown}` {words}")).text(shown));
        }
    }

    fn check_termination(&mut self, value: &[u8], span: Span) {
        let won = self.marker.is_some_and(|marker| marker.outcome != Outcome::Unknown);
        if value.eq_ignore_ascii_case(b"unterminated") && won {
            let message = "the game did not end, but it has a result";
            self.ledger.push(Finding::new(&code::T208, span, message).text(text(value)));
        }
    }

    fn check_ply_count(&mut self, value: &[u8], span: Span) {
        let shown = text(value);
        let plies = self.mainline_plies;
        if shown.parse() == Ok(plies) {
            return;
        }
        let message = format!("the game has {plies} half-moves");
        let mut finding = Finding::new(&code::T210, span, message).text(shown);
        if !matches!(self.line.now, Stand::Lost) {
            finding = finding.fix(Fix { span, replacement: plies.to_string(), safe: true });
        }
        self.ledger.push(finding);
    }

    fn check_position(&mut self, value: &[u8], span: Span) {
        let Stand::Board(board) = &self.line.now else { return };
        let actual = super::board::fen(&board.to_chess());
        let shown = text(value);
        // Servers count half-moves in their own ways: men and side to move are what is compared.
        let men = |fen: &str| fen.split_whitespace().take(2).map(str::to_owned).collect::<Vec<_>>();
        if men(&actual) != men(&shown) {
            let message = format!("the game ends in {actual}");
            self.ledger.push(Finding::new(&code::T214, span, message).text(shown));
        }
    }

    fn check_setup(&mut self) {
        let (bytes, tags) = (self.bytes, &self.tags);
        let fen = tags.find(bytes, "FEN");
        let setup = tags.find(bytes, "SetUp");
        let value = setup.map(|(tag, _)| text(&tag.unescaped(bytes)));
        let (span, message, fix) = match (fen, setup, value.as_deref()) {
            (Some(_), Some(_), Some("1")) | (None, None, _) | (None, Some(_), Some("0")) => return,
            (Some((_, span)), None, _) => {
                let fix =
                    Fix { span: Span::at(span.start), replacement: "[SetUp \"1\"]\n".to_owned(), safe: true };
                (*span, "a FEN without `[SetUp \"1\"]`", Some(fix))
            }
            (Some(_), Some((tag, span)), _) => {
                let fix = Fix { span: tag.value, replacement: "1".to_owned(), safe: true };
                (*span, "a FEN is given, but SetUp is not 1", Some(fix))
            }
            (None, Some((_, span)), _) => (*span, "SetUp is not 0, but there is no FEN", None),
        };
        let shown = text(bytes.get(span.range()).unwrap_or_default());
        let mut finding = Finding::new(&code::T211, span, message).text(shown);
        finding.fix = fix;
        self.ledger.push(finding);
    }

    fn check_roster(&mut self) {
        let bytes = self.bytes;
        let in_order =
            |(name, (tag, _)): (&&str, &(TagToken, Span))| TagSection::name(tag, bytes) == name.as_bytes();
        if self.tags.tags.len() >= 7 && ROSTER.iter().zip(&self.tags.tags).all(in_order) {
            if self.tags.tags[..7].iter().any(|(tag, _)| tag.value.is_empty()) {
                self.check_empty(&std::array::from_fn(Some));
            }
            return;
        }
        let places = ROSTER.map(|name| {
            self.tags.tags.iter().position(|(tag, _)| TagSection::name(tag, bytes) == name.as_bytes())
        });
        let present = places.iter().flatten().copied();
        let ordered = present.clone().enumerate().all(|(i, place)| i == place);
        let result = self.marker.map_or("*".to_owned(), |marker| marker.outcome.to_string());
        let unknown = |name: &str| {
            let value = match name {
                "Result" => result.as_str(),
                "Date" => "????.??.??",
                _ => "?",
            };
            format!("[{name} \"{value}\"]")
        };
        for (i, name) in ROSTER.into_iter().enumerate() {
            if places[i].is_some() {
                continue;
            }
            // Behind the tag of the roster before it, or in front of all.
            let before = places[..i].iter().rev().flatten().next().map(|&at| self.tags.tags[at].1.end);
            let at = before.unwrap_or(self.tags.tags[0].1.start);
            let mut finding =
                Finding::new(&code::T103, Span::at(at), format!("the tag {name} is missing")).text(name);
            if ordered && !self.tags.faulty {
                let line = unknown(name);
                let replacement = if before.is_some() { format!("\n{line}") } else { format!("{line}\n") };
                finding = finding.fix(Fix { span: Span::at(at), replacement, safe: true });
            }
            self.ledger.push(finding);
        }
        if !ordered {
            self.unordered(&places, unknown);
        }
        self.check_empty(&places);
    }

    /// The roster is out of order: the fix rewrites the section line by line.
    fn unordered(&mut self, places: &[Option<usize>; 7], unknown: impl Fn(&str) -> String) {
        let tags = &self.tags.tags;
        let (first, last) = (tags[0].1, tags[tags.len() - 1].1);
        let mut finding = Finding::new(&code::T104, first, "the seven tags do not come first and in order");
        let whole = Span::new(first.start, last.end);
        let shown = |span: Span| self.bytes.get(span.range()).unwrap_or_default();
        let only_tags = tags
            .windows(2)
            .all(|pair| shown(Span::new(pair[0].1.end, pair[1].1.start)).iter().all(u8::is_ascii_whitespace));
        let readable = std::str::from_utf8(shown(whole)).is_ok();
        if only_tags && readable && !self.tags.faulty {
            let line = |at: usize| text(shown(tags[at].1));
            let roster =
                ROSTER.iter().zip(places).map(|(name, place)| place.map_or_else(|| unknown(name), line));
            let rest = (0..tags.len()).filter(|at| !places.contains(&Some(*at))).map(line);
            let replacement = roster.chain(rest).collect::<Vec<_>>().join("\n");
            finding = finding.fix(Fix { span: whole, replacement, safe: true });
        }
        self.ledger.push(finding);
    }

    fn check_empty(&mut self, places: &[Option<usize>; 7]) {
        for (name, place) in ROSTER.iter().zip(places) {
            let Some((tag, span)) = place.map(|at| self.tags.tags[at]) else { continue };
            if tag.value.is_empty() && tag.fault.is_none() {
                let unknown = match *name {
                    "Date" => "????.??.??",
                    "Result" => continue,
                    _ => "?",
                };
                let fix = Fix { span: tag.value, replacement: unknown.to_owned(), safe: true };
                let message = format!("the tag {name} has no value");
                self.ledger.push(Finding::new(&code::T219, span, message).fix(fix));
            }
        }
        if let Some((tag, span)) = places[6].map(|at| self.tags.tags[at])
            && tag.value.is_empty()
            && tag.fault.is_none()
        {
            self.ledger.push(Finding::new(&code::T207, span, "the tag Result has no value"));
        }
    }
}
