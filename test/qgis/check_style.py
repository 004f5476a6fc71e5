"""Opens a result GeoPackage in real QGIS, without a screen, and says as JSON what QGIS makes of it.

Use: check_style.py FILE.gpkg [--picture OUT.png X Y SCALE]... [--ink X Y SCALE]... [--page OUT.png]
The layers are opened twice: one by one, with the styles that QGIS finds by itself, and as the project inside the file,
where it has one.
"""

import functools
import json
import os
import sqlite3
import sys
import tempfile
from array import array
from collections import Counter

os.environ["QT_QPA_PLATFORM"] = "offscreen"
# The user's own settings, caches and profiles stay as they are.
os.environ["XDG_RUNTIME_DIR"] = os.environ["HOME"] = tempfile.mkdtemp(prefix="klic-qgis-")

from qgis.core import (  # noqa: E402
    Qgis,
    QgsApplication,
    QgsExpression,
    QgsExpressionContext,
    QgsExpressionContextUtils,
    QgsLayerTreeModel,
    QgsLayoutExporter,
    QgsMapRendererParallelJob,
    QgsMapSettings,
    QgsPointXY,
    QgsProject,
    QgsRectangle,
    QgsSnappingUtils,
    QgsSvgMarkerSymbolLayer,
    QgsVectorLayer,
)
from qgis.PyQt.QtCore import QSize  # noqa: E402
from qgis.PyQt.QtGui import QColor, QImage  # noqa: E402

PIXEL_MM = 0.28
DPI = 25.4 / PIXEL_MM
SHEETS = "klic_layer_bladen_500"

messages = []


def symbol_layers(symbol):
    """All layers of a symbol and of the symbols inside it."""
    for layer in symbol.symbolLayers():
        yield layer
        if layer.subSymbol():
            yield from symbol_layers(layer.subSymbol())


def pixels_of(image):
    """All pixels, row by row, as 0xRRGGBB."""
    plain = image.convertToFormat(QImage.Format_RGB32)
    bits = plain.constBits()
    bits.setsize(plain.sizeInBytes())
    return array("I", [pixel & 0xFFFFFF for pixel in memoryview(bits).cast("I")])


@functools.cache
def shows_colour(picture):
    """Whether a picture takes the colour that a symbol gives it."""
    image = QgsApplication.svgCache().svgAsImage(picture, 100, QColor("#ff0000"), QColor("#ff0000"), 0, 1)[0]
    return 0xFF0000 in pixels_of(image)


def faults_of(layer):
    """Expressions that QGIS can't read or evaluate, and pictures that it can't draw."""
    faults = []
    context = QgsExpressionContext(QgsExpressionContextUtils.globalProjectLayerScopes(layer))
    feature = next(layer.getFeatures(), None)
    context.setFields(layer.fields())
    if feature:
        context.setFeature(feature)

    def check(text):
        expression = QgsExpression(text)
        if expression.hasParserError():
            faults.append(f"{text}: {expression.parserErrorString()}")
        elif feature:
            expression.prepare(context)
            expression.evaluate(context)
            if expression.hasEvalError():
                faults.append(f"{text}: {expression.evalErrorString()}")
        unknown = expression.referencedColumns() - set(layer.fields().names())
        if unknown:
            faults.append(f"{text}: no column {', '.join(unknown)}")

    if not layer.isSpatial():
        return faults
    check(layer.displayExpression())
    for text in layer.mapTipTemplate().split("[%")[1:]:
        check(text.split("%]")[0])
    rules = layer.renderer().rootRule().children()
    for rule in rules:
        if rule.filterExpression() not in ("", "ELSE"):
            check(rule.filterExpression())
        for part in symbol_layers(rule.symbol()):
            properties = part.dataDefinedProperties()
            for key in properties.propertyKeys():
                check(properties.property(key).expressionString())
            if isinstance(part, QgsSvgMarkerSymbolLayer):
                if not shows_colour(part.path()):
                    faults.append(f"a picture of {rule.label()} shows no colour")
    if layer.labelsEnabled():
        settings = layer.labeling().settings()
        check(settings.fieldName)
        properties = settings.dataDefinedProperties()
        for key in properties.propertyKeys():
            check(properties.property(key).expressionString())
    return faults


def by_itself(path, name):
    layer = QgsVectorLayer(f"{path}|layername={name}", name, "ogr")
    message, found = layer.loadDefaultStyle()
    renderer = layer.renderer()
    return {
        "valid": layer.isValid(),
        "style_found": found,
        "renderer": renderer.type(),
        "rules": [rule.label() for rule in renderer.rootRule().children()] if renderer.type() == "RuleRenderer" else [],
        "bounds": [rule.minimumScale() for rule in renderer.rootRule().children()] if renderer.type() == "RuleRenderer" else [],
        "labels": layer.labelsEnabled(),
        "minimum_scale": layer.minimumScale() if layer.hasScaleBasedVisibility() else None,
        "faults": faults_of(layer) if renderer.type() == "RuleRenderer" else [],
    }


