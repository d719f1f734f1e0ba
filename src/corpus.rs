//! The parallel driver: many inputs, ordered results, bounded memory.
