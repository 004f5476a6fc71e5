"""The plugin's own tests, inside QGIS without a screen: its parts are used as a person would, on a running server.

Use: run_plugin.py PLUGIN_FOLDER WORK_FOLDER DELIVERY.zip...    (KLIC_DATA names the server's data folder)
The one who starts this says yes to the pairing. Prints as JSON what came of each step.
"""

import json
import sys
import time
from pathlib import Path

from offscreen import leave, messages, start

from qgis.core import (
    QgsApplication,
    QgsFeature,
    QgsGeometry,
    QgsLayerDefinition,
    QgsLayerTreeGroup,
    QgsProcessingContext,
    QgsProcessingFeedback,
    QgsProject,
    QgsSettings,
    QgsVectorLayer,
)
from qgis.PyQt.QtCore import QCoreApplication
from qgis.PyQt.QtWidgets import QMainWindow

# Two squares of about 100 m, apart from each other, in degrees.
SQUARES = [
    "POLYGON((5.3850 51.4805, 5.3864 51.4805, 5.3864 51.4814, 5.3850 51.4814, 5.3850 51.4805))",
    "POLYGON((5.3900 51.4805, 5.3914 51.4805, 5.3914 51.4814, 5.3900 51.4814, 5.3900 51.4805))",
]
AT_MOST_SECONDS = 60


class Bar:
    def __init__(self):
        self.said = []

    def pushMessage(self, title, text, level):
        self.said.append(text)


class Interface:
    """As much of QGIS's own as the plugin uses."""

    def __init__(self):
        self.window, self.bar, self.layer, self.docks, self.menu = QMainWindow(), Bar(), None, [], []

    def mainWindow(self):
        return self.window

    def messageBar(self):
        return self.bar

    def activeLayer(self):
        return self.layer

    def addDockWidget(self, area, dock):
        self.window.addDockWidget(area, dock)
        self.docks.append(dock)

    def removeDockWidget(self, dock):
        self.window.removeDockWidget(dock)
        self.docks.remove(dock)

    def addPluginToMenu(self, name, action):
        self.menu.append(action)

    def removePluginMenu(self, name, action):
        self.menu.remove(action)


def until(condition, what, words=lambda: ""):
    end = time.monotonic() + AT_MOST_SECONDS
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"{what} did not happen: {words()}")
        QCoreApplication.processEvents()
        time.sleep(0.02)


def squares():
    layer = QgsVectorLayer("Polygon?crs=EPSG:4326", "squares", "memory")
    for wkt in SQUARES:
        feature = QgsFeature()
        feature.setGeometry(QgsGeometry.fromWkt(wkt))
        layer.dataProvider().addFeature(feature)
    return layer


def group_of(project):
    """What was loaded: for each theme its layers, and what is wrong with them."""
    (top,) = [node for node in project.layerTreeRoot().children() if isinstance(node, QgsLayerTreeGroup)]
    found = [node.layer() for node in top.findLayers()]
    layers = [layer for layer in found if isinstance(layer, QgsVectorLayer)]
    return {
        "name": top.name(),
        "groups": {group.name(): [node.name() for node in group.children()] for group in top.children()},
        "wrong": [f"{layer.name()} {layer.source()}" for layer in found if not layer.isValid()],
        "plain": [layer.name() for layer in layers if layer.renderer().type() != "RuleRenderer"],
        "features": sum(layer.featureCount() for layer in layers),
    }


def leaks(project, layer, work, secrets):
    """Files that hold a key in plain text, once a project with such a layer is saved: of QGIS's own, and in the work folder."""
    project.addMapLayer(layer, False)
    project.write(str(work / "saved.qgs"))
    QgsLayerDefinition.exportLayerDefinition(str(work / "saved.qlr"), [project.layerTreeRoot().addLayer(layer)])
    QgsSettings().sync()
    files = [path for folder in (work, Path.home()) for path in folder.rglob("*") if path.is_file()]
    saved = [path for path in files if path.name in ("saved.qgs", "saved.qlr") and b"authcfg" in path.read_bytes()]
    if len(saved) < 2 or "qgis-auth.db" not in {path.name for path in files}:
        return ["nothing was saved"]
    return [path.name for path in files if any(secret.encode() in path.read_bytes() for secret in secrets)]


def run(algorithm, parameters, project=None):
    """@returns its results, or the words it refused with"""
    context, feedback = QgsProcessingContext(), QgsProcessingFeedback()
    if project:
        context.setProject(project)
    results, ok = algorithm.run(parameters, context, feedback)
    return (results if ok else feedback.textLog()), context


