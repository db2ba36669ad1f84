"""Kernels that do without counting references to arrays.

Numba counts the references to every array that a function is handed or looks at, although a kernel only ever works in
memory that its caller keeps alive: that was up to a third of the time of a hand.  So kernels do not count, except those
that own arrays, because they make them, are given new ones by others, or return them.
"""

from __future__ import annotations

from typing import Any

from numba.core import ir
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.typed_passes import NopythonTypeInference
from numba.core.types.abstract import Type
from numba.core.types.containers import BaseTuple
from numba.core.types.npytypes import Array

_VIEWS = {"getitem", "static_getitem"}
"""Operations whose arrays are parts of those they are taken from, if no array says which."""


def owns_arrays(state: Any) -> bool:
    """Whether a typed function makes, is given or returns arrays, or holds anything else whose references count."""
    models = state.targetctx.data_model_manager

    def counts(kind: Type) -> bool:
        return bool(models[kind].contains_nrt_meminfo())

    if counts(state.return_type):
        return True
    if any(counts(kind) and not isinstance(kind, Array | BaseTuple) for kind in state.typemap.values()):
        return True
    return any(
        _makes_array(step, signature, counts) for step, signature in state.calltypes.items() if signature is not None
    )


def _makes_array(step: Any, signature: Any, counts: Any) -> bool:
    """Whether an operation leaves a new array, or needs one while it copies another."""
    if isinstance(step, ir.SetItem | ir.StaticSetItem):
        return counts(signature.args[-1])
    if getattr(step, "op", "") in _VIEWS:
        return any(counts(kind) for kind in signature.args[1:])
    return isinstance(signature.return_type, Type) and counts(signature.return_type)


@register_pass(mutates_CFG=False, analysis_only=True)
class CountWhereArraysAreOwned(AnalysisPass):
    """Has a function not count if its types show that it owns no arrays."""

    _name = "cardsim_count_where_arrays_are_owned"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Look at the types of all variables and operations."""
        if not owns_arrays(state):
            state.flags.nrt = False
            state.targetctx = state.targetctx.subtarget(enable_nrt=False)
        return False


class Pipeline(CompilerBase):
    """Numba's own pipeline with that pass in it."""

    def define_pipelines(self) -> list[Any]:
        """The passes, in order."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(CountWhereArraysAreOwned, NopythonTypeInference)
        passes.finalize()
        return [passes]
