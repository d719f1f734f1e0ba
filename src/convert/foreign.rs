//! Records of other games than chess, told by their formats: they are refused by name, not read as bad chess.

mod coordinates;

use std::sync::LazyLock;

use regex::Regex;
use scorebook_export::CleanGames;

/// Fewest moves between numbered squares by which draughts are told without their tag.
const FEWEST: usize = 6;

/// Which other game a text records, judged by its beginning.
///
/// ```
/// use scorebook::convert::foreign::game;
/// assert_eq!(game(b"[GameType \"20\"]\n\n1. 32-28 17-22 *"), Some("a record of draughts (PDN)"));
/// assert_eq!(game(b"(;GM[1]FF[4]SZ[19];B[pd];W[dd])"), Some("a record of go (SGF)"));
/// assert_eq!(game(b"1. e4 e5"), None);
/// ```
#[must_use]
pub fn game(head: &[u8]) -> Option<&'static str> {
    let text = String::from_utf8_lossy(head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head));
    let text = text.trim_start();
    match () {
        () if is_of_chess(text) => None,
        () if is_go(text) => Some("a record of go (SGF)"),
        () if is_draughts(text) => Some("a record of draughts (PDN)"),
        () if is_draughts_by_squares(text) => Some("a record of draughts, with the names of the squares"),
        () if is_kif(head, text) => Some("a record of shogi (KIF)"),
        () if is_csa(text) => Some("a record of shogi (CSA)"),
        () if text.contains("[Deal \"") && text.contains("[Contract \"") => Some("a record of bridge (PBN)"),
        () if scorebook_text::is_unread_braille(text) => {
            Some("a record in braille with other signs than letters, figures and capitals")
        }
        // What says its rules is read by them.
        () if text.contains("[Variant \"") => None,
        () if is_xiangqi(text) => Some("a record of xiangqi"),
        () if is_backgammon(text) => Some("a record of backgammon"),
        () => coordinates::game(text),
    }
}

/// Whether most of a text is games of chess that can be played without a defect, and need no word of another game looked for.
fn is_of_chess(text: &str) -> bool {
    let clean = CleanGames::read(text);
    clean.games().iter().map(|game| game.span.len()).sum::<usize>() * 2 > text.len()
}

/// Fewest words that are moves of another game, and how many of them there are to one other word.
const WORDS: usize = 6;

/// Whether most words are moves as `is` tells them; numbers, results, and what names the players are few beside them.
fn is_mostly(text: &str, is: &dyn Fn(&str) -> bool) -> bool {
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b')' | b':'));
    let (mut moves, mut others) = (0_usize, 0_usize);
    for word in text.split_whitespace().filter(|word| !is_number(word)) {
        let bare = word.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix('.').unwrap_or(word);
        if is(bare.trim_matches([',', ';'])) { moves += 1 } else { others += 1 }
    }
    moves >= WORDS && moves * 2 > others
}

/// Chinese chess: `C2=5` (WXF), `H2-E2` and `h2e2` (ICCS, ranks from 0), `炮二平五`.
fn is_xiangqi(text: &str) -> bool {
    static WXF: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"^(?:[RHNECBAKPGM][1-9]|[+-][RHNCP]|[RHNCP][+-])[+=.-][1-9]$").ok());
    static ICCS: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"^[A-Ia-i][0-9]-?[A-Ia-i][0-9]$").ok());
    static CHINESE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        let men = "炮砲包马馬傌车車俥兵卒相象仕士帅帥将將";
        let figures = "一二三四五六七八九１２３４５６７８９1-9";
        Regex::new(&format!("(?:[{men}][{figures}]|[前后後中进進][{men}])[进進退平][{figures}]")).ok()
    });
    if text.contains("[Game \"Chinese Chess\"]") {
        return true;
    }
    let matches =
        |pattern: &Option<Regex>, word: &str| pattern.as_ref().is_some_and(|pattern| pattern.is_match(word));
    let body = || text.lines().filter(|line| !line.starts_with('['));
    let moves: String = body().collect::<Vec<_>>().join("\n");
    let figures = CHINESE.as_ref().map_or(0, |pattern| pattern.find_iter(text).take(4).count());
    if figures > 3 || is_mostly(&moves, &|word| matches(&WXF, word)) {
        return true;
    }
    // Squares that a chessboard lacks: files to i, ranks from 0 to 9.
    let beyond = |word: &&str| matches(&ICCS, word) && word.contains(['0', '9', 'i', 'I']);
    moves.split_whitespace().filter(beyond).nth(2).is_some()
        && is_mostly(&moves, &|word| matches(&ICCS, word))
}

