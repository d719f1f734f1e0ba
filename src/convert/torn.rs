//! Games of worn running text, whose cells nobody can cut out: a few paragraphs of an old newspaper as a scanner has them.
//!
//! Asked where neither the layout nor the reader of books reads a game to its end. The search over the text itself
//! ([`stream`](scorebook_search::stream)) says how sure each half-move is; what is written ends where the game may rather be another
//! one, and each half-move that is not printed as it is spelled has a finding.

use rayon::prelude::*;
use scorebook_search::stream::{self, Game as Found, Rates, Says, Signs};
use scorebook_search::{Grammar, Nats};
use shakmaty::{Chess, EnPassantMode, fen::Fen, san::SanPlus};

use super::glance::{is_in_rows, is_square, longest_rise, rising};
use super::own::Own;
use super::printed::{HalfMove, Read, SHORTEST, STOPS, Told, assembled, inferred, leading_end, misread};
use super::styles::has_pairs;
use super::{LayoutChoice, Plan, Unit, headed};
use crate::corrections::{self, Correction, CorrectionKind, Index, Resolved, Standing, masked, resolve};
use crate::decode::NotationChoice;
use crate::finding::{Candidate, Finding, Severity, code};
use crate::game::{Tags, Verdict, mover_at};
use crate::notation;
use crate::record::{Cell, Draft, Ending};
use crate::text::Span;

/// The name of descriptive English notation.
const ENGLISH: &str = "english";
/// Longer texts are books: their columns and notes are more than one search can follow.
const LONGEST: usize = 4 << 10;
/// Fewer printed numbers that rise are no score of a game.
const FEWEST_NUMBERS: usize = 5;
/// The notation is chosen by so much of a text, with so many hypotheses.
const GLANCE: usize = 600;
const NARROW: usize = 6;
/// So many alphabets are tried, the most likely first.
const MOST_ALPHABETS: usize = 3;
/// An alphabet in which this many times fewer words have the form of moves than in the likeliest is not tried.
const RIVAL: usize = 2;
/// Words that have the form of moves in a notation that is tried.
const FEWEST_MOVES: usize = 3;
/// A game saves so much for each half-move, in nats, beside a text that is none.
const WORTH: Nats = 4.0;
/// A game with so many doubts may rather be another one.
const MANY_DOUBTS: usize = 3;
/// A reading that holds no more half-moves than this beyond another is no better.
const CLOSE: usize = 2;
/// Half-moves that a doubt leaves without trust.
const DOUBTED: usize = 4;
/// A half-move that is less likely than this is not written.
const LIKELY: f32 = 0.7;
/// The same of one that is printed as it is usual.
const EVEN: f32 = 0.5;
/// One that is less likely than this is told to be in doubt.
const SURE: f32 = 0.99;
/// A misprint that says another legal move is of one sign.
const ONE_SIGN: Nats = 4.5;
/// Of so many half-moves behind it, so many are printed as they are spelled.
const PROOF: usize = 6;
const PROOFS: usize = 4;
/// What a half-move costs more than this, as it is printed, adds up; …
const USUAL: Nats = 3.5;
/// … where so much has come together, the game is rather another one from the first of them on.
const MOST: Nats = 9.0;
/// A spelling that costs no more than this is told as a note: one worn sign.
const SLIGHT: Nats = 2.6;

