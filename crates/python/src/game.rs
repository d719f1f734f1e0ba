//! Games and findings as Python sees them.

use std::sync::{Mutex, MutexGuard};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyIterator, PyList, PyString};
use scorebook::archive::VariantRules;
use scorebook::finding;
use scorebook::game::Verdict;
use scorebook::international::{Move16, Move16Kind};
use scorebook::openings;
use scorebook::pgn::board::Board;
use scorebook::table::Owned;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, Chess, Position, Role};

/// A finding about a record: its code, place and message, and the candidates.
#[pyclass(frozen, get_all, eq, hash, module = "scorebook")]
#[derive(Clone, PartialEq, Eq, Hash)]
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

/// The values of a finding, to make it again: code, severity, ply, offset, length, line and column, text, message, position, chosen,
/// candidates.
type FindingParts = (
    String,
    String,
    Option<u32>,
    u64,
    usize,
    (Option<usize>, Option<usize>),
    String,
    String,
    Option<String>,
    Option<String>,
    Vec<String>,
);

impl Finding {
    fn parts(&self) -> FindingParts {
        (
            self.code.to_owned(),
            self.severity.clone(),
            self.ply,
            self.offset,
            self.length,
            (self.line, self.column),
            self.text.clone(),
            self.message.clone(),
            self.fen.clone(),
            self.chosen.clone(),
            self.candidates.clone(),
        )
    }

    fn of_parts(parts: FindingParts) -> PyResult<Finding> {
        let (code, severity, ply, offset, length, (line, column), text, message, fen, chosen, candidates) =
            parts;
        let known = finding::code::all().find(|known| known.id == code);
        let code = known.ok_or_else(|| PyValueError::new_err(format!("there is no code {code}")))?.id;
        Ok(Finding {
            code,
            severity,
            ply,
            offset,
            length,
            line,
            column,
            text,
            message,
            fen,
            chosen,
            candidates,
        })
    }
}

/// A finding of its parts, for `pickle`.
#[pyfunction]
pub fn _finding(parts: FindingParts) -> PyResult<Finding> {
    Finding::of_parts(parts)
}

#[pymethods]
impl Finding {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (FindingParts,))> {
        Ok((py.import("scorebook._scorebook")?.getattr("_finding")?, (self.parts(),)))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

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
    /// The findings of a game that was unpickled.
    kept: Option<Vec<Finding>>,
    /// The position that the moves are proven from, as FEN, where the tag says another.
    start: Option<String>,
    /// Whether the moves of its text are known to be spelled as they should be.
    is_spelled: bool,
}

/// The values of a game, to make it again: source, notation, offset, PGN and start, moves, half-moves, reading, findings.
type GameParts = (
    String,
    Option<String>,
    Option<u64>,
    (String, Option<String>),
    Vec<u16>,
    usize,
    Option<String>,
    Vec<FindingParts>,
);

/// All verdicts, by whose names a reading is unpickled.
const READINGS: [Verdict; 7] = [
    Verdict::Verified,
    Verdict::Settled,
    Verdict::Repaired,
    Verdict::Decided,
    Verdict::Ambiguous,
    Verdict::Illegal,
    Verdict::Incomplete,
];

/// A game of its parts, for `pickle`.
#[pyfunction]
pub fn _game(parts: GameParts) -> PyResult<Game> {
    let (source, notation, offset, (pgn, start), moves, plies, reading, findings) = parts;
    let wrong = |what: String| PyValueError::new_err(what);
    let moves = moves.into_iter().map(word).collect::<Result<_, _>>().map_err(wrong)?;
    let reading = match reading {
        None => None,
        Some(name) => {
            let known = READINGS.into_iter().find(|verdict| verdict.as_str() == name);
            Some(known.ok_or_else(|| wrong(format!("there is no reading {name}")))?)
        }
    };
    let notation = match notation {
        None => None,
        Some(name) => Some(
            scorebook::notation::find(&name)
                .ok_or_else(|| wrong(format!("there is no notation {name}")))?
                .name(),
        ),
    };
    let game = Owned { offset, moves, plies, reading, ..Owned::of_pgn(&pgn) };
    let kept = findings.into_iter().map(Finding::of_parts).collect::<PyResult<_>>()?;
    Ok(Game { source, notation, game, places: Vec::new(), kept: Some(kept), start, is_spelled: false })
}

impl Game {
    /// A game from this source.
    pub fn new(source: &str, game: Owned) -> Game {
        let start = game.findings.iter().find_map(meant_start);
        Game {
            source: source.to_owned(),
            notation: None,
            start,
            game,
            places: Vec::new(),
            kept: None,
            is_spelled: false,
        }
    }

