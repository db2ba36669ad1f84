"""What the referees of both rummy engines ask: who may lay off where, and whether the plays of a turn were allowed.

Written from the rules; shares no code with the package.
"""


class Rights:
    """The part of a referee that knows the rules about turns and not how cards are kept."""

    must_go_out = False

    def may_lay(self, seat):
        """Whether the rules let a player lay off now."""
        now = self.melds_before if seat == self.seat and self.phase == "play" else self.melded[seat]
        return {
            "any": True,
            "none": False,
            "own_melds_only": True,
            "after_own_meld": self.melded[seat],
            "after_own_meld_prev_turn": now,
        }[self.rules.layoff]

    def reaches(self, seat, owner):
        """Whether a player may lay off on a meld of `owner`."""
        return owner == seat or self.rules.layoff != "own_melds_only"

    def end_of_play(self):
        """Check what was put down in a turn."""
        rules = self.rules
        assert self.duty is None
        if rules.melds_per_turn == 1 and len(self.new_melds) > 1:
            assert rules.one_meld_goout_exempt
            self.must_go_out = True
        if self.new_melds and not self.melds_before:
            assert sum(map(self.pips, self.new_melds)) >= rules.min_first_meld
        if self.laid and not self.melded[self.seat]:
            assert rules.min_first_meld == 0
