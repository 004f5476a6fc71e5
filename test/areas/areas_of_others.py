"""Writes a field and a trench as programs of others do (QGIS, GDAL's ogr2ogr, ezdxf), a file for each kind that people bring.

Use: areas_of_others.py FOLDER    (prints what it wrote, JSON)
All is in RD New unless the name says otherwise.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import ezdxf  # noqa: E402
from qgis.core import (  # noqa: E402
    QgsApplication,
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsCoordinateTransformContext,
    QgsFeature,
    QgsGeometry,
    QgsJsonExporter,
    QgsProject,
    QgsVectorFileWriter,
    QgsVectorLayer,
)

FIELD = [(155000, 463000), (155200, 463000), (155200, 463150), (155080, 463180)]
TRENCH = [(155300, 463000), (155400, 463050), (155600, 463050)]
CIRCLE = "CurvePolygon (CircularString (155000 463000, 155200 463000, 155000 463000))"
RD = "EPSG:28992"

folder = Path(sys.argv[1])


def drawing(name, field, trench, unit):
    """A border and an axis in model space, a block that is put, turned and scaled; beside them what must not be taken."""
    document = ezdxf.new("R2010")
    document.header["$INSUNITS"] = unit
    for layer in ("WERKGRENS", "AS", "PUTTEN", "KADER", "OUD", "ONTWERP"):
        document.layers.add(layer)
    document.layers.get("OUD").off()
    document.layers.get("ONTWERP").freeze()
    model = document.modelspace()
    model.add_lwpolyline(field, close=True, dxfattribs={"layer": "WERKGRENS"})
    model.add_lwpolyline(trench, dxfattribs={"layer": "AS"})
    for layer in ("OUD", "ONTWERP"):
        model.add_lwpolyline(field, close=True, dxfattribs={"layer": layer})
    (x, y), size = field[0], field[1][0] - field[0][0]
    # Half a circle over the first side.
    model.add_lwpolyline([(x, y, 1), (x + size, y, 0)], format="xyb", close=True, dxfattribs={"layer": "BOOG"})
    block = document.blocks.new("PUT")
    block.add_lwpolyline([(0, 0), (10, 0), (10, 10), (0, 10)], close=True, dxfattribs={"layer": "0"})
    factor = size / 200
    model.add_blockref(
        "PUT", (x, y), dxfattribs={"layer": "PUTTEN", "rotation": 90, "xscale": 2 * factor, "yscale": 2 * factor}
    )
    document.layout("Layout1").add_lwpolyline([(0, 0), (420, 0), (420, 297), (0, 297)], close=True, dxfattribs={"layer": "KADER"})
    document.saveas(folder / name)


def layer(kind, system, *features):
    """@param features name and WKT"""
    made = QgsVectorLayer(f"{kind}?crs={system}&field=naam:string(20)", "gebied", "memory")
    for name, wkt in features:
        feature = QgsFeature(made.fields())
        feature.setGeometry(QgsGeometry.fromWkt(wkt))
        feature.setAttributes([name])
        made.dataProvider().addFeature(feature)
    made.updateExtents()
    return made


def wkt_of(points, kind):
    text = ", ".join(f"{x} {y}" for x, y in points)
    return f"Polygon (({text}, {points[0][0]} {points[0][1]}))" if kind == "Polygon" else f"LineString ({text})"


def write(made, name, driver, append=False, table="", system=None, options=(), bare=False):
    wanted = QgsVectorFileWriter.SaveVectorOptions()
    wanted.driverName = driver
    wanted.layerName = table
    wanted.layerOptions = list(options)
    wanted.skipAttributeCreation = bare
    if system:
        wanted.ct = QgsCoordinateTransform(made.crs(), QgsCoordinateReferenceSystem(system), QgsProject.instance())
    if append:
        wanted.actionOnExistingFile = QgsVectorFileWriter.CreateOrOverwriteLayer
    failed, why, *_ = QgsVectorFileWriter.writeAsVectorFormatV3(
        made, str(folder / name), QgsCoordinateTransformContext(), wanted
    )
    if failed:
        raise SystemExit(f"{name}: {why}")


def ogr(*args):
    subprocess.run(["ogr2ogr", *map(str, args)], cwd=folder, check=True, capture_output=True)


def main():
    drawing("metres.dxf", FIELD, TRENCH, 6)
    drawing("millimetres.dxf", [(x * 1000, y * 1000) for x, y in FIELD], [(x * 1000, y * 1000) for x, y in TRENCH], 4)
    # Kept: when Python lets go of it, it takes QGIS along.
    global application
    application = QgsApplication([], False)
    application.initQgis()
    field = layer("Polygon", RD, ("Veld", wkt_of(FIELD, "Polygon")))
    trench = layer("LineString", RD, ("Sleuf", wkt_of(TRENCH, "LineString")))
    write(field, "field.gpkg", "GPKG", table="rd")
    write(field, "field.gpkg", "GPKG", append=True, table="graden", system="EPSG:4326")
    write(field, "field.fgb", "FlatGeobuf")
    for end in ("mif", "tab"):
        (folder / f"mapinfo-{end}").mkdir()
        write(field, f"mapinfo-{end}/field.{end}", "MapInfo MIF" if end == "mif" else "MapInfo File")
    write(field, "wkt.csv", "CSV", options=["GEOMETRY=AS_WKT", "SEPARATOR=SEMICOLON"])
    write(trench, "trench.gpx", "GPX", system="EPSG:4326", bare=True)
    write(field, "field.geojson", "GeoJSON", system="EPSG:4326")
    exporter = QgsJsonExporter(field)
    (folder / "clipboard.json").write_text(exporter.exportFeatures(list(field.getFeatures())))
    (folder / "curve.wkt").write_text(QgsGeometry.fromWkt(CIRCLE).asWkt(3))
    points = layer("Point", RD, *[(str(i + 1), f"Point ({x} {y})") for i, (x, y) in enumerate(FIELD)])
    write(points, "points.csv", "CSV", options=["GEOMETRY=AS_XY"])
    # By GDAL's own commands, from what QGIS wrote.
    ogr("-f", "CSV", "ewkt.csv", "field.gpkg", "-dialect", "SQLITE", "-sql", "SELECT naam, AsEWKT(geom) AS geom FROM rd")
    ogr("-f", "PGDump", "field.sql", "field.gpkg", "rd", "-nln", "veld", "-lco", "SRID=28992")
    ogr("-f", "GeoJSONSeq", "lines.geojsonl", "field.gpkg", "rd", "-lco", "RS=YES")
    ogr("-f", "ESRI Shapefile", "shape.shp", "field.gpkg", "rd")
    ogr("-f", "GML", "field.gml", "field.gpkg", "rd")
    ogr("-f", "KML", "field.kml", "field.gpkg", "rd", "-dsco", "NameField=naam")
    print(json.dumps(sorted(path.name for path in folder.iterdir())))
    sys.stdout.flush()
    # QGIS tears itself down badly without a window; everything has been said.
    os._exit(0)


main()
