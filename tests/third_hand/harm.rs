//! What goes wrong between a game and its print.

use scorebook_random::Random;
use shakmaty::{Chess, Move, Position};

use super::dialect::Dialect;
use super::layout::{Page, Row};

/// What may be claimed of a record with a harm, beside the game that it says literally.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// The original: nothing of it is lost or doubtful.
    Freely,
    /// The original, if a finding tells of the deviation.
    Told,
    /// Nothing else: what is lost is not known.
    Literal,
    /// The original, if the man is given that the words name.
    Odds,
    /// Nothing at all: the print contradicts itself.
    Nothing,
}

/// A kind of harm.
pub struct Harm {
    /// Its name in the figures.
    pub name: &'static str,
    /// What may be claimed.
    pub claim: Claim,
    harm: fn(&mut Work) -> Option<()>,
}

/// A page that is being harmed.
pub struct Work<'a> {
    /// The page.
    pub page: &'a mut Page,
    /// The game.
    pub moves: &'a [Move],
    /// Another game.
    pub other: &'a [Move],
    /// How it is written.
    pub dialect: &'a Dialect,
    /// What decides.
    pub random: &'a mut Random,
}

const fn kind(name: &'static str, claim: Claim, harm: fn(&mut Work) -> Option<()>) -> Harm {
    Harm { name, claim, harm }
}

/// All harms.
pub const HARMS: &[Harm] = &[
    kind("White's cell lost", Claim::Literal, |work| lose_cell(work, 0)),
    kind("Black's cell lost", Claim::Literal, |work| lose_cell(work, 1)),
    kind("row lost", Claim::Literal, lose_row),
    kind("row lost, numbers closed up", Claim::Literal, lose_row_silently),
    kind("a note for a move", Claim::Literal, note_for_move),
    kind("a move not legible", Claim::Literal, illegible),
    kind("a square half legible", Claim::Told, half_legible),
    kind("the last move cut short", Claim::Literal, cut_short),
    kind("rows exchanged", Claim::Told, swap_rows),
    kind("cells exchanged", Claim::Told, swap_cells),
    kind("a row twice", Claim::Told, repeat_row),
    kind("a move twice", Claim::Told, repeat_move),
    kind("two moves in a cell", Claim::Told, second_move),
    kind("an alternative in brackets", Claim::Freely, bracketed),
    kind("two moves with a stroke", Claim::Told, alternative),
    kind("another legal move", Claim::Told, other_move),
    kind("another game's tail", Claim::Told, other_tail),
    kind("wrong file", Claim::Told, wrong_file),
    kind("wrong rank", Claim::Told, wrong_rank),
    kind("file and rank exchanged", Claim::Told, turned_square),
    kind("wrong man", Claim::Told, wrong_man),
    kind("man lost", Claim::Told, lose_man),
    kind("a foreign man", Claim::Told, foreign_man),
    kind("a small letter", Claim::Freely, small_letter),
    kind("capitals", Claim::Freely, capitals),
    kind("a blank in a move", Claim::Freely, blank_inside),
    kind("a digit misread", Claim::Told, misread_digit),
    kind("false check", Claim::Told, false_check),
    kind("false mate", Claim::Told, false_mate),
    kind("check not given", Claim::Freely, lose_check),
    kind("false capture", Claim::Told, false_capture),
    kind("capture not given", Claim::Told, lose_capture),
    kind("origin lost", Claim::Told, lose_origin),
    kind("wrong origin", Claim::Told, wrong_origin),
    kind("castled on the other side", Claim::Told, castle_wrongly),
    kind("castling too early", Claim::Told, castle_early),
    kind("promotion lost", Claim::Told, lose_promotion),
    kind("number twice", Claim::Told, number_again),
    kind("number left out", Claim::Told, number_skipped),
    kind("numbers exchanged", Claim::Told, swap_numbers),
    kind("number misprinted", Claim::Told, number_misprinted),
    kind("signs of quality", Claim::Freely, quality),
    kind("a remark below", Claim::Freely, remark_below),
    kind("a remark with moves below", Claim::Freely, moves_below),
    kind("heads exchanged", Claim::Nothing, swap_heads),
    kind("odds said, not given", Claim::Odds, odds),
];

