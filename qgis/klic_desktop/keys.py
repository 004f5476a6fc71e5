"""The keys that pairing gave, in QGIS's own encrypted store of credentials; the settings say only under which id.

There are two: one calls the API, and may quote and submit; one opens layers. A layer names the second by its id, so that a
project holds no key. QGIS asks for its master password when the store is opened; a user who does not give it is not asked
again before choosing Connect, and a pairing of that time lasts until QGIS is closed.
"""

from qgis.core import QgsApplication, QgsAuthMethodConfig, QgsSettings

from .words import tr

CALLS = "klic_desktop/auth"
LAYERS = "klic_desktop/layers_auth"
NAMES = {CALLS: "KLIC Desktop", LAYERS: "KLIC Desktop: {layers}"}

# Read once: QgsAuthManager decrypts at each question.
known = {}
declined = False


def auth_id(which):
    """Under which the store has it; empty where it has not. Asks for no password."""
    kept = QgsSettings().value(which, "", type=str)
    return kept if kept in QgsApplication.authManager().configIds() else ""


def is_paired():
    """Whether there is a key, as far as can be told without opening the store."""
    return CALLS in known or (not declined and bool(auth_id(CALLS)))


def key_of(which):
    """Empty where there is none, or the store stays closed."""
    global declined
    if which not in known and not declined and auth_id(which):
        config = QgsAuthMethodConfig()
        ok, config = QgsApplication.authManager().loadAuthenticationConfig(auth_id(which), config, True)
        if ok and config.config("password"):
            known[which] = config.config("password")
        else:
            declined = True
    return known.get(which, "")


def open_again():
    """After Connect was chosen. @returns whether a pairing of before can be used"""
    global declined
    declined = False
    return bool(key_of(CALLS))


def keep(key, layers_key):
    """@returns False when the store stayed closed: then they last until QGIS is closed"""
    forget()
    known.update({CALLS: key, LAYERS: layers_key})
    return all(store(which) for which in (CALLS, LAYERS))


def store(which):
    # The layers' one goes along by itself: the password of HTTP Basic is the key, under any name.
    config = QgsAuthMethodConfig("Basic")
    config.setName(NAMES[which].format(layers=tr("layers")))
    config.setConfig("username", "qgis")
    config.setConfig("password", known[which])
    ok, config = QgsApplication.authManager().storeAuthenticationConfig(config)
    if ok:
        QgsSettings().setValue(which, config.id())
    return ok


def forget():
    """Revoked in the window, expired, or of another data folder."""
    global declined
    declined = False
    known.clear()
    for which in (CALLS, LAYERS):
        if auth_id(which):
            QgsApplication.authManager().removeAuthenticationConfig(auth_id(which))
        QgsSettings().remove(which)
    # Where earlier versions of the plugin had it, as plain text.
    QgsSettings().remove("klic_desktop/key")
