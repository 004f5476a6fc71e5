"""Layers in the project: the preview of a cut, and a result as a styled group. For QGIS's own thread."""

from pathlib import Path
from urllib.parse import quote

from qgis.core import (
    QgsFeature,
    QgsFillSymbol,
    QgsGeometry,
    QgsLayerDefinition,
    QgsPalLayerSettings,
    QgsPointXY,
    QgsProject,
    QgsSettings,
    QgsSingleSymbolRenderer,
    QgsVectorLayer,
    QgsVectorLayerSimpleLabeling,
)
from qgis.PyQt.QtCore import QStandardPaths

from . import desktop, jobs
from .desktop import DesktopError
from .words import tr

FIELDS = "field=part:integer&field=width_m:double&field=height_m:double&field=area_m2:double&field=job_id:string"
PREVIEW = "klic_desktop/preview"
FOLDER = "klic_desktop/folder"


def polygon_of(geometry):
    """From GeoJSON."""
    return QgsGeometry.fromPolygonXY([[QgsPointXY(*position[:2]) for position in ring] for ring in geometry["coordinates"]])


def parts_of(quoted):
    """A feature for each notification, with the attributes of FIELDS."""
    for job in quoted:
        for part in job["parts"]:
            feature = QgsFeature()
            feature.setGeometry(polygon_of(part["geometry"]))
            extent = part["extent_m"]
            feature.setAttributes(
                [part["part_no"], extent["width"], extent["height"], part["area_m2"], job["job_id"]]
            )
            yield feature


def show_preview(quoted, project=None):
    """The cut as a layer of its own; an earlier one goes. @returns the layer"""
    project = project or QgsProject.instance()
    remove_preview(project)
    layer = QgsVectorLayer(f"Polygon?crs=EPSG:28992&{FIELDS}", tr("preview", reference=quoted[0]["reference"] or ""), "memory")
    layer.dataProvider().addFeatures(list(parts_of(quoted)))
    layer.updateExtents()
    symbol = QgsFillSymbol.createSimple(
        {"color": "255,0,255,30", "outline_color": "255,0,255", "outline_width": "0.7", "outline_style": "dash"}
    )
    layer.setRenderer(QgsSingleSymbolRenderer(symbol))
    labels = QgsPalLayerSettings()
    labels.fieldName = "part"
    layer.setLabeling(QgsVectorLayerSimpleLabeling(labels))
    layer.setLabelsEnabled(True)
    layer.setCustomProperty(PREVIEW, True)
    project.addMapLayer(layer)
    return layer


def remove_preview(project):
    for layer in list(project.mapLayers().values()):
        if layer.customProperty(PREVIEW):
            project.removeMapLayer(layer.id())


def results_folder():
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    return Path(QgsSettings().value(FOLDER, str(Path(documents) / "KLIC"), type=str))


def fetch_result(job_id, task):
    """
    The GeoPackage of a result with its layer definition beside it. Blocking.
    @returns the job, and path of the definition; None when it was canceled
    """
    job = desktop.call("GET", f"/api/v1/jobs/{job_id}")
    # A later delivery gives another file: the one that is open in QGIS stays as it is.
    moment = "".join(sign for sign in job["ready_at"] if sign.isdigit())[:14]
    folder = results_folder() / job_id / moment
    gpkg = next(folder.glob("*.gpkg"), None)
    if gpkg is None:
        gpkg = jobs.download_into(folder, job_id, task.isCanceled, lambda share: task.setProgress(100 * share))
        if gpkg is None:
            return None
    return job, fetch_definition(job_id, gpkg)


def fetch_definition(job_id, gpkg):
    """Writes the layer definition beside the GeoPackage. Blocking. @returns its path"""
    answer = desktop.call("GET", f"/local/jobs/{job_id}/layers?gpkg={quote(gpkg.name)}")
    path = gpkg.with_suffix(".qlr")
    path.write_text(answer["content"], encoding="utf-8")
    return path


def load_definition(path, project=None):
    """All layers of a result, grouped by theme and styled, on top of the project. @returns their group"""
    project = project or QgsProject.instance()
    before = project.layerTreeRoot().children()
    ok, message = QgsLayerDefinition.loadLayerDefinition(str(path), project, project.layerTreeRoot())
    if not ok:
        raise DesktopError(message, "NOT_LOADED")
    return next(node for node in project.layerTreeRoot().children() if node not in before)
