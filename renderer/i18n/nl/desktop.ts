/** Wat alleen de bureaubladtoepassing kan. */
import type { desktop as English } from '../en/desktop.ts'

export const desktop: typeof English = {
  desktop: {
    title: 'Bureaublad',
    startAtLogin: 'Start als ik me aanmeld op deze computer',
    keepRunning: 'Werk door in het systeemvak als het venster dicht is',
    keepRunningHint: "QGIS en andere programma's kunnen het dan blijven gebruiken.",
    notify: 'Bericht mij als een opdracht klaar is',
    port: 'Poort van de API',
    portHint: 'Geldt vanaf de volgende start; de eerstvolgende vrije als hij bezet is.',
    portWrong: 'Een geheel getal van 1024 tot en met 65535.',
    channel: 'Updates',
    channels: { latest: 'Stabiele versies', beta: 'Ook versies om te proberen' },
    kept: 'Bewaard.',
    files: 'Bestanden van deze toepassing',
    showData: 'Toon de gegevensmap',
    showLog: 'Toon het logboek',
    update: {
      title: 'Updates',
      unavailable: {
        'not-packaged': 'Dit is geen installatie; ze wordt niet vanzelf bijgewerkt.',
        'no-address': 'Deze installatie wordt niet vanzelf bijgewerkt.',
        portable:
          'Het draagbare programma wordt niet vanzelf bijgewerkt. Haal het nieuwe op en zet het op zijn plaats.',
        managed: 'Deze installatie is voor alle accounts van de computer; wie haar installeerde, werkt haar ook bij.',
      },
      idle: (when) => (when ? `Er is geen nieuwere versie; gekeken om ${when}.` : 'Nog niet gekeken.'),
      checking: 'Er wordt naar een nieuwere versie gekeken…',
      postponed: (version, until) => `Versie ${version} is uitgesteld tot ${until}.`,
      offered: (version) => `Versie ${version} is er.`,
      downloading: (version) => `Versie ${version} wordt opgehaald.`,
      downloaded: (version) => `Versie ${version} kan worden geïnstalleerd. Lopende opdrachten gaan daarna verder.`,
      installing: (version) => `Versie ${version} wordt geïnstalleerd.`,
      rolledBack: (version) => `Versie ${version} startte niet; de vorige is terug.`,
      failed: 'Het lukte niet:',
      check: 'Kijk of er updates zijn',
      download: 'Haal hem op',
      postpone: 'Nu niet',
      install: 'Installeer en start opnieuw',
    },
  },
}
