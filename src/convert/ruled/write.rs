//! Writes a game of a variant as PGN, JSON, CSV rows, or in its own notation.

use std::fmt::Write;

use scorebook_export::{ROSTER, Wrapped, is_name, pair, roster_value};
use scorebook_variants::{Notation, Position, Side};
use serde_json::{Value, json};

use super::prove::{Proof, Said};
use super::sheet::VariantRecord;
use crate::game::Tags;
use crate::sink::{Located, json};

/// Tag pairs: the seven-tag roster, the others in their order, variant and first position, and `Reading`
/// last.
fn tags(sheet: &VariantRecord, proof: &Proof, out: &mut String) {
    for name in ROSTER {
        let value = if name == "Result" { Some(proof.result.as_str()) } else { sheet.tags.get(name) };
        pair(name, roster_value(name, value), out);
    }
    let ours = |name: &str| matches!(name, "FEN" | "SetUp" | "Reading") || ROSTER.contains(&name);
    let mut seen = Tags::default();
    for tag in sheet.tags.iter().filter(|tag| !ours(&tag.name) && is_name(&tag.name)) {
        if seen.get(&tag.name).is_none() {
            pair(&tag.name, &tag.value, out);
            seen.push(tag.clone());
        }
    }
    let rules = proof.rules();
    if seen.get("Variant").is_none() && rules.name != "chess" {
        pair("Variant", &rules.name, out);
    }
    if proof.start.fen() != Position::start(rules).fen() {
        pair("SetUp", "1", out);
        pair("FEN", &proof.start.fen(), out);
    }
    pair("Reading", proof.verdict.as_str(), out);
}

/// The movetext in a notation; `remark` gives the comments after each ply of the main line.
fn movetext(proof: &Proof, notation: Notation, remark: &dyn Fn(u32) -> Vec<String>, out: &mut String) {
    let mut wrapped = Wrapped::new(out);
    let (mut numbered, mut depth, mut ply) = (false, 0usize, 0);
    let numbers = !matches!(notation, Notation::Uci | Notation::Usi);
    for said in &proof.said {
        match said {
            Said::Move { mv, before, .. } => {
                let white = before.side() == Side::White;
                if numbers && (white || !numbered) {
                    let number = before.number().max(1);
                    wrapped.token(&format!("{number}{}", if white { "." } else { "..." }));
                }
                wrapped.token(&before.write_move(notation, *mv));
                numbered = true;
                if depth == 0 {
                    ply += 1;
                    for remark in remark(ply) {
                        wrapped.comment(&remark);
                        numbered = false;
                    }
                }
            }
            Said::Comment(text) => {
                wrapped.comment(text);
                numbered = false;
            }
            Said::Nag(nag) => wrapped.token(&format!("${nag}")),
            Said::Open => {
                wrapped.open();
                (depth, numbered) = (depth + 1, false);
            }
            Said::Close => {
                wrapped.close();
                (depth, numbered) = (depth.saturating_sub(1), false);
            }
        }
    }
    if let Some(rest) = &proof.rest {
        remark(ply + 1).iter().for_each(|remark| wrapped.comment(remark));
        wrapped.comment(&format!("not read: {rest}"));
    }
    wrapped.token(&proof.result);
    wrapped.end();
}

/// The game as PGN, with an empty line after it.
pub(super) fn pgn(sheet: &VariantRecord, proof: &Proof, findings: &[Located]) -> String {
    let mut out = String::new();
    tags(sheet, proof, &mut out);
    out.push('\n');
    let remark = |ply: u32| {
        let here = findings.iter().map(|located| &located.finding).filter(|f| f.ply == Some(ply));
        here.map(|finding| format!("{}: {}", finding.code.id, finding.message)).collect()
    };
    movetext(proof, Notation::San, &remark, &mut out);
    out.push('\n');
    out
}