def main():
    folder, work, *deliveries = sys.argv[1:]
    sys.path.insert(0, str(Path(folder).parent))
    start(with_window=True)
    QgsSettings().setValue("klic_desktop/folder", work)
    # As its dialog would: the store of credentials is encrypted with it.
    QgsApplication.authManager().setMasterPassword("of QGIS", False)
    import klic_desktop
    from klic_desktop import algorithms, browser, desktop, jobs, keys, layers, words

    project = QgsProject.instance()
    interface = Interface()
    plugin = klic_desktop.classFactory(interface)
    plugin.initGui()
    dock = plugin.dock
    answer = {"before": dock.words.text(), "may_quote_before": dock.quote_button.isEnabled()}

    dock.connect_desktop()
    until(lambda: dock.pairing, "the question")
    answer["code"] = dock.pairing["code"]
    until(lambda: keys.key_of(keys.CALLS) and not dock.pairing, "the pairing")

    interface.layer = squares()
    dock.quote_selection()
    answer["nothing_selected"] = dock.words.text()
    interface.layer.selectAll()
    dock.reference.setText("Uit QGIS")
    dock.quote_selection()
    until(lambda: dock.quoted, "the quote")
    quoted = dock.quoted
    (preview,) = project.mapLayersByName(words.tr("preview", reference="Uit QGIS 1"))
    answer["quote"] = {
        "words": dock.quote_words.text(),
        "jobs": [job["job_id"] for job in quoted],
        "parts": preview.featureCount(),
        "crs": preview.crs().authid(),
        "center": [round(v) for v in (preview.extent().center().x(), preview.extent().center().y())],
    }
    box, _ = dock.confirmation()
    answer["confirmation"] = box.text()
    answer["before_submit"] = [jobs.known(job["job_id"])["status"] for job in quoted]
    dock.submit()
    until(lambda: not dock.quoted, "the submission")

    ready = jobs.wait(quoted[0]["job_id"])
    answer["ready"] = ready["status"]
    until(lambda: not dock.is_busy, "rest")
    dock.refresh()
    until(lambda: not dock.is_busy and dock.list.topLevelItemCount() >= 2, "the list")
    rows = [dock.list.topLevelItem(i) for i in range(dock.list.topLevelItemCount())]
    answer["list"] = [[row.text(0), row.text(1)] for row in rows]
    (row,) = [row for row in rows if row.text(0) == "Uit QGIS 1"]
    dock.list.setCurrentItem(row)
    layers.remove_preview(project)
    dock.load_chosen()
    until(lambda: project.layerTreeRoot().children(), "loading", dock.words.text)
    answer["loaded"] = group_of(project)
    answer["said"] = interface.bar.said

    root = browser.RootItem(None)
    items = root.createChildren()
    answer["browser"] = [item.name() for item in items]
    (item,) = [item for item in items if item.name().startswith("Uit QGIS 1")]
    (cables,) = [child for child in item.createChildren() if child.name() == "kabel_of_leiding"]
    layer = QgsVectorLayer(cables.uri(), "cables", cables.providerKey())
    answer["browser_layer"] = [layer.isValid(), layer.featureCount()]
    answer["kinds"] = [
        [desktop.ask("GET", path, key=keys.key_of(which)).status for path in ("/ogc", "/api/v1/jobs")]
        for which in (keys.CALLS, keys.LAYERS)
    ]
    answer["leaks"] = leaks(project, layer, Path(work), [keys.key_of(keys.CALLS), keys.key_of(keys.LAYERS)])

    project.clear()
    polygons = squares()
    kind = {"INPUT": polygons, "KIND": 0, "REFERENCE": "Algoritme", "OUTPUT": "memory:"}
    results, context = run(algorithms.QuoteAlgorithm().create(), kind)
    answer["alg_quote"] = [results["COUNT"], results["TOTAL"], context.getMapLayer(results["OUTPUT"]).featureCount()]
    ids = results["JOBS"]
    wrong, _ = run(algorithms.SubmitAlgorithm().create(), {"JOBS": ids, "TOTAL": "1.00"})
    answer["alg_wrong_total"] = wrong
    answer["alg_not_submitted"] = [jobs.known(job_id)["status"] for job_id in ids.split(",")]
    submitted, _ = run(algorithms.SubmitAlgorithm().create(), {"JOBS": ids, "TOTAL": results["TOTAL"]})
    first = submitted["JOBS"].split(",")[0]
    path = str(Path(work) / "algorithm.gpkg")
    downloaded, _ = run(algorithms.DownloadAlgorithm().create(), {"JOB": first, "OUTPUT": path, "LOAD": True}, project)
    answer["alg_download"] = downloaded
    answer["alg_loaded"] = group_of(project)
    merged = str(Path(work) / "merged.gpkg")
    results, _ = run(algorithms.MergeAlgorithm().create(), {"DELIVERIES": deliveries, "OUTPUT": merged})
    answer["alg_merge"] = results
    answer["merged_layers"] = QgsVectorLayer(f"{merged}|layername=kabel_of_leiding", "m", "ogr").featureCount()

    before = keys.key_of(keys.CALLS)
    keys.known.clear()
    answer["kept"] = keys.key_of(keys.CALLS) == before
    keys.forget()
    answer["forgotten"] = [keys.is_paired(), QgsApplication.authManager().configIds()]
    plugin.unload()
    answer["left"] = [len(interface.docks), len(interface.menu)]
    answer["messages"] = messages
    print(json.dumps(answer))
    leave()


main()
