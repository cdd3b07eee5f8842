"""Learning by doing: a round to watch, a round to play, a position to solve. All moves are the engine's."""