/// The game in a notation: tag pairs, then the moves. Game Courier's form has one move per line and no
/// variations.
pub(super) fn moves(sheet: &VariantRecord, proof: &Proof, notation: Notation) -> String {
    let mut out = String::new();
    tags(sheet, proof, &mut out);
    out.push('\n');
    if notation == Notation::Courier {
        let mut depth = 0usize;
        for said in &proof.said {
            match said {
                Said::Move { mv, before, .. } if depth == 0 => {
                    let dots = if before.side() == Side::White { "." } else { "..." };
                    let text = before.write_move(notation, *mv);
                    let _ = write!(out, "\n{}{dots} {text}", before.number().max(1));
                }
                Said::Comment(text) if depth == 0 => {
                    let _ = write!(out, " // {}", text.split_whitespace().collect::<Vec<_>>().join(" "));
                }
                Said::Open => depth += 1,
                Said::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        let _ = write!(out, "\n{}\n\n", proof.result);
        return out.replacen("\n\n\n", "\n\n", 1);
    }
    movetext(proof, notation, &|_| Vec::new(), &mut out);
    out.push('\n');
    out
}

/// The CSV rows, with the same columns as games of chess.
pub(super) fn rows(
    sheet: &VariantRecord,
    proof: &Proof,
    findings: &[Located],
    file: &str,
) -> Vec<Vec<String>> {
    let tag = |name: &str| sheet.tags.get(name).unwrap_or_default().to_owned();
    let row = |(ply, (mv, before, text)): (u32, (_, &Position<'static>, &str))| {
        let here = findings.iter().map(|located| &located.finding).filter(|f| f.ply == Some(ply));
        let codes: Vec<&str> = here.map(|finding| finding.code.id).collect();
        let side = if before.side() == Side::White { "white" } else { "black" };
        vec![
            file.to_owned(),
            tag("White"),
            tag("Black"),
            ply.to_string(),
            before.number().max(1).to_string(),
            side.to_owned(),
            text.to_owned(),
            before.write_move(Notation::San, mv),
            before.write_move(Notation::Uci, mv),
            codes.join(" "),
        ]
    };
    (1..).zip(proof.mainline()).map(row).collect()
}

/// One JSON object on one line, with the same fields as games of chess.
pub(super) fn json(
    sheet: &VariantRecord,
    proof: &Proof,
    findings: &[Located],
    file: &str,
    line: usize,
) -> String {
    let mut plies: Vec<Value> = Vec::new();
    let mut depth = 0usize;
    for said in &proof.said {
        let mut add = |key: &str, value: Value| {
            if depth == 0
                && let Some(Value::Object(ply)) = plies.last_mut()
                && let Some(list) = ply.entry(key).or_insert_with(|| json!([])).as_array_mut()
            {
                list.push(value);
            }
        };
        match said {
            Said::Nag(nag) => add("nags", (*nag).into()),
            Said::Comment(text) => add("comments", text.as_str().into()),
            Said::Open => depth += 1,
            Said::Close => depth = depth.saturating_sub(1),
            Said::Move { mv, before, text } if depth == 0 => plies.push(json!({
                "text": text,
                "san": before.write_move(Notation::San, *mv),
                "uci": before.write_move(Notation::Uci, *mv),
            })),
            Said::Move { .. } => {}
        }
    }
    let pairs = sheet.tags.iter().map(|tag| (tag.name.to_string(), Value::from(tag.value.as_str())));
    let mut game = serde_json::Map::new();
    let mut put = |key: &str, value: Value| game.insert(key.to_owned(), value);
    put("file", file.into());
    put("line", line.into());
    put("reading", proof.verdict.as_str().into());
    put("notation", proof.notation.name().into());
    put("rules", proof.rules().name.as_str().into());
    put("tags", Value::Object(pairs.collect()));
    if proof.start.fen() != Position::start(proof.rules()).fen() {
        put("start", proof.start.fen().into());
    }
    put("result", proof.result.as_str().into());
    put("plies", plies.into());
    if let Some(rest) = &proof.rest {
        put("not_read", rest.as_str().into());
    }
    put("findings", findings.iter().map(json::value).collect());
    Value::Object(game).to_string()
}
