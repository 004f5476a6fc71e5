"""The plugin's parts, put in their places in QGIS and taken out again."""

from qgis.core import QgsApplication, QgsSettings
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtGui import QIcon

from . import renamed
from .algorithms import KlicProvider
from .browser import ICON, KlicItemProvider
from .dock import OPEN, KlicDock
from .options import OptionsFactory


class KlicDesktopPlugin:
    def __init__(self, iface):
        self.iface = iface
        self.dock = None
        self.provider = None
        self.items = None
        self.following = None
        self.options = None
        self.action = None

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
        # Who had it open has it again; nobody else's QGIS begins with it.
        self.dock.setVisible(QgsSettings().value(OPEN, False, type=bool))
        self.action = self.dock.toggleViewAction()
        self.action.setIcon(QIcon(ICON))
        self.action.triggered.connect(lambda checked: QgsSettings().setValue(OPEN, checked))
        self.iface.addToolBarIcon(self.action)
        self.iface.addPluginToMenu("KLIC Desktop", self.action)
        self.options = OptionsFactory()
        self.iface.registerOptionsWidgetFactory(self.options)

    def unload(self):
        if self.following is not None:
            renamed.stop(self.following)
            self.following = None
        if self.dock:
            self.iface.unregisterOptionsWidgetFactory(self.options)
            self.options = None
            self.iface.removePluginMenu("KLIC Desktop", self.action)
            self.iface.removeToolBarIcon(self.action)
            self.iface.removeDockWidget(self.dock)
            self.dock.stop()
            self.dock.deleteLater()
            self.dock = None
        if self.items:
            QgsApplication.dataItemProviderRegistry().removeProvider(self.items)
            self.items = None
        if self.provider:
            QgsApplication.processingRegistry().removeProvider(self.provider)
            self.provider = None
