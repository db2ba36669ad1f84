"""Rummikub."""
from cardsim.games.rummikub.rules import Rules
from cardsim.games.rummikub.turns import Turn, best_opening, best_turn
