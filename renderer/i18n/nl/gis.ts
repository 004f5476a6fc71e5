/** Lokale GIS-programma's, en het koppelen ermee. */
import type { gis as english } from '../en/gis.ts'

export const gis: typeof english = {
  gis: {
    title: 'QGIS en ander GIS',
    plugin: 'De plug-in voor QGIS',
    pluginWhy:
      'Offerte van de geselecteerde vlakken, indienen, en resultaten in de officiële stijl, zonder QGIS te verlaten.',
    pluginGet: 'Download de plug-in (klic_desktop.zip).',
    pluginInstall: 'In QGIS (3.22 of nieuwer): Plug-ins, Plug-ins beheren en installeren, Installeren vanuit ZIP.',
    pluginPair: 'Kies Koppelen in het paneel KLIC Desktop, en bevestig in dit venster.',
    pluginUpdates: 'Voeg voor updates dit adres in QGIS toe als plug-inopslagplaats:',
    address: "Adres voor GIS-programma's",
    addressWhy: 'Elke opdracht die klaar is als OGC API - Features: voor QGIS, GDAL, ArcGIS Pro en scripts.',
    make: 'Adres met sleutel maken',
    addressOnce: 'In het adres staat een sleutel die alleen lagen opent. Het wordt maar één keer getoond.',
    stepsQgis:
      'QGIS: Kaartlagen, Laag toevoegen, WFS-laag toevoegen, Nieuw; plak het adres; versie OGC API - Objecten.',
    stepsArcgis: 'ArcGIS Pro: Insert, Connections, Server, New OGC API Server; plak het adres.',
    plain: "Voor programma's die een wachtwoord sturen: een willekeurige gebruikersnaam, de sleutel als wachtwoord.",
    secret: 'Sleutel',
    open: 'Openen in QGIS',
    layers: 'Opnieuw downloaden',
    layersHow: (file) =>
      `${file} is bewaard. Open het of sleep het naar QGIS: alle lagen komen per thema, in de officiële stijl, zolang KLIC Desktop draait.`,
    orAddress: 'Of plak dit adres, met een sleutel die alleen lagen opent, in een GIS-programma:',
  },
  pairing: {
    title: (client: string) => `${client} wil koppelen`,
    what: 'Het mag dan resultaten lezen, offertes maken en meldingen voor u indienen.',
    same: 'Zeg alleen ja als daar dezelfde code staat.',
    yes: 'Koppelen',
    no: 'Weigeren',
    later: (client: string, code: string) => `${client} vroeg het later, met de code ${code}.`,
    showLater: 'Tonen',
  },
}
