"""Rummikub: the rules of the game and its house rules.

The box holds 106 tiles: four colours with values 1 to 13, two of each, and two jokers. Each of two to four players
draws 14 tiles, the rest is the pool. *Sets* are groups (three or four tiles of one value, different colours) and
runs (three or more consecutive values of one colour, 1 low). A joker stands for any one tile of a set. A player
opens with sets from his own rack worth at least 30, touching nothing on the table; from then on he may place one or
more tiles a turn and rearrange the table freely, as long as it consists of valid sets in the end. Who places
nothing draws a tile. Whoever empties his rack wins; once the pool is empty everybody has one more turn, and the
lowest rack wins.

The presets are the rules of boxes, books and programs, see the sources there.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cardsim.games.parameters import Choice, Domain, Flag, Range, check_rules

REPRESENTED, ZERO, FORBIDDEN = range(3)
FREE, REPLACE, FROZEN, REPLACE_FROM_RACK = range(4)
EITHER_MISSING, BOTH_MISSING = range(2)
WINNER_SUM, WINNER_ZERO = range(2)
DIFFERENCE, FULL = range(2)
ONE_MORE_TURN, UNTIL_FULL_PASS_ROUND = range(2)
TIE_SPLIT, TIE_LOWEST_SEAT, TIE_FEWEST_TILES = range(3)
SEAT_0, ROTATE, HIGH_TILE = range(3)


class Rules(NamedTuple):
    """House rules of Rummikub; ``cardsim list rummikub`` prints what each field means."""

    colours: int = 4
    numbers: int = 13
    copies: int = 2
    jokers: int = 2
    rack_size: int = 14
    min_set: int = 3
    run_wrap: str = "none"
    all_joker_set: bool = False
    joker_reading: str = "best"
    initial_meld: int = 30
    joker_meld_value: str = "represented"
    meld_same_turn_manipulation: bool = False
    joker_retrieval: str = "free"
    joker_group_retrieval: str = "either_missing"
    optional_draw: bool = True
    draw_on_pass: int = 1
    draw_on_pass_opened: Any = None
    joker_penalty: int = 30
    score_winner: str = "sum"
    blocked_scoring: str = "difference"
    pool_empty: str = "one_more_turn"
    tie_break: str = "split"
    first_player: str = "seat0"
    rounds: int = 3


DOMAINS: dict[str, Domain] = {
    "colours": Range("colours; other numbers than 4 are not built", extended=True, low=3, high=8),
    "numbers": Range("values per colour, 1 to this; more than 15 are not built", low=3, high=26),
    "copies": Range("copies of each tile; more than 2 are not built", extended=True, low=1, high=4),
    "jokers": Range("jokers in the box", low=0, high=4),
    "rack_size": Range("tiles dealt to each player", low=7, high=20),
    "min_set": Range("least tiles in a set; other numbers than 3 are not built", extended=True, low=2, high=6),
    "run_wrap": Choice(
        "may runs go on from the highest value to 1; only none is built",
        extended=True,
        values=("none", "high_one", "full"),
    ),
    "all_joker_set": Flag("jokers alone may be a set; only False is built", extended=True),
    "joker_reading": Choice(
        "best: a set is valid in any order and its jokers stand for whatever suits the player; positional is not built",
        extended=True,
        values=("best", "positional"),
    ),
    "initial_meld": Range("least value of the opening; 0: any set opens", low=0, high=100),
    "joker_meld_value": Choice(
        "a joker in the initial meld counts the tile it stands for, or nothing, or may not be used",
        values=("represented", "zero", "forbidden"),
    ),
    "meld_same_turn_manipulation": Flag(
        "after the opening sets, the same turn may go on to the table; each of the two steps is exact, "
        "they are not planned together"
    ),
    "joker_retrieval": Choice(
        "a joker on the table may be moved freely; freed by a tile of its role from rack or table; "
        "its set may only be extended, or the joker bought out from the rack; freed by a tile of the rack only",
        values=("free", "replace", "frozen", "replace_from_rack"),
    ),
    "joker_group_retrieval": Choice(
        "a joker in a group of three is freed by either missing tile, or only by both (rules replace)",
        values=("either_missing", "both_missing"),
    ),
    "optional_draw": Flag("a player may pass though he could place; if not, a pass becomes the play of most tiles"),
    "draw_on_pass": Range("tiles drawn by a pass", low=1, high=3),
    "draw_on_pass_opened": Range("the same once the player has opened; None: no difference", low=1, high=3, none=True),
    "joker_penalty": Range("a joker left on a rack", low=0, high=50),
    "score_winner": Choice("the winner scores the sum of the others' losses, or nothing", values=("sum", "zero")),
    "blocked_scoring": Choice(
        "when nobody goes out the others lose the difference to the winner's rack, or their whole rack",
        values=("difference", "full"),
    ),
    "pool_empty": Choice(
        "after the last tile is drawn everybody has one more turn, or play goes on until all have passed in a row",
        values=("one_more_turn", "until_full_pass_round"),
    ),
    "tie_break": Choice(
        "equal lowest racks share the win, or the lowest seat wins, or the fewest tiles do (then shared)",
        values=("split", "lowest_seat", "fewest_tiles"),
    ),
    "first_player": Choice(
        "who starts: seat 0; each seat in turn from deal to deal; the seat that draws the highest tile",
        values=("seat0", "rotate", "high_tile"),
    ),
    "rounds": Range("deals in a match; the highest total wins it", low=1, high=1000),
}

_DEFAULT = Rules()
_OFFICIAL = _DEFAULT._replace(joker_retrieval="replace", pool_empty="until_full_pass_round")
_SABRA = _DEFAULT._replace(
    joker_retrieval="frozen", meld_same_turn_manipulation=True, pool_empty="until_full_pass_round"
)
PRESETS: dict[str, Rules] = {
    "default": _DEFAULT,
    # rummikub.com, onlinerummikub.com (without the clock)
    "official": _OFFICIAL,
    # the older Sabra text, as given by topcasinoguide.co.uk; 50 points: rummyo.com, rummy-games.com
    "sabra": _SABRA,
    "sabra_50": _SABRA._replace(initial_meld=50),
    # the Pressman edition of 1980
    "pressman_1980": _OFFICIAL._replace(joker_group_retrieval="both_missing"),
    # readersfact.com
    "rack_replace": _OFFICIAL._replace(joker_retrieval="replace_from_rack"),
    # github.com/Samin005/Rummikub-COMP5104
    "samin005": _DEFAULT._replace(joker_retrieval="replace", score_winner="zero"),
    # github.com/logancostello/Rummikub-Simulation; van Rijn, Takes and Vis, BNAIC 2015
    "no_jokers": _DEFAULT._replace(jokers=0),
    # rummikub-solver 1.0.0 (M. Pieters), after den Hertog and Hulshof, The Computer Journal 49 (2006)
    "peer_solver": _DEFAULT,
}

# What is built of the extended parameters, and why no more.
NOT_BUILT: dict[str, tuple[tuple[Any, ...], str]] = {
    "colours": ((4,), "the search keeps the open runs of four colours in one number"),
    "copies": ((1, 2), "with more copies too many runs are open at once for the search's tables"),
    "min_set": ((3,), "the search tells open runs of one tile, of two, and of three or more"),
    "run_wrap": (("none",), "the search goes through the values once, from 1 upwards"),
    "all_joker_set": ((False,), "in the search a set begins with a number tile"),
    "joker_reading": (("best",), "a table is kept as its tiles, not in the order in which they were laid"),
}
MOST_NUMBERS = 15


def puzzle(numbers: int, colours: int = 4, copies: int = 2) -> Rules:
    """The box without jokers of van Rijn, Takes and Vis: n values, k colours, m copies.

    Racks have 14 tiles, or half of a smaller box.

    Examples
    --------
    >>> puzzle(6).numbers, puzzle(6, copies=1).rack_size
    (6, 12)
    """
    half = numbers * colours * copies // 2
    return PRESETS["no_jokers"]._replace(
        numbers=numbers, colours=colours, copies=copies, rack_size=max(7, min(14, half))
    )


def check_combination(rules: Rules) -> None:
    """Refuse what is not built, and boxes that cannot be dealt."""
    for field, (built, reason) in NOT_BUILT.items():
        value = getattr(rules, field)
        if value not in built:
            known = " or ".join(map(repr, built))
            raise ValueError(f"{field}={value!r} is not built, {known} is: {reason}")
    if rules.numbers > MOST_NUMBERS:
        raise ValueError(f"numbers={rules.numbers} is not built: at most {MOST_NUMBERS} values are")
    box = 4 * rules.numbers * rules.copies + rules.jokers
    if 2 * rules.rack_size > box:
        raise ValueError(f"rack_size={rules.rack_size} is more than the box of {box} tiles gives to two players")
    if rules.joker_group_retrieval == "both_missing" and not rules.joker_retrieval.startswith("replace"):
        raise ValueError(
            f"joker_group_retrieval='both_missing' needs joker_retrieval='replace' or 'replace_from_rack', "
            f"not {rules.joker_retrieval!r}"
        )


def as_rules(rules: Any) -> Rules:
    """The checked rules of a Rules, a preset's name, a dict of overrides or None."""
    return check_rules(
        "rummikub", rules, default=Rules(), presets=PRESETS, domains=DOMAINS, combination=check_combination
    )


def derive(rules: Rules, seats: int) -> dict[str, Any]:
    """What the kernel needs besides the rules: the number of players and the addresses of the large kernels."""
    from cardsim.games.rummikub import offers, retrieval, turns
    from cardsim.games.rummikub.forms import far_addresses

    box = 4 * rules.numbers * rules.copies + rules.jokers
    if seats * rules.rack_size > box:
        raise ValueError(
            f"rummikub rules: rack_size={rules.rack_size} times {seats} players is more than the {box} tiles of the box"
        )
    # The joker rules bound to sets take long to compile and are left out where they are not played.
    bound = retrieval.TURN.address if rules.joker_retrieval != "free" else 0
    large = (offers.MELD.address, offers.PLAY.address, turns.TURN.address)
    return {"players": seats, "far": (*far_addresses(), bound, *large)}


DERIVED = {"players": "i8", "far": ("i8", (7,))}
