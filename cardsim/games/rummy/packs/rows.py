"""What the search for the best shed knows, as rows of numbers, and the places in them."""

from __future__ import annotations

from cardsim.games.rummy.packs.ground import KINDS

S_ONCE, S_TWICE, S_WILDS, S_MELDS, S_OPENED, S_UP, S_DOWN, S_ROOM, S_LAID, S_PIPS, S_COUNT, S_FREE = range(12)
"""What a level of the search knows: kinds undecided, wild cards used, new melds and their pips, melds on the table that
are extended, room for wild cards in new melds, cards laid off, pips and number of the cards left, and how many of these
may be discarded."""

B_OUT, B_PIPS, B_COUNT, B_KNOWN, B_ON_NEW, B_PLACED, B_NUMBER, B_RENEWED, B_STEPS = range(9)
"""What is known of the best choice: goes out, pips and cards left, whether it puts down anything, wild cards added to
new melds and added in all, number of groups, whether the last search found it, and the steps of all searches."""
B_FIRST_ONCE, B_FIRST_TWICE, B_BEFORE = 9, 10, 11
"""The wild cards that must go to one place for the duty of a take, as two masks, and how many go down before them."""
B_GROUPS = 12
MOST_CHOSEN = 48
BEST_SIZE = B_GROUPS + 3 * MOST_CHOSEN

P_WILDS, P_FREE = KINDS, KINDS + 1
POOL_SIZE = KINDS + 2
"""The wild cards in hand: their numbers by kind, all together, and how many may be discarded."""

W_GROUP, W_BOUND, W_ONCE, W_TWICE, W_ON_NEW = range(5)
"""How the duty of a take is done: by the group of which level, how many of the wild cards bound by it could have been
discarded, these wild cards as two masks, and how many wild cards are added to new melds."""
ANYWHERE, ON_TABLE = -1, -2
"""In place of a group: no wild card is bound; the card of duty is a wild one laid off at the end of a meld."""
