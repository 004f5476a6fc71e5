"""Says as JSON what the legend of a project's page shows: of each layer its classes, and whether the line of each has gaps.

Use: check_legend.py RESULT.gpkg
"""

import json
import sys

from offscreen import leave, messages, start

from qgis.core import QgsLayoutItemLegend, QgsProject, QgsSymbolLegendNode
from qgis.PyQt.QtCore import QSize, Qt
from qgis.PyQt.QtGui import QColor

# At which QGIS draws a symbol that stands alone.
PIXELS_PER_MM = 96 / 25.4


def sample(node, width_mm):
    """@returns from left to right along its middle, how often ink and paper change."""
    image = node.symbol().asImage(QSize(round(width_mm * PIXELS_PER_MM), 20))
    middle = [QColor(image.pixelColor(x, 10)).alpha() > 100 for x in range(2, image.width() - 2)]
    return sum(a != b for a, b in zip(middle, middle[1:]))


def main():
    start(with_window=False)
    project = QgsProject.instance()
    project.read(f"geopackage:{sys.argv[1]}?projectName=KLIC")
    layout = project.layoutManager().layoutByName("A3 liggend")
    (legend,) = [item for item in layout.items() if isinstance(item, QgsLayoutItemLegend)]
    model = legend.model()
    layers = []
    for layer in model.rootGroup().findLayers():
        nodes = [node for node in model.layerLegendNodes(layer) if isinstance(node, QgsSymbolLegendNode) and node.symbol()]
        layers.append(
            {
                "name": layer.name(),
                "valid": layer.layer() is not None and layer.layer().isValid(),
                "samples": [[node.data(Qt.ItemDataRole.DisplayRole), sample(node, legend.symbolWidth())] for node in nodes],
            }
        )
    print(json.dumps({"width_mm": legend.symbolWidth(), "layers": layers, "messages": messages}))
    leave()


main()
