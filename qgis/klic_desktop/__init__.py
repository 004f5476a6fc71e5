"""KLIC Desktop in QGIS: quote, file, follow and open KLIC notifications through the application on this computer."""


def classFactory(iface):
    from .plugin import KlicDesktopPlugin

    return KlicDesktopPlugin(iface)
