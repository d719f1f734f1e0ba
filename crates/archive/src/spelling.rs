//! What gives back the source's own bytes.

use super::bytes::{Cursor, Put};
use super::stored::Stored;
use super::text::{Style, write_styled};

/// What gives back the sources of a block's games: the style, the length of each, and what differs from
/// the games written in that style, as zstd with those as its dictionary.
pub(super) fn pack(games: &[Stored], sources: &[Vec<u8>]) -> Vec<u8> {
    let source = sources.concat();
    let style = Style::of(&source);
    let mut out = Vec::new();
    style.write(&mut out);
    let model = styled(games, style);
    for source in sources {
        out.varint(source.len() as u64);
    }
    if model == source {
        out.push(0);
    } else {
        out.push(1);
        match zstd::bulk::Compressor::with_dictionary(12, &model).and_then(|mut c| c.compress(&source)) {
            Ok(packed) => out.extend_from_slice(&packed),
            // Not packed: only where memory ran out.
            Err(_) => {
                out.pop();
                out.push(2);
                out.extend_from_slice(&source);
            }
        }
    }
    out
}

/// The games of a block in a style; what cannot be written is left out.
fn styled(games: &[Stored], style: Style) -> Vec<u8> {
    let mut out = Vec::new();
    for game in games {
        let at = out.len();
        if write_styled(game, style, &mut out).is_err() {
            out.truncate(at);
        }
    }
    out
}

/// Undoes [`pack`]; `None` if these are not its bytes.
pub(super) fn unpack(spelling: &[u8], games: &[Stored]) -> Option<Vec<Vec<u8>>> {
    let mut cursor = Cursor(spelling);
    let style = Style::read(&mut cursor).ok()?;
    let lengths: Vec<usize> = games
        .iter()
        .map(|_| cursor.varint().ok().and_then(|n| usize::try_from(n).ok()).filter(|&n| n < 1 << 31))
        .collect::<Option<_>>()?;
    let total = lengths.iter().sum::<usize>();
    let model = styled(games, style);
    let source = match cursor.byte().ok()? {
        0 => model,
        1 => {
            let mut decoder = zstd::stream::read::Decoder::with_dictionary(cursor.0, &model).ok()?;
            let mut out = Vec::new();
            std::io::Read::read_to_end(&mut std::io::Read::take(&mut decoder, total as u64 + 1), &mut out)
                .ok()?;
            out
        }
        2 => cursor.0.to_vec(),
        _ => return None,
    };
    let mut rest = Cursor(&source);
    let back =
        lengths.iter().map(|&length| rest.take(length).ok().map(<[u8]>::to_vec)).collect::<Option<_>>()?;
    rest.is_empty().then_some(back)
}
