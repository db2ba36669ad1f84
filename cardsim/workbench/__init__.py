"""workbench: a house-rule workbench for JupyterLab, with a control for every rule and the outcomes as they come in."""

from __future__ import annotations

from typing import Any


def workbench(game: Any = None) -> Any:
    """Try house rules by hand in a notebook: change a rule and watch the headline outcomes move.

    Every rule has a slider, switch or menu; the outcomes come with intervals, beside those of the default rules on
    the same deals, and grow more precise while one looks.  A button shows the code that makes the same run.

    Parameters
    ----------
    game : str or Game, optional
        The game to begin with; default gin.

    Returns
    -------
    cardsim.workbench.widgets.Workbench
        Shown as widgets in JupyterLab.

    Raises
    ------
    ImportError
        Saying what to install, if ipywidgets is not there.
    ValueError
        If there is no such game.
    """
    from cardsim.games import find_game

    name = find_game("gin" if game is None else game).name
    try:
        from cardsim.workbench.widgets import Workbench
    except ModuleNotFoundError as error:
        if error.name not in ("ipywidgets", "IPython"):
            raise
        raise ImportError(
            f"cs.workbench needs {error.name}, which is not installed: pip install 'cardsim[notebook]'"
        ) from None
    return Workbench(name)