    /// The same game, read in this notation.
    pub fn read_in(mut self, notation: &'static str) -> Game {
        self.notation = Some(notation);
        self
    }

    /// The same game, of which all findings are known: where none is about its movetext, that is as it should be.
    pub fn fully_judged(mut self) -> Game {
        let about_tags_or_end = |finding: &finding::Finding| finding.code.id.starts_with(['T', 'R']);
        let is_verified = self.game.reading == Some(Verdict::Verified);
        self.is_spelled = is_verified && self.game.findings.iter().all(about_tags_or_end);
        self
    }

    /// Adds the place of the next finding.
    pub fn place(&mut self, line: usize, column: usize) {
        self.places.push((line, column));
    }

    fn rules(&self) -> Option<VariantRules> {
        VariantRules::of(&self.game.tags)
    }

    fn start(&self) -> Option<(VariantRules, VariantPosition)> {
        let rules = self.rules()?;
        let start = match &self.start {
            None => rules.start(&self.game.tags),
            Some(fen) => {
                let mut tags = self.game.tags.clone();
                tags.set("FEN", fen.as_str());
                rules.start(&tags)
            }
        };
        Some((rules, start.ok()?))
    }

    /// The game as PGN.
    pub fn text(&self) -> String {
        self.pgn()
    }

    /// What tells a game from another: tags, movetext, proven moves, reading, findings.
    fn told(&self) -> (String, &[Move16], Option<&'static str>, Vec<Finding>) {
        (self.pgn(), &self.game.moves, self.reading(), self.findings())
    }

    /// Each move with the position before it.
    fn each<T>(
        &self,
        mut take: impl FnMut(&mut shakmaty::variant::VariantPosition, shakmaty::Move, CastlingMode) -> T,
    ) -> Vec<T> {
        let Some((rules, mut position)) = self.start() else { return Vec::new() };
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
    fn san<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        if self.is_spelled
            && let Some(strings) = as_written(py, &self.game)
        {
            return strings.list(py);
        }
        let slowly = || PyList::new(py, self.each(|position, m, _| spelled(position, m)));
        let Some((_, VariantPosition::Chess(chess))) = self.start() else { return slowly() };
        // The verifier's board writes them many times faster.
        let is_array = chess == Chess::default();
        let mut board = if is_array { Board::default() } else { Board::from(&chess) };
        let mut strings = Strings::kept_in(&SAN, self.game.moves.len());
        for &word in &self.game.moves {
            if word.is_null() {
                break;
            }
            // An illegal move that was kept as it was written.
            let Some(m) = board.word(word) else { return slowly() };
            let (_, spelled) = board.play_spelled(m);
            // No text of ASCII is such a number.
            strings.push(py, u64::from(spelled.bits()) | 1 << 63, |out| spelled.write(out));
        }
        strings.list(py)
    }

    /// The mainline in UCI, as far as it is proven.
    #[getter]
    fn uci<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let is_chess = self.rules().is_some_and(|rules| rules.variant == Variant::Chess);
        if !is_chess {
            let each = self.each(|position, m, mode| {
                position.play_unchecked(m);
                UciMove::from_move(m, mode).to_string()
            });
            return PyList::new(py, each);
        }
        let mut strings = Strings::kept_in(&UCI, self.game.moves.len());
        for word in self.game.moves.iter().take_while(|word| !word.is_null()) {
            // A proven move is told by its squares.
            strings.push(py, word.bits().into(), |out| {
                for square in [word.from(), word.to()] {
                    out.push(square.file().char());
                    out.push(square.rank().char());
                }
                if let Move16Kind::Promotion(role) = word.kind() {
                    out.push(role.char());
                }
            });
        }
        strings.list(py)
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
        if let Some(kept) = &self.kept {
            return kept.clone();
        }
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

    /// The starting position as FEN, if it is not the standard one. Where the tag says another than the moves can be played from, which
    /// is a finding, that of the moves.
    #[getter]
    fn fen(&self) -> Option<&str> {
        self.start.as_deref().or_else(|| self.game.tags.get("FEN"))
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

    /// Half-moves that the engine looked ahead, `None` if not given.
    #[getter]
    fn depths(&self) -> Vec<Option<i16>> {
        filled(&self.game.shown.depths, self.game.plies)
    }

    /// Seconds that each move took, `None` if not given.
    #[getter]
    fn times(&self) -> Vec<Option<f32>> {
        filled(&self.game.shown.times, self.game.plies)
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

    /// The mainline in SAN, move by move, as far as it is proven.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.san(py)?.try_iter()
    }

    /// Games are equal if their tags, movetext, proven moves, reading and findings are, wherever they come from.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| self.told() == other.get().told())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        std::hash::Hash::hash(&(self.pgn(), self.game.moves.len()), &mut hasher);
        std::hash::Hasher::finish(&hasher)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (GameParts,))> {
        let parts = (
            self.source.clone(),
            self.notation.map(str::to_owned),
            self.game.offset,
            (self.pgn(), self.start.clone()),
            self.game.moves.iter().map(|word| word.bits()).collect(),
            self.game.plies,
            self.reading().map(str::to_owned),
            self.findings().iter().map(Finding::parts).collect(),
        );
        Ok((py.import("scorebook._scorebook")?.getattr("_game")?, (parts,)))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
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
            self.kept.as_ref().map_or(self.game.findings.len(), Vec::len)
        )
    }
}

