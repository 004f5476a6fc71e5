/** Wat alleen de bureaubladtoepassing kan. */
import type { desktop as English } from '../en/desktop.ts'

export const desktop: typeof English = {
  desktop: {
    title: 'Bureaublad',
    startAtLogin: 'Starten bij aanmelden op deze computer',
    keepRunning: 'Blijven draaien in het systeemvak als het venster dicht is',
    keepRunningHint: "QGIS en andere programma's kunnen het dan blijven gebruiken.",
    notify: 'Melding tonen als een opdracht klaar is',
    port: 'Poort van de API',
    portHint: 'Geldt vanaf de volgende start. Is hij dan bezet, dan vragen wij u wat er moet gebeuren.',
    portWrong: 'Een geheel getal van 1024 tot en met 65535.',
    channel: 'Updates',
    channels: { latest: 'Stabiele versies', beta: 'Bèta' },
    kept: 'Bewaard.',
    files: 'Bestanden van deze toepassing',
    showData: 'Gegevensmap tonen',
    showLog: 'Logboek tonen',
    update: {
      title: 'Updates',
      unavailable: {
        'not-packaged': 'Draait vanuit de broncode: wordt niet vanzelf bijgewerkt.',
        'no-address': 'Deze installatie wordt niet vanzelf bijgewerkt.',
        portable:
          'Het draagbare programma wordt niet vanzelf bijgewerkt. Haal het nieuwe op en zet het op zijn plaats.',
        managed: 'Deze installatie is voor alle accounts van de computer; wie haar installeerde, werkt haar ook bij.',
      },
      idle: (when) => (when ? `Er is geen nieuwere versie; gekeken om ${when}.` : 'Nog niet gekeken.'),
      old: (since) => `De updateserver noemt sinds ${since} geen nieuwere versie. Vraag de makers of die er is.`,
      checking: 'Er wordt naar een nieuwere versie gekeken…',
      postponed: (version, until) => `Versie ${version} is uitgesteld tot ${until}.`,
      offered: (version) => `Versie ${version} is beschikbaar.`,
      downloading: (version) => `Versie ${version} wordt gedownload.`,
      downloaded: (version) => `Versie ${version} kan worden geïnstalleerd. Lopende opdrachten gaan daarna verder.`,
      installing: (version) => `Versie ${version} wordt geïnstalleerd.`,
      rolledBack: (version) => `Versie ${version} startte niet; de vorige is terug.`,
      failed: 'Het lukte niet:',
      check: 'Zoeken naar updates',
      download: 'Downloaden',
      postpone: 'Later',
      install: 'Installeren en opnieuw starten',
    },
  },
}
