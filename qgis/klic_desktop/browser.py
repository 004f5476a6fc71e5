"""KLIC Desktop in QGIS's Browser: the jobs with their state, and the layers of those that are ready."""

from qgis.core import (
    Qgis,
    QgsDataCollectionItem,
    QgsDataItemProvider,
    QgsDataProvider,
    QgsErrorItem,
    QgsLayerItem,
)
from qgis.PyQt import sip
from qgis.PyQt.QtGui import QIcon

from . import desktop, jobs, keys
from .words import state_words, tr

ICON = f"{__file__.rsplit('/', 1)[0]}/icon.svg".replace("\\", "/")

# The first QGIS that reads live layers in RD New.
EXACT_FROM = 32806


def handed_over(children, parent):
    """To QGIS, which lets go of them itself."""
    for child in children:
        sip.transferto(child, parent)
    return children


def layer_items(parent, job):
    """The layers over OGC API - Features, in QGIS's own words for an address."""
    address = f"/ogc/{job['job_id']}"
    found = desktop.checked(desktop.ask("GET", f"{address}/collections", key=keys.key_of(keys.LAYERS))).json()
    auth = keys.auth_id(keys.LAYERS)
    if not auth:
        raise desktop.DesktopError(tr("store_closed"), "STORE_CLOSED")
    for collection in found["collections"]:
        name = collection["id"]
        uri = (
            f"pagingEnabled='true' restrictToRequestBBOX='1' typename='{name}' "
            f"url='{desktop.base_url()}{address}' authcfg='{auth}'"
        )
        kind = Qgis.BrowserLayerType.Vector if "storageCrs" in collection else Qgis.BrowserLayerType.TableLayer
        yield QgsLayerItem(parent, collection["title"], f"{parent.path()}/{name}", uri, kind, "OAPIF")


class JobItem(QgsDataCollectionItem):
    def __init__(self, parent, job):
        name = f"{job['reference'] or job['job_id']} ({state_words(job['status'])})"
        super().__init__(parent, name, f"{parent.path()}/{job['job_id']}")
        self.job = job
        # Older ones ask for degrees, and change them without the Dutch correction grid.
        if Qgis.QGIS_VERSION_INT < EXACT_FROM:
            self.setToolTip(tr("not_exact"))
        self.setIcon(QIcon(ICON))

    def createChildren(self):
        if self.job["status"] not in jobs.READY:
            return []
        try:
            return handed_over(list(layer_items(self, self.job)), self)
        except desktop.DesktopError as error:
            return handed_over([QgsErrorItem(self, str(error), f"{self.path()}/error")], self)


class RootItem(QgsDataCollectionItem):
    def __init__(self, parent):
        super().__init__(parent, tr("title"), "klic:/", "KLIC")
        self.setIcon(QIcon(ICON))

    def createChildren(self):
        try:
            children = [JobItem(self, job) for job in jobs.listed()]
        except desktop.DesktopError as error:
            children = [QgsErrorItem(self, str(error), f"{self.path()}/error")]
        return handed_over(children, self)


class KlicItemProvider(QgsDataItemProvider):
    def name(self):
        return "KLIC"

    def dataProviderKey(self):
        return "klic_desktop"

    def capabilities(self):
        return QgsDataProvider.DataCapability.Net

    def createDataItem(self, path, parentItem):
        if path:
            return None
        item = RootItem(parentItem)
        sip.transferto(item, None)
        return item
