//! Runs work on its own threads; Python takes the results one by one.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;

use super::error::Failure;

/// Greatest number of results that wait to be taken.
const WAITING: usize = 4;
/// Interval between checks for Ctrl-C.
const TICK: Duration = Duration::from_millis(100);

/// The sender's side.
pub struct Sender<T> {
    out: SyncSender<Result<T, Failure>>,
    stop: Arc<AtomicBool>,
}

impl<T> Sender<T> {
    /// Sends a result; false if the receiver is gone.
    pub fn send(&self, result: T) -> bool {
        !self.stop.load(Ordering::Relaxed) && self.out.send(Ok(result)).is_ok()
    }

    /// Ends with a failure.
    pub fn fail(&self, failure: Failure) {
        let _ = self.out.send(Err(failure));
    }

    /// Set when the receiver is gone.
    pub fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop
    }
}

/// Work in progress.
pub struct Pump<T> {
    results: Mutex<Option<Receiver<Result<T, Failure>>>>,
    stop: Arc<AtomicBool>,
}

impl<T: Send + 'static> Pump<T> {
    /// Starts work on a thread.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn start(work: impl FnOnce(&Sender<T>) + Send + 'static) -> PyResult<Pump<T>> {
        let (out, results) = sync_channel(WAITING);
        let stop = Arc::new(AtomicBool::new(false));
        let sender = Sender { out, stop: Arc::clone(&stop) };
        std::thread::Builder::new().name("scorebook".to_owned()).spawn(move || {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| work(&sender))) {
                sender.fail(Failure::Panic(words(&*panic)));
            }
        })?;
        Ok(Pump { results: Mutex::new(Some(results)), stop })
    }

    /// The next result; nothing follows `None` or an exception.
    ///
    /// # Errors
    /// The failure of the work, or `KeyboardInterrupt`.
    pub fn next(&self, py: Python<'_>) -> PyResult<Option<T>> {
        loop {
            let taken = py.detach(|| {
                let results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
                results.as_ref().map_or(Err(RecvTimeoutError::Disconnected), |all| all.recv_timeout(TICK))
            });
            match taken {
                // A caller that takes results without running Python code in between does not check for signals itself.
                Ok(Ok(result)) => match py.check_signals() {
                    Ok(()) => return Ok(Some(result)),
                    Err(interrupt) => {
                        self.end();
                        return Err(interrupt);
                    }
                },
                Ok(Err(failure)) => {
                    self.end();
                    return Err(failure.raise(py));
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(interrupt) = py.check_signals() {
                        self.end();
                        return Err(interrupt);
                    }
                }
            }
        }
    }
}

impl<T> Pump<T> {
    /// Stops the work: nothing follows.
    pub fn close(&self) {
        self.end();
    }

    /// Stops the work.
    fn end(&self) {
        self.stop.store(true, Ordering::Relaxed);
        // Wakes a waiting sender.
        *self.results.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl<T> Drop for Pump<T> {
    fn drop(&mut self) {
        self.end();
    }
}

fn words(panic: &(dyn Any + Send)) -> String {
    let owned = panic.downcast_ref::<String>().cloned();
    owned.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned())).unwrap_or_default()
}
