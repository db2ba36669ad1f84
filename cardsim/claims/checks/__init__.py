"""What the ledger's claims are checked with: one module per game, a function per kind of check.

A check is called as ``check(effort, **arguments)`` with the arguments of the claim's ``with`` and returns a `Found`, or
one for each value of the claim by its place.  Nothing in it knows the published number, except for the sample that a
source describes.
"""
