//! Printed books: games read from worn or scanned pages, as drafts with their readings.

use std::borrow::Cow;

use scorebook_book::decode::{Step, Way};
use scorebook_book::trust::{self, Doubt, Trust};
use scorebook_book::{Book, Game as Printed, Prices, ScannedWord};
use scorebook_heading::Heading;
use shakmaty::{Chess, Move, Outcome, san::SanPlus};

use super::glance::{Prose, numbers};
use super::own::{self, Own};
use super::styles::has_pairs;
use super::worth::Worth;
use super::{LayoutChoice, Plan, Unit, announced, together};
use crate::decode::{Beyond, GuessedPly, NotationChoice, Reading};
use crate::finding::{Candidate, Finding, Severity, code};
use crate::game::{Game, Line, Ply, Tags, Verdict, mover_at};
use crate::record::{Cell, CellLine, Draft, Ending, Start, leading_ending};
use crate::text::{Source, Span};

/// Games of fewer half-moves that can be trusted are fragments, and are counted only.
pub(super) const SHORTEST: usize = 8;
/// A game that hardly holds at all is guessed if it was read so far: no quotation in a note is as long.
pub(super) const LONG: usize = 16;

/// A layout that leaves one move in so many unread does not know the page.
const LITTLE: usize = 8;
/// Of a hundred half-moves, those that must be trusted in a book that needs no other reader.
const CLEAR: usize = 95;
/// Texts longer than this, in bytes, are not mended game by game.
const LONGEST_MENDED: usize = 1 << 17;
/// Texts shorter than this, in bytes, are records by themselves, and no pages of books, unless there is prose in them.
pub(super) const SHORT: usize = 3 << 10;
/// No game of enough half-moves to be worth a comparison is shorter.
const SHORTEST_TEXT: usize = 200;

/// Doubts below this are noted only, in nats: one sign in another's place costs as much.
const SLIGHT: f32 = 2.6;

/// Layouts that take lines for rows or for running text, and may take those of columns wrongly.
const CUT_FROM_LINES: &[&str] = &["running", "pairs", "blocks", "columns", "annotated"];

/// The layout that leaves out what cannot be played.
pub(super) const NOTED: &str = "annotated";

/// A game of a printed book.
pub(super) struct Read<'a> {
    /// The print that it was cut from.
    pub draft: Draft<'a>,
    /// How it was read.
    pub reading: Reading,
}

/// The name of descriptive English notation.
const ENGLISH: &str = "english";

/// Whether books may be printed in what a person says the notation is: with letters of men.
fn is_of_books(from: NotationChoice) -> bool {
    match from {
        NotationChoice::Notation(notation) => notation.letters().is_some() || notation.name() == ENGLISH,
        _ => true,
    }
}

