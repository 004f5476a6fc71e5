/** A SQLite file that is damaged: neither waiting nor a retry helps. */

/** @param error of SQLite, by either of its libraries, or what it caused */
export function isDamage(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  return /^SQLITE_(CORRUPT|NOTADB)/.test(String(code)) || (cause !== undefined && isDamage(cause))
}

/** For people, wherever it is met. */
export const DAMAGED =
  'The database app.db is damaged. Stop the server, keep the data folder as it is, restore a backup into an empty folder (klic restore FILE --data DIR), and start the server with that.'
