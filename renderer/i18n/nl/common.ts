/** Woorden van elke pagina. */
import type { common as English } from '../en/common.ts'

export const common: typeof English = {
  app: 'KLIC Desktop',
  simulator: 'Simulator: niet voor gebruik in het veld',
  registryTest: 'Testomgeving van het Kadaster: niet voor gebruik in het veld',
  testData: 'Testgegevens: niet voor gebruik in het veld',
  comesFrom: { imported: 'Uit een bestand', ordered: 'Van het Kadaster' },
  newGoTo: {
    simulator: 'nieuwe meldingen gaan naar de simulator',
    eto: 'nieuwe meldingen gaan naar de testomgeving',
  },
  whichRegistry: 'Waar het wordt ingediend',
  loading: 'Een ogenblik…',
  close: 'Sluiten',
  cancel: 'Annuleren',
  retryNow: 'Opnieuw proberen',
  details: 'Details tonen',
  menu: 'Opdrachten',
  calendar: { open: 'Kalender openen', previous: 'Vorige maand', next: 'Volgende maand' },
  offline: 'Geen verbinding met de server. Er wordt vanzelf opnieuw geprobeerd.',
  preferences: { language: 'Taal', dark: 'Donker', light: 'Licht' },
  problem: {
    GEOMETRY_INVALID: 'Deze omtrek is niet bruikbaar: hij kruist of raakt zichzelf, of is niet gesloten.',
    GEOMETRY_OUTSIDE_NETHERLANDS: 'Dit gebied ligt buiten Nederland.',
    GEOMETRY_TOO_LARGE: 'Dit gebied is te groot voor één opdracht. Maak het kleiner of splits het.',
    CRS_INVALID: 'De getallen zijn geen RD en geen WGS84.',
    CRS_MISMATCH: 'De getallen passen niet bij het genoemde coördinatenstelsel.',
    BILLING_REQUIRED:
      'De facturatie is nog niet geregeld. Er is niets ingediend. Laat een beheerder haar regelen: Instellingen, Facturatie.',
    SPENDING_LIMIT:
      'Hiermee gaat u over de bestedingslimiet van de dag. Er is niets ingediend. Wacht tot morgen, of verhoog de limiet in de instellingen.',
    START_DATE_REQUIRED: 'Vul de startdatum van het graafwerk in.',
    ADDRESS_OUTSIDE_POLYGON: 'Het adres ligt buiten het gebied.',
    VALIDATION_FAILED: 'Er ontbreekt iets of iets klopt niet.',
    TOOK_TOO_LONG:
      'Dit duurde langer dan 5 minuten en is afgebroken: het is te veel in één keer. Druk een kleiner deel af, of splits het gebied in meer opdrachten.',
    CLIENT_REF_CONFLICT: 'Onder dit kenmerk is eerder iets anders gevraagd. Er is niets ingediend.',
    QUOTE_CHANGED:
      'De offerte is veranderd of duurder geworden. Er is niets ingediend: bekijk de nieuwe prijs, en dien opnieuw in als u akkoord bent.',
    OPEN_QUOTES_LIMIT:
      'Er staan zoveel offertes open als er bewaard worden. Dien er een paar in, of wacht tot oude zijn verlopen.',
    JOB_STATE_CONFLICT: 'De opdracht is intussen verder. Bekijk de status opnieuw.',
    NOT_READY: 'Dit is nog niet gereed.',
    EXPORT_FAILED: 'Het bestand kon niet worden gemaakt.',
    NOT_FOUND: 'Dit bestaat niet (meer).',
    ACCESS_REMAINS: 'Toegang die hiermee is gemaakt, werkt nog.',
    USER_CONFLICT: 'Dit kan niet met deze gebruiker.',
    SESSION_REQUIRED: 'De sessie is afgelopen. Meld u opnieuw aan.',
    RATE_LIMITED: 'Te veel verzoeken in korte tijd. Wacht een minuut.',
    PAYLOAD_TOO_LARGE: 'Dit is te groot om te versturen.',
    OFFLINE:
      'De server antwoordt niet; of dit is aangekomen, is niet bekend. Probeer het opnieuw: niets wordt dubbel ingediend of betaald.',
    UNAVAILABLE: 'De server is niet gereed. Probeer het zo opnieuw.',
    PERMISSION_DENIED: 'U mag dit niet doen: vraag het een eigenaar of beheerder, of wie deze server beheert.',
    KEY_ENVIRONMENT:
      'Deze sleutel is voor een andere omgeving van het Kadaster, of voor de simulator. Er is niets ingediend. Maak een nieuwe sleutel.',
    API_KEY_INVALID: 'De sessie is afgelopen. Open het venster opnieuw.',
    other: 'Er ging iets mis. Probeer het opnieuw.',
  },
  reportNumber: (id) => `Meldingsnummer ${id}`,
}
