"""Opens the project inside GeoPackages with the plugin's help, and says as JSON what each layer then reads.

Use: open_renamed.py PLUGIN_FOLDER FILE.gpkg...
"""

import json
import sys
from pathlib import Path

from offscreen import leave, start

from qgis.core import QgsProject


def opened(path):
    project = QgsProject.instance()
    project.clear()
    project.read(f"geopackage:{path}?projectName=KLIC")
    layers = [layer for layer in project.mapLayers().values() if layer.providerType() in ("ogr", "gdal")]
    return {
        "valid": sum(layer.isValid() for layer in layers),
        "wrong": sum(not layer.isValid() for layer in layers),
        "files": sorted({Path(layer.source().split("|")[0].replace("GPKG:", "").split(".gpkg")[0]).name for layer in layers}),
    }


def main():
    plugin, *paths = sys.argv[1:]
    start()
    without = [opened(path) for path in paths]
    sys.path.insert(0, str(Path(plugin).parent))
    from klic_desktop import renamed

    number = renamed.start()
    followed = [opened(path) for path in paths]
    renamed.stop(number)
    print(json.dumps({"without": without, "followed": followed}))
    leave()


main()
