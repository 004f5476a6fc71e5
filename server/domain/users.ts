/**
 * People who sign in to the window: their roles in words (what each may do: permissions.ts), and their passwords. Whoever
 * holds the one-time token of the shell (the person at the desk, or whoever started the server) is no user and may do
 * all that an owner may.
 */
import type { Language } from './klic/precheck-words.ts'
import type { Role } from './permissions.ts'
import { Refusal } from './refusal.ts'

export const ROLE_WORDS: Readonly<Record<Role, Readonly<Record<Language, { name: string; what: string }>>>> = {
  owner: {
    en: { name: 'Owner', what: 'everything, and decides who else is an owner' },
    nl: { name: 'Eigenaar', what: 'alles, en bepaalt wie er nog meer eigenaar is' },
  },
  administrator: {
    en: { name: 'Administrator', what: 'everything but owners: settings, users, keys, filing' },
    nl: { name: 'Beheerder', what: 'alles behalve eigenaren: instellingen, gebruikers, sleutels, indienen' },
  },
  member: {
    en: { name: 'Member', what: 'quotes and filing, which costs money; results' },
    nl: { name: 'Medewerker', what: 'offertes en indienen, wat geld kost; resultaten' },
  },
  viewer: {
    en: { name: 'Viewer', what: 'quotes, status and results; files nothing' },
    nl: { name: 'Lezer', what: 'offertes, status en resultaten; dient niets in' },
  },
}

/** What stands in the way of what is asked of a user, and what to do about it; the code of the complaint at the refusal. */
export const USER_CONFLICTS = {
  USERS_EXIST: {
    en: 'There are users already: sign in as an owner or administrator and invite others.',
    nl: 'Er zijn al gebruikers: meld u aan als eigenaar of beheerder en nodig anderen uit.',
  },
  ADDRESS_TAKEN: {
    en: 'This address belongs to a user already: change that user, or invite another address.',
    nl: 'Dit adres is al van een gebruiker: wijzig die, of nodig een ander adres uit.',
  },
  LAST_OWNER: {
    en: 'This is the last owner: make somebody else an owner first.',
    nl: 'Dit is de laatste eigenaar: maak eerst iemand anders eigenaar.',
  },
  NO_PASSWORD: {
    en: 'Nobody signed in here with a password: there is none to change.',
    nl: 'Hier is niemand met een wachtwoord aangemeld: er is er geen om te wijzigen.',
  },
} as const satisfies Record<string, Readonly<Record<Language, string>>>

export function userConflict(code: keyof typeof USER_CONFLICTS, pointer = ''): Refusal {
  const message = USER_CONFLICTS[code].en
  return new Refusal('USER_CONFLICT', message, { complaints: [{ pointer, code, message }] })
}

/** Length is what counts (NIST SP 800-63B); there is no rule about kinds of characters. */
export const MIN_PASSWORD = 12
export const MAX_PASSWORD = 200

const DESK = 'window'

/** Who acts in the window without signing in, as every log names them: with the name of that moment, where one is known. */
export const deskActor = (name: string | null): string => (name === null ? DESK : `${DESK}:${name}`)

/** Undefined: it is somebody else, or nobody knew a name. */
export const deskNameOf = (actor: string): string | undefined =>
  actor.startsWith(`${DESK}:`) ? actor.slice(DESK.length + 1) : undefined

export interface UserShown {
  id: string
  name: string
  email: string
  role: Role
}
