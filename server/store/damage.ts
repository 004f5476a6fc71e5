/** A SQLite file that is damaged: no waiting and no trying again mends it. */

/** @param error of SQLite, by either of its libraries */
export function isDamage(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return /^SQLITE_(CORRUPT|NOTADB)/.test(String(code))
}

/** For people, wherever it is met. */
export const DAMAGED =
  'The database app.db is damaged. Stop the server, keep the data folder as it is, restore a backup into an empty folder (klic restore FILE --data DIR), and start the server with that.'
