/** The log of a project or a job: what is logged, and the chain of hashes through its entries. Pure. */

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
  'trench_plan.stored',
  'trench_plan.removed',
  'finding.proposed',
  'finding.recorded',
  'finding.rejected',
  'finding.photographed',
  'finding.removed',
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

/** Chained: see hashedText. Rows are only ever added. */
export interface LogEntryTable {
  subject: LogSubject
  no: number
  company_id: string
  at: string
  actor: string
  act: LoggedAct
  data: string
  previous_hash: string
  hash: string
}

const DESK = 'window'

/** Who acts in the window without signing in, as every log names them: with the name of that moment, where one is known. */
export const deskActor = (name: string | null): string => (name === null ? DESK : `${DESK}:${name}`)

/** Undefined: it is somebody else, or nobody knew a name. */
export const deskNameOf = (actor: string): string | undefined =>
  actor.startsWith(`${DESK}:`) ? actor.slice(DESK.length + 1) : undefined
