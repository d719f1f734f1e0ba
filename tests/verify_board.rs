//! The lean board against shakmaty: every answer, in random games, Chess960 games and real ones.

use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus as ReadSan, Visitor};
use proptest::prelude::*;
use scorebook::record::pgn::Lexer;
use scorebook::verify::board::{Board, Unresolved};
use scorebook::verify::{Options, fast_san, game, san};
use shakmaty::san::{San, SanError, SanPlus};
use shakmaty::{CastlingMode, Chess, FromSetup, Position, Setup, fen::Fen};

/// Holds resolution, check and the position after it of one move text to shakmaty's.
fn same_answer(text: &str, chess: &Chess, board: &Board) {
    let Some((written, _)) = san::read(text.as_bytes()) else { return };
    let Ok(said) = text.parse::<SanPlus>() else { panic!("shakmaty does not read {text}") };
    let ours = board.resolve(&written).map(|step| step.mv);
    // A false or missing `x` is a remark of ours, but no move to shakmaty.
    let mut toggled = said.san;
    if let San::Normal { capture, .. } = &mut toggled {
        *capture = !*capture;
    }
    let theirs = match said.san.to_move(chess) {
        Err(SanError::IllegalSan) if !text.starts_with(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) => {
            toggled.to_move(chess)
        }
        answer => answer,
    };
    let fen = Fen::from_position(chess, shakmaty::EnPassantMode::Legal);
    // The quick way either says the same or leaves it to the full one.
    let padded = [text.as_bytes(), &[b' '; 8]].concat();
    let word = u64::from_le_bytes(*padded.first_chunk().unwrap());
    let quick = fast_san::read(word).and_then(|seen| Some((seen, board.find(&seen)?)));
    if let Some((seen, found)) = quick {
        let full = board.resolve(&written).unwrap();
        assert_eq!(
            (Some(u32::from(found.from)), u32::from(seen.to)),
            (full.mv.from().map(u32::from), u32::from(full.mv.to())),
            "{text} in {fen}"
        );
        assert_eq!(found.over_disambiguated, full.over_disambiguated, "{text} in {fen}");
    }
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => assert_eq!(ours, theirs, "{text} in {fen}"),
        (Err(Unresolved::Ambiguous), Err(SanError::AmbiguousSan)) => {}
        (Err(_), Err(SanError::IllegalSan)) => {}
        (ours, theirs) => panic!("{text} in {fen}: {ours:?} against {theirs:?}"),
    }
}

fn walk(start: Chess, choices: &[u16], texts: &[String]) {
    let mut chess = start;
    let mut board = Board::from(&chess);
    for &choice in choices {
        let legal = chess.legal_moves();
        assert_eq!(board.has_move(), !legal.is_empty());
        assert_eq!(board.is_check(), chess.is_check());
        if legal.is_empty() {
            return;
        }
        for &mv in &legal {
            let text = San::from_move(&chess, mv).to_string();
            let (written, _) = san::read(text.as_bytes()).expect("SAN is strict SAN");
            let step = board.resolve(&written).expect("a legal move resolves");
            assert_eq!((step.mv, step.over_disambiguated), (mv, false), "{text}");
            assert_eq!(board.san(mv), SanPlus::from_move(chess.clone(), mv).to_string());
            same_answer(&text, &chess, &board);
            // Made and taken back; where the fast path reads it, made that way too.
            let mut after = board;
            let undo = after.play(mv);
            let word = u64::from_le_bytes(*[text.as_bytes(), &[b' '; 8]].concat().first_chunk().unwrap());
            let special = mv.is_castle() || mv.is_promotion() || mv.is_en_passant();
            let seen = fast_san::read(word).filter(|seen| !special || board.find(seen).is_some());
            assert_eq!(seen.is_none(), special, "{text}");
            if let Some(seen) = seen {
                let found = board.find(&seen).expect("a plain legal move is found");
                let mut quick = board;
                assert_eq!(quick.step(found.from, seen.to), undo, "{text}");
                assert_eq!(quick, after, "{text}");
            }
            after.undo(&undo);
            assert_eq!(after, board, "{text} taken back");
            // With too little and too much disambiguation.
            if text.len() > 3 {
                same_answer(&text.replacen(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], "", 1), &chess, &board);
            }
        }
        for text in texts {
            same_answer(text, &chess, &board);
        }
        let mv = legal[usize::from(choice) % legal.len()];
        board.play(mv);
        chess.play_unchecked(mv);
        assert_eq!(board.to_chess(), chess);
        assert_eq!(board.fen(), Fen::from_position(&chess, shakmaty::EnPassantMode::Legal).to_string());
    }
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[NBRQK][a-h]?[1-8]?x?[a-h][1-8]", "([a-h]x)?[a-h][1-8](=[QRBN])?", "O-O", "O-O-O"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if thorough() { 2000 } else { 60 }))]

    #[test]
    fn random_games(choices in prop::collection::vec(any::<u16>(), 1..160), texts in prop::collection::vec(text(), 24)) {
        walk(Chess::default(), &choices, &texts);
    }

    #[test]
    fn random_chess960_games(
        number in 0u32..960,
        choices in prop::collection::vec(any::<u16>(), 1..80),
        texts in prop::collection::vec(text(), 12),
    ) {
        let mut setup = Setup::initial();
        setup.board = shakmaty::Board::chess960(number);
        setup.castling_rights = setup.board.rooks();
        walk(Chess::from_setup(setup, CastlingMode::Chess960).unwrap(), &choices, &texts);
    }
}

