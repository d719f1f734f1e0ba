//! Every byte is white space or in exactly one token, and a cut changes nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scorebook::record::pgn::{Cut, Lexer, last_cut};

fn ends(bytes: &[u8], base: usize, out: &mut Vec<(usize, usize)>) {
    let mut lexer = Lexer::new(bytes);
    let mut at = 0;
    while lexer.begin_game() {
        while let Some(token) = lexer.next_token() {
            assert!(token.span.start >= at && token.span.end > token.span.start);
            assert!(bytes[at..token.span.start].iter().all(|b| b.is_ascii_whitespace() || *b == 0x0b));
            at = token.span.end;
            out.push((base + token.span.start, base + token.span.end));
        }
    }
    assert!(bytes[at..].iter().all(|b| b.is_ascii_whitespace() || *b == 0x0b));
}

fuzz_target!(|bytes: &[u8]| {
    let mut whole = Vec::new();
    ends(bytes, 0, &mut whole);
    if let Cut::At(at) = last_cut(bytes, false) {
        let mut parts = Vec::new();
        ends(&bytes[..at], 0, &mut parts);
        ends(&bytes[at..], at, &mut parts);
        assert_eq!(parts, whole);
    }
});
