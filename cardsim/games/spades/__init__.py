"""Spades: two partnerships, bids, nil and blind nil, bags, and exact solvers for nil and for team tricks."""