/// The games of a worn text, and what there is to say of a person's corrections; `None` where it is none, or is read as well without
/// this. `printed` has what the reader of books found.
pub(super) fn read<'a>(
    unit: &'a Unit,
    plan: &Plan,
    drafts: &[Draft<'a>],
    printed: Option<&[Read<'a>]>,
) -> Option<(Vec<Read<'a>>, Vec<Finding>)> {
    let text = unit.source.text();
    let is_asked = matches!(plan.layout, LayoutChoice::Auto) && unit.whole;
    if !is_asked || text.len() > LONGEST {
        return None;
    }
    // PGN is not worn.
    if longest_rise(text) < FEWEST_NUMBERS || has_pairs(text) {
        return None;
    }
    let numbers = rising(text);
    let rows: Vec<&Correction> = plan.decisions.of(unit.source.name()).iter().collect();
    let Resolved { standing, findings: mut remarks } =
        resolve(&rows, &unit.source, &Index::new(if rows.is_empty() { "" } else { text }));
    if !standing.iter().all(is_heeded) {
        return None;
    }
    let own = if printed.is_none() { Own::of(unit, drafts, plan) } else { Vec::new() };
    let known =
        own.iter().map(Own::trusted).sum::<usize>() + printed.unwrap_or(&[]).iter().map(held).sum::<usize>();
    let reaches_end = |read: &Read<'_>| {
        read.reading.verdict != Verdict::Incomplete && read.reading.game.line.plies.len() >= numbers
    };
    let is_read = own.iter().any(|own| is_read(own, text))
        || printed.is_some_and(|games| games.iter().any(reaches_end));
    if is_read || known >= 2 * numbers {
        return None;
    }
    let out = standing.iter().filter(|one| is_out(one.row.kind)).map(|one| one.span).collect::<Vec<_>>();
    let source = masked(&unit.source, &out);
    let (name, games) = likeliest(source.text(), &standing, plan.options.from)?;
    let mut reads: Vec<Read<'a>> =
        games.iter().filter_map(|game| told(unit, name, game, &standing)).collect();
    let found: usize = reads.iter().map(held).sum();
    if found <= known + CLOSE || known > 0 && !reads.iter().any(is_worn) {
        return None;
    }
    let mut named: Vec<Draft<'a>> = reads.iter().map(|read| read.draft.clone()).collect();
    let others: Vec<&Draft<'a>> =
        printed.unwrap_or(&[]).iter().map(|read| &read.draft).chain(drafts).collect();
    named.iter_mut().for_each(|draft| keep_tags(draft, &others));
    headed::name(unit, &mut named);
    remarks.extend(corrections::tags(&unit.source, &mut named, &standing));
    remarks.extend(corrections::cells(&unit.source, &mut named, &standing));
    remarks.extend(standing.iter().filter(|one| is_out(one.row.kind)).map(|one| {
        let message = "decided by a person: no move of the game";
        Finding::new(&code::D101, one.span, message).text(&*one.row.anchor.text)
    }));
    for (read, draft) in reads.iter_mut().zip(named) {
        read.reading.game.tags = draft.tags.clone();
        read.draft = draft;
    }
    Some((reads, remarks))
}

/// Whether a person says that something is no part of the game.
fn is_out(kind: CorrectionKind) -> bool {
    matches!(kind, CorrectionKind::Junk | CorrectionKind::NotScore)
}

/// Whether the search over the text heeds a correction: one that says in SAN which move stands at a place, or what is none. The others
/// tell where moves or games are that it would look for.
fn is_heeded(one: &Standing<'_>) -> bool {
    let kind = one.row.kind;
    is_out(kind) || matches!(kind, CorrectionKind::Tag | CorrectionKind::Leave) || said_move(one).is_some()
}

/// The move that a person has said a place is.
fn said_move(one: &Standing<'_>) -> Option<SanPlus> {
    let says = matches!(one.row.kind, CorrectionKind::Move | CorrectionKind::Misprint);
    one.row.value.trim().parse().ok().filter(|_| says)
}

/// Whether the decoder reads a game as well as it can be read: to its end, and in running text without many doubts.
fn is_read(own: &Own, text: &str) -> bool {
    let is_told = matches!(own.reading.verdict, Verdict::Verified | Verdict::Settled | Verdict::Repaired);
    let is_doubtful = own.reading.verdict == Verdict::Ambiguous && own.worth.doubts >= MANY_DOUBTS;
    let is_long = own.worth.plies >= rising(text);
    own.lacks_a_row() || is_long && (is_told || is_in_rows(text)) || own.is_whole() && !is_doubtful
}

/// Gives a game what others read in the heading of the game with moves of it.
fn keep_tags(draft: &mut Draft<'_>, others: &[&Draft<'_>]) {
    let place = draft.span.start..draft.span.end;
    let is_in = |cell: &Cell<'_>| place.contains(&cell.span.start);
    let Some(other) = others.iter().find(|other| other.mainline.cells.iter().any(is_in)) else { return };
    other.tags.iter().for_each(|tag| draft.tags.set_default(&tag.name, tag.value.clone()));
}

/// The half-moves of a game that can be trusted: each doubt leaves some without trust.
fn held(read: &Read<'_>) -> usize {
    let is_doubt = |finding: &&Finding| [&code::A108, &code::L311, &code::M112].contains(&finding.code);
    let doubts = read.reading.findings.iter().filter(is_doubt).count();
    read.reading.game.line.plies.len().saturating_sub(doubts * DOUBTED)
}

/// Whether some half-move is not printed as it is spelled. Where all are, nothing is worn, and what others leave of a game is talk.
fn is_worn(read: &Read<'_>) -> bool {
    let worn = [&code::M111, &code::M112, &code::N111];
    read.reading.findings.iter().any(|finding| worn.contains(&finding.code))
}

