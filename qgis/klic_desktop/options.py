"""The plugin's page in QGIS's own options: where results are kept, and how wide an area a line becomes."""

from qgis.core import QgsSettings
from qgis.gui import QgsFileWidget, QgsOptionsPageWidget, QgsOptionsWidgetFactory
from qgis.PyQt.QtGui import QIcon
from qgis.PyQt.QtWidgets import QDoubleSpinBox, QFormLayout

from . import area, layers
from .browser import ICON
from .words import tr


def buffer_box():
    box = QDoubleSpinBox()
    box.setRange(0.5, area.BUFFER_MOST_M)
    box.setDecimals(1)
    box.setSuffix(" m")
    box.setValue(area.buffer_m())
    return box


class OptionsPage(QgsOptionsPageWidget):
    def __init__(self, parent):
        super().__init__(parent)
        self.folder = QgsFileWidget()
        self.folder.setStorageMode(QgsFileWidget.StorageMode.GetDirectory)
        self.folder.setFilePath(str(layers.results_folder()))
        self.buffer = buffer_box()
        form = QFormLayout()
        form.addRow(tr("folder"), self.folder)
        form.addRow(tr("buffer"), self.buffer)
        self.setLayout(form)

    def apply(self):
        QgsSettings().setValue(layers.FOLDER, self.folder.filePath())
        QgsSettings().setValue(area.BUFFER, self.buffer.value())


class OptionsFactory(QgsOptionsWidgetFactory):
    def __init__(self):
        super().__init__(tr("title"), QIcon(ICON))

    def icon(self):
        return QIcon(ICON)

    def createWidget(self, parent):
        return OptionsPage(parent)
