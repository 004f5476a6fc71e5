"""The dock: pair, quote the selection, submit after a confirmation, and the list of jobs."""

from qgis.core import Qgis, QgsVectorLayer
from qgis.PyQt.QtCore import QDate, Qt, QTimer
from qgis.PyQt.QtWidgets import (
    QComboBox,
    QDateEdit,
    QDockWidget,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from . import desktop, jobs, keys, layers, tasks
from .words import price_words, quote_words, state_words, tr

REFRESH_MS = 10_000
PAIRING_POLL_MS = 2000
JOB_ROLE = Qt.ItemDataRole.UserRole


class KlicDock(QDockWidget):
    def __init__(self, iface):
        super().__init__(tr("title"), iface.mainWindow())
        self.setObjectName("KlicDesktopDock")
        self.iface = iface
        self.quoted = []
        self.pairing = None
        self.is_busy = False
        self._build()
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
        self.kind = QComboBox()
        for kind in ("ORIENT", "GRAAF"):
            self.kind.addItem(tr(kind), kind)
        self.kind.currentIndexChanged.connect(self._kind_changed)
        self.reference = QLineEdit()
        self.reference.setMaxLength(60)
        self.start_date = QDateEdit(QDate.currentDate().addDays(7))
        self.start_date.setCalendarPopup(True)
        self.start_date.setDisplayFormat("yyyy-MM-dd")
        self.form = QFormLayout()
        self.form.addRow(tr("kind"), self.kind)
        self.form.addRow(tr("reference"), self.reference)
        self.form.addRow(tr("start_date"), self.start_date)
        self.quote_button = QPushButton(tr("quote"))
        self.quote_button.clicked.connect(self.quote_selection)
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
        for part in (self.quote_button, self.quote_words, self.submit_button, self.list):
            box.addWidget(part)
        row = QHBoxLayout()
        row.addWidget(self.refresh_button)
        row.addWidget(self.load_button)
        box.addLayout(row)
        inside = QWidget()
        inside.setLayout(box)
        self.setWidget(inside)
        self._kind_changed()
        self._show_quote([])

    def _kind_changed(self):
        is_digging = self.kind.currentData() == "GRAAF"
        self.start_date.setVisible(is_digging)
        self.form.labelForField(self.start_date).setVisible(is_digging)
        # What was quoted was quoted for the other kind.
        self._show_quote([])

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
        for part in (self.quote_button, self.refresh_button, self.load_button):
            part.setEnabled(is_paired)

    def _failed(self, error):
        self.is_busy = False
        self.quote_button.setEnabled(True)
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
        tasks.run(tr("connect"), lambda task: desktop.ask_pairing(), self._pairing_asked, self._failed)

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
        self._failed(error)

    # Quoting and submitting

    def selection(self):
        """Selected geometries and their coordinate system. Raises DesktopError."""
        layer = self.iface.activeLayer()
        if not isinstance(layer, QgsVectorLayer) or layer.selectedFeatureCount() == 0:
            raise desktop.DesktopError(tr("nothing_selected"), "NOTHING_SELECTED")
        return [feature.geometry() for feature in layer.selectedFeatures()], layer.crs()

    def quote_selection(self):
        try:
            areas = jobs.areas_of(*self.selection())
        except desktop.DesktopError as error:
            self._failed(error)
            return
        kind, reference = self.kind.currentData(), self.reference.text().strip()
        self.quote_button.setEnabled(False)
        self.words.setText(tr("quoting"))
        tasks.run(tr("quote"), lambda task: jobs.quote(areas, kind, reference), self._quoted, self._failed)

    def _quoted(self, quoted):
        self.quote_button.setEnabled(True)
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
        start = self.start_date.date().toString("yyyy-MM-dd") if self.kind.currentData() == "GRAAF" else None
        self.submit_button.setEnabled(False)
        tasks.run(tr("submit"), lambda task: jobs.submit(quoted, start), self._submitted, self._not_submitted)

    def _submitted(self, submitted):
        self._show_quote([])
        self._tell(tr("submitted"))
        self.refresh()

    def _not_submitted(self, error):
        # A repeat is safe: what was taken already is not filed again.
        self.submit_button.setEnabled(True)
        self._failed(error)

    # The list

    def refresh(self):
        if self.is_busy:
            return
        # Here and not in the task: QGIS may ask for its master password.
        if not keys.key_of(keys.CALLS):
            self._show_connection()
            return
        self.is_busy = True
        tasks.run(tr("refresh"), lambda task: jobs.listed(), self._listed, self._failed)

    def _listed(self, listed):
        self.is_busy = False
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
            self.load(job["job_id"], job["reference"] or job["job_id"])

    def load(self, job_id, name):
        self.words.setText(tr("loading"))

        def loaded(path):
            self.words.setText("")
            if path:
                layers.load_definition(path)
                self._tell(tr("loaded", name=name))

        tasks.run(tr("load"), lambda task: layers.fetch_result(job_id, task), loaded, self._failed)
