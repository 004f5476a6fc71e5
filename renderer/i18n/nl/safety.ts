/** Veiligheidsgebieden: waar een melding geen levering geeft. */
import type { safety as English } from '../en/safety.ts'

export const safety: typeof English = {
  safety: {
    listed: (count, on) =>
      `Veiligheidsgebieden op de kaart, met een rode rand: ${count}, zoals het Kadaster ze op ${on} gaf. Van een melding die er een raakt, krijgt de beheerder van dat gebied de levering.`,
    leftOut: (count) => `Onderdelen van de lijst die niet te lezen waren: ${count}.`,
    why: {
      not_granted:
        'Veiligheidsgebieden kunnen niet worden getoond: het Kadaster heeft de lijst nog niet aan dit bedrijf vrijgegeven. Dat doet het op verzoek.',
      no_address:
        'Veiligheidsgebieden kunnen niet worden getoond: het Kadaster geeft de lijst op verzoek, en het adres ervan is nog niet ingevuld (Instellingen, Kadaster).',
      no_access:
        'De lijst van veiligheidsgebieden is niet opgevraagd: er is geen werkende aanmelding bij het Kadaster (Instellingen, Kadaster).',
      host_not_allowed:
        'De lijst van veiligheidsgebieden is niet opgevraagd: het adres ligt op een server die onze aanmelding niet krijgt (Instellingen, Kadaster).',
      unavailable:
        'Het Kadaster gaf geen antwoord toen het de laatste keer om de lijst van veiligheidsgebieden werd gevraagd; het wordt opnieuw gevraagd.',
      unreadable: 'Veiligheidsgebieden kunnen niet worden getoond: de lijst die het Kadaster gaf, is niet te lezen.',
    },
  },
}
