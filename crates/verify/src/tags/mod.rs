//! The tag section.

mod name;
mod section;

use shakmaty::fen::Fen;
use shakmaty::{Color, EnPassantMode, Outcome};

pub(super) use name::Name;
pub(super) use section::TagSection;

use section::Tag;

use super::line::LineState;
use super::values;
use super::walk::GameVerifier;
use crate::finding::{Code, Finding, Fix, code};
use crate::text::Span;

/// The seven tags that every game should have, in order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
const ROSTER_NAMES: [Name; 7] =
    [Name::Event, Name::Site, Name::Date, Name::Round, Name::White, Name::Black, Name::Result];

impl GameVerifier<'_, '_, '_> {
    /// All checks of the tag section; called when the game is known.
    pub(super) fn check_tags(&mut self) {
        let bytes = self.bytes;
        if self.tags.is_empty() {
            let span = Span::at(self.first_byte());
            let message = match self.fragment {
                true => "movetext without a tag section, from a later move on: its moves are not proven",
                false => "movetext without a tag section",
            };
            self.ledger.push(Finding::new(&code::S116, span, message));
            return;
        }
        if self.tags.faulty {
            for (span, fix) in self.tags.renamed(bytes) {
                let named = |finding: &&mut Finding| finding.code == &code::T101 && finding.span == span;
                if let Some(finding) = self.ledger.findings.iter_mut().find(named) {
                    finding.fix = Some(fix);
                }
            }
        }
        self.check_roster();
        let tags = std::mem::take(&mut self.tags.tags);
        for tag in &tags {
            if tag.name.is_checked() && tag.token.fault.is_none() {
                self.check_value(tag.name, &tag.value(bytes), tag.token.value);
            }
        }
        self.tags.tags = tags;
        if let Some((value, span)) =
            self.tags.find(Name::Termination).map(|tag| (tag.value(bytes), tag.token.value))
        {
            self.check_termination(&value, span);
        }
        self.check_setup();
    }

    fn check_value(&mut self, name: Name, value: &[u8], span: Span) {
        let (code, fine, words): (&'static Code, bool, &str) = match name {
            Name::Date | Name::UtcDate | Name::EventDate | Name::EndDate => {
                (&code::T201, values::is_date(value), "is not a date (YYYY.MM.DD, `?` for unknown digits)")
            }
            Name::Time | Name::UtcTime => (&code::T203, values::is_time(value), "is not a time (HH:MM:SS)"),
            Name::WhiteElo | Name::BlackElo => (&code::T204, values::is_rating(value), "is not a rating"),
            Name::Round => {
                (&code::T205, values::is_round(value), "is not a round (numbers and dots, `?` or `-`)")
            }
            Name::Eco => (&code::T206, values::is_eco(value), "is not an ECO code (A00 to E99)"),
            Name::TimeControl => (
                &code::T209,
                values::is_time_control(value),
                "is not a time control (such as 40/7200:3600 or 180+2)",
            ),
            Name::Result => {
                let fine = matches!(value, b"1-0" | b"0-1" | b"1/2-1/2" | b"*");
                (&code::T207, fine, "is not a result (1-0, 0-1, 1/2-1/2 or *)")
            }
            Name::PlyCount => return self.check_ply_count(value, span),
            Name::CurrentPosition | Name::FinalFen => return self.check_position(value, span),
            _ => return,
        };
        let said_elsewhere = value.is_empty() && (name as usize) < ROSTER.len();
        if !fine && !said_elsewhere {
            let shown = self.options.excerpt(value);
            let mut finding = Finding::new(code, span, format!("`{shown}` {words}")).text(shown);
            if code == &code::T201 {
                let meant = values::meant_date(value);
                finding.fix = meant.map(|replacement| Fix { span, replacement, safe: true });
            } else if name == Name::Result {
                finding.fix = self.meant_result(value).map(|outcome| Fix {
                    span,
                    replacement: outcome.to_string(),
                    safe: true,
                });
            }
            self.ledger.push(finding);
        }
    }

    /// What a value of `Result` that is none should be: what the final position proves, what it says in another spelling or in words,
    /// or, where it says nothing (`?`), what the game ends with, if with anything.
    fn meant_result(&self, value: &[u8]) -> Option<Outcome> {
        let says_nothing = !value.iter().any(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
        let marked = || says_nothing.then(|| self.marker.map_or(Outcome::Unknown, |marker| marker.outcome));
        self.proven_outcome().or_else(|| values::meant_result(value)).or_else(marked)
    }

    fn check_termination(&mut self, value: &[u8], span: Span) {
        let Some(outcome) = self.marker.map(|marker| marker.outcome) else { return };
        let won_by = |name: Name| {
            let name = self.tags.raw(self.bytes, name).unwrap_or_default();
            !name.is_empty() && value.strip_prefix(&*name).is_some_and(|rest| rest.starts_with(b" won "))
        };
        let said = if won_by(Name::White) { Color::White } else { Color::Black };
        let message = if value.eq_ignore_ascii_case(b"unterminated") && outcome != Outcome::Unknown {
            "the game was not finished, but it has a result".to_owned()
        } else if outcome.winner() != Some(said) && won_by(Name::White) != won_by(Name::Black) {
            format!("{} won, but the result is {outcome}", said.fold_wb("White", "Black"))
        } else {
            return;
        };
        self.ledger.push(Finding::new(&code::T208, span, message).text(self.options.excerpt(value)));
    }

    fn check_ply_count(&mut self, value: &[u8], span: Span) {
        let plies = self.mainline_plies;
        if self.miscounted {
            return;
        }
        if std::str::from_utf8(value).is_ok_and(|value| value.parse() == Ok(plies)) {
            return;
        }
        let shown = self.options.excerpt(value);
        let message = format!("the game has {plies} half-moves");
        let mut finding = Finding::new(&code::T210, span, message).text(shown);
        if !matches!(self.line.now, LineState::Lost) {
            finding = finding.fix(Fix { span, replacement: plies.to_string(), safe: true });
        }
        self.ledger.push(finding);
    }

    fn check_position(&mut self, value: &[u8], span: Span) {
        if self.miscounted {
            return;
        }
        let actual = match &self.line.now {
            LineState::Board(board) if board.is_written(value) => return,
            LineState::Board(board) => super::board::fen(&board.to_chess()),
            LineState::Variant(position) => {
                Fen::from_position(position.as_ref(), EnPassantMode::Legal).to_string()
            }
            LineState::Ruled(position) => position.fen(),
            LineState::Kept(_) | LineState::Lost => return,
        };
        let shown = self.options.decoded(value);
        // Servers count half-moves in their own ways: pieces and side to move are what is compared.
        let men = |fen: &str| fen.split_whitespace().take(2).map(str::to_owned).collect::<Vec<_>>();
        if men(&actual) != men(&shown) {
            let message = format!("the game ends in {actual}");
            self.ledger.push(Finding::new(&code::T214, span, message).text(shown));
        }
    }

    fn check_setup(&mut self) {
        let (bytes, tags) = (self.bytes, &self.tags);
        let (fen, setup) = (tags.find(Name::Fen), tags.find(Name::SetUp));
        if fen.is_none() && setup.is_none() {
            return;
        }
        let value = setup.map(|tag| self.options.decoded(&tag.value(bytes)));
        let (span, message, fix) = match (fen, setup, value.as_deref()) {
            (Some(_), Some(_), Some("1")) | (None, None, _) | (None, Some(_), Some("0")) => return,
            (Some(tag), None, _) => {
                let fix = Fix {
                    span: Span::at(tag.span.start),
                    replacement: format!("[SetUp \"1\"]{}", self.line_break()),
                    safe: true,
                };
                (tag.span, "FEN without `[SetUp \"1\"]`", Some(fix))
            }
            (Some(_), Some(tag), _) => {
                let fix = Fix { span: tag.token.value, replacement: "1".to_owned(), safe: true };
                (tag.span, "there is a FEN, but SetUp is not 1", Some(fix))
            }
            (None, Some(tag), _) => (tag.span, "SetUp is not 0, but there is no FEN", None),
        };
        let shown = self.options.excerpt(bytes.get(span.range()).unwrap_or_default());
        let mut finding = Finding::new(&code::T211, span, message).text(shown);
        finding.fix = fix;
        self.ledger.push(finding);
    }

    /// What ends the lines of the tag section.
    fn line_break(&self) -> &'static str {
        let behind = |tag: &Tag| self.bytes.get(tag.span.end..).unwrap_or_default();
        match self.tags.tags.first().map(behind) {
            Some([b'\r', b'\n', ..]) => "\r\n",
            Some([b'\r', ..]) => "\r",
            _ => "\n",
        }
    }

    fn check_roster(&mut self) {
        if (0..7).all(|at| self.tags.place(ROSTER_NAMES[at]) == Some(at)) {
            if self.tags.tags[..7].iter().any(|tag| tag.token.value.is_empty()) {
                self.check_empty(&std::array::from_fn(Some));
            }
            return;
        }
        let places = ROSTER_NAMES.map(|name| self.tags.place(name));
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
            let before = places[..i].iter().rev().flatten().next().map(|&at| self.tags.tags[at].span.end);
            let at = before.unwrap_or(self.tags.tags[0].span.start);
            let mut finding =
                Finding::new(&code::T103, Span::at(at), format!("the tag {name} is missing")).text(name);
            if ordered && !self.tags.faulty {
                let line = unknown(name);
                let end = self.line_break();
                let replacement =
                    if before.is_some() { format!("{end}{line}") } else { format!("{line}{end}") };
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
        let (first, last) = (tags[0].span, tags[tags.len() - 1].span);
        let mut finding =
            Finding::new(&code::T104, first, "the seven required tags are not first and in order");
        let whole = Span::new(first.start, last.end);
        let shown = |span: Span| self.bytes.get(span.range()).unwrap_or_default();
        let only_tags = tags.windows(2).all(|pair| {
            shown(Span::new(pair[0].span.end, pair[1].span.start)).iter().all(u8::is_ascii_whitespace)
        });
        let readable = std::str::from_utf8(shown(whole)).is_ok();
        if only_tags && readable && !self.tags.faulty {
            let line = |at: usize| self.options.decoded(shown(tags[at].span));
            let roster =
                ROSTER.iter().zip(places).map(|(name, place)| place.map_or_else(|| unknown(name), line));
            let rest = (0..tags.len()).filter(|at| !places.contains(&Some(*at))).map(line);
            let replacement = roster.chain(rest).collect::<Vec<_>>().join(self.line_break());
            finding = finding.fix(Fix { span: whole, replacement, safe: true });
        }
        self.ledger.push(finding);
    }

    fn check_empty(&mut self, places: &[Option<usize>; 7]) {
        for (name, place) in ROSTER.iter().zip(places) {
            let Some(Tag { token: tag, span, .. }) = place.map(|at| self.tags.tags[at]) else { continue };
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
        if let Some(Tag { token: tag, span, .. }) = places[6].map(|at| self.tags.tags[at])
            && tag.value.is_empty()
            && tag.fault.is_none()
        {
            // What the game ends with is what the tag should say.
            let mut finding = Finding::new(&code::T207, span, "the tag Result has no value");
            finding.fix = self.meant_result(b"").map(|outcome| Fix {
                span: tag.value,
                replacement: outcome.to_string(),
                safe: true,
            });
            self.ledger.push(finding);
        }
    }
}