/// The position that a finding about the FEN says that the moves are proven from.
fn meant_start(finding: &finding::Finding) -> Option<String> {
    let is_about_start = matches!(finding.code.id, "T221" | "T222" | "T223");
    finding.fix.as_ref().filter(|_| is_about_start).map(|fix| fix.replacement.clone())
}

/// Plays a move, and writes it: in SAN, or, where it is illegal and was kept as it was written, with both its squares, as the PGN has it.
fn spelled(position: &mut VariantPosition, m: shakmaty::Move) -> String {
    let of_chess = matches!(position, VariantPosition::Chess(_));
    // Without its king no position of chess tells what is legal.
    let kings = position.board().kings();
    if !of_chess || kings.count() == 2 && !kings.contains(m.to()) && position.is_legal(m) {
        return SanPlus::from_move_and_play_unchecked(position, m).to_string();
    }
    position.play_unchecked(m);
    let man = Some(m.role()).filter(|role| *role != Role::Pawn).map(Role::upper_char);
    let from = m.from().map(|from| from.to_string()).unwrap_or_default();
    let takes = if m.is_capture() { "x" } else { "" };
    let promotion = m.promotion().map(|role| format!("={}", role.upper_char())).unwrap_or_default();
    format!("{}{from}{takes}{}{promotion}", man.map(String::from).unwrap_or_default(), m.to())
}

/// Strings of moves by numbers that tell them apart: games have few different ones, and each is made once.
struct Known(Vec<Option<(u64, Py<PyString>)>>);

/// Strings of moves in SAN, and in UCI. Whoever finds them locked, as code does that Python runs while a string is made, does
/// without.
static SAN: Mutex<Known> = Mutex::new(Known(Vec::new()));
static UCI: Mutex<Known> = Mutex::new(Known(Vec::new()));

impl Known {
    /// Binary logarithm of the number of places; what falls to a place that is taken gets it.
    const LOG_PLACES: u32 = 13;

    fn place(&mut self, number: u64) -> &mut Option<(u64, Py<PyString>)> {
        if self.0.is_empty() {
            self.0.resize_with(1 << Known::LOG_PLACES, || None);
        }
        let place = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - Known::LOG_PLACES);
        &mut self.0[place as usize]
    }
}

/// A list of moves that is made.
struct Strings<'py> {
    known: Option<MutexGuard<'static, Known>>,
    all: Vec<Bound<'py, PyString>>,
}

impl<'py> Strings<'py> {
    fn kept_in(known: &'static Mutex<Known>, room: usize) -> Strings<'py> {
        Strings { known: known.try_lock().ok(), all: Vec::with_capacity(room) }
    }

    /// Adds the move that this number tells from all others.
    fn push(&mut self, py: Python<'py>, number: u64, write: impl FnOnce(&mut String)) {
        let make = || {
            let mut text = String::with_capacity(8);
            write(&mut text);
            PyString::new(py, &text)
        };
        let string = match self.known.as_mut().map(|known| known.place(number)) {
            None => make(),
            Some(Some((known, string))) if *known == number => string.bind(py).clone(),
            Some(place) => {
                let string = make();
                *place = Some((number, string.clone().unbind()));
                string
            }
        };
        self.all.push(string);
    }

    /// Adds the move of this number, if its string was made before.
    fn push_known(&mut self, py: Python<'py>, number: u64) -> bool {
        let place = self.known.as_mut().and_then(|known| known.place(number).as_ref());
        let Some((_, string)) = place.filter(|(known, _)| *known == number) else { return false };
        self.all.push(string.bind(py).clone());
        true
    }

    fn list(self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.all)
    }
}

