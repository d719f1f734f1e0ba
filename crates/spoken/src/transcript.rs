//! The forms in which recognisers of speech write: plain text, subtitles (SRT, VTT), JSON with times and other readings.

use scorebook_search::Nats;
use serde_json::Value;

use crate::words::{Word, of_text};

/// What a reading costs beside the first if the recogniser gives no chances.
const NEXT_ALTERNATIVE: Nats = 1.5;
/// The most that chances of a recogniser are worth.
const LEAST_CHANCE: f64 = 0.001;

/// The words of a transcript, in whichever form it is.
///
/// JSON is read as Whisper, Vosk and Google write it, and in a small form of our own: `{"segments": [{"start": 1.5,
/// "alternatives": [{"text": "knight f three", "confidence": 0.8}, {"text": "night of three", "confidence": 0.1}]}]}`.
///
/// ```
/// use scorebook_spoken::words_of;
/// let words = words_of("1\n00:00:01,500 --> 00:00:03,000\nKnight f3\n");
/// assert_eq!(words.len(), 3);
/// assert_eq!((words[0].text.as_str(), words[0].time), ("knight", Some(1.5)));
/// ```
#[must_use]
pub fn words_of(text: &str) -> Vec<Word> {
    let mut out = Vec::new();
    let head = text.trim_start_matches('\u{feff}').trim_start();
    if head.starts_with(['{', '[']) {
        let mut json = Json { text, cursor: 0, out: Vec::new() };
        for value in serde_json::Deserializer::from_str(head).into_iter::<Value>() {
            let Ok(value) = value else { break };
            json.value(&value, None);
        }
        if !json.out.is_empty() {
            return json.out;
        }
    }
    if is_subtitles(text) {
        subtitles(text, &mut out);
    } else {
        of_text(text, 0, &mut out);
    }
    out
}

/// Whether a text begins as the JSON of a recogniser of speech does; the end may be missing.
#[must_use]
pub fn is_json(head: &str) -> bool {
    let start = head.trim_start_matches('\u{feff}').trim_start();
    let has = |names: &[&str]| names.iter().any(|name| head.contains(&format!("\"{name}\"")));
    start.starts_with(['{', '['])
        && has(TEXTS)
        && has(&[LISTS, &["alternatives", "words", "result"]].concat())
}

/// Whether a text is in a form of its own, so that it is no running text.
#[must_use]
pub fn is_subtitles(text: &str) -> bool {
    text.lines().take(40).any(|line| cue(line).is_some())
}

/// The begin of a cue in seconds: `00:01:02,500 --> 00:01:04,000`.
fn cue(line: &str) -> Option<f32> {
    let (start, end) = line.split_once("-->")?;
    seconds(end.split_whitespace().next()?)?;
    seconds(start.trim())
}

fn seconds(text: &str) -> Option<f32> {
    let mut sum = 0.0;
    let mut parts = 0;
    for part in text.split(':') {
        sum = sum * 60.0 + part.replace(',', ".").parse::<f32>().ok()?;
        parts += 1;
    }
    (parts >= 2).then_some(sum)
}

fn subtitles(text: &str, out: &mut Vec<Word>) {
    let mut at = 0;
    let mut time = None;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for (number, line) in lines.iter().enumerate() {
        let begins = cue(line);
        let bare = line.trim();
        // The name of a cue: a number, or what stands alone between an empty line and the times.
        let is_first = number == 0 || lines[number - 1].trim().is_empty();
        let is_name = (is_first || bare.chars().all(|sign| sign.is_ascii_digit()))
            && lines.get(number + 1).is_some_and(|next| cue(next).is_some());
        let is_note = ["WEBVTT", "NOTE", "STYLE", "REGION", "Kind:", "Language:"]
            .iter()
            .any(|head| bare.starts_with(head));
        if begins.is_some() {
            time = begins;
        } else if !is_name && !is_note {
            let first = out.len();
            // Marks in the text of a cue: `<c>`, `<00:00:01.000>`, `<i>`.
            let mut rest = *line;
            let mut from = at;
            while let Some(open) = rest.find('<') {
                of_text(&rest[..open], from, out);
                let close = rest[open..].find('>').map_or(rest.len(), |close| open + close + 1);
                from += close;
                rest = &rest[close..];
            }
            of_text(rest, from, out);
            out[first..].iter_mut().for_each(|word| word.time = time);
        }
        at += line.len();
    }
}

