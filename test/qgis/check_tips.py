"""Says as JSON what QGIS shows of every feature that is pointed at: its line (identify, lists, QField) and its map tip.

Use: check_tips.py FILE    (a result: the layers by themselves and those of its project; or a layer definition)
"""

import json
import sqlite3
import sys

from offscreen import leave, messages, start

from qgis.core import (
    QgsExpression,
    QgsExpressionContext,
    QgsExpressionContextUtils,
    QgsLayerDefinition,
    QgsProject,
    QgsVectorLayer,
)


def said(layer):
    context = QgsExpressionContext(QgsExpressionContextUtils.globalProjectLayerScopes(layer))
    line = QgsExpression(layer.displayExpression())
    faults = [line.parserErrorString()] if line.hasParserError() else []
    shown = []
    for feature in layer.getFeatures():
        context.setFeature(feature)
        id = feature["id"] if layer.fields().indexOf("id") >= 0 else ""
        tip = QgsExpression.replaceExpressionText(layer.mapTipTemplate(), context)
        shown.append([id, str(line.evaluate(context)), tip])
        if line.hasEvalError():
            faults.append(line.evalErrorString())
    return {"name": layer.name(), "id": layer.id(), "shown": shown, "faults": faults}


def main():
    path = sys.argv[1]
    start(with_window=True)
    project = QgsProject.instance()
    alone = []
    if path.endswith(".qlr"):
        QgsLayerDefinition.loadLayerDefinition(path, project, project.layerTreeRoot())
    else:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
            names = [name for (name,) in database.execute("SELECT table_name FROM gpkg_geometry_columns ORDER BY rowid")]
        alone = [said(QgsVectorLayer(f"{path}|layername={name}", name, "ogr")) for name in names]
        project.read(f"geopackage:{path}?projectName=KLIC")
    together = [said(layer) for layer in project.mapLayers().values() if isinstance(layer, QgsVectorLayer)]
    print(json.dumps({"alone": alone, "together": together, "messages": messages}))
    leave()


main()