/// Dice and points: `31: 8/5 6/5`.
fn is_backgammon(text: &str) -> bool {
    static DICE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^[(]?[1-6][-]?[1-6][)]?:$").ok());
    static POINTS: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"^(?:bar|2[0-5]|1?\d)(?:/(?:off|bar|2[0-5]|1?\d)\*?)+(?:\([2-4]\))?$").ok()
    });
    let count = |pattern: &Option<Regex>, most: usize| {
        let is = |word: &&str| pattern.as_ref().is_some_and(|pattern| pattern.is_match(&word.to_lowercase()));
        text.split_whitespace().filter(is).take(most).count()
    };
    count(&DICE, 2) > 1 && count(&POINTS, 4) > 3
}

fn is_go(text: &str) -> bool {
    static NODE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^\(\s*;\s*[A-Z]{1,2}\s*\[").ok());
    let is_tree = NODE.as_ref().is_some_and(|node| node.is_match(text));
    // Go-moku is in the same form, and is read.
    is_tree
        && !text.contains("GM[4]")
        && (text.contains("GM[1]") || text.contains(";B[") || text.contains(";W[") || text.contains("SZ["))
}

fn is_draughts(text: &str) -> bool {
    static TYPE: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r#"(?m)^\[\s*GameType\s+"(?:[1-9]\d?)\b"#).ok());
    static MOVE: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"^(?:\d{1,2}\.)?(\d{1,2})(?:[-x:](\d{1,2}))+$").ok());
    if TYPE.as_ref().is_some_and(|tag| tag.is_match(text)) {
        return true;
    }
    let Some(pattern) = MOVE.as_ref() else { return false };
    let body = text.lines().filter(|line| !line.starts_with('['));
    let (mut moves, mut others, mut beyond) = (0, 0, false);
    for word in body.flat_map(str::split_whitespace) {
        let is_number = word.trim_end_matches('.').bytes().all(|b| b.is_ascii_digit());
        let is_result = matches!(word, "1-0" | "0-1" | "1-1" | "2-0" | "0-2" | "0-0" | "1/2-1/2" | "*");
        let squares = pattern.captures(word).filter(|_| !is_result);
        match squares {
            Some(found) => {
                moves += 1;
                // In ICCF's digits neither a file nor a rank is 9 or 0, and there are always two.
                let square = |at: usize| found.get(at).map_or("", |found| found.as_str());
                beyond |= [1, 2].iter().any(|&at| square(at).len() == 1 || square(at).contains(['9', '0']));
            }
            None => others += usize::from(!is_number && !is_result),
        }
    }
    moves >= FEWEST && beyond && moves > others && !scorebook_layout::digits::is_playable(text)
}

/// Russian draughts, `1. c3-d4 d6-c5 4. b4:d6 e7:c5`: men move along diagonals of dark squares only, and White's first one from the
/// third rank.
fn is_draughts_by_squares(text: &str) -> bool {
    static MOVE: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"^(?:\d{1,2}[.)])?[a-h][1-8](?:[-x:][a-h][1-8])+[!?]*$").ok());
    let Some(pattern) = MOVE.as_ref() else { return false };
    let squares = |word: &str| -> Vec<(u8, u8)> {
        let word = word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['.', ')']);
        let own = word.split(['-', 'x', ':']).filter_map(|square| square.as_bytes().get(..2));
        own.map(|square| (square[0] - b'a', square[1].wrapping_sub(b'1'))).collect()
    };
    let is_diagonal = |path: &[(u8, u8)]| {
        path.windows(2).all(|step| step[0].0.abs_diff(step[1].0) == step[0].1.abs_diff(step[1].1))
            && path.iter().all(|(file, rank)| (file + rank) % 2 == 0)
    };
    let (mut moves, mut others) = (0_usize, 0_usize);
    for word in text.split_whitespace().map(|word| word.trim_matches([',', ';', '.'])) {
        if pattern.is_match(word) {
            let path = squares(word);
            if !is_diagonal(&path) || moves == 0 && path.first().is_none_or(|(_, rank)| *rank != 2) {
                return false;
            }
            moves += 1;
        } else {
            others += usize::from(word.contains(char::is_alphabetic));
        }
    }
    moves >= FEWEST && moves > others
}

/// Kifu files are in UTF-8 or Shift-JIS.
fn is_kif(head: &[u8], text: &str) -> bool {
    let japanese = || {
        let (decoded, _) = encoding_rs::SHIFT_JIS.decode_without_bom_handling(head);
        is_kif_text(&decoded)
    };
    is_kif_text(text) || std::str::from_utf8(head).is_err() && japanese()
}

