"""How long a game takes to its first outcome: with nothing compiled, and with kernels at hand."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile

SCRIPT = """
import json, sys, time
import cardsim as cs
imported = time.process_time()
cs.simulate(sys.argv[1], n=1, n_jobs=1)
print(json.dumps({"import": imported, "first": time.process_time() - imported}))
"""


def starts(game: str) -> dict[str, float]:
    """CPU seconds of the import, and of the first game cold (nothing compiled) and warm (kernels on disk)."""
    with tempfile.TemporaryDirectory() as kernels:
        cold, warm = first_game(game, kernels), first_game(game, kernels)
    return {"import": warm["import"], "cold": cold["first"], "warm": warm["first"]}


def first_game(game: str, kernels: str) -> dict[str, float]:
    """One game in a new process whose compiled kernels live in the folder `kernels`."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": kernels}
    command = [sys.executable, "-c", SCRIPT, game]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(f"{game} did not start: {done.stderr.strip().splitlines()[-1]}")
    return dict(json.loads(done.stdout))
