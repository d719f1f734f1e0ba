//! Questions: what a move may mean, what a code means, whether a position is possible; and moves spelled.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use scorebook::archive::VariantRules;
use scorebook::decode::move_lookup::meanings;
use scorebook::decode::{GameState, NotationChoice, Options};
use scorebook::finding::code;
use scorebook::game::Tags;
use scorebook::notation;
use scorebook::notation::reason;
use scorebook::notation::spelling::san;
use scorebook::position::{Case, Possibility, Premises, Question, inquire};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, PositionError};

use super::error::make;
use super::game::word;

/// One meaning of a written move, and the notations that read it so.
#[pyclass(frozen, get_all, module = "scorebook")]
pub struct Meaning {
    /// The notations.
    notations: Vec<&'static str>,
    /// The moves that fit, in SAN, best first.
    moves: Vec<String>,
    /// The same in UCI.
    uci: Vec<String>,
    /// The move, in SAN, if only one fits.
    verdict: Option<String>,
    /// Why no legal move fits, if none does.
    reasons: Vec<String>,
}

#[pymethods]
impl Meaning {
    fn __repr__(&self) -> String {
        let verdict = self.verdict.clone().unwrap_or_else(|| match self.moves.len() {
            0 => format!("no legal move: {}", self.reasons.join("; ")),
            fit => format!("ambiguous, {fit} moves fit"),
        });
        format!("<Meaning {} as {}>", verdict, self.notations.join(", "))
    }
}

fn position_of(fen: Option<&str>) -> PyResult<Chess> {
    let Some(text) = fen else { return Ok(Chess::default()) };
    let fen: Fen =
        text.parse().map_err(|error| PyValueError::new_err(format!("`{text}` is no FEN: {error}")))?;
    let setup = fen.into_setup();
    setup.clone().position(CastlingMode::Standard).map_err(|error: PositionError<Chess>| {
        let why = scorebook::faults::faults(&setup.board, setup.turn, error.kinds());
        PyValueError::new_err(format!("the FEN is no position to play from: {why}"))
    })
}

/// What a written move may mean in a position: one entry for each way to read it, none if no notation can.
///
/// >>> import scorebook
/// >>> meaning, = scorebook.read_move("Kt-KB3")
/// >>> meaning.verdict, meaning.uci
/// ('Nf3', ['g1f3'])
/// >>> fen = "3R1r2/2R3P1/1p2kp1p/2PpPbP1/2P3r1/p4p1p/1P4P1/4Q1K1 w - d6 0 1"
/// >>> scorebook.read_move("R-Q7", fen)[0].moves
/// ['Rcd7', 'Rdd7']
#[pyfunction]
#[pyo3(signature = (text, fen = None, notation = "auto"))]
pub fn read_move(py: Python<'_>, text: &str, fen: Option<&str>, notation: &str) -> PyResult<Vec<Meaning>> {
    let position = position_of(fen)?;
    let from = match notation {
        "auto" => NotationChoice::Auto,
        name => NotationChoice::Notation(
            notation::find(name)
                .ok_or_else(|| make(py, "UnknownName", (format!("no notation `{name}`"),)))?,
        ),
    };
    let options = Options { from, ..Options::default() };
    let seat = GameState::new(&position);
    let mut all: Vec<Meaning> = Vec::new();
    for meaning in meanings(text, &seat, &options) {
        let moves: Vec<String> =
            meaning.candidates.iter().map(|weighed| san(&position, weighed.mv)).collect();
        let name = meaning.notation.name();
        if let Some(known) = all.iter_mut().find(|known| known.moves == moves) {
            known.notations.push(name);
            continue;
        }
        let uci = |m| UciMove::from_move(m, CastlingMode::Standard).to_string();
        let reasons = match moves.is_empty() {
            true => reason::all(meaning.entry.senses.iter().map(|sense| &sense.skeleton), seat.scene()),
            false => Vec::new(),
        };
        all.push(Meaning {
            notations: vec![name],
            uci: meaning.candidates.iter().map(|weighed| uci(weighed.mv)).collect(),
            verdict: meaning.verdict().map(|weighed| san(&position, weighed.mv)),
            moves,
            reasons,
        });
    }
    // A notation without a move for the text is left out if another notation has one.
    if all.iter().any(|meaning| !meaning.moves.is_empty()) {
        all.retain(|meaning| !meaning.moves.is_empty());
    }
    Ok(all)
}

/// A kind of finding.
#[pyclass(frozen, get_all, module = "scorebook")]
pub struct Code {
    /// A letter and three digits.
    id: &'static str,
    /// `"note"`, `"warning"` or `"error"`.
    severity: String,
    /// A short title.
    title: &'static str,
    /// What it means, why it matters, and what to do.
    explanation: &'static str,
    /// A record that shows it.
    example: &'static str,
}

impl Code {
    fn of(code: &scorebook::finding::Code) -> Code {
        Code {
            id: code.id,
            severity: code.severity.to_string(),
            title: code.title,
            explanation: code.explanation,
            example: code.example,
        }
    }
}

#[pymethods]
impl Code {
    fn __repr__(&self) -> String {
        format!("<Code {} {}: {}>", self.id, self.severity, self.title)
    }
}

