//! How far the reading of a book has come, for those who wait.

use std::sync::atomic::{AtomicUsize, Ordering};

/// What is done to a book, in this order; but for the columns, each may come again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// All places are found where moves may stand; this is not counted.
    Moves,
    /// Pages are put in reading order.
    Columns,
    /// Some games tell the habits of the print.
    Habits,
    /// Places where games may begin are read at a glance.
    Glance,
    /// Those that did not go well are read in full.
    Full,
    /// Games that go badly are searched once more.
    Again,
    /// The headings of the games are read; this is not counted.
    Headings,
}

/// Pages, games or places that are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The stage.
    pub stage: Stage,
    /// How many are done.
    pub done: usize,
    /// Of how many.
    pub of: usize,
}

/// Is told of every step, on any thread.
pub type Told<'t> = &'t (dyn Fn(Progress) + Sync);

/// Counts the steps of a stage.
pub(crate) struct Counter<'t> {
    told: Told<'t>,
    stage: Stage,
    done: AtomicUsize,
    of: usize,
}

impl<'t> Counter<'t> {
    pub fn new(told: Told<'t>, stage: Stage, of: usize) -> Counter<'t> {
        told(Progress { stage, done: 0, of });
        Counter { told, stage, done: AtomicUsize::new(0), of }
    }

    /// One more is done.
    pub fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        (self.told)(Progress { stage: self.stage, done, of: self.of });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn every_stage_is_told_from_its_beginning_to_its_end() {
        let text = "Game 1.\n\nWHITE (Smith).  BLACK (Brown).\n\n1. P-K4   P-K4\n2. Kt-KB3  Kt-QB3\n3. B-B4   B-B4\n\
                    4. P-B3   Kt-B3\n5. P-Q4   PxP\n";
        let told = Mutex::new(Vec::new());
        let book = crate::read_telling(text, &Default::default(), &|step| told.lock().unwrap().push(step));
        assert_eq!(book.games.len(), 1);
        let told = told.into_inner().unwrap();
        for stage in [Stage::Columns, Stage::Habits, Stage::Glance, Stage::Full, Stage::Again] {
            let of_stage: Vec<&Progress> = told.iter().filter(|step| step.stage == stage).collect();
            assert_eq!(of_stage.first().map(|step| step.done), Some(0), "{stage:?}");
            assert!(
                of_stage.iter().any(|step| step.done == step.of && step.of > 0),
                "{stage:?}: {of_stage:?}"
            );
            assert!(of_stage.iter().all(|step| step.done <= step.of), "{stage:?}");
        }
    }
}
