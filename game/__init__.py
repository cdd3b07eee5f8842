"""Playing Mau-Mau: the pure engine, the bots, and the referee that stores and serves matches."""
