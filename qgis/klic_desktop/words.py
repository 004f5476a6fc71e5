"""What a person reads, in Dutch and English: the texts below "plugin" of the program (server/texts)."""

import json
from pathlib import Path

from qgis.core import QgsApplication


def _flat(texts, path=""):
    for key, value in texts.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{path}{key}.")
        else:
            yield path + key, value


def _texts():
    """Both languages: beside this file in an installed plugin, with the server's own in the sources."""
    folder = Path(__file__).parent
    installed = folder / "texts.json"
    if installed.exists():
        return json.loads(installed.read_text("utf-8"))
    source = folder.parents[1] / "server" / "texts"
    return {each: json.loads((source / f"{each}.json").read_text("utf-8"))["plugin"] for each in ("nl", "en")}


TEXTS = {language: dict(_flat(texts)) for language, texts in _texts().items()}


def is_dutch():
    return QgsApplication.locale().lower().startswith("nl")


def _here():
    return TEXTS["nl" if is_dutch() else "en"]


def tr(key, **values):
    """The words for a key in the language of QGIS: Dutch, or English for everybody else."""
    text = _here()[key]
    return text.format(**values) if values else text


def hint(name):
    """What stands in an empty field; most fields have none."""
    return _here().get(f"hint.{name}", "")


def state_words(status):
    return tr(f"state.{status}") if f"state.{status}" in _here() else status


def price_words(amount):
    """Euros as people write them: the server says '119.85'."""
    return f"€ {amount.replace('.', ',')}" if is_dutch() else f"€{amount}"


def quote_words(count, amount):
    return tr("quoted_one" if count == 1 else "quoted", count=count, price=price_words(amount))
