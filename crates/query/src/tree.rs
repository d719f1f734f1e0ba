//! Conditions joined by `and`, `or` and `not`.

/// Conditions and what joins them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Tree<L> {
    Any(Vec<Tree<L>>),
    All(Vec<Tree<L>>),
    Not(Box<Tree<L>>),
    Leaf(L),
}

impl<L> Tree<L> {
    /// All of these; one alone stands for itself.
    pub fn all(mut parts: Vec<Tree<L>>) -> Tree<L> {
        if parts.len() == 1 { parts.remove(0) } else { Tree::All(parts) }
    }

    /// Any of these; one alone stands for itself.
    pub fn any(mut parts: Vec<Tree<L>>) -> Tree<L> {
        if parts.len() == 1 { parts.remove(0) } else { Tree::Any(parts) }
    }

    /// This, or the contrary.
    pub fn made(self, positive: bool) -> Tree<L> {
        if positive { self } else { Tree::Not(Box::new(self)) }
    }

    /// The same of other conditions; `None` if one of them has no other.
    pub fn changed(&self, change: &impl Fn(&L) -> Option<L>) -> Option<Tree<L>> {
        Some(match self {
            Tree::Leaf(leaf) => Tree::Leaf(change(leaf)?),
            Tree::Not(part) => Tree::Not(Box::new(part.changed(change)?)),
            Tree::All(parts) => Tree::All(all_changed(parts, change)?),
            Tree::Any(parts) => Tree::Any(all_changed(parts, change)?),
        })
    }

    /// Puts cheap conditions before dear ones that they are joined with.
    pub fn sort_by_cost(&mut self, cost: &impl Fn(&L) -> u32) {
        match self {
            Tree::Leaf(_) => {}
            Tree::Not(part) => part.sort_by_cost(cost),
            Tree::All(parts) | Tree::Any(parts) => {
                parts.iter_mut().for_each(|part| part.sort_by_cost(cost));
                parts.sort_by_key(|part| part.cost(cost));
            }
        }
    }

    fn cost(&self, cost: &impl Fn(&L) -> u32) -> u32 {
        match self {
            Tree::Leaf(leaf) => cost(leaf),
            Tree::Not(part) => part.cost(cost),
            Tree::All(parts) | Tree::Any(parts) => {
                parts.iter().map(|part| part.cost(cost)).max().unwrap_or(0)
            }
        }
    }

    /// All leaves.
    pub fn leaves<'a>(&'a self, each: &mut impl FnMut(&'a L)) {
        match self {
            Tree::Leaf(leaf) => each(leaf),
            Tree::Not(part) => part.leaves(each),
            Tree::All(parts) | Tree::Any(parts) => parts.iter().for_each(|part| part.leaves(each)),
        }
    }

    /// What one of must be so if the tree holds, where `leaf` says it of the conditions; `None` if nothing must. Of several that
    /// must be so, the one with the fewest.
    pub fn needed<T>(&self, leaf: &impl Fn(&L) -> Option<Vec<T>>) -> Option<Vec<T>> {
        match self {
            Tree::Leaf(condition) => leaf(condition),
            Tree::Not(_) => None,
            Tree::All(parts) => parts.iter().filter_map(|part| part.needed(leaf)).min_by_key(Vec::len),
            Tree::Any(parts) => {
                let needed: Option<Vec<Vec<T>>> = parts.iter().map(|part| part.needed(leaf)).collect();
                Some(needed?.into_iter().flatten().collect())
            }
        }
    }

    /// Whether it holds, where `leaf` answers for each condition; `None` if that depends on conditions for which it has no
    /// answer.
    pub fn verdict(&self, leaf: &mut impl FnMut(&L) -> Option<bool>) -> Option<bool> {
        match self {
            Tree::Leaf(condition) => leaf(condition),
            Tree::Not(part) => part.verdict(leaf).map(|holds| !holds),
            Tree::All(parts) => decided(parts, false, leaf),
            Tree::Any(parts) => decided(parts, true, leaf),
        }
    }
}

fn all_changed<L>(parts: &[Tree<L>], change: &impl Fn(&L) -> Option<L>) -> Option<Vec<Tree<L>>> {
    parts.iter().map(|part| part.changed(change)).collect()
}

/// The verdict on parts of which one that is `decisive` decides.
fn decided<L>(parts: &[Tree<L>], decisive: bool, leaf: &mut impl FnMut(&L) -> Option<bool>) -> Option<bool> {
    let mut known = true;
    for part in parts {
        match part.verdict(leaf) {
            Some(holds) if holds == decisive => return Some(decisive),
            Some(_) => {}
            None => known = false,
        }
    }
    known.then_some(!decisive)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unknown_matters_only_where_nothing_else_decides() {
        let leaf = |value: Option<bool>| Tree::Leaf(value);
        let verdict = |tree: Tree<Option<bool>>| tree.verdict(&mut |value| *value);
        let (yes, no, unknown) = (leaf(Some(true)), leaf(Some(false)), leaf(None));
        assert_eq!(verdict(Tree::All(vec![unknown.clone(), no.clone()])), Some(false));
        assert_eq!(verdict(Tree::All(vec![unknown.clone(), yes.clone()])), None);
        assert_eq!(verdict(Tree::Any(vec![unknown.clone(), yes.clone()])), Some(true));
        assert_eq!(verdict(Tree::Any(vec![unknown.clone(), no.clone()])), None);
        assert_eq!(verdict(Tree::Not(Box::new(unknown))), None);
        assert_eq!(verdict(Tree::Not(Box::new(Tree::All(vec![yes, no])))), Some(true));
    }

    #[test]
    fn cheap_conditions_come_first() {
        let mut tree =
            Tree::All(vec![Tree::Leaf(9), Tree::Any(vec![Tree::Leaf(3), Tree::Leaf(1)]), Tree::Leaf(2)]);
        tree.sort_by_cost(&|&cost| cost);
        assert_eq!(
            tree,
            Tree::All(vec![Tree::Leaf(2), Tree::Any(vec![Tree::Leaf(1), Tree::Leaf(3)]), Tree::Leaf(9)])
        );
    }
}
