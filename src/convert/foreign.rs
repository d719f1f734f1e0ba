//! Records of other games than chess, told by their formats: they are refused by name, not read as bad chess.

use std::sync::LazyLock;

use regex::Regex;

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
        () if is_go(text) => Some("a record of go (SGF)"),
        () if is_draughts(text) => Some("a record of draughts (PDN)"),
        () if is_kif(head, text) => Some("a record of shogi (KIF)"),
        () if is_csa(text) => Some("a record of shogi (CSA)"),
        () if text.contains("[Deal \"") && text.contains("[Contract \"") => Some("a record of bridge (PBN)"),
        () => None,
    }
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
    moves >= FEWEST && beyond && moves > others
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
            ("(;FF[4]GM[1]SZ[9];B[ee];W[ec])", Some("go")),
            ("先手：山田\n後手：田中\n手数----指手---------消費時間--\n1 ７六歩(77)", Some("KIF")),
            ("V2.2\nN+A\nN-B\nPI\n+\n+7776FU\n-3334FU\n", Some("CSA")),
            ("1. 52-54 57-55 2. 71-63 28-36 3. 61-25 17-16", None),
            ("1. 5254 5755 2. 7163 2836", None),
            ("1. e4 e5 (;-) 2. Nf3", None),
            ("[Event \"x\"]\n[GameType \"0\"]\n\n1. e4 *", None),
            ("Result 2-0, 1-1, 3-2, 4-10, 5-6, 7-8 in the match", None),
        ] {
            let found = game(text.as_bytes());
            assert_eq!(found.is_some(), wanted.is_some(), "{text}: {found:?}");
            assert!(wanted.is_none_or(|wanted| found.is_some_and(|found| found.contains(wanted))), "{text}");
        }
    }
}
