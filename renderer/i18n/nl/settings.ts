/** Instellingen. */
import type { settings as English } from '../en/settings.ts'

export const settings: typeof English = {
  settings: { title: 'Instellingen' },
  keys: {
    title: 'API en koppelingen',
    why: "Uw scripts, QGIS en andere programma's bereiken KLIC Desktop met een sleutel.",
    address: 'Adres van de API',
    docs: 'API-documentatie',
    list: 'Sleutels',
    none: 'Er is geen sleutel in gebruik.',
    make: 'Sleutel maken',
    name: 'Waar is hij voor?',
    nameExample: 'QGIS op kantoor',
    may: 'Wat mag hij?',
    level: {
      read: { name: 'Lezen', what: 'offertes, status en resultaten' },
      write: { name: 'Lezen en indienen', what: 'indienen kost geld' },
      admin: { name: 'Alles', what: 'ook sleutels beheren' },
    },
    /** What a key may that has none of these sets. */
    single: { read: 'leest', write: 'dient in', admin: 'beheert sleutels' },
    gis: "Voor GIS-programma's: alleen lagen en kaarttegels",
    /** Where it may file. */
    registry: { simulator: 'alleen simulator', eto: 'tot en met de ETO', production: 'ook Kadaster' },
    secretOnce: 'Kopieer deze sleutel nu. Hij wordt maar één keer getoond.',
    copy: 'Kopiëren',
    copied: 'Gekopieerd',
    keepMade: 'Deze houden',
    revoke: 'Intrekken',
    revoked: (day) => `Ingetrokken op ${day}`,
    lastUsed: (day) => `Laatst gebruikt op ${day}`,
    neverUsed: 'Nog niet gebruikt',
    expires: 'Werkt tot en met (mag leeg blijven)',
    until: (day) => `tot en met ${day}`,
    origins: "Webpagina's die de API mogen aanroepen",
    originsField: 'Adressen van de websites',
    originsHint:
      "Van eigen websites, gescheiden door spaties. Ook hun pagina's hebben een sleutel nodig. Leeg: geen enkele mag het.",
    dailyLimit: 'Daglimiet (€)',
    dailyLimitHint: 'Leeg: alleen de daglimiet van het bedrijf geldt.',
    mostADay: (amount) => `hoogstens ${amount} per dag`,
  },
}
