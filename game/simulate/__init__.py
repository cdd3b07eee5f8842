"""Bots at a table without server: rounds and matches played as fast as they decide, all chance given.

>>> from game.simulate.arena import Contest, play
>>> found = play(Contest("mau-mau", ("hard", "normal"), games=100, seed=1))
"""
