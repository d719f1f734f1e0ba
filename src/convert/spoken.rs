//! Games that were read aloud: what the crate `spoken` makes of a transcript, as drafts with their readings.

use scorebook_heading::parts::parts;
use scorebook_layout::odds;
use scorebook_spoken::{
    Bytes, Ended, How, SpokenGame, SpokenPly, Word, is_json, is_likely, is_subtitles, read, words_of,
};
use shakmaty::{Chess, EnPassantMode, Outcome, Position, fen::Fen};

use super::own::Own;
use super::readings::Readings;
use super::worth::Worth;
use super::{Plan, SpokenChoice, Unit, printed, sense::NotationSense};
use crate::corrections::{self, Correction, CorrectionKind, Index, Resolved, Standing, resolve, said};
use crate::decode::Reading;
use crate::finding::{Candidate, Code, Finding, code};
use crate::game::{Game, Line, Ply, Tags, Verdict, mover_at};
use crate::notation::spelling::san;
use crate::record::{Cell, CellLine, Draft, Ending};
use crate::text::{Source, Span};

/// Bytes at the beginning of a text that tell whether it may be a spoken game.
const HEAD: usize = 12 << 10;
/// Longest transcript, in bytes.
const LONGEST: usize = 4 << 20;
/// Share of the half-moves whose words must say the move.
const LEGIBLE: f32 = 0.5;
/// Fewest half-moves of a transcript that nobody has called one.
const SHORTEST: f32 = 5.0;
/// A half-move of a variation that its words say is no doubt if it is as likely as this.
const LIKELY: f32 = 0.5;
/// A chance below this is not told as a rival.
const WORTH_TELLING: f32 = 0.01;

/// Games as drafts with their readings, and what there is to say of the corrections.
type Heard<'a> = (Vec<(Draft<'a>, Reading)>, Vec<Finding>);

/// The games of a unit as they were read aloud; `None` where it is no transcript, or where another reader explains as much.
pub(super) fn games<'a>(unit: &'a Unit, plan: &Plan) -> Option<Heard<'a>> {
    let text = unit.source.text();
    if text.len() > LONGEST || unit.source.scan().is_some() || unit.seen.is_some() {
        return None;
    }
    let rows = plan.decisions.of(unit.source.name());
    let rows: Vec<&Correction> = rows.iter().collect();
    let Resolved { standing, findings: mut remarks } =
        if rows.is_empty() { Resolved::default() } else { resolve(&rows, &unit.source, &Index::new(text)) };
    let games = match plan.spoken {
        _ if !is_transcript(&unit.source, plan) => return None,
        SpokenChoice::In(language) => read(text, &decided(words_of(text), &standing), Some(language)),
        _ if !standing.is_empty() => read(text, &decided(words_of(text), &standing), None),
        _ => unit.readings.heard(&unit.source).to_vec(),
    };
    let games: Vec<SpokenGame> = games.into_iter().filter(|game| !game.plies.is_empty()).collect();
    if games.is_empty() {
        return None;
    }
    if matches!(plan.spoken, SpokenChoice::Auto) {
        // Speech is read from the array; the odds of a record are given by other readers.
        if text.lines().any(|line| odds::read(line).is_some()) {
            return None;
        }
        let expected: f32 = games.iter().map(SpokenGame::expected_plies).sum();
        let is_legible = games.iter().all(|game| game.exactly() >= LEGIBLE);
        if expected < SHORTEST || !is_legible || !are_whole(text, &games) && expected <= others(unit, plan) {
            return None;
        }
    }
    let (mut drafts, readings): (Vec<Draft<'_>>, Vec<Reading>) =
        games.iter().map(|game| told(unit, plan, game)).unzip();
    let mut readings = readings;
    remarks.extend(corrections::tags(&unit.source, &mut drafts, &standing));
    for one in standing.iter().filter(|one| is_noted(one.row.kind)) {
        let (code, words) = match one.row.kind {
            CorrectionKind::Leave => (&code::D109, "left unchanged by a person".to_owned()),
            _ => (&code::D101, format!("decided by a person: {}", said(one.row))),
        };
        remarks.push(Finding::new(code, one.span, words).text(&*one.row.anchor.text));
    }
    for (draft, reading) in drafts.iter_mut().zip(&mut readings) {
        // The tags that a person gave.
        reading.game.tags = draft.tags.clone();
        if !draft.findings.is_empty() {
            reading.verdict = reading.verdict.max(Verdict::Decided);
            reading.findings.append(&mut draft.findings);
        }
    }
    Some((drafts.into_iter().zip(readings).collect(), remarks))
}

