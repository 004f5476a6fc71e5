"""The dock: pair, quote an area, submit after a confirmation, and the list of jobs."""

from uuid import uuid4

from qgis.core import Qgis, QgsSettings
from qgis.PyQt.QtCore import Qt, QTimer
from qgis.PyQt.QtWidgets import (
    QDockWidget,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMessageBox,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from . import area, attention, desktop, jobs, keys, layers, tasks
from .draw import DrawTool
from .options import buffer_box
from .results import Results
from .order_form import OrderForm
from .words import price_words, quote_words, state_words, tr

REFRESH_MS = 10_000
PAIRING_POLL_MS = 2000
JOB_ROLE = Qt.ItemDataRole.UserRole
OPEN = "klic_desktop/open"


class KlicDock(QDockWidget):
    def __init__(self, iface):
        super().__init__(tr("title"), iface.mainWindow())
        self.setObjectName("KlicDesktopDock")
        self.iface = iface
        self.quoted = []
        self.pairing = None
        self.is_busy = False
        self.tool = None
        # What somebody is about to do, until it is submitted: a click more is the same job.
        self.intent = uuid4().hex
        self._build()
        self.results = Results(self)
        self.timer = QTimer(self)
        self.timer.timeout.connect(self.refresh)
        self.pairing_timer = QTimer(self)
        self.pairing_timer.timeout.connect(self._poll_pairing)
        self.visibilityChanged.connect(self._shown)
        self._show_connection()

    def _build(self):
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.connect_button = QPushButton(tr("connect"))
        self.connect_button.clicked.connect(self.connect_desktop)
        self.form = OrderForm(self._asked_otherwise)
        self.buffer = buffer_box()
        self.buffer.valueChanged.connect(self._asked_otherwise)
        self.form.addRow(tr("buffer"), self.buffer)
        self.quote_button = self._button("quote", self.quote_selection)
        self.extent_button = self._button("quote_extent", self.quote_extent)
        self.polygon_button = self._button("draw_polygon", lambda: self.draw(area.POLYGON))
        self.line_button = self._button("draw_line", lambda: self.draw(area.LINE))
        self.area_buttons = (self.quote_button, self.extent_button, self.polygon_button, self.line_button)
        self.submit_button = QPushButton(tr("submit"))
        self.submit_button.clicked.connect(self.ask_to_submit)
        self.quote_words = QLabel()
        self.quote_words.setWordWrap(True)
        self.list = QTreeWidget()
        self.list.setHeaderLabels([tr("jobs"), tr("status")])
        self.list.setRootIsDecorated(False)
        self.list.itemDoubleClicked.connect(lambda item, column: self.load_chosen())
        self.refresh_button = QPushButton(tr("refresh"))
        self.refresh_button.clicked.connect(self.refresh)
        self.load_button = QPushButton(tr("load"))
        self.load_button.clicked.connect(self.load_chosen)
        box = QVBoxLayout()
        for part in (self.words, self.connect_button):
            box.addWidget(part)
        box.addLayout(self.form)
        grid = QGridLayout()
        for i, button in enumerate(self.area_buttons):
            grid.addWidget(button, i // 2, i % 2)
        box.addLayout(grid)
        for part in (self.quote_words, self.submit_button, self.list):
            box.addWidget(part)
        row = QHBoxLayout()
        row.addWidget(self.refresh_button)
        row.addWidget(self.load_button)
        box.addLayout(row)
        inside = QWidget()
        inside.setLayout(box)
        self.setWidget(inside)
        self._show_quote([])

    def _button(self, words, act):
        button = QPushButton(tr(words))
        button.clicked.connect(lambda checked=False: act())
        return button

    def _asked_otherwise(self):
        # What was quoted was quoted for something else.
        self._show_quote([])

    def closeEvent(self, event):
        QgsSettings().setValue(OPEN, False)
        super().closeEvent(event)

    def stop(self):
        """Before it goes: nothing more is asked."""
        self.timer.stop()
        self.pairing_timer.stop()
        if self.tool:
            self.tool.leave()

    def _shown(self, is_visible):
        if is_visible:
            self.timer.start(REFRESH_MS)
            self.refresh()
        else:
            self.timer.stop()

    def _show_connection(self):
        is_paired = keys.is_paired()
        self.connect_button.setVisible(not is_paired)
        self.words.setText("" if is_paired else tr("not_paired"))
        for part in (*self.area_buttons, self.refresh_button, self.load_button):
            part.setEnabled(is_paired)

    def failed(self, error):
        self.is_busy = False
        self._may_quote(True)
        if isinstance(error, desktop.DesktopError) and error.code == "NOT_PAIRED":
            self._show_connection()
            return
        self.words.setText(str(error))

    def _tell(self, text):
        self.iface.messageBar().pushMessage(tr("title"), text, Qgis.MessageLevel.Info)

    # Pairing

    def connect_desktop(self):
        if keys.open_again():
            self._show_connection()
            self.refresh()
            return
        tasks.run(tr("connect"), lambda task: desktop.ask_pairing(), self._pairing_asked, self.failed)

    def _pairing_asked(self, pairing):
        self.pairing = pairing
        self.words.setText(tr("pairing", code=pairing["code"]))
        self.pairing_timer.start(PAIRING_POLL_MS)

    def _poll_pairing(self):
        if self.is_busy or not self.pairing:
            return
        self.is_busy = True
        pairing = self.pairing
        tasks.run(tr("connect"), lambda task: desktop.take_key(pairing), self._pairing_answered, self._pairing_failed)

    def _pairing_answered(self, answer):
        self.is_busy = False
        if answer["status"] == "waiting":
            return
        self.pairing_timer.stop()
        self.pairing = None
        if answer["status"] == "approved":
            is_stored = keys.keep(answer["key"], answer["gis_key"])
            self._show_connection()
            self._tell(tr("paired" if is_stored else "store_closed"))
            self.refresh()
        else:
            self._show_connection()
            self.words.setText(tr("pairing_refused"))

    def _pairing_failed(self, error):
        self.pairing_timer.stop()
        self.pairing = None
        self.failed(error)

    # Quoting and submitting

    def quote_selection(self):
        self._quote_of(lambda: area.selected(self.iface.activeLayer()))

    def quote_extent(self):
        self._quote_of(lambda: area.shown(self.iface.mapCanvas()))

    def draw(self, kind):
        """A polygon or a line on the map; what is drawn is quoted."""
        canvas = self.iface.mapCanvas()
        if self.tool:
            self.tool.leave()
        self.tool = DrawTool(canvas, kind)
        self.tool.drawn.connect(self._drawn)
        canvas.setMapTool(self.tool)
        self.words.setText(tr("drawing"))

    def _drawn(self, geometry):
        crs = self.iface.mapCanvas().mapSettings().destinationCrs()
        self._quote_of(lambda: ([geometry], crs))

    def _may_quote(self, may):
        for button in self.area_buttons:
            button.setEnabled(may)

    def _quote_of(self, find):
        """@param find gives geometries and their coordinate system, or raises DesktopError"""
        try:
            areas = area.areas_of(*find(), self.buffer.value())
            order = self.form.body()
        except desktop.DesktopError as error:
            self.failed(error)
            return
        intent = self.intent
        self._may_quote(False)
        self.words.setText(tr("quoting"))
        tasks.run(tr("quote"), lambda task: jobs.quote(areas, order, intent), self._quoted, self.failed)

    def _quoted(self, quoted):
        self._may_quote(True)
        self.words.setText("")
        self._show_quote(quoted)
        layers.show_preview(quoted)
        self.refresh()

    def _show_quote(self, quoted):
        self.quoted = quoted
        self.quote_words.setText(quote_words(*jobs.totals(quoted)) if quoted else "")
        self.submit_button.setEnabled(bool(quoted))

    def confirmation(self):
        """What the person is asked before anything is filed."""
        count, amount = jobs.totals(self.quoted)
        is_simulated = keys.key_of(keys.CALLS).startswith("klic_sim_")
        words = "confirm_simulated" if is_simulated else "confirm"
        box = QMessageBox(self)
        box.setWindowTitle(tr("confirm_title"))
        box.setText(tr(words, what=quote_words(count, amount)))
        yes = box.addButton(f"{tr('yes_submit')} ({count}, {price_words(amount)})", QMessageBox.ButtonRole.AcceptRole)
        no = box.addButton(tr("cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(no)
        return box, yes

    def ask_to_submit(self):
        if not self.quoted:
            return
        box, yes = self.confirmation()
        box.exec()
        if box.clickedButton() == yes:
            self.submit()

    def submit(self):
        quoted = self.quoted
        start = self.form.start()
        self.submit_button.setEnabled(False)
        tasks.run(tr("submit"), lambda task: jobs.submit(quoted, start), self._submitted, self._not_submitted)

    def _submitted(self, submitted):
        self._show_quote([])
        self.intent = uuid4().hex
        self._tell(tr("submitted"))
        self.refresh()

    def _not_submitted(self, error):
        # A repeat is safe: what was taken already is not filed again.
        self.submit_button.setEnabled(True)
        self.failed(error)

    # The list

    def refresh(self):
        if self.is_busy:
            return
        # Here and not in the task: QGIS may ask for its master password.
        if not keys.key_of(keys.CALLS):
            self._show_connection()
            return
        self.is_busy = True
        mine = attention.loaded()

        def ask(task):
            listed = jobs.listed()
            here = {job["job_id"]: job for job in listed}
            return listed, [here.get(job_id) or jobs.found(job_id) for job_id in mine]

        tasks.run(tr("refresh"), ask, lambda asked: self._listed(*asked), self.failed)

    def _listed(self, listed, mine):
        self.is_busy = False
        self.results.tell_newer([job for job in mine if job])
        chosen = self.chosen()
        self.list.clear()
        for job in listed:
            name = job["reference"] or job["job_id"]
            item = QTreeWidgetItem([name, state_words(job["status"])])
            item.setData(0, JOB_ROLE, job)
            self.list.addTopLevelItem(item)
            if chosen and chosen["job_id"] == job["job_id"]:
                self.list.setCurrentItem(item)

    def chosen(self):
        item = self.list.currentItem()
        return item.data(0, JOB_ROLE) if item else None

    def load_chosen(self):
        job = self.chosen()
        if not job:
            self.words.setText(tr("choose_job"))
        elif job["status"] not in jobs.READY:
            self.words.setText(tr("not_ready"))
        else:
            self.results.load(job["job_id"], job["reference"] or job["job_id"])
