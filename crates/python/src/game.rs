//! Games and findings as Python sees them.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use scorebook::archive::VariantRules;
use scorebook::finding;
use scorebook::international::Move16;
use scorebook::openings;
use scorebook::table::Owned;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Position};

/// A finding about a record: its code, place and message, and the candidates.
#[pyclass(frozen, get_all, module = "scorebook")]
#[derive(Clone)]
pub struct Finding {
    /// A letter and three digits; `scorebook.explain(code)` explains it.
    code: &'static str,
    /// `"note"`, `"warning"` or `"error"`.
    severity: String,
    /// The half-move, from 1, if it is about one.
    ply: Option<u32>,
    /// The offset of its first byte in the decompressed source.
    offset: u64,
    /// Its length in bytes.
    length: usize,
    /// The line, from 1, if it is known.
    line: Option<usize>,
    /// The character in the line, from 1, if it is known.
    column: Option<usize>,
    /// The text that it is about, as written.
    text: String,
    /// The message.
    message: String,
    /// The position before the move.
    fen: Option<String>,
    /// The move that was chosen, in SAN.
    chosen: Option<String>,
    /// The moves that the text may mean, in SAN, best first.
    candidates: Vec<String>,
}

impl Finding {
    /// The finding with spans relative to `base`, at this line and column.
    pub fn new(finding: &finding::Finding, base: u64, at: Option<(usize, usize)>) -> Finding {
        Finding {
            code: finding.code.id,
            severity: finding.severity.to_string(),
            ply: finding.ply,
            offset: base + finding.span.start as u64,
            length: finding.span.len(),
            line: at.map(|(line, _)| line),
            column: at.map(|(_, column)| column),
            text: finding.text.clone(),
            message: finding.message.clone(),
            fen: finding.fen.clone(),
            chosen: finding.chosen.clone(),
            candidates: finding.candidates.iter().map(|candidate| candidate.san.clone()).collect(),
        }
    }
}

#[pymethods]
impl Finding {
    fn __repr__(&self) -> String {
        let place = self
            .line
            .zip(self.column)
            .map(|(line, column)| format!(" at {line}:{column}"))
            .unwrap_or_default();
        format!("<Finding {} {}{place}: {}>", self.code, self.severity, self.message)
    }
}

/// One game: tag pairs, moves and findings.
///
/// >>> import scorebook
/// >>> game = next(scorebook.verify(b'[White "A"]\n\n1. e4 e5 2. Nf3 1-0'))
/// >>> game.san, game.result, game.reading
/// (['e4', 'e5', 'Nf3'], '1-0', 'verified')
/// >>> list(game.moves)
/// [3100, 13348, 1557]
#[pyclass(frozen, module = "scorebook")]
pub struct Game {
    source: String,
    notation: Option<&'static str>,
    game: Owned,
    /// Line and column of each finding, if known.
    places: Vec<(usize, usize)>,
}

impl Game {
    /// A game from this source.
    pub fn new(source: &str, game: Owned) -> Game {
        Game { source: source.to_owned(), notation: None, game, places: Vec::new() }
    }

    /// The same game, read in this notation.
    pub fn read_in(mut self, notation: &'static str) -> Game {
        self.notation = Some(notation);
        self
    }

    /// Adds the place of the next finding.
    pub fn place(&mut self, line: usize, column: usize) {
        self.places.push((line, column));
    }

    fn rules(&self) -> Option<VariantRules> {
        VariantRules::of(&self.game.tags)
    }

    /// Each move with the position before it.
    fn each<T>(
        &self,
        mut take: impl FnMut(&mut shakmaty::variant::VariantPosition, shakmaty::Move, CastlingMode) -> T,
    ) -> Vec<T> {
        let Some((rules, mut position)) =
            self.rules().and_then(|rules| Some((rules, rules.start(&self.game.tags).ok()?)))
        else {
            return Vec::new();
        };
        let mut all = Vec::with_capacity(self.game.moves.len());
        for word in &self.game.moves {
            let Some(m) = word.as_move(&position) else { break };
            all.push(take(&mut position, m, rules.castling));
        }
        all
    }
}