/// Whether a correction takes words out, or says that all is well: what is left tells nothing of it.
fn is_noted(kind: CorrectionKind) -> bool {
    matches!(kind, CorrectionKind::Junk | CorrectionKind::NotScore | CorrectionKind::Leave)
}

/// The words with what a person has decided in their places.
fn decided(words: Vec<Word>, standing: &[Standing<'_>]) -> Vec<Word> {
    let mut words = words;
    for one in standing {
        let (place, value) = (one.span, one.row.value.as_str());
        let from = words.partition_point(|word| word.end <= place.start);
        let to = words.partition_point(|word| word.start < place.end).max(from);
        let moves = |at: usize| {
            let texts = value.split(';').map(str::trim).filter(|text| !text.is_empty());
            texts.map(|san| Word::decided(san, at, at)).collect::<Vec<_>>()
        };
        match one.row.kind {
            CorrectionKind::Junk | CorrectionKind::NotScore => drop(words.drain(from..to)),
            CorrectionKind::Move | CorrectionKind::Misprint if !value.is_empty() => {
                let time = words.get(from).and_then(|word| word.time);
                let word = Word { time, ..Word::decided(value, place.start, place.end) };
                words.splice(from..to, [word]);
            }
            CorrectionKind::Missing => drop(words.splice(from..from, moves(place.start))),
            CorrectionKind::MissingAfter => drop(words.splice(to..to, moves(place.end))),
            _ => {}
        }
    }
    words
}

/// Whether a source may be what was read aloud: its signs are those of a recogniser, which misprints no numbers.
pub(super) fn is_transcript(source: &Source, plan: &Plan) -> bool {
    match plan.spoken {
        SpokenChoice::Always | SpokenChoice::In(_) => true,
        SpokenChoice::Auto => is_likely(&head_words(source.text())),
    }
}

/// The first words of a text, if it is a transcript. JSON that is cut off has no words at all.
fn head_words(text: &str) -> Vec<Word> {
    let head = &text[..text.floor_char_boundary(HEAD)];
    words_of(if is_json(head) { text } else { head })
}

/// Share of the half-moves that may be misheard, or stand behind words that say nothing, where nothing is left over.
const MISHEARD: f32 = 0.25;
/// The same of what only a recogniser of speech writes: subtitles, or JSON with times and readings.
const MISHEARD_BY_FORM: f32 = 0.6;

/// Whether nothing is left over and few words went wrong: no other reader can explain more.
fn are_whole(text: &str, games: &[SpokenGame]) -> bool {
    let head = &text[..text.floor_char_boundary(HEAD)];
    let most = if is_json(head) || is_subtitles(head) { MISHEARD_BY_FORM } else { MISHEARD };
    games.iter().all(|game| {
        let is_said = |ply: &&SpokenPly| {
            matches!(ply.how, How::Exact | How::Among(_) | How::Decided) && ply.passed.is_empty()
        };
        let others = game.plies.len() - game.plies.iter().filter(is_said).count();
        // Before the first half-move stands the heading.
        let heading = usize::from(game.plies.first().is_some_and(|ply| !ply.passed.is_empty()));
        game.length == game.plies.len()
            && game.rest.is_none()
            && others.saturating_sub(heading) as f32 <= most * game.plies.len() as f32
    })
}

/// Whether a source is a transcript of which nothing is left over, so that no layout need be tried on it.
pub(super) fn is_whole(source: &Source, plan: &Plan, readings: &Readings) -> bool {
    let text = source.text();
    if !matches!(plan.spoken, SpokenChoice::Auto) || text.len() > LONGEST || source.scan().is_some() {
        return false;
    }
    if !is_transcript(source, plan) {
        return false;
    }
    let games = readings.heard(source);
    let plies: usize = games.iter().map(|game| game.plies.len()).sum();
    plies as f32 >= SHORTEST && are_whole(text, games)
}

/// The tags of the heading: a line that is one from its beginning to its end says it better than words that are heard one by
/// one.
fn tags_of(unit: &Unit, game: &SpokenGame) -> Tags {
    let mut tags = Tags::default();
    let first = game.plies.iter().find(|ply| !ply.span.is_empty()).map_or(0, |ply| ply.span.start);
    let head = unit.source.text().get(game.span.start.min(first)..first).unwrap_or_default();
    let found =
        head.lines().filter_map(|line| parts(line.trim())).find(scorebook_heading::parts::Parts::has_player);
    for (name, value) in found.into_iter().flat_map(|found| found.tags) {
        tags.set(name, value);
    }
    // What the line leaves over may be told in words: `Berlin eighteen fifty-two`.
    for (name, value) in &game.tags {
        // A sentence that was heard is no place.
        if *name != "Site" || scorebook_heading::detail::may_be_place(value) {
            tags.set_default(name, value.as_str());
        }
    }
    tags
}

/// What the other readers make of a unit is worth, in half-moves.
fn others(unit: &Unit, plan: &Plan) -> f32 {
    let drafts = unit.layout.get().cut(&unit.source, &NotationSense::new(plan.options.from));
    let own: Worth = Own::of(unit, &drafts, plan).iter().map(|own| own.worth).sum();
    let printed = printed::read(unit, plan, &drafts).map(|(games, _)| games).unwrap_or_default();
    let printed: Worth = printed.iter().map(|read| Worth::of(&read.draft, &read.reading, &[])).sum();
    own.value().max(printed.value())
}

fn span(bytes: &Bytes) -> Span {
    Span::new(bytes.start, bytes.end.max(bytes.start))
}

/// A spoken game with its findings.
fn told<'a>(unit: &'a Unit, plan: &Plan, game: &SpokenGame) -> (Draft<'a>, Reading) {
    let whole = span(&game.span);
    let tags = tags_of(unit, game);
    let title = game.language.title();
    let mut findings =
        vec![Finding::new(&code::H101, Span::at(whole.start), format!("read as a game spoken in {title}"))];
    let mut verdict = Verdict::Verified;
    let mut position = Chess::default();
    let (mut cells, mut which, mut spans) = (Vec::new(), Vec::new(), Vec::new());
    let mut last = whole.start;
    for (at, ply) in game.plies[..game.length].iter().enumerate() {
        let is_silent = ply.span.is_empty() && ply.how != How::Decided;
        let place = if is_silent { Span::at(last) } else { span(&ply.span) };
        last = place.end;
        let told = Place { unit, position: &position, number: at as u32 + 1, ply, place };
        for (finding, worth) in told.findings(plan) {
            verdict = verdict.max(worth);
            findings.push(finding);
        }
        which.push((!is_silent).then_some(cells.len() as u32));
        if !is_silent {
            let text = unit.source.slice(place).into();
            let comments = ply.comments.clone();
            let decided = (ply.how == How::Decided).then(|| san(&position, ply.mv));
            cells.push(Cell { text, span: place, comments, decided, ..Cell::default() });
        }
        spans.push(place);
        position.play_unchecked(ply.mv);
    }
    let mut rest = None;
    if let Some(next) = game.plies.get(game.length) {
        verdict = Verdict::Incomplete;
        let place = if next.span.is_empty() { Span::at(last) } else { span(&next.span) };
        let (number, side) = mover_at(&Chess::default(), game.length as u32 + 1);
        let words = "from here on more half-moves would be wrong than right";
        let finding = Finding::new(&code::M101, place, words).text(&*next.text);
        findings.push(finding.at_ply(game.length as u32 + 1, number, side).fen(fen_of(&position)));
        rest = Some(Span::new(place.start, whole.end));
    } else if let Some(unread) = &game.rest {
        verdict = verdict.max(Verdict::Repaired);
        findings.push(passed_over(unit, span(unread)));
    }
    let ending = game.ended.as_ref().and_then(|(ended, bytes)| Some((ending(ended)?, span(bytes))));
    let line = Line {
        comments: game.comments.clone(),
        plies: game.plies[..game.length].iter().map(written).collect(),
    };
    let mainline = CellLine { comments: game.comments.clone(), cells };
    let draft = Draft {
        tags: tags.clone(),
        mainline,
        ending,
        span: whole,
        // Every word of a transcript is accounted for: what was not understood has a finding.
        explained: vec![Span::new(0, unit.source.text().len())],
        ..Draft::default()
    };
    let reading = Reading {
        game: Game { tags, start: Chess::default(), line, outcome: Outcome::Unknown },
        verdict,
        findings,
        notation: SPOKEN,
        spans,
        cells: which,
        rest,
        beyond: None,
        guessed: Vec::new(),
        chances: Vec::new(),
        chance: None,
        questions: Vec::new(),
        sayings: Vec::new(),
    };
    (draft, reading)
}