/// The notation in which a text is cheapest, and its games.
fn likeliest(
    text: &str,
    standing: &[Standing<'_>],
    from: NotationChoice,
) -> Option<(&'static str, Vec<Found>)> {
    let first = text.char_indices().map(|(at, _)| at).find(|&at| at >= GLANCE).unwrap_or(text.len());
    let begin = Signs::of(&text[..first]);
    let narrow = Rates { width: NARROW, ..Rates::default() };
    let start = Chess::default();
    let cost = |(name, grammar): (&'static str, Grammar)| {
        (stream::cost(&begin, &start, &grammar, &narrow), name, grammar)
    };
    let mut all = candidates(text);
    if let NotationChoice::Notation(notation) = from {
        all.retain(|(name, _)| *name == notation.name());
    }
    let all: Vec<_> = all.into_par_iter().map(cost).collect();
    let (_, name, grammar) = all.into_iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
    let mut signs = Signs::of(text);
    for one in standing {
        if let Some(said) = said_move(one) {
            signs.decide(one.span.start..one.span.end, said);
        }
    }
    Some((name, stream::search(&signs, &start, &grammar, &Rates::default())))
}

/// The notations in which some words of a text have the form of moves.
fn candidates(text: &str) -> Vec<(&'static str, Grammar)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut alphabets: Vec<(usize, &'static str, [&'static str; 6])> = Vec::new();
    for notation in notation::guessable() {
        let Some(letters) = notation.letters() else { continue };
        if alphabets.iter().all(|known| known.2 != letters) {
            let moves = words.iter().filter(|word| is_man_and_square(word, &letters)).count();
            alphabets.push((moves, notation.name(), letters));
        }
    }
    alphabets.sort_by_key(|alphabet| std::cmp::Reverse(alphabet.0));
    let fewest = FEWEST_MOVES.max(alphabets.first().map_or(0, |alphabet| alphabet.0.div_ceil(RIVAL)));
    let likely = alphabets.into_iter().filter(|alphabet| alphabet.0 >= fewest).take(MOST_ALPHABETS);
    let mut all: Vec<_> = likely.map(|(_, name, letters)| (name, Grammar::printed(letters))).collect();
    let descriptive = words.iter().filter(|word| is_descriptive(word)).count();
    if descriptive >= FEWEST_MOVES {
        let knight =
            |sign: char| words.iter().filter(|word| is_descriptive(word) && word.contains(sign)).count();
        let letter = if knight('N') > knight('t') { "N" } else { "Kt" };
        all.push((ENGLISH, Grammar::english(letter)));
    }
    all
}

/// Whether a word begins with a man of an alphabet and names a square.
fn is_man_and_square(word: &str, letters: &[&str; 6]) -> bool {
    let word = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let men = letters[1..].iter().filter(|letter| !letter.is_empty());
    let man = men.filter(|letter| word.starts_with(**letter)).max_by_key(|letter| letter.len());
    man.is_some_and(|man| word.as_bytes()[man.len()..].windows(2).take(3).any(is_square))
}

/// Whether a word may be part of a move in descriptive English: `P-K4`, `takes`, `KtxP`.
fn is_descriptive(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let is_sign = |c: char| "PKQRBNtx-–—12345678".contains(c);
    matches!(word, "takes" | "tks" | "to")
        || word.chars().count() >= 3
            && word.chars().all(is_sign)
            && word.starts_with(['P', 'K', 'Q', 'R', 'B', 'N'])
            && word.contains(['-', '–', '—', 'x'])
}

/// A game that was found, up to where it may rather be another one; `None` if that is not far.
fn told<'a>(
    unit: &'a Unit,
    notation: &'static str,
    found: &Found,
    standing: &[Standing<'_>],
) -> Option<Read<'a>> {
    let text = unit.source.text();
    if found.cost > -WORTH * found.plies.len() as Nats {
        return None;
    }
    // What is printed as it is spelled has no rival but the end of the game.
    let is_likely = |ply: &&stream::Ply| ply.chance >= if ply.says == Says::Itself { EVEN } else { LIKELY };
    let length = found.plies.iter().take_while(is_likely).count().min(sound(found)).min(unbent(found));
    // What is lost at the end is nothing that the print says.
    let length = found.plies[..length].iter().rposition(|ply| ply.place.is_some()).map_or(0, |last| last + 1);
    if length < SHORTEST {
        return None;
    }
    let is_whole = length == found.plies.len();
    let half_moves = half_moves(text, found);
    let (first, last) = (half_moves.first()?.span.start, half_moves.last()?.span.end);
    let findings = findings(text, found, length, standing);
    let is_doubtful = findings.iter().any(|finding| finding.code == &code::A108);
    let verdict = match (is_whole, is_doubtful) {
        (false, _) => Verdict::Incomplete,
        (true, true) => Verdict::Ambiguous,
        (true, false) => Verdict::Repaired,
    };
    let ending = if is_whole { ending(text, last) } else { None };
    let span = Span::new(first, ending.as_ref().map_or(last, |(_, span)| span.end));
    Some(assembled(
        half_moves,
        length,
        Told { tags: Tags::default(), verdict, findings, notation, ending, span },
    ))
}

/// The half-moves that were found. One of which nothing is printed stands behind the one before it.
fn half_moves<'a>(text: &'a str, found: &Found) -> Vec<HalfMove<'a>> {
    let mut behind = found.plies.iter().find_map(|ply| ply.place).map_or(0, |place| place.0 as usize);
    let half_move = |ply: &stream::Ply| {
        let own = ply.place.map(|place| trimmed(text, place));
        let span = own.unwrap_or(Span::at(behind));
        behind = span.end;
        HalfMove { mv: ply.mv, span, text: own.map(|own| text[own.start..own.end].into()) }
    };
    found.plies.iter().map(half_move).collect()
}

