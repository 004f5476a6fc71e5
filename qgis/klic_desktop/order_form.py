"""What is asked for beside the area: kind, reference, and of an excavation its start, works, address and client."""

from qgis.PyQt.QtCore import QDate
from qgis.PyQt.QtWidgets import QComboBox, QDateEdit, QFormLayout, QLineEdit

from .desktop import DesktopError
from .words import hint, tr

# In the order in which they are asked for, with the most signs that the server takes.
TEXTS = {
    "works_description": 2000,
    "address": 200,
    "organisation": 100,
    "contact_name": 100,
    "contact_phone": 30,
    "contact_email": 70,
}
CLIENT = ("organisation", "contact_name", "contact_phone", "contact_email")


class OrderForm(QFormLayout):
    def __init__(self, changed):
        super().__init__()
        self.kind = QComboBox()
        for kind in ("ORIENT", "GRAAF"):
            self.kind.addItem(tr(kind), kind)
        self.reference = QLineEdit()
        self.reference.setMaxLength(60)
        self.start_date = QDateEdit(QDate.currentDate().addDays(7))
        self.start_date.setCalendarPopup(True)
        self.start_date.setDisplayFormat("yyyy-MM-dd")
        self.addRow(tr("kind"), self.kind)
        self.addRow(tr("reference"), self.reference)
        self.addRow(tr("start_date"), self.start_date)
        self.texts = {}
        for name, most in TEXTS.items():
            field = QLineEdit()
            field.setMaxLength(most)
            field.setPlaceholderText(hint(name))
            self.texts[name] = field
            self.addRow(tr(name), field)
        self.kind.currentIndexChanged.connect(self._show_kind)
        # What was quoted was quoted for something else.
        self.kind.currentIndexChanged.connect(changed)
        for field in (self.reference, *self.texts.values()):
            field.textChanged.connect(changed)
        self._show_kind()

    def is_digging(self):
        return self.kind.currentData() == "GRAAF"

    def _show_kind(self):
        for field in (self.start_date, *self.texts.values()):
            field.setVisible(self.is_digging())
            self.labelForField(field).setVisible(self.is_digging())

    def start(self):
        """First day of digging, as the server writes it; None for what is not dug."""
        return self.start_date.date().toString("yyyy-MM-dd") if self.is_digging() else None

    def body(self):
        """As the server takes it, without the area. Raises DesktopError when the client is told in part."""
        body = {"klic_type": self.kind.currentData()}
        reference = self.reference.text().strip()
        if reference:
            body["reference"] = reference
        if not self.is_digging():
            return body
        said = {name: field.text().strip() for name, field in self.texts.items()}
        for name in ("works_description", "address"):
            if said[name]:
                body[name] = said[name]
        if any(said[name] for name in CLIENT):
            if not all(said[name] for name in CLIENT):
                raise DesktopError(tr("client_in_part"), "CLIENT_IN_PART")
            contact = {name: said[f"contact_{name}"] for name in ("name", "phone", "email")}
            body["principal"] = {"organisation": said["organisation"], "contact": contact}
        return body
