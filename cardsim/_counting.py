"""Which kernels may do without counting references to arrays.

Numba counts the references to every array that a function is handed or looks at, although a kernel only ever works in
memory that its caller keeps alive: that was up to a third of the time of a hand.  So kernels do not count, except those
that own arrays, because they make them or are given new ones by others.  The compiler pass here refuses to compile
anything else without counting; it would never free that memory, or free it too early.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.errors import NumbaError
from numba.core.typed_passes import NopythonTypeInference

_MAKERS = {
    "arange",
    "array",
    "concatenate",
    "copy",
    "empty",
    "empty_like",
    "full",
    "ones",
    "sort",
    "zeros",
    "zeros_like",
}


def makes_arrays(function: Callable[..., Any]) -> bool:
    """Whether a function makes arrays itself, by the names in its code.

    Examples
    --------
    >>> import numpy as np
    >>> makes_arrays(lambda n: np.zeros(n)), makes_arrays(lambda table: table.pack[0])
    (True, False)
    """
    return not _MAKERS.isdisjoint(function.__code__.co_names)


@register_pass(mutates_CFG=False, analysis_only=True)
class OwnsNoArrays(AnalysisPass):
    """Refuses a function that is compiled without counting and is given an array by a call, or returns one."""

    _name = "cardsim_owns_no_arrays"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Look at the types of all calls and of the answer."""
        if state.flags.nrt:
            return False
        models = state.targetctx.data_model_manager
        calls = ((call, types) for call, types in state.calltypes.items() if getattr(call, "op", "") == "call")
        answers = [types.return_type for _, types in calls if types is not None]
        for answer in [*answers, state.return_type]:
            if models[answer].contains_nrt_meminfo():
                name = f"{state.func_id.modname}.{state.func_id.func_qualname}"
                raise NumbaError(f"{name} is given or returns {answer}: declare it with @kernel(counted=True)")
        return False


class Pipeline(CompilerBase):
    """Numba's own pipeline with that pass in it."""

    def define_pipelines(self) -> list[Any]:
        """The passes, in order."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(OwnsNoArrays, NopythonTypeInference)
        passes.finalize()
        return [passes]