fn is_kif_text(text: &str) -> bool {
    let heads = ["手数----指手", "手合割：", "開始日時：", "先手：", "後手："];
    heads.iter().filter(|head| text.contains(**head)).count() > 1
        || text.contains("▲７六歩")
        || text.contains("▲2六歩")
}

fn is_csa(text: &str) -> bool {
    static MOVE: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"(?m)^[+-]\d{4}(?:FU|KY|KE|GI|KI|KA|HI|OU|TO|NY|NK|NG|UM|RY)\b").ok());
    MOVE.as_ref().is_some_and(|pattern| pattern.find_iter(text).nth(1).is_some())
}

#[cfg(test)]
mod tests {
    use super::game;

    #[test]
    fn other_games_are_told_apart_from_chess() {
        for (text, wanted) in [
            ("1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 2-0", Some("draughts")),
            ("1.11-15 23-19 2.8-11 22-17 3.9-13 17-14 4.10x17 21x14 1-0", Some("draughts")),
            ("1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 g5-h4 4. b4:d6 e7:c5", Some("draughts")),
            ("1. e2-e4 e7-e5 2. f1-c4 f8-c5 3. d1-h5 d8-e7", None),
            ("(;FF[4]GM[1]SZ[9];B[ee];W[ec])", Some("go")),
            ("先手：山田\n後手：田中\n手数----指手---------消費時間--\n1 ７六歩(77)", Some("KIF")),
            ("V2.2\nN+A\nN-B\nPI\n+\n+7776FU\n-3334FU\n", Some("CSA")),
            ("1. 52-54 57-55 2. 71-63 28-36 3. 61-25 17-16", None),
            ("1. 5254 5755 2. 7163 2836", None),
            ("1. e4 e5 (;-) 2. Nf3", None),
            ("[Event \"x\"]\n[GameType \"0\"]\n\n1. e4 *", None),
            (
                "FORMAT\tWXF\nSTART{\n1. C2=5 H8+7\n2. H2+3 R9=8\n3. R1=2 H2+3\n4. P7+1 P7+1\n}END",
                Some("xiangqi"),
            ),
            ("1. 炮二平五 马8进7 2. 马二进三 车9平8", Some("xiangqi")),
            ("b2e2 b9c7 b0c2 a9b9 a0b0 h9g7 b0b6 c6c5", Some("xiangqi")),
            ("1. H2-E2 H9-G7 2. H0-G2 I9-H9 3. I0-H0 B9-C7", Some("xiangqi")),
            ("Othello: f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c5 b4 e3 c6 c7", Some("Othello")),
            ("F5D6C3D3C4F4F6F3E6E7", Some("Othello")),
            ("1. f5 d6 2. c3 d3 3. c4 f4 4. f6 f3 5. e6 e7", Some("Othello")),
            ("1. h8 i9 2. i8 j8 3. h10 h9 4. g9 j12 5. k8 i10", Some("gomoku")),
            // Below its name it is read.
            ("Gomoku\n1. h8 g8\n2. h9 g9\n3. h10 g10\n4. h11 g11\n5. h12", None),
            ("Black D4, White Q16, Black D17, White Q3, Black R5, White C15, Black F3, White R9", Some("go")),
            ("Hex 11x11\n1. a3 f6 2. e7 g5 3. h7 d8 4. c10 b11 5. i4", Some("hex")),
            ("1) 31: 8/5 6/5 52: 13/8 24/22\n2) 63: 24/15 44: 24/20(2) 13/9*(2)", Some("backgammon")),
            ("1. e4 e5 2. f4 d5 3. d3 c6", None),
            ("a3 h6 b3 g6 c3 f6 d3 e6 e3 d6 f3 c6 g3 b6 h3 a6", None),
            ("1. e2e4 e7e5 2. g1f3 b8c6 3. f1b5 a7a6 4. b5a4 g8f6", None),
            ("1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-B4 B-B4", None),
            ("Round 3: Kern - Auer 1/2, Pohl - Rau 1/2. Played 3/5, 4/5, 7/9, 11/12.", None),
            ("[Variant \"xiangqi\"]\n\n1. b2e2 b9c7 b0c2 a9b9 a0b0 h9g7", None),
            ("Result 2-0, 1-1, 3-2, 4-10, 5-6, 7-8 in the match", None),
        ] {
            let found = game(text.as_bytes());
            assert_eq!(found.is_some(), wanted.is_some(), "{text}: {found:?}");
            assert!(wanted.is_none_or(|wanted| found.is_some_and(|found| found.contains(wanted))), "{text}");
        }
    }
}