struct Json<'t> {
    text: &'t str,
    cursor: usize,
    out: Vec<Word>,
}

const LISTS: &[&str] = &["segments", "results", "chunks", "utterances", "monologues", "transcription"];
const TEXTS: &[&str] = &["text", "transcript", "word", "value"];

impl Json<'_> {
    fn value(&mut self, value: &Value, time: Option<f32>) {
        match value {
            Value::Array(values) => values.iter().for_each(|value| self.value(value, time)),
            Value::Object(object) => {
                let start = ["start", "startTime", "start_time", "begin", "from"].iter();
                let start = start.filter_map(|name| object.get(*name)).find_map(number);
                // whisper.cpp writes thousandths of a second.
                let offset = object.get("offsets").and_then(|offsets| number(offsets.get("from")?));
                let time = start.or(offset.map(|offset| offset / 1000.0)).or(time);
                if let Some(Value::Array(alternatives)) = object.get("alternatives") {
                    return self.alternatives(alternatives, time);
                }
                for name in LISTS {
                    if let Some(list @ Value::Array(_)) = object.get(*name) {
                        return self.value(list, time);
                    }
                }
                for name in ["words", "result"] {
                    if let Some(list @ Value::Array(words)) = object.get(name)
                        && !words.is_empty()
                    {
                        return self.value(list, time);
                    }
                }
                if let Some(text) = text(value) {
                    let first = self.out.len();
                    self.words(text);
                    self.out[first..].iter_mut().for_each(|word| word.time = time);
                }
            }
            _ => {}
        }
    }

    /// Readings of one passage: the first, and what others have in place of its words.
    fn alternatives(&mut self, alternatives: &[Value], time: Option<f32>) {
        let Some(first) = alternatives.first() else { return };
        let begin = self.out.len();
        match text(first) {
            Some(text) => self.words(text),
            None => self.value(first, time),
        }
        self.out[begin..].iter_mut().for_each(|word| word.time = word.time.or(time));
        let chance = |value: &Value| {
            value.get("confidence").and_then(Value::as_f64).filter(|chance| (0.0..=1.0).contains(chance))
        };
        let best = chance(first);
        for (rank, other) in alternatives.iter().enumerate().skip(1) {
            let Some(text) = text(other) else { continue };
            let given = other.get("cost").and_then(Value::as_f64).map(|cost| cost as Nats);
            let odds = || {
                let (best, own) = (best?.max(LEAST_CHANCE), chance(other)?.max(LEAST_CHANCE));
                Some((best / own).ln().max(0.1) as Nats)
            };
            let price = given.or_else(odds).unwrap_or(NEXT_ALTERNATIVE * rank as Nats);
            let mut words = Vec::new();
            of_text(text, 0, &mut words);
            align(&mut self.out[begin..], &words, price);
        }
    }

    /// The words of a text, each with its place in the source.
    fn words(&mut self, text: &str) {
        let mut words = Vec::new();
        of_text(text, 0, &mut words);
        for mut word in words {
            let raw = &text[word.start..word.end];
            let rest = self.text.get(self.cursor..).unwrap_or_default();
            let at = rest.find(raw).map_or(self.cursor, |at| self.cursor + at);
            (word.start, word.end) = (at, (at + raw.len()).min(self.text.len()));
            if !self.text.is_char_boundary(word.end) {
                word.end = at;
            }
            self.cursor = word.end;
            self.out.push(word);
        }
    }
}

