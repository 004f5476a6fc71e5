/** What a page behind a link for the site says of itself, in both languages. `#` is the number or the moment. */
import type { Language } from './words.ts'

interface LinkWords {
  /** Kept on the device, and this is the newest */
  kept: string
  keeping: string
  /** The device or the way to it does not allow it */
  unkept: string
  failed: string
  offline: string
  outdated: string
  newer: string
  open: string
  past: string
  /** One press: the crew is on site */
  seenToday: string
  seen: string
  gone: { title: string; why: string }
  /** Where no page can be shown */
  unknown: string
  later: string
}

export const LINK_WORDS: Readonly<Record<Language, LinkWords>> = {
  nl: {
    kept: 'Bewaard op dit toestel, ook voor zonder netwerk. Nagegaan om #: dit is het nieuwste.',
    keeping: 'Wordt bewaard voor gebruik zonder netwerk… Wacht tot dit klaar is voordat u het netwerk verlaat.',
    unkept: 'Dit toestel bewaart de pagina NIET: zonder netwerk is ze er niet. Gebruik dan het bouwplaatspakket (ZIP).',
    failed: 'Bewaren voor gebruik zonder netwerk lukte nog niet: zonder netwerk is deze pagina er niet.',
    offline: 'ZONDER NETWERK: of er iets nieuwers is, is nu niet te zien. Laatst nagegaan: #.',
    outdated: 'NIET HET NIEUWSTE: er is een latere levering, die nog verwerkt wordt. Graaf niet op deze gegevens.',
    newer: 'NIET HET NIEUWSTE: er is een nieuwere versie (revisie #). Graaf niet op deze gegevens.',
    open: 'Nieuwste openen',
    past: 'Dit adres gold tot #. Vraag een nieuw adres voordat u op deze gegevens graaft.',
    seenToday: 'Wij waren hier vandaag',
    seen: ' Vandaag op het werk: vastgelegd.',
    gone: {
      title: 'DIT ADRES GELDT NIET MEER',
      why: 'Het is ingetrokken of verlopen, of de gegevens zijn verwijderd. Wat hier van dit adres bewaard was, is van dit toestel gewist. Vraag een nieuw adres aan wie het u gaf, en graaf niet zonder gegevens.',
    },
    unknown: 'Op dit adres is niets (meer): het is verkeerd overgenomen, verlopen of ingetrokken.',
    later: 'De gegevens worden nog klaargezet. Probeer het over een minuut opnieuw.',
  },
  en: {
    kept: 'Kept on this device, for without a network too. Looked at #: this is the newest.',
    keeping: 'Being kept for use without a network… Wait until this is done before you leave the network.',
    unkept: 'This device does NOT keep the page: without a network it is not there. Use the site package (ZIP) then.',
    failed: 'It could not be kept for use without a network yet: without a network this page is not there.',
    offline: 'WITHOUT A NETWORK: whether there is something newer can’t be seen now. Last looked at: #.',
    outdated: 'NOT THE NEWEST: there is a later delivery, which is being worked on. Do not dig by these data.',
    newer: 'NOT THE NEWEST: there is a newer version (revision #). Do not dig by these data.',
    open: 'Open the newest',
    past: 'This address was good until #. Ask for a new address before you dig by these data.',
    seenToday: 'We were here today',
    seen: ' On site today: recorded.',
    gone: {
      title: 'THIS ADDRESS IS GOOD NO LONGER',
      why: 'It was revoked or is past, or the data were removed. What was kept here of this address is wiped from this device. Ask whoever gave it to you for a new address, and do not dig without data.',
    },
    unknown: 'There is nothing (any more) at this address: it is mistyped, past, or was revoked.',
    later: 'The data are still being prepared. Try again in a minute.',
  },
}
