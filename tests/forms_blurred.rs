//! Algebraic and Romance forms with what makes them unique left out: never a wrong game without a
//! finding where it goes wrong.

use crate::common;

use std::borrow::Cow;

use common::{Random, Spot, random_game, shared, thorough};
use scorebook::decode::{Decoder, NotationChoice, Options};
use scorebook::game::Verdict;
use scorebook::notation;
use scorebook::record::{Cell, CellLine, Draft};

fn draft<'a>(cells: impl Iterator<Item = &'a str>) -> Draft<'a> {
    let cells = cells.map(|text| Cell { text: Cow::Borrowed(text), ..Cell::default() }).collect();
    Draft { mainline: CellLine { cells, ..CellLine::default() }, ..Draft::default() }
}

/// Omits the disambiguation and the marks of capture and check.
fn blur(notation: &str, text: &str) -> String {
    if text.starts_with(['O', '0']) {
        return text.trim_end_matches(['+', '#']).to_owned();
    }
    let text: String = text.trim_end_matches(['+', '#']).trim_end_matches(" e.p.").to_owned();
    match notation {
        // `C7-5AR` → `C5A`, `CR3AR` → `C3A`, `PARxPD` → `PxP`.
        "spanish" | "french" | "portuguese" => {
            let first = text.chars().next().unwrap_or_default();
            let promotion = text.find('=').map_or("", |at| &text[at..]);
            let body = text.trim_end_matches(promotion);
            match body.split_once('x') {
                Some((_, victim)) => format!("{first}x{}{promotion}", &victim[..1]),
                None => {
                    let at = body.rfind(|c: char| c.is_ascii_digit()).unwrap_or_default();
                    format!("{first}{}{promotion}", &body[at..(at + 2).min(body.len())])
                }
            }
        }
        // `NBD2` → `ND2`, `Nbxd2` → `Nd2`; a pawn keeps its file, without it it says another thing.
        _ => {
            let text =
                text.strip_prefix('P').filter(|_| notation == "bell").unwrap_or(&text).replace('x', "");
            let signs: Vec<char> = text.chars().collect();
            let is_man =
                signs[0].is_uppercase() && (notation != "bell" || signs.len() > 3 && signs[0] != 'B');
            let last_rank = signs.iter().rposition(char::is_ascii_digit).unwrap_or_default();
            let plain = last_rank + 1 == signs.len();
            if is_man
                && plain
                && signs.len() > 3
                && "NBRQKSLTD".contains(signs[0])
                && !signs[1].is_ascii_digit()
            {
                [signs[0], signs[last_rank - 1], signs[last_rank]].iter().collect()
            } else {
                text
            }
        }
    }
}

#[test]
fn blurred_games_go_wrong_only_with_a_finding() {
    let games = if thorough() { 5_000 } else { 60 };
    let (mut whole, mut right, mut ambiguous, mut stopped) = (0, 0, 0, 0);
    for name in ["san", "san-de", "bell", "spanish", "french", "portuguese"] {
        let notation = notation::find(name).expect("in the table");
        let mut decoder =
            Decoder::new(Options { from: NotationChoice::Notation(notation), ..Options::default() });
        let mut random = Random::new(7);
        for _ in 0..games {
            let moves = random_game(&mut random, 60);
            let mut spot = Spot::start();
            let mut texts = Vec::new();
            for &m in &moves {
                let form = notation.write(&spot.position, &spot.lineage, m).expect("written");
                texts.push(blur(name, &form));
                spot.play(m);
            }
            let reading = decoder.decode(&draft(texts.iter().map(String::as_str)));
            let read: Vec<_> = reading.game.moves().collect();
            let parts = read.iter().zip(&moves).position(|(a, b)| a != b);
            whole += 1;
            right += usize::from(read == moves);
            ambiguous += usize::from(reading.verdict == Verdict::Ambiguous);
            stopped += usize::from(reading.verdict == Verdict::Incomplete);
            if let Some(ply) = parts {
                let flagged = reading.findings.iter().any(|finding| finding.ply == Some(ply as u32 + 1));
                assert!(flagged, "{name} ply {} {:?} silent: {}", ply + 1, texts[ply], texts.join(" "));
            }
            if read.len() < moves.len() {
                assert!(!reading.findings.is_empty(), "{name} stops without a word: {}", texts.join(" "));
            }
            if reading.findings.is_empty() {
                assert_eq!(read, moves, "{name}: {}", texts.join(" "));
            }
        }
    }
    eprintln!("{whole} games, {right} right, {ambiguous} ambiguous, {stopped} stopped");
    assert!(right * 4 > whole, "blurred games are hardly ever read: {right} of {whole}");
}

/// The Spanish games of the shared material, cell by cell: numbered pairs of a known kind.
#[test]
fn spanish_games_are_read() {
    let Some(folder) = shared("books/spanish") else { return };
    let spanish = notation::find("spanish").expect("in the table");
    let mut decoder = Decoder::new(Options { from: NotationChoice::Notation(spanish), ..Options::default() });
    let mut auto = Decoder::new(Options::default());
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let is_number = |word: &&str| !word.trim_end_matches('.').chars().all(|c| c.is_ascii_digit());
        let mut cells: Vec<String> = Vec::new();
        for word in text.split_whitespace().filter(is_number) {
            match cells.last_mut() {
                // `D8A ++`
                Some(last) if word.chars().all(|c| c == '+') => last.push_str(word),
                _ => cells.push(word.to_owned()),
            }
        }
        for decoder in [&mut decoder, &mut auto] {
            let reading = decoder.decode(&draft(cells.iter().map(String::as_str)));
            let findings: Vec<_> =
                reading.findings.iter().map(|f| format!("{:?} {} {}", f.ply, f.code.id, f.message)).collect();
            eprintln!(
                "{}: {} of {} plies, {:?} in {}, {findings:?}",
                path.file_name().unwrap_or_default().display(),
                reading.game.line.plies.len(),
                cells.len(),
                reading.verdict,
                reading.notation,
            );
            let all = reading.game.line.plies.len() == cells.len();
            assert!(all, "{} is not read to its end", path.display());
            assert!(matches!(reading.verdict, Verdict::Verified | Verdict::Settled), "{}", path.display());
            assert_eq!(reading.notation, "spanish");
        }
    }
}
