//! Clean games, each with one defect put in at a known place: the right code must come out at the
//! right half-move, and the games around it must stay clean.
//!
//! The games are `fixtures/pgn/clean.pgn`: master games as published by The Week in Chess style
//! collections (moves are facts), and two famous short ones.

use std::collections::BTreeMap;

use scorebook::finding::{Finding, Severity};
use scorebook::record::pgn::Lexer;
use scorebook::verify::{Options, game};
use shakmaty::fen::Fen;
use shakmaty::san::{San, SanError, SanPlus};
use shakmaty::{Chess, Move, Position, Role};

/// A game in pieces that can be put together again.
#[derive(Clone)]
struct Game {
    tags: Vec<String>,
    plies: Vec<Ply>,
    result: String,
    /// Text behind everything.
    tail: String,
    head: String,
}

#[derive(Clone, Default)]
struct Ply {
    before: String,
    number: String,
    san: String,
    /// No space stands behind the move.
    glued: bool,
    after: String,
}

impl Game {
    fn text(&self) -> Vec<u8> {
        let mut out = self.tags.iter().map(|tag| format!("{tag}\n")).collect::<String>();
        out.push('\n');
        out.push_str(&self.head);
        for ply in &self.plies {
            let space = if ply.glued { "" } else { " " };
            out.push_str(&format!("{}{}{}{space}{}", ply.before, ply.number, ply.san, ply.after));
        }
        out.push_str(&format!("{}{}\n\n", self.result, self.tail));
        out.into_bytes()
    }

    fn has(&self, name: &str) -> bool {
        self.tags.iter().any(|tag| tag.starts_with(&format!("[{name} ")))
    }

    fn set(&mut self, name: &str, value: &str) {
        let line = format!("[{name} \"{value}\"]");
        match self.tags.iter_mut().find(|tag| tag.starts_with(&format!("[{name} "))) {
            Some(tag) => *tag = line,
            None => self.tags.push(line),
        }
    }

    fn drop_tag(&mut self, name: &str) {
        self.tags.retain(|tag| !tag.starts_with(&format!("[{name} ")));
    }
}

fn fixture() -> &'static str {
    include_str!("../fixtures/pgn/clean.pgn")
}

/// Mainlines of the fixture, re-set plainly.
fn games() -> Vec<Game> {
    let mut out = Vec::new();
    for text in fixture().split("[Event ").skip(1) {
        let text = format!("[Event {text}");
        let (tags, moves) = text.split_once("\n\n").unwrap();
        let mut depth = 0;
        let mut plain = String::new();
        for line in moves.lines() {
            for c in line.split(';').next().unwrap().chars() {
                match c {
                    '(' | '{' => depth += 1,
                    ')' | '}' => depth -= 1,
                    _ if depth == 0 => plain.push(c),
                    _ => {}
                }
            }
            plain.push(' ');
        }
        let mut words: Vec<&str> = plain
            .split([' ', '.'])
            .filter(|word| {
                !word.is_empty() && !word.bytes().all(|b| b.is_ascii_digit()) && !word.starts_with('$')
            })
            .collect();
        let result = words.pop().unwrap().to_owned();
        let plies = words
            .iter()
            .enumerate()
            .map(|(i, san)| Ply {
                number: if i % 2 == 0 { format!("{}. ", i / 2 + 1) } else { String::new() },
                san: (*san).to_owned(),
                ..Ply::default()
            })
            .collect();
        let tags = tags.lines().map(str::to_owned).collect();
        out.push(Game { tags, plies, result, tail: String::new(), head: String::new() });
    }
    out
}

fn positions(game: &Game) -> Vec<(Chess, Move)> {
    let mut position = Chess::default();
    game.plies
        .iter()
        .map(|ply| {
            let mv = ply.san.parse::<SanPlus>().unwrap().san.to_move(&position).unwrap();
            let before = position.clone();
            position.play_unchecked(mv);
            (before, mv)
        })
        .collect()
}

fn findings(text: &[u8]) -> Vec<Vec<Finding>> {
    let mut lexer = Lexer::new(text);
    let mut out = Vec::new();
    while lexer.begin_game() {
        let report = game(&mut lexer, &Options::default());
        out.push(report.findings);
    }
    out
}

