//! The work that may be done on a position. It is counted, not timed, so that an answer depends on the question alone
//! and not on the machine or on what else it does.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::refutation::Rule;

/// Steps left for a question, shared by its searches, and the rules whose search was given up. A step is about a
/// microsecond's work of a usual processor.
#[derive(Clone, Debug)]
pub(super) struct Work(Rc<Account>);

#[derive(Debug)]
struct Account {
    left: Cell<u64>,
    given_up: RefCell<Vec<&'static Rule>>,
}

impl Work {
    /// So many steps.
    pub fn new(steps: u64) -> Work {
        Work(Rc::new(Account { left: Cell::new(steps), given_up: RefCell::default() }))
    }

    /// Work without a bound of its own: that of each search is enough.
    pub fn unbounded() -> Work {
        Work::new(u64::MAX)
    }

    /// Takes so many steps; false if fewer are left, which are then gone.
    pub fn take(&self, steps: u64) -> bool {
        let left = self.0.left.get();
        self.0.left.set(left.saturating_sub(steps));
        left >= steps
    }

    /// Notes that the search of a rule ended before it was done.
    pub fn give_up(&self, rule: &'static Rule) {
        let mut rules = self.0.given_up.borrow_mut();
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }

    /// The rules given up since the last call.
    pub fn take_given_up(&self) -> Vec<&'static Rule> {
        self.0.given_up.take()
    }
}
