//! The forms in which recognisers of speech write: plain text, subtitles (SRT, VTT), JSON with times and other readings.

use std::ops::Range;

use scorebook_search::Nats;
use serde_json::Value;

use crate::words::{Word, of_text};

/// What a reading costs beside the first if the recogniser gives no chances.
const NEXT_ALTERNATIVE: Nats = 1.5;
/// The most that chances of a recogniser are worth.
const LEAST_CHANCE: f64 = 0.001;

/// The words of a transcript, in whichever form it is.
///
/// JSON is read as Whisper, Vosk, Google, Azure, Amazon and Deepgram write it, and in a small form of our own: `{"segments": [{"start": 1.5,
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
            json.value(&value, Passage::default());
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
    start.starts_with(['{', '[']) && has(TEXTS) && has(&[LISTS, WORDS, READINGS].concat())
}

/// Whether a text is in a form of its own, so that it is no running text.
#[must_use]
pub fn is_subtitles(text: &str) -> bool {
    text.lines().take(40).any(|line| cue(line).is_some())
}

/// When a passage begins, and ends if that is told, in seconds.
#[derive(Copy, Clone, Default)]
struct Passage {
    start: Option<f32>,
    end: Option<f32>,
}

impl Passage {
    /// Gives words the times of a passage: as if each letter took as long as any other.
    fn time(self, words: &mut [Word]) {
        let length = |word: &Word| word.text.chars().count() as f32 + 1.0;
        let all: f32 = words.iter().map(length).sum();
        let mut before = 0.0;
        for word in words {
            let share = before / all.max(1.0);
            before += length(word);
            let spoken = self.start.zip(self.end).map(|(start, end)| start + share * (end - start).max(0.0));
            word.time = word.time.or(spoken).or(self.start);
        }
    }
}

/// When a cue is shown: `00:01:02,500 --> 00:01:04,000`.
fn cue(line: &str) -> Option<Passage> {
    let (start, end) = line.split_once("-->")?;
    let end = seconds(end.split_whitespace().next()?)?;
    Some(Passage { start: Some(seconds(start.trim())?), end: Some(end) })
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

/// What a line of subtitles is.
enum Line {
    /// When a cue is shown.
    Times(Passage),
    /// The name of a cue, or a note on the file.
    Frame,
    /// What is said.
    Speech,
}

impl Line {
    fn of(lines: &[&str], number: usize) -> Line {
        if let Some(passage) = cue(lines[number]) {
            return Line::Times(passage);
        }
        let bare = lines[number].trim();
        // The name of a cue: a number, or what stands alone between an empty line and the times.
        let is_first = number == 0 || lines[number - 1].trim().is_empty();
        let is_name = (is_first || bare.chars().all(|sign| sign.is_ascii_digit()))
            && lines.get(number + 1).is_some_and(|next| cue(next).is_some());
        let is_note = ["WEBVTT", "NOTE", "STYLE", "REGION", "Kind:", "Language:"]
            .iter()
            .any(|head| bare.starts_with(head));
        if is_name || is_note { Line::Frame } else { Line::Speech }
    }
}

/// What of subtitles nobody says: the names and times of cues, and notes on the file. Other texts have nothing of the kind.
///
/// ```
/// use scorebook_spoken::frames;
/// let text = "12\n00:00:01,500 --> 00:00:03,000\nKnight f3\n";
/// let frames: Vec<&str> = frames(text).into_iter().map(|frame| &text[frame]).collect();
/// assert_eq!(frames, ["12", "00:00:01,500 --> 00:00:03,000"]);
/// assert!(scorebook_spoken::frames("12\nKnight f3\n").is_empty());
/// ```
#[must_use]
pub fn frames(text: &str) -> Vec<Range<usize>> {
    if !is_subtitles(text) {
        return Vec::new();
    }
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let (mut frames, mut at) = (Vec::new(), 0);
    for (number, line) in lines.iter().enumerate() {
        let bare = line.trim();
        if !bare.is_empty() && !matches!(Line::of(&lines, number), Line::Speech) {
            let start = at + line.len() - line.trim_start().len();
            frames.push(start..start + bare.len());
        }
        at += line.len();
    }
    frames
}

fn subtitles(text: &str, out: &mut Vec<Word>) {
    let mut at = 0;
    let mut passage = Passage::default();
    let mut first = out.len();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for (number, line) in lines.iter().enumerate() {
        match Line::of(&lines, number) {
            Line::Times(begins) => {
                passage.time(&mut out[first..]);
                first = out.len();
                passage = begins;
            }
            Line::Speech => marked(line, at, passage, out),
            Line::Frame => {}
        }
        at += line.len();
    }
    passage.time(&mut out[first..]);
}

/// The words of a line of a cue, without the marks in it: `<c>`, `<i>`; `<00:00:01.000>` is the time of the word behind it.
fn marked(line: &str, at: usize, passage: Passage, out: &mut Vec<Word>) {
    let mut rest = line;
    let mut from = at;
    let mut time = None;
    while !rest.is_empty() {
        let open = rest.find('<').unwrap_or(rest.len());
        let first = out.len();
        of_text(&rest[..open], from, out);
        out[first..].iter_mut().for_each(|word| word.time = time);
        let close = rest[open..].find('>').map_or(rest.len(), |close| open + close + 1);
        let mark = rest[open..close].trim_matches(['<', '>']);
        time = seconds(mark).or(time);
        // Words before the first mark of a cue whose words have times begin with it.
        if seconds(mark).is_some() {
            out[first..].iter_mut().for_each(|word| word.time = word.time.or(passage.start));
        }
        from += close;
        rest = &rest[close..];
    }
}

struct Json<'t> {
    text: &'t str,
    cursor: usize,
    out: Vec<Word>,
}

