"""The plugin's own tests, inside QGIS without a screen: its parts are used as a person would, on a running server.

Use: run_plugin.py PLUGIN_FOLDER WORK_FOLDER DELIVERY.zip...    (KLIC_DATA names the server's data folder)
The one who starts this says yes to the pairing. Prints as JSON what came of each step.
"""

import base64
import json
import sys
import time
from pathlib import Path

from offscreen import leave, messages, start

from qgis.core import (
    QgsApplication,
    QgsCoordinateReferenceSystem,
    QgsFeature,
    QgsGeometry,
    QgsLayerDefinition,
    QgsLayerTreeGroup,
    QgsProcessingContext,
    QgsProcessingFeedback,
    QgsProject,
    QgsRectangle,
    QgsSettings,
    QgsVectorLayer,
)
from qgis.gui import QgsMapCanvas, QgsMapMouseEvent, QgsMessageBar
from qgis.PyQt.QtCore import QCoreApplication, QEvent, QPoint, Qt
from qgis.PyQt.QtWidgets import QMainWindow, QPushButton

# Two squares of about 100 m, apart from each other, in degrees.
SQUARES = [
    "POLYGON((5.3850 51.4805, 5.3864 51.4805, 5.3864 51.4814, 5.3850 51.4814, 5.3850 51.4805))",
    "POLYGON((5.3900 51.4805, 5.3914 51.4805, 5.3914 51.4814, 5.3900 51.4814, 5.3900 51.4805))",
]
AT_MOST_SECONDS = 60


class Bar(QgsMessageBar):
    """QGIS's own, that remembers what it said and what it offered."""

    def __init__(self, window):
        super().__init__(window)
        self.said, self.offers = [], []

    def pushMessage(self, title, text, level):
        self.said.append(text)

    def pushWidget(self, message, level):
        self.said.append(message.text())
        self.offers.append(message.findChild(QPushButton).text())


class Interface:
    """As much of QGIS's own as the plugin uses."""

    def __init__(self):
        self.window, self.layer, self.docks, self.menu = QMainWindow(), None, [], []
        self.bar = Bar(self.window)
        self.canvas = QgsMapCanvas(self.window)
        self.window.setCentralWidget(self.canvas)
        self.window.resize(1200, 800)
        self.window.show()
        self.tools, self.options = [], []

    def mapCanvas(self):
        return self.canvas

    def addToolBarIcon(self, action):
        self.tools.append(action)

    def removeToolBarIcon(self, action):
        self.tools.remove(action)

    def registerOptionsWidgetFactory(self, factory):
        self.options.append(factory)

    def unregisterOptionsWidgetFactory(self, factory):
        self.options.remove(factory)

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


def other_areas(interface, dock, jobs):
    """A line that is selected, what the map shows, and what is drawn on it: each is quoted, twice where it is said."""
    quoted = []

    def quote(act):
        dock._show_quote([])
        act()
        until(lambda: dock.quoted and dock.quote_button.isEnabled(), "a quote", dock.words.text)
        quoted.append(dock.quoted)

    line = QgsVectorLayer("LineString?crs=EPSG:28992", "trench", "memory")
    feature = QgsFeature()
    feature.setGeometry(QgsGeometry.fromWkt("LINESTRING(154800 387900, 154900 387900)"))
    line.dataProvider().addFeature(feature)
    line.selectAll()
    interface.layer = line
    dock.buffer.setValue(10)
    quote(dock.quote_selection)
    quote(dock.quote_selection)
    # What would be submitted is what was quoted: neither another width nor another name.
    stale = []
    for change in (lambda: dock.buffer.setValue(11), lambda: dock.form.reference.setText("Anders")):
        dock._show_quote(quoted[-1])
        change()
        stale.append([len(dock.quoted), dock.submit_button.isEnabled()])
    dock.buffer.setValue(10)
    dock.form.reference.setText("Uit QGIS")
    canvas = interface.mapCanvas()
    # Its size comes with the window's.
    QCoreApplication.processEvents()
    canvas.setDestinationCrs(QgsCoordinateReferenceSystem("EPSG:28992"))
    canvas.setExtent(QgsRectangle(154800, 387900, 154900, 388000))
    extent = round(canvas.extent().area())
    quote(dock.quote_extent)

    def click(x, y, button=Qt.MouseButton.LeftButton):
        at = canvas.getCoordinateTransform().transform(x, y)
        pixel = QPoint(round(at.x()), round(at.y()))
        event = QgsMapMouseEvent(canvas, QEvent.Type.MouseButtonRelease, pixel, button, button)
        dock.tool.canvasReleaseEvent(event)

    def draw(kind, corners):
        dock.draw(kind)
        click(*corners[0])
        click(0, 0, Qt.MouseButton.RightButton)  # too few: it goes on
        for corner in corners[1:]:
            click(*corner)
        click(0, 0, Qt.MouseButton.RightButton)

    from klic_desktop import area

    quote(lambda: draw(area.POLYGON, [(154820, 387920), (154880, 387920), (154880, 387980), (154820, 387980)]))
    quote(lambda: draw(area.LINE, [(154820, 387920), (154880, 387920)]))
    dock.draw(area.LINE)
    dock.tool.leave()
    return {
        "jobs": [each[0]["job_id"] for each in quoted],
        "areas": [round(jobs.known(each[0]["job_id"])["area_m2"]) for each in quoted],
        "extent": extent,
        "stale": stale,
        "tool_left": canvas.mapTool() is not dock.tool,
    }


