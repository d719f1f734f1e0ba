//! Removes markup from a text: RTF, HTML, MediaWiki, BBCode, Markdown, and the marks of quoted mail; makes JSON of other data. The original
//! offset of every remaining character is kept.
//!
//! Works in passes, each a small scanner. A pass runs only if its own signs are found, so that plain records
//! are unchanged.

mod bbcode;
mod braille;
mod code;
mod data;
mod entities;
mod glued;
mod html;
mod latex;
mod mail;
mod margins;
mod markdown;
mod mime;
mod named;
mod offsets;
mod program;
mod rtf;
mod script;
mod signs;
mod squares;
mod stamps;
mod unspaced;
mod wiki;

pub use braille::{is_braille, is_unread_braille};
pub use data::{is_data, moves_in_rows};
pub(super) use offsets::Offsets;
use offsets::Out;

/// A text without its markup.
#[derive(Debug)]
pub(super) struct Stripped {
    /// The text.
    pub text: String,
    /// The original offsets of its characters.
    pub offsets: Offsets,
    /// Text that was removed in addition to markup: offset in the text, and a description.
    pub left_out: Vec<(usize, &'static str)>,
    /// Where moves stand in data that is broken, in the original.
    pub lost: Vec<usize>,
}

/// A text while it is processed.
struct Draft {
    out: Out,
    left_out: Vec<(usize, &'static str)>,
}

/// A pass for one kind of markup: returns the text without it, or `None` if there is none.
type Pass = fn(&str, &mut Left) -> Option<Out>;

/// Text that a pass removes: offset in its output, and a description.
type Left = Vec<(usize, &'static str)>;

const PASSES: &[Pass] = &[
    rtf::strip,
    signs::list,
    mime::letter,
    mail::quoted_printable,
    mail::spoilers,
    mail::quotes,
    program::comments,
    glued::commas,
    html::strip,
    bbcode::strip,
    latex::strip,
    wiki::strip,
    markdown::strip,
    entities::strip,
    program::pairs,
    glued::part,
    glued::numbers,
    glued::stops,
    glued::castling,
    braille::strip,
    stamps::strip,
    margins::counts,
    margins::dates,
    margins::notes,
    margins::answers,
    signs::wide,
    unspaced::part,
    signs::arrows,
    signs::font,
    squares::table,
];

/// Removes markup from `raw`; `None` if there is none. PGN, recognised by its first tag pair, and JSON are unchanged: they
/// have brackets and escapes of their own.
pub(super) fn strip(raw: &str) -> Option<Stripped> {
    if is_pgn(raw) {
        return None;
    }
    if is_json(raw) {
        let out = squares::objects(raw)?;
        return Some(Stripped {
            offsets: out.offsets(),
            text: out.text,
            left_out: Left::new(),
            lost: Vec::new(),
        });
    }
    let mut left = Left::new();
    if let Some(out) = data::strip(raw, &mut left) {
        let lost = data::lost(raw, &out);
        let out = match squares::objects(&out.text) {
            Some(joined) => joined.over(&out),
            None => out,
        };
        return Some(Stripped { offsets: out.offsets(), text: out.text, left_out: left, lost });
    }
    if let Some(out) = script::games(raw, &mut left).or_else(|| named::lines(raw, &mut left)) {
        return Some(Stripped { offsets: out.offsets(), text: out.text, left_out: left, lost: Vec::new() });
    }
    let mut done: Option<Draft> = None;
    if let Some(out) = code::strip(raw, &mut left) {
        if is_pgn(&out.text) {
            return Some(Stripped {
                offsets: out.offsets(),
                text: out.text,
                left_out: left,
                lost: Vec::new(),
            });
        }
        done = Some(Draft { out, left_out: std::mem::take(&mut left) });
    }
    for pass in PASSES {
        let mut left = Left::new();
        let text = done.as_ref().map_or(raw, |draft| draft.out.text.as_str());
        let Some(out) = pass(text, &mut left) else { continue };
        done = Some(match done {
            None => Draft { out, left_out: left },
            Some(before) => {
                // Convert the offsets of what earlier passes removed.
                let moved = before.left_out.iter().map(|&(at, what)| (out.after(at), what));
                let mut left_out: Left = moved.chain(left).collect();
                left_out.sort_by_key(|&(at, _)| at);
                Draft { out: out.over(&before.out), left_out }
            }
        });
    }
    let Draft { out, left_out } = done?;
    Some(Stripped { offsets: out.offsets(), text: out.text, left_out, lost: Vec::new() })
}

/// `text` with other characters where `by` gives one, and its offsets in the original; `before`: those of `text`.
pub(super) fn respelled(
    text: &str,
    before: Option<&Offsets>,
    by: &dyn Fn(usize, char) -> Option<char>,
) -> (String, Offsets) {
    let mut out = signs::replaced(text, by);
    if let Some(before) = before {
        out = out.over(&before.out(text));
    }
    (out.text.clone(), out.offsets())
}

/// Whether a text begins with a tag pair.
fn is_pgn(text: &str) -> bool {
    let Some(rest) = text.trim_start().strip_prefix('[') else { return false };
    let name = rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
    name > 0 && rest[name..].trim_start().starts_with('"')
}

/// Whether a text begins with an object of JSON, or a list of objects, of lists, or of strings with an empty place: without one,
/// strings are words.
///
/// ```
/// assert!(scorebook_text::is_json("{\"moves\": [\"e4\", \"e5\"]}") && !scorebook_text::is_json("[Event \"Open\"]"));
/// ```
#[must_use]
pub fn is_json(text: &str) -> bool {
    let start = text.trim_start();
    if let Some(inside) = start.strip_prefix('[').map(str::trim_start)
        && start.trim_end().ends_with(']')
    {
        let row = inside.strip_prefix('[').map(str::trim_start);
        let is_row = |row: &str| {
            row.starts_with('"') || row.contains('"') && row.starts_with(|c: char| c.is_ascii_digit())
        };
        let has_place = |strings: &str| strings.contains("null") || strings.contains("\"\"");
        if row.is_some_and(|row| is_row(row) || row.starts_with("null"))
            || inside.starts_with(['"', 'n']) && inside.contains('"') && has_place(inside)
        {
            return true;
        }
    }
    let object = start.strip_prefix('[').map_or(start, str::trim_start);
    object.strip_prefix('{').is_some_and(|inside| inside.trim_start().starts_with('"'))
}

/// Whether the last line of the output has any text.
fn in_line(text: &str) -> bool {
    !text.rsplit('\n').next().unwrap_or_default().trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        strip(text).map_or_else(|| text.to_owned(), |stripped| stripped.text)
    }

    /// Each of many would be looked through to the end of all that stand in it.
    #[test]
    fn links_deep_in_each_other_are_no_markup() {
        let deep = format!("[[King's Pawn|e5]] {}x{}", "[[".repeat(50), "]]".repeat(50));
        let left = plain(&deep);
        assert!(left.starts_with("e5 [[[["), "{left}");
        assert!(left.contains('x'), "{left}");
    }

    #[test]
    fn every_kind_comes_off() {
        for (raw, text) in [
            ("<p>1. e4&nbsp;e5<br>2. Nf3</p>", "1. e4 e5\n2. Nf3\n"),
            ("K<small>t</small>-B3 <b>x</b>", "Kt-B3 x"),
            ("<td>1</td><td>e4</td></tr><tr><td>2</td>", "1\te4\n2"),
            ("'''1. e4''' [[King's Pawn|e5]]<ref>x</ref>", "1. e4 e5"),
            ("{{c|'''1. e4'''}} e5", "1. e4 e5"),
            ("[b]1. e4[/b] e5", "1. e4 e5"),
            ("**1. e4** e5", "1. e4 e5"),
            ("> 1. e4 e5\n>> 2. Nf3 Nc6\n", "1. e4 e5\n2. Nf3 Nc6\n"),
            ("1. e4 e5\n>!2. Nf3\nNc6!<\n||3. Bb5||", "1. e4 e5\n2. Nf3\nNc6\n3. Bb5"),
            ("e4=20\ne5=20\n", "e4 \ne5 \n"),
            ("&frac12;&ndash;&#189;", "½–½"),
            ("１．ｅ４", "1.e4"),
            ("¤f3 £d5", "♘f3 ♕d5"),
            ("[\"e4\", \"e5\"]", "e4  e5"),
            ("1. e2→e4 e7 → e5, a→b", "1. e2-e4 e7 - e5, a→b"),
            ("game = ['e4', 'e5']\n", "e4  e5\n"),
            ("<?xml version=\"1.0\"?>\n<g>\n<m n=\"1\">e4</m>\n</g>", "\ne4\n"),
            ("\\mainline{1. e4 e5} \\showboard % x\n\\variation{1... c5}", "1. e4 e5  \n(1... c5)"),
            (
                "\\newchessgame[white={Ann Lee},black={Bob},result={0-1}]\n\\mainline{1.e4}",
                "White: Ann Lee\nBlack: Bob\nResult: 0-1\n\n1.e4",
            ),
            ("{| class=\"x\"\n|+ A – B\n! No !! White\n|-\n| 1 || e4\n|}", " A – B\n No\t White\n 1\t e4\n"),
            ("{| class=\"x\"\n|-\n| 1 || e4 || e5\n|-\n| colspan=3 | 1-0\n|}", " 1\t e4\t e5\n 1-0\n"),
            (
                "\\newcommand{\\pair}[2]{\\begin{center}\\textbf{#1} -- #2\\end{center}}\n\\pair{J\\\"urgen \\'{A}s}{B}\n\\mainline{1.e4}",
                "\nJürgen Ás – B\n1.e4",
            ),
            (
                "\\fenboard{4k3/8/8/8/8/8/%\n 4P3/4K3 w - - 0 9}\n\\mainline{9.e4}",
                "\nFEN: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 9\n\n\n9.e4",
            ),
            (
                "\\usepackage{chess}\n\\begin{document}1. e4 e5 \\begin{variation}1: c5 2. N*b5\\end{variation}\n\\board{* *}\n  {* *}\n2. Nf3",
                "\n1. e4 e5 (1... c5 2. Nxb5)\n\n2. Nf3",
            ),
            (
                "\\newgame\n\\move d2d4 d7d5\n\\ply c2c4!\nWell |2. Nf3|.\n\\ply e7e6\n\\move b1c3 g8f6\n1--0\n",
                "\n\n\n1. d2d4 d7d5 \n 2. c2c4! { Well 2. Nf3. } 2... e7e6 \n 3. b1c3 g8f6 \n1–0\n",
            ),
            (
                "\\begin{position}\n\\White(Kh1,e4)\n\\Black(Kh8)\n\\Whitetrue\\movecount=30\n\\end{position}\n\\ply e4e5\n\\move h8g8 h1g1\n\\ply g8f8\n",
                "\nFEN: 7k/8/8/8/4P3/8/8/7K w - - 0 31\n\n\n\n\n31. e4e5 \n h8g8 32. h1g1 \n g8f8 \n",
            ),
            (
                "\\csname Xskakainitfen\\endcsname {}\\relax\n\\csname Xskakawhite\\endcsname {Ann}\\relax\n\\csname Xskak.a.1.w.move\\endcsname {d2-d4}\\relax\n\\csname Xskak.a.1.b.move\\endcsname {e8-g8,h8-f8}\\relax\n",
                "[White \"Ann\"]\n\n1. d2-d4 1... e8-g8 *\n\n",
            ),
            (
                "help(x) = {<h1>Help</h1>\n<p>1. e4 {good} e5</p>\n<p>2. d4</p>\n}\nhelp(y) = {\n",
                "help(x) = \n\nHelp\n\n1. e4 {good} e5\n\n2. d4\nhelp(y) = ",
            ),
            (
                "\\newchessgame[setfen=4k3/8/8/8/8/8/4P3/4K3 w - - 0 1,white={Ann}]\n\\mainline{1.e4}",
                "White: Ann\n\nFEN: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n\n\n1.e4",
            ),
            ("So: `1. e4 e5 { [%clk 1] } 2. Nf3`", "So: 1. e4 e5 { [%clk 1] } 2. Nf3"),
            ("\\newgame\n\\textbf{\\mainline[style]{1.e4 \\wmove{x}}}", "\n1.e4 x"),
        ] {
            assert_eq!(plain(raw), text, "{raw}");
        }
    }

    #[test]
    fn plain_records_stay() {
        for text in [
            "1. P-K4 P-K4 2. P*P (a) [F] {x}",
            "[Event \"<b>x</b>\"]\n\n1. e4 e5 *",
            "*** START OF THE BOOK ***\nB < K, Kt > R & so on; _e4_\n> a line",
            "1. e8=Q=\n2. e4=20\n",
            "K. Kt. to B. 3d & ch.; don''t",
            "|---|\n| 1 | e4 |",
            "||1 || e4||e5||\nb4>!x",
            "The price is £5 or ¥800.",
            "1 e4, e5; 2 \\f3, \\c6; 3 ¥xf7, ¥h4; 4 £d3",
        ] {
            assert!(strip(text).is_none(), "{text}: {:?}", plain(text));
        }
    }

    #[test]
    fn places_are_those_of_the_original() {
        let raw = "<p>Ä &frac12; '''1.&nbsp;<b>Kt</b>f3'''<ref>no</ref> e5</p>\n<p>2. d4</p>";
        let stripped = strip(raw).unwrap();
        for word in ["Ä", "Kt", "f3", "e5", "2.", "d4"] {
            let at = stripped.text.find(word).unwrap();
            let (start, end) = (stripped.offsets.start(at), stripped.offsets.end(at + word.len()));
            assert_eq!(&raw[start..end], word);
        }
        let half = stripped.text.find('½').unwrap();
        assert_eq!(&raw[stripped.offsets.start(half)..stripped.offsets.end(half + 2)], "&frac12;");
        let (at, what) = stripped.left_out[0];
        assert_eq!((&stripped.text[at..at + 3], what), (" e5", "a reference"));
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_stripped_in_order(text in "([<>&;='*_|#\\[\\]{}!/ \n\\\\é½-]|b|br|ref|td|tr|p|e4|20|amp|\\[pgn\\]|\\[/b\\]|<!--|```|http){0,60}") {
            if let Some(stripped) = strip(&text) {
                let mut last = 0;
                for (at, c) in stripped.text.char_indices() {
                    let (start, end) = (stripped.offsets.start(at), stripped.offsets.end(at + c.len_utf8()));
                    proptest::prop_assert!(last <= start && start <= end && end <= text.len());
                    proptest::prop_assert!(text.is_char_boundary(start) && text.is_char_boundary(end));
                    last = start;
                }
            }
        }
    }
}