def render(project, x, y, scale, width, height):
    settings = QgsMapSettings()
    # The background would come from the internet.
    settings.setLayers([layer for layer in project.layerTreeRoot().layerOrder() if layer.providerType() in ("ogr", "gdal")])
    settings.setDestinationCrs(project.crs())
    settings.setOutputDpi(DPI)
    settings.setOutputSize(QSize(width, height))
    settings.setBackgroundColor(QColor("#ffffff"))
    half = PIXEL_MM / 1000 * scale / 2
    settings.setExtent(QgsRectangle(x - width * half, y - height * half, x + width * half, y + height * half))
    # Expressions ask for the scale, and the canvas of QGIS tells it.
    context = QgsExpressionContext(QgsExpressionContextUtils.globalProjectLayerScopes(None))
    context.appendScope(QgsExpressionContextUtils.mapSettingsScope(settings))
    settings.setExpressionContext(context)
    job = QgsMapRendererParallelJob(settings)
    job.start()
    job.waitForFinished()
    return settings.scale(), [error.message for error in job.errors()], job.renderedImage()


def draw(project, out, x, y, scale, width=1000, height=700):
    scale, errors, image = render(project, x, y, scale, width, height)
    image.save(out)
    colours = {f"#{pixel:06x}": count for pixel, count in Counter(pixels_of(image)).items() if count >= 10}
    return {
        "scale": scale,
        "errors": errors,
        "colours": colours,
    }