/// What the code of a finding means; without an argument, a list of all codes.
///
/// >>> import scorebook
/// >>> scorebook.explain("M201").title
/// 'illegal move'
#[pyfunction]
#[pyo3(signature = (code = None))]
pub fn explain<'py>(py: Python<'py>, code: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
    match code {
        None => code::all().map(Code::of).collect::<Vec<_>>().into_pyobject(py),
        Some(id) => match code::find(id) {
            Some(code) => Ok(Bound::new(py, Code::of(code))?.into_any()),
            None => {
                Err(make(py, "UnknownName", (format!("no code {id}; scorebook.explain() lists them all"),)))
            }
        },
    }
}

/// Whether a game can reach a position.
#[pyclass(frozen, get_all, module = "scorebook")]
pub struct Position {
    /// The position.
    fen: String,
    /// `"possible"`, `"impossible"` or `"undecided"`.
    verdict: &'static str,
    /// The rule that proves it impossible.
    rule: Option<&'static str>,
    /// Why it is impossible, or what was tried.
    explanation: Option<String>,
    /// A game that reaches it, as PGN.
    proof_game: Option<String>,
    /// The castling rights that are each possible, as in a FEN.
    castling: String,
    /// The sides that may be to move: `"w"`, `"b"`, `"wb"`, `"-"`.
    sides: String,
    /// The moves that may have been the last.
    last_moves: Vec<String>,
    /// What is true of every game that reaches it.
    deduced: Vec<String>,
}

#[pymethods]
impl Position {
    fn __repr__(&self) -> String {
        format!("<Position {}: {}>", self.fen, self.verdict)
    }
}

/// Whether a game can reach a position, and if not, why. `budget` is the work in seconds of a usual processor, counted and not timed;
/// with 0 no game is searched for.
///
/// >>> import scorebook
/// >>> position = scorebook.position("rnbqkbnr/pppppppp/8/B7/8/8/PPPPPPPP/RN1QKBNR b KQkq - 0 1", budget=0)
/// >>> position.verdict, position.rule
/// ('impossible', 'T3-stray')
#[pyfunction]
#[pyo3(signature = (fen, budget = 10.0))]
pub fn position(py: Python<'_>, fen: &str, budget: f64) -> PyResult<Position> {
    let case =
        Case::from_fen(fen).map_err(|error| PyValueError::new_err(format!("`{fen}` is no FEN: {error}")))?;
    if !(0.0..1e9).contains(&budget) {
        return Err(PyValueError::new_err("budget must be a number of seconds, 0 or more"));
    }
    let question = Question { steps: (budget * 1e6) as u64, ..Question::default() };
    let inquiry = py.detach(|| inquire(&Premises::suiting(&case), &case, &question));
    let (rule, explanation, proof_game) = match &inquiry.verdict {
        Possibility::Impossible(why) => (Some(why.rule.id), Some(why.explanation.clone()), None),
        Possibility::Possible(game) => (None, None, Some(game.pgn())),
        Possibility::Undecided(tried) => (None, Some(tried.clone()), None),
    };
    Ok(Position {
        fen: fen.to_owned(),
        verdict: inquiry.verdict.as_str(),
        rule,
        explanation,
        proof_game,
        castling: inquiry.castling_field(),
        sides: inquiry.sides_field(),
        last_moves: inquiry.last_moves.iter().map(ToString::to_string).collect(),
        deduced: inquiry.deduced,
    })
}

/// Converts 16-bit moves to UCI, without a board. Castling is written as the bits have it: the king's two squares, in
/// Chess960 the king's and the rook's.
///
/// >>> import scorebook
/// >>> scorebook.to_uci([3100, 13348])
/// ['e2e4', 'e7e5']
#[pyfunction]
pub fn to_uci(moves: Vec<u16>) -> PyResult<Vec<String>> {
    let spell = |bits: u16| {
        let word = word(bits).map_err(PyValueError::new_err)?;
        Ok(match word.kind() {
            _ if word.is_null() => "0000".to_owned(),
            scorebook::international::Move16Kind::Promotion(role) => {
                format!("{}{}{}", word.from(), word.to(), role.char())
            }
            _ => format!("{}{}", word.from(), word.to()),
        })
    };
    moves.into_iter().map(spell).collect()
}

/// Converts 16-bit moves to SAN, from a position (`None`: the standard starting position), by the rules of a variant as
/// the tag `Variant` names it.
///
/// Raises `ValueError` for a move that is not legal.
///
/// >>> import scorebook
/// >>> scorebook.to_san([3100, 13348, 1557])
/// ['e4', 'e5', 'Nf3']
#[pyfunction]
#[pyo3(signature = (moves, fen = None, variant = None))]
pub fn to_san(moves: Vec<u16>, fen: Option<&str>, variant: Option<&str>) -> PyResult<Vec<String>> {
    let mut tags = Tags::default();
    fen.into_iter().for_each(|fen| tags.set("FEN", fen));
    variant.into_iter().for_each(|name| tags.set("Variant", name));
    let rules = VariantRules::of(&tags).ok_or_else(|| PyValueError::new_err("the variant is not known"))?;
    let mut position = rules.start(&tags).map_err(PyValueError::new_err)?;
    let mut all = Vec::with_capacity(moves.len());
    for (ply, bits) in (1..).zip(moves) {
        let found = word(bits).map(|word| word.to_move(&position)).map_err(PyValueError::new_err)?;
        let m = found.ok_or_else(|| {
            PyValueError::new_err(format!("half-move {ply}: {bits} is no move of this position"))
        })?;
        all.push(SanPlus::from_move_and_play_unchecked(&mut position, m).to_string());
    }
    Ok(all)
}