/// A defect: its name, the code, and what puts it in at ply `i` (from 0) and tells the half-move
/// (from 1, or none) of the finding; `None` where it cannot be put in.
type Apply = fn(&mut Game, usize, &Chess, Move) -> Option<Option<usize>>;

fn bare(san: &str) -> &str {
    san.trim_end_matches(['+', '#'])
}

fn mark(san: &str) -> &str {
    &san[bare(san).len()..]
}

fn is_piece(san: &str) -> bool {
    san.starts_with(['N', 'B', 'R', 'Q', 'K'])
}

/// Puts a text in the place of the move.
fn put(g: &mut Game, i: usize, text: impl Into<String>) -> Option<Option<usize>> {
    g.plies[i].san = text.into();
    Some(Some(i + 1))
}

/// Puts a text behind the move.
fn behind(g: &mut Game, i: usize, text: &str) -> Option<Option<usize>> {
    g.plies[i].after = format!("{text} ");
    Some(Some(i + 1))
}

fn tag(g: &mut Game, i: usize, name: &str, value: &str) -> Option<Option<usize>> {
    if i > 0 {
        return None;
    }
    g.set(name, value);
    Some(None)
}

fn illegal(g: &mut Game, i: usize, p: &Chess, texts: &[&str]) -> Option<Option<usize>> {
    let text = texts
        .iter()
        .find(|text| text.parse::<San>().is_ok_and(|san| san.to_move(p) == Err(SanError::IllegalSan)))?;
    put(g, i, *text)
}

