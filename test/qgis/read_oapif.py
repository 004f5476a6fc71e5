"""Reads the layers of a job as a person with QGIS would, by QGIS's own client, and compares them with the GeoPackage.

Use: read_oapif.py LANDING_PAGE FILE.gpkg MIN_X MIN_Y MAX_X MAX_Y    (the box in RD New)
"""

import json
import re
import sys

from offscreen import leave, messages, start

from qgis.core import (
    QgsApplication,
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsDataSourceUri,
    QgsFeatureRequest,
    QgsProject,
    QgsRectangle,
    QgsSettings,
    QgsVectorLayer,
    QgsWkbTypes,
)
from qgis.PyQt.QtCore import QDate, QDateTime

RD_NEW = QgsCoordinateReferenceSystem("EPSG:28992")
# A box in degrees holds a little more than the same box in RD New.
SLACK_M = 2


def listed(url):
    """What QGIS's Browser shows below a connection."""
    settings = QgsSettings()
    # As QGIS 3.22 keeps its connections, and as it does from 3.26 on.
    for below in ("qgis/connections-wfs/KLIC", "connections/ows/items/wfs/connections/items/KLIC"):
        settings.setValue(f"{below}/url", url)
        settings.setValue(f"{below}/version", "OGC_API_FEATURES")
    provider = next(p for p in QgsApplication.dataItemProviderRegistry().providers() if p.name() == "WFS")
    (connection,) = provider.createDataItem("", None).createChildren()
    return [item.name() for item in connection.createChildren()]


def opened(url, name):
    uri = QgsDataSourceUri()
    uri.setParam("url", url)
    uri.setParam("typename", name)
    return QgsVectorLayer(uri.uri(False), name, "OAPIF")


def plain(value):
    """One form for what two providers type differently: a column without a value in sight is text to one of them."""
    if value is None or (hasattr(value, "isNull") and value.isNull()):
        return None
    if isinstance(value, (QDate, QDateTime)):
        return value.toString("yyyy-MM-dd")
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, (int, float)):
        return repr(float(value))
    # QGIS 3.40 reads a text that is JSON as such, and writes its quotes otherwise.
    if isinstance(value, str) and value.startswith("{"):
        return re.sub(r'[\\"]', "", value)
    if value in ("true", "false"):
        return str(int(value == "true"))
    try:
        return repr(float(value))
    except (TypeError, ValueError):
        return str(value)


def by_id(layer):
    return {feature["id"]: feature for feature in layer.getFeatures()}


def difference(layer, file, to_rd):
    """What of the file's features is missing or otherwise; the largest distance in metres between two positions."""
    faults, farthest = [], 0.0
    ours, theirs = by_id(layer), by_id(file)
    if sorted(ours) != sorted(theirs):
        faults.append(f"{len(ours)} features, {len(theirs)} in the file")
    names = [field.name() for field in file.fields() if field.name() != "fid"]
    for id, feature in theirs.items():
        other = ours.get(id)
        if other is None:
            continue
        for name in names:
            if plain(other[name]) != plain(feature[name]):
                faults.append(f"{id} {name}: {other[name]!r}, {feature[name]!r} in the file")
        geometry = other.geometry()
        if geometry.isNull() != feature.geometry().isNull():
            faults.append(f"{id} has a geometry in one of them only")
        if not geometry.isNull():
            geometry.transform(to_rd)
            for one, another in zip(geometry.vertices(), feature.geometry().vertices()):
                farthest = max(farthest, one.distance(another))
    return faults, farthest


def day_of(value):
    """QGIS before 3.42 takes a time for a day, since it knows no more than the features that it has seen."""
    return re.sub(r"^(\d{4}-\d\d-\d\d)T[\d:.+Z-]+$", r"\1", value) if isinstance(value, str) else value


def difference_of_rows(layer, file):
    """The same for a table: its rows have no id, so they are compared as a whole."""
    names = [field.name() for field in file.fields() if field.name() != "fid"]
    ours, theirs = (sorted(repr([day_of(plain(row[name])) for name in names]) for row in each.getFeatures()) for each in (layer, file))
    return [] if ours == theirs else [f"{ours!r}, {theirs!r} in the file"]


def in_box(layer, box):
    request = QgsFeatureRequest().setDestinationCrs(RD_NEW, QgsProject.instance().transformContext()).setFilterRect(box)
    return {feature["id"] for feature in layer.getFeatures(request)}


def main():
    url, path, *corners = sys.argv[1:]
    box = QgsRectangle(*map(float, corners))
    start()
    answer = {"listed": listed(url), "layers": {}}
    for name in answer["listed"]:
        layer = opened(url, name)
        file = QgsVectorLayer(f"{path}|layername={name}", name, "ogr")
        to_rd = QgsCoordinateTransform(layer.crs(), RD_NEW, QgsProject.instance())
        has_rows = file.featureCount() > 0
        filled = has_rows and file.isSpatial()
        faults, farthest = difference(layer, file, to_rd) if filled else ([], 0.0)
        if has_rows and not filled:
            faults = difference_of_rows(layer, file)
        found, wanted = (in_box(layer, box), in_box(file, box)) if filled else (set(), set())
        answer["layers"][name] = {
            "valid": layer.isValid(),
            "crs": layer.crs().authid(),
            "count": layer.featureCount(),
            "type": QgsWkbTypes.displayString(layer.wkbType()),
            "fields": {field.name(): field.isNumeric() for field in layer.fields()},
            "faults": faults,
            "farthest_m": farthest,
            "in_box": len(found),
            "missed": sorted(wanted - found),
            "beside": sorted(found - in_box(file, box.buffered(SLACK_M))) if filled else [],
        }
    answer["messages"] = messages
    print(json.dumps(answer))
    leave()


main()
