//! A review server: a page on this machine; corrections go directly to the corrections file and to the game,
//! which is read again.
//!
//! Access is checked before the body of a request is read: the server binds to loopback only; every path begins with a
//! secret token; the `Host` must be this machine (against DNS rebinding); and requests that change something
//! must have this page as their `Origin` and the token in a header that no form can send. The server provides
//! its page and parts of the page images under review, by number; no path names a file.

use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;

use hyper::Method;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use tokio::sync::Notify;

use super::book::{Book, SourceView, again, asked};
use super::cut::Pictures;
use super::listener::{self, Answer, Asked, Door, Letter, Refusal, listen};
use super::page::page;
use crate::convert::{Plan, Unit, ready};
use crate::corrections::{self, Correction, CorrectionKind, Decisions};
use crate::render::path_name;
use crate::text::Opened;

/// The review: its inputs, and where corrections go.
pub struct ReviewDesk {
    /// The settings of the conversion.
    pub plan: Plan,
    /// The units of each input.
    pub units: Vec<Vec<(Unit, SourceView)>>,
    /// The games.
    pub book: Book,
    /// The corrections file.
    pub corrections: PathBuf,
    /// The images of the pages.
    pub pictures: Pictures,
    /// Replaces the corrections file completely or not at all.
    pub save: fn(&std::path::Path, &[Correction]) -> io::Result<()>,
}

/// A request of the page.
#[derive(Deserialize)]
struct Decision {
    set: Option<[String; 7]>,
    /// Further corrections, applied together.
    #[serde(default)]
    more: Vec<[String; 7]>,
    #[serde(default)]
    unset: Vec<[String; 7]>,
    file: usize,
    game: (usize, usize),
    /// Whether they affect other games, so that all must be read again.
    #[serde(default)]
    elsewhere: bool,
}

impl ReviewDesk {
    /// Reads all inputs with the corrections in the file.
    ///
    /// # Errors
    /// If the corrections file exists but cannot be read, or if it has invalid rows, which would be lost when
    /// it is written.
    pub fn read(&mut self) -> io::Result<()> {
        let rows = self.rows()?;
        self.plan.decisions = Arc::new(Decisions::new(rows.clone(), &self.book.files));
        self.book.games.clear();
        self.book.remarks.clear();
        self.book.texts.clear();
        self.book.recordings.clear();
        self.book.prior = rows;
        for (file, units) in self.units.iter().enumerate() {
            for (at, (unit, view)) in units.iter().enumerate() {
                self.book.add(file, at, unit, view, &self.plan);
                ready(unit, &self.plan);
            }
        }
        self.book.listen();
        Ok(())
    }