/// The games of a unit as a printed book, and what there is to say of the rest; `None` where the unit is none, or where
/// its layout's own `drafts` read better.
pub(super) fn read<'a>(
    unit: &'a Unit,
    plan: &Plan,
    drafts: &[Draft<'a>],
) -> Option<(Vec<Read<'a>>, Vec<Finding>)> {
    let text = unit.source.text();
    let layout = unit.layout.get().name();
    let book = layout == "book";
    let auto = matches!(plan.layout, LayoutChoice::Auto);
    let prose = Prose::of(text);
    let guessed = auto && prose.is_book();
    let numbers = numbers(text);
    let cells: usize = drafts.iter().map(|draft| draft.mainline.cells.len()).sum();
    let other = auto && CUT_FROM_LINES.contains(&layout);
    let is_short = text.len() < SHORT;
    if !(book || guessed || other)
        // What is read of a record with notes, or with tag pairs, is exact, but for slips that the later moves mend.
        || is_short && (layout == NOTED || has_pairs(text))
        || text.len() < SHORTEST_TEXT
        || !is_of_books(plan.options.from)
        || !unit.whole
        || !plan.decisions.of(unit.source.name()).is_empty()
    {
        return None;
    }
    // What a layout reads without doubts needs no other reader, and what it mostly guesses is not worth comparing. Torn
    // books would take its own reader minutes.
    let unordered = drafts.iter().filter(|draft| draft.unordered.is_some()).count();
    let own = if unordered * 2 <= drafts.len() { Own::of(unit, drafts, plan) } else { Vec::new() };
    let is_record = is_short || own.len() == 1;
    // What is read to its end needs no other reader, though a misprint was mended in it; what the print lacks no reader finds.
    if !own.is_empty() && own.iter().all(|own| own.lacks_a_row() || is_record && own.is_whole()) {
        return None;
    }
    let sum: Worth = own.iter().map(|own| own.worth).sum();
    let trusted: usize = own.iter().map(Own::trusted).sum();
    let is_read = sum.plies > 0 || cells < SHORTEST;
    // A record by itself says what is wrong with it; a page of a book has prose, or a layout reads hardly anything of it.
    let is_page = prose.is_page() || !own.is_empty() && sum.plies < SHORTEST;
    if is_short && !is_page && !scorebook_book::paragraph::in_one_line(text) {
        return None;
    }
    let few_doubts = sum.clear * 5 >= sum.plies * 3 && sum.left * LITTLE <= sum.plies;
    let games = own.iter().filter(|own| own.worth.plies >= SHORTEST);
    let places: Vec<Span> = games.filter_map(|own| together::first(&own.reading)).collect();
    let lacks = announced::lacks_many(&unit.source, &places);
    // The numbers of a note behind the only game are none of further games; a note has fewer than the game.
    let is_whole = own.len() == 1 && sum.left == 0 && sum.clear == sum.plies && sum.plies >= numbers;
    let does = is_read && few_doubts && (is_whole || sum.plies.max(1) * 2 >= numbers * 3) && !lacks;
    // In a long book what is spoiled is mostly a passage of its prose.
    let mends = does && text.len() <= LONGEST_MENDED && own.iter().any(Own::is_spoiled);
    if does && !mends {
        return None;
    }
    let told = |step| plan.progress.book(unit.source.name(), step);
    let read = || {
        let words = scanned_words(&unit.source);
        scorebook_book::read_scanned(unit.source.text(), &words, &Prices::default(), &told)
    };
    let book = unit.printed.get_or_init(read);
    if mends {
        let printed = book.games.iter().filter_map(|printed| game(unit, book, printed, 0, false));
        return own::mended(own, drafts, printed).map(|games| (games, Vec::new()));
    }
    if (is_short || sum.clear * 4 >= sum.plies) && trusted >= worth(book) {
        return None;
    }
    // The layout's own reader of torn books knows other pages: what both read alike is right.
    let asked = unordered > 0 && worth(book) * 100 < whole(book) * CLEAR;
    let others = if asked { together::unordered(unit, plan, drafts, book) } else { &[] };
    let mut games = Vec::new();
    let mut fragments = Vec::new();
    for printed in &book.games {
        let agreed = together::agreed(book, printed, others);
        match game(unit, book, printed, agreed, plan.options.guess) {
            Some(read) => games.push(read),
            None => fragments.push(span(book, printed.start..printed.end)),
        }
    }
    together::join(drafts, others, &mut games);
    // A game that its layout reads without a doubt is right.
    let clear = own.into_iter().zip(drafts).filter(|(own, _)| own.worth.clear >= SHORTEST);
    let (clear, clear_drafts): (Vec<Reading>, Vec<Draft<'a>>) =
        clear.map(|(own, draft)| (own.reading, draft.clone())).unzip();
    together::join(&clear_drafts, &clear, &mut games);
    // Where this reader finds no game, the layout's own stand, with what is doubtful in them.
    if games.is_empty() && sum.plies > 0 {
        return None;
    }
    let mut remarks: Vec<Finding> = given_up(book).into_iter().collect();
    remarks.extend(fragments.first().map(|&first| fragment(first, fragments.len())));
    Some((games, remarks))
}

/// What the program that read a scan says of its words.
fn scanned_words(source: &Source) -> Vec<ScannedWord> {
    let words = source.scan().map_or(&[][..], |scan| scan.words(Span::new(0, source.text().len())));
    let said = words.iter().map(|word| ScannedWord {
        bytes: word.span.start..word.span.end,
        confidence: word.confidence,
        alternatives: word.alternatives.to_vec(),
    });
    said.collect()
}

/// Half-moves that can be trusted.
fn worth(book: &Book) -> usize {
    let trusted = |game: &Printed| trust::judge(&game.reading).plies(&game.reading);
    book.games.iter().map(trusted).filter(|plies| *plies >= SHORTEST).sum()
}

/// All half-moves of a book, trusted or not.
fn whole(book: &Book) -> usize {
    book.games.iter().map(|game| game.reading.steps.len()).sum()
}

/// That the reader of books left places unsearched.
fn given_up(book: &Book) -> Option<Finding> {
    let first = book.effort.first?;
    let places = book.effort.given_up;
    let message = format!(
        "{places} places where a game may begin were not searched: too many stand close together, and those that were \
         searched led nowhere; the first is here"
    );
    Some(Finding::new(&code::L330, span(book, first..first + 1), message))
}

fn fragment(first: Span, count: usize) -> Finding {
    let message = format!(
        "{count} places read as the beginning of a game, but not far enough to be one; the first is here"
    );
    Finding::new(&code::L182, first, message)
}

pub(super) fn span(book: &Book, chars: std::ops::Range<u32>) -> Span {
    let bytes = book.evidence.print.span(chars);
    Span::new(bytes.start, bytes.end.max(bytes.start))
}

/// The place of a game.
pub(super) fn place(book: &Book, printed: &Printed) -> Span {
    span(book, printed.start..printed.end)
}

/// One game, up to where it can be trusted, and at least so far as another reader has read it alike.
pub(super) fn game<'a>(
    unit: &'a Unit,
    book: &Book,
    printed: &Printed,
    agreed: usize,
    guess: bool,
) -> Option<Read<'a>> {
    let read = any_game(unit, book, printed, agreed, guess);
    let plies = read.reading.cells.len();
    let beyond = read.reading.beyond.as_ref().map_or(0, |beyond| beyond.plies.len());
    let is_short = printed.reading.given == 0 && plies < SHORTEST && plies + beyond < LONG;
    (!is_short).then_some(read)
}