/// Names of what holds the passages of a transcript; what tells most comes first.
const LISTS: &[&str] = &[
    "segments",
    "results",
    "chunks",
    "utterances",
    "monologues",
    "transcription",
    "recognizedPhrases",
    "channels",
    "elements",
    "items",
];
/// Names of the words of a passage, each with its time.
const WORDS: &[&str] = &["words", "result", "items"];
/// Names of the readings of a passage.
const READINGS: &[&str] = &["alternatives", "nBest", "NBest", "nbest", "hypotheses"];
const TEXTS: &[&str] = &["text", "transcript", "word", "value", "content", "lexical", "Lexical", "utterance"];
const STARTS: &[&str] = &["start", "startTime", "start_time", "begin", "from", "ts"];
/// Times in ten millionths of a second.
const TICKS: &[&str] = &["offsetInTicks", "Offset"];
const ENDS: &[&str] = &["end", "endTime", "end_time", "to", "end_ts"];
/// How long a passage is, in ten millionths of a second.
const LENGTHS: &[&str] = &["durationInTicks", "Duration"];
const CHANCES: &[&str] = &["confidence", "Confidence"];

impl Json<'_> {
    fn value(&mut self, value: &Value, passage: Passage) {
        match value {
            Value::Array(values) => values.iter().for_each(|value| self.value(value, passage)),
            Value::Object(object) => {
                let time = passage_of(object, passage);
                let readings = READINGS.iter().find_map(|name| object.get(*name)?.as_array());
                if let Some(readings) = readings {
                    return self.alternatives(readings, time);
                }
                for name in LISTS {
                    if let Some(list @ (Value::Array(_) | Value::Object(_))) = object.get(*name) {
                        return self.value(list, time);
                    }
                }
                if let Some(list) = timed_words(value) {
                    return self.value(list, time);
                }
                if let Some(text) = text(value) {
                    let first = self.out.len();
                    self.words(text);
                    time.time(&mut self.out[first..]);
                }
            }
            _ => {}
        }
    }

    /// Readings of one passage: the first, and what others have in place of its words.
    fn alternatives(&mut self, alternatives: &[Value], time: Passage) {
        let Some(first) = alternatives.first() else { return };
        let begin = self.out.len();
        match (timed_words(first), text(first)) {
            (Some(list), _) => self.value(list, time),
            (None, Some(text)) => self.words(text),
            (None, None) => self.value(first, time),
        }
        time.time(&mut self.out[begin..]);
        let chance = |value: &Value| {
            let chance = CHANCES.iter().find_map(|name| value.get(*name))?;
            let text = || chance.as_str()?.parse().ok();
            chance.as_f64().or_else(text).filter(|chance| (0.0..=1.0).contains(chance))
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

/// The times of an object; those of what contains it if it has none.
fn passage_of(object: &serde_json::Map<String, Value>, around: Passage) -> Passage {
    let find = |names: &[&str]| names.iter().filter_map(|name| object.get(*name)).find_map(number);
    // whisper.cpp writes thousandths of a second.
    let offset = |name: &str| Some(number(object.get("offsets")?.get(name)?)? / 1000.0);
    let ticks = |names: &[&str]| find(names).map(|ticks| ticks / 1e7);
    let start = find(STARTS).or_else(|| offset("from")).or_else(|| ticks(TICKS));
    let Some(start) = start else { return around };
    let end = find(ENDS).or_else(|| offset("to"));
    let end = end.or_else(|| ticks(LENGTHS).map(|length| start + length));
    Passage { start: Some(start), end }
}

fn number(value: &Value) -> Option<f32> {
    let text = || value.as_str()?.trim_end_matches('s').parse::<f64>().ok();
    value.as_f64().or_else(text).map(|seconds| seconds as f32)
}

/// The words of a passage, where they are given one by one.
fn timed_words(value: &Value) -> Option<&Value> {
    let lists = WORDS.iter().filter_map(|name| value.get(*name));
    lists.into_iter().find(|list| list.as_array().is_some_and(|words| !words.is_empty()))
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
        let azure = r#"{"recognizedPhrases": [{"offsetInTicks": 25000000.0, "nBest": [
            {"confidence": 0.9, "lexical": "knight f three", "display": "Knight F3."}, {"confidence": 0.2, "lexical": "night f tree"}]}]}"#;
        assert_eq!((texts(azure).as_str(), words_of(azure)[0].time), ("knight f three", Some(2.5)));
        assert_eq!(words_of(azure)[0].alternatives[0].0, "night");
        let amazon = r#"{"jobName": "j", "results": {"transcripts": [{"transcript": "knight f three"}], "items": [
            {"type": "pronunciation", "start_time": "2.5", "alternatives": [{"confidence": "0.9", "content": "knight"}]},
            {"type": "pronunciation", "start_time": "2.9", "alternatives": [{"confidence": "0.9", "content": "f"}]},
            {"type": "punctuation", "alternatives": [{"confidence": "0.0", "content": ","}]}]}}"#;
        assert_eq!((texts(amazon).as_str(), words_of(amazon)[1].time), ("knight f", Some(2.9)));
        let deepgram = r#"{"results": {"channels": [{"alternatives": [{"transcript": "bishop b5", "confidence": 0.9, "words": [
            {"word": "bishop", "start": 1.5, "end": 2.0}, {"word": "b5", "start": 2.0, "end": 2.5}]}]}]}}"#;
        assert_eq!((texts(deepgram).as_str(), words_of(deepgram)[1].time), ("bishop b 5", Some(2.0)));
        let cpp = r#"{"result": {"language": "en"}, "transcription": [{"offsets": {"from": 2500, "to": 3000}, "text": " Knight f3"}]}"#;
        assert_eq!((texts(cpp).as_str(), words_of(cpp)[0].time), ("knight f 3", Some(2.5)));
    }

    #[test]
    fn words_have_times_of_their_own() {
        let times = |text: &str| words_of(text).iter().filter_map(|word| word.time).collect::<Vec<_>>();
        assert_eq!(
            times("1\n00:00:10,000 --> 00:00:20,000\nknight cc knight\n\n"),
            [10.0, 14.117647, 15.882353]
        );
        let whisper = r#"{"segments": [{"start": 4.0, "end": 8.0, "text": "e e e e"}]}"#;
        assert_eq!(times(whisper), [4.0, 5.0, 6.0, 7.0]);
        let marked =
            "WEBVTT\n\n00:01.000 --> 00:09.000\nknight<00:00:02.000><c> f</c><00:00:03.000><c> three</c>\n";
        assert_eq!(times(marked), [1.0, 2.0, 3.0]);
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
