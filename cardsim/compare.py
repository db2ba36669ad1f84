"""Round robins: every player meets every other on the same deals, in every arrangement of the seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pandas as pd

from cardsim.experiment import simulate
from cardsim.games import find_game
from cardsim.games.game import Game
from cardsim.grid import rules_text
from cardsim.job import fingerprint
from cardsim.league import League, Tally

DIGEST_GAMES = 20
"""First games of each arrangement that are enough to check a league by: it has many, and players may be slow."""


def compare(
    game: str | Game,
    players: Mapping[str, Any] | Sequence[str],
    *,
    rules: Any = None,
    n: int,
    seed: int = 0,
    unit: str = "deal",
    seats: int | None = None,
    **running: Any,
) -> League:
    """Play all against all on common deals and judge the differences deal by deal.

    Parameters
    ----------
    game : str or Game
        The game.
    players : mapping or sequence
        Name -> strategy (a Strategy, or text such as ``"knock_at:T=5"``); a sequence of such texts names itself.
        In a game of teams an entry plays both seats of a team.
    rules : Rules, str or mapping, optional
        Rules, a preset's name or overrides.
    n : int
        Number of deals (or matches), each played in every arrangement.
    seed : int
        Seed of the deals.
    unit : {"deal", "match"}
        What one game is.
    seats : int, optional
        Players at a table, in games that leave a choice; the fewest (at least two) by default.
    **running
        ``n_jobs, progress, first, check`` as in :func:`cardsim.simulate`.

    Returns
    -------
    League
        Matrix, paired differences, ranking and chart.

    Notes
    -----
    The deal is the unit: its result is the average over all arrangements, so that the luck of cards and seats cancels.

    Examples
    --------
    >>> import cardsim as cs
    >>> league = cs.compare("gin", ["simple", "gin_only"], n=500, seed=7, progress=False)
    >>> league.ranking["player"].tolist(), league.differences["significant"].all()
    (['simple', 'gin_only'], np.True_)
    """
    named = _named(players)
    the_game = find_game(game)
    checked = the_game.check_rules(rules)
    strategies = {name: the_game.find_strategy(player) for name, player in named.items()}
    sides = _sides(the_game, seats, len(named))
    if "until" in running:
        raise ValueError("a league plays the same deals in every arrangement: give n instead of until")
    tally: Tally | None = None
    runs: list[dict[str, Any]] = []
    for seated in _arrangements(list(named), sides):
        chairs = [strategies[name] for name in _chairs(the_game, seated)]
        run = simulate(game, chairs, rules=checked, n=n, seed=seed, unit=unit, **running)
        if run.n < n:
            raise KeyboardInterrupt("the league was interrupted; an unfinished one would compare different deals")
        wins, points = _results(run.table, sides)
        if tally is None:
            tally = Tally(tuple(named), run.n, ("win",) if points is None else ("win", "points"))
        runs.append(run.short_provenance(DIGEST_GAMES))
        tally.add(seated, wins, np.zeros_like(wins) if points is None else points)
    assert tally is not None
    if sides == 1:
        tally.add_solitaire_pairs()
    origin = {key: value for key, value in runs[0].items() if key not in ("seats", "digest")}
    origin["players"] = {name: fingerprint(strategy, the_game.decisions) for name, strategy in strategies.items()}
    origin["runs"] = runs
    return League(tally, origin, f"{the_game.name}, {rules_text(the_game, checked)}, seed {seed}")


def _named(players: Mapping[str, Any] | Sequence[Any]) -> dict[str, Any]:
    if isinstance(players, str):
        raise ValueError(
            f"players must be a mapping name -> strategy or a list of strategies, not the text {players!r}"
        )
    if not isinstance(players, Mapping):
        listed = list(players)
        names = [str(getattr(player, "name", player)) for player in listed]
        twice = [name for name in names if names.count(name) > 1]
        if twice:
            raise ValueError(f"player {twice[0]!r} is listed twice; give names: {{'a': ..., 'b': ...}}")
        players = dict(zip(names, listed, strict=True))
    if len(players) < 2:
        raise ValueError(f"a comparison needs two players or more, got {len(players)}")
    return {str(name): player for name, player in players.items()}


def _sides(game: Game, seats: int | None, players: int) -> int:
    """How many of the players meet at one table: teams, or seats."""
    if seats is not None and seats not in game.seat_counts:
        counts = " or ".join(map(str, game.seat_counts))
        raise ValueError(f"{game.name} has {counts} seats, not {seats}")
    fewest = min([count for count in game.seat_counts if count > 1], default=1)
    sides = game.teams or seats or fewest
    if sides > players:
        raise ValueError(f"a table of {sides} needs at least {sides} players, got {players}")
    return sides


def _arrangements(names: list[str], sides: int) -> Iterator[tuple[str, ...]]:
    """Every group of players that can meet, in every order."""
    for group in combinations(names, sides):
        yield from permutations(group)


def _chairs(game: Game, seated: Sequence[str]) -> list[str]:
    """Who sits in each seat; partners of a team sit opposite."""
    seats = max(game.seat_counts) if game.teams else len(seated)
    return [seated[seat % len(seated)] for seat in range(seats)]


def _results(table: pd.DataFrame, sides: int) -> tuple[np.ndarray, np.ndarray | None]:
    """Wins and points of each side on each deal."""
    if "winner" in table:
        wins = table["winner"].to_numpy()[:, None] == np.arange(sides)
    else:
        wins = (table["end"] == "won").to_numpy()[:, None]
    columns = [f"points_{side}" for side in range(sides)]
    if not set(columns) <= set(table.columns):
        return wins.astype(np.float64), None
    return wins.astype(np.float64), table[columns].to_numpy(dtype=np.float64)
