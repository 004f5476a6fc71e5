/** Where the data live when nobody says otherwise, and the note there that tells other programs where the server is. */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { lockFile } from './lock-file.ts'

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
  await removeUnfinished(dataDir)
  await writeFile(temporary, `${JSON.stringify(endpoint)}\n`)
  await rename(temporary, endpointFile(dataDir))
}

/** What a kill or a full disk left of such a note: only the holder of the folder writes one. */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (/^endpoint\.json\.\d+$/.test(name)) await rm(join(dataDir, name), { force: true })
  }
}

export const removeEndpoint = (dataDir: string): Promise<void> => rm(endpointFile(dataDir), { force: true })

/** What the note says, whether or not it is still true. */
async function noteOf(dataDir: string): Promise<Endpoint | undefined> {
  try {
    return JSON.parse(await readFile(endpointFile(dataDir), 'utf8')) as Endpoint
  } catch {
    return undefined
  }
}

/** The server that already serves this data folder; undefined when none answers. */
export async function runningServer(dataDir: string): Promise<Endpoint | undefined> {
  const endpoint = await noteOf(dataDir)
  if (!endpoint) return undefined
  try {
    const answer = await fetch(`${endpoint.base_url}/health/live`, { signal: AbortSignal.timeout(2000) })
    return answer.ok ? endpoint : undefined
  } catch {
    return undefined
  }
}

/**
 * One server a data folder: two would take each other's work over. The system holds the lock and drops it with its owner,
 * also when the owner is killed; a number in a file could belong to another process by now.
 * @throws Error that says who holds the folder, or that it can't be written
 */
export async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  const release = await mkdir(dataDir, { recursive: true, mode: 0o700 })
    .then(() => lockFile(join(dataDir, 'server.lock')))
    .catch((error: NodeJS.ErrnoException) => {
      throw new Error(`The data folder ${dataDir} can't be written (${error.code ?? error.message}). ${CHOOSE}`)
    })
  // Where a network share has no locks, or an earlier version holds the folder, its answer tells.
  const running = await runningServer(dataDir)
  if (release && !running) {
    // Of a life that was killed: nobody is there.
    await removeEndpoint(dataDir)
    return release
  }
  await release?.()
  throw new Error(await heldBy(dataDir, running))
}

const CHOOSE = 'Give the user who starts the server the right to write there, or choose another --data.'

async function heldBy(dataDir: string, running: Endpoint | undefined): Promise<string> {
  const stop = 'Stop it, or choose another --data.'
  if (running) {
    return `A KLIC Desktop server (pid ${running.pid}) already serves ${dataDir} at ${running.base_url}. ${stop}`
  }
  const note = await noteOf(dataDir)
  if (note) return `A KLIC Desktop server (pid ${note.pid}) already serves ${dataDir}, but does not answer. ${stop}`
  return `A KLIC Desktop server already serves ${dataDir}: it is starting or stopping. Wait for it, or choose another --data.`
}

/** Folders with files that rows of app.db name. */
const NAMED_BY_ROWS = ['results', 'deliveries', 'projects']

/**
 * An empty database beside the files of jobs is a loss, not an installation.
 * @throws Error that says what to do
 */
export async function refuseMissingDatabase(dataDir: string): Promise<void> {
  const found = await stat(join(dataDir, 'app.db')).catch(() => undefined)
  if (found && found.size > 0) return
  for (const folder of NAMED_BY_ROWS) {
    const names = await readdir(join(dataDir, folder)).catch(() => [])
    if (!names.some((name) => !name.startsWith('probe-'))) continue
    throw new Error(
      `The database app.db in ${dataDir} is ${found ? 'empty' : 'missing'}, but ${folder} holds files of jobs: nothing was begun anew. ` +
        'Put app.db back, or restore a backup into an empty folder (klic restore FILE --data DIR) and start with that. ' +
        `To begin without these jobs, move ${NAMED_BY_ROWS.join(', ')} elsewhere first.`,
    )
  }
}
