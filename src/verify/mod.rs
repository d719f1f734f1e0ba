//! Whole-game checks of a PGN corpus.
