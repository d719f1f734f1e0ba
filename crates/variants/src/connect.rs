//! Connection goals: pieces in a row, in a square, on one line, or joining two regions.

use crate::geometry::{MAX_SIDE, Region, Side};
use crate::position::Position;

impl Position<'_> {
    /// Whether the side has connected its pieces as the rules require.
    pub(crate) fn connected(&self, side: Side) -> bool {
        let connect = &self.rules.connect;
        let [from, to] = connect.regions[side as usize];
        let by_row = connect.n > 0 || connect.square > 0 || connect.collinear > 0;
        if !by_row && (from.is_empty() || to.is_empty()) {
            return false;
        }
        let men: Region = self.of[side as usize]
            .iter()
            .filter(|&square| self.man(square).is_some_and(|man| connect.kinds.takes(man.kind)))
            .collect();
        let mut ways: Vec<(i8, i8)> = Vec::new();
        ways.extend(connect.horizontal.then_some((1, 0)));
        ways.extend(connect.vertical.then_some((0, 1)));
        ways.extend(connect.diagonal.then_some([(1, 1), (1, -1)]).into_iter().flatten());
        let has = |square: Option<crate::Square>| square.is_some_and(|square| men.contains(square));
        let exact = connect.exact[side as usize];
        let run = |n: u8, files: i8, ranks: i8| {
            let whole = |start: crate::Square| {
                let beyond = |i: i8| has(start.offset(files * i, ranks * i));
                (0..n as i8).all(beyond) && !(exact && (beyond(-1) || beyond(n as i8)))
            };
            n <= MAX_SIDE && men.iter().any(whole)
        };
        if connect.n > 0 && ways.iter().any(|&(files, ranks)| run(connect.n, files, ranks)) {
            return true;
        }
        let side_length = connect.square.min(MAX_SIDE + 1) as i8;
        let square = |start: crate::Square| {
            (0..side_length).all(|file| (0..side_length).all(|rank| has(start.offset(file, rank))))
        };
        if side_length > 0 && men.iter().any(square) {
            return true;
        }
        let on_line = |start: crate::Square, files: i8, ranks: i8| {
            let line = (0..MAX_SIDE as i8).map_while(|i| start.offset(files * i, ranks * i));
            line.filter(|&square| men.contains(square)).count()
        };
        let enough = |&(files, ranks): &(i8, i8)| {
            men.iter().any(|start| on_line(start, files, ranks) >= connect.collinear as usize)
        };
        if connect.collinear > 0 && ways.iter().any(enough) {
            return true;
        }
        self.joins(men, from, to, &ways)
    }

    /// Whether a chain of these pieces leads from one region to the other.
    fn joins(&self, men: Region, from: Region, to: Region, ways: &[(i8, i8)]) -> bool {
        let mut reached = men.and(from);
        let mut open: Vec<_> = reached.iter().collect();
        while let Some(square) = open.pop() {
            for &(files, ranks) in ways {
                for next in [square.offset(files, ranks), square.offset(-files, -ranks)].into_iter().flatten()
                {
                    if men.contains(next) && !reached.contains(next) {
                        reached.insert(next);
                        open.push(next);
                    }
                }
            }
        }
        !reached.and(to).is_empty()
    }
}
