/** What can be asked of the registry simulator, as the window does; and its scenes in the languages of the window. */

import type { Requester } from '../platform/fair-limit.ts'
import type { Language } from '../texts/texts.ts'

/** A marker in a reference (`SIM:partial`), or set for all orders that come in. */
export const SCENES = {
  partial: {
    en: 'A partial delivery first, the complete one later.',
    nl: 'Eerst een deellevering, later de complete levering.',
  },
  supplement: {
    en: 'A partial delivery, a second one with more operators, then the complete one.',
    nl: 'Een deellevering, een tweede met meer netbeheerders, daarna de complete levering.',
  },
  later: {
    en: 'A complete delivery, and some time after it another with one operator more.',
    nl: 'Een complete levering, en enige tijd daarna nog een met een netbeheerder meer.',
  },
  safety: {
    en: 'The whole order counts as lying in a safety area: no delivery link.',
    nl: 'De hele bestelling telt als veiligheidsgebied: geen downloadlink.',
  },
  mislukt: {
    en: 'Validation was impossible; the next order with the same reference gets through.',
    nl: 'Validatie was onmogelijk; de volgende bestelling met dezelfde referentie komt er wel door.',
  },
  slow: { en: 'Everything takes ten times as long.', nl: 'Alles duurt tien keer zo lang.' },
  down: {
    en: 'The first three times the order is sent: 503 with text that is no JSON.',
    nl: 'De eerste drie keer dat de bestelling wordt gestuurd: 503 met tekst die geen JSON is.',
  },
  lost202: {
    en: 'The order is taken, and the connection cut before the answer.',
    nl: 'De bestelling wordt aangenomen, en de verbinding verbroken vóór het antwoord.',
  },
  host: {
    en: 'The address to ask at and the download links lie on another host (localhost), not allowed before it is set.',
    nl: 'Het adres om te vragen en de downloadlinks liggen op een andere server (localhost), die eerst moet worden toegestaan.',
  },
  odd202: {
    en: 'The first three times the order is sent: taken, with an answer that names no address to ask at.',
    nl: 'De eerste drie keer dat de bestelling wordt gestuurd: aangenomen, met een antwoord zonder adres om te vragen.',
  },
  shortpos: {
    en: 'Accepted, with position numbers without their zeros (10 for 0000000010).',
    nl: 'Aangenomen, met positienummers zonder hun nullen (10 voor 0000000010).',
  },
  noids: {
    en: 'Accepted, and for ten minutes the answer does not name the notifications.',
    nl: 'Aangenomen, maar tien minuten lang noemt het antwoord de meldingen niet.',
  },
  latelink: {
    en: 'A delivery is listed ten minutes before its link gives it (404).',
    nl: 'Een levering staat tien minuten in de lijst voordat haar link haar geeft (404).',
  },
  deadlink: {
    en: 'A delivery is listed, and its link never gives it (404).',
    nl: 'Een levering staat in de lijst, maar haar link geeft haar nooit (404).',
  },
  redirect: {
    en: 'The link of a delivery leads on twice before it gives it.',
    nl: 'De link van een levering verwijst twee keer door voordat ze de levering geeft.',
  },
  clock: {
    en: 'Every answer names a moment five minutes ago: this computer seems to be fast. Until another order comes in.',
    nl: 'Elk antwoord noemt een tijdstip van vijf minuten geleden: deze computer lijkt voor te lopen. Tot er een andere bestelling komt.',
  },
  unauthorised: {
    en: 'As long as it is set for all orders: every login is accepted, and every question is refused (401).',
    nl: 'Zolang het voor alle bestellingen is gekozen: aanmelden lukt, en elke vraag wordt geweigerd (401).',
  },
  nogrant: {
    en: 'As long as it is set for all orders: the list of safety areas is refused (403).',
    nl: 'Zolang het voor alle bestellingen is gekozen: de lijst van veiligheidsgebieden wordt geweigerd (403).',
  },
  version3: {
    en: 'The delivery is in version 3 of the KLIC standards (IMKL 3.0), as announced.',
    nl: 'De levering is in versie 3 van de KLIC-standaarden (IMKL 3.0), zoals aangekondigd.',
  },
  empty: {
    en: 'A delivery in which no operator has anything.',
    nl: 'Een levering waarin geen enkele netbeheerder iets heeft liggen.',
  },
  reject: {
    en: 'Rejected with the code that follows: reject:COR0309. A WAR code is a warning only.',
    nl: 'Afgewezen met de code die volgt: reject:COR0309. Een WAR-code is alleen een waarschuwing.',
  },
} as const satisfies Record<string, Record<Language, string>>
export type Scene = keyof typeof SCENES

/** A scene, with a code where it takes one; or nothing. */
export const isScenario = (standing: string): boolean => {
  const [, scene = '', code] = /^([a-z0-9]+)(:[A-Za-z0-9_]+)?$/.exec(standing) ?? []
  return standing === '' || (Object.hasOwn(SCENES, scene) && (scene === 'reject') === (code !== undefined))
}

export interface SimulatorState {
  /** ISO 8601, simulated time. */
  now: string
  /** How much faster than the registry it works. */
  factor: number
  /** For all later orders without a marker of their own; empty for none. */
  scenario: string
}

export interface SimulatorLedger {
  orders: {
    postId: string
    reference: string
    /** Which of the two registries took it in. */
    environment: 'test' | 'production'
    /** ISO 8601, simulated time. */
    receivedAt: string
    verdict: 'accepted' | 'rejected' | 'failed'
    codes: string[]
    /** How often this postId arrived; more than once is a resend, not a second order. */
    timesReceived: number
    requests: {
      position: string
      giAanvraagId: string
      klicNumber: string
      status: string
      safety: boolean
      deliveries: number
      replay: string | null
    }[]
  }[]
  /** Notifications that would be billed. */
  notifications: number
}

/** What is left out stays as it is. */
export interface SimulatorChange {
  scenario?: string | undefined
  factor?: number | undefined
  /** Ahead, from 0. */
  stepMs?: number | undefined
}

/** Of a tile in web mercator. */
export interface TownAddress {
  z: number
  x: number
  y: number
}

/** Every call throws TryLater while the simulator does not answer. */
export interface SimulatorControl {
  state(): Promise<SimulatorState>
  set(change: SimulatorChange): Promise<SimulatorState>
  /** Oldest first. */
  ledger(): Promise<SimulatorLedger>
  /**
   * A tile of the invented town, in turn by company. A simulator that starts is waited for.
   * @returns a PNG of 512 pixels, or null where nothing lies
   */
  town(at: TownAddress, asker: Requester): Promise<Uint8Array | null>
  /** With which an order can be rejected; the text is in Dutch, as the registry's are. */
  readonly codes: readonly { code: string; severity: 'ERROR' | 'WARNING'; text: string }[]
}
