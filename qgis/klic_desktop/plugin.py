"""The plugin's parts, put in their places in QGIS and taken out again."""

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import Qt

from . import renamed
from .algorithms import KlicProvider
from .browser import KlicItemProvider
from .dock import KlicDock


class KlicDesktopPlugin:
    def __init__(self, iface):
        self.iface = iface
        self.dock = None
        self.provider = None
        self.items = None
        self.following = None

    def initProcessing(self):
        """Called alone by qgis_process, which has no window."""
        self.provider = KlicProvider()
        QgsApplication.processingRegistry().addProvider(self.provider)

    def initGui(self):
        self.initProcessing()
        self.following = renamed.start()
        self.items = KlicItemProvider()
        QgsApplication.dataItemProviderRegistry().addProvider(self.items)
        self.dock = KlicDock(self.iface)
        self.iface.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.dock)
        self.iface.addPluginToMenu("KLIC Desktop", self.dock.toggleViewAction())

    def unload(self):
        if self.following is not None:
            renamed.stop(self.following)
            self.following = None
        if self.dock:
            self.iface.removePluginMenu("KLIC Desktop", self.dock.toggleViewAction())
            self.iface.removeDockWidget(self.dock)
            self.dock.close()
            self.dock.deleteLater()
            self.dock = None
        if self.items:
            QgsApplication.dataItemProviderRegistry().removeProvider(self.items)
            self.items = None
        if self.provider:
            QgsApplication.processingRegistry().removeProvider(self.provider)
            self.provider = None
