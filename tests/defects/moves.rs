//! Defects of moves: illegal, unreadable, spelled in other ways, wrong check marks.

use shakmaty::Role;
use shakmaty::san::{San, SanError, SanPlus};

use super::{Defect, Ply, bare, behind, illegal, is_piece, mark, put};

pub static DEFECTS: &[Defect] = &[
    ("piece cannot reach", "M201", |g, i, p, _| illegal(g, i, p, &["Qh8", "Na1", "Bh1", "Re5", "Kd5"])),
    ("pawn cannot reach", "M201", |g, i, p, _| illegal(g, i, p, &["e6", "exd8=Q", "h1=Q", "bxa8=N", "d5"])),
    ("castling without right", "M201", |g, i, p, _| illegal(g, i, p, &["O-O-O", "O-O"])),
    ("other kind of piece", "M201", |g, i, p, m| {
        let text = g.plies[i].san.clone();
        let other = format!("{}{}", if m.role() == Role::Knight { "B" } else { "N" }, text.get(1..)?);
        if !is_piece(&text) {
            return None;
        }
        illegal(g, i, p, &[bare(&other)])
    }),
    ("other file", "M201", |g, i, p, m| {
        if m.is_capture() {
            return None;
        }
        let text = bare(&g.plies[i].san).to_owned();
        let shifted = text.replace('d', "h");
        if shifted == text { None } else { illegal(g, i, p, &[&shifted]) }
    }),
    ("illegal in a variation", "M201", |g, i, p, _| {
        let text =
            ["Qh8", "Na1", "Bh1"].into_iter().find(|t| t.parse::<San>().unwrap().to_move(p).is_err())?;
        behind(g, i, &format!("({text})"))
    }),
    ("disambiguation lost", "M202", |g, i, p, _| {
        let text = g.plies[i].san.clone();
        let body = bare(&text).to_owned();
        let mut shorter = body.clone();
        if !is_piece(&body) || body.len() < 4 {
            return None;
        }
        shorter.remove(1);
        matches!(shorter.parse::<San>().ok()?.to_move(p), Err(SanError::AmbiguousSan))
            .then(|| put(g, i, shorter + mark(&text)))?
    }),
    ("move after mate", "M203", |g, i, _, _| {
        if i + 1 != g.plies.len() || !g.plies[i].san.ends_with('#') {
            return None;
        }
        g.plies.push(Ply { san: "a3".into(), ..Ply::default() });
        Some(Some(i + 2))
    }),
    ("promotion not stated", "M204", |g, i, _, m| {
        m.promotion()?;
        let text = g.plies[i].san.clone();
        put(g, i, text.split('=').next()?)
    }),
    ("no move at all", "N201", |g, i, _, _| put(g, i, "xyzzy")),
    ("long notation", "N202", |g, i, _, m| {
        // `Bg4xf3` is SAN with too much disambiguation: another code.
        if m.is_castle()
            || (m.is_capture() && m.role() != Role::Pawn)
            || m.is_en_passant()
            || m.promotion().is_some()
        {
            return None;
        }
        let letter = if m.role() == Role::Pawn { String::new() } else { m.role().upper_char().to_string() };
        let sign = if m.is_capture() { "x" } else { "-" };
        put(g, i, format!("{letter}{}{sign}{}", m.from()?, m.to()))
    }),
    ("coordinates", "N202", |g, i, _, m| {
        if m.is_castle() || m.promotion().is_some() {
            return None;
        }
        put(g, i, format!("{}{}", m.from()?, m.to()))
    }),
    ("zeros", "N202", |g, i, _, m| {
        let text = g.plies[i].san.replace('O', "0");
        if m.is_castle() { put(g, i, text) } else { None }
    }),
    ("lower case", "N202", |g, i, _, m| {
        let text = g.plies[i].san.to_ascii_lowercase();
        if matches!(m.role(), Role::Knight | Role::Rook | Role::Queen) { put(g, i, text) } else { None }
    }),
    ("promotion without =", "N202", |g, i, _, m| {
        m.promotion()?;
        let text = g.plies[i].san.replace('=', "");
        put(g, i, text)
    }),
    ("promotion in parentheses", "N202", |g, i, _, m| {
        let role = m.promotion()?.upper_char();
        let text = g.plies[i].san.replace(&format!("={role}"), &format!("({role})"));
        put(g, i, text)
    }),
    ("pawn capture without x", "N202", |g, i, _, m| {
        let text = g.plies[i].san.replace('x', "");
        if m.role() == Role::Pawn && m.is_capture() && m.promotion().is_none() {
            put(g, i, text)
        } else {
            None
        }
    }),
    ("colon for x", "N202", |g, i, _, m| {
        let text = g.plies[i].san.replace('x', ":");
        if m.is_capture() { put(g, i, text) } else { None }
    }),
    ("e.p. stuck to the move", "N202", |g, i, _, m| {
        let text = bare(&g.plies[i].san).to_owned() + "e.p.";
        if m.is_en_passant() { put(g, i, text) } else { None }
    }),
    ("figurine", "N202", |g, i, _, m| {
        let text = g.plies[i].san.replacen('N', "♘", 1);
        if m.role() == Role::Knight { put(g, i, text) } else { None }
    }),
    ("over-disambiguated", "N203", |g, i, p, m| {
        let text = g.plies[i].san.clone();
        let plain = bare(&text).replace('x', "");
        if !is_piece(&text) || plain.len() != 3 || m.role() == Role::King {
            return None;
        }
        let longer = format!("{}{}{}", &text[..1], m.from()?.file().char(), &text[1..]);
        longer.parse::<SanPlus>().ok()?.san.to_move(p).ok()?;
        put(g, i, longer)
    }),
    ("square where the file would do", "N203", |g, i, _, m| {
        let text = g.plies[i].san.clone();
        let plain = bare(&text).replace('x', "");
        if !is_piece(&text) || plain.len() != 4 {
            return None;
        }
        put(g, i, format!("{}{}{}", &text[..1], m.from()?, &text[2..]))
    }),
    ("x lost", "N205", |g, i, _, m| {
        let text = g.plies[i].san.replace('x', "");
        if m.role() != Role::Pawn && m.is_capture() { put(g, i, text) } else { None }
    }),
    ("x too much", "N206", |g, i, _, m| {
        let text = g.plies[i].san.clone();
        let at = bare(&text).len() - 2;
        if m.role() == Role::Pawn || m.is_capture() || m.is_castle() {
            return None;
        }
        put(g, i, format!("{}x{}", &text[..at], &text[at..]))
    }),
    (
        "e.p. behind a capture in passing",
        "N208",
        |g, i, _, m| {
            if m.is_en_passant() { behind(g, i, "e.p.") } else { None }
        },
    ),
    (
        "e.p. behind another move",
        "N209",
        |g, i, _, m| {
            if m.is_en_passant() { None } else { behind(g, i, "e.p.") }
        },
    ),
    ("check mark lost", "C101", |g, i, _, _| {
        let text = g.plies[i].san.clone();
        if text.ends_with('+') { put(g, i, bare(&text)) } else { None }
    }),
    ("check mark too much", "C102", |g, i, _, _| {
        let text = g.plies[i].san.clone();
        if mark(&text).is_empty() { put(g, i, text + "+") } else { None }
    }),
    ("mate mark lost", "C103", |g, i, _, _| {
        let text = g.plies[i].san.clone();
        if text.ends_with('#') { put(g, i, bare(&text)) } else { None }
    }),
    ("mate marked as check", "C103", |g, i, _, _| {
        let text = g.plies[i].san.clone();
        if text.ends_with('#') { put(g, i, text.replace('#', "+")) } else { None }
    }),
    ("check marked as mate", "C104", |g, i, _, _| {
        let text = g.plies[i].san.clone();
        if text.ends_with('+') { put(g, i, text.replace('+', "#")) } else { None }
    }),
    ("quiet move marked as mate", "C104", |g, i, _, _| {
        let text = g.plies[i].san.clone();
        if mark(&text).is_empty() { put(g, i, text + "#") } else { None }
    }),
    ("promotion to a king", "M201", |g, i, _, m| {
        let role = m.promotion()?.upper_char();
        let text = g.plies[i].san.replace(&format!("={role}"), "=K");
        put(g, i, text)
    }),
    ("castling in small letters", "N202", |g, i, _, m| {
        let text = g.plies[i].san.to_ascii_lowercase();
        if m.is_castle() { put(g, i, text) } else { None }
    }),
    ("letters of another language", "N202", |g, i, _, m| {
        let text = g.plies[i].san.clone();
        let letter = match m.role() {
            Role::Bishop => "L",
            Role::Rook => "T",
            Role::Queen => "D",
            _ => return None,
        };
        put(g, i, format!("{letter}{}", &text[1..]))
    }),
    ("pawn with its file", "N202", |g, i, _, m| {
        let text = g.plies[i].san.clone();
        let file = m.from()?.file().char();
        // `bb4` may be a bishop's.
        if m.role() != Role::Pawn || m.is_capture() || m.promotion().is_some() || file == 'b' {
            return None;
        }
        put(g, i, format!("{file}{text}"))
    }),
    ("e.p. stuck to another capture", "N209", |g, i, _, m| {
        let text = bare(&g.plies[i].san).to_owned() + "e.p.";
        let other = m.role() == Role::Pawn && m.is_capture() && !m.is_en_passant() && m.promotion().is_none();
        if other { put(g, i, text) } else { None }
    }),
];