impl Harm {
    /// Harms a page; whether there was anything to harm.
    pub fn apply(&self, work: &mut Work) -> bool {
        (self.harm)(work).is_some()
    }
}

impl Work<'_> {
    /// A row neither at the beginning nor at the end.
    fn inner(&mut self) -> Option<usize> {
        let rows = self.page.rows.len();
        (rows >= 5).then(|| 2 + self.random.below(rows - 4))
    }

    fn side(&mut self) -> usize {
        self.random.below(2)
    }

    /// A cell that a change applies to, changed.
    fn change(&mut self, change: impl Fn(&str, &mut Random) -> Option<String>) -> Option<()> {
        let rows = self.page.rows.len();
        let start = self.random.below(rows * 2);
        for at in 0..rows * 2 {
            let half = (start + at) % (rows * 2);
            if half < 2 {
                continue;
            }
            let cell = &mut self.page.rows[half / 2].cells[half % 2];
            let Some(text) = cell.as_deref() else { continue };
            if let Some(other) = change(text, self.random).filter(|other| other != text) {
                *cell = Some(other);
                return Some(());
            }
        }
        None
    }

    fn position(&self, half: usize) -> Chess {
        let mut position = Chess::default();
        self.moves.iter().take(half).for_each(|&m| position.play_unchecked(m));
        position
    }

    /// A half-move in the middle of the game, and a legal one that was not played there.
    fn elsewhere(&mut self) -> Option<(usize, String)> {
        let half = self.inner()? * 2 + self.side();
        let position = self.position(half);
        let m = self.random.legal_move(&position)?;
        if self.moves.get(half) == Some(&m) {
            return None;
        }
        Some((half, self.dialect.write(&position, m)?))
    }

    fn cell(&mut self, half: usize) -> Option<&mut String> {
        self.page.rows.get_mut(half / 2)?.cells[half % 2].as_mut()
    }
}

fn lose_cell(work: &mut Work, side: usize) -> Option<()> {
    let at = work.inner()?;
    work.page.rows[at].cells[side].take().map(drop)
}

fn lose_row(work: &mut Work) -> Option<()> {
    let at = work.inner()?;
    work.page.rows.remove(at);
    Some(())
}

fn lose_row_silently(work: &mut Work) -> Option<()> {
    lose_row(work)?;
    (1..).zip(&mut work.page.rows).for_each(|(number, row)| row.number = number);
    Some(())
}

fn note_for_move(work: &mut Work) -> Option<()> {
    const NOTES: [&str; 7] =
        ["(see note)", "(a strong move)", "??", "(the only move)", "(best)", "(not this)", "(a pawn moves)"];
    let half = work.inner()? * 2 + work.side();
    let note = *work.random.pick(&NOTES);
    *work.cell(half)? = note.to_owned();
    Some(())
}

fn illegible(work: &mut Work) -> Option<()> {
    let half = work.inner()? * 2 + work.side();
    let note = *work.random.pick(&["?", "...", "—", "[illegible]", "***", "……"]);
    *work.cell(half)? = note.to_owned();
    Some(())
}

fn half_legible(work: &mut Work) -> Option<()> {
    work.change(|text, _| {
        let at = text.rfind(|c: char| c.is_ascii_digit())?;
        Some(format!("{}?{}", &text[..at], &text[at + 1..]))
    })
}

fn cut_short(work: &mut Work) -> Option<()> {
    let dialect = work.dialect;
    let row = work.page.rows.last_mut()?;
    let cell = row.cells.iter_mut().flatten().next_back()?;
    let man = dialect.men().into_iter().skip(1).find(|man| cell.starts_with(man))?;
    *cell = man.to_owned();
    Some(())
}

fn swap_rows(work: &mut Work) -> Option<()> {
    let at = work.inner()?;
    work.page.rows.swap(at, at + 1);
    Some(())
}

fn swap_cells(work: &mut Work) -> Option<()> {
    let at = work.inner()?;
    work.page.rows[at].cells.swap(0, 1);
    Some(())
}

