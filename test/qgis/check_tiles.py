"""Opens vector tiles with their style in real QGIS, without a screen, and says as JSON what QGIS draws.

Use: check_tiles.py TILES_TEMPLATE STYLE_URL LONGITUDE LATITUDE SCALE [OUT.png]
"""

import json
import os
import sys
import tempfile
from collections import Counter
from urllib.parse import quote

os.environ["QT_QPA_PLATFORM"] = "offscreen"
# Settings, caches and profiles of whoever runs this stay as they are.
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

template, style_url, longitude, latitude, metres = sys.argv[1:6]
app = QgsApplication([], False)
app.initQgis()

uri = "type=xyz&url={}&zmin=6&zmax=19&styleUrl={}".format(quote(template, safe=":/{}"), quote(style_url, safe=":/"))
layer = QgsVectorTileLayer(uri, "KLIC")
# Whether it could, its error and its warnings, in an order that differs between versions.
loaded = any(part is True for part in layer.loadDefaultStyle())

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
if len(sys.argv) > 6:
    image.save(sys.argv[6])
colours = Counter(QColor(image.pixel(x, y)).name() for x in range(SIZE) for y in range(SIZE))

print(
    json.dumps(
        {
            "valid": layer.isValid(),
            "styled": loaded,
            "styles": len(layer.renderer().styles()) if loaded else 0,
            "errors": [fault.message for fault in job.errors()],
            "colours": {name: count for name, count in colours.items() if count >= 10},
        }
    )
)