    /// The current rows of the corrections file; another program may have changed it.
    fn rows(&self) -> io::Result<Vec<Correction>> {
        let file = match Opened::path(&self.corrections) {
            Ok(file) => file.into_reader(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let (rows, faults) = corrections::read(file)?;
        match faults.first() {
            None => Ok(rows),
            Some((row, fault)) => {
                let message =
                    format!("{}, row {row}: {fault}; mend that row first", path_name(&self.corrections));
                Err(io::Error::new(io::ErrorKind::InvalidData, message))
            }
        }
    }

    /// A part of a page as JPEG: `file/unit/page/left-top-right-bottom`.
    fn picture(&mut self, wanted: &str) -> Result<Vec<u8>, Refusal> {
        let none = || (404, "no such picture".to_owned());
        let parts: Vec<&str> = wanted.split('/').collect();
        let [file, unit, page, part] = parts.as_slice() else { return Err(none()) };
        let number = |text: &str| text.parse::<usize>().map_err(|_| none());
        let edges: Vec<u16> = part.split('-').filter_map(|edge| edge.parse().ok()).collect();
        let part = <[u16; 4]>::try_from(edges).map_err(|_| none())?;
        let unit = self.units.get(number(file)?).and_then(|units| units.get(number(unit).ok()?));
        let scan = unit.and_then(|(unit, _)| unit.source.scan()).ok_or_else(none)?;
        self.pictures.jpeg(scan, number(page)?, part).ok_or_else(none)
    }

    /// A half-move of a game as a doubt, because a person wants to correct it: `file/unit/game/half-move` and
    /// `/0`, or `/1` for a move missing before it.
    fn asked(&self, wanted: &str) -> Result<String, Refusal> {
        let none = || (404, "no such half-move".to_owned());
        let parts: Vec<usize> = wanted.split('/').filter_map(|part| part.parse().ok()).collect();
        let [file, unit_at, at, ply, missing] = <[usize; 5]>::try_from(parts).map_err(|_| none())?;
        let (unit, view) = self.units.get(file).and_then(|units| units.get(unit_at)).ok_or_else(none)?;
        let ply = u32::try_from(ply).map_err(|_| none())?;
        let doubt = asked(unit, view, &self.plan, at, ply, missing == 1).ok_or_else(none)?;
        serde_json::to_string(&doubt).map_err(|error| (500, error.to_string()))
    }

    /// Saves a correction to the file, then reads the game again.
    fn decide(&mut self, body: &[u8]) -> Result<String, Refusal> {
        let bad = |error: &dyn std::fmt::Display| (400, error.to_string());
        let decision: Decision = serde_json::from_slice(body).map_err(|error| bad(&error))?;
        let set = decision.set.iter().chain(&decision.more).map(|row| self.correction(row));
        let set = set.collect::<Result<Vec<_>, _>>()?;
        let unset = decision.unset.iter().map(|row| self.correction(row)).collect::<Result<Vec<_>, _>>()?;
        let broken = |error: io::Error| (500, error.to_string());
        let rows = self.rows().map_err(broken)?;
        let same = |a: &Correction, b: &Correction| {
            a.subject() == b.subject()
                && (&a.anchor.file, &a.anchor.text, &a.anchor.hash)
                    == (&b.anchor.file, &b.anchor.text, &b.anchor.hash)
                && (!a.anchor.hash.is_empty() || a.anchor.line == b.anchor.line)
        };
        // What was missing before other decisions stays before them when more behind it is found to be missing.
        let goes_on = |row: &Correction, other: &Correction| {
            let is_missing = matches!(row.kind, CorrectionKind::Missing | CorrectionKind::MissingAfter);
            is_missing && other.value.starts_with(&format!("{};", row.value))
        };
        // Several missing moves of one place are one row, also where they are decided at once.
        let mut new: Vec<Correction> = Vec::with_capacity(set.len());
        for row in &set {
            if !new.iter().any(|other| same(row, other) && goes_on(row, other)) {
                new.retain(|other| !same(row, other));
                new.push(row.clone());
            }
        }
        let mut kept = Vec::with_capacity(rows.len() + new.len());
        for row in rows {
            if let Some(at) = new.iter().position(|other| same(&row, other) && goes_on(&row, other)) {
                kept.push(new.remove(at));
            } else if !set.iter().chain(&unset).any(|other| same(&row, other)) {
                kept.push(row);
            }
        }
        kept.extend(new);
        let mut rows = kept;
        // As the file numbers them: corrections are made in this order.
        (FIRST_ROW..).zip(&mut rows).for_each(|(at, row)| row.row = at);
        (self.save)(&self.corrections, &rows).map_err(broken)?;
        let (unit_at, at) = decision.game;
        let unit = self.units.get(decision.file).and_then(|units| units.get(unit_at));
        let (unit, view) = unit.ok_or_else(|| (400, "no such record".to_owned()))?;
        let known = self.book.games.iter().find(|old| old.file == decision.file && old.at.0 == unit_at);
        let games = known.map(|game| game.among);
        self.plan.decisions = Arc::new(Decisions::new(rows.clone(), &self.book.files));
        // Corrections that cut the record into other games affect more than one game.
        let wide = set
            .iter()
            .chain(&unset)
            .any(|row| matches!(row.kind, CorrectionKind::Game | CorrectionKind::NotScore));
        let wide = wide || decision.elsewhere;
        let game = (!wide).then(|| again(decision.file, unit_at, unit, view, &self.plan, at)).flatten();
        let Some(game) = game.filter(|game| Some(game.among) == games) else {
            self.read().map_err(broken)?;
            return Ok(r#"{"reload":true}"#.to_owned());
        };
        self.book.prior = rows;
        let known = self.book.games.iter_mut().find(|old| old.file == game.file && old.at == game.at);
        let answer = serde_json::json!({ "game": &game }).to_string();
        if let Some(known) = known {
            *known = game;
        }
        Ok(answer)
    }

    /// A row sent by the page, if it belongs to a record of this review.
    fn correction(&self, row: &[String; 7]) -> Result<Correction, Refusal> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let written = writer.write_record(corrections::COLUMNS).and_then(|()| writer.write_record(row));
        written.map_err(|error| (400, error.to_string()))?;
        let bytes = writer.into_inner().map_err(|error| (400, error.to_string()))?;
        let (mut rows, faults) =
            corrections::read(bytes.as_slice()).map_err(|error| (400, error.to_string()))?;
        match (rows.pop(), faults.into_iter().next()) {
            (Some(row), None) if self.book.files.contains(&row.anchor.file) => Ok(row),
            (_, Some((_, fault))) => Err((400, fault)),
            _ => Err((400, "no record of that name is open here".to_owned())),
        }
    }
}

/// The row of the first correction in a file, below the heading.
const FIRST_ROW: usize = 2;

/// A review server.
pub struct Review {
    listener: TcpListener,
    token: Arc<str>,
    port: u16,
    stop: Arc<Notify>,
}

impl Review {
    /// Binds to loopback; port 0 is any free port.
    ///
    /// # Errors
    /// If the port is in use, or if the system provides no random bytes for the token.
    pub fn bind(port: u16) -> io::Result<Review> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))?;
        let mut secret = [0_u8; 16];
        getrandom::fill(&mut secret).map_err(|error| io::Error::other(error.to_string()))?;
        let token = secret.iter().fold(String::new(), |token, byte| format!("{token}{byte:02x}"));
        let port = listener.local_addr()?.port();
        Ok(Review { listener, token: token.into(), port, stop: Arc::new(Notify::new()) })
    }

    /// The address to open in a browser.
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// A function that stops [`Review::run`], callable from any thread.
    pub fn stopper(&self) -> impl Fn() + Send + Sync + use<> {
        let stop = Arc::clone(&self.stop);
        move || stop.notify_one()
    }

    /// Handles requests until it is stopped: a thread talks with the browsers, this one works at the desk.
    ///
    /// # Errors
    /// If the system refuses to watch the connections.
    pub fn run(&self, desk: &mut ReviewDesk) -> io::Result<()> {
        let (sender, letters) = listener::channel();
        let access = Access { token: Arc::clone(&self.token), port: self.port };
        let door = Door {
            admits: Box::new(move |asked| access.check(asked).map(drop)),
            stop: Arc::clone(&self.stop),
        };
        let access = Access { token: Arc::clone(&self.token), port: self.port };
        std::thread::scope(|scope| {
            let listening = scope.spawn(move || listen(&self.listener, door, sender));
            for Letter { asked, answer } in letters {
                // The client may have gone.
                let _ = answer.send(access.check(&asked).and_then(|rest| desk.answer(rest, &asked, &access)));
            }
            listening.join().unwrap_or_else(|_| Err(io::Error::other("the server has ended unexpectedly")))
        })
    }
}

