"""Charts in one style: intervals always drawn, n and rules in the subtitle, published values as hollow markers.

Every function takes a tidy table with columns ``value``, ``low``, ``high`` (and ``n``) and returns a matplotlib
figure; `save` puts it on disk with its table and its origin.
"""

from cardsim.plots.comparisons import dots_published, tornado
from cardsim.plots.matrix import heatmap
from cardsim.plots.results import save
from cardsim.plots.series import bars, lines, rates
from cardsim.plots.sweeps import sweep

__all__ = ["bars", "dots_published", "heatmap", "lines", "rates", "save", "sweep", "tornado"]
