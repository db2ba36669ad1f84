"""Runs on disk: resumed after being killed, refused where they do not belong, shared out, merged and read back."""

import json
import os
import random
import signal
import subprocess
import sys
import textwrap
import time
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

import cardsim as cs
from cardsim.storage import Folder, files, folder, merge
from cardsim.storage.locking import LOCK, lock, release

N = 6000
STUDY = {"game": "gin", "n": N, "seed": 7, "progress": False, "n_jobs": 1}


def play(path, **changed):
    arguments = {**STUDY, **changed}
    return cs.simulate(arguments.pop("game"), out=path, **arguments)


def contents(path):
    return {file.name: file.read_bytes() for file in Path(path).iterdir()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "run"
    play(path)
    return path


@pytest.fixture
def copy(whole, tmp_path):
    path = tmp_path / "run"
    path.mkdir()
    for name, data in contents(whole).items():
        (path / name).write_bytes(data)
    return path


def test_a_folder_holds_parts_and_a_manifest_and_nothing_else(whole):
    names = [f"part-{i:05d}.parquet" for i in range(6)]
    assert sorted(contents(whole)) == sorted([*names, "_run.json"])


def test_stored_rows_are_those_of_a_run_in_memory(whole):
    arguments = {key: value for key, value in STUDY.items() if key != "game"}
    pd.testing.assert_frame_equal(cs.load(whole).table, cs.simulate("gin", **arguments).table, check_index_type=False)


def test_workers_do_not_matter_for_the_files(whole, tmp_path):
    play(tmp_path / "run", n_jobs=3)
    assert contents(tmp_path / "run") == contents(whole)


LONG = """
import sys, cardsim as cs
cs.simulate("gin", n=400_000, seed=3, out=sys.argv[1], n_jobs=2, progress=False)
"""


@pytest.mark.slow
def test_killed_at_any_moment_and_resumed_the_files_are_the_same(tmp_path):
    """SIGKILL comes at random moments until one call gets through; the times are drawn afresh at every run."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", LONG, tmp_path / "straight"], check=True, timeout=300)
    longest = time.perf_counter() - begun
    kills, states = 0, set()
    for _ in range(12):
        process = subprocess.Popen([sys.executable, "-c", LONG, tmp_path / "killed"])
        try:
            process.wait(longest * random.uniform(0.2, 0.9))
            break
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            kills += 1
            states.add(len(list((tmp_path / "killed").glob("part-*"))) if (tmp_path / "killed").exists() else -1)
    subprocess.run([sys.executable, "-c", LONG, tmp_path / "killed"], check=True, timeout=300)
    print(f"survived {kills} kills with these numbers of parts on disk: {sorted(states)}")
    assert kills
    assert contents(tmp_path / "killed") == contents(tmp_path / "straight")


@pytest.mark.parametrize("step", range(1, 15))
def test_killed_at_each_file_operation_and_resumed_the_files_are_the_same(whole, tmp_path, step):
    """The process ends without any clean-up just before the step-th file is moved into place or flushed."""
    script = f"""
        import os, signal
        import cardsim as cs
        count = 0
        def deadly(real):
            def operation(*arguments):
                global count
                count += 1
                if count == {step}:
                    os.kill(os.getpid(), signal.SIGKILL)
                return real(*arguments)
            return operation
        os.replace, os.fsync = deadly(os.replace), deadly(os.fsync)
        cs.simulate("gin", n={N}, seed=7, n_jobs=1, progress=False, out={str(tmp_path / "run")!r})
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # forking beside idle threads; the child ends in its way
        done = os.fork()
    if done == 0:
        try:
            exec(textwrap.dedent(script), {})
        finally:
            os._exit(0)
    _, status = os.waitpid(done, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL
    play(tmp_path / "run")
    assert contents(tmp_path / "run") == contents(whole)


@pytest.mark.parametrize(
    ("changed", "difference"),
    [
        ({"seed": 8}, "seed: 7 there, 8 here"),
        ({"n": N + 1}, f"n: {N} there, {N + 1} here"),
        ({"first": 5}, "first: 0 there, 5 here"),
        ({"unit": "match"}, "unit: 'deal' there, 'match' here"),
        ({"rules": {"knock_limit": 7}}, "rules.knock_limit: 10 there, 7 here"),
        ({"seats": ["simple", "knock_at:T=3"]}, "seats.1.name: 'simple' there"),
        ({"shard": (1, 2)}, r"shard: None there, \[1, 2\] here"),
    ],
)
def test_a_folder_of_another_study_is_refused_by_the_difference(copy, changed, difference):
    before = contents(copy)
    with pytest.raises(ValueError, match=difference):
        play(copy, **changed)
    assert contents(copy) == before


def test_a_folder_of_another_version_is_refused(copy):
    about = json.loads((copy / "_run.json").read_text())
    (copy / "_run.json").write_text(json.dumps({**about, "game_version": about["game_version"] + 1}))
    with pytest.raises(ValueError, match="game_version: 2 there, 1 here"):
        play(copy)
    (copy / "_run.json").write_text(json.dumps({**about, "versions": {**about["versions"], "cardsim": "0.0.1"}}))
    with pytest.raises(ValueError, match=r"versions.cardsim: '0.0.1' there"):
        play(copy)


def knocks_below(limit):
    def knock(view, params, rng):
        return view.deadwood <= limit

    return cs.gin.strategies["simple"]._replace(knock=knock, name="mine")


def test_a_folder_of_another_strategy_of_the_same_name_is_refused(tmp_path):
    play(tmp_path / "run", n=1000, seats=[knocks_below(3), "simple"])
    play(tmp_path / "run", n=1000, seats=[knocks_below(3), "simple"])
    with pytest.raises(ValueError, match=r"seats.0.source: .* there, .* here"):
        play(tmp_path / "run", n=1000, seats=[knocks_below(4), "simple"])


@pytest.mark.parametrize("size", [0, 3, 200, -1, -2000])
def test_a_truncated_part_is_played_again(copy, whole, size):
    part = copy / "part-00002.parquet"
    part.write_bytes(part.read_bytes()[:size])
    with pytest.raises(ValueError, match=r"part-00002.parquet is damaged"):
        cs.load(copy)
    with pytest.warns(RuntimeWarning, match=r"part-00002.parquet is damaged and is played again"):
        play(copy)
    assert contents(copy) == contents(whole)


def test_a_flipped_byte_in_the_middle_is_noticed(copy, whole):
    part = copy / "part-00004.parquet"
    data = bytearray(part.read_bytes())
    data[len(data) // 3] ^= 0x10
    part.write_bytes(data)
    with pytest.raises(ValueError, match=r"part-00004.parquet is damaged"):
        _ = cs.load(copy).table
    with pytest.warns(RuntimeWarning, match="is damaged"):
        play(copy)
    assert contents(copy) == contents(whole)


def test_a_missing_part_is_played_again(copy, whole):
    (copy / "part-00003.parquet").unlink()
    play(copy)
    assert contents(copy) == contents(whole)


def test_a_foreign_part_is_named(copy, tmp_path):
    play(tmp_path / "other", seed=8)
    (copy / "part-00001.parquet").write_bytes((tmp_path / "other" / "part-00001.parquet").read_bytes())
    with pytest.raises(ValueError, match=r"part-00001.parquet is a part of another study \(seed: 8 there, 7 here\)"):
        play(copy)


def test_a_part_in_the_wrong_place_is_named(copy):
    (copy / "part-00001.parquet").write_bytes((copy / "part-00002.parquet").read_bytes())
    with pytest.raises(ValueError, match=r"part-00001.parquet is a part of another study \(part.0: 2000 there, 1000"):
        play(copy)


def test_a_part_too_many_and_parts_without_manifest_are_named(copy):
    (copy / "part-00099.parquet").write_bytes((copy / "part-00002.parquet").read_bytes())
    with pytest.raises(ValueError, match=r"part-00099.parquet does not belong to this study"):
        play(copy)
    (copy / "_run.json").unlink()
    with pytest.raises(ValueError, match=r"holds part-00000.parquet but no _run.json"):
        play(copy)


def test_a_second_writer_is_refused_and_the_first_one_unharmed(copy, whole):
    (copy / "part-00001.parquet").unlink()
    held = lock(copy)
    try:
        with pytest.raises(ValueError, match="is being written by another process"):
            play(copy)
        assert (copy / LOCK).exists()
    finally:
        release(copy, held)
    play(copy)
    assert contents(copy) == contents(whole)


def test_a_lock_left_by_a_killed_process_does_not_matter(copy, whole):
    (copy / LOCK).touch()
    play(copy)
    assert contents(copy) == contents(whole)


def test_shares_merge_to_the_whole_study(whole, tmp_path):
    shares = [tmp_path / str(i) for i in (1, 2, 3)]
    for i, share in enumerate(shares, 1):
        play(share, shard=(i, 3))
    assert merge(tmp_path / "merged", shares[::-1]).table.equals(cs.load(whole).table)
    assert contents(tmp_path / "merged") == contents(whole)


def test_merging_names_what_is_missing_double_or_foreign(whole, tmp_path):
    one, two, other = tmp_path / "one", tmp_path / "two", tmp_path / "other"
    play(one, shard=(1, 2))
    play(two, shard=(2, 2))
    play(other, shard=(2, 2), seed=9)
    target = tmp_path / "merged"
    for shares, message in [
        ([], "needs the folders of all shares"),
        ([one], "share 2 of 2 is missing"),
        ([one, two, two], "are the same share, 2 of 2"),
        ([one, other], r"other is a share of another study than .*one \(seed: 7 there, 9 here\)"),
        ([one, whole], "is a whole study, not a share of one"),
        ([one, tmp_path / "nowhere"], "nowhere is no run"),
    ]:
        with pytest.raises(ValueError, match=message):
            merge(target, shares)
    (two / "part-00003.parquet").rename(tmp_path / "kept")
    with pytest.raises(ValueError, match=r"games 3000 .. 3999 are missing"):
        merge(target, [one, two])
    (tmp_path / "kept").rename(two / "part-00003.parquet")
    (two / "part-00000.parquet").write_bytes((one / "part-00000.parquet").read_bytes())
    with pytest.raises(ValueError, match="are the same part"):
        merge(target, [one, two])
    assert not target.exists()


def test_a_share_in_memory_is_the_share_on_disk(tmp_path):
    kept = play(tmp_path / "run", shard=(2, 4))
    share = cs.simulate("gin", n=N, seed=7, shard=(2, 4), progress=False, n_jobs=1)
    assert list(share.table.index) == list(kept.table.index) == [*range(1000, 2000), *range(5000, 6000)]
    assert share.table.equals(kept.table)


def test_save_and_load_give_back_table_provenance_and_replays(tmp_path):
    run = cs.simulate("gin", ["knock_at:T=3", "simple"], n=500, seed=4, progress=False)
    run.save(tmp_path / "run.parquet")
    back = cs.load(tmp_path / "run.parquet")
    assert back.table.equals(run.table)
    assert back.provenance == run.provenance
    assert back.rate("undercut") == run.rate("undercut")
    assert str(back.replay(77)) == str(run.replay(77))
    assert repr(back) == repr(run)


def test_an_own_strategy_is_not_replayed_from_its_name(tmp_path):
    run = cs.simulate("gin", [knocks_below(2), "simple"], n=100, progress=False)
    run.save(tmp_path / "run.parquet")
    with pytest.raises(ValueError, match="strategy 'mine' is not built in"):
        cs.load(tmp_path / "run.parquet").replay(3)


def test_given_packs_are_not_replayed_as_dealt_ones(tmp_path):
    packs = np.array([np.random.default_rng(i).permutation(52) for i in range(10)])
    run = cs.simulate("gin", n=10, packs=packs, progress=False)
    run.save(tmp_path / "run.parquet")
    back = cs.load(tmp_path / "run.parquet")
    assert back.table.equals(run.table)
    with pytest.raises(ValueError, match="given packs"):
        back.replay(3)


def test_what_is_no_run_is_named(tmp_path):
    (tmp_path / "text.parquet").write_text("no parquet")
    pd.DataFrame({"a": [1]}).to_parquet(tmp_path / "foreign.parquet")
    for name, message in [
        ("nowhere", "there is no run at"),
        ("text.parquet", "is no run written by cardsim"),
        ("foreign.parquet", "is no run written by cardsim"),
        ("", "has no _run.json"),
    ]:
        with pytest.raises(ValueError, match=message):
            cs.load(tmp_path / name)
    with pytest.raises(ValueError, match="is a folder: name a file"):
        cs.simulate("gin", n=10, progress=False).save(tmp_path)


def test_pandas_and_arrow_read_the_parts_directly(whole):
    table = pd.concat(pd.read_parquet(part) for part in sorted(whole.glob("*.parquet")))
    assert table.equals(cs.load(whole).table)
    about = json.loads(pq.read_schema(whole / "part-00001.parquet").metadata[b"cardsim"])
    assert (about["seed"], about["rules"]["knock_limit"], about["part"]) == (7, 10, [1000, 1000])


def test_duckdb_reads_the_parts_directly(whole):
    import duckdb

    counted = dict(duckdb.sql(f"SELECT \"end\", count(*) FROM '{whole}/*.parquet' GROUP BY 1").fetchall())
    expected = cs.load(whole).counts("end")
    assert counted == {name: count for name, count in expected.items() if count}


def test_an_interrupted_run_keeps_every_block_and_resumes(whole, tmp_path, monkeypatch):
    real, played = folder.Folder.add, []

    def interrupted(self, block):
        if len(played) == 2:
            raise KeyboardInterrupt
        real(self, block)
        played.append((block.first, block.n))

    monkeypatch.setattr(folder.Folder, "add", interrupted)
    with pytest.warns(RuntimeWarning, match="interrupted: kept what was played in .*; the same call again goes on"):
        play(tmp_path / "run")
    assert [name for name in contents(tmp_path / "run") if name.startswith("_unfinished")]
    again = []
    monkeypatch.setattr(folder.Folder, "add", lambda self, block: (again.append(block), real(self, block)))
    play(tmp_path / "run")
    assert sum(block.n for block in again) == N - sum(count for _, count in played)
    assert contents(tmp_path / "run") == contents(whole)


@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_a_damaged_or_foreign_unfinished_part_is_ignored(copy, whole, tmp_path, damage):
    (copy / "part-00001.parquet").unlink()
    (copy / "_unfinished-00001.npz").write_bytes(damage if damage is not None else foreign_rest(tmp_path / "other"))
    play(copy)
    assert contents(copy) == contents(whole)


def foreign_rest(path):
    """The unfinished part of a study with another seed."""
    job = cs.experiment.make_job("gin", None, seed=8)
    with Folder(path, job, 0, N, None) as other:
        other.add(job.play(1000, 500))
    return (path / "_unfinished-00001.npz").read_bytes()


def test_a_read_only_folder_is_reported_before_anything_is_played(copy, monkeypatch):
    def refuse(path, *arguments, **options):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("builtins.open", refuse)
    monkeypatch.setattr("cardsim.experiment.play_all", lambda *arguments: pytest.fail("played"))
    with pytest.raises(OSError, match=r"run cannot be written: permission denied"):
        play(copy)


def test_a_disk_too_small_is_reported_after_the_first_part(tmp_path, monkeypatch):
    written = []
    real = folder.write_parquet
    monkeypatch.setattr(folder, "write_parquet", lambda *arguments: (written.append(arguments), real(*arguments)))
    monkeypatch.setattr(folder.shutil, "disk_usage", lambda path: type("Usage", (), {"free": 50_000}))
    with pytest.raises(OSError, match=r"too little room: 5,000 more games take about 0.1 MB, 0.\d MB are free"):
        play(tmp_path / "run")
    assert len(written) == 1
    monkeypatch.undo()
    assert play(tmp_path / "run").n == N


def test_a_disk_that_fills_up_ends_in_one_clear_line_and_keeps_the_parts(whole, tmp_path, monkeypatch):
    real, parts = files.pq.write_table, []

    def full(table, path, **options):
        if len(parts) == 3:
            raise OSError(28, "No space left on device")
        parts.append(path)
        real(table, path, **options)

    monkeypatch.setattr(files.pq, "write_table", full)
    with pytest.raises(OSError, match=r"part-00003.parquet cannot be written: no space left on device"):
        play(tmp_path / "run")
    monkeypatch.undo()
    assert not list((tmp_path / "run").glob(".*"))
    play(tmp_path / "run")
    assert contents(tmp_path / "run") == contents(whole)


@pytest.fixture
def tiny_disk(tmp_path):
    """A file system of 64 kB."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root can mount")
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", place]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("mounting is not allowed here")
    yield place
    subprocess.run(["umount", place], check=True)


def test_a_real_full_disk_is_reported_in_one_line(tiny_disk):
    with pytest.raises(OSError, match=r"too little room|no space left on device"):
        play(tiny_disk / "run")


def test_a_real_read_only_disk_is_reported_before_anything_is_played(tiny_disk, monkeypatch):
    subprocess.run(["mount", "-o", "remount,ro", tiny_disk], check=True)
    monkeypatch.setattr("cardsim.experiment.play_all", lambda *arguments: pytest.fail("played"))
    with pytest.raises(ValueError, match=r"(?i)read-only file system"):
        play(tiny_disk / "run")


# --- The command line -------------------------------------------------------------------------------------------------


def command(capsys, *arguments):
    from cardsim.cli import main

    code = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_shares_played_and_merged_from_the_terminal(capsys, whole, tmp_path):
    run = ["run", "gin", "--n", N, "--seed", 7, "--n-jobs", 1]
    for i in (1, 2):
        assert command(capsys, *run, "--shard", f"{i}/2", "--out", tmp_path / str(i))[0] == 0
    code, out, _ = command(capsys, "merge", tmp_path / "whole", tmp_path / "1", tmp_path / "2", "--json")
    assert code == 0
    assert json.loads(out)["n"] == N
    assert contents(tmp_path / "whole") == contents(whole)
    code, out, _ = command(capsys, "merge", tmp_path / "again", tmp_path / "1", tmp_path / "2")
    assert out.startswith("gin, simple v simple: 6,000 deals, seed 7")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["merge", "whole", "nowhere"], "nowhere is no run: it has no _run.json"),
        (["run", "gin", "--n", 10, "--out", __file__], "is a file; name a folder"),
        (["run", "gin", "--n", 10, "--shard", "1/2", "--keep", "counts"], "no keep, until or packs there"),
    ],
)
def test_bad_input_ends_in_one_line(capsys, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    code, out, err = command(capsys, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


@pytest.mark.parametrize("text", ["2", "0/3", "4/3", "a/b", "1/2/3"])
def test_a_bad_share_is_refused(capsys, text):
    with pytest.raises(SystemExit):
        command(capsys, "run", "gin", "--n", 10, "--shard", text)
    assert "is not a share such as 2/8" in capsys.readouterr().err


def test_bench_scale_shows_the_time_per_game_and_two_cores(capsys):
    code, out, _ = command(capsys, "bench", "scale", "gin", "--most", 10_000, "--repeats", 1, "--json")
    found = json.loads(out)["scale"]["gin"]
    assert code == 0
    assert found["rows"]["10000"] > 0
    assert found["counts"]["10000"] > 0
    assert found["two_cores"]["least"] <= found["two_cores"]["ratio"] <= found["two_cores"]["most"]
