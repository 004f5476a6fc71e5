/** What a crew notes at trial trenches: kept on the device (IndexedDB, by job) until it is handed in, as a file or by the link. */
import {
  FINDINGS_FORMAT,
  type FindingsFile,
  MAX_FILE_FINDINGS,
  MAX_FINDINGS_BYTES,
  type SiteFinding,
  type SiteTrenches,
} from '../../server/features/site-package/page-schema.ts'
import { answered, openStore, writeTo } from '../indexed-db.ts'
import { saveText } from '../save-text.ts'

export interface Entry {
  job_id: string
  /** Of the plan that the page showed when it was noted */
  plan_revision: number
  finding: SiteFinding
  /** ISO 8601 */
  notedAt: string
  /** When the server took it, and when it was saved in a file; null: not yet */
  sentAt: string | null
  fileAt: string | null
  /** Why the server did not take it */
  refused: string | null
}

const STORE = 'findings'
/** A network on a building site may hang. */
const SEND_MS = 60_000

const now = (): string => new Date().toISOString()

/** crypto.randomUUID is there by https only. */
const uuid = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 15) | 64
  bytes[8] = (bytes[8]! & 63) | 128
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

export const isHandedIn = ({ sentAt, fileAt }: Entry): boolean => sentAt !== null || fileAt !== null

const fileOf = ({ job_id, plan_revision }: Entry, entries: readonly Entry[]): FindingsFile => ({
  format: FINDINGS_FORMAT,
  job_id,
  plan_revision,
  findings: entries.map(({ finding }) => finding),
})

/** In files of one plan revision, each within what the server takes. */
const inFiles = (entries: readonly Entry[]): (readonly Entry[])[] => {
  const files: { entries: Entry[]; size: number }[] = []
  for (const entry of entries.toSorted((a, b) => a.plan_revision - b.plan_revision)) {
    const size = new Blob([JSON.stringify(entry.finding)]).size
    const last = files.at(-1)
    const isSame = last?.entries[0]?.plan_revision === entry.plan_revision
    // A kilobyte for what stands around them.
    if (last && isSame && last.entries.length < MAX_FILE_FINDINGS && last.size + size < MAX_FINDINGS_BYTES - 1024) {
      last.entries.push(entry)
      last.size += size + 1
    } else files.push({ entries: [entry], size })
  }
  return files.map((file) => file.entries)
}

/** @returns undefined: to be tried again later; null: the server has it; else why it did not take it */
const post = async (entry: Entry): Promise<string | null | undefined> => {
  try {
    const answer = await fetch('findings', {
      method: 'POST',
      cache: 'no-store',
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fileOf(entry, [entry])),
      signal: AbortSignal.timeout(SEND_MS),
    })
    const said = (await answer.json()) as { taken?: unknown; detail?: { message?: string } }
    const { ok, status } = answer
    if (ok) return said.taken === undefined ? undefined : null
    return status < 400 || status >= 500 || status === 404 || status === 429
      ? undefined
      : (said.detail?.message ?? String(status))
  } catch {
    // No network, or one that answers for everybody.
    return undefined
  }
}

export class Findings {
  /** Oldest first */
  entries: readonly Entry[] = []
  /** The device stores them */
  isKept = true
  private readonly plan: SiteTrenches
  private readonly changed: () => void
  private readonly isLinked = document.getElementById('link-facts') !== null
  /** Once each while the page is open: what the server does not take waits for a change. */
  private readonly answered = new Set<string>()
  private isSending = false
  private device: IDBDatabase | null = null

  constructor(plan: SiteTrenches, changed: () => void) {
    this.plan = plan
    this.changed = changed
  }

  async open(): Promise<void> {
    try {
      this.device = await openStore('klic-findings', STORE, { keyPath: ['job_id', 'finding.id'] })
      const store = this.device.transaction(STORE).objectStore(STORE)
      const { jobId } = this.plan
      const found = (await answered(store.getAll(IDBKeyRange.bound([jobId], [jobId, []])))) as Entry[]
      this.entries = found.toSorted((a, b) => a.notedAt.localeCompare(b.notedAt))
    } catch {
      // A page opened from a file in some viewers has no storage.
      this.isKept = false
    }
    this.changed()
    window.addEventListener('online', () => void this.send())
    // The page behind a link looks at its server once in a while.
    document.addEventListener('klic-dig', () => void this.send())
    await this.send()
  }

  get left(): Entry[] {
    return this.entries.filter((entry) => !isHandedIn(entry))
  }

  /** The oldest that was handed in makes room. */
  get isFull(): boolean {
    return this.left.length >= MAX_FILE_FINDINGS
  }

  /** @param before what it takes the place of: a changed entry is another one, for the server may have the first */
  async note(finding: Omit<SiteFinding, 'id'>, before: Entry | null): Promise<void> {
    const { jobId, planRevision } = this.plan
    const entry: Entry = {
      ...{ job_id: jobId, plan_revision: planRevision, notedAt: now(), sentAt: null, fileAt: null, refused: null },
      finding: { id: uuid(), ...finding },
    }
    const gone = this.left.filter((each) => each.finding.id === before?.finding.id)
    if (this.entries.length - gone.length >= MAX_FILE_FINDINGS) gone.push(this.entries.find(isHandedIn)!)
    await this.keep([...this.entries.filter((each) => !gone.includes(each)), entry])
    void navigator.storage?.persist?.().catch(() => false)
    await this.send()
  }

  remove(entries: readonly Entry[]): Promise<void> {
    return this.keep(this.entries.filter((each) => !entries.includes(each)))
  }

  async saveFiles(entries: readonly Entry[]): Promise<void> {
    const fileAt = now()
    const time = new Date().toLocaleString('sv-SE').replace(/\D+/g, '-')
    for (const [i, file] of inFiles(entries).entries()) {
      const mark = i > 0 ? `_${i + 1}` : ''
      const content = JSON.stringify(fileOf(file[0]!, file))
      saveText(`bevindingen_${this.plan.subject}_${time}${mark}.json`, content, 'application/json')
    }
    await this.mark(entries, { fileAt })
  }

  /** One after the other; what the server can't answer now waits for the next time. */
  async send(): Promise<void> {
    if (!this.isLinked || this.isSending) return
    const next = this.entries.find(({ sentAt, finding }) => sentAt === null && !this.answered.has(finding.id))
    if (!next) return
    this.isSending = true
    const refused = await post(next)
    this.isSending = false
    if (refused === undefined) return
    this.answered.add(next.finding.id)
    await this.mark([next], refused === null ? { sentAt: now(), refused } : { refused })
    await this.send()
  }

  private mark(entries: readonly Entry[], state: Partial<Entry>): Promise<void> {
    const marked = new Set(entries.map(({ finding }) => finding.id))
    return this.keep(this.entries.map((each) => (marked.has(each.finding.id) ? { ...each, ...state } : each)))
  }

  /** Stores those that are new or other than before, and deletes those that are gone. */
  private async keep(entries: readonly Entry[]): Promise<void> {
    const before = this.entries
    this.entries = entries
    const ids = new Set(entries.map(({ finding }) => finding.id))
    try {
      if (this.device)
        await writeTo(this.device, STORE, (store) => {
          for (const { job_id, finding } of before) if (!ids.has(finding.id)) store.delete([job_id, finding.id])
          for (const entry of entries) if (!before.includes(entry)) store.put(entry)
        })
    } catch {
      this.isKept = false
    }
    this.changed()
  }
}
