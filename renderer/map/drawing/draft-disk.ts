/**
 * The newest draft on the disk. The browser keeps `localStorage` in memory and writes it some seconds later: that outlives a
 * reload, not a machine that loses its power. A database's strict transaction is on the disk when it has ended. Where there
 * is no database (a private window of some browsers), what localStorage holds is all.
 */
import { answered, openStore, writeTo } from '../../indexed-db.ts'

const NAME = 'klic-desktop'
const STORE = 'draft'
const KEY = 'newest'
/** A database that does not answer is no reason to keep anybody waiting. */
const PATIENCE_MS = 1000

let database: Promise<IDBDatabase> | undefined
const opened = async (): Promise<IDBDatabase> => (database ??= openStore(NAME, STORE))

/** What was kept last; null when nothing was, or nothing can be. */
export const readStored = (): Promise<string | null> => {
  const reading = opened()
    .then((db) => answered<unknown>(db.transaction(STORE).objectStore(STORE).get(KEY)))
    .then((kept) => (typeof kept === 'string' ? kept : null))
    .catch(() => null)
  const waiting = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))
  return Promise.race([reading, waiting])
}

const write = async (text: string): Promise<unknown> => writeTo(await opened(), STORE, (store) => store.put(text, KEY))

/** While one is being written only the newest of the others waits. */
let waiting: string | null = null
let isWriting = false

export const keep = async (text: string): Promise<void> => {
  waiting = text
  if (isWriting) return
  isWriting = true
  while (waiting !== null) {
    const next: string = waiting
    waiting = null
    // Without a disk there is the memory of the browser.
    await write(next).catch(() => {})
  }
  isWriting = false
}
