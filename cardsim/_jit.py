"""How cardsim compiles: one decorator, lazily, with a disk cache that notices every edit.

Numba's own cache looks only at the file a function stands in, so after an edit in *another* file it would go on
returning old answers.  Here the cache folder carries a hash of all sources a kernel may call (its game's folder and the
modules shared by all games); folders of older sources are removed.

A strategy's decision functions are compiled on their own, to one signature per game, and reach the kernel as addresses:
the kernel compiles once for all strategies and a new strategy costs only itself.
"""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba import config, njit, types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from cardsim._counting import Pipeline

PACKAGE = Path(__file__).parent
INTERPRETED = bool(config.DISABLE_JIT)
_lock = threading.RLock()


def _sources(group: str) -> list[Path]:
    """The files whose code may end up in a kernel of `group` (a game's folder name, or "shared")."""
    shared = [PACKAGE / name for name in ("_counting.py", "_jit.py", "bits.py", "cards.py", "rng.py")]
    shared += [PACKAGE / "games" / name for name in ("game.py", "log.py", "parameters.py", "strategy.py")]
    return shared if group == "shared" else shared + sorted((PACKAGE / "games" / group).glob("**/*.py"))


def _cache_root() -> Path:
    """Beside the sources where that can be written, else in the user's cache, else a temporary folder."""
    if os.environ.get("NUMBA_CACHE_DIR"):
        return Path(os.environ["NUMBA_CACHE_DIR"]) / "cardsim"
    place = hashlib.sha256(str(PACKAGE).encode()).hexdigest()[:12]
    candidates = [PACKAGE / "__pycache__" / "kernels"]
    candidates.append(Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "cardsim" / place)
    for root in candidates:
        try:
            root.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=root):
                return root
        except OSError:
            continue
    return Path(tempfile.gettempdir()) / f"cardsim-{place}"


@functools.cache
def cache_folder(group: str) -> Path:
    """Folder of the compiled kernels of `group`, named by a hash of their sources; stale ones are removed."""
    digest = hashlib.sha256()
    for path in _sources(group):
        if path.exists():
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    root = _cache_root()
    folder = root / f"{group}-{digest.hexdigest()[:16]}"
    for old in root.glob(f"{group}-*") if root.exists() else ():
        if old != folder:
            shutil.rmtree(old, ignore_errors=True)
    return folder


def _group(module: str) -> str:
    parts = module.split(".")
    return parts[2] if parts[:2] == ["cardsim", "games"] and len(parts) > 3 else "shared"


def _enable_cache(dispatcher: Any) -> None:
    # Numba reads the cache folder from its configuration when caching is switched on, and keeps it.
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder(_group(dispatcher.py_func.__module__)))
    try:
        dispatcher.enable_caching()
    finally:
        config.CACHE_DIR = before


class Entry:
    """A kernel with an explicit signature, called from Python; compiled, or loaded from the cache, at its first use."""

    def __init__(self, function: Callable[..., Any], signature: Any) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self.signature = signature
        self._dispatcher: Any = None

    @property
    def dispatcher(self) -> Any:
        """The compiled function; the first use compiles it."""
        if self._dispatcher is None:
            with _lock:
                if self._dispatcher is None:
                    dispatcher = njit(nogil=True, pipeline_class=Pipeline)(self.py_func)
                    _enable_cache(dispatcher)
                    dispatcher.compile(self.signature)
                    dispatcher.disable_compile()
                    self._dispatcher = dispatcher
        return self._dispatcher

    @property
    def compiled(self) -> bool:
        """Whether this process has compiled or loaded the kernel already."""
        return self._dispatcher is not None

    @property
    def cached(self) -> bool:
        """Whether the disk cache holds anything for this kernel's sources, so that loading it is quick."""
        return self.compiled or any(cache_folder(_group(self.py_func.__module__)).glob(f"**/*.{self.__name__}-*.nbc"))  # type: ignore[attr-defined]

    def __call__(self, *args: Any) -> Any:
        return self.dispatcher(*args)


def kernel(signature: Any = None, **options: Any) -> Any:
    """Compile a function the way all of cardsim is compiled: cached, without the GIL, strict floating point.

    ``@kernel`` is for functions that other kernels call: types are inferred at the first use.  ``@kernel(signature)``
    is for entry points called from Python: the types are fixed, so that the kernel compiles once, at its first call.
    References to arrays are counted where they have to be (:mod:`cardsim._counting`).  Under ``NUMBA_DISABLE_JIT=1``
    the function is left as it is.
    """
    if callable(signature) and not hasattr(signature, "return_type") and hasattr(signature, "__code__"):
        return kernel()(signature)

    def compile_lazily(function: Callable[..., Any]) -> Any:
        if INTERPRETED:
            return function
        if signature is not None:
            return Entry(function, signature)
        dispatcher = njit(nogil=True, pipeline_class=Pipeline, **options)(function)
        _enable_cache(dispatcher)
        return dispatcher

    return compile_lazily


def compile_decision(function: Callable[..., Any], signature: Any, check: bool = False) -> Any:
    """Compile one decision function of a strategy to `signature`; cached only if it belongs to the package.

    With ``check=True`` array accesses are bounds-checked.
    """
    function = getattr(function, "py_func", function)
    if INTERPRETED:
        return function
    with _lock:
        dispatcher = njit(nogil=True, boundscheck=check, pipeline_class=Pipeline)(function)
        if (function.__module__ or "").startswith("cardsim.") and function.__closure__ is None and not check:
            _enable_cache(dispatcher)
        dispatcher.compile(signature)
        dispatcher.disable_compile()
    return dispatcher


_objects: dict[int, Any] = {}


def address_of(thing: Any, signature: Any = None) -> int:
    """A number that stands for a compiled function (of `signature`) or for a float64 array inside kernels.

    The caller keeps the thing alive.  Interpreted, the number is a key under which the thing is kept.
    """
    if INTERPRETED:
        _objects[id(thing)] = thing
        return id(thing)
    if signature is None:
        return int(thing.ctypes.data)
    result = thing.get_compile_result(signature)
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


if INTERPRETED:

    def call_decision(function: int, view: Any, params: int, count: int, stream: Any) -> int:
        """Call a decision function by its number."""
        return int(_objects[int(function)](view, _objects[int(params)], stream))

else:

    @intrinsic
    def call_decision(typingctx: Any, function: Any, view: Any, params: Any, count: Any, stream: Any) -> Any:
        """Call the decision function at an address with (view, params array, stream).

        This is what numba does for a function value that it was given, without the three words per function and the
        reference counts per array that passing such values through every kernel would cost (it doubled the time of a
        gin hand).  Errors raised by the decision propagate.
        """
        array = types.Array(types.float64, 1, "C")
        arguments = (view, array, stream)

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            address, view_value, data, length, stream_value = args
            values = context.make_array(array)(context, builder)
            populate_array(
                values,
                data=builder.inttoptr(data, values.data.type),
                shape=[length],
                strides=[context.get_constant(types.intp, 8)],
                itemsize=context.get_constant(types.intp, 8),
                meminfo=None,
            )
            kind = context.call_conv.get_function_type(types.int64, arguments)
            target = builder.inttoptr(address, kind.as_pointer())
            status, answer = context.call_conv.call_function(
                builder, target, types.int64, arguments, (view_value, values._getvalue(), stream_value)
            )
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return answer

        return types.int64(types.int64, view, types.int64, types.int64, stream), generate


def python_version() -> str:
    """The running Python as "3.11.7"."""
    return ".".join(map(str, sys.version_info[:3]))
