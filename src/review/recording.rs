//! The recording of a game that was read aloud: what the page plays at a doubt.

use std::path::{Path, PathBuf};

use base64::{Engine, engine::general_purpose::STANDARD};
use scorebook_spoken::{is_json, is_subtitles, words_of};

use crate::text::Span;

/// Recordings by the ends of their names, with their types.
const TYPES: &[(&str, &str)] = &[
    ("m4a", "audio/mp4"),
    ("mp3", "audio/mpeg"),
    ("ogg", "audio/ogg"),
    ("oga", "audio/ogg"),
    ("opus", "audio/ogg"),
    ("flac", "audio/flac"),
    ("aac", "audio/aac"),
    ("wav", "audio/wav"),
    ("webm", "audio/webm"),
    ("mp4", "audio/mp4"),
];
/// Largest recording that is put into a page, in bytes.
const LARGEST: u64 = 64 << 20;

/// What is beside a transcript.
pub enum Recording {
    /// No recording.
    None,
    /// One that is too large for a page.
    Large(PathBuf),
    /// One, as an address that contains it.
    Url(String),
}

/// The recording beside a transcript: `game.m4a` for `game.json`, and `game.wav` for `game.wav.srt`.
#[must_use]
pub fn beside(transcript: &Path) -> Recording {
    let bare = transcript.with_extension("");
    let given = bare.extension().and_then(|end| end.to_str()).and_then(type_of).map(|of| (bare.clone(), of));
    let named = TYPES.iter().map(|(end, of)| (transcript.with_extension(end), *of));
    // The smaller ones come first: a page should not be larger than it must.
    let Some((path, of)) =
        given.into_iter().chain(named).find(|(path, _)| path != transcript && path.is_file())
    else {
        return Recording::None;
    };
    match std::fs::metadata(&path) {
        Ok(data) if data.len() > LARGEST => Recording::Large(path),
        Ok(_) => std::fs::read(&path).map_or(Recording::None, |bytes| {
            Recording::Url(format!("data:{of};base64,{}", STANDARD.encode(bytes)))
        }),
        Err(_) => Recording::None,
    }
}

fn type_of(end: &str) -> Option<&'static str> {
    TYPES.iter().find(|(known, _)| known.eq_ignore_ascii_case(end)).map(|(_, of)| *of)
}

/// When the words of a transcript were said.
#[derive(Default)]
pub struct Times {
    /// The byte behind a word, and the seconds.
    words: Vec<(usize, f32)>,
}

impl Times {
    /// Of a text, if it is a transcript that tells them.
    #[must_use]
    pub fn of(text: &str) -> Times {
        let is_transcript = is_subtitles(text) || is_json(text.get(..4096).unwrap_or(text));
        let words = if is_transcript { words_of(text) } else { Vec::new() };
        Times { words: words.into_iter().filter_map(|word| Some((word.end, word.time?))).collect() }
    }

    /// When what stands at this place was said.
    #[must_use]
    pub fn at(&self, place: Span) -> Option<f32> {
        self.words.iter().find(|(end, _)| *end > place.start).map(|(_, seconds)| *seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_recording_beside_a_transcript_is_found() {
        let folder = tempfile::TempDir::new().unwrap();
        let transcript = folder.path().join("game.srt");
        assert!(matches!(beside(&transcript), Recording::None));
        std::fs::write(folder.path().join("game.mp3"), b"sound").unwrap();
        assert!(
            matches!(beside(&transcript), Recording::Url(url) if url.starts_with("data:audio/mpeg;base64,"))
        );
        std::fs::write(folder.path().join("talk.wav"), b"sound").unwrap();
        assert!(
            matches!(beside(&folder.path().join("talk.wav.srt")), Recording::Url(url) if url.starts_with("data:audio/wav"))
        );
        assert!(matches!(beside(&folder.path().join("talk.mp4.srt")), Recording::None));
    }

    #[test]
    fn places_have_their_times() {
        let text = "1\n00:00:01,500 --> 00:00:03,000\nknight f three\n\n2\n00:01:04,000 --> 00:01:06,000\nknight c six\n";
        let times = Times::of(text);
        let at = text.find("knight c").unwrap();
        assert_eq!(times.at(Span::new(at, at + 6)), Some(64.0));
        assert_eq!(times.at(Span::new(0, 0)), Some(1.5));
        assert_eq!(Times::of("knight f three").at(Span::new(0, 3)), None);
    }
}
