//! Defects of movetext: bytes, structure, results.

use shakmaty::Position;

use super::{Defect, behind, is_piece, mark, put, tag};

pub static DEFECTS: &[Defect] = &[
    ("stray byte", "S101", |g, i, _, _| {
        g.plies[i].before = "^ ".into();
        Some(Some(i + 1))
    }),
    ("comment not closed", "S102", |g, i, _, _| behind(g, i, "{ no end")),
    ("variation not closed", "S103", |g, i, _, _| behind(g, i, &format!("({}", g.plies[i].san))),
    (") without (", "S104", |g, i, _, _| behind(g, i, ")")),
    ("wrong number", "S105", |g, i, _, _| {
        if i % 2 == 1 {
            return None;
        }
        g.plies[i].number = format!("{}. ", i / 2 + 3);
        Some(Some(i + 1))
    }),
    ("number of the other side", "S106", |g, i, _, _| {
        g.plies[i].number = format!("{}{} ", i / 2 + 1, if i % 2 == 0 { "..." } else { "." });
        Some(Some(i + 1))
    }),
    ("no marker", "S107", |g, i, _, _| {
        g.result = String::new();
        (i == 0).then_some(Some(g.plies.len()))
    }),
    ("text behind the marker", "S109", |g, i, _, _| {
        g.tail = " Kg8".into();
        (i == 0).then_some(Some(g.plies.len()))
    }),
    ("empty variation", "S110", |g, i, _, _| behind(g, i, "()")),
    ("text among the moves", "S126", |g, i, _, _| {
        g.plies[i].before = "\nwritten by somebody else, in 1998.\n".into();
        Some(Some(i + 1))
    }),
    ("text that names moves", "S126", |g, i, _, _| {
        g.plies[i].before = "\nhere Nf3 or Qd2!? was better, says somebody else (in 1998)\n".into();
        Some(Some(i + 1))
    }),
    ("two lines of text among the moves", "S126", |g, i, _, _| {
        g.plies[i].before = "\nfound at www.example.com, thanks to Dr. Smith.\nwith kind regards\n".into();
        Some(Some(i + 1))
    }),
    ("empty line among the moves", "S130", |g, i, _, _| {
        if i == 0 {
            return None;
        }
        g.plies[i].before = "\n\n".into();
        Some(None)
    }),
    ("a second empty line before the moves", "S130", |g, i, _, _| {
        g.head = "\n".into();
        (i == 0).then_some(None)
    }),
    ("empty comment", "S128", |g, i, _, _| behind(g, i, "{ }")),
    ("the same NAG twice", "S129", |g, i, _, _| behind(g, i, "$1 $1")),
    ("null move", "S111", |g, i, _, _| put(g, i, "--")),
    ("NAG too large", "S112", |g, i, _, _| behind(g, i, "$300")),
    ("NAG without number", "S112", |g, i, _, _| behind(g, i, "$")),
    ("unknown glyph", "S113", |g, i, _, _| behind(g, i, "!!!")),
    ("moves stuck together", "S114", |g, i, p, m| {
        let next = g.plies.get(i + 1)?.san.clone();
        let mut after = p.clone();
        after.play_unchecked(m);
        // Only where no other parting makes sense.
        if i % 2 == 1 || !is_piece(&next) || !mark(&g.plies[i].san).is_empty() || g.plies[i].san.len() != 2 {
            return None;
        }
        g.plies[i].glued = true;
        Some(Some(i + 1))
    }),
    ("marker stuck to the move", "S114", |g, i, _, _| {
        g.plies.last_mut()?.glued = true;
        (i == 0).then_some(Some(g.plies.len()))
    }),
    ("variation before the first move", "S115", |g, i, _, _| {
        g.head = "( a3 ) ".into();
        (i == 0).then_some(Some(1))
    }),
    ("no tags", "S116", |g, i, _, _| {
        g.tags.clear();
        (i == 0).then_some(None)
    }),
    ("number without a move", "S117", |g, i, _, _| {
        g.plies[i].before = format!("{}. ", i / 2 + 1);
        (i % 2 == 0).then_some(Some(i + 1))
    }),
    ("brace in a comment", "S120", |g, i, _, _| behind(g, i, "{ one {two} three }")),
    ("marker in a variation", "S121", |g, i, _, _| {
        let text = format!("({} 1-0)", g.plies[i].san);
        behind(g, i, &text)
    }),
    ("} without {", "S122", |g, i, _, _| behind(g, i, "}")),
    ("odd result", "S124", |g, i, _, _| {
        g.result = match g.result.as_str() {
            "1-0" => "1:0",
            "0-1" => "0:1",
            _ => "1/2",
        }
        .into();
        (i == 0).then_some(None)
    }),
    ("malformed clock", "S401", |g, i, _, _| behind(g, i, "{[%clk 0:61:00]}")),
    ("clock runs backwards", "S402", |g, i, _, _| {
        g.set("TimeControl", "180+2");
        g.plies[i].after = "{[%clk 0:01:00]} ".into();
        g.plies.get_mut(i + 2)?.after = "{[%clk 0:01:09]} ".into();
        Some(Some(i + 3))
    }),
    ("malformed evaluation", "S403", |g, i, _, _| behind(g, i, "{[%eval good]}")),
    ("malformed move time", "S404", |g, i, _, _| behind(g, i, "{[%emt 5]}")),
    ("NUL bytes", "B204", |g, i, _, _| {
        g.plies[i].before = "\0\0 ".into();
        Some(Some(i + 1))
    }),
    ("no-break space", "B205", |g, i, _, _| {
        g.plies[i].before = "\u{a0}".into();
        Some(None)
    }),
    ("result against tag", "R301", |g, i, _, _| {
        g.result = if g.result == "1-0" { "0-1".into() } else { "1-0".into() };
        (i == 0).then_some(Some(g.plies.len()))
    }),
    ("result against mate", "R302", |g, i, _, _| {
        if i > 0 || !g.plies.last()?.san.ends_with('#') {
            return None;
        }
        g.result = "1/2-1/2".into();
        g.set("Result", "1/2-1/2");
        Some(Some(g.plies.len()))
    }),
    ("second wrong number", "S105", |g, i, _, _| {
        if i % 2 == 1 {
            return None;
        }
        g.plies[i].number = format!("{}. ", i / 2 + 2);
        g.plies.get_mut(i + 4)?.number = format!("{}. ", i / 2 + 4);
        Some(Some(i + 5))
    }),
    ("number behind the last move", "S117", |g, i, _, _| {
        let end = g.plies.len();
        g.result = format!("{}{} {}", end / 2 + 1, if end % 2 == 0 { "." } else { "..." }, g.result);
        (i == 0 && !g.plies[end - 1].san.ends_with('#')).then_some(Some(end + 1))
    }),
    ("number stuck to the move before it", "S114", |g, i, _, _| {
        g.plies.get(i + 1).filter(|next| !next.number.is_empty())?;
        g.plies[i].glued = true;
        Some(Some(i + 1))
    }),
    ("number stuck to the move behind it", "S114", |g, i, _, _| {
        g.plies[i].number = (i / 2 + 1).to_string();
        (i % 2 == 0).then_some(Some(i + 1))
    }),
    ("NAG of letters", "S112", |g, i, _, _| behind(g, i, "$-1")),
    ("sign that books print", "S113", |g, i, _, _| behind(g, i, "\u{b1}")),
    ("NUL in a comment", "B204", |g, i, _, _| {
        g.plies[i].after = "{ one\0two } ".into();
        Some(None)
    }),
    ("NUL in a tag", "B204", |g, i, _, _| tag(g, i, "Annotator", "a\0b")),
    ("clock not closed", "S401", |g, i, _, _| behind(g, i, "{[%clk 0:01:00}")),
    ("evaluation not closed", "S403", |g, i, _, _| behind(g, i, "{[%eval 0.35}")),
    ("result with spaces", "S124", |g, i, _, _| {
        g.result = g.result.replace('-', " - ");
        (i == 0 && g.result != "*").then_some(None)
    }),
];
