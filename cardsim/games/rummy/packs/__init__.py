"""Rummy with two packs, jokers, a wild rank or sets of at most three: cards counted by kind, melds listed one by one.

The rules are those of :mod:`cardsim.games.rummy.rules`; strategies, outcome columns, the log and all verbs are the same
as with one pack, and so are decision functions: one written for the fast engine plays here too.

What a decision sees.  In masks of cards, bits 0 to 51 say that there is at least one such card, and jokers, up to four,
are the bits 53 to 56, from the lowest on.  Cards of which there are two are also in the mask beside: ``hand_twice``,
``rest_twice``, ``pile_twice``, ``down_twice``.  Single cards, such as ``top`` and those in ``pile``, are 0 to 51, or 53
for a joker.  ``ground`` lists the melds on the table: meld ``i`` of ``ground.melds`` has ``ground.length[i]`` cards
``ground.cards[i, k]``, which stand for ``ground.stands[i, k]``; a card that stands for another one is wild.  Of
``board`` only ``cards`` (the table) and the rights are filled: its ``best_shed`` is ``find_shed`` here
(:mod:`.finding`).

What it answers.  ``discard`` returns a card of ``legal``, any of its joker bits for a joker.  ``shed`` returns -1 for
the best shed, 0 for nothing more, or a mask: one card of each bit, ``BOTH << suit`` added for both copies of its cards
of a suit, ``AS_LAYOFFS`` added for layoffs; or ``AS_SWAP`` and the bit of a card to exchange for a wild one that stands
for it.  After an answer that names cards it is asked again.

The log has the same events as with one pack.  A meld, a take of the pile and a deal also say which cards they have
twice (in the place of the legal choices), an answer to `shed` which cards the best shed has twice; a meld says where it
stands (1 + its rank, or 1 + first position + 16 * suit), a layoff its meld (from 1) and what the
card stands for (1 + card, and 64 more at the low end of a run); event 22 is an exchange (card, meld from 1, wild card,
place in the meld from 1).  A call is followed by the layoff that it is.
"""