/// The same, however short it is.
pub(super) fn any_game<'a>(
    unit: &'a Unit,
    book: &Book,
    printed: &Printed,
    agreed: usize,
    guess: bool,
) -> Read<'a> {
    let trust = match trust::judge(&printed.reading) {
        Trust::Until(plies) if agreed >= printed.reading.steps.len() && agreed > plies => Trust::Whole,
        Trust::Until(plies) => Trust::Until(plies.max(agreed)),
        trust => trust,
    };
    let plies = trust.plies(&printed.reading);
    let whole = span(book, printed.start..printed.end);
    let excerpt = |step: &Step| book.evidence.print.excerpt(step.cell.clone()).into();
    let half_moves = printed.reading.steps.iter().map(|step| HalfMove {
        mv: step.m,
        span: span(book, step.cell.clone()),
        text: (!step.cell.is_empty()).then(|| excerpt(step)),
    });
    let half_moves: Vec<HalfMove<'a>> = half_moves.collect();
    let beyond = if guess { beyond(book, printed, plies, &cells_of(&half_moves)) } else { None };
    let ending = match trust {
        Trust::Until(_) => None,
        _ => ending(book, printed),
    };
    let findings = findings(book, printed, plies, trust);
    let warned = findings.iter().any(|finding| finding.severity >= Severity::Warning);
    let verdict = match trust {
        Trust::Until(_) => Verdict::Incomplete,
        Trust::Sure if !warned => Verdict::Settled,
        _ if findings.iter().any(|finding| finding.code == &code::A108) => Verdict::Ambiguous,
        _ => Verdict::Repaired,
    };
    let span = Span::new(whole.start, whole.end.min(unit.source.text().len()));
    let notation = book.grammar.name();
    let told = Told { tags: tags(&printed.heading), verdict, findings, notation, ending, span };
    let mut read = assembled(half_moves, plies, told);
    read.reading.beyond = beyond.map(Box::new);
    read
}

