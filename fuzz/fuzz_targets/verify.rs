//! The whole verifier: no panic, places inside the text, bounded findings, and the quick way says
//! what the whole way says.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scorebook::record::pgn::Lexer;
use scorebook::verify::{Options, game};

fuzz_target!(|bytes: &[u8]| {
    let options = Options { identities: true, positions: true, ..Options::default() };
    let whole = Options { force_slow_path: true, ..options.clone() };
    let mut lexer = Lexer::new(bytes);
    let mut other = lexer.clone();
    while lexer.begin_game() {
        let report = game(&mut lexer, &options);
        assert!(other.begin_game());
        let same = game(&mut other, &whole);
        assert_eq!((report.span, report.plies, &report.last), (same.span, same.plies, &same.last));
        assert_eq!(report.findings, same.findings);
        assert_eq!(report.identity, same.identity);
        assert!(report.findings.len() <= 1001);
        for finding in &report.findings {
            assert!(finding.span.end <= bytes.len());
            assert!(finding.fix.as_ref().is_none_or(|fix| fix.span.end <= bytes.len()));
        }
    }
});
