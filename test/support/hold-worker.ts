/** Stops a server's worker where it stands (SIGSTOP), and lets it go on. */
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { RealServer } from './real-server.ts'

/**
 * Never in the middle of a write, which would keep everybody else from writing. The worker counts as seen just now: one
 * that is held several times in a row finds no time for its sign of life in between.
 */
export async function holdWorker(server: RealServer): Promise<void> {
  for (;;) {
    process.kill(server.workerPids.at(-1)!, 'SIGSTOP')
    if (canWrite(server.dataDir)) return
    releaseWorker(server)
    await turn()
  }
}

export const releaseWorker = (server: RealServer): void => {
  process.kill(server.workerPids.at(-1)!, 'SIGCONT')
}

function canWrite(dataDir: string): boolean {
  const [app, queue] = ['app.db', 'queue.db'].map((name) => new Database(join(dataDir, name), { timeout: 300 }))
  try {
    app!.prepare('update worker set seen_at = ?').run(new Date().toISOString())
    queue!.exec('begin immediate; rollback')
    return true
  } catch {
    return false
  } finally {
    app!.close()
    queue!.close()
  }
}