/// A half-move that was read in a text without cells, trusted or not.
pub(super) struct HalfMove<'a> {
    pub mv: Move,
    pub span: Span,
    /// What is printed there; `None` if nothing is.
    pub text: Option<Cow<'a, str>>,
}

/// What is told of a game beside its half-moves.
pub(super) struct Told {
    pub tags: Tags,
    pub verdict: Verdict,
    pub findings: Vec<Finding>,
    /// The name of its notation.
    pub notation: &'static str,
    pub ending: Option<(Ending, Span)>,
    pub span: Span,
}

/// For each half-move the number of its cell, if anything is printed there.
fn cells_of(half_moves: &[HalfMove<'_>]) -> Vec<Option<u32>> {
    let number = |cells: &mut u32, one: &HalfMove<'_>| {
        let own = one.text.is_some().then_some(*cells);
        *cells += u32::from(own.is_some());
        Some(own)
    };
    half_moves.iter().scan(0, number).collect()
}

/// A game of which the first `kept` half-moves are written.
pub(super) fn assembled<'a>(half_moves: Vec<HalfMove<'a>>, kept: usize, told: Told) -> Read<'a> {
    let which = cells_of(&half_moves);
    let plies = half_moves[..kept].iter().map(|one| Ply::from(one.mv)).collect();
    let spans = half_moves[..kept].iter().map(|one| one.span).collect();
    let rest = half_moves.get(kept).map(|one| one.span.start);
    let cell = |one: HalfMove<'a>| Some(Cell { text: one.text?, span: one.span, ..Cell::default() });
    let cells: Vec<Cell<'a>> = half_moves.into_iter().filter_map(cell).collect();
    let end = cells.last().map_or(told.span.end, |cell| cell.span.end.max(told.span.end));
    let line = Line { comments: Vec::new(), plies };
    let reading = Reading {
        game: Game { tags: told.tags.clone(), start: Chess::default(), line, outcome: Outcome::Unknown },
        verdict: told.verdict,
        findings: told.findings,
        notation: told.notation,
        spans,
        cells: which[..kept].to_vec(),
        rest: rest.map(|start| Span::new(start, end.max(start))),
        beyond: None,
        guessed: Vec::new(),
        chances: Vec::new(),
        chance: None,
        questions: Vec::new(),
        sayings: Vec::new(),
    };
    let mainline = CellLine { comments: Vec::new(), cells };
    let (tags, ending, span) = (told.tags, told.ending, told.span);
    let draft = Draft { tags, start: Start::default(), mainline, ending, span, ..Draft::default() };
    Read { draft, reading }
}

/// Why a reading stops where another one may be right.
pub(super) const STOPS: &str = "the reading is not sure from here on, and stops; what follows is quoted";

/// What is told of a half-move of which nothing can be read.
pub(super) fn inferred(san: &str) -> String {
    format!("the print has no readable move here; {san} is inferred from what follows")
}

/// What is told of a half-move that is not printed as it is spelled.
pub(super) fn misread(text: &str, san: &str) -> String {
    format!("misread print: `{text}` is read as {san}")
}

/// What was read behind the half-moves that can be trusted. `cells` has the cell of each half-move.
fn beyond(book: &Book, printed: &Printed, plies: usize, cells: &[Option<u32>]) -> Option<Beyond> {
    let chances = trust::chances(&printed.reading);
    let guessed = |(at, step): (usize, &Step)| GuessedPly {
        ply: Ply::from(step.m),
        span: span(book, step.cell.clone()),
        cell: cells[at],
        chance: chances[at],
    };
    let guessed = printed.reading.steps.iter().enumerate().skip(plies).map(guessed).collect();
    Beyond::new(plies, guessed, None)
}

/// Whether a doubt is worth a note only: one worn sign, or a place that the printed numbers give, where no other reading
/// comes near.
fn is_slight(doubt: Doubt, step: &Step) -> bool {
    match doubt {
        Doubt::Worn => step.text < SLIGHT,
        Doubt::Displaced => step.way == Way::Grid && step.travel < SLIGHT && step.text < SLIGHT,
        Doubt::None | Doubt::Missing | Doubt::Rival => false,
    }
}

