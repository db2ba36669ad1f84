"""A whole rummy hand the slow way: lists of cards, melds as frozensets, the rules read line by line.

Written from the rules; shares no code with the package.  `rules` is any object with the rule parameters as attributes,
`shuffle` a function that shuffles a list in place (chance comes from outside).
"""

from itertools import product

from tests.naive.rummy_melds import ends, is_run, is_set, melds_in, pips, rank, run_orders, suit


class Player:
    """A seat: how it sheds, how it discards, and what it has done in the hand."""

    def __init__(self, hold=0, discard="isolated_highest", draw="if_shed", lam=1.0, call=True):
        self.hold, self.discard, self.draw, self.lam, self.call = hold, discard, draw, lam, call


class Hand:
    """One hand from the deal to the score."""

    def __init__(self, rules, players, size, pack, starter=0, shuffle=None):
        self.rules, self.players, self.shuffle, self.starter = rules, players, shuffle, starter
        n = len(players)
        self.hands = [set() for _ in range(n)]
        for i, card in enumerate(pack[: n * size]):
            self.hands[(starter + i) % n].add(card)
        self.pile = [pack[n * size]]
        self.stock = list(pack[n * size + 1 :])
        self.table = []
        self.owner = []
        self.recycles = self.turns = self.melds = self.layoffs = self.calls = 0
        self.own_turns, self.shed_before = [0] * n, [False] * n
        self.melded, self.tabled = [False] * n, [0] * n
        self.taken, self.held = [set() for _ in range(n)], [set() for _ in range(n)]
        self.end = self.winner = None
        self.going_rummy = self.out_by_discard = False
        self.duty, self.just_taken, self.kept, self.points = None, set(), set(), []

    # -- melds ---------------------------------------------------------------------------------------------------

    def pips(self, card):
        return pips(card, self.rules.ace_pips, self.rules.face_pips)

    def order(self, card):
        """Sort key: more pips, then the higher rank, then the lower suit."""
        return self.pips(card), rank(card), -suit(card)

    def blocks(self, cards, high):
        """Maximal runs of three or more; `high` are the suits whose ace stands above the king."""
        found = []
        for s in range(4):
            orders = run_orders(self.rules.ace)
            if self.rules.ace == "high_or_low":
                orders = orders[1:] if s in high else orders[:1]
            held = {rank(c) for c in cards if suit(c) == s}
            runs = []
            for order in orders:
                current = []
                for r in [*order, None]:
                    if r in held:
                        current.append(r)
                    else:
                        if len(current) >= 3:
                            runs.append(frozenset(13 * s + x for x in current))
                        current = []
            # Round the corner the same cards are met several times: keep what lies in no longer run.
            found += [run for run in dict.fromkeys(runs) if not any(run < other for other in runs)]
        return found

    def table_melds(self, seat):
        if self.rules.layoff == "own_melds_only":
            return [i for i, owner in enumerate(self.owner) if owner == seat]
        return list(range(len(self.table)))

    def fits_run(self, card, runs, high):
        """Whether a card continues one of the runs, with the ace at the end that was chosen for it."""
        for run in runs:
            if not is_run(run | {card}, self.rules.ace):
                continue
            if rank(card) == 0 and self.rules.ace == "high_or_low":
                has_king, has_two = 12 in map(rank, run), 1 in map(rank, run)
                if not (has_king if suit(card) in high else has_two):
                    continue
            return True
        return False

    def put(self, hand, sets, blocks, seat, high, may_lay):
        """Layoffs after the melds: runs first, chains included, then fourth cards.  (left, cards laid off)"""
        left = set(hand) - set().union(*sets, *blocks)
        laid = set()
        if may_lay:
            reach = [self.table[i] for i in self.table_melds(seat)]
            runs = [m for m in reach if is_run(m, self.rules.ace)] + list(blocks)
            grown = True
            while grown:
                grown = False
                for card in sorted(left):
                    for k, run in enumerate(runs):
                        if self.fits_run(card, [run], high):
                            runs[k] = run | {card}
                            left.discard(card)
                            laid.add(card)
                            grown = True
                            break
            fourth = {c for m in reach if is_set(m) for c in ends(m, self.rules.ace)}
            laid |= left & fourth
            left -= fourth
        return left, laid

    def choices(self, hand, seat):
        """Sets and aces in the agreed order: the lowest rank varies fastest, aces last.

        An ace has a choice only where both ends have company.
        """
        per_rank = []
        for r in range(13):
            held = frozenset(c for c in hand if rank(c) == r)
            if len(held) >= 3:
                options = [None, held]
                if len(held) == 4:
                    options += [frozenset(c for c in held if suit(c) != s) for s in range(4)]
                per_rank.append(options)
        suits, always = [], set()
        if self.rules.ace == "high_or_low":
            reach = [self.table[i] for i in self.table_melds(seat)]
            around = set(hand).union(*(m for m in reach if not is_set(m)))
            for s in range(4):
                if 13 * s in hand and 13 * s + 12 in around:
                    suits.append(s) if 13 * s + 1 in around else always.add(s)
        for highs in product(*[(False, True)] * len(suits)):
            high = always | {s for s, yes in zip(suits, reversed(highs), strict=True) if yes}
            for combination in product(*reversed(per_rank)):
                yield [m for m in reversed(combination) if m], high

    def meld_choices(self, hand, seat):
        """Which melds go down together: all blocks of what the sets leave; with one meld a turn no, a set or a run."""
        choices = list(self.choices(hand, seat))
        if self.rules.melds_per_turn != 1:
            return [(high, [(sets, self.blocks(set(hand).difference(*sets), high))]) for sets, high in choices]
        found = []
        for high in {tuple(sorted(high)): high for _, high in choices}.values():
            few = [sets for sets, other in choices if other == high and len(sets) <= 1]
            found.append((high, [(sets, []) for sets in few] + [([], [block]) for block in self.blocks(hand, high)]))
        return found

    def best_shed(self, hand, banned, seat):
        """(rest, sets, blocks, laid, out): the kept combination."""
        rules = self.rules
        lay = rules.layoff in ("any", "own_melds_only") or (
            rules.layoff in ("after_own_meld", "after_own_meld_prev_turn") and self.melded[seat]
        )
        best, best_key = None, None
        for high, groups in self.meld_choices(hand, seat):
            for group in groups:
                chosen_sets, chosen_blocks = group
                may_lay = lay or (rules.layoff == "after_own_meld" and bool(chosen_sets or chosen_blocks))
                left, laid = self.put(hand, chosen_sets, chosen_blocks, seat, high, may_lay)
                value = sum(self.pips(c) for m in (*chosen_sets, *chosen_blocks) for c in m)
                if not self.melded[seat] and value < rules.min_first_meld:
                    left, laid, chosen_sets, chosen_blocks = set(hand), set(), [], []
                out = not left or (len(left) == 1 and not left & banned)
                key = (not out, sum(map(self.pips, left)), len(left))
                if best_key is None or key < best_key:
                    best, best_key = (left, chosen_sets, chosen_blocks, laid, out, high), key
        return best

    # -- the turn ------------------------------------------------------------------------------------------------

    def play(self):
        """Play until the hand ends."""
        rules, n = self.rules, len(self.players)
        seat, barred = self.starter, rules.first_upcard == "forbidden_first"
        while True:
            if self.turns >= rules.max_turns:
                return self.stalemate("cap")
            if not self.stock and self.recycles >= rules.max_recycles and rules.final_depletion == "next_turn":
                return self.stalemate("depleted")
            if self.is_dead():
                return self.stalemate("dead")
            self.turns += 1
            self.own_turns[seat] += 1
            first = not self.shed_before[seat]
            banned = self.draw(seat, barred)
            barred = False
            if banned is None:
                return self.stalemate("depleted")
            laid_off = self.shed(seat, banned)
            if not self.hands[seat]:
                return self.win(seat, first, False, laid_off)
            card = self.throw(seat, banned)
            if not self.hands[seat]:
                return self.win(seat, first, True, laid_off)
            if rules.call_rummy != "off":
                self.calling(seat, card)
            seat = (seat + 1) % n

    def is_dead(self):
        rules = self.rules
        if rules.dead_position == "off":
            return False
        many = rules.discard_draw != "top_only"
        on_table = {c for m in self.table for c in m}
        fits = {c for m in self.table for c in ends(m, rules.ace)} - on_table
        if rules.layoff == "none":
            fits = set()
        reach = set().union(*self.hands) | set(self.stock)
        reach |= set(self.pile if self.recycles < rules.max_recycles or many else self.pile[-1:])
        all_one = all(len(hand) == 1 for hand in self.hands)
        if fits & reach or (rules.dead_position == "one_card" and not all_one):
            return False
        return (all_one and not many) or not melds_in(reach, rules.ace)

    def draw(self, seat, barred):
        """Draw; the cards that may not be discarded come back, or None if there is no card."""
        rules, hand = self.rules, self.hands[seat]
        self.duty, self.just_taken = None, set()
        if not self.stock and rules.recycle_timing == "start_of_turn" and self.recycles < rules.max_recycles:
            self.recycle()
        flipped = False
        while True:
            depth = 0
            if self.pile and not barred:
                depth = 1 if flipped and not self.stock else self.depth(seat)
            if depth:
                taken = set(self.pile[-depth:])
                self.duty = self.pile[-depth] if depth >= 2 else None
                self.just_taken = taken
                del self.pile[-depth:]
                hand |= taken
                self.taken[seat] |= taken
                self.held[seat] |= taken
                return self.banned(taken, depth)
            if self.stock:
                hand.add(self.stock.pop(0))
                return set()
            if flipped or self.recycles >= rules.max_recycles or not self.pile:
                return None
            self.recycle()
            if rules.recycle_top == "flip" and rules.after_turnover_draw == "free":
                flipped = True
            elif self.stock:
                barred = True
            else:
                return None

    def banned(self, taken, depth):
        rules = self.rules
        if rules.rediscard_ban == "none" or rules.rediscard_scope == "none":
            return set()
        return set(taken) if rules.rediscard_scope == "all_taken" or depth == 1 else set()

    def recycle(self):
        rules = self.rules
        top = [self.pile.pop()] if rules.recycle_top == "keep" else []
        self.stock, self.pile = self.pile, top
        if rules.recycle_order == "shuffle":
            self.shuffle(self.stock)
        if rules.recycle_top == "flip":
            self.pile = [self.stock.pop(0)]
        self.recycles += 1

    def depth(self, seat):
        """How deep the player goes into the pile: 0 is the stock."""
        player, hand = self.players[seat], self.hands[seat]
        if player.draw == "if_shed":
            card = self.pile[-1]
            banned = self.banned({card}, 1)
            return 0 if card in self.best_shed(hand | {card}, banned, seat)[0] else 1
        best, depth = 0, 0
        for k in range(1, len(self.pile) + 1 if self.rules.discard_draw == "multi" else 2):
            found = self.after_take(seat, k)
            if found:
                rest, taken = found
                value = sum(map(self.pips, (hand | taken) - rest)) - player.lam * sum(map(self.pips, taken & rest))
                if value > best:
                    best, depth = value, k
        return depth

    def after_take(self, seat, k):
        """(rest, taken) of the best legal play after taking k cards, or None where that is not legal."""
        hand, taken = self.hands[seat], set(self.pile[-k:])
        duty = self.pile[-k] if k >= 2 else None
        found = self.legal_shed(hand | taken, self.banned(taken, k), seat, duty, hand)
        return found and (found[0], taken)

    def legal_shed(self, cards, banned, seat, duty, own):
        """The best combination that puts down the card of duty and can end the turn; None if there is none."""
        candidates = [(cards, None)] + [
            (cards - {kept}, kept) for kept in sorted(cards - banned - {duty}, key=self.order, reverse=True)
        ]
        best, best_key = None, None
        for part, kept in candidates:
            here = self.best_with_duty(part, banned, seat, duty, own)
            if here is None:
                continue
            rest = here[0] | ({kept} if kept is not None else set())
            if rest and not rest - banned:
                continue
            if kept is None:
                return here
            key = (bool(here[0]), sum(map(self.pips, rest)))
            if best_key is None or key < best_key:
                best, best_key = (rest, *here[1:]), key
        if best is None and duty is None:
            return set(cards), [], [], set(), False, set()
        return best

    def best_with_duty(self, cards, banned, seat, duty, own):
        """As best_shed over all combinations that use the card of duty in a meld with an own card, or lay it off."""
        if duty is None:
            return self.best_shed(cards, banned, seat)
        best, best_key = None, None
        for sets, high in self.choices(cards, seat):
            blocks = self.blocks(set(cards).difference(*sets), high)
            left, laid = self.put(cards, sets, blocks, seat, high, True)
            if duty in left:
                continue
            meld = next((m for m in (*sets, *blocks) if duty in m), None)
            if meld is not None and not meld & own:
                # Perhaps the card of duty can be laid off instead.
                if meld in sets or duty not in self.put(cards, sets, [], seat, high, True)[1]:
                    continue
            out = not left or (len(left) == 1 and not left & banned)
            key = (not out, sum(map(self.pips, left)), len(left))
            if best_key is None or key < best_key:
                best, best_key = (left, sets, blocks, laid, out, high), key
        return best

    def shed(self, seat, banned):
        """Melds and layoffs of the turn; whether anything was laid off."""
        player, hand = self.players[seat], self.hands[seat]
        duty = self.duty
        found = self.legal_shed(set(hand), banned, seat, duty, hand - self.just_taken if duty is not None else hand)
        rest, sets, blocks, laid, out, high = found
        self.kept = set(rest)
        if rest == hand:
            return False
        if not (out or self.shed_before[seat] or self.own_turns[seat] > player.hold or duty is not None):
            return False
        self.lay_down(seat, sets, blocks, laid, high)
        return bool(laid)

    def lay_down(self, seat, sets, blocks, laid, high):
        for meld in (*sets, *blocks):
            self.table.append(frozenset(meld))
            self.owner.append(seat)
            self.melds += 1
        if sets or blocks:
            self.melded[seat] = True
        waiting = sorted(laid, key=lambda card: (rank(card) == 0, card))
        for want_run in (True, False):
            placed = True
            while placed and waiting:
                placed = False
                for card in list(waiting):
                    for i in sorted(self.table_melds(seat), key=lambda i: 12 not in map(rank, self.table[i])):
                        meld = self.table[i]
                        fits = self.fits_run(card, [meld], high) if want_run else card in ends(meld, self.rules.ace)
                        if is_set(meld) != want_run and fits:
                            self.table[i] = meld | {card}
                            waiting.remove(card)
                            placed = True
                            break
        assert not waiting
        down = set(laid).union(*sets, *blocks)
        self.layoffs += len(laid)
        self.tabled[seat] += self.worth(down, high)
        self.hands[seat] -= down
        self.held[seat] -= down
        self.shed_before[seat] = True

    def worth(self, cards, high):
        """Points of cards put down; an ace below a two counts 1, unless it lies beside a king."""
        total = 0
        for card in cards:
            meld = next(m for m in self.table if card in m)
            low = rank(card) == 0 and not is_set(meld) and self.rules.ace != "high"
            if self.rules.ace == "wrap":
                low = low and 12 not in map(rank, meld)
            if self.rules.ace == "high_or_low":
                low = low and suit(card) not in high
            total += 1 if low else self.pips(card)
        return total

    def isolated(self, card, context):
        return not any(
            c != card and (rank(c) == rank(card) or (suit(c) == suit(card) and abs(rank(c) - rank(card)) <= 2))
            for c in context
        )

    def throw(self, seat, banned):
        hand, policy = self.hands[seat], self.players[seat].discard
        legal = hand - banned
        if self.rules.rediscard_ban == "while_held" and legal - self.held[seat]:
            legal -= self.held[seat]
        candidates = legal & self.kept & hand or legal
        if policy == "isolated_highest":
            candidates = {c for c in candidates if self.isolated(c, hand)} or candidates
        elif policy == "safe_highest":
            on_table = {c for m in self.table for c in m}
            fits = {c for m in self.table for c in ends(m, self.rules.ace)} - on_table
            fits = fits if self.rules.layoff != "none" else set()
            candidates = candidates - fits or candidates
            wanted = self.taken[(seat + 1) % len(self.players)]
            candidates = {
                c
                for c in candidates
                if not any(
                    rank(w) == rank(c) or (suit(w) == suit(c) and 0 < abs(rank(w) - rank(c)) <= 2) for w in wanted
                )
            } or candidates
            candidates = {c for c in candidates if self.isolated(c, hand)} or candidates
        card = max(candidates, key=self.order)
        hand.remove(card)
        self.held[seat].discard(card)
        self.pile.append(card)
        return card

    def calling(self, offender, card):
        """The next players in turn may lay off the card just discarded."""
        n = len(self.players)
        for k in range(1, n):
            seat = (offender + k) % n
            if self.players[seat].call and any(
                card in ends(self.table[i], self.rules.ace) for i in self.table_melds(seat)
            ):
                self.pile.remove(card)
                self.lay_down(seat, [], [], {card}, set() if self.fits_run(card, self.table, set()) else {suit(card)})
                self.calls += 1
                return

    # -- the end -------------------------------------------------------------------------------------------------

    def left(self, seat):
        return sum(map(self.pips, self.hands[seat]))

    def stalemate(self, end):
        self.end, self.winner = end, -1
        self.points = [self.rules.stalemate_points] * len(self.players)
        if self.rules.scoring == "meld_points":
            self.points = [p + t - self.left(s) for s, (p, t) in enumerate(zip(self.points, self.tabled, strict=True))]
        return self

    def win(self, seat, first, by_discard, laid_off):
        rules = self.rules
        rummy = first and (not by_discard or rules.rummy_allows_final_discard)
        rummy = rummy and (not laid_off or rules.rummy_allows_layoff)
        self.end, self.winner, self.going_rummy, self.out_by_discard = "won", seat, rummy, by_discard
        factor, bonus = (rules.going_rummy_multiplier, rules.going_rummy_bonus) if rummy else (1, 0)
        left = [self.left(s) for s in range(len(self.players))]
        if rules.scoring == "penalty":
            self.points = [0 if s == seat else p * factor + bonus for s, p in enumerate(left)]
        elif rules.scoring == "meld_points":
            self.points = [t - p for t, p in zip(self.tabled, left, strict=True)]
            self.points[seat] = self.points[seat] * factor + bonus
        else:
            self.points = [0] * len(left)
            self.points[seat] = sum(left) * factor + bonus
        return self