fn repeat_row(work: &mut Work) -> Option<()> {
    let at = work.inner()?;
    let row = work.page.rows[at].clone();
    work.page.rows.insert(at, row);
    Some(())
}

fn repeat_move(work: &mut Work) -> Option<()> {
    let at = work.inner()?;
    let text = work.page.rows[at].cells[0].clone()?;
    work.page.rows[at].cells[1].as_mut()?.insert_str(0, &format!("{text} "));
    Some(())
}

fn second_move(work: &mut Work) -> Option<()> {
    let (half, text) = work.elsewhere()?;
    work.cell(half)?.push_str(&format!(" {text}"));
    Some(())
}

fn bracketed(work: &mut Work) -> Option<()> {
    let (half, text) = work.elsewhere()?;
    work.cell(half)?.push_str(&format!(" ({text})"));
    Some(())
}

fn alternative(work: &mut Work) -> Option<()> {
    let (half, text) = work.elsewhere()?;
    work.cell(half)?.push_str(&format!("/{text}"));
    Some(())
}

fn other_move(work: &mut Work) -> Option<()> {
    let (half, text) = work.elsewhere()?;
    *work.cell(half)? = text;
    Some(())
}

fn other_tail(work: &mut Work) -> Option<()> {
    let at = work.inner()?;
    let mut position = Chess::default();
    let mut texts = Vec::new();
    for &m in work.other {
        texts.push(work.dialect.write(&position, m)?);
        position.play_unchecked(m);
    }
    for half in at * 2..work.page.rows.len() * 2 {
        let text = texts.get(half)?.clone();
        if let Some(cell) = work.cell(half) {
            *cell = text;
        }
    }
    Some(())
}

/// The last square of an algebraic text: where its file stands.
fn last_square(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    (0..bytes.len().saturating_sub(1))
        .rev()
        .find(|&at| (b'a'..=b'h').contains(&bytes[at]) && (b'1'..=b'8').contains(&bytes[at + 1]))
}

fn wrong_file(work: &mut Work) -> Option<()> {
    work.change(|text, random| {
        let at = last_square(text)?;
        let other = *random.pick(b"abcdefgh") as char;
        Some(format!("{}{other}{}", &text[..at], &text[at + 1..]))
    })
}

fn wrong_rank(work: &mut Work) -> Option<()> {
    work.change(|text, random| {
        let at = text.rfind(|c: char| c.is_ascii_digit())?;
        let other = *random.pick(b"12345678") as char;
        Some(format!("{}{other}{}", &text[..at], &text[at + 1..]))
    })
}

fn turned_square(work: &mut Work) -> Option<()> {
    work.change(|text, _| {
        let at = last_square(text)?;
        Some(format!("{}{}{}{}", &text[..at], &text[at + 1..at + 2], &text[at..=at], &text[at + 2..]))
    })
}

/// The man that a text begins with, and the rest.
fn man_of<'a>(dialect: &Dialect, text: &'a str) -> Option<(&'static str, &'a str)> {
    let men = dialect.men().into_iter().filter(|man| !man.is_empty());
    let men = men.filter_map(|man| Some((man, text.strip_prefix(man)?)));
    men.max_by_key(|(man, _)| man.len()).filter(|_| !dialect.castles().iter().any(|c| text.starts_with(c)))
}

fn wrong_man(work: &mut Work) -> Option<()> {
    let dialect = work.dialect;
    work.change(|text, random| {
        let (man, rest) = man_of(dialect, text)?;
        let other = *random.pick(&dialect.men()[1..]);
        (other != man).then(|| format!("{other}{rest}"))
    })
}

fn lose_man(work: &mut Work) -> Option<()> {
    let dialect = work.dialect;
    if !dialect.is_algebraic() {
        return None;
    }
    work.change(|text, _| Some(man_of(dialect, text)?.1.to_owned()))
}

