/** Where the data live when nobody says otherwise, and the note there that tells other programs where the server is. */
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

export function defaultDataFolder(): string {
  if (process.env.KLIC_DATA) return process.env.KLIC_DATA
  if (process.platform === 'win32') {
    return join(process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'KLIC Desktop')
  }
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'KLIC Desktop')
  return join(process.env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'klic-desktop')
}

/** endpoint.json: how QGIS and other local programs find the server. No secret in it. */
export interface Endpoint {
  base_url: string
  pid: number
  version: string
}

const endpointFile = (dataDir: string): string => join(dataDir, 'endpoint.json')

export async function writeEndpoint(dataDir: string, endpoint: Endpoint): Promise<void> {
  const temporary = `${endpointFile(dataDir)}.${process.pid}`
  await writeFile(temporary, `${JSON.stringify(endpoint)}\n`)
  await rename(temporary, endpointFile(dataDir))
}

export const removeEndpoint = (dataDir: string): Promise<void> => rm(endpointFile(dataDir), { force: true })

/** The server that already serves this data folder; undefined when none answers. */
export async function runningServer(dataDir: string): Promise<Endpoint | undefined> {
  const text = await readFile(endpointFile(dataDir), 'utf8').catch(() => undefined)
  if (!text) return undefined
  try {
    const endpoint = JSON.parse(text) as Endpoint
    const answer = await fetch(`${endpoint.base_url}/health/live`, { signal: AbortSignal.timeout(2000) })
    return answer.ok ? endpoint : undefined
  } catch {
    return undefined
  }
}

/**
 * One server a data folder: two would take each other's work over.
 * The lock file holds the owner's pid; an owner that has gone is survived.
 * @throws Error that says who holds the folder
 */
export async function holdDataFolder(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'server.lock')
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const handle = await open(file, 'wx', 0o600)
      await handle.writeFile(String(process.pid))
      await handle.close()
      return () => rm(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const pid = Number(await readFile(file, 'utf8').catch(() => ''))
      if (pid && pid !== process.pid && isAlive(pid)) {
        const running = await runningServer(dataDir)
        const where = running ? ` at ${running.base_url}` : ''
        throw new Error(
          `A KLIC Desktop server (pid ${pid}) already serves ${dataDir}${where}. Stop it, or choose another --data.`,
        )
      }
      await rm(file, { force: true })
    }
  }
  throw new Error(`The data folder ${dataDir} could not be locked`)
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