static DEFECTS: &[(&str, &str, Apply)] = &[
    ("piece cannot reach", "M201", |g, i, p, _| illegal(g, i, p, &["Qh8", "Na1", "Bh1", "Re5", "Kd5"])),
    ("pawn cannot reach", "M201", |g, i, p, _| illegal(g, i, p, &["e6", "exd8=Q", "h1=Q", "bxa8=N", "d5"])),
    ("castling without right", "M201", |g, i, p, _| illegal(g, i, p, &["O-O-O", "O-O"])),
    ("other kind of piece", "M201", |g, i, p, m| {
        let text = g.plies[i].san.clone();
        let other = format!("{}{}", if m.role() == Role::Knight { "B" } else { "N" }, text.get(1..)?);
        if !is_piece(&text) {
            return None;
        }
        illegal(g, i, p, &[bare(&other)])
    }),
    ("other file", "M201", |g, i, p, m| {
        if m.is_capture() {
            return None;
        }
        let text = bare(&g.plies[i].san).to_owned();
        let shifted = text.replace('d', "h");
        if shifted == text { None } else { illegal(g, i, p, &[&shifted]) }
    }),
    ("illegal in a variation", "M201", |g, i, p, _| {
        let text =
            ["Qh8", "Na1", "Bh1"].into_iter().find(|t| t.parse::<San>().unwrap().to_move(p).is_err())?;
        behind(g, i, &format!("({text})"))
    }),
    ("disambiguation lost", "M202", |g, i, p, _| {
        let text = g.plies[i].san.clone();
        let body = bare(&text).to_owned();
        let mut shorter = body.clone();
        if !is_piece(&body) || body.len() < 4 {
            return None;
        }
        shorter.remove(1);
        matches!(shorter.parse::<San>().ok()?.to_move(p), Err(SanError::AmbiguousSan))
            .then(|| put(g, i, shorter + mark(&text)))?
    }),
    ("move after mate", "M203", |g, i, _, _| {
        if i + 1 != g.plies.len() || !g.plies[i].san.ends_with('#') {
            return None;
        }
        g.plies.push(Ply { san: "a3".into(), ..Ply::default() });
        Some(Some(i + 2))
    }),
    ("promotion not stated", "M204", |g, i, _, m| {
        m.promotion()?;
        let text = g.plies[i].san.clone();
        put(g, i, text.split('=').next()?)
    }),
    ("no move at all", "N201", |g, i, _, _| put(g, i, "xyzzy")),
    ("long notation", "N202", |g, i, _, m| {
        // `Bg4xf3` is SAN with too much said: another code.
        if m.is_castle()
            || (m.is_capture() && m.role() != Role::Pawn)
            || m.is_en_passant()
            || m.promotion().is_some()
        {
            return None;
        }
        let letter = if m.role() == Role::Pawn { String::new() } else { m.role().upper_char().to_string() };
        let sign = if m.is_capture() { "x" } else { "-" };
        put(g, i, format!("{letter}{}{sign}{}", m.from()?, m.to()))
    }),
    ("coordinates", "N202", |g, i, _, m| {
        if m.is_castle() || m.promotion().is_some() {
            return None;
        }
        put(g, i, format!("{}{}", m.from()?, m.to()))
    }),
    ("zeros", "N202", |g, i, _, m| {
        let text = g.plies[i].san.replace('O', "0");
        if m.is_castle() { put(g, i, text) } else { None }
    }),
    ("lower case", "N202", |g, i, _, m| {
        let text = g.plies[i].san.to_ascii_lowercase();
        if matches!(m.role(), Role::Knight | Role::Rook | Role::Queen) { put(g, i, text) } else { None }
    }),
    ("promotion without =", "N202", |g, i, _, m| {
        m.promotion()?;
        let text = g.plies[i].san.replace('=', "");
        put(g, i, text)
    }),
    ("promotion in parentheses", "N202", |g, i, _, m| {
        let role = m.promotion()?.upper_char();
        let text = g.plies[i].san.replace(&format!("={role}"), &format!("({role})"));
        put(g, i, text)
    }),
    ("pawn capture without x", "N202", |g, i, _, m| {
        let text = g.plies[i].san.replace('x', "");
        if m.role() == Role::Pawn && m.is_capture() && m.promotion().is_none() {
            put(g, i, text)
        } else {
            None
        }
    }),
    ("colon for x", "N202", |g, i, _, m| {
        let text = g.plies[i].san.replace('x', ":");
        if m.is_capture() { put(g, i, text) } else { None }
    }),
    ("e.p. stuck to the move", "N202", |g, i, _, m| {
        let text = bare(&g.plies[i].san).to_owned() + "e.p.";
        if m.is_en_passant() { put(g, i, text) } else { None }
    }),
    ("figurine", "N202", |g, i, _, m| {
        let text = g.plies[i].san.replacen('N', "♘", 1);
        if m.role() == Role::Knight { put(g, i, text) } else { None }
    }),
    ("over-disambiguated", "N203", |g, i, p, m| {
        let text = g.plies[i].san.clone();
        let plain = bare(&text).replace('x', "");
        if !is_piece(&text) || plain.len() != 3 || m.role() == Role::King {
            return None;
        }
        let longer = format!("{}{}{}", &text[..1], m.from()?.file().char(), &text[1..]);
        longer.parse::<SanPlus>().ok()?.san.to_move(p).ok()?;
        put(g, i, longer)
    }),
    ("square where the file would do", "N203", |g, i, _, m| {
        let text = g.plies[i].san.clone();
        let plain = bare(&text).replace('x', "");
        if !is_piece(&text) || plain.len() != 4 {
            return None;
        }
        put(g, i, format!("{}{}{}", &text[..1], m.from()?, &text[2..]))
    }),
    ("x lost", "N205", |g, i, _, m| {
        let text = g.plies[i].san.replace('x', "");
        if m.role() != Role::Pawn && m.is_capture() { put(g, i, text) } else { None }
    }),
    ("x too much", "N206", |g, i, _, m| {
        let text = g.plies[i].san.clone();
        let at = bare(&text).len() - 2;
        if m.role() == Role::Pawn || m.is_capture() || m.is_castle() {
            return None;
        }
        put(g, i, format!("{}x{}", &text[..at], &text[at..]))
    }),
    (
        "e.p. behind a capture in passing",
        "N208",
        |g, i, _, m| {
            if m.is_en_passant() { behind(g, i, "e.p.") } else { None }
        },
    ),
    (
        "e.p. behind another move",
        "N209",
        |g, i, _, m| {
            if m.is_en_passant() { None } else { behind(g, i, "e.p.") }
        },
    ),
    ("check mark lost", "C101", |g, i, _, _| {
        let text = g.plies[i].san.clone();
        if text.ends_with('+') { put(g, i, bare(&text)) } else { None }
    }),
    ("check mark too much", "C102", |g, i, _, _| {
        let text = g.plies[i].san.clone();
        if mark(&text).is_empty() { put(g, i, text + "+") } else { None }
    }),
    ("mate mark lost", "C103", |g, i, _, _| {
        let text = g.plies[i].san.clone();
        if text.ends_with('#') { put(g, i, bare(&text)) } else { None }
    }),
    ("mate marked as check", "C103", |g, i, _, _| {
        let text = g.plies[i].san.clone();
        if text.ends_with('#') { put(g, i, text.replace('#', "+")) } else { None }
    }),
    ("check marked as mate", "C104", |g, i, _, _| {
        let text = g.plies[i].san.clone();
        if text.ends_with('+') { put(g, i, text.replace('+', "#")) } else { None }
    }),
    ("quiet move marked as mate", "C104", |g, i, _, _| {
        let text = g.plies[i].san.clone();
        if mark(&text).is_empty() { put(g, i, text + "#") } else { None }
    }),
    ("stray byte", "S101", |g, i, _, _| {
        g.plies[i].before = "^ ".into();
        Some(Some(i + 1))
    }),
    ("comment not closed", "S102", |g, i, _, _| behind(g, i, "{ no end")),
    ("variation not closed", "S103", |g, i, _, _| behind(g, i, &format!("({}", g.plies[i].san))),
    (") without (", "S104", |g, i, _, _| behind(g, i, ")")),
    ("wrong number", "S105", |g, i, _, _| {
        if i % 2 == 1 {
            return None;
        }
        g.plies[i].number = format!("{}. ", i / 2 + 3);
        Some(Some(i + 1))
    }),
    ("number of the other side", "S106", |g, i, _, _| {
        g.plies[i].number = format!("{}{} ", i / 2 + 1, if i % 2 == 0 { "..." } else { "." });
        Some(Some(i + 1))
    }),
    ("no marker", "S107", |g, i, _, _| {
        g.result = String::new();
        (i == 0).then_some(Some(g.plies.len()))
    }),
    ("text behind the marker", "S109", |g, i, _, _| {
        g.tail = " Kg8".into();
        (i == 0).then_some(Some(g.plies.len()))
    }),
    ("empty variation", "S110", |g, i, _, _| behind(g, i, "()")),
    ("null move", "S111", |g, i, _, _| put(g, i, "--")),
    ("NAG too large", "S112", |g, i, _, _| behind(g, i, "$300")),
    ("NAG without number", "S112", |g, i, _, _| behind(g, i, "$")),
    ("unknown glyph", "S113", |g, i, _, _| behind(g, i, "!!!")),
    ("moves stuck together", "S114", |g, i, p, m| {
        let next = g.plies.get(i + 1)?.san.clone();
        let mut after = p.clone();
        after.play_unchecked(m);
        // Only where no other parting makes sense.
        if i % 2 == 1 || !is_piece(&next) || !mark(&g.plies[i].san).is_empty() || g.plies[i].san.len() != 2 {
            return None;
        }
        g.plies[i].glued = true;
        Some(Some(i + 1))
    }),
    ("marker stuck to the move", "S114", |g, i, _, _| {
        g.plies.last_mut()?.glued = true;
        (i == 0).then_some(Some(g.plies.len()))
    }),
    ("variation before the first move", "S115", |g, i, _, _| {
        g.head = "( a3 ) ".into();
        (i == 0).then_some(Some(1))
    }),
    ("no tags", "S116", |g, i, _, _| {
        g.tags.clear();
        (i == 0).then_some(None)
    }),
    ("number without a move", "S117", |g, i, _, _| {
        g.plies[i].before = format!("{}. ", i / 2 + 1);
        (i % 2 == 0).then_some(Some(i + 1))
    }),
    ("brace in a comment", "S120", |g, i, _, _| behind(g, i, "{ one { two }")),
    ("marker in a variation", "S121", |g, i, _, _| {
        let text = format!("({} 1-0)", g.plies[i].san);
        behind(g, i, &text)
    }),
    ("} without {", "S122", |g, i, _, _| behind(g, i, "}")),
    ("odd result", "S124", |g, i, _, _| {
        g.result = match g.result.as_str() {
            "1-0" => "1:0",
            "0-1" => "0:1",
            _ => "1/2",
        }
        .into();
        (i == 0).then_some(None)
    }),
    ("malformed clock", "S401", |g, i, _, _| behind(g, i, "{[%clk 0:61:00]}")),
    ("clock runs backwards", "S402", |g, i, _, _| {
        g.set("TimeControl", "180+2");
        g.plies[i].after = "{[%clk 0:01:00]} ".into();
        g.plies.get_mut(i + 2)?.after = "{[%clk 0:01:09]} ".into();
        Some(Some(i + 3))
    }),
    ("malformed evaluation", "S403", |g, i, _, _| behind(g, i, "{[%eval good]}")),
    ("malformed move time", "S404", |g, i, _, _| behind(g, i, "{[%emt 5]}")),
    ("NUL bytes", "B204", |g, i, _, _| {
        g.plies[i].before = "\0\0 ".into();
        Some(Some(i + 1))
    }),
    ("no-break space", "B205", |g, i, _, _| {
        g.plies[i].before = "\u{a0}".into();
        Some(None)
    }),
    ("result against tag", "R301", |g, i, _, _| {
        g.result = if g.result == "1-0" { "0-1".into() } else { "1-0".into() };
        (i == 0).then_some(Some(g.plies.len()))
    }),
    ("result against mate", "R302", |g, i, _, _| {
        if i > 0 || !g.plies.last()?.san.ends_with('#') {
            return None;
        }
        g.result = "1/2-1/2".into();
        g.set("Result", "1/2-1/2");
        Some(Some(g.plies.len()))
    }),
    ("value not closed", "T101", |g, i, _, _| {
        g.tags[4] = "[White \"Nobody]".into();
        (i == 0).then_some(None)
    }),
    ("bracket lost", "T101", |g, i, _, _| {
        g.tags[4] = "[White \"Nobody\"".into();
        (i == 0).then_some(None)
    }),
    ("value without quotes", "T101", |g, i, _, _| {
        g.tags[4] = "[White Nobody]".into();
        (i == 0).then_some(None)
    }),
    ("tag twice", "T102", |g, i, _, _| {
        g.tags.push("[White \"Other\"]".into());
        (i == 0).then_some(None)
    }),
    ("roster incomplete", "T103", |g, i, _, _| {
        g.drop_tag("Round");
        (i == 0).then_some(None)
    }),
    ("roster out of order", "T104", |g, i, _, _| {
        g.tags.swap(0, 4);
        (i == 0).then_some(None)
    }),
    ("date", "T201", |g, i, _, _| tag(g, i, "Date", "2021.02.30")),
    ("time", "T203", |g, i, _, _| tag(g, i, "UTCTime", "25:00:00")),
    ("rating", "T204", |g, i, _, _| tag(g, i, "WhiteElo", "2O50")),
    ("round", "T205", |g, i, _, _| tag(g, i, "Round", "two")),
    ("ECO", "T206", |g, i, _, _| tag(g, i, "ECO", "F12")),
    ("result tag", "T207", |g, i, _, _| tag(g, i, "Result", "2-0")),
    ("unterminated but won", "T208", |g, i, _, _| {
        tag(g, i, "Termination", "unterminated").filter(|_| g.result != "*")
    }),
    ("time control", "T209", |g, i, _, _| tag(g, i, "TimeControl", "blitz")),
    ("ply count", "T210", |g, i, _, _| tag(g, i, "PlyCount", "7")),
    ("SetUp without FEN", "T211", |g, i, _, _| tag(g, i, "SetUp", "1")),
    ("malformed FEN", "T212", |g, i, _, _| {
        g.set("SetUp", "1");
        tag(g, i, "FEN", "8/8/8")
    }),
    ("impossible FEN", "T213", |g, i, _, _| {
        g.set("SetUp", "1");
        tag(g, i, "FEN", "KK6/8/8/8/8/8/8/7k w - - 0 1")
    }),
    ("final position", "T214", |g, i, _, _| tag(g, i, "CurrentPosition", "8/8/8/8/8/8/k7/7K w - - 0 1")),
    ("unknown variant", "T215", |g, i, _, _| tag(g, i, "Variant", "Bughouse")),
    ("empty name", "T219", |g, i, _, _| tag(g, i, "White", "")),
    ("promotion to a king", "N201", |g, i, _, m| {
        let role = m.promotion()?.upper_char();
        let text = g.plies[i].san.replace(&format!("={role}"), "=K");
        put(g, i, text)
    }),
    ("castling in small letters", "N202", |g, i, _, m| {
        let text = g.plies[i].san.to_ascii_lowercase();
        if m.is_castle() { put(g, i, text) } else { None }
    }),
    ("letters of another language", "N202", |g, i, _, m| {
        let text = g.plies[i].san.clone();
        let letter = match m.role() {
            Role::Bishop => "L",
            Role::Rook => "T",
            Role::Queen => "D",
            _ => return None,
        };
        put(g, i, format!("{letter}{}", &text[1..]))
    }),
    ("pawn with its file", "N202", |g, i, _, m| {
        let text = g.plies[i].san.clone();
        let file = m.from()?.file().char();
        // `bb4` may be a bishop's.
        if m.role() != Role::Pawn || m.is_capture() || m.promotion().is_some() || file == 'b' {
            return None;
        }
        put(g, i, format!("{file}{text}"))
    }),
    ("e.p. stuck to another capture", "N209", |g, i, _, m| {
        let text = bare(&g.plies[i].san).to_owned() + "e.p.";
        let other = m.role() == Role::Pawn && m.is_capture() && !m.is_en_passant() && m.promotion().is_none();
        if other { put(g, i, text) } else { None }
    }),
    ("second wrong number", "S105", |g, i, _, _| {
        if i % 2 == 1 {
            return None;
        }
        g.plies[i].number = format!("{}. ", i / 2 + 2);
        g.plies.get_mut(i + 4)?.number = format!("{}. ", i / 2 + 4);
        Some(Some(i + 5))
    }),
    ("number behind the last move", "S117", |g, i, _, _| {
        let end = g.plies.len();
        g.result = format!("{}{} {}", end / 2 + 1, if end % 2 == 0 { "." } else { "..." }, g.result);
        (i == 0 && !g.plies[end - 1].san.ends_with('#')).then_some(Some(end + 1))
    }),
    ("number stuck to the move before it", "S114", |g, i, _, _| {
        g.plies.get(i + 1).filter(|next| !next.number.is_empty())?;
        g.plies[i].glued = true;
        Some(Some(i + 1))
    }),
    ("number stuck to the move behind it", "S114", |g, i, _, _| {
        g.plies[i].number = (i / 2 + 1).to_string();
        (i % 2 == 0).then_some(Some(i + 1))
    }),
    ("NAG of letters", "S112", |g, i, _, _| behind(g, i, "$-1")),
    ("sign that books print", "S113", |g, i, _, _| behind(g, i, "\u{b1}")),
    ("NUL in a comment", "B204", |g, i, _, _| {
        g.plies[i].after = "{ one\0two } ".into();
        Some(None)
    }),
    ("NUL in a tag", "B204", |g, i, _, _| tag(g, i, "Annotator", "a\0b")),
    ("clock not closed", "S401", |g, i, _, _| behind(g, i, "{[%clk 0:01:00}")),
    ("evaluation not closed", "S403", |g, i, _, _| behind(g, i, "{[%eval 0.35}")),
    ("result with spaces", "S124", |g, i, _, _| {
        g.result = g.result.replace('-', " - ");
        (i == 0 && g.result != "*").then_some(None)
    }),
    ("opening bracket lost", "T101", |g, i, _, _| {
        g.tags[4] = g.tags[4].replacen('[', "", 1);
        (i == 0).then_some(None)
    }),
    ("two opening brackets", "T101", |g, i, _, _| {
        g.tags[0].insert(0, '[');
        (i == 0).then_some(None)
    }),
    ("value in two lines", "T101", |g, i, _, _| {
        g.tags[4] = "[White \"No\nbody\"]".into();
        (i == 0).then_some(None)
    }),
    ("backslash before a letter", "T101", |g, i, _, _| tag(g, i, "Site", "Wien\\AUT")),
    ("single quotes", "T101", |g, i, _, _| {
        g.tags[4] = "[White 'Nobody']".into();
        (i == 0).then_some(None)
    }),
    ("the loser has won", "T208", |g, i, _, _| {
        g.set("White", "Lefort");
        g.set("Black", "Durand");
        let loser = if g.result == "1-0" { "Durand" } else { "Lefort" };
        tag(g, i, "Termination", &format!("{loser} won by resignation"))
    }),
    ("FEN without SetUp", "T211", |g, i, p, _| {
        tag(g, i, "FEN", &Fen::from_position(p, shakmaty::EnPassantMode::Legal).to_string())
    }),
];

