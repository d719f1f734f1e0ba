//! Work on many things at once, results in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use std::thread;

/// A counter of things in work that waits while there are too many.
struct Gate {
    free: Mutex<usize>,
    opened: Condvar,
}

impl Gate {
    fn enter(&self) {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        while *free == 0 {
            free = self.opened.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
        *free -= 1;
    }

    fn leave(&self, count: usize) {
        *self.free.lock().unwrap_or_else(PoisonError::into_inner) += count;
        self.opened.notify_all();
    }
}

/// Applies `work` to each item on `jobs` threads and hands the results to `take` in the order of
/// the items. At most `jobs + 2` items are between the two. Stops early when `take` breaks.
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
    let gate = Gate { free: Mutex::new(jobs + 2), opened: Condvar::new() };
    let (give, tasks) = mpsc::sync_channel::<(usize, T)>(jobs);
    let tasks = Mutex::new(tasks);
    let (done, results) = mpsc::channel::<(usize, R)>();
    thread::scope(|scope| {
        let (gate, tasks, work) = (&gate, &tasks, &work);
        scope.spawn(move || {
            for task in items.enumerate() {
                gate.enter();
                if give.send(task).is_err() {
                    return;
                }
            }
        });
        for _ in 0..jobs {
            let done = done.clone();
            scope.spawn(move || {
                loop {
                    let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((index, item)) = task else { return };
                    if done.send((index, work(item))).is_err() {
                        // Nobody listens any more: let the reader run into the closed channel.
                        gate.leave(1);
                    }
                }
            });
        }
        drop(done);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (index, result) in &results {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&next) {
                next += 1;
                gate.leave(1);
                if take(result).is_break() {
                    // What is still read is worked off unheard; the reader is told to stop by `take`'s
                    // owner, who also owns the items.
                    gate.leave(usize::MAX / 2);
                    return;
                }
            }
        }
    });
}
