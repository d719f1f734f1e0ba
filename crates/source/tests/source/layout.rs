//! Columns, blocks, and the words on a grid.
