"""How a hand with two packs and wild cards is scored: the part of its referee that computes the points.

Written from the rules; shares no code with the package.
"""


class Scores:
    """The part of a referee that knows how a hand ends and what it pays."""

    def on_ended(self, winner, end, legal, others, rummy):
        rules, points = self.rules, [0] * self.n
        left = [self.pips(self.hands[seat]) for seat in range(self.n)]
        self.ended = end
        if winner >= 0:
            assert not self.hands[winner]
            assert winner == self.seat
            assert others == sum(left)
            by_discard = self.phase != "play" and not self.taken_back
            if self.phase == "play":
                self.end_of_play()
                assert not rules.must_discard_to_go_out
            going = not self.shed_before and (not by_discard or rules.rummy_allows_final_discard)
            going = going and (rules.rummy_allows_layoff or self.laid == 0)
            assert bool(rummy) == going
            factor = rules.going_rummy_multiplier if going else 1
            bonus = rules.going_rummy_bonus if going else 0
        else:
            assert all(self.hands.values())
            points = [rules.stalemate_points] * self.n
        if rules.scoring == "meld_points":
            points = [p + down - held for p, down, held in zip(points, self.tabled, left, strict=True)]
            if winner >= 0:
                points[winner] = points[winner] * factor + bonus
        elif winner >= 0 and rules.scoring == "penalty":
            points = [0 if seat == winner else held * factor + bonus for seat, held in enumerate(left)]
        elif winner >= 0:
            points[winner] = sum(left) * factor + bonus
        sign = 1 if rules.scoring == "penalty" else -1
        self.points = [p + sign * fine for p, fine in zip(points, self.fines, strict=True)]

    def on_paid(self, seat, choice, legal, thousandths, second):
        assert seat == len(self.paid)
        self.paid[seat] = thousandths / 1000
        assert abs(self.paid[seat] - self.points[seat]) < 1e-9