fn foreign_man(work: &mut Work) -> Option<()> {
    let dialect = work.dialect;
    if !dialect.is_algebraic() {
        return None;
    }
    let tongues = [["N", "B", "R", "Q", "K"], ["S", "L", "T", "D", "K"], ["C", "F", "T", "D", "R"]];
    let own = dialect.men();
    let tongue = *work.random.pick(&tongues);
    work.change(|text, _| {
        let (man, rest) = man_of(dialect, text)?;
        let role = own.iter().position(|own| *own == man)?;
        let other = tongue[role - 1];
        (!own.contains(&other)).then(|| format!("{other}{rest}"))
    })
}

fn small_letter(work: &mut Work) -> Option<()> {
    let dialect = work.dialect;
    work.change(|text, _| {
        let (man, rest) = man_of(dialect, text)?;
        let small = man.to_lowercase();
        // A letter that is also a file says another move.
        let is_file = dialect.is_algebraic() && small.starts_with(|c| ('a'..='h').contains(&c));
        (!is_file).then(|| format!("{small}{rest}"))
    })
}

fn capitals(work: &mut Work) -> Option<()> {
    if !work.dialect.is_algebraic() {
        return None;
    }
    work.change(|text, _| {
        let at = last_square(text)?;
        Some(format!("{}{}{}", &text[..at], text[at..=at].to_uppercase(), &text[at + 1..]))
    })
}

fn blank_inside(work: &mut Work) -> Option<()> {
    let dialect = work.dialect;
    work.change(|text, _| {
        let (man, rest) = man_of(dialect, text)?;
        Some(format!("{man} {rest}"))
    })
}

fn misread_digit(work: &mut Work) -> Option<()> {
    work.change(|text, _| {
        let at = text.rfind(['1', '5', '6', '8', '3'])?;
        let other = match &text[at..=at] {
            "1" => "l",
            "5" => "S",
            "6" => "b",
            "3" => "8",
            _ => "B",
        };
        Some(format!("{}{other}{}", &text[..at], &text[at + 1..]))
    })
}

/// A sign at the end of a half-move that does not check.
fn false_sign(work: &mut Work, sign: &str) -> Option<()> {
    let half = work.inner()? * 2 + work.side();
    if sign.is_empty() || work.position(half + 1).is_check() {
        return None;
    }
    work.cell(half)?.push_str(sign);
    Some(())
}

fn false_check(work: &mut Work) -> Option<()> {
    let sign = work.dialect.check();
    false_sign(work, sign)
}

fn false_mate(work: &mut Work) -> Option<()> {
    let sign = if work.dialect.is_algebraic() { "#" } else { " mate" };
    false_sign(work, sign)
}

fn lose_check(work: &mut Work) -> Option<()> {
    let sign = work.dialect.check();
    work.change(|text, _| text.strip_suffix(sign).map(str::to_owned))
}

fn false_capture(work: &mut Work) -> Option<()> {
    let sign = work.dialect.takes();
    if !matches!(sign, "x" | "×" | ":") || !work.dialect.is_algebraic() {
        return None;
    }
    work.change(|text, _| {
        if text.contains(sign) || text.contains('-') {
            return None;
        }
        let at = last_square(text).filter(|&at| at > 0)?;
        Some(format!("{}{sign}{}", &text[..at], &text[at..]))
    })
}

fn lose_capture(work: &mut Work) -> Option<()> {
    let sign = work.dialect.takes();
    if !matches!(sign, "x" | "×" | ":") || !work.dialect.is_algebraic() {
        return None;
    }
    work.change(|text, _| text.contains(sign).then(|| text.replacen(sign, "", 1)))
}

/// Where a man's own square is told before the square of arrival.
fn origin(dialect: &Dialect, text: &str) -> Option<usize> {
    let (man, rest) = man_of(dialect, text)?;
    let at = man.len();
    let mut signs = rest.bytes();
    let told = signs.next()?;
    let next = signs.next()?;
    let is_origin = matches!(told, b'a'..=b'h') && !next.is_ascii_digit() || told.is_ascii_digit();
    is_origin.then_some(at)
}

fn lose_origin(work: &mut Work) -> Option<()> {
    let dialect = work.dialect;
    if !dialect.is_algebraic() {
        return None;
    }
    work.change(|text, _| {
        let at = origin(dialect, text)?;
        Some(format!("{}{}", &text[..at], &text[at + 1..]))
    })
}

