//! Rectangles.

/// A rectangle on a page, in the unit [`Places`](crate::Places); y increases downwards. Its coordinates are
/// finite, and the first of each pair is at most the second.
#[derive(Copy, Clone, Debug, PartialEq, Default)]
pub struct Area {
    /// The left edge.
    pub x0: f32,
    /// The upper edge.
    pub y0: f32,
    /// The right edge.
    pub x1: f32,
    /// The lower edge.
    pub y1: f32,
}

/// Largest coordinate.
const LARGEST: f32 = 1e7;

impl Area {
    /// The rectangle between two opposite corners; `None` if a coordinate is invalid.
    #[must_use]
    pub fn new(x0: f32, y0: f32, x1: f32, y1: f32) -> Option<Area> {
        let edges = [x0, y0, x1, y1];
        edges.iter().all(|edge| edge.abs() <= LARGEST).then(|| Area {
            x0: x0.min(x1),
            y0: y0.min(y1),
            x1: x0.max(x1),
            y1: y0.max(y1),
        })
    }

    /// The smallest rectangle around some points.
    pub(crate) fn around(points: impl IntoIterator<Item = (f32, f32)>) -> Option<Area> {
        points.into_iter().filter_map(|(x, y)| Area::new(x, y, x, y)).reduce(Area::join)
    }

    /// Its width.
    #[must_use]
    pub fn width(&self) -> f32 {
        self.x1 - self.x0
    }

    /// Its height.
    #[must_use]
    pub fn height(&self) -> f32 {
        self.y1 - self.y0
    }

    /// The smallest rectangle around both.
    #[must_use]
    pub fn join(self, other: Area) -> Area {
        Area {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }

    /// The rectangle scaled by these factors.
    #[must_use]
    pub fn scaled(self, by: f32) -> Area {
        Area { x0: self.x0 * by, y0: self.y0 * by, x1: self.x1 * by, y1: self.y1 * by }
    }
}
