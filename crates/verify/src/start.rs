//! Where a game starts: the starting position, a FEN, the rules of a variant.

use scorebook_core::chess960;
use scorebook_core::faults::faults;
use scorebook_variants::Rules as Ruled;
use shakmaty::fen::Fen;
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{Bitboard, CastlingMode, Chess, Color, FromSetup, Position, PositionError};

use super::board::Board;
use super::game::Ledger;
use super::line::{Line, LineState};
use crate::finding::{Code, Finding, Fix, code};
use crate::position::{Case, StartKind, judge_start};
use crate::text::Span;

/// Where a game starts.
#[derive(Clone, Debug)]
pub(super) enum Start {
    /// The usual array.
    Array,
    /// Another standard or Chess960 position.
    Position(Box<Chess>),
    /// A position by other rules.
    Variant(Box<VariantPosition>),
    /// A position by a rules file.
    Ruled(Box<scorebook_variants::Position<'static>>),
    /// Not known.
    Unknown,
}

impl Start {
    /// Sets a line to the position, the number of the first move, and its side.
    pub(super) fn set(&self, line: &mut Line) {
        *line = Line::default();
        match self {
            Start::Array => line.now = LineState::Board(Board::default()),
            Start::Position(chess) => {
                line.now = LineState::Board(Board::from(chess.as_ref()));
                (line.number, line.turn) = (chess.fullmoves().get(), chess.turn());
            }
            Start::Variant(position) => {
                line.now = LineState::Variant(position.clone());
                (line.number, line.turn) = (position.fullmoves().get(), position.turn());
            }
            Start::Ruled(position) => {
                line.now = LineState::Ruled(position.clone());
                let white = position.side() == scorebook_variants::Side::White;
                (line.number, line.turn) = (u32::from(position.number()).max(1), Color::from_white(white));
            }
            Start::Unknown => {}
        }
    }
}

/// The rules that a `Variant` tag names.
#[derive(Copy, Clone, Debug)]
pub(super) enum Rules {
    /// Standard moves; of Chess960 too, where the FEN says so.
    Standard(StartKind),
    /// shakmaty's variants.
    Variant(Variant),
    /// The rules of a rules file, or of the variants built in.
    Ruled(&'static scorebook_variants::Rules),
}

/// The rules of that name, however it is spaced and spelled. What a user's file names goes first.
pub(super) fn rules(name: &str, own: &'static [scorebook_variants::Rules]) -> Option<Rules> {
    let of_user = Ruled::called(name, own).filter(|rules| own.iter().any(|own| std::ptr::eq(own, *rules)));
    if let Some(rules) = of_user {
        return Some(Rules::Ruled(rules));
    }
    if let Some(kind) = StartKind::named(name) {
        return Some(Rules::Standard(kind));
    }
    let key: String =
        name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    Some(match key.as_str() {
        "crazyhouse" | "house" | "zh" => Rules::Variant(Variant::Crazyhouse),
        "atomic" | "atomicchess" => Rules::Variant(Variant::Atomic),
        "antichess" | "giveaway" | "giveawaychess" => Rules::Variant(Variant::Antichess),
        "horde" | "hordechess" => Rules::Variant(Variant::Horde),
        "kingofthehill" | "koth" => Rules::Variant(Variant::KingOfTheHill),
        "racingkings" | "racing" => Rules::Variant(Variant::RacingKings),
        "threecheck" | "3check" | "threecheckchess" | "3checkchess" => Rules::Variant(Variant::ThreeCheck),
        _ => Rules::Ruled(Ruled::called(name, &[])?),
    })
}

/// Reads a FEN under those rules; a finding says what is wrong with it.
pub(super) fn position(text: &str, span: Span, rules: Rules, ledger: &mut Ledger<'_>) -> Start {
    let say = |ledger: &mut Ledger<'_>, code: &'static Code, message: String| {
        ledger.push(Finding::new(code, span, message).text(text));
        Start::Unknown
    };
    if let Rules::Ruled(rules) = rules {
        return match scorebook_variants::Position::from_fen(rules, text.trim()) {
            Ok(position) => Start::Ruled(Box::new(position)),
            Err(error) => say(ledger, &code::T212, format!("invalid FEN: {}", error.0)),
        };
    }
    let fen: Fen = match text.trim().parse() {
        Ok(fen) => fen,
        Err(error) => return say(ledger, &code::T212, format!("invalid FEN: {error}")),
    };
    match rules {
        Rules::Standard(kind) => {
            let case = Case::from_fen(text).unwrap_or_else(|_| Case::from(fen.as_setup()));
            let mode = match kind {
                StartKind::Chess960 => CastlingMode::Chess960,
                _ => chess960::castling_of_fen(text, fen.as_setup()),
            };
            let setup = fen.as_setup().clone();
            let position = lenient(fen, mode);
            let bare = position.as_ref().ok().and_then(|chess| without_impossible(text, &setup, chess));
            for mut finding in judge_start(&case, kind, span) {
                if matches!(finding.code.id, "P701" | "P702") {
                    finding.fix = bare.clone().map(|replacement| Fix { span, replacement, safe: true });
                }
                ledger.push(finding.text(text));
            }
            match position {
                Ok(chess) => {
                    if !is_complete(text) {
                        let whole = written(&chess);
                        let fix = Fix { span, replacement: whole.clone(), safe: true };
                        let message = format!("fields of the FEN are missing; it is read as {whole}");
                        ledger.push(Finding::new(&code::T221, span, message).text(text).fix(fix));
                    }
                    Start::Position(Box::new(chess))
                }
                Err(error) => say(ledger, &code::T213, format!("impossible FEN: {error}")),
            }
        }
        // Read above.
        Rules::Ruled(_) => Start::Unknown,
        Rules::Variant(variant) => {
            let read = VariantPosition::from_setup(variant, fen.into_setup(), CastlingMode::Chess960);
            match read.or_else(PositionError::ignore_invalid_ep_square) {
                Ok(position) => Start::Variant(Box::new(position)),
                Err(error) => say(ledger, &code::T213, format!("impossible FEN: {error}")),
            }
        }
    }
}

/// Whether a FEN has all its fields, but perhaps its two numbers.
pub(super) fn is_complete(text: &str) -> bool {
    text.split_whitespace().count() >= 4
}

/// The FEN without the rights to castle and the en passant square that the men do not allow; `None` if they allow all of them.
fn without_impossible(text: &str, said: &shakmaty::Setup, chess: &Chess) -> Option<String> {
    let mut fields: Vec<&str> = text.split_whitespace().collect();
    let whole = written(chess);
    let rights = whole.split(' ').nth(2)?;
    if said.castling_rights != chess.castles().castling_rights() {
        *fields.get_mut(2)? = rights;
    } else if said.ep_square.is_none() || chess.ep_square(shakmaty::EnPassantMode::Always).is_some() {
        return None;
    }
    if chess.ep_square(shakmaty::EnPassantMode::Always).is_none() {
        *fields.get_mut(3)? = "-";
    }
    Some(fields.join(" "))
}

/// The FEN of a position.
fn written(chess: &Chess) -> String {
    Fen::from_position(chess, shakmaty::EnPassantMode::Always).to_string()
}

/// The positions that a FEN may have meant, by which the moves of its game may be tried: with all rights to castle that king and rooks
/// allow, with the other side to move, and both; each with the code of what is wrong then, and its FEN.
pub(super) fn meant(text: &str) -> Vec<(&'static Code, Chess, String)> {
    let Ok(fen) = text.trim().parse::<Fen>() else { return Vec::new() };
    let said = fen.as_setup().clone();
    let mut rights = said.castling_rights;
    for color in Color::ALL {
        let back = color.fold_wb(shakmaty::Rank::First, shakmaty::Rank::Eighth);
        let king = shakmaty::Square::from_coords(shakmaty::File::E, back);
        let rooks = said.board.by_piece(shakmaty::Role::Rook.of(color));
        if said.board.by_piece(shakmaty::Role::King.of(color)).contains(king) {
            let corners = [shakmaty::File::A, shakmaty::File::H]
                .map(|file| Bitboard::from(shakmaty::Square::from_coords(file, back)));
            rights |= rooks & (corners[0] | corners[1]);
        }
    }
    let mut all = Vec::new();
    for (code, rights, turned) in
        [(&code::T223, rights, false), (&code::T222, said.castling_rights, true), (&code::T222, rights, true)]
    {
        if !turned && rights == said.castling_rights {
            continue;
        }
        let mut setup = said.clone();
        setup.castling_rights = rights;
        if turned {
            setup.turn = !setup.turn;
            setup.ep_square = None;
        }
        if let Ok(chess) = Chess::from_setup(setup, CastlingMode::Standard) {
            let text = written(&chess);
            all.push((code, chess, text));
        }
    }
    all
}

/// A FEN's en passant square is often written after every double step, rights to castle are kept when king or
/// rook have moved, and problems may have any material.
fn lenient(fen: Fen, mode: CastlingMode) -> Result<Chess, String> {
    let setup = fen.into_setup();
    Chess::from_setup(setup.clone(), mode)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .map_err(|error| faults(&setup.board, setup.turn, error.kinds()))
}
