//! The whole verifier: no panic, places inside the text, bounded findings.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scorebook::record::pgn::Lexer;
use scorebook::verify::{Options, game};

fuzz_target!(|bytes: &[u8]| {
    let options = Options { identities: true, positions: true, ..Options::default() };
    let mut lexer = Lexer::new(bytes);
    while lexer.begin_game() {
        let report = game(&mut lexer, &options);
        assert!(report.findings.len() <= 1001);
        for finding in &report.findings {
            assert!(finding.span.end <= bytes.len());
            assert!(finding.fix.as_ref().is_none_or(|fix| fix.span.end <= bytes.len()));
        }
    }
});
