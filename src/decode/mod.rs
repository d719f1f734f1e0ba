//! From cells to moves: one cheapest-path search for the whole game.
