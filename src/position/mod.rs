//! Is this position possible? Retrograde analysis.
