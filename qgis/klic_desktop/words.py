"""What a person reads, in each language of the program: its texts below "plugin" (server/texts)."""

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
    """By language: beside this file in an installed plugin, with the server's own in the sources."""
    folder = Path(__file__).parent
    installed = folder / "texts.json"
    if installed.exists():
        return json.loads(installed.read_text("utf-8"))
    source = folder.parents[1] / "server" / "texts"
    return {file.stem: json.loads(file.read_text("utf-8"))["plugin"] for file in source.glob("*.json")}


TEXTS = {language: dict(_flat(texts)) for language, texts in _texts().items()}


def _language():
    locale = QgsApplication.locale().lower()
    return next((each for each in TEXTS if locale.startswith(each)), "en")


def is_dutch():
    return _language() == "nl"


def _here():
    return TEXTS[_language()]


def tr(key, **values):
    """The words for a key in the language of QGIS, or in English where the program does not speak it."""
    text = _here()[key]
    return text.format(**values) if values else text


def hint(name):
    """What stands in an empty field; most fields have none."""
    return _here().get(f"hint.{name}", "")


def state_words(status):
    return tr(f"state.{status}") if f"state.{status}" in _here() else status


def price_words(amount):
    """Euros as people write them: the server says '119.85'."""
    euros, _, cents = amount.partition(".")
    return tr("price", euros=euros, cents=cents)


def quote_words(count, amount):
    return tr("quoted_one" if count == 1 else "quoted", count=count, price=price_words(amount))