/// Who may ask.
struct Access {
    token: Arc<str>,
    port: u16,
}

impl Access {
    /// The path behind the token, if the request comes from the page of this review.
    fn check<'a>(&self, asked: &'a Asked) -> Result<&'a str, Refusal> {
        let refused = |words: &str| (403, words.to_owned());
        let hosts = self.hosts();
        if !asked.header("host").is_some_and(|host| hosts.iter().any(|own| own == host)) {
            return Err(refused("this server answers to its own address only"));
        }
        let is_ours = |origin: &str| hosts.iter().any(|host| origin == format!("http://{host}"));
        if asked.has("origin") && !asked.header("origin").is_some_and(is_ours) {
            return Err(refused("another site asks"));
        }
        let (token, rest) = asked.path.trim_start_matches('/').split_once('/').unwrap_or_default();
        if !same(token, &self.token) {
            return Err(refused("the address lacks its token: use the one that scorebook has printed"));
        }
        if asked.method == Method::POST && rest == "decide" && !self.is_page(asked) {
            return Err(refused("a decision comes from the page itself"));
        }
        Ok(rest)
    }

    /// The names under which browsers know this server.
    fn hosts(&self) -> [String; 2] {
        [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)]
    }

    /// Whether a request has what only the page of this review sends.
    fn is_page(&self, asked: &Asked) -> bool {
        asked.has("origin") && asked.header("x-scorebook-token").is_some_and(|sent| same(sent, &self.token))
    }
}

impl ReviewDesk {
    /// The answer to a request; `rest` is its path behind the token.
    fn answer(&mut self, rest: &str, asked: &Asked, access: &Access) -> Answer {
        match (&asked.method, rest) {
            (&Method::GET, "") => {
                Ok(("text/html; charset=utf-8", page(&self.book, Some(&access.token)).into_bytes()))
            }
            (&Method::GET, wanted) if wanted.starts_with("cut/") => {
                Ok(("image/jpeg", self.picture(wanted.trim_start_matches("cut/"))?))
            }
            (&Method::GET, wanted) if wanted.starts_with("at/") => {
                Ok(("application/json", self.asked(wanted.trim_start_matches("at/"))?.into_bytes()))
            }
            (&Method::POST, "decide") => Ok(("application/json", self.decide(&asked.body)?.into_bytes())),
            (_, "" | "decide") => Err((405, "not that way".to_owned())),
            _ => Err((404, "nothing here".to_owned())),
        }
    }
}

/// Compares two secrets in constant time.
fn same(a: &str, b: &str) -> bool {
    Sha256::digest(a.as_bytes()) == Sha256::digest(b.as_bytes())
}

/// Prints the address of the review.
///
/// # Errors
/// If `out` cannot be written to.
pub fn announce(review: &Review, desk: &ReviewDesk, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", review.address())?;
    writeln!(out, "Open this address in a browser. Decisions go to {}.", path_name(&desk.corrections))?;
    writeln!(out, "Ctrl-C ends the review.")?;
    out.flush()
}