/// What must be said of the half-moves that are written, and why it stops.
fn findings(book: &Book, printed: &Printed, plies: usize, trust: Trust) -> Vec<Finding> {
    let mut out = Vec::new();
    let mut position = Chess::default();
    let start = Chess::default();
    let weakest = if matches!(trust, Trust::Until(_)) { None } else { trust::weakest(&printed.reading) };
    // What is missing has the place behind the move before it.
    let mut behind = printed.reading.steps.first().map_or(0, |step| span(book, step.cell.clone()).start);
    for (ply, step) in printed.reading.steps[..plies].iter().enumerate() {
        let place = if step.cell.is_empty() { Span::at(behind) } else { span(book, step.cell.clone()) };
        behind = place.end;
        let fen = shakmaty::fen::Fen::from_position(&position, shakmaty::EnPassantMode::Legal).to_string();
        let rival = printed.reading.rivals[ply].map(|m| SanPlus::from_move(position.clone(), m).to_string());
        let also =
            book.also_says(&position, step).map(|m| SanPlus::from_move(position.clone(), m).to_string());
        let san = SanPlus::from_move_and_play_unchecked(&mut position, step.m).to_string();
        let text = book.evidence.print.excerpt(step.cell.clone());
        let doubt = trust::doubt(&printed.reading, ply);
        let is_weakest = weakest == Some(ply);
        let (code, message) = match doubt {
            Doubt::None if is_weakest => {
                (&code::A108, format!("the game may be misread; its least certain move is {san}"))
            }
            // What a person has said is not decided by later moves.
            Doubt::None if printed.reading.is_said(ply) => continue,
            Doubt::None => match &also {
                Some(also) => {
                    (&code::A102, format!("`{text}` says {also} as well; later moves decide for {san}"))
                }
                None => continue,
            },
            Doubt::Worn => (&code::M111, misread(&text, &san)),
            Doubt::Displaced => (&code::L311, format!("{san} is taken from an unlikely place in the print")),
            Doubt::Missing => (&code::M112, inferred(&san)),
            Doubt::Rival => match &rival {
                Some(rival) => (&code::A108, format!("{san} and {rival} are nearly as likely")),
                None => (&code::A108, format!("{san} may be the last move of the game, or not")),
            },
        };
        let (number, side) = mover_at(&start, ply as u32 + 1);
        let mut finding = Finding::new(code, place, message).text(text);
        if is_slight(doubt, step) && !is_weakest {
            finding.severity = Severity::Note;
        }
        let candidates = std::iter::once(san.clone()).chain(rival.or(also)).map(Candidate::new);
        out.push(finding.at_ply(ply as u32 + 1, number, side).fen(fen).chosen(san).candidates(candidates));
    }
    if let (Trust::Until(_), Some(step)) = (trust, printed.reading.steps.get(plies)) {
        let (number, side) = mover_at(&start, plies as u32 + 1);
        let text = book.evidence.print.excerpt(step.cell.clone());
        let place =
            if step.way == Way::Lost { step.cell.start..step.cell.start + 1 } else { step.cell.clone() };
        let finding = Finding::new(&code::A108, span(book, place), STOPS).text(text);
        out.push(finding.at_ply(plies as u32 + 1, number, side));
    }
    out
}

/// The tags that a heading gives.
fn tags(heading: &Heading) -> Tags {
    let mut tags = Tags::default();
    for (name, field) in heading.fields() {
        if let Some(field) = field {
            tags.set(name, field.text.trim());
        }
    }
    tags
}

/// Characters behind the last move in which the words stand that end a game.
const NEAR: usize = 100;

/// How the game ends, if the words right behind its last move say so, and where they stand.
fn ending(book: &Book, printed: &Printed) -> Option<(Ending, Span)> {
    let from = printed.end as usize;
    let behind = book.evidence.print.chars.get(from..)?;
    let near: String = behind.iter().take(NEAR).collect();
    let (ending, place) = leading_end(&near)?;
    let at = |byte: usize| (from + near[..byte].chars().count()) as u32;
    Some((ending, span(book, at(place.start)..at(place.end))))
}

