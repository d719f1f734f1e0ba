//! How far a conversion has come, told to those who wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use scorebook_book::progress::{self as book, Stage};

/// Milliseconds between two steps that are told.
const PAUSE: u64 = 100;

/// A step of a conversion.
pub struct Step<'s> {
    /// The input.
    pub file: &'s str,
    /// What is counted: `page`, `game`, …
    pub thing: &'static str,
    /// How many are done.
    pub done: usize,
    /// Of how many; 0 if nothing is counted.
    pub of: usize,
    /// What is done to them: `reading at a glance`.
    pub doing: &'static str,
}

/// Who is told of the steps of a conversion; by default nobody.
#[derive(Clone, Default)]
pub struct Progress(Option<Arc<Listener>>);

struct Listener {
    told: Box<dyn Fn(&Step<'_>) + Send + Sync>,
    since: Instant,
    /// Milliseconds from `since` to the last step that was told.
    last: AtomicU64,
}

impl Progress {
    /// Calls `told` at the beginning of everything that is counted, and ten times a second at most behind it.
    #[must_use]
    pub fn new(told: impl Fn(&Step<'_>) + Send + Sync + 'static) -> Progress {
        let listener = Listener { told: Box::new(told), since: Instant::now(), last: AtomicU64::new(0) };
        Progress(Some(Arc::new(listener)))
    }

    fn tell(&self, step: &Step<'_>) {
        let Some(listener) = &self.0 else { return };
        let now = u64::try_from(listener.since.elapsed().as_millis()).unwrap_or(u64::MAX);
        let last = listener.last.load(Ordering::Relaxed);
        if step.done == 0 || now >= last.saturating_add(PAUSE) {
            listener.last.store(now, Ordering::Relaxed);
            (listener.told)(step);
        }
    }

    /// Tells what is done to an input.
    pub(crate) fn say(&self, file: &str, doing: &'static str) {
        self.tell(&Step { file, thing: "", done: 0, of: 0, doing });
    }

    /// Counts what is done in an input.
    pub(super) fn count<'p>(
        &'p self,
        file: &'p str,
        thing: &'static str,
        of: usize,
        doing: &'static str,
    ) -> Counter<'p> {
        self.tell(&Step { file, thing, done: 0, of, doing });
        Counter { progress: self, file, thing, done: AtomicUsize::new(0), of, doing }
    }

    /// Tells of a step of the reader of books.
    pub(super) fn book(&self, file: &str, step: book::Progress) {
        let (thing, doing) = match step.stage {
            Stage::Moves => ("", "looking for moves"),
            Stage::Columns => ("page", "finding columns"),
            Stage::Habits => ("game", "learning the print"),
            Stage::Glance => ("place", "looking for games"),
            Stage::Full => ("place", "reading worn games"),
            Stage::Again => ("game", "searching once more"),
            Stage::Headings => ("", "reading headings"),
        };
        self.tell(&Step { file, thing, done: step.done, of: step.of, doing });
    }
}

/// Counts what is done.
pub(super) struct Counter<'p> {
    progress: &'p Progress,
    file: &'p str,
    thing: &'static str,
    done: AtomicUsize,
    of: usize,
    doing: &'static str,
}

impl Counter<'_> {
    /// One more is done.
    pub fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let Counter { file, thing, of, doing, .. } = *self;
        self.progress.tell(&Step { file, thing, done, of, doing });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn beginnings_are_told_at_once_and_steps_seldom() {
        let told: Arc<Mutex<Vec<(usize, usize)>>> = Arc::default();
        let heard = Arc::clone(&told);
        let progress = Progress::new(move |step| heard.lock().unwrap().push((step.done, step.of)));
        for _ in 0..2 {
            let games = progress.count("book.txt", "game", 1_000_000, "reading");
            (0..1000).for_each(|_| games.step());
        }
        let told = told.lock().unwrap();
        assert_eq!(told.iter().filter(|step| step.0 == 0).count(), 2);
        assert!(told.len() < 1000, "{}", told.len());
        // Nobody listens.
        Progress::default().count("book.txt", "game", 1, "reading").step();
    }
}
