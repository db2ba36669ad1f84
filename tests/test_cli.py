"""The command line: help with examples, JSON everywhere, and bad input answered in one line with exit code 2."""

from __future__ import annotations

import json

import pytest

from cardsim.cli import COMMANDS, EXAMPLE, build_parser, main

SMALL = ["--n", "200", "--seed", "7", "--n-jobs", "1"]


def cardsim(capsys, *arguments: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of one command line."""
    try:
        code = main(arguments)
    except SystemExit as end:
        code = int(end.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def refused(capsys, *arguments: str) -> str:
    """The one line with which bad input is refused."""
    code, out, err = cardsim(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("cardsim")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err


def test_help_shows_an_example(capsys):
    code, out, _ = cardsim(capsys, "--help")
    assert code == 0
    assert f"example:\n  {EXAMPLE}" in out


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_each_command_shows_an_example_that_parses(capsys, command):
    code, out, _ = cardsim(capsys, command, "--help")
    assert code == 0
    example = out.split("example:\n")[1].split()
    assert example[:2] == ["cardsim", command]
    build_parser().parse_args(example[1:])


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_json(capsys, command):
    assert "--json" in cardsim(capsys, command, "--help")[1]


def test_run_prints_every_end_with_an_interval(capsys):
    code, out, _ = cardsim(capsys, "run", "gin", *SMALL)
    assert code == 0
    assert "undercut" in out
    assert "95 %" in out


def test_run_as_json_has_the_same_outcomes_in_numbers(capsys):
    code, out, _ = cardsim(capsys, "run", "gin", *SMALL, "--rule", "knock_limit=7", "--json")
    data = json.loads(out)
    assert code == 0
    assert data["n"] == 200
    assert data["seed"] == 7
    assert data["rules"]["knock_limit"] == 7
    ends = {one["outcome"]: one for one in data["outcomes"]}
    assert ends["undercut"]["low"] <= ends["undercut"]["value"] <= ends["undercut"]["high"]


def test_a_preset_and_single_rules_go_together(capsys):
    _, out, _ = cardsim(capsys, "run", "gin", *SMALL, "--rules", "eaai", "--rule", "undercut_bonus=10", "--json")
    from cardsim import games

    assert json.loads(out)["rules"] == games["gin"].presets["eaai"]._replace(undercut_bonus=10)._asdict()


def test_the_progress_bar_goes_to_standard_error_and_only_to_a_terminal(capsys):
    _, out, err = cardsim(capsys, "run", "gin", *SMALL, "--json")
    json.loads(out)
    assert "%|" not in err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["run", "gim", *SMALL], "gin"),
        (["run", "gin", *SMALL, "--seat", "simpel", "--seat", "simple"], "simple"),
        (["run", "gin", *SMALL, "--seat", "simple"], "2 seats"),
        (["run", "gin", *SMALL, "--rule", "knock_limt=7"], "knock_limit"),
        (["run", "gin", *SMALL, "--rule", "knock_limit=70"], "knock_limit=70"),
        (["run", "gin", *SMALL, "--rule", "knock_limit"], "knock_limit=7"),
        (["run", "gin", *SMALL, "--rules", "eaia"], "eaai"),
        (["run", "gin", "--n", "0"], "less than 1"),
        (["run", "gin", "--n", "many"], "whole number"),
        (["run", "gin", "--n", "10", "--seed", "-1"], "--seed"),
        (["run", "gin", "--n", "10", "--shard", "9/8"], "2/8"),
        (["replay", "gin", "--seed", "7", "--index", "x"], "whole number"),
        (["list", "patience"], "known"),
        (["bench", "gin", "--only", "nothing like that"], "no workload"),
        (["bench", "gin", "--against", "pyproject.toml"], "pyproject.toml"),
        (["study", "--game", "patience"], "known"),
        (["results", "check", "--folder", "no-such-folder"], "no-such-folder"),
        (["results", "check", "no-such-chart"], "no-such-chart"),
        (["compare", "gin", "simple", "--n", "10"], "two"),
        (["sweep", "gin", "--vary", "knock_limit=9:3", *SMALL], "0:10"),
        (["sweep", "gin", "--vary", "knock_limt=1,2", *SMALL], "knock_limit"),
        (["sweep", "gin", "--vary", "knock_limit=1,2", "--measure", "undrcut", *SMALL], "undercut"),
        (["tune", "gin", "--vary", "knock_limit=1,2", "--target", "undrcut", *SMALL], "undercut"),
        (["dance"], "invalid choice"),
        ([], "COMMAND"),
    ],
    ids=lambda value: " ".join(value)[:50] if isinstance(value, list) else None,
)
def test_bad_input_is_named_in_one_line(capsys, arguments, expected):
    assert expected in refused(capsys, *arguments)


def test_shares_merge_to_the_whole_study(capsys, tmp_path):
    for share in ("1/2", "2/2"):
        folder = str(tmp_path / share[0])
        assert cardsim(capsys, "run", "gin", *SMALL, "--out", folder, "--shard", share)[0] == 0
    code, out, _ = cardsim(capsys, "merge", str(tmp_path / "all"), str(tmp_path / "1"), str(tmp_path / "2"), "--json")
    whole = json.loads(cardsim(capsys, "run", "gin", *SMALL, "--json")[1])
    assert code == 0
    assert json.loads(out)["outcomes"] == whole["outcomes"]
    assert "missing" in refused(capsys, "merge", str(tmp_path / "none"), str(tmp_path / "1"))


def test_compare_ranks_the_players_with_intervals(capsys):
    league = ["compare", "gin", "simple", "gin_only", "--n", "300", "--n-jobs", "1"]
    code, out, _ = cardsim(capsys, *league, "--json")
    assert code == 0
    ranking = {row["player"]: row for row in json.loads(out)["ranking"]}
    assert set(ranking) == {"simple", "gin_only"}
    assert ranking["simple"]["win_low"] <= ranking["simple"]["win"] <= ranking["simple"]["win_high"]
    assert "simple" in cardsim(capsys, *league)[1]


def test_sweep_gives_one_row_per_cell_and_measure(capsys):
    grid = ["sweep", "gin", "--vary", "knock_limit=3:4", "--measure", "win", "--measure", "gin", *SMALL]
    code, out, _ = cardsim(capsys, *grid, "--json")
    rows = json.loads(out)
    assert code == 0
    assert [(row["knock_limit"], row["measure"]) for row in rows] == [(3, "win"), (3, "gin"), (4, "win"), (4, "gin")]
    text = cardsim(capsys, *grid)[1]
    assert text.count("%") == 1 + len(rows)


def test_tune_answers_and_confirms(capsys):
    command = ["tune", "gin", "--seat", "knock_at", "--seat", "simple", "--vary", "0.T=0,10", "--target", "win", *SMALL]
    code, out, _ = cardsim(capsys, *command, "--json")
    data = json.loads(out)
    assert code == 0
    assert data["answer"]["0.T"] in (0, 10)
    assert data["confirmation"]["low"] <= data["confirmation"]["value"] <= data["confirmation"]["high"]


def test_list_names_all_games(capsys):
    from cardsim import games

    _, out, _ = cardsim(capsys, "list", "--json")
    assert set(json.loads(out)) == set(games)


@pytest.mark.parametrize("part", ["knock_limit", "eaai", "simple", "take_upcard", "upcard", "knocker", "void"])
def test_list_of_a_game_shows_rules_presets_players_view_and_columns(capsys, part):
    code, out, _ = cardsim(capsys, "list", "gin")
    assert code == 0
    assert part in out


def test_replay_prints_the_same_game_every_time(capsys):
    first = cardsim(capsys, "replay", "gin", "--seed", "7", "--index", "12345")
    assert first[0] == 0
    assert first == cardsim(capsys, "replay", "gin", "--seed", "7", "--index", "12345")
    assert first[1] != cardsim(capsys, "replay", "gin", "--seed", "7", "--index", "12346")[1]


def test_bench_measures_saves_and_compares(capsys, tmp_path):
    file = tmp_path / "before.json"
    quick = ["bench", "gin", "--repeats", "2", "--seconds", "0.02", "--only", "(deal)", "--json"]
    code, out, _ = cardsim(capsys, *quick, "--save", str(file))
    assert code == 0
    assert json.loads(out) == json.loads(file.read_text(encoding="utf-8"))
    data = json.loads(cardsim(capsys, *quick, "--against", str(file))[1])
    for one in data["workloads"].values():
        assert one["fastest_nanoseconds"] <= one["nanoseconds"] <= one["slowest_nanoseconds"]
        assert one["ratio"] > 0


def test_study_covers_every_game_that_is_there(capsys, tmp_path):
    from cardsim import games
    from cardsim.commands.headlines import RULESETS

    assert set(games) <= {ruleset.game for ruleset in RULESETS}
    code, out, _ = cardsim(capsys, "study", "--n", "1000", "--n-jobs", "1", "--out", str(tmp_path), "--json")
    rows = json.loads(out)
    assert code == 0
    assert {row["game"] for row in rows} == set(games)
    for name in games:
        assert (tmp_path / f"study-{name}" / "figure.png").stat().st_size > 1000
    assert (tmp_path / "study.csv").read_text(encoding="utf-8").count("\n") == len(rows) + 1


def test_results_of_a_study_check_and_a_changed_digest_is_noticed(capsys, tmp_path):
    cardsim(capsys, "study", "--game", "gin", "--n", "1000", "--n-jobs", "1", "--out", str(tmp_path))
    check = ["results", "check", "--folder", str(tmp_path), "--json"]
    code, out, _ = cardsim(capsys, *check)
    assert code == 0
    assert [one["same"] for one in json.loads(out)] == [True]
    path = tmp_path / "study-gin" / "run.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    document["runs"][0]["digest"] = "0" * len(document["runs"][0]["digest"])
    path.write_text(json.dumps(document), encoding="utf-8")
    code, out, _ = cardsim(capsys, *check)
    assert code == 1
    assert [one["same"] for one in json.loads(out)] == [False]


def test_study_text_has_intervals_and_games_per_second(capsys, tmp_path):
    _, out, _ = cardsim(capsys, "study", "--game", "gin", "--n", "1000", "--n-jobs", "1", "--out", str(tmp_path))
    for part in ("undercut", "95 % interval", "games/s", "seed"):
        assert part in out