/// The words that end a game right behind its last move, and their place in bytes.
pub(super) fn leading_end(behind: &str) -> Option<(Ending, std::ops::Range<usize>)> {
    let near = behind.char_indices().nth(NEAR).map_or(behind, |(end, _)| &behind[..end]);
    let first = near.split_whitespace().find(|word| !is_mark(word))?;
    let skipped = first.as_ptr() as usize - near.as_ptr() as usize;
    let (ending, place) = leading_ending(&near[skipped..])?;
    // A lone star is the mark of a note.
    if ending == Ending::Marker(Outcome::Unknown) {
        return None;
    }
    Some((ending, skipped + place.start..skipped + place.end))
}

/// Whether a word may stand between the last move and the words that end the game: a number, a mark of a note, `ch.`.
/// What looks like another move, `R-K5`, may not.
fn is_mark(word: &str) -> bool {
    let core = word.trim_matches(|c: char| !c.is_alphanumeric());
    let letters = core.chars().filter(|c| c.is_alphabetic()).count();
    let note = word.starts_with(['(', '[']) && core.chars().count() < 2;
    let number = core.chars().all(|c| c.is_ascii_digit());
    note || number || letters <= 2 && core.chars().all(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_stands_right_behind_the_last_move() {
        let text = "Game 1.\n\nWHITE (Smith).  BLACK (Brown).\n\n1. P-K4   P-K4\n2. Kt-KB3  Kt-QB3\n3. B-B4   B-B4\n\
                    4. P-B3   Kt-B3\n5. P-Q4   PxP\n6. PxP    Resigns.\n";
        let book = scorebook_book::read(text, &Default::default());
        let mut game = book.games[0].clone();
        assert_eq!(game.reading.steps.len(), 11);
        let found = ending(&book, &game).map(|(ending, place)| (ending, &text[place.start..place.end]));
        assert_eq!(found, Some((Ending::Resigns(None), "Resigns.")));
        // With its last move unread, the game does not end with the word behind that.
        game.end = game.reading.steps[9].cell.end;
        assert_eq!(ending(&book, &game), None);
    }

    #[test]
    fn what_is_read_behind_the_trusted_half_moves_can_be_guessed() {
        let text = "Game 1.\n\nWHITE (Smith).  BLACK (Brown).\n\n1. P-K4   P-K4\n2. Kt-KB3  Kt-QB3\n3. B-B4   B-B4\n\
                    4. P-B3   Kt-B3\n5. P-Q4   PxP\n6. PxP    B-Kt5 ch\n7. B-Q2   BxB ch\n8. QKtxB  P-Q4\n";
        let book = scorebook_book::read(text, &Default::default());
        let mut game = book.games[0].clone();
        assert_eq!(game.reading.steps.len(), 16);
        // From the sixth move on the print is worn, and other moves are as likely.
        for ply in 10..16 {
            game.reading.steps[ply].text = 3.0;
            game.reading.margins[ply] = 1.0;
        }
        let plies = 10;
        let cells: Vec<Option<u32>> = (0..16).map(Some).collect();
        let beyond = beyond(&book, &game, plies, &cells).unwrap();
        assert_eq!(beyond.from, plies);
        let chances: Vec<f32> = beyond.plies.iter().map(|guessed| guessed.chance).collect();
        assert!(chances.windows(2).all(|pair| pair[1] <= pair[0]), "{chances:?}");
        assert!(chances.iter().all(|chance| (0.01..1.0).contains(chance)), "{chances:?}");
        assert!(chances[chances.len() - 1] < chances[0], "{chances:?}");
        let first = &beyond.plies[0];
        assert_eq!((first.ply.mv, first.cell), (game.reading.steps[plies].m, Some(plies as u32)));
        // What is left unread behind the guess is quoted.
        assert_eq!(beyond.plies.len() + plies < 16, beyond.rest.is_some());
    }

    #[test]
    fn marks_are_no_moves() {
        for word in ["38", "38.", "ch.", "(a)", "[b]", "*", "—", "++"] {
            assert!(is_mark(word), "{word}");
        }
        for word in ["R—K5", "PxP", "0-0", "Re5", "Resigns", "K", "e4"] {
            assert!(!is_mark(word), "{word}");
        }
    }
}
