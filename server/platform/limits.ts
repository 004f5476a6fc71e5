/**
 * How long lists of a company may become. A company decides how much it makes, and each list is read while other
 * companies wait.
 */
import { Refusal } from './refusal.ts'

/** Keys that work: refused when one more is made. */
export const MAX_WORKING_KEYS = 1000
/** Users and open invitations together: refused when one more is invited. */
export const MAX_USERS = 2000
/** Sessions of one user: the oldest ends when one more begins. */
export const MAX_SESSIONS = 100
/** Refused when one more is made. */
export const MAX_PROJECTS = 5000
/** Names that stand for actors in logs: all users and the newest keys. */
export const MAX_NAMES = 10_000

/** What the registry said of one order or part, and complaints of one request: more is left out. */
export const MAX_ERRORS = 100
/** Duties, and demands of precautions, over all jobs: more are left out, and the answer says so. */
export const MAX_DUTIES = 5000
/** Jobs as pins on the map: the newest. */
export const MAX_PINS = 5000
/** Jobs that one job can be compared with: the nearest. */
export const MAX_ON_GROUND = 100
/** Entries of a log in an answer: the newest. */
export const MAX_LOG_ENTRIES = 5000
/** Entries of a log in a dossier: the newest. */
export const MAX_DOSSIER_LOG = 20_000
/** What happened to a job: the newest entries. */
export const MAX_TIMELINE = 20_000
/** Tries to tell one event: the newest. */
export const MAX_ATTEMPTS = 100

/** Secrets that sign web hooks at once: the oldest ends when one more is made. */
export const MAX_WEBHOOK_SECRETS = 10
/** Addresses that are offered for one area or text. */
export const MAX_OFFERED_ADDRESSES = 100
/** Layers of a file with areas, in an answer. */
export const MAX_LISTED_LAYERS = 1000
/** Photos of the start of one job. */
export const MAX_PHOTOS = 20
/** Agreements of one job. */
export const MAX_AGREEMENTS = 200
/** Corners of the works of a trench plan. */
export const MAX_WORKS_CORNERS = 2000
/** What was found on site under one trench plan. */
export const MAX_TRENCH_FINDINGS = 2000
/** Results that one trench plan is computed on. */
export const MAX_PLAN_RESULTS = 50
/** Revisions of a trench plan that are kept: the newest. */
export const MAX_PLAN_REVISIONS = 100
/** Programs that wait to be connected: more than a person can tell apart. */
export const MAX_PAIRINGS = 5
/** Who has an older revision of a result, in an answer: the newest. */
export const MAX_OLDER = 500
/** Workers in an answer. */
export const MAX_WORKERS_SHOWN = 1000
/** Lines of the log in a diagnosis. */
export const MAX_LOG_LINES = 400

type FullCode = 'VALIDATION_FAILED' | 'PROJECT_STATE_CONFLICT' | 'JOB_STATE_CONFLICT'

/**
 * @param there how many there are
 * @param what their plural, for the message
 * @throws Refusal of this code, with the limit, when there are as many as are kept
 */
export function refuseTooMany(there: number, most: number, what: string, code: FullCode = 'VALIDATION_FAILED'): void {
  if (there < most) return
  const message = `There are ${most} ${what} already, and no more are kept. Remove one first.`
  if (code !== 'VALIDATION_FAILED') throw new Refusal(code, message, { extra: { limit: most } })
  throw new Refusal(code, message, { complaints: [{ pointer: '', code: 'TOO_MANY', message, limit: most }] })
}

/** Of a document of a project, and of a file that is kept with a job. */
export const MAX_DOCUMENT_BYTES = 200 * 1024 ** 2
/** Of the start of a work: the largest telephones take half of it. */
export const MAX_PHOTO_BYTES = 20 * 1024 ** 2
