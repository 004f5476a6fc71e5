"""Opens a layer definition of a running server, moves the map over it, and says as JSON what came and what it asked.

Use: live_layers.py FILE.qlr RESULT.gpkg X Y MAPS    (the middle of the first of so many maps, in RD New)
"""

import json
import sys
import time
from collections import Counter

from offscreen import leave, messages, start

from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsExpressionContext,
    QgsExpressionContextUtils,
    QgsLayerDefinition,
    QgsMapRendererParallelJob,
    QgsMapSettings,
    QgsNetworkAccessManager,
    QgsProject,
    QgsRectangle,
    QgsVectorLayer,
)
from qgis.PyQt.QtCore import QEventLoop, QSize
from qgis.PyQt.QtGui import QColor

asked = []


def draw(layers, x, y, scale):
    settings = QgsMapSettings()
    settings.setLayers(layers)
    settings.setDestinationCrs(QgsCoordinateReferenceSystem("EPSG:28992"))
    settings.setOutputSize(QSize(1000, 700))
    settings.setOutputDpi(25.4 / 0.28)
    settings.setBackgroundColor(QColor("#ffffff"))
    half = 0.00028 * scale / 2
    settings.setExtent(QgsRectangle(x - 1000 * half, y - 700 * half, x + 1000 * half, y + 700 * half))
    context = QgsExpressionContext(QgsExpressionContextUtils.globalProjectLayerScopes(None))
    context.appendScope(QgsExpressionContextUtils.mapSettingsScope(settings))
    settings.setExpressionContext(context)
    before, begun, worked = len(asked), time.monotonic(), time.process_time()
    job = QgsMapRendererParallelJob(settings)
    loop = QEventLoop()
    job.finished.connect(loop.quit)
    job.start()
    loop.exec()
    seconds, worked = time.monotonic() - begun, time.process_time() - worked
    image = job.renderedImage()
    pixels = Counter(image.pixel(i, j) & 0xFFFFFF for i in range(image.width()) for j in range(image.height()))
    colours = {f"#{pixel:06x}": count for pixel, count in pixels.items() if count >= 20}
    return {"requests": len(asked) - before, "seconds": round(seconds, 3), "worked_s": round(worked, 3), "colours": colours}


def by_id(layer):
    return {feature["id"]: feature.geometry() for feature in layer.getFeatures()}


def farthest(live, beside):
    """How far a feature lies from where the GeoPackage has it."""
    here = by_id(live)
    return max((here[name].hausdorffDistance(there) for name, there in by_id(beside).items() if name in here), default=0)


def main():
    definition, path, x, y, maps = sys.argv[1:]
    start(with_window=True)
    # Of all threads: the signals of the manager tell of this one's.
    QgsNetworkAccessManager.setRequestPreprocessor(lambda request: asked.append(request.url().toString()))
    project = QgsProject.instance()
    ok, why = QgsLayerDefinition.loadLayerDefinition(definition, project, project.layerTreeRoot())
    if not ok:
        raise SystemExit(why)
    layers = [node.layer() for node in project.layerTreeRoot().findLayers() if isinstance(node.layer(), QgsVectorLayer)]
    tables = [layer.source().split("typename='")[1].split("'")[0] for layer in layers]
    extents = [layer.extent() for layer in layers]
    answer = {
        "maps": [draw(layers, float(x) + 7 * i, float(y), 500 if i == 0 else 300) for i in range(int(maps))],
        "layers": [
            {
                "name": layer.name(),
                "table": table,
                "valid": layer.isValid(),
                "crs": layer.crs().authid(),
                "extent": [round(edge, 3) for edge in (at.xMinimum(), at.yMinimum(), at.xMaximum(), at.yMaximum())],
                "features": sum(1 for _ in layer.getFeatures()),
                "fields": [[field.name(), field.typeName() or field.friendlyTypeString(), field.alias()] for field in layer.fields()],
            }
            for layer, table, at in zip(layers, tables, extents)
        ],
        "farthest_m": max(
            farthest(layer, QgsVectorLayer(f"{path}|layername={table}", table, "ogr")) for layer, table in zip(layers, tables)
        ),
    }
    answer["messages"] = messages
    print(json.dumps(answer))
    leave()


main()
