"""QGIS without a screen, in a home of its own; import this before anything of QGIS."""

import os
import sys
import tempfile

os.environ["QT_QPA_PLATFORM"] = "offscreen"
# The user's own settings, caches and profiles stay as they are.
os.environ["XDG_RUNTIME_DIR"] = os.environ["HOME"] = tempfile.mkdtemp(prefix="klic-qgis-")

from qgis.core import Qgis, QgsApplication  # noqa: E402

messages = []
application = None


def start(with_window=False):
    # Kept: when Python lets go of it, it takes QGIS along.
    global application
    application = QgsApplication([], with_window)
    application.initQgis()
    QgsApplication.messageLog().messageReceived.connect(
        lambda text, tag, level: messages.append(f"{tag}: {text}") if level >= Qgis.Warning else None
    )
    return application


def leave():
    """QGIS tears itself down badly without a window; everything has been said."""
    sys.stdout.flush()
    os._exit(0)
