"""Runs on disk: Parquet parts that appear whole or not at all, a manifest, resuming, sharing out and merging.

A folder holds ``_run.json`` (what is played: everything in a run's provenance) and ``part-00000.parquet`` ... in which
part k holds a fixed range of games.  The ranges follow from the game and the number of games alone, so an interrupted
run, resumed, leaves the same files as one that was not, and shares played by several machines fit together.
"""

from cardsim.storage.folder import Folder
from cardsim.storage.loading import load, save_run
from cardsim.storage.merging import merge
from cardsim.storage.parts import part_plan

__all__ = ["Folder", "load", "merge", "part_plan", "save_run"]
