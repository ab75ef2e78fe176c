"""How hard the property tests try: `HYPOTHESIS_PROFILE` names it.

`make test` tries the same examples each time, so that what passed here passes there; `make soak`
draws new ones at each run, and many more: what the gate tries has to stay cheap.
"""

import gc
import os
import signal
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.support import kept

# Tests start hundreds of processes: what they import is compiled once and kept, out of the way of
# the sources, also where the environment wants no bytecode beside these.
BYTECODE = str(Path(__file__).parents[1] / "build" / "bytecode")
os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = os.environ.get(
    "PYTHONPYCACHEPREFIX", BYTECODE
)
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# NumPy lets threads wait for work by going round and round, beside all that else runs here.
for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(threads, "1")

# Begun in the background of a shell that has no jobs: Ctrl-C is ignored then, by children too.
if (
    threading.current_thread() is threading.main_thread()
    and signal.getsignal(signal.SIGINT) is signal.SIG_IGN
):
    signal.signal(signal.SIGINT, signal.default_int_handler)

# What is drawn is often a whole play: how long that takes is the machine's affair, and no fault.
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("gate", UNHURRIED, max_examples=50, derandomize=True)
settings.register_profile("soak", UNHURRIED, max_examples=20_000)
# For tests/test_planted_faults.py: what fails need not be made small.
settings.register_profile(
    "planted",
    UNHURRIED,
    max_examples=200,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),
)

# For `make rulebooks`, which runs tests on changed rule texts: a few examples, made no smaller.
settings.register_profile(
    "changed",
    UNHURRIED,
    max_examples=15,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),
)

profile = os.environ.get("HYPOTHESIS_PROFILE", "gate")
settings.load_profile(profile)

# Hypothesis draws numbers and texts that stand in our modules too, in those that are loaded by
# then: which ones these are hangs on the tests before, and on where the checkout lies.
providers = sys.modules.get("hypothesis.internal.conjecture.providers")
if profile == "gate" and hasattr(providers, "_get_local_constants"):
    providers._get_local_constants = providers.Constants  # noqa: SLF001 - there is no other way


def pytest_addoption(parser):
    """Add `--bless`: write what came out into the golden files. `--counted`: count cases.

    `--costs`: measure what tests cost.
    """
    parser.addoption("--bless", action="store_true", help="rewrite the golden files")
    parser.addoption("--counted", metavar="FILE", help="add the cases that are run to this file")
    parser.addoption("--costs", metavar="FILE", help="write processor seconds into this file")


def pytest_sessionstart(session):
    """Read texts of the checkout once; what collects no tests reads none."""
    if not session.config.getoption("numprocesses", None):
        from tests.support.once import read_once  # noqa: PLC0415 - see above

        gc.disable()
        read_once()


def pytest_collection_finish():
    """Look for garbage more seldom, and not in what was loaded: that took a tenth of the time.

    Nor was it looked for while that was loaded: hardly any of it is garbage.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()
    _leave_code_as_it_is()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish():
    """Look for garbage once more, for what it may tell; from then on what is left is left."""
    gc.collect()
    gc.freeze()


def _leave_code_as_it_is():
    """Begin no code of full speed in the background; `test_tiers.py` is about that.

    What it costs, and whatever goes wrong with it, would befall the test that runs by then.
    """
    from interpreter.native.engine import tiers  # noqa: PLC0415 - no process collects in vain

    tiers.PATIENCE_S = float("inf")


def pytest_configure(config):
    """Have a place for what is compiled; count cases, and measure costs, if asked."""
    _refuse_what_is_not_there(config)
    kept.make(config)
    if config.getoption("--costs"):
        from tests.support.costs import Costs  # noqa: PLC0415 - seldom asked for

        config.pluginmanager.register(Costs(config, Path(config.getoption("--costs"))))
    if config.getoption("--counted"):
        from tests.support.promised.counting import Counting  # noqa: PLC0415 - seldom asked for

        config.pluginmanager.register(Counting(Path(config.getoption("--counted"))))


def _refuse_what_is_not_there(config):
    """Name the files that somebody asks for and that are not there: several processes do not."""
    asked = (name.partition("::")[0] for name in config.args)
    missing = [name for name in asked if not (config.invocation_params.dir / name).exists()]
    if missing:
        raise pytest.UsageError(f"there is no {', no '.join(missing)}")