def ink(project, x, y, scale, half=100):
    """The frame around all that is dark near a point, in pixels from that point."""
    image = render(project, x, y, scale, 2 * half, 2 * half)[2]
    size = 2 * half
    dark = [
        (i % size - half, i // size - half)
        for i, pixel in enumerate(pixels_of(image))
        if QColor(pixel).lightness() < 128
    ]
    if not dark:
        return None
    columns, rows = zip(*dark)
    return [min(columns), min(rows), max(columns), max(rows)]


def said_of(layer):
    """The line and the tip of its first feature, and how many of its columns have a title."""
    feature = next(layer.getFeatures(), None)
    context = QgsExpressionContext(QgsExpressionContextUtils.globalProjectLayerScopes(layer))
    titles = sum(field.alias() != "" for field in layer.fields())
    if feature is None:
        return ["", "", titles]
    context.setFeature(feature)
    line = QgsExpression(layer.displayExpression()).evaluate(context)
    return [str(line), QgsExpression.replaceExpressionText(layer.mapTipTemplate(), context), titles]


def tree_of(group):
    return [
        {"name": node.name(), "on": node.isVisible(), "inside": tree_of(node)}
        if node.nodeType() == 0
        else {"name": node.name(), "on": node.isVisible()}
        for node in group.children()
    ]


def snaps_of(project):
    """Where a click 10 cm beside the begin of a cable goes, and the layers that the project says nothing snaps to."""
    cables = [layer for layer in project.mapLayers().values() if "layername=kabel_of_leiding" in layer.source()]
    cable = next((layer for layer in cables if layer.featureCount()), None)
    if not cable:
        return None
    begin = next(cable.getFeatures()).geometry().vertexAt(0)
    settings = QgsMapSettings()
    settings.setDestinationCrs(project.crs())
    settings.setOutputSize(QSize(1000, 700))
    settings.setLayers(project.layerTreeRoot().layerOrder())
    settings.setExtent(QgsRectangle(begin.x() - 20, begin.y() - 14, begin.x() + 20, begin.y() + 14))
    snapping = QgsSnappingUtils()
    snapping.setMapSettings(settings)
    snapping.setConfig(project.snappingConfig())
    match = snapping.snapToMap(QgsPointXY(begin.x() + 0.1, begin.y() + 0.1))
    each = project.snappingConfig().individualLayerSettings().items()
    return {
        "off_m": round(match.point().distance(begin.x(), begin.y()), 3) if match.isValid() else None,
        "not": sorted({layer.source().split("layername=")[1].split("|")[0] for layer, own in each if not own.enabled()}),
    }


def edges_of(box):
    return [round(edge, 3) for edge in (box.xMinimum(), box.yMinimum(), box.xMaximum(), box.yMaximum())]


def map_themes_of(project):
    """The layers that each shows, when everything was switched off before."""
    root = project.layerTreeRoot()
    model = QgsLayerTreeModel(root)
    shown = {}
    for name in project.mapThemeCollection().mapThemes():
        for child in root.children():
            child.setItemVisibilityCheckedRecursive(False)
        project.mapThemeCollection().applyTheme(name, root, model)
        shown[name] = sorted(layer.id() for layer in root.checkedLayers())
    root.setItemVisibilityCheckedRecursive(True)
    root.findLayer(SHEETS).setItemVisibilityChecked(False)
    return shown


def sheets_of(project):
    """The box of each page of the atlas, in its order, with the scale of its map and the last label."""
    layout = next(layout for layout in project.layoutManager().printLayouts() if layout.atlas().enabled())
    atlas = layout.atlas()
    atlas.beginRender()
    sheets = []
    while atlas.next():
        shown = layout.referenceMap()
        label = next(item for item in layout.items() if "Schaal" in getattr(item, "currentText", str)())
        sheets.append({"box": edges_of(shown.extent()), "scale": round(shown.scale(), 3), "says": label.currentText()})
    atlas.endRender()
    return sheets


def leave(answer):
    answer["messages"] = messages
    print(json.dumps(answer))
    sys.stdout.flush()
    # QGIS tears itself down badly without a window; everything has been said.
    os._exit(0)


def main():
    path, *rest = sys.argv[1:]
    application = QgsApplication([], False)
    application.initQgis()
    QgsApplication.messageLog().messageReceived.connect(
        lambda text, tag, level: messages.append(f"{tag}: {text}") if level >= Qgis.Warning else None
    )
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
        spatial = [name for (name,) in database.execute("SELECT table_name FROM gpkg_geometry_columns ORDER BY rowid")]
    answer = {
        "qgis": Qgis.QGIS_VERSION,
        "layers": {name: by_itself(path, name) for name in spatial},
    }
    storage = QgsApplication.projectStorageRegistry().projectStorageFromType("geopackage")
    project = QgsProject.instance()
    answer["projects"] = storage.listProjects(f"geopackage:{path}")
    if not answer["projects"]:
        leave(answer)
    answer["opened"] = project.read(f"geopackage:{path}?projectName={answer['projects'][0]}")
    layers = list(project.mapLayers().values())
    answer["project"] = {
        "title": project.title(),
        "crs": project.crs().authid(),
        "tree": tree_of(project.layerTreeRoot()),
        "layers": [
            {
                "name": layer.name(),
                "id": layer.id(),
                "valid": layer.isValid(),
                "crs": layer.crs().authid(),
                "table": layer.source().split("layername=")[-1].split("|")[0] if layer.providerType() == "ogr" else None,
                "features": layer.featureCount() if layer.providerType() == "ogr" else None,
                "says": said_of(layer) if layer.providerType() == "ogr" else [],
                "faults": faults_of(layer) if layer.providerType() == "ogr" else [],
            }
            for layer in layers
        ],
        "order": [layer.id() for layer in project.layerTreeRoot().layerOrder()],
        "layouts": {
            layout.name(): sorted({type(item).__name__ for item in layout.items() if type(item).__name__.startswith("QgsLayoutItem")})
            for layout in project.layoutManager().printLayouts()
        },
        "snaps": snaps_of(project),
        "map_themes": map_themes_of(project),
        "bookmarks": {mark.name(): edges_of(mark.extent()) for mark in project.bookmarkManager().bookmarks()},
        "sheets": sheets_of(project),
        "page_scale": project.layoutManager().layoutByName("A3 liggend").referenceMap().scale(),
        "extent": edges_of(project.viewSettings().defaultViewExtent()),
    }
    answer["pictures"] = []
    answer["inks"] = []
    while rest:
        what, out = rest[0], rest[1]
        if what == "--picture":
            x, y, scale = map(float, rest[2:5])
            rest = rest[5:]
            answer["pictures"].append(draw(project, out, x, y, scale))
        elif what == "--ink":
            x, y, scale = map(float, rest[1:4])
            rest = rest[4:]
            answer["inks"].append(ink(project, x, y, scale))
        elif what == "--page":
            rest = rest[2:]
            for layer in layers:
                if layer.providerType() == "wms":
                    project.layerTreeRoot().findLayer(layer.id()).setItemVisibilityChecked(False)
            layout = project.layoutManager().layoutByName("A3 liggend")
            exporting = QgsLayoutExporter.ImageExportSettings()
            exporting.dpi = 120
            answer["page"] = QgsLayoutExporter(layout).exportToImage(out, exporting)
        else:
            raise SystemExit(__doc__)
    leave(answer)


main()