/// Found by the random games: a capture in passing takes no promotion.
#[test]
fn en_passant_does_not_promote() {
    let fen: Fen = "rnbqkbnr/1ppppppp/8/p3P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2".parse().unwrap();
    let mut chess: Chess = fen.into_position(CastlingMode::Standard).unwrap();
    chess.play_unchecked("d5".parse::<San>().unwrap().to_move(&chess).unwrap());
    let board = Board::from(&chess);
    for text in ["exd6", "exd6=Q", "exf6", "exf6=Q"] {
        same_answer(text, &chess, &board);
    }
    assert!(board.resolve(&san::read(b"exd6=Q").unwrap().0).is_err());
    assert!(board.resolve(&san::read(b"exd6").unwrap().0).is_ok());
}

fn thorough() -> bool {
    std::env::var_os("SCOREBOOK_THOROUGH").is_some()
}

/// What shakmaty makes of a game: its plies and final position, or nothing if a move is illegal.
struct Oracle;

impl Visitor for Oracle {
    type Tags = (Option<Chess>, bool);
    type Movetext = (Chess, u32, bool);
    type Output = Option<(Chess, u32)>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue((None, true))
    }

    fn tag(&mut self, tags: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        match name {
            b"FEN" => {
                tags.0 = Fen::from_ascii(value.as_bytes())
                    .ok()
                    .and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
            }
            b"Variant" => tags.1 = matches!(value.as_bytes(), b"Standard" | b"Chess960" | b"From Position"),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        if tags.1 {
            ControlFlow::Continue((tags.0.unwrap_or_default(), 0, true))
        } else {
            ControlFlow::Break(None)
        }
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, pgn_reader::Skip> {
        ControlFlow::Continue(pgn_reader::Skip(true))
    }

    fn san(&mut self, state: &mut Self::Movetext, san: ReadSan) -> ControlFlow<Self::Output> {
        match san.san.to_move(&state.0) {
            Ok(mv) if state.2 => {
                state.0.play_unchecked(mv);
                state.1 += 1;
            }
            _ => state.2 = false,
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, state: Self::Movetext) -> Self::Output {
        state.2.then_some((state.0, state.1))
    }
}

/// Every game of the shared corpora comes to shakmaty's final position, or neither gets there.
#[test]
fn real_games() {
    let shared = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/pgn");
    for name in ["masters", "lichess", "annotated"] {
        let Ok(packed) = std::fs::read(format!("{shared}/{name}.pgn.zst")) else {
            crate::common::skip(format_args!("no {shared}/{name}.pgn.zst"));
            continue;
        };
        let bytes = zstd::decode_all(packed.as_slice()).unwrap();
        let options = Options { positions: true, ..Options::default() };
        let mut lexer = Lexer::new(&bytes);
        let (mut compared, mut games) = (0, 0);
        let most = if thorough() { usize::MAX } else { 2500 };
        while games < most && lexer.begin_game() {
            let report = game(&mut lexer, &options);
            games += 1;
            // Where the text itself is in doubt, another reader may well cut it otherwise.
            let in_doubt = |id: &str| {
                matches!(id.as_bytes()[0], b'S' | b'N' | b'M' | b'T') && id != "N203" && id != "T103"
            };
            if report.findings.iter().any(|finding| in_doubt(finding.code.id)) {
                continue;
            }
            let Some(last) = &report.last else { continue };
            let text = &bytes[report.span.range()];
            let theirs = Reader::new(text).read_game(&mut Oracle).unwrap().flatten();
            assert_eq!(theirs, Some((last.clone(), report.plies)), "{}", String::from_utf8_lossy(text));
            compared += 1;
        }
        println!("{name}: {compared} of {games} games compared");
        assert!(
            compared * 10 > games * 4 || name == "lichess",
            "{name}: only {compared} of {games} compared"
        );
    }
}