fn number(value: &Value) -> Option<f32> {
    let text = || value.as_str()?.trim_end_matches('s').parse::<f64>().ok();
    value.as_f64().or_else(text).map(|seconds| seconds as f32)
}

fn text(value: &Value) -> Option<&str> {
    TEXTS.iter().find_map(|name| value.get(*name)?.as_str())
}

/// Gives each word the words that stand in its place in another reading.
fn align(words: &mut [Word], other: &[Word], price: Nats) {
    let width = other.len() + 1;
    let mut cost = vec![0u32; (words.len() + 1) * width];
    for a in 0..=words.len() {
        for b in 0..=other.len() {
            cost[a * width + b] = match (a, b) {
                (0, b) => b as u32,
                (a, 0) => a as u32,
                (a, b) => {
                    let apart = u32::from(words[a - 1].text != other[b - 1].text);
                    let through = cost[(a - 1) * width + b - 1] + apart;
                    through.min(cost[(a - 1) * width + b] + 1).min(cost[a * width + b - 1] + 1)
                }
            };
        }
    }
    let (mut a, mut b) = (words.len(), other.len());
    while a > 0 && b > 0 {
        let here = cost[a * width + b];
        let apart = u32::from(words[a - 1].text != other[b - 1].text);
        if cost[(a - 1) * width + b - 1] + apart == here {
            if apart == 1 {
                words[a - 1].alternatives.push((other[b - 1].text.clone(), price));
            }
            (a, b) = (a - 1, b - 1);
        } else if cost[(a - 1) * width + b] + 1 == here {
            a -= 1;
        } else {
            b -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_readings_stand_in_their_places() {
        let json = r#"{"segments": [{"start": 2.0, "alternatives": [
            {"text": "night of three", "confidence": 0.6}, {"text": "Knight f 3", "confidence": 0.3}]}]}"#;
        let words = words_of(json);
        let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        assert_eq!(texts, ["night", "of", "three"]);
        assert_eq!(words[0].alternatives[0].0, "knight");
        assert_eq!(&json[words[1].start..words[1].end], "of");
        assert_eq!(words[2].time, Some(2.0));
    }

    #[test]
    fn forms_of_other_programs_are_read() {
        let texts =
            |json: &str| words_of(json).iter().map(|word| word.text.clone()).collect::<Vec<_>>().join(" ");
        let whisper = r#"{"text": "e4 e5", "segments": [{"start": 0.5, "text": " e4", "words": []}, {"start": 2, "text": " e5"}]}"#;
        assert_eq!(texts(whisper), "e 4 e 5");
        let vosk = r#"{"result": [{"conf": 1.0, "start": 0.1, "end": 0.4, "word": "knight"}], "text": "knight"}
            {"alternatives": [{"confidence": 210.3, "text": "f three"}, {"confidence": 209.1, "text": "f tree"}]}"#;
        assert_eq!(texts(vosk), "knight f three");
        let google = r#"{"results": [{"alternatives": [{"transcript": "bishop b5", "confidence": 0.9}]}]}"#;
        assert_eq!(texts(google), "bishop b 5");
        let cpp = r#"{"result": {"language": "en"}, "transcription": [{"offsets": {"from": 2500, "to": 3000}, "text": " Knight f3"}]}"#;
        assert_eq!((texts(cpp).as_str(), words_of(cpp)[0].time), ("knight f 3", Some(2.5)));
    }

    #[test]
    fn marks_of_web_subtitles_are_left_out() {
        let text = "WEBVTT\n\n00:01.000 --> 00:02.000\n<00:00:01.000><c>pawn</c> to king four\n";
        let words = words_of(text);
        assert_eq!(
            words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>(),
            ["pawn", "to", "king", "four"]
        );
        assert_eq!(&text[words[0].start..words[0].end], "pawn");
    }
}
