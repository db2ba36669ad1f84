"""Who plays the blocks: this process, threads or processes through joblib, or a Dask cluster; lost ones are replaced.

A piece of work is a tuple of arguments that begins with the first game and the number of games.
"""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import joblib

MOST_KILLS = 3
"""How often a block may kill its worker, and how many such blocks a run bears, before it ends."""
IN_FLIGHT_BYTES = 256 * 2**20
"""Room for rows that were played and wait to be collected."""

Piece = tuple[Any, ...]
Task = Callable[..., Any]


class LostWorkerError(RuntimeError):
    """Blocks whose worker died every time they were played.

    Attributes
    ----------
    games : list of (int, int)
        The blocks, as (first game, number of games).
    run : Run
        All other games.
    """

    def __init__(self, games: Iterable[tuple[int, int]], reason: str = "") -> None:
        self.games = [(int(first), int(count)) for first, count in games]
        self.run: Any = None
        which = ", ".join(f"{first} .. {first + count - 1}" for first, count in sorted(self.games))
        super().__init__(
            f"games {which} killed their worker every time they were played (out of memory, or a strategy that reads "
            f"out of bounds: check=True finds it); all other finished blocks are kept{reason}"
        )

    def __reduce__(self) -> Any:
        return type(self), (self.games,)


class Workers:
    """The workers that the user's ``joblib.parallel_config`` and `n_jobs` ask for."""

    def __init__(self, n_jobs: int | None) -> None:
        self.n_jobs = n_jobs
        self.backend, configured = joblib.parallel.get_active_backend(prefer="threads")
        self.client: Any = getattr(self.backend, "client", None)
        if self.client is not None:
            self.count = max(1, sum(self.client.nthreads().values())) if n_jobs is None or n_jobs < 1 else n_jobs
        else:
            self.count = joblib.effective_n_jobs(n_jobs)
        here = getattr(self.backend, "uses_threads", False)
        self.alone = self.client is None and here and self.count == 1 and configured in (None, 1)

    def play(self, task: Task, pieces: list[Piece], weight: int = 0) -> Generator[Any, None, None]:
        """What `task` gives for each piece, in the order in which they are finished; `weight` is the bytes of one.

        Raises
        ------
        LostWorkerError
            When all else is played: the pieces that killed their worker each time.
        """
        if self.alone or (len(pieces) == 1 and getattr(self.backend, "uses_threads", False)):
            return (task(*piece) for piece in pieces)
        if self.client is not None:
            return self._on_dask(task, pieces)
        return self._through_joblib(task, pieces, weight)

    def _through_joblib(self, task: Task, pieces: list[Piece], weight: int) -> Generator[Any, None, None]:
        """In windows, because joblib plays on without waiting for results to be collected."""
        window = max(8 * self.count, IN_FLIGHT_BYTES // weight) if weight else 256 * self.count
        killers: list[Piece] = []
        waiting = list(pieces)
        while waiting:
            left = dict(enumerate(waiting[:window]))
            waiting = waiting[window:]
            try:
                yield from self._parallel(task, left)
            except BrokenProcessPool:
                suspects = [left.pop(number) for number in list(left)[: 2 * self.count]]
                waiting = [*left.values(), *waiting]
                yield from self._one_by_one(task, suspects, killers)
        if killers:
            raise LostWorkerError(piece[:2] for piece in killers)

    def _one_by_one(self, task: Task, suspects: list[Piece], killers: list[Piece]) -> Generator[Any, None, None]:
        """Play pieces that may have killed a worker, each alone, so that the one that does is known."""
        first, last = suspects[0], suspects[-1]
        warnings.warn(
            f"a worker was killed while games {first[0]} .. {last[0] + last[1] - 1} were played; they are played again",
            RuntimeWarning,
            stacklevel=2,
        )
        for piece in suspects:
            for _ in range(MOST_KILLS):
                try:
                    yield from self._parallel(task, {0: piece})
                    break
                except BrokenProcessPool:
                    continue
            else:
                killers.append(piece)
                if len(killers) == MOST_KILLS:
                    raise LostWorkerError((piece[:2] for piece in killers), "; the rest was not played")

    def _parallel(self, task: Task, pieces: dict[int, Piece]) -> Generator[Any, None, None]:
        """One call of joblib; each piece leaves `pieces` when its result is there."""
        n_jobs = self.n_jobs if self.count > 1 or len(pieces) > 1 else 1
        parallel = joblib.Parallel(n_jobs=n_jobs, prefer="threads", return_as="generator_unordered", batch_size=1)
        finished = parallel(joblib.delayed(numbered)(number, task, piece) for number, piece in list(pieces.items()))
        try:
            for number, result in finished:
                del pieces[number]
                yield result
        finally:
            with warnings.catch_warnings():  # joblib warns of blocks that nobody waits for after an interruption
                warnings.simplefilter("ignore", UserWarning)
                finished.close()

    def _on_dask(self, task: Task, pieces: list[Piece]) -> Generator[Any, None, None]:
        """Without joblib, which waits for ever when Dask gives a task up; and never more at once than are collected."""
        from distributed import as_completed
        from distributed.scheduler import KilledWorker

        client, killers = self.client, []
        coming: Iterator[Piece] = iter(pieces)
        futures: dict[Any, Piece] = {}

        def submit(most: int) -> list[Any]:
            new = {client.submit(task, *piece, pure=False): piece for piece in itertools.islice(coming, most)}
            futures.update(new)
            return list(new)

        finished = as_completed(submit(self._dask_room()))
        try:
            for future in finished:
                piece = futures.pop(future)
                error = future.exception()  # waits if the worker died with the result, which is made again
                if error is None:
                    yield future.result()
                elif isinstance(error, KilledWorker):
                    killers.append(piece)
                    if len(killers) == MOST_KILLS:
                        raise LostWorkerError((piece[:2] for piece in killers), "; the rest was not played")
                else:
                    raise error
                del future
                finished.update(submit(max(0, self._dask_room() - len(futures))))
        finally:
            client.cancel(list(futures))
        if killers:
            raise LostWorkerError(piece[:2] for piece in killers)

    def _dask_room(self) -> int:
        """How many blocks the cluster is given at once; it may grow while it plays."""
        if self.n_jobs is not None and self.n_jobs > 0:
            return self.n_jobs
        return 2 * max(2, sum(self.client.nthreads().values()))


def numbered(number: int, task: Task, piece: Piece) -> tuple[int, Any]:
    """A piece's result with its number."""
    return number, task(*piece)