#[test]
fn the_fixture_is_clean() {
    let all = findings(fixture().as_bytes());
    assert!(all.len() >= 15, "{} games", all.len());
    for (i, findings) in all.iter().enumerate() {
        assert!(findings.is_empty(), "game {}: {findings:?}", i + 1);
    }
    for game in games() {
        assert_eq!(findings(&game.text()), [vec![]], "{}", String::from_utf8_lossy(&game.text()));
    }
}

#[test]
fn every_defect_is_found_where_it_is() {
    let games = games();
    let mut applied: BTreeMap<&str, usize> = BTreeMap::new();
    let mut missed = Vec::new();
    for (n, clean) in games.iter().enumerate() {
        let positions = positions(clean);
        let (left, right) = (&games[(n + 1) % games.len()], &games[(n + 2) % games.len()]);
        for &(name, code, apply) in DEFECTS {
            for (i, (position, mv)) in positions.iter().enumerate() {
                let mut broken = clean.clone();
                let Some(ply) = apply(&mut broken, i, position, *mv) else { continue };
                *applied.entry(name).or_default() += 1;
                let corpus = [left.text(), broken.text(), right.text()].concat();
                let found = findings(&corpus);
                let hit = found.len() == 3
                    && found[1]
                        .iter()
                        .any(|f| f.code.id == code && ply.is_none_or(|ply| f.ply == Some(ply as u32)));
                let clean_around =
                    found.first().is_some_and(Vec::is_empty) && found.last().is_some_and(Vec::is_empty);
                if !(hit && clean_around) {
                    let seen: Vec<_> = found
                        .iter()
                        .map(|g| g.iter().map(|f| (f.code.id, f.ply)).collect::<Vec<_>>())
                        .collect();
                    missed.push(format!(
                        "{name} ({code} at {ply:?}) in game {n}: {seen:?}\n{}",
                        String::from_utf8_lossy(&broken.text())
                    ));
                }
            }
        }
    }
    let total: usize = applied.values().sum();
    println!("{} kinds of defects, {total} put in, {} missed", applied.len(), missed.len());
    let never: Vec<_> =
        DEFECTS.iter().filter(|(name, ..)| !applied.contains_key(name)).map(|d| d.0).collect();
    assert!(never.is_empty(), "never put in: {never:?}");
    assert!(
        missed.is_empty(),
        "{} missed, the first:\n{}",
        missed.len(),
        missed[..missed.len().min(5)].join("\n")
    );
}

#[test]
fn a_repaired_severity_is_kept() {
    use scorebook::finding::code;
    let mut options = Options::default();
    options.levels.allow(&code::S116);
    options.levels.set(&code::M201, Severity::Note);
    let mut lexer = Lexer::new(b"1. e4 e5 2. Ke3 *");
    assert!(lexer.begin_game());
    let report = game(&mut lexer, &options);
    assert_eq!(
        report.findings.iter().map(|f| (f.code.id, f.severity)).collect::<Vec<_>>(),
        [("M201", Severity::Note)]
    );
    assert!(!games()[0].has("Variant"));
}
