"""What must be known of a result that was loaded, read from its GeoPackage; and whether there is a newer one."""

import sqlite3
from contextlib import closing
from html import escape
from pathlib import Path

from qgis.core import QgsProject

from .words import is_dutch, tr

JOB = "klic_desktop/job"
REVISION = "klic_desktop/revision"


class Attention:
    """@param silent names of operators that did not deliver; careful those that demand precautions"""

    def __init__(self, silent, careful, warnings, documents):
        self.silent = silent
        self.careful = careful
        self.warnings = warnings
        self.documents = documents

    def is_grave(self):
        return bool(self.silent or self.careful)

    def line(self):
        """In short, for QGIS's message bar."""
        said = []
        for key, names in (("silent", self.silent), ("careful", self.careful)):
            if names:
                said.append(tr(key, names=", ".join(names)))
        if self.documents:
            said.append(tr("documents", count=self.documents))
        return " ".join(said)

    def page(self):
        """All of it, as HTML."""
        items = "".join(f"<li>{escape(text)}</li>" for text in self.warnings) or f"<li>{escape(tr('no_warnings'))}</li>"
        more = f"<p>{escape(tr('documents', count=self.documents))} {escape(tr('documents_where'))}</p>" if self.documents else ""
        return f"<ul>{items}</ul>{more}"


def attention_of(gpkg):
    """From the tables of a result."""
    said = "melding" if is_dutch() else "coalesce(nullif(melding_en, ''), melding)"
    with closing(sqlite3.connect(f"{Path(gpkg).absolute().as_uri()}?mode=ro", uri=True)) as database:

        def names(condition):
            rows = database.execute(f"SELECT DISTINCT naam FROM netbeheerder WHERE {condition} ORDER BY naam")
            return [name for (name,) in rows]

        warnings = [text for (text,) in database.execute(f"SELECT {said} FROM waarschuwing ORDER BY rowid")]
        (documents,) = database.execute("SELECT count(DISTINCT bestand) FROM document").fetchone()
        return Attention(names("geleverd = 0"), names("eis_voorzorgsmaatregel = 1"), warnings, documents)


def mark(group, job):
    """A group of layers knows its job and revision, also in a saved project."""
    group.setCustomProperty(JOB, job["job_id"])
    group.setCustomProperty(REVISION, job["revision"])


def loaded(project=None):
    """@returns the newest revision that is in the project, by job"""
    found = {}
    for group in (project or QgsProject.instance()).layerTreeRoot().findGroups():
        job_id = group.customProperty(JOB)
        if job_id:
            found[job_id] = max(int(group.customProperty(REVISION) or 0), found.get(job_id, 0))
    return found
