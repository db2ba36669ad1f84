"""Long runs: killed workers, Dask, interruption, bounded memory."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import time

import joblib
import numpy as np
import pytest

import cardsim as cs
from cardsim.arguments import make_job
from cardsim.blocks import Rows
from cardsim.job import Job
from cardsim.workers import MOST_KILLS, LostWorkerError, Workers

N = 3000
POISON = 2100


def simulate(**changed):
    return cs.simulate("gin", **{"n": N, "seed": 11, "progress": False, "n_jobs": 2, **changed})


@pytest.fixture(scope="module")
def local():
    return simulate(n_jobs=1)


def deadly(folder, kills):
    """A job that kills its worker the first `kills` times that it plays game `POISON`; it travels by value."""

    class Deadly(Job):
        def play(self, first, count, packs=None, log=None):
            if first <= POISON < first + count:
                done = len(os.listdir(folder))
                if done < kills:
                    open(f"{folder}/{os.getpid()}-{done}", "w").close()
                    os.kill(os.getpid(), signal.SIGKILL)
            return Job.play(self, first, count, packs, log)

    return Deadly(
        *(getattr(make_job("gin", None, seed=11), name) for name in ("game_name", "rules", "seats", "seed", "unit"))
    )


@pytest.fixture
def kills(monkeypatch, tmp_path):
    """Lets the job of every verb kill its worker so many times; gives the number of kills that happened."""
    marks = tmp_path / "kills"
    marks.mkdir()

    def arm(times):
        monkeypatch.setattr("cardsim.experiment.make_job", lambda *args, **kwargs: deadly(str(marks), times))
        return lambda: len(list(marks.iterdir()))

    return arm


@pytest.mark.parametrize("backend", ["threading", pytest.param("loky", marks=pytest.mark.slow)])
def test_other_backends_give_the_same_rows(backend, local, tmp_path):
    with joblib.parallel_config(backend):
        assert simulate().table.equals(local.table)
        assert simulate(keep="counts").counts("turns").equals(local.counts("turns"))
        assert simulate(out=tmp_path / "run").table.equals(simulate(out=tmp_path / "run", n_jobs=1).table)


@pytest.mark.slow
def test_a_worker_killed_under_loky_is_replaced_and_named(kills, local):
    happened = kills(1)
    with joblib.parallel_config("loky"), pytest.warns(RuntimeWarning, match=r"a worker was killed while games \d+"):
        run = simulate()
    assert happened() == 1
    assert run.table.equals(local.table)


@pytest.mark.slow
def test_a_block_that_always_kills_its_loky_worker_is_named_and_all_others_kept(kills, local):
    kills(100)
    with (
        joblib.parallel_config("loky"),
        pytest.warns(RuntimeWarning, match="a worker was killed"),
        pytest.raises(LostWorkerError, match=r"games \d+ \.\. \d+ killed their worker every time") as caught,
    ):
        simulate()
    check_all_but_the_poison(caught.value, local)


def check_all_but_the_poison(error, local):
    ((first, count),) = error.games
    assert first <= POISON < first + count
    assert error.run.n == N - count
    assert error.run.table.equals(local.table.drop(range(first, first + count)))


def test_a_run_with_many_deadly_blocks_ends_soon():
    from concurrent.futures.process import BrokenProcessPool

    played = []

    class Broken(Workers):
        def _parallel(self, task, pieces):
            played.append(list(pieces))
            raise BrokenProcessPool
            yield

    workers = Broken(2)
    pieces = [(10 * i, 10) for i in range(1000)]
    with (
        pytest.warns(RuntimeWarning, match=r"games 0 \.\. 39 were played"),
        pytest.raises(
            LostWorkerError, match=r"games 0 \.\. 9, 10 \.\. 19, 20 \.\. 29 killed .*the rest was not played"
        ),
    ):
        list(workers._through_joblib(None, pieces, 0))
    assert len(played) == 1 + MOST_KILLS * MOST_KILLS


def test_gaps_of_rows_in_several_ranges():
    job = make_job("gin", None)
    rows = Rows(job, [(10, 5), (30, 10)])
    assert rows.gaps() == [(10, 5), (30, 10)]
    rows.add(job.play(12, 2))
    rows.add(job.play(30, 4))
    assert rows.gaps() == [(10, 2), (14, 1), (34, 6)]
    rows.add(job.play(34, 6))
    assert list(rows.finish().table.index) == [12, 13, *range(30, 40)]


# --- Dask -------------------------------------------------------------------------------------------------------------

dask_warnings = pytest.mark.filterwarnings("default")  # what distributed and its servers warn of is not ours


@pytest.fixture(scope="module")
def cluster():
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, processes=True) as cluster,
        distributed.Client(cluster.scheduler_address),
    ):
        yield cluster


@pytest.fixture
def on_dask(cluster):
    with joblib.parallel_config("dask"):
        yield cluster


@pytest.mark.slow
@dask_warnings
def test_every_verb_works_on_dask_and_gives_the_same(cluster, local, tmp_path):
    def verbs():
        league = cs.compare("gin", ["simple", "gin_only"], n=200, seed=1, progress=False)
        table = cs.sweep("gin", grid={"knock_limit": [0, 10]}, n=200, seed=7, measure="gin", progress=False)
        tuning = cs.tune("gin", vary={"knock_limit": [0, 10]}, target="gin>=0.5", n=200, seed=7)
        return league.differences.to_csv(), table.to_csv(), tuning.table.to_csv()

    expected = verbs()
    with joblib.parallel_config("dask"):
        assert simulate(n_jobs=-1).table.equals(local.table)
        assert simulate(keep="counts").counts("turns").equals(local.counts("turns"))
        simulate(out=tmp_path / "dask")
        packs = np.array([np.random.default_rng(i).permutation(52) for i in range(300)])
        given = simulate(n=300, packs=packs).table
        assert verbs() == expected
    simulate(out=tmp_path / "here")
    assert {file.name: file.read_bytes() for file in (tmp_path / "dask").iterdir()} == {
        file.name: file.read_bytes() for file in (tmp_path / "here").iterdir()
    }
    assert simulate(n=300, packs=packs).table.equals(given)


@pytest.mark.slow
@dask_warnings
def test_a_worker_killed_under_dask_costs_nothing(kills, on_dask, local):
    happened = kills(2)
    assert simulate(n_jobs=-1).table.equals(local.table)
    assert happened() == 2


@pytest.mark.slow
@dask_warnings
def test_a_block_that_always_kills_its_dask_worker_is_named_in_bounded_time(kills, on_dask, local, tmp_path):
    happened = kills(100)
    begun = time.monotonic()
    with pytest.raises(LostWorkerError, match=r"games \d+ \.\. \d+ killed their worker every time") as caught:
        simulate(n_jobs=-1, out=tmp_path / "run")
    assert time.monotonic() - begun < 240
    assert happened() == 4
    ((first, count),) = caught.value.games
    assert first <= POISON < first + count
    kills(0)
    again = simulate(out=tmp_path / "run")
    assert again.table["turns"].tolist() == local.table["turns"].tolist()


@pytest.mark.slow
@dask_warnings
def test_a_strategy_of_a_notebook_travels_and_its_mistakes_come_back(on_dask):
    cell = """
    LIMIT = 4

    def low(deadwood):
        return deadwood <= LIMIT

    def knock(view, params, rng):
        return low(view.deadwood)

    def bad(view, params, rng):
        return 0
    """
    notebook = {"__name__": "__main__"}
    exec(textwrap.dedent(cell).replace("def low", "from numba import njit\n@njit\ndef low"), notebook)
    mine = cs.gin.strategies["simple"]._replace(knock=notebook["knock"], name="mine")
    expected = simulate(seats=["knock_at:T=4", "simple"], n_jobs=1)
    assert simulate(seats=[mine, "simple"]).table.equals(expected.table)
    with pytest.raises(cs.StrategyError, match=r"decision 'discard', discarded Ac.*game index \d+, seed 11"):
        simulate(seats=["simple", mine._replace(discard=notebook["bad"])])


# --- Interruption -----------------------------------------------------------------------------------------------------

LONG = """
import signal, sys, time, warnings
import cardsim as cs
signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs inherit that it is ignored
warnings.showwarning = lambda message, *rest: print("warning:", message, flush=True)
cs.simulate("gin", n=10, progress=False)
print("started", flush=True)
run = cs.simulate("gin", n=20_000_000, seed=3, n_jobs={n_jobs}, progress=False, {more})
print("kept", run.n, flush=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize("n_jobs", [1, 2])
@pytest.mark.parametrize("kind", ["memory", "out", "counts"])
def test_ctrl_c_ends_soon_and_says_how_to_resume(n_jobs, kind, tmp_path):
    more = {"memory": "", "out": f"out={str(tmp_path / 'run')!r}", "counts": "keep='counts'"}[kind]
    script = LONG.format(n_jobs=n_jobs, more=more)
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "started\n"
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        warning = process.stdout.readline()
        waited = time.monotonic() - begun
        kept = process.stdout.readline()
        assert process.wait(60) == 0
    print(f"{kind}, {n_jobs} jobs: {waited:.2f} s from Ctrl-C to the warning; {kept.strip()}")
    assert "interrupted: kept" in warning
    assert "the same call again" in warning
    assert waited < 5  # on a quiet machine within a second; tests share theirs
    if kind == "out":
        assert list((tmp_path / "run").glob("_unfinished-*")) or list((tmp_path / "run").glob("part-*"))
    else:
        assert int(kept.split()[1]) > 1000


# --- Memory -----------------------------------------------------------------------------------------------------------

MEMORY = """
import json, resource, sys, tempfile
import cardsim as cs
with tempfile.TemporaryDirectory() as folder:
    used = []
    for n in {sizes}:
        cs.simulate("gin", n=n, seed=3, n_jobs=2, progress=False, {more})
        used.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
print(json.dumps(used))
"""


def most_memory(sizes, more):
    """The most memory held so far, in MB, after runs of growing size in one process."""
    script = MEMORY.format(sizes=sizes, more=more)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=500)
    return json.loads(done.stdout)


@pytest.mark.slow
def test_memory_of_counts_does_not_grow_with_the_number_of_games():
    small, large = most_memory([100_000, 800_000], "keep='counts'")
    print(f"counts: {small} MB after 10^5, {large} MB after 8 * 10^5 games")
    assert large < small + 30  # the rows alone would be 26 MB as written and as much again as a table


@pytest.mark.slow
def test_memory_of_stored_rows_is_that_of_the_parts_being_filled():
    small, large = most_memory([100_000, 1_000_000], "out=f'{folder}/{n}'")
    print(f"rows on disk: {small} MB after 10^5, {large} MB after 10^6 games")
    assert large < small + 60  # the rows alone would be 32 MB as written and as much again as a table
