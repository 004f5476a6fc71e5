"""Opens a QGIS project file and says as JSON what its layers read, and where from.

Use: open_project.py FILE.qgz
"""

import json
import sys

from offscreen import leave, start

from qgis.core import QgsProject


def main():
    start()
    project = QgsProject.instance()
    opened = project.read(sys.argv[1])
    layers = project.mapLayers().values()
    print(
        json.dumps(
            {
                "opened": opened,
                "layers": [
                    {
                        "name": layer.name(),
                        "valid": layer.isValid(),
                        "provider": layer.providerType(),
                        "source": layer.source(),
                        "features": layer.featureCount() if layer.type() == 0 else None,
                    }
                    for layer in layers
                ],
            }
        )
    )
    leave()


main()
