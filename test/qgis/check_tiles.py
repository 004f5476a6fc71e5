"""Opens vector tiles with their style in real QGIS, without a screen, and says as JSON what QGIS draws.

Use: check_tiles.py TILES_TEMPLATE STYLE_URL LONGITUDE LATITUDE METRES PLACES [OUT.png]    (PLACES: JSON, each in degrees with so many pixels around)
"""

import json
import os
import sys
import tempfile
from collections import Counter
from urllib.parse import quote

os.environ["QT_QPA_PLATFORM"] = "offscreen"
# The user's own settings, caches and profiles stay as they are.
os.environ["XDG_RUNTIME_DIR"] = os.environ["HOME"] = tempfile.mkdtemp(prefix="klic-qgis-")

from qgis.core import (  # noqa: E402
    QgsApplication,
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsMapRendererParallelJob,
    QgsMapSettings,
    QgsPointXY,
    QgsProject,
    QgsRectangle,
    QgsVectorTileLayer,
)
from qgis.PyQt.QtCore import QSize  # noqa: E402
from qgis.PyQt.QtGui import QColor  # noqa: E402

SIZE = 600

template, style_url, longitude, latitude, metres, places = sys.argv[1:7]
app = QgsApplication([], False)
app.initQgis()
messages = []
QgsApplication.messageLog().messageReceived.connect(lambda text, tag, level: messages.append(f"{tag}: {text}"))

uri = "type=xyz&url={}&zmin=6&zmax=19&styleUrl={}".format(quote(template, safe=":/{}"), quote(style_url, safe=":/"))
layer = QgsVectorTileLayer(uri, "KLIC")
# Whether it could, its error and its warnings, in an order that differs between versions.
said = layer.loadDefaultStyle()
loaded = any(part is True for part in said)

mercator = QgsCoordinateReferenceSystem("EPSG:3857")
to_mercator = QgsCoordinateTransform(QgsCoordinateReferenceSystem("EPSG:4326"), mercator, QgsProject.instance())
middle = to_mercator.transform(QgsPointXY(float(longitude), float(latitude)))
half = float(metres)
settings = QgsMapSettings()
settings.setLayers([layer])
settings.setDestinationCrs(mercator)
settings.setBackgroundColor(QColor("#ffffff"))
settings.setOutputSize(QSize(SIZE, SIZE))
settings.setExtent(QgsRectangle(middle.x() - half, middle.y() - half, middle.x() + half, middle.y() + half))
job = QgsMapRendererParallelJob(settings)
job.start()
job.waitForFinished()
image = job.renderedImage()
if len(sys.argv) > 7:
    image.save(sys.argv[7])
colours = Counter(QColor(image.pixel(x, y)).name() for x in range(SIZE) for y in range(SIZE))


def inks_at(place):
    """The colours of a symbol or text that stands there: all but the paper."""
    longitude, latitude, pixels = place
    at = to_mercator.transform(QgsPointXY(longitude, latitude))
    to_pixel = SIZE / (2 * half)
    x, y = round((at.x() - middle.x() + half) * to_pixel), round((middle.y() + half - at.y()) * to_pixel)
    around = range(-pixels, pixels + 1)
    inks = Counter(QColor(image.pixel(x + right, y + down)).name() for right in around for down in around)
    return {name: count for name, count in inks.items() if name != "#ffffff" and count >= 2}


print(
    json.dumps(
        {
            "valid": layer.isValid(),
            "styled": loaded,
            "styles": len(layer.renderer().styles()) if loaded else 0,
            "errors": [fault.message for fault in job.errors()] + ([] if loaded else [str(said), *messages]),
            "colours": {name: count for name, count in colours.items() if count >= 10},
            "places": [inks_at(place) for place in json.loads(places)],
        }
    )
)
