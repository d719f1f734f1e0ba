//! Forms that are not unique: never a wrong game without a finding where it goes wrong.

use std::borrow::Cow;

use proptest::prelude::*;
use scorebook::decode::{Decoder, NotationChoice, Options, Reading};
use scorebook::game::Verdict;
use scorebook::lineage::Lineage;
use scorebook::notation;
use scorebook::record::{Cell, CellLine, Draft};
use shakmaty::{Chess, Move, Position};

/// A legal game, each move taken by a number modulo the legal moves.
fn game(choices: &[u16]) -> Vec<Move> {
    let mut position = Chess::default();
    let mut moves = Vec::new();
    for &choice in choices {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let m = legal[usize::from(choice) % legal.len()];
        position.play_unchecked(m);
        moves.push(m);
    }
    moves
}

/// The English form, with disambiguation omitted where `terse` says so: the wing of the piece, its square in
/// brackets, the wing of the target square, the check mark.
fn blurred(form: &str, terse: u8) -> String {
    let mut text = form.to_owned();
    if terse & 1 != 0 {
        for wing in ["QR", "QKt", "QB", "KR", "KKt", "KB"] {
            text = text.replace(wing, &wing[1..]);
        }
    }
    if terse & 2 != 0
        && let (Some(open), Some(close)) = (text.find('('), text.find(')'))
        && text[open..close].len() > 2
    {
        text.replace_range(open..=close, "");
    }
    if terse & 4 != 0 {
        text = text.replace(" ch", "").replace(" mate", "").replace(" e.p.", "");
    }
    text
}

fn decode(texts: &[String]) -> Reading {
    let cells =
        texts.iter().map(|text| Cell { text: Cow::Borrowed(text.as_str()), ..Cell::default() }).collect();
    let draft = Draft { mainline: CellLine { cells, ..CellLine::default() }, ..Draft::default() };
    let english = notation::find("english").expect("in the table");
    Decoder::new(Options { from: NotationChoice::Notation(english), ..Options::default() }).decode(&draft)
}

fn cases() -> u32 {
    if std::env::var_os("SCOREBOOK_THOROUGH").is_some() { 20_000 } else { 200 }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn a_blurred_game_is_never_wrong_without_a_finding(
        choices in prop::collection::vec(any::<u16>(), 1..80),
        terse in prop::collection::vec(0u8..8, 80),
    ) {
        let moves = game(&choices);
        let english = notation::find("english").expect("in the table");
        let mut position = Chess::default();
        let mut lineage = Lineage::new(&position);
        let mut texts = Vec::new();
        for (&m, &terse) in moves.iter().zip(&terse) {
            let form = english.write(&position, &lineage, m).expect("every move has a form");
            texts.push(blurred(&form, terse));
            lineage.play(&position, m);
            position.play_unchecked(m);
        }
        let reading = decode(&texts);
        let read: Vec<Move> = reading.game.moves().collect();
        let parts = moves.iter().zip(&read).position(|(a, b)| a != b);
        let said = |ply: usize| reading.findings.iter().any(|finding| finding.ply == Some(ply as u32 + 1));
        match parts {
            Some(ply) => prop_assert!(
                said(ply),
                "ply {}: {} read as another move without a finding ({:?})\n{texts:?}",
                ply + 1, texts[ply], reading.verdict,
            ),
            None => prop_assert!(
                read.len() == moves.len() || reading.verdict == Verdict::Incomplete,
                "{} of {} plies read, {:?}", read.len(), moves.len(), reading.verdict,
            ),
        }
    }

    #[test]
    fn unique_forms_are_read_back(choices in prop::collection::vec(any::<u16>(), 1..120)) {
        let moves = game(&choices);
        for name in ["english", "english-n", "staunton", "english-1977"] {
            let notation = notation::find(name).expect("in the table");
            let mut position = Chess::default();
            let mut lineage = Lineage::new(&position);
            let mut texts = Vec::new();
            for &m in &moves {
                texts.push(notation.write(&position, &lineage, m).expect("every move has a form"));
                lineage.play(&position, m);
                position.play_unchecked(m);
            }
            let reading = decode(&texts);
            let read: Vec<Move> = reading.game.moves().collect();
            let parts = moves.iter().zip(&read).take_while(|(a, b)| a == b).count();
            prop_assert_eq!(
                &read, &moves, "{} at {:?}: {:?} {:?}",
                name, texts.get(parts), reading.verdict, reading.findings.last(),
            );
        }
    }
}
