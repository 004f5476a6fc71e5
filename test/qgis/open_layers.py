"""Opens a layer definition in an empty project and says as JSON what is then there.

Use: open_layers.py FILE.qlr OUT.png MIN_X MIN_Y MAX_X MAX_Y    (the box in RD New, drawn as a picture)
"""

import json
import sys
from collections import Counter

from offscreen import leave, messages, start

from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsExpressionContext,
    QgsExpressionContextUtils,
    QgsLayerDefinition,
    QgsMapRendererParallelJob,
    QgsMapSettings,
    QgsProject,
    QgsRectangle,
    QgsVectorLayer,
)
from qgis.PyQt.QtCore import QEventLoop, QSize
from qgis.PyQt.QtGui import QColor


def count(layer):
    return sum(1 for _ in layer.getFeatures()) if isinstance(layer, QgsVectorLayer) else None


def main():
    path, out, *corners = sys.argv[1:]
    start(with_window=True)
    project = QgsProject.instance()
    ok, why = QgsLayerDefinition.loadLayerDefinition(path, project, project.layerTreeRoot())
    (top,) = project.layerTreeRoot().children() or [None]
    settings = QgsMapSettings()
    settings.setLayers([node.layer() for node in top.findLayers()])
    settings.setDestinationCrs(QgsCoordinateReferenceSystem("EPSG:28992"))
    settings.setOutputSize(QSize(800, 800))
    settings.setOutputDpi(96)
    settings.setBackgroundColor(QColor("#ffffff"))
    settings.setExtent(QgsRectangle(*map(float, corners)))
    # The official look depends on the scale, which the canvas of QGIS tells.
    context = QgsExpressionContext(QgsExpressionContextUtils.globalProjectLayerScopes(None))
    context.appendScope(QgsExpressionContextUtils.mapSettingsScope(settings))
    settings.setExpressionContext(context)
    job = QgsMapRendererParallelJob(settings)
    loop = QEventLoop()
    job.finished.connect(loop.quit)
    job.start()
    loop.exec()
    image = job.renderedImage()
    image.save(out)
    pixels = Counter(image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height()))
    answer = {
        "loaded": [ok, why],
        "name": top.name(),
        "layers": [
            {
                "group": node.parent().name(),
                "name": node.name(),
                "valid": node.layer().isValid(),
                "crs": node.layer().crs().authid(),
                "provider": node.layer().providerType(),
                "renderer": node.layer().renderer().type() if node.layer().renderer() else None,
                "features": count(node.layer()),
            }
            for node in top.findLayers()
        ],
        "errors": [error.message for error in job.errors()],
        "colours": {name: count for name, count in pixels.items() if count >= 20},
        "messages": messages,
    }
    print(json.dumps(answer))
    leave()


main()