#[pymethods]
impl Game {
    /// The tag pairs, as a dictionary; of a repeated name, the first.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        for tag in &self.game.tags {
            if !tags.contains(tag.name.as_str())? {
                tags.set_item(tag.name.as_str(), tag.value.as_str())?;
            }
        }
        Ok(tags)
    }

    /// The mainline as far as it is proven, 16 bits per move: a memory view of `uint16`, which numpy can use without a
    /// copy. `scorebook.to_uci` and `scorebook.to_san` convert such moves.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let bytes: Vec<u8> = self.game.moves.iter().flat_map(|word| word.bits().to_ne_bytes()).collect();
        let view = py.import("builtins")?.getattr("memoryview")?.call1((PyBytes::new(py, &bytes),))?;
        view.call_method1("cast", ("H",))
    }

    /// The mainline in SAN, as far as it is proven.
    #[getter]
    fn san(&self) -> Vec<String> {
        self.each(|position, m, _| SanPlus::from_move_and_play_unchecked(position, m).to_string())
    }

    /// The mainline in UCI, as far as it is proven.
    #[getter]
    fn uci(&self) -> Vec<String> {
        self.each(|position, m, mode| {
            position.play_unchecked(m);
            UciMove::from_move(m, mode).to_string()
        })
    }

    /// Half-moves of the mainline, proven or not.
    #[getter]
    fn plies(&self) -> usize {
        self.game.plies
    }

    /// The tag `Result`, or `*`.
    #[getter]
    fn result(&self) -> &str {
        self.game.tags.get("Result").or_else(|| ending(&self.game.movetext)).unwrap_or("*")
    }

    /// The quality of the reading: `"verified"`, `"settled"`, `"repaired"`, `"decided"`, `"ambiguous"`, `"illegal"`,
    /// `"incomplete"`; `None` if it was not checked.
    #[getter]
    fn reading(&self) -> Option<&'static str> {
        self.game.reading.map(|verdict| verdict.as_str())
    }

    /// The notation that the record was read in, if `convert` has read it.
    #[getter]
    fn notation(&self) -> Option<&'static str> {
        self.notation
    }

    /// The findings.
    #[getter]
    fn findings(&self) -> Vec<Finding> {
        let places = self.places.iter().copied().map(Some).chain(std::iter::repeat(None));
        self.game
            .findings
            .iter()
            .zip(places)
            .map(|(finding, at)| Finding::new(finding, self.game.base, at))
            .collect()
    }

    /// The text after the tag pairs, as written.
    #[getter]
    fn movetext(&self) -> &str {
        &self.game.movetext
    }

    /// The starting position as FEN, if it is not the standard one.
    #[getter]
    fn fen(&self) -> Option<&str> {
        self.game.tags.get("FEN")
    }

    /// ECO code and name of the opening, by position, so that transpositions count; `None` for a game that does not begin
    /// from the standard starting position.
    ///
    /// >>> import scorebook
    /// >>> next(scorebook.verify(b"1. c4 d5 2. d4 *")).opening
    /// ('D06', "Queen's Gambit")
    #[getter]
    fn opening(&self) -> Option<(&'static str, &'static str)> {
        if self.fen().is_some() || self.rules() != Some(VariantRules::STANDARD) {
            return None;
        }
        openings::classify_words(&self.game.moves).map(|opening| (opening.eco, opening.name))
    }

    /// Seconds on the clock after each half-move, `None` if not given.
    #[getter]
    fn clocks(&self) -> Vec<Option<f32>> {
        filled(&self.game.shown.clocks, self.game.plies)
    }

    /// Evaluations in pawns, from White's side, `None` if not given.
    #[getter]
    fn evals(&self) -> Vec<Option<f32>> {
        filled(&self.game.shown.evals, self.game.plies)
    }

    /// Moves to mate, negative if Black mates, `None` if not given.
    #[getter]
    fn mates(&self) -> Vec<Option<i16>> {
        filled(&self.game.shown.mates, self.game.plies)
    }

    /// The input that contains the game.
    #[getter]
    fn source(&self) -> &str {
        &self.source
    }

    /// The byte offset in the decompressed source at which it begins, if it has one.
    #[getter]
    fn offset(&self) -> Option<u64> {
        self.game.offset
    }

    /// The game as PGN: its tag pairs and its movetext.
    fn pgn(&self) -> String {
        let mut text = String::new();
        for tag in &self.game.tags {
            let value = tag.value.replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&format!("[{} \"{value}\"]\n", tag.name));
        }
        text.push('\n');
        text.push_str(&self.game.movetext);
        text.push('\n');
        text
    }

    /// The game as a `chess.pgn.Game` of python-chess: its proven moves, with comments and variations if all
    /// of it is verified.
    fn to_chess<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("scorebook._chess")?.call_method1("to_chess", (slf,))
    }

    fn __len__(&self) -> usize {
        self.game.plies
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __str__(&self) -> String {
        self.pgn()
    }

    fn __repr__(&self) -> String {
        let name = |tag: &str| self.game.tags.get(tag).unwrap_or("?").to_owned();
        format!(
            "<Game {} - {}, {}, {} half-moves, {}, {} findings>",
            name("White"),
            name("Black"),
            self.result(),
            self.game.plies,
            self.reading().unwrap_or("not read"),
            self.game.findings.len()
        )
    }
}

/// The result marker at the end of the movetext.
fn ending(movetext: &str) -> Option<&str> {
    movetext
        .split_ascii_whitespace()
        .next_back()
        .filter(|word| matches!(*word, "1-0" | "0-1" | "1/2-1/2" | "*"))
}

fn filled<T: Copy>(known: &[Option<T>], plies: usize) -> Vec<Option<T>> {
    known.iter().copied().chain(std::iter::repeat(None)).take(plies).collect()
}

/// The 16-bit move; an error if it is invalid.
pub fn word(bits: u16) -> Result<Move16, String> {
    Move16::from_bits(bits).map_err(|error| error.to_string())
}
