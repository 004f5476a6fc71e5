"""The area that is asked for: what is selected, what the map shows, or what somebody draws. In RD New."""

from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsGeometry,
    QgsPointXY,
    QgsProject,
    QgsSettings,
    QgsVectorLayer,
    QgsWkbTypes,
)

from .desktop import DesktopError
from .words import tr

RD_NEW = "EPSG:28992"
POLYGON = QgsWkbTypes.GeometryType.PolygonGeometry
LINE = QgsWkbTypes.GeometryType.LineGeometry

BUFFER = "klic_desktop/buffer"
BUFFER_DEFAULT_M = 5.0
BUFFER_MOST_M = 250.0
# Of a quarter of a circle: round ends that are off by less than 1 % of the buffer.
SEGMENTS = 6


def buffer_m():
    """What lies on either side of a line, metres."""
    return QgsSettings().value(BUFFER, BUFFER_DEFAULT_M, type=float)


def areas_of(geometries, crs, buffer=0.0):
    """
    Polygons in RD New, those that touch or overlap joined; lines as wide as the buffer on either side.
    Raises DesktopError when there are none.
    """
    to_rd = QgsCoordinateTransform(crs, QgsCoordinateReferenceSystem(RD_NEW), QgsProject.instance())
    flat = []
    for geometry in geometries:
        if geometry.isNull() or geometry.type() not in ((POLYGON, LINE) if buffer > 0 else (POLYGON,)):
            continue
        straight = QgsGeometry(geometry.constGet().segmentize())
        straight.get().dropZValue()
        straight.get().dropMValue()
        straight.transform(to_rd)
        flat.append(straight if geometry.type() == POLYGON else straight.buffer(buffer, SEGMENTS))
    if not flat:
        raise DesktopError(tr("no_polygons"), "NO_POLYGONS")
    return QgsGeometry.unaryUnion(flat).asGeometryCollection()


def selected(layer):
    """Selected geometries of a layer and their coordinate system. Raises DesktopError."""
    if not isinstance(layer, QgsVectorLayer) or layer.selectedFeatureCount() == 0:
        raise DesktopError(tr("nothing_selected"), "NOTHING_SELECTED")
    return [feature.geometry() for feature in layer.selectedFeatures()], layer.crs()


def shown(canvas):
    """What the map shows, also where it is turned, and its coordinate system."""
    settings = canvas.mapSettings()
    corners = [QgsPointXY(corner) for corner in settings.visiblePolygon()]
    return [QgsGeometry.fromPolygonXY([corners])], settings.destinationCrs()
