"""Sets a filter on a layer of a running server, as a person does in QGIS, and says as JSON what it asks for and gets.

Use: filter_live.py ADDRESS COLLECTION FILTER...    (ADDRESS: where the collections are, with its key)
"""

import json
import sys

from offscreen import leave, messages, start

from qgis.core import QgsNetworkAccessManager, QgsVectorLayer

asked = []


def main():
    start(with_window=True)
    # Of all threads: the signals of the manager tell of this one's.
    QgsNetworkAccessManager.setRequestPreprocessor(lambda request: asked.append(request.url().toString()))
    address, collection, *filters = sys.argv[1:]
    answers = []
    for text in filters:
        layer = QgsVectorLayer(f"url='{address}' typename='{collection}'", text, "OAPIF")
        taken = layer.setSubsetString(text)
        asked.clear()
        rows = [[feature["id"], feature["thema"], feature["status"]] for feature in layer.getFeatures()]
        answers.append(
            {
                "valid": layer.isValid(),
                "taken": taken,
                "rows": rows,
                "items": [url for url in asked if "/items?" in url],
            }
        )
    print(json.dumps({"answers": answers, "messages": messages}))
    leave()


main()
