//! Defects of tags.

use shakmaty::Position;
use shakmaty::fen::Fen;

use super::{Defect, tag};

pub static DEFECTS: &[Defect] = &[
    ("value not closed", "T101", |g, i, _, _| {
        g.tags[4] = "[White \"Nobody]".into();
        (i == 0).then_some(None)
    }),
    ("bracket lost", "T101", |g, i, _, _| {
        g.tags[4] = "[White \"Nobody\"".into();
        (i == 0).then_some(None)
    }),
    ("value without quotes", "T101", |g, i, _, _| {
        g.tags[4] = "[White Nobody]".into();
        (i == 0).then_some(None)
    }),
    ("value in typographic quotes", "T101", |g, i, _, _| {
        g.tags[4] = "[White \u{201c}Nobody\u{201d}]".into();
        (i == 0).then_some(None)
    }),
    ("a space in the name of a tag", "T101", |g, i, _, _| {
        g.tags.push("[Match Id \"7\"]".into());
        (i == 0).then_some(None)
    }),
    ("an empty line among the tags", "S130", |g, i, _, _| {
        g.tags[3].push('\n');
        (i == 0).then_some(None)
    }),
    ("tag twice", "T102", |g, i, _, _| {
        g.tags.push("[White \"Other\"]".into());
        (i == 0).then_some(None)
    }),
    ("roster incomplete", "T103", |g, i, _, _| {
        g.drop_tag("Round");
        (i == 0).then_some(None)
    }),
    ("roster out of order", "T104", |g, i, _, _| {
        g.tags.swap(0, 4);
        (i == 0).then_some(None)
    }),
    ("date", "T201", |g, i, _, _| tag(g, i, "Date", "2021.02.30")),
    ("time", "T203", |g, i, _, _| tag(g, i, "UTCTime", "25:00:00")),
    ("rating", "T204", |g, i, _, _| tag(g, i, "WhiteElo", "2O50")),
    ("round", "T205", |g, i, _, _| tag(g, i, "Round", "two")),
    ("ECO", "T206", |g, i, _, _| tag(g, i, "ECO", "F12")),
    ("result tag", "T207", |g, i, _, _| tag(g, i, "Result", "2-0")),
    ("unterminated but won", "T208", |g, i, _, _| {
        tag(g, i, "Termination", "unterminated").filter(|_| g.result != "*")
    }),
    ("time control", "T209", |g, i, _, _| tag(g, i, "TimeControl", "blitz")),
    ("ply count", "T210", |g, i, _, _| tag(g, i, "PlyCount", "7")),
    ("SetUp without FEN", "T211", |g, i, _, _| tag(g, i, "SetUp", "1")),
    ("malformed FEN", "T212", |g, i, _, _| {
        g.set("SetUp", "1");
        tag(g, i, "FEN", "8/8/8")
    }),
    ("impossible FEN", "T213", |g, i, _, _| {
        g.set("SetUp", "1");
        tag(g, i, "FEN", "KK6/8/8/8/8/8/8/7k w - - 0 1")
    }),
    ("final position", "T214", |g, i, _, _| tag(g, i, "CurrentPosition", "8/8/8/8/8/8/k7/7K w - - 0 1")),
    ("unknown variant", "T215", |g, i, _, _| tag(g, i, "Variant", "Bughouse")),
    ("empty name", "T219", |g, i, _, _| tag(g, i, "White", "")),
    ("opening bracket lost", "T101", |g, i, _, _| {
        g.tags[4] = g.tags[4].replacen('[', "", 1);
        (i == 0).then_some(None)
    }),
    ("two opening brackets", "T101", |g, i, _, _| {
        g.tags[0].insert(0, '[');
        (i == 0).then_some(None)
    }),
    ("value in two lines", "T101", |g, i, _, _| {
        g.tags[4] = "[White \"No\nbody\"]".into();
        (i == 0).then_some(None)
    }),
    ("backslash before a letter", "T101", |g, i, _, _| tag(g, i, "Site", "Wien\\AUT")),
    ("single quotes", "T101", |g, i, _, _| {
        g.tags[4] = "[White 'Nobody']".into();
        (i == 0).then_some(None)
    }),
    ("the loser has won", "T208", |g, i, _, _| {
        g.set("White", "Lefort");
        g.set("Black", "Durand");
        let loser = if g.result == "1-0" { "Durand" } else { "Lefort" };
        tag(g, i, "Termination", &format!("{loser} won by resignation"))
    }),
    ("placement only", "T221", |g, i, p, _| {
        g.set("SetUp", "1");
        tag(g, i, "FEN", &p.board().to_string())
    }),
    ("the other side to move", "T222", |g, i, p, _| {
        g.set("SetUp", "1");
        let fen = Fen::from_position(p, shakmaty::EnPassantMode::Legal).to_string();
        tag(g, i, "FEN", &fen.replacen(" w ", " b ", 1))
    }),
    ("no rights to castle", "T223", |g, i, p, _| {
        if !g.plies.iter().any(|ply| ply.san.starts_with("O-O")) {
            return None;
        }
        g.set("SetUp", "1");
        let fen = Fen::from_position(p, shakmaty::EnPassantMode::Legal).to_string();
        tag(g, i, "FEN", &fen.replacen(" KQkq ", " - ", 1))
    }),
    ("FEN without SetUp", "T211", |g, i, p, _| {
        tag(g, i, "FEN", &Fen::from_position(p, shakmaty::EnPassantMode::Legal).to_string())
    }),
];
