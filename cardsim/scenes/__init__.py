"""Scenes: a game's event log as a list of steps to look at, one module per game.

Each module has a class ``Scene`` that follows the events: ``step(event, text)`` gives the picture of the moment, with
what every player held, the legal choices and what was chosen, or None for an event that shows nothing new.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

import numpy as np

from cardsim.job import Job
from cardsim.pictures import Step


def steps_of(job: Job, index: int, packs: np.ndarray | None, events: np.ndarray) -> list[Step]:
    """The steps of game `index` of a job, from its events; a game without a scene is told in words."""
    game = job.game
    texts = [game.describe(event, job.names) for event in events]
    place = f"{__name__}.{game.name}"
    if importlib.util.find_spec(place) is None:
        return [Step(text, ()) for text in texts]
    scene: Any = importlib.import_module(place).Scene(job, index, packs)
    steps = (scene.step(event.tolist(), text) for event, text in zip(events, texts, strict=True))
    return [step for step in steps if step is not None]
