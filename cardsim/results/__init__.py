"""The results folder: charts with tables and origins; an index of them; checks, and charts made again."""

from cardsim.results.checking import Check, check_origin, check_results, origins
from cardsim.results.index import index_text, notebook_of
from cardsim.results.readme import disputed, renew
from cardsim.results.refresh import refresh

__all__ = [
    "Check",
    "check_origin",
    "check_results",
    "disputed",
    "index_text",
    "notebook_of",
    "origins",
    "refresh",
    "renew",
]