/// The moves of the mainline as they stand in the text of a game whose moves are spelled as they should be; `None` where they are not
/// the moves that were proven, one for one.
fn as_written<'py>(py: Python<'py>, game: &Owned) -> Option<Strings<'py>> {
    let mut strings = Strings::kept_in(&SAN, game.moves.len());
    let mut text = Mainline { rest: game.movetext.as_bytes(), depth: 0 };
    for &word in &game.moves {
        // What is known was a move when it came first.
        if let Some((san, rest)) = text.glance()
            && san.is_of(word)
            && strings.push_known(py, san.signs)
        {
            text.rest = rest;
            continue;
        }
        let san = text.next_move()?.filter(|san| san.is_of(word))?;
        strings.push(py, san.signs, |out| san.signs().for_each(|sign| out.push(char::from(sign))));
    }
    text.next_move()?.is_none().then_some(strings)
}

/// A move in SAN.
#[derive(Copy, Clone)]
struct San {
    /// Its signs, the first in the lowest byte.
    signs: u64,
    length: u32,
}

impl San {
    fn of(text: &[u8]) -> Option<San> {
        let mut signs = [0; 8];
        signs.get_mut(..text.len())?.copy_from_slice(text);
        Some(San { signs: u64::from_le_bytes(signs), length: text.len() as u32 })
    }

    fn signs(self) -> impl Iterator<Item = u8> {
        self.signs.to_le_bytes().into_iter().take(self.length as usize)
    }

    /// Whether it goes where this move goes.
    fn is_of(self, word: Move16) -> bool {
        let sign = |at: u32| (self.signs >> (8 * at)) as u8;
        let marks = u32::from(self.length > 2 && matches!(sign(self.length - 1), b'+' | b'#'));
        let length = self.length - marks;
        let behind = match word.kind() {
            Move16Kind::Castling => {
                let castles = self.signs & (u64::MAX >> (64 - 8 * length.clamp(1, 8)));
                let wanted: &[u8; 8] =
                    if word.to().file() > word.from().file() { b"O-O\0\0\0\0\0" } else { b"O-O-O\0\0\0" };
                return castles == u64::from_le_bytes(*wanted);
            }
            Move16Kind::Promotion(role) => {
                if length < 4 || sign(length - 2) != b'=' || char::from(sign(length - 1)) != role.upper_char()
                {
                    return false;
                }
                2
            }
            _ => 0,
        };
        let to = word.to();
        length >= 2 + behind
            && char::from(sign(length - behind - 1)) == to.rank().char()
            && char::from(sign(length - behind - 2)) == to.file().char()
    }
}

/// The rest of a movetext.
struct Mainline<'t> {
    rest: &'t [u8],
    /// How many variations are open.
    depth: u32,
}

impl<'t> Mainline<'t> {
    /// What stands behind blanks and numbers, up to the next blank, and what is left then. It may be something else than a move.
    fn glance(&self) -> Option<(San, &'t [u8])> {
        const ONES: u64 = 0x0101_0101_0101_0101;
        let is_passed = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b' ' | b'.' | b'\n' | b'\r');
        let start = self.rest.iter().position(|byte| !is_passed(byte)).filter(|_| self.depth == 0)?;
        let rest = &self.rest[start..];
        let signs = u64::from_le_bytes(*rest.first_chunk()?);
        // The top bits of the bytes below `#`, right up to the first.
        let blanks = signs.wrapping_sub(ONES * u64::from(b'#')) & !signs & (ONES << 7);
        let length = blanks.trailing_zeros() / 8;
        let signs = signs & u64::MAX.checked_shr(64 - 8 * length)?;
        Some((San { signs, length }, rest.get(length as usize..)?))
    }

    /// The next move of the mainline, or that there is none; `None` before what is neither a move nor anything that may stand beside
    /// moves.
    fn next_move(&mut self) -> Option<Option<San>> {
        while let Some((&first, behind)) = self.rest.split_first() {
            let length = |is_part: fn(&u8) -> bool| behind.iter().take_while(|byte| is_part(byte)).count();
            self.rest = match first {
                b' ' | b'\n' | b'\r' | b'\t' | b'!' | b'?' | b'.' | b'*' => behind,
                b'0'..=b'9' => &behind[length(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'/'))..],
                b'$' => &behind[length(u8::is_ascii_digit)..],
                b'(' => {
                    self.depth += 1;
                    behind
                }
                b')' => {
                    self.depth = self.depth.checked_sub(1)?;
                    behind
                }
                b'{' => &behind[memchr::memchr(b'}', behind)? + 1..],
                b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'O' => {
                    let is_part =
                        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'#' | b'=' | b'-');
                    let (text, rest) = self.rest.split_at(1 + length(is_part));
                    if self.depth == 0 {
                        self.rest = rest;
                        return Some(Some(San::of(text)?));
                    }
                    rest
                }
                _ => return None,
            };
        }
        Some(None)
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
