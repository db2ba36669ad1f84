"""Playing FreeCell the slow, obvious way: legal actions in canonical order, features, the greedy player.

Boards come as the package's ``Board`` (its columns, cells and foundations are only read); a card is ``13 * suit +
rank``.
"""

from __future__ import annotations

from itertools import pairwise

EMPTY, CELL, HOME = 52, 53, 54
FIRST_CELL, FOUNDATION = 13, 25


def rank(card):
    return card % 13 + 1


def red(card):
    return card // 13 in (1, 2)


def may_build(card, on, build):
    if rank(on) != rank(card) + 1:
        return False
    if build == "suit":
        return card // 13 == on // 13
    return build == "any" or red(card) != red(on)


def longest(board, to_empty):
    rules = board.rules
    if rules.run_move == "single":
        return 1
    if rules.run_move == "unlimited":
        return 99
    room = sum(card < 0 for card in board.cells) + 1
    if rules.empty_column == "any":
        columns = sum(not column for column in board.columns) - to_empty
        room *= 2 ** (min(columns, 1) if rules.run_limit == "one_column" else columns)
    return room


def run_at_end(column, build):
    size = 1
    while size < len(column) and may_build(column[-size], column[-size - 1], build):
        size += 1
    return size


def actions(board):
    """(card, what it comes to lie on, number of cards): home, columns, empty column, cell; columns before cells."""
    if sum(board.foundations) == 52:
        return []
    build, rule = board.rules.build, board.rules.empty_column
    held = [card for card in board.cells if card >= 0]
    tails = [column[-1] for column in board.columns if column]
    found = [(card, HOME, 1) for card in tails + held if board.foundations[card // 13] == rank(card) - 1]
    for q, column in enumerate(board.columns):
        for p, other in enumerate(board.columns):
            if p == q or not column or not other:
                continue
            for size in range(1, min(run_at_end(column, build), longest(board, False)) + 1):
                if may_build(column[-size], other[-1], build):
                    found.append((column[-size], other[-1], size))
    found += [(card, on, 1) for card in held for on in tails if may_build(card, on, build)]
    if not all(board.columns):
        for column in board.columns:
            if column:
                most = min(run_at_end(column, build), longest(board, True), len(column) - 1)
                found += [(column[-size], EMPTY, size) for size in range(most, 0, -1) if fills(column[-size], rule)]
        found += [(card, EMPTY, 1) for card in held if fills(card, rule)]
    if -1 in board.cells:
        found += [(card, CELL, 1) for card in tails]
    return found


def fills(card, rule):
    return rule == "any" or (rule == "kings" and rank(card) == 13)


def place_of(board, card):
    if card in board.cells:
        return FIRST_CELL + board.cells.index(card)
    return next(q for q, column in enumerate(board.columns) if card in column)


def move_of(board, action):
    """The action as (source, target, number of cards) in places."""
    card, target, size = action
    if target == HOME:
        where = FOUNDATION
    elif target == CELL:
        where = FIRST_CELL + board.cells.index(-1)
    elif target == EMPTY:
        where = board.columns.index(())
    else:
        where = place_of(board, target)
    return place_of(board, card), where, size


def after(board, action):
    """Columns, cells and foundations after an action."""
    card, target, size = action
    columns = [list(column) for column in board.columns]
    held = {card for card in board.cells if card >= 0}
    home = list(board.foundations)
    if card in held:
        held.remove(card)
        moved = [card]
    else:
        column = next(column for column in columns if card in column)
        moved = column[-size:]
        del column[-size:]
    if target == HOME:
        home[card // 13] += 1
    elif target == CELL:
        held.add(card)
    elif target == EMPTY:
        next(column for column in columns if not column and column is not moved).extend(moved)
    else:
        next(column for column in columns if column and column[-1] == target).extend(moved)
    return columns, held, home


def features(board):
    return features_of(
        [list(c) for c in board.columns], {c for c in board.cells if c >= 0}, list(board.foundations), board.rules.build
    )


def features_of(columns, held, home, build):
    pairs = [(below, above) for column in columns for below, above in pairwise(column)]
    needed = [13 * suit + home[suit] for suit in range(4) if home[suit] < 13]
    return {
        "nh": 52 - sum(home),
        "used": len(held),
        "ec": sum(not column for column in columns),
        "dp": sum(len(column) - 1 - column.index(card) for card in needed for column in columns if card in column),
        "dis": sum(not may_build(above, below, build) for below, above in pairs),
        "bur": sum(any(rank(low) < rank(c) for low in column[:i]) for column in columns for i, c in enumerate(column)),
        "kg": sum(i for column in columns for i, card in enumerate(column) if rank(card) == 13),
        "kc": sum(rank(card) == 13 for card in held),
        "sh": min(map(len, columns)),
    }


def key(board):
    return tuple(sorted(board.columns)), frozenset(c for c in board.cells if c >= 0)


def greedy(board, weights, met):
    """The action of the greedy player with margin 1, memory and finishing on; alternate colours, no automatic play."""
    legal = actions(board)
    ordered = all(rank(a) <= rank(b) for column in board.columns for b, a in pairwise(column))
    going = [action for action in legal if action[1] == HOME]
    if ordered and going:
        return min(going, key=lambda action: (rank(action[0]), action[0] // 13))
    if len(going) < len(legal):
        legal = [action for action in legal if action[1] != HOME or early_enough(board, action[0])]
    fresh = []
    for action in legal:
        columns, held, home = after(board, action)
        if (tuple(sorted(map(tuple, columns))), frozenset(held)) not in met:
            fresh.append((action, columns, held, home))
    return min(fresh, key=lambda item: cost(item[1:], weights))[0] if fresh else legal[0]


def early_enough(board, card):
    if rank(card) <= 2:
        return True
    opposite = min(board.foundations[suit] for suit in ((0, 3) if red(card) else (1, 2)))
    return rank(card) <= opposite + 2


def cost(position, w):
    f = features_of(*position, "alternate")
    if f["nh"] == 0:
        return -1e9
    if no_action(*position):
        return 1e9
    return (
        w["w_nh"] * f["nh"] + w["w_dis"] * f["dis"] + w["w_bur"] * f["bur"] + w["w_dp"] * f["dp"]
        + w["w_used"] * f["used"] - w["w_ec"] * f["ec"]
        + w["w_kg"] * (f["kg"] + w["king_cell"] * f["kc"]) + w["w_sh"] * f["sh"]
    )  # fmt: skip


def no_action(columns, held, home):
    """No move is left with four cells and eight columns."""
    if len(held) < 4 or not all(columns):
        return False
    tails = [column[-1] for column in columns]
    movable = tails + list(held)
    if any(home[card // 13] == rank(card) - 1 for card in movable):
        return False
    return not any(may_build(card, on, "alternate") for card in movable for on in tails if card != on)
