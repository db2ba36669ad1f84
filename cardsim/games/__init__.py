"""The games, loaded when first asked for."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator, Mapping
from types import ModuleType

from cardsim.games.game import Game
from cardsim.games.parameters import near

NAMES = ("rummy", "gin", "spades", "rummikub", "freecell")


class Games(Mapping[str, Game]):
    """Mapping from a game's name to its :class:`~cardsim.games.game.Game`; a game's folder is imported at first use."""

    __name__ = __name__
    """It stands where Python looks for this package, so that ``import cardsim.games.rummy.packs as packs`` finds it."""

    def __getitem__(self, name: str) -> Game:
        if name not in tuple(self):
            raise UnknownGameError(f"there is no game {name!r}{near(name, self)}")
        game: Game = importlib.import_module(f"cardsim.games.{name}").GAME
        return game

    def __contains__(self, name: object) -> bool:
        return name in tuple(self)

    def __iter__(self) -> Iterator[str]:
        return (name for name in NAMES if importlib.util.find_spec(f"cardsim.games.{name}") is not None)

    def __len__(self) -> int:
        return len(tuple(iter(self)))

    def __repr__(self) -> str:
        return f"<games: {', '.join(self)}>"


class UnknownGameError(KeyError, ValueError):
    """A game's name that is not known."""

    def __str__(self) -> str:
        return str(self.args[0])


games = Games()


def find_game(game: str | Game | ModuleType) -> Game:
    """The game of that name or of that module (``cs.gin``), or `game` itself if it is a Game."""
    if isinstance(game, ModuleType):
        game = getattr(game, "GAME", game.__name__)
    if isinstance(game, Game):
        return game
    return games[game]
