//! Moves split into columns: a column of numbers and pieces (`37. K.`), then a column of targets (`to B's
//! 2nd.`). They are joined if both have the same length.

use std::sync::LazyLock;

use regex::Regex;

use super::label::{Label, label};
use super::move_span::MoveSpan;
use super::page::{ScanLine, ScanLineKind};
use super::row::Segment;
use crate::text::Span;

/// Fewest pieces of such a column.
const FEWEST: usize = 3;
/// Most bytes of a target.
const LONGEST: usize = 34;

/// A number and a piece alone on a line.
struct ManText {
    line: usize,
    label: Label,
    span: Span,
}

/// A target: byte offsets in the line.
struct TargetText {
    line: usize,
    from: usize,
    to: usize,
}

/// Joins the halves into rows.
pub fn join(text: &str, lines: &mut [ScanLine]) {
    let inked: Vec<usize> =
        (0..lines.len()).filter(|&at| !matches!(lines[at].kind, ScanLineKind::Blank)).collect();
    let mut at = 0;
    while at < inked.len() {
        let men = men(text, lines, &inked[at..]);
        if men.len() < FEWEST {
            at += 1;
            continue;
        }
        let below = &inked[at + men.len()..];
        match goals(text, lines, below, men.len()) {
            Some(goals) => {
                put_together(lines, &men, &goals);
                at += men.len() + 1;
            }
            None => at += men.len(),
        }
    }
}

/// The pieces below each other with rising numbers, from the first line on.
fn men(text: &str, lines: &[ScanLine], inked: &[usize]) -> Vec<ManText> {
    let mut men: Vec<ManText> = Vec::new();
    for &at in inked {
        let next = man(text, lines[at].span)
            .filter(|(label, _)| men.last().is_none_or(|last| label.value == last.label.value + 1));
        let Some((label, span)) = next else { break };
        men.push(ManText { line: at, label, span });
    }
    men
}

fn man(text: &str, line: Span) -> Option<(Label, Span)> {
    let mut words = text[line.range()].split_whitespace();
    let label = label(words.next()?).filter(|label| label.price == 0)?;
    let men: Vec<&str> = words.collect();
    let is_man =
        |word: &&str| matches!(word.trim_end_matches(['.', ',']), "K" | "Q" | "R" | "B" | "P" | "Kt" | "N");
    if men.is_empty() || men.len() > 2 || !men.iter().all(is_man) {
        return None;
    }
    let from = men[0].as_ptr() as usize - text.as_ptr() as usize;
    let last = men[men.len() - 1];
    Some((label, Span::new(from, last.as_ptr() as usize - text.as_ptr() as usize + last.len())))
}

/// As many targets as there are pieces, if these follow directly.
fn goals(text: &str, lines: &[ScanLine], below: &[usize], count: usize) -> Option<Vec<TargetText>> {
    static WAY: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?:^|\s)(?:to|takes)\s|^\W*Queens|^\W*[Cc]heck").expect("a pattern of ours")
    });
    let mut goals = Vec::new();
    for &at in below {
        if goals.len() >= count {
            break;
        }
        let line = &text[lines[at].span.range()];
        if line.trim().len() > LONGEST || label(line.split_whitespace().next()?).is_some() {
            return None;
        }
        let mut starts: Vec<usize> = WAY.find_iter(line).map(|found| found.start()).collect();
        let begin = line.len() - line.trim_start().len();
        // Text before the connector belongs to the piece: `R. to K's sq.` after `13. Q.`
        *starts.first_mut()? = begin;
        starts.push(line.len());
        goals.extend(starts.windows(2).map(|pair| TargetText { line: at, from: pair[0], to: pair[1] }));
    }
    (goals.len() == count).then_some(goals)
}

fn put_together(lines: &mut [ScanLine], men: &[ManText], goals: &[TargetText]) {
    for man in men {
        lines[man.line].kind = ScanLineKind::Scrap;
    }
    let mut rows: Vec<(usize, Vec<Segment>)> = Vec::new();
    for (man, goal) in men.iter().zip(goals) {
        let segment = Segment {
            label: Some(man.label),
            man: Some(man.span),
            from: goal.from,
            to: goal.to,
            pieces: vec![MoveSpan { from: goal.from, to: goal.to }],
            ..Segment::default()
        };
        match rows.last_mut() {
            Some((line, segments)) if *line == goal.line => segments.push(segment),
            _ => rows.push((goal.line, vec![segment])),
        }
    }
    for (line, segments) in rows {
        lines[line].kind = ScanLineKind::Row(segments);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<(u32, String)> {
        let mut lines = Vec::new();
        let mut start = 0;
        for raw in text.split_inclusive('\n') {
            let kind = if raw.trim().is_empty() { ScanLineKind::Blank } else { ScanLineKind::Scrap };
            lines.push(ScanLine { span: Span::new(start, start + raw.trim_end().len()), kind, ending: None });
            start += raw.len();
        }
        join(text, &mut lines);
        let segments = lines.iter().flat_map(|line| match &line.kind {
            ScanLineKind::Row(segments) => segments.iter().map(|s| (line.span, s)).collect(),
            _ => Vec::new(),
        });
        segments
            .map(|(line, s)| {
                let man = &text[s.man.unwrap().range()];
                (s.label.unwrap().value, format!("{man} {}", text[line.range()][s.from..s.to].trim()))
            })
            .collect()
    }

    #[test]
    fn men_and_goals_in_columns_of_their_own() {
        let text = "37. K.\n\n38. Q.\n\n39. K. B.\n\n40. P.\n\nto B's 2nd.\nR. to K's sq.\ntakes P. to B's 4th.\n\nAnd wins.\n";
        let moves = [
            (37, "K. to B's 2nd."),
            (38, "Q. R. to K's sq."),
            (39, "K. B. takes P."),
            (40, "P. to B's 4th."),
        ];
        assert_eq!(rows(text), moves.map(|(number, text)| (number, text.to_owned())));
    }

    #[test]
    fn columns_of_other_lengths_stay_apart() {
        assert_eq!(rows("37. K.\n38. R.\n39. P.\nto B's 2nd.\nto K's sq.\n\nAnd wins.\n"), []);
        assert_eq!(rows("37. K.\n39. R.\n40. P.\nto B's 2nd.\nto K's sq.\nto K's 3rd\n"), []);
    }
}