/// The name of the notation in reports.
pub(super) const SPOKEN: &str = "spoken";

/// A half-move as it is written, with its comments and variations.
fn written(ply: &SpokenPly) -> Ply {
    let variations = ply
        .variations
        .iter()
        .map(|variation| Line { comments: Vec::new(), plies: variation.iter().map(written).collect() });
    Ply { comments: ply.comments.clone(), variations: variations.collect(), ..Ply::from(ply.mv) }
}

fn ending(ended: &Ended) -> Option<Ending> {
    Some(match ended {
        Ended::Resigns(side) => Ending::Resigns(*side),
        Ended::Wins(side) => Ending::Wins(*side),
        Ended::Drawn => Ending::Drawn,
        Ended::Time(side) => Ending::Time(*side),
        Ended::Unfinished => Ending::Unfinished,
        Ended::Marker(text) => {
            let text = if text.contains('½') { "1/2-1/2" } else { text };
            Ending::Marker(Outcome::from_ascii(text.as_bytes()).ok()?)
        }
    })
}

fn fen_of(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// A chance for people: certain only where it rounds to it.
fn percent(chance: f32) -> String {
    format!("{:.0} %", (chance * 100.0).clamp(1.0, 99.0))
}

fn passed_over(unit: &Unit, place: Span) -> Finding {
    let text = unit.source.slice(place);
    Finding::new(&code::H103, place, format!("“{text}” says nothing of the game as it is understood"))
        .text(text)
}

/// A half-move on which to report.
struct Place<'p> {
    unit: &'p Unit,
    position: &'p Chess,
    number: u32,
    ply: &'p SpokenPly,
    place: Span,
}

