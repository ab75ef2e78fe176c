"""What `make coverage` says of a source is what coverage.py says that traces it."""

import ast
import json
from copy import deepcopy
from itertools import combinations

import pytest
from coverage import Coverage

from tests.support.reached.arcs import arcs_of
from tests.support.reached.sitecustomize import NAME, Probes

SAMPLE = '''"""A docstring."""

from __future__ import annotations


def marked(function):
    return function


@marked
def sorted_out(thing):
    """Return what a thing is."""
    match thing:
        case int(number) if number > 5:
            return "much"
        case (
            str("é") | bytes()
        ):
            found = "text"
        case str(text):
            for letter in text:
                if letter == "b":
                    break
            else:
                return "no b"
            found = "b"
        case list():
            while thing:
                thing.pop()
            found = "empty"
        case _:
            pass
    try:
        return found
    except NameError:
        return "unknown"
    finally:
        ENDED.append(thing)


def halved(number):
    if number % 2:
        raise ValueError(number)
    elif number > 10: number = 10
    return number // 2


ENDED = []
for given in GIVEN:
    try:
        if isinstance(given, float):
            halved(int(given))
        sorted_out(given)
    except ValueError:
        pass
'''
GIVEN = (7, "é", "abc", "acc", "", [1], None, 2, 3.0, 12.0, 4.0)


def told(path, data_file):
    """Return the lines and branches that coverage.py finds missing by the data it has."""
    coverage = Coverage(branch=True, data_file=str(data_file), config_file=False)
    coverage.load()
    out = data_file.with_suffix(".json")
    coverage.json_report(morfs=[str(path)], outfile=str(out))
    (found,) = json.loads(out.read_text(encoding="utf-8"))["files"].values()
    return found["missing_lines"], found["missing_branches"]


def traced(path, given, data_file):
    coverage = Coverage(branch=True, data_file=str(data_file), config_file=False, include=["*"])
    coverage.start()
    try:
        exec(compile(SAMPLE, str(path), "exec"), {"GIVEN": deepcopy(given)})  # noqa: S102 - ours
    finally:
        coverage.stop()
    coverage.save()


def probed(path, given, data_file):
    source = SAMPLE.encode()
    tree = ast.parse(source)
    tree.body = Probes(source, 0).put(tree.body)
    hits = bytearray(len(source))
    exec(compile(tree, str(path), "exec"), {"GIVEN": deepcopy(given), NAME: hits})  # noqa: S102 - ours
    coverage = Coverage(branch=True, data_file=str(data_file), config_file=False)
    data = coverage.get_data()
    data.add_arcs({str(path): arcs_of(source, bytes(hits))})
    data.write()


@pytest.mark.parametrize("few", [0, 1, len(GIVEN)])
def test_probes_find_missing_what_a_tracer_finds_missing(tmp_path, few):
    path = tmp_path / "sample.py"
    path.write_text(SAMPLE, encoding="utf-8")
    for number, given in enumerate(combinations(GIVEN, few)):
        by_probes, by_tracer = tmp_path / f"probes{number}", tmp_path / f"tracer{number}"
        probed(path, given, by_probes)
        traced(path, given, by_tracer)
        assert told(path, by_probes) == told(path, by_tracer), given
