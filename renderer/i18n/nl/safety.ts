/** Veiligheidsgebieden: waar een melding geen levering geeft, en wat dat voor een resultaat betekent. */
import type { safety as English } from '../en/safety.ts'

export const safety: typeof English = {
  safety: {
    listed: (count, on) =>
      `Veiligheidsgebieden op de kaart, met een rode rand: ${count}, zoals het Kadaster ze op ${on} gaf. Van een melding die er een raakt, krijgt de beheerder van dat gebied de levering.`,
    leftOut: (count) => `Onderdelen van de lijst die niet te lezen waren: ${count}.`,
    withheld: {
      title: (n, parts) =>
        n === 1
          ? `Deelgebied ${parts} is achtergehouden: veiligheidsgebied`
          : `Deelgebieden ${parts} zijn achtergehouden: veiligheidsgebied`,
      why: 'De beheerder van het veiligheidsgebied heeft de levering en bepaalt wie die krijgt. Neem contact op voordat u graaft.',
      fromMap: 'Wat daar ligt, is onbekend: er kunnen kabels en leidingen liggen die niet op de kaart staan.',
      whomToAsk: 'Wie u kunt vragen',
      manager: 'Beheerder van het veiligheidsgebied',
    },
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