impl Place<'_> {
    /// What is to be said of the half-move, and what it is worth; nothing if its words say exactly this move.
    fn findings(&self, plan: &Plan) -> Vec<(Finding, Verdict)> {
        let mut out: Vec<(Finding, Verdict)> = Vec::new();
        // What is said to be wrong, and then said again, is no guess: the note is enough. A number may be misheard.
        if let Some(taken) = &self.ply.taken_back {
            let words = "the speaker takes this back";
            let verdict = if self.ply.went_back { Verdict::Repaired } else { Verdict::Settled };
            out.push((self.at(Finding::new(&code::H102, span(taken), words)), verdict));
        }
        let passed = self.passed_over();
        let passed = passed.into_iter().map(|place| (passed_over(self.unit, place), Verdict::Repaired));
        // What stands before the first move is the heading.
        out.extend(passed.filter(|_| self.number > 1));
        if self.ply.wrong_number {
            let words = "the number that is said here is not that of this move";
            out.push((self.at(Finding::new(&code::H104, self.place, words)), Verdict::Repaired));
        }
        out.extend(self.doubt(plan));
        for unread in &self.ply.unread {
            let text = self.unit.source.slice(span(unread));
            let words = format!("“{text}” is no variation that can be read here; it stands as a comment");
            let finding = Finding::new(&code::H103, span(unread), words).text(text);
            out.push((self.at(finding), Verdict::Repaired));
        }
        for variation in &self.ply.variations {
            out.extend(self.doubts_of(variation, plan));
        }
        out
    }

    /// What is to be said of a variation that replaces this half-move: each of its half-moves that was not read exactly.
    fn doubts_of(&self, variation: &[SpokenPly], plan: &Plan) -> Vec<(Finding, Verdict)> {
        let mut out = Vec::new();
        let mut position = self.position.clone();
        for ply in variation {
            let place = if ply.span.is_empty() { self.place } else { span(&ply.span) };
            let aside = Place { unit: self.unit, position: &position, number: self.number, ply, place };
            let passed = aside.passed_over().into_iter();
            out.extend(passed.map(|place| (self.at(passed_over(self.unit, place)), Verdict::Repaired)));
            // A variation is short, so that little speaks for its moves but the words that say them.
            let is_said = ply.how == How::Exact && ply.chance >= LIKELY;
            if !is_said && let Some((finding, verdict)) = aside.doubt(plan) {
                // The half-move of the game is not in doubt: what it may be is told in words alone.
                let words = format!("in the variation: {}", finding.message);
                let told = Finding::new(finding.code, place, words).text(&*ply.text);
                out.push((self.at(told), verdict));
            }
            position.play_unchecked(ply.mv);
        }
        out
    }

    /// The words that were passed over; those that stand beside each other are one place.
    fn passed_over(&self) -> Vec<Span> {
        let mut places: Vec<Span> = Vec::new();
        for place in self.ply.passed.iter().map(span) {
            let is_beside = |last: &Span| {
                let between = self.unit.source.text().get(last.end..place.start);
                between.is_some_and(|text| !text.contains(|c: char| c.is_alphanumeric() || c == '\n'))
            };
            match places.last_mut().filter(|last| is_beside(last)) {
                Some(last) => last.end = place.end,
                None => places.push(place),
            }
        }
        places
    }

    fn doubt(&self, plan: &Plan) -> Option<(Finding, Verdict)> {
        let ply = self.ply;
        let sure = f64::from(ply.chance) >= plan.options.confidence();
        let by_record = f64::from(ply.by_record) >= plan.options.confidence();
        let (text, san) = (&ply.text, san(self.position, ply.mv));
        let chance = percent(ply.chance);
        let (code, words, verdict) = match (ply.how, sure) {
            (How::Exact, true) => return None,
            (How::Decided, _) => {
                let words = format!("decided by a person: the move is {san}");
                let text = self.unit.source.slice(self.place);
                let finding = Finding::new(&code::D101, self.place, words).text(text);
                return Some((self.at(finding), Verdict::Decided));
            }
            (How::Exact, false) => (
                &code::A101,
                format!("“{text}” fits, but the moves around it allow another way ({san}: {chance})"),
                Verdict::Ambiguous,
            ),
            (How::Among(others), true) if by_record => (
                &code::A102,
                format!("{} moves fit; the rest of the record leaves only {san}", others + 1),
                Verdict::Settled,
            ),
            (How::Among(others), _) => (
                &code::A101,
                format!(
                    "{} moves fit, and the record does not decide between them; {san} is the likeliest ({chance})",
                    others + 1
                ),
                Verdict::Ambiguous,
            ),
            (How::Differs, true) => {
                (&code::M110, format!("“{text}” is heard as {san} ({chance})"), Verdict::Repaired)
            }
            (How::Differs, false) => {
                (&code::A101, format!("“{text}” may be {san} ({chance})"), Verdict::Ambiguous)
            }
            (How::Silent, true) => (
                &code::M112,
                format!("a move is missing; {san} is inferred from the moves around it"),
                if by_record { Verdict::Repaired } else { Verdict::Ambiguous },
            ),
            (How::Silent, false) => (
                &code::M112,
                format!("a move is missing; {san} is the likeliest ({chance})"),
                Verdict::Ambiguous,
            ),
        };
        Some((self.tell(code, words, san), verdict))
    }

    fn at(&self, finding: Finding) -> Finding {
        let (number, side) = mover_at(&Chess::default(), self.number);
        finding.at_ply(self.number, number, side)
    }

    fn tell(&self, code: &'static Code, words: String, chosen: String) -> Finding {
        let legal = self.position.legal_moves();
        let rivals = self.ply.rivals.iter().copied();
        let rivals = rivals.filter(|(mv, chance)| *chance >= WORTH_TELLING && legal.contains(mv));
        let candidates = std::iter::once((self.ply.mv, self.ply.chance)).chain(rivals);
        let candidates =
            candidates.map(|(mv, odds)| Candidate { san: san(self.position, mv), odds: Some(odds) });
        let time = self
            .ply
            .time
            .map_or(String::new(), |time| format!(" (at {}:{:04.1})", (time / 60.0) as u32, time % 60.0));
        let finding = Finding::new(code, self.place, format!("{words}{time}"));
        let finding = self.at(finding.text(&*self.ply.text)).fen(fen_of(self.position));
        finding.chosen(chosen).candidates(candidates)
    }
}
