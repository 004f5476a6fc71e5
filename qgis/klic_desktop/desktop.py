"""The running KLIC Desktop: where it is, and calls to it.

Every call goes through QGIS's network access manager and blocks: make it in a task, an algorithm, or a Browser item.
"""

import json
import os
import platform
import sys
from pathlib import Path

from qgis.core import Qgis, QgsBlockingNetworkRequest
from qgis.PyQt.QtCore import QByteArray, QUrl
from qgis.PyQt.QtNetwork import QNetworkRequest

from . import keys
from .words import tr


class DesktopError(Exception):
    """What went wrong, in words for the person at the screen."""

    def __init__(self, message, code=None):
        super().__init__(message)
        self.code = code


def data_folder():
    """Where the application keeps its data; the same rule as its own."""
    if os.environ.get("KLIC_DATA"):
        return Path(os.environ["KLIC_DATA"])
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", home / "AppData" / "Roaming")) / "KLIC Desktop"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "KLIC Desktop"
    return Path(os.environ.get("XDG_DATA_HOME", home / ".local" / "share")) / "klic-desktop"


def base_url():
    """Address of the running application. Raises DesktopError when it does not run."""
    try:
        return json.loads((data_folder() / "endpoint.json").read_text(encoding="utf-8"))["base_url"]
    except (OSError, ValueError, KeyError, TypeError):
        raise DesktopError(tr("not_running"), "NOT_RUNNING") from None


class Answer:
    def __init__(self, status, headers, content):
        self.status = status
        self.headers = headers
        self.content = content

    def json(self):
        return json.loads(self.content.decode("utf-8"))


def ask(method, path, body=None, headers=None, key=None, feedback=None):
    """One call. @returns Answer, also for what is refused; raises DesktopError when nobody answers."""
    request = QNetworkRequest(QUrl(base_url() + path))
    given = {"Accept": "application/json, */*", **(headers or {})}
    if key:
        given["X-API-Key"] = key
    if body is not None:
        given["Content-Type"] = "application/json"
    for name, value in given.items():
        request.setRawHeader(name.encode(), value.encode())
    call = QgsBlockingNetworkRequest()
    if method == "GET":
        error = call.get(request, True, feedback)
    else:
        sent = b"" if body is None else json.dumps(body).encode("utf-8")
        error = call.post(request, QByteArray(sent), True, feedback)
    reply = call.reply()
    status = reply.attribute(QNetworkRequest.Attribute.HttpStatusCodeAttribute)
    if status is None:
        why = call.errorMessage() or str(error)
        raise DesktopError(tr("no_answer", why=why), "NO_ANSWER")
    values = {bytes(name).decode().lower(): bytes(reply.rawHeader(name)).decode("latin-1") for name in reply.rawHeaderList()}
    return Answer(int(status), values, bytes(reply.content()))


def call(method, path, body=None, feedback=None):
    """A call with the key that pairing gave. Raises DesktopError with the server's own words when it is refused."""
    key = keys.key_of(keys.CALLS)
    if not key:
        raise DesktopError(tr("not_paired"), "NOT_PAIRED")
    return checked(ask(method, path, body, key=key, feedback=feedback)).json()


def checked(answer):
    if answer.status < 400:
        return answer
    try:
        detail = answer.json()["detail"]
    except (ValueError, KeyError):
        raise DesktopError(tr("no_answer", why=answer.status), "NO_ANSWER") from None
    code = detail.get("error_code")
    if code in ("API_KEY_INVALID", "API_KEY_EXPIRED"):
        keys.forget()
        raise DesktopError(tr("not_paired"), "NOT_PAIRED")
    raise DesktopError(detail.get("message", str(answer.status)), code)


def ask_pairing():
    """Asks for a key. @returns the server's answer: pairing_id, code, secret, ..."""
    name = f"QGIS {Qgis.QGIS_VERSION.split('-')[0]} ({platform.node()})"[:80]
    return checked(ask("POST", "/pair", {"client": name})).json()


def take_key(pairing):
    """@returns the server's answer: status 'waiting', 'refused' or 'approved', and with the last key and gis_key"""
    path = f"/pair/{pairing['pairing_id']}/key"
    return checked(ask("POST", path, {"secret": pairing["secret"]})).json()