fn wrong_origin(work: &mut Work) -> Option<()> {
    let dialect = work.dialect;
    if !dialect.is_algebraic() {
        return None;
    }
    work.change(|text, random| {
        let (man, rest) = man_of(dialect, text)?;
        if let Some(at) = origin(dialect, text) {
            let other = *random.pick(b"abcdefgh") as char;
            return Some(format!("{}{other}{}", &text[..at], &text[at + 1..]));
        }
        let told = *random.pick(b"abcdefgh") as char;
        (last_square(rest) == Some(0)).then(|| format!("{man}{told}{rest}"))
    })
}

fn castle_wrongly(work: &mut Work) -> Option<()> {
    let [short, long] = work.dialect.castles();
    work.change(
        |text, _| {
            if text == long { Some(short.to_owned()) } else { (text == short).then(|| long.to_owned()) }
        },
    )
}

fn castle_early(work: &mut Work) -> Option<()> {
    let short = work.dialect.castles()[0];
    *work.cell(4)? = short.to_owned();
    Some(())
}

fn lose_promotion(work: &mut Work) -> Option<()> {
    let dialect = work.dialect;
    if !dialect.is_algebraic() {
        return None;
    }
    let half = work.moves.iter().position(|m| m.promotion().is_some())?;
    let cell = work.cell(half)?;
    let at = cell.rfind(|c: char| c.is_ascii_digit())?;
    let short = cell[..=at].to_owned();
    *cell = short;
    Some(())
}

fn number_again(work: &mut Work) -> Option<()> {
    let at = work.inner()?;
    work.page.rows[at].number -= 1;
    Some(())
}

fn number_skipped(work: &mut Work) -> Option<()> {
    let at = work.inner()?;
    work.page.rows[at..].iter_mut().for_each(|row| row.number += 1);
    Some(())
}

fn swap_numbers(work: &mut Work) -> Option<()> {
    let at = work.inner()?;
    work.page.rows[at].number += 1;
    work.page.rows[at + 1].number -= 1;
    Some(())
}

fn number_misprinted(work: &mut Work) -> Option<()> {
    let at = work.inner()?;
    let own = work.page.rows[at].number;
    let other = [own + 10, own * 10, own + 3][work.random.below(3)];
    work.page.rows[at].number = other;
    Some(())
}

fn quality(work: &mut Work) -> Option<()> {
    work.change(|text, random| Some(format!("{text}{}", random.pick(&["!", "?", "!?", "?!", "!!"]))))
}

/// Prose below a row.
fn below(work: &mut Work, text: String) -> Option<()> {
    let at = work.inner()?;
    work.page.rows[at].below = Some(text);
    Some(())
}

fn remark_below(work: &mut Work) -> Option<()> {
    const REMARKS: [&str; 4] = [
        "Black has now a cramped game.",
        "White threatens to win the exchange.",
        "This was thought to be best at the time.",
        "The beginning of a deep plan.",
    ];
    let text = *work.random.pick(&REMARKS);
    below(work, text.to_owned())
}

fn moves_below(work: &mut Work) -> Option<()> {
    let (half, text) = work.elsewhere()?;
    let dots = if half % 2 == 0 { "." } else { "..." };
    let number = half / 2 + 1;
    work.page.rows[half / 2].below = Some(format!("Better was {number}{dots} {text} with a good game."));
    Some(())
}

fn swap_heads(work: &mut Work) -> Option<()> {
    // Names of players say nothing of the colours.
    (work.page.taste % 3 < 2).then(|| work.page.heads_swapped = true)
}

fn odds(work: &mut Work) -> Option<()> {
    const ODDS: [&str; 4] = [
        "White gives the odds of the Queen's Knight.",
        "Remove White's Queen's Rook.",
        "Odds of pawn and two moves.",
        "Black gives a Knight.",
    ];
    let text = *work.random.pick(&ODDS);
    work.page.head.push_str(&format!("{text}\n\n"));
    Some(())
}

/// Rows that say nothing more are left out.
pub fn without_empty(rows: &mut Vec<Row>) {
    rows.retain(|row| row.cells.iter().any(Option::is_some));
}