/// How many half-moves there are before a stretch that is printed worse than worn print is.
fn sound(found: &Found) -> usize {
    let (mut sum, mut from) = (0.0, 0);
    for (at, ply) in found.plies.iter().enumerate() {
        if sum == 0.0 {
            from = at;
        }
        sum = (sum + ply.text - USUAL).max(0.0);
        if sum > MOST {
            return from;
        }
    }
    found.plies.len()
}

/// How many half-moves there are before one whose text says another legal move, if what follows it does not prove that this is a misprint.
fn unbent(found: &Found) -> usize {
    let is_bent = |at: &usize| {
        let behind = found.plies[at + 1..].iter().take(PROOF);
        let proofs = behind.clone().filter(|ply| ply.says == Says::Itself).count();
        let is_proven = proofs >= PROOFS && behind.clone().all(|ply| ply.says != Says::Another);
        let own = &found.plies[*at];
        own.says == Says::Another && !(is_proven && own.chance >= SURE && own.text <= ONE_SIGN)
    };
    (0..found.plies.len()).find(is_bent).unwrap_or(found.plies.len())
}

/// The words behind the last move that end the game.
fn ending(text: &str, last: usize) -> Option<(Ending, Span)> {
    let (ending, place) = leading_end(text.get(last..)?)?;
    Some((ending, Span::new(last + place.start, last + place.end)))
}

/// A place without what stands around its text and is no part of it.
fn trimmed(text: &str, (start, end): (u32, u32)) -> Span {
    let own = &text[start as usize..end as usize];
    let shorter =
        own.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ',' | '.' | ';' | '/' | '|'));
    Span::new(start as usize, start as usize + shorter.len())
}

/// What must be said of the half-moves that are written, and of where it stops.
fn findings(text: &str, found: &Found, length: usize, standing: &[Standing<'_>]) -> Vec<Finding> {
    let start = Chess::default();
    let mut position = start.clone();
    let mut behind = 0;
    let message =
        "no layout reads this running text to its end; each half-move was looked for where it may stand";
    let begin = found.plies.iter().find_map(|ply| ply.place).map_or(0, |place| place.0 as usize);
    let mut out = vec![Finding::new(&code::L112, Span::at(begin), message)];
    for (at, ply) in found.plies.iter().enumerate().take(length + 1) {
        let place = ply.place.map_or(Span::at(behind), |place| trimmed(text, place));
        behind = place.end;
        let fen = Fen::from_position(&position, EnPassantMode::Legal).to_string();
        let printed = text[place.start..place.end].to_owned();
        let (number, side) = mover_at(&start, at as u32 + 1);
        if at == length {
            let finding = Finding::new(&code::A108, place, STOPS).text(printed);
            out.push(finding.at_ply(at as u32 + 1, number, side));
            break;
        }
        let san = SanPlus::from_move_and_play_unchecked(&mut position, ply.mv).to_string();
        let percent = (ply.chance * 100.0).floor() as u32;
        // Doubt of a half-move is doubt of those behind it: it is told where it comes in.
        let was_as_doubtful = at > 0 && found.plies[at - 1].chance < ply.chance + (1.0 - SURE);
        let is_said = standing.iter().any(|one| said_move(one).is_some() && one.span.start == place.start);
        let (code, message, severity) = match ply.place {
            Some(_) if is_said => (&code::D101, format!("decided by a person: {san}"), Severity::Note),
            None => (&code::M112, inferred(&san), Severity::Warning),
            Some(_) if ply.chance < SURE && !was_as_doubtful => {
                (&code::A108, format!("{san} is read here with a chance of {percent} %"), Severity::Warning)
            }
            Some(_) if ply.says == Says::Itself => continue,
            Some(_) => {
                let severity = if ply.text <= SLIGHT { Severity::Note } else { Severity::Warning };
                (&code::M111, misread(&printed, &san), severity)
            }
        };
        let mut finding = Finding::new(code, place, message).text(printed);
        finding.severity = severity;
        out.push(
            finding
                .at_ply(at as u32 + 1, number, side)
                .fen(fen)
                .chosen(san.clone())
                .candidates([Candidate::new(san)]),
        );
    }
    out
}
