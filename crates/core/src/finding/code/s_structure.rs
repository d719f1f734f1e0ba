//! S: structure, as far as several crates tell it.

codes! {
    S190 Warning "variations nested too deeply"
        "Variations inside variations are followed to a hundred levels; what lies deeper is left out."
        "A hundred and one opening parentheses.";
}
