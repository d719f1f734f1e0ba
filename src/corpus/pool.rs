//! Processes items in parallel and returns the results in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// State shared by the threads, besides the items.
struct Shared<R> {
    progress: Mutex<Progress<R>>,
    changed: Condvar,
}

/// Progress of the whole run.
struct Progress<R> {
    /// Number of items started.
    given: usize,
    /// Number of results handed over.
    taken: usize,
    /// Total weight of the items started whose results were not yet handed over.
    load: usize,
    /// Results that wait for earlier ones, each with the weight of its item.
    waiting: BTreeMap<usize, (usize, R)>,
    /// Whether no more items are started.
    ended: bool,
    /// Whether the remaining results are discarded.
    stopped: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<R> Shared<R> {
    fn new() -> Shared<R> {
        let progress =
            Progress { given: 0, taken: 0, load: 0, waiting: BTreeMap::new(), ended: false, stopped: false };
        Shared { progress: Mutex::new(progress), changed: Condvar::new() }
    }

    /// Changes the progress and wakes the waiting threads.
    fn change(&self, how: impl FnOnce(&mut Progress<R>)) {
        how(&mut lock(&self.progress));
        self.changed.notify_all();
    }

    /// Processes the next item of `source`; false if there is none.
    fn step<I: Iterator>(
        &self,
        mut source: MutexGuard<'_, I>,
        work: impl Fn(I::Item) -> R,
        weight: impl Fn(&I::Item) -> usize,
    ) -> bool {
        if lock(&self.progress).ended {
            return false;
        }
        let Some(item) = source.next() else {
            self.change(|progress| progress.ended = true);
            return false;
        };
        let mut index = 0;
        let weight = weight(&item);
        self.change(|progress| {
            index = progress.given;
            progress.given += 1;
            progress.load += weight;
        });
        drop(source);
        let result = work(item);
        self.change(|progress| {
            progress.waiting.insert(index, (weight, result));
        });
        true
    }
}

/// Stops the run if its thread panics, so that the others do not wait forever.
struct Alarm<'s, R>(&'s Shared<R>);

impl<R> Drop for Alarm<'_, R> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.change(|progress| (progress.ended, progress.stopped) = (true, true));
        }
    }
}

/// Applies `work` to each item on `jobs` threads and passes the results to `take` in the order of the items.
/// At most `3 * jobs + 2` items are in progress. Stops early when `take` breaks.
///
/// The calling thread works too, so that no more than `jobs` threads are busy. Whichever thread is free
/// fetches the next item.
///
/// ```
/// use std::ops::ControlFlow;
/// let mut squares = Vec::new();
/// scorebook::corpus::pool::ordered(4, 0..100u64, |n| n * n, |n| {
///     squares.push(n);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(squares.len(), 100);
/// assert!(squares.is_sorted());
/// ```
pub fn ordered<T: Send, R: Send>(
    jobs: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    take: impl FnMut(R) -> ControlFlow<()>,
) {
    ordered_by_weight(jobs, items, |_| 1, work, take);
}

/// Like [`ordered`], for items that may need much memory: none is started while those in progress weigh `2 *
/// jobs + 2` or more.
pub fn ordered_by_weight<T: Send, R: Send>(
    jobs: usize,
    items: impl Iterator<Item = T> + Send,
    weight: impl Fn(&T) -> usize + Sync,
    work: impl Fn(T) -> R + Sync,
    mut take: impl FnMut(R) -> ControlFlow<()>,
) {
    if jobs <= 1 {
        for item in items {
            if take(work(item)).is_break() {
                return;
            }
        }
        return;
    }
    let most = 2 * jobs + 2;
    let (shared, items) = (Shared::new(), Mutex::new(items));
    let is_full = |progress: &Progress<R>| progress.load >= most;
    thread::scope(|scope| {
        let (shared, items, work, weight) = (&shared, &items, &work, &weight);
        let _alarm = Alarm(shared);
        for _ in 1..jobs {
            scope.spawn(move || {
                let _alarm = Alarm(shared);
                loop {
                    let mut progress = lock(&shared.progress);
                    while is_full(&progress) && !progress.ended {
                        progress = shared.changed.wait(progress).unwrap_or_else(PoisonError::into_inner);
                    }
                    drop(progress);
                    if !shared.step(lock(items), work, weight) {
                        return;
                    }
                }
            });
        }
        loop {
            let mut progress = lock(&shared.progress);
            let next = progress.taken;
            if progress.stopped || (progress.ended && next == progress.given) {
                return;
            }
            if let Some((weight, result)) = progress.waiting.remove(&next) {
                progress.taken += 1;
                progress.load -= weight;
                drop(progress);
                shared.changed.notify_all();
                if take(result).is_break() {
                    // Items in progress are finished, and their results discarded.
                    shared.change(|progress| (progress.ended, progress.stopped) = (true, true));
                    return;
                }
                continue;
            }
            // While another thread reads input, results can be handed over.
            let source = if progress.ended || is_full(&progress) { None } else { items.try_lock().ok() };
            match source {
                Some(source) => {
                    drop(progress);
                    shared.step(source, work, weight);
                }
                None => drop(shared.changed.wait(progress)),
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stops_when_told_and_reads_no_further() {
        for jobs in [1, 2, 3, 8] {
            let (mut taken, read) = (Vec::new(), Mutex::new(0));
            let items = (0..10_000u32).inspect(|_| *lock(&read) += 1);
            ordered(
                jobs,
                items,
                |n| n,
                |n| {
                    taken.push(n);
                    if n == 20 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!(taken, (0..=20).collect::<Vec<_>>());
            assert!(*lock(&read) <= 21 + 3 * jobs + 2, "{} items read", lock(&read));
        }
    }

    /// A panic ends the run without blocking the other threads.
    #[test]
    fn a_panic_comes_out() {
        for jobs in [1, 2, 4] {
            let all = std::panic::AssertUnwindSafe(|| {
                let work = |n: u32| if n == 50 { panic!("meant to") } else { n };
                ordered(jobs, 0..1000, work, |_| ControlFlow::Continue(()));
            });
            assert!(std::panic::catch_unwind(all).is_err());
        }
    }
}
