"""Results that were given another name: the project inside a GeoPackage names its layers' file, and can't say "this one"."""

import io
import re
import sqlite3
import zipfile
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote

from qgis.core import QgsPathResolver, QgsProject

PROJECT = re.compile(r"geopackage:(.+)\?projectName=KLIC$")
LAYER = re.compile(r"^(GPKG:)?\./([^/|:]+\.gpkg)(?=[|:]|$)")
NAMED = re.compile(r"<datasource>(?:GPKG:)?\./([^/|:<]+\.gpkg)[|:]")


@lru_cache(maxsize=8)
def file_named_in(path, changed):
    """The one file in which the project inside looks for its layers; None where there are several: that is somebody's own project."""
    database = sqlite3.connect(f"{Path(path).as_uri()}?mode=ro", uri=True)
    try:
        (content,) = database.execute("SELECT content FROM qgis_projects WHERE name = 'KLIC'").fetchone()
    finally:
        database.close()
    with zipfile.ZipFile(io.BytesIO(bytes.fromhex(content))) as packed:
        (name,) = [each for each in packed.namelist() if each.endswith(".qgs")]
        names = set(NAMED.findall(packed.read(name).decode("utf-8")))
    return names.pop() if len(names) == 1 else None


def follow_file(source):
    """What QGIS calls with each source of a project that it opens. @returns the source to open"""
    project = PROJECT.match(unquote(QgsProject.instance().fileName()))
    layer = LAYER.match(source)
    if not project or not layer:
        return source
    file = Path(project.group(1))
    try:
        if layer.group(2) != file_named_in(str(file), file.stat().st_mtime):
            return source
    except (OSError, ValueError, TypeError, sqlite3.Error, zipfile.BadZipFile):
        return source
    return f"{layer.group(1) or ''}./{file.name}{source[layer.end():]}"


def start():
    """@returns what stop() takes"""
    return QgsPathResolver.setPathPreprocessor(follow_file)


def stop(number):
    QgsPathResolver.removePathPreprocessor(number)
