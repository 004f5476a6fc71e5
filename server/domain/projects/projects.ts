/** Projects: what belongs to one dig, from the first area to the last tick. They exist in the dashboard only. */

export const PROJECT_STATES = ['open', 'completed', 'cancelled'] as const
export type ProjectState = (typeof PROJECT_STATES)[number]

/** What is logged of a project or a job. */
export const LOGGED_ACTS = [
  'project.created',
  'project.changed',
  'project.completed',
  'project.cancelled',
  'project.reopened',
  'job.added',
  'job.removed',
  'job.submitted',
  'job.imported',
  'job.ready',
  'document.added',
  'document.removed',
  'checklist.added',
  'checklist.removed',
  'checklist.completed',
  'item.ticked',
  'item.unticked',
  'warning.acknowledged',
  'result.taken',
  'site.made',
  'site.linked',
  'site.revoked',
  'site.consulted',
  'dig.recorded',
  'presence.recorded',
  'precaution.recorded',
  'precaution.letter',
  'calamity.confirmed',
  'agreement.added',
  'agreement.removed',
  'photo.added',
  'photo.removed',
  'job.archived',
  'job.unarchived',
  'job.split',
  'job.joined',
  'quote.deleted',
] as const
export type LoggedAct = (typeof LOGGED_ACTS)[number]

/** What an entry of a log is about; each subject has a chain of its own. */
export type LogSubject = `project:${string}` | `job:${string}`

export interface LogEntry {
  subject: LogSubject
  /** From 1, without gaps */
  no: number
  /** ISO 8601 in UTC */
  at: string
  /** `user:<id>`, `key:<id>`, `window` or `worker` */
  actor: string
  act: LoggedAct
  /** What it was about, as JSON text: kept as text, because its very characters are hashed */
  data: string
  /** Hash of the entry before; empty for the first */
  previousHash: string
}

/**
 * The text whose sha256 is the entry's hash. It holds the hash before, so that no entry can be changed, left out, put
 * in or moved without every later hash being another.
 */
export const hashedText = (entry: LogEntry): string =>
  JSON.stringify([entry.subject, entry.no, entry.at, entry.actor, entry.act, entry.data, entry.previousHash])

/**
 * Follows a chain from its first entry.
 * @returns to be called with each entry; answers where the chain breaks first, which is at an entry that is not what was
 * hashed, or at a gap. undefined: it is whole so far
 */
export function chainFollower(hashOf: (text: string) => string) {
  let [count, previousHash] = [0, '']
  let broken: number | undefined
  return (entry: LogEntry & { hash: string }): number | undefined => {
    count++
    const fits = entry.no === count && entry.previousHash === previousHash && hashOf(hashedText(entry)) === entry.hash
    if (!fits) broken ??= count
    previousHash = entry.hash
    return broken
  }
}

export interface ChecklistItem {
  /** From 1 */
  no: number
  text: string
  doneAt: string | null
  doneBy: string | null
  remark: string | null
}

/** An empty list is never complete: there is nothing that anybody did. */
export const isComplete = (items: readonly Pick<ChecklistItem, 'doneAt'>[]): boolean =>
  items.length > 0 && items.every(({ doneAt }) => doneAt !== null)

export const MAX_ITEMS = 100
/** Of one project, and of a company its own templates: an answer holds all of them. */
export const MAX_CHECKLISTS = 50
export const MAX_DOCUMENTS = 500
export const MAX_PROJECT_JOBS = 200
export const MAX_TEMPLATES = 100
export const MAX_DOCUMENT_BYTES = 200 * 1024 * 1024
/** Of the start of a work: the largest telephones take half of it. */
export const MAX_PHOTO_BYTES = 20 * 1024 * 1024

type Words = Readonly<Record<'nl' | 'en', string>>
export interface BuiltInTemplate {
  id: string
  name: Words
  items: readonly Words[]
}

/**
 * What careful digging asks for (in Dutch "zorgvuldig graven": the duties of the digger in the law on information about
 * networks, WIBON), in our words. A company adds its own.
 */
export const BUILT_IN_TEMPLATES: readonly BuiltInTemplate[] = [
  {
    id: 'careful-digging-preparation',
    name: { nl: 'Zorgvuldig graven: voorbereiding', en: 'Careful digging: preparation' },
    items: [
      {
        nl: 'Graafmelding gedaan, met een startdatum binnen 20 werkdagen',
        en: 'Excavation notified, with a start within 20 working days',
      },
      {
        nl: 'Gebiedsinformatie van alle netbeheerders ontvangen; van wie niets kwam is gebeld',
        en: 'Information of all network operators received; whoever sent none was called',
      },
      {
        nl: 'Eisen voorzorgsmaatregel gelezen en met de netbeheerder afgestemd',
        en: 'Demands for precaution read and agreed with the operator',
      },
      {
        nl: 'Ligging, diepte en huisaansluitingen beoordeeld; risico per kabel en leiding bepaald',
        en: 'Position, depth and house connections assessed; risk of each cable and pipe determined',
      },
      {
        nl: 'Proefsleuven bepaald en op de kaart gezet',
        en: 'Trial trenches decided and drawn on the map',
      },
      {
        nl: 'Werkwijze per risico gekozen: machinaal, met de hand of zuigend',
        en: 'Way of working chosen for each risk: machine, hand or suction',
      },
      {
        nl: 'Tekeningen op schaal en de gebiedsinformatie gaan mee naar het werk',
        en: 'Drawings to scale and the information go along to the site',
      },
    ],
  },
  {
    id: 'careful-digging-execution',
    name: { nl: 'Zorgvuldig graven: uitvoering', en: 'Careful digging: execution' },
    items: [
      {
        nl: 'Gebiedsinformatie is op het werk aanwezig en niet ouder dan toegestaan',
        en: 'The information is on site and no older than allowed',
      },
      { nl: 'De ploeg is geïnstrueerd aan de hand van de kaart', en: 'The crew was instructed with the map' },
      {
        nl: 'Proefsleuven gegraven; werkelijke ligging vergeleken met de kaart',
        en: 'Trial trenches dug; true positions compared with the map',
      },
      {
        nl: 'Afwijkende of onbekende ligging gemeld aan het Kadaster',
        en: 'Deviating or unknown positions reported to the land registry',
      },
      {
        nl: 'Bij schade: netbeheerder gebeld en schade gemeld',
        en: 'In case of damage: operator called and damage reported',
      },
    ],
  },
  {
    id: 'careful-digging-completion',
    name: { nl: 'Zorgvuldig graven: oplevering', en: 'Careful digging: completion' },
    items: [
      {
        nl: 'Kabels en leidingen weer ondersteund, afgedekt en gemarkeerd',
        en: 'Cables and pipes supported, covered and marked again',
      },
      { nl: 'Nieuwe ligging ingemeten en doorgegeven', en: 'New positions measured and passed on' },
      { nl: 'Dossier compleet en gearchiveerd', en: 'Dossier complete and filed' },
    ],
  },
]
