"""Results that are loaded into the project: fetched, with what must be known of them, and whether a newer one is there."""

from qgis.core import Qgis
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtWidgets import QMessageBox, QPushButton

from . import attention, layers, tasks
from .words import tr


class Results:
    def __init__(self, dock):
        self.dock = dock
        # Of which newer deliveries it was told already.
        self.told = set()

    def load(self, job_id, name):
        self.dock.words.setText(tr("loading"))

        def fetch(task):
            fetched = layers.fetch_result(job_id, task)
            return fetched and (*fetched, attention.attention_of(fetched[1].with_suffix(".gpkg")))

        def loaded(fetched):
            self.dock.words.setText("")
            if fetched:
                job, path, found = fetched
                attention.mark(layers.load_definition(path), job)
                self._say_what_to_know(name, found)

        tasks.run(tr("load"), fetch, loaded, self.dock.failed)

    def _say_what_to_know(self, name, found):
        level = Qgis.MessageLevel.Warning if found.is_grave() else Qgis.MessageLevel.Info
        text = f"{tr('loaded', name=name)} {found.line()}".strip()
        self._offer(text, tr("attention"), lambda: self.attention_box(name, found).exec(), level)

    def attention_box(self, name, found):
        """What to know, whole."""
        box = QMessageBox(self.dock)
        box.setWindowTitle(tr("attention_title", name=name))
        box.setTextFormat(Qt.TextFormat.RichText)
        box.setText(found.page())
        return box

    def _offer(self, text, words, act, level):
        """A message of QGIS's with a button."""
        bar = self.dock.iface.messageBar()
        message = bar.createMessage(tr("title"), text)
        button = QPushButton(words, message)
        button.clicked.connect(lambda checked=False: act())
        message.layout().addWidget(button)
        bar.pushWidget(message, level)

    def tell_newer(self, listed):
        """Once for each revision: what is in the project is then not the newest any more."""
        have = attention.loaded()
        for job in listed:
            job_id, revision = job["job_id"], job["revision"]
            if revision <= have.get(job_id, revision) or (job_id, revision) in self.told:
                continue
            self.told.add((job_id, revision))
            name = job["reference"] or job_id
            self._offer(
                tr("newer", name=name), tr("load"), lambda: self.load(job_id, name), Qgis.MessageLevel.Warning
            )
