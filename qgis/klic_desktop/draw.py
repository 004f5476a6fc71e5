"""Drawing on the map: a click for each corner, a right click or Enter at the end, Escape to stop."""

from qgis.core import QgsGeometry, QgsPointXY
from qgis.gui import QgsMapTool, QgsRubberBand
from qgis.PyQt.QtCore import Qt, pyqtSignal
from qgis.PyQt.QtGui import QColor

from .area import POLYGON

COLOUR = QColor(255, 0, 255, 160)


class DrawTool(QgsMapTool):
    """Draws one polygon or line; then the map has its former tool again."""

    drawn = pyqtSignal(QgsGeometry)

    def __init__(self, canvas, kind):
        super().__init__(canvas)
        self.kind = kind
        self.former = canvas.mapTool()
        self.corners = []
        self.band = QgsRubberBand(canvas, kind)
        self.band.setColor(COLOUR)
        self.band.setWidth(2)
        self.setCursor(Qt.CursorShape.CrossCursor)

    def canvasReleaseEvent(self, event):
        if event.button() == Qt.MouseButton.LeftButton:
            self.corners.append(QgsPointXY(event.snapPoint()))
            self._show()
        elif event.button() == Qt.MouseButton.RightButton:
            self.finish()

    def canvasMoveEvent(self, event):
        if self.corners:
            self._show(QgsPointXY(event.snapPoint()))

    def keyPressEvent(self, event):
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.finish()
        elif event.key() == Qt.Key.Key_Escape:
            self.leave()

    def _show(self, *more):
        self.band.reset(self.kind)
        for corner in (*self.corners, *more):
            self.band.addPoint(corner)

    def finish(self):
        """Too few corners are no shape: the drawing goes on."""
        corners = [corner for i, corner in enumerate(self.corners) if i == 0 or corner != self.corners[i - 1]]
        if len(corners) < (3 if self.kind == POLYGON else 2):
            return
        is_area = self.kind == POLYGON
        geometry = QgsGeometry.fromPolygonXY([corners]) if is_area else QgsGeometry.fromPolylineXY(corners)
        self.leave()
        self.drawn.emit(geometry)

    def leave(self):
        if self.former:
            self.canvas().setMapTool(self.former)
        else:
            self.canvas().unsetMapTool(self)

    def deactivate(self):
        self.band.reset(self.kind)
        self.corners = []
        super().deactivate()
