/** Database and data folder of a server that has not been started: only klic serve and klic restore make them. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openStore } from '../../server/platform/database/open.ts'

/** @param env as the server's own: with DATABASE_URL its tables are made, else app.db in the data folder */
export async function makeStore(dataDir: string, env: NodeJS.ProcessEnv = process.env): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const store = await openStore(env.DATABASE_URL || join(dataDir, 'app.db'))
  await store.close()
}