def digging(dock, jobs, desktop):
    """What is asked for an excavation, whole and in part."""
    form = dock.form
    form.kind.setCurrentIndex(1)
    texts = {"works_description": "Sleuf", "address": "Ringweg 4, 5684XB Best", "organisation": "Gemeente Best"}
    for name, text in texts.items():
        form.texts[name].setText(text)
    try:
        form.body()
        refused = None
    except desktop.DesktopError as error:
        refused = error.code
    for name, text in {"name": "A. Jansen", "phone": "0499-360000", "email": "a.jansen@best.nl"}.items():
        form.texts[f"contact_{name}"].setText(text)
    dock._show_quote([])
    dock.quote_selection()
    until(lambda: dock.quote_button.isEnabled(), "an answer")
    elsewhere = dock.words.text()
    form.texts["address"].clear()
    dock.quote_selection()
    until(lambda: dock.quoted, "the quote of an excavation", dock.words.text)
    job = jobs.known(dock.quoted[0]["job_id"])
    form.texts["works_description"].setText("Sleuf, dieper")
    stale = len(dock.quoted)
    form.kind.setCurrentIndex(0)
    names = ("klic_type", "works_description", "principal")
    return {"refused": refused, "elsewhere": elsewhere, "stale": stale, "job": {name: job[name] for name in names}}


def newer(project, interface, dock, attention, job_id):
    """A revision that is not the newest is told once, with the button that loads it."""
    (group,) = [node for node in project.layerTreeRoot().children() if node.customProperty(attention.JOB)]
    before = len(interface.bar.said)
    for revision in (1, 0):
        group.setCustomProperty(attention.REVISION, revision)
        for _ in range(2):
            until(lambda: not dock.is_busy, "rest")
            dock.refresh()
            until(lambda: not dock.is_busy, "the list")
    group.setCustomProperty(attention.REVISION, 1)
    return {"job": group.customProperty(attention.JOB) == job_id, "said": interface.bar.said[before:]}


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
    # As header or in an address, or as the password of HTTP Basic, with the name that the plugin gives.
    forms = [form for secret in secrets for form in (secret.encode(), base64.b64encode(f"qgis:{secret}".encode()))]
    return [path.name for path in files if any(form in path.read_bytes() for form in forms)]


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
    from klic_desktop import algorithms, area, attention, browser, desktop, jobs, keys, layers, words

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
    dock.form.reference.setText("Uit QGIS")
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
    answer["said"] = list(interface.bar.said)
    (gpkg,) = Path(work).glob(f"{quoted[0]['job_id']}/*/*.gpkg")
    answer["file"] = str(gpkg)
    found = attention.attention_of(gpkg)
    page = dock.results.attention_box("x", found).text()
    answer["attention"] = [found.silent, found.careful, found.documents, found.warnings[0] in page, len(found.warnings)]
    answer["offered"] = list(interface.bar.offers)
    answer["newer"] = newer(project, interface, dock, attention, quoted[0]["job_id"])
    answer["other_areas"] = other_areas(interface, dock, jobs)
    answer["digging"] = digging(dock, jobs, desktop)
    page = interface.options[0].createWidget(interface.window)
    page.buffer.setValue(7.5)
    page.folder.setFilePath(work)
    page.apply()
    answer["options"] = [area.buffer_m(), str(layers.results_folder()) == work]
    answer["tools"] = [action.icon().isNull() for action in interface.tools]

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
    answer["left"] = [len(each) for each in (interface.docks, interface.menu, interface.tools, interface.options)]
    answer["messages"] = messages
    print(json.dumps(answer))
    leave()


main()
