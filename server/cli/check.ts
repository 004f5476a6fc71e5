/** klic check: the configuration as the service reads it, held against the database, the storage and the registry. */

import { randomUUID } from 'node:crypto'
import { access, constants, mkdtemp, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Configuration } from '../config/configuration.ts'
import { FILES_APART, isShared, keepsFilesApart, readConfiguration, storeAt } from '../config/databases.ts'
import { keyProof, takeSecretsKey } from '../features/settings/secrets.ts'
import { causeOf } from '../features/status/health.ts'
import { keyDifference, storageDifference } from '../features/status/identity.ts'
import { inspectStore, type StoreReport } from '../platform/database/inspect.ts'
import { WORKER_SEEN_MS } from '../platform/database/installation-rows.ts'
import { NO_RIGHTS } from '../platform/database/outage.ts'
import { version } from '../platform/places.ts'
import { defaultDataFolder } from '../platform/processes/data-folder.ts'
import { BadSetup } from '../platform/refusal.ts'
import { openStorage } from '../platform/storage/open.ts'
import type { Storage } from '../platform/storage/port.ts'
import { readStorageId } from '../platform/storage/storage-id.ts'
import { endpointsFor } from '../registry/client/endpoints.ts'
import { trustAlso } from '../registry/client/trust.ts'
import { REGISTRY_ENVIRONMENTS } from '../registry/klic.ts'
import { remoteSimulatorCredentials } from '../simulator/remote.ts'
import { nameOf } from './local-store.ts'
import { type ReportLine, reportInWords } from './report.ts'
import { EXIT, print, refuseUnknownFolder } from './say.ts'

export const help = `klic check [--json] [--data DIR]

  Reads the configuration as the service does and prints a line for each of: database, rights in it, clock, storage (writes,
  reads and removes a small file), storage identity, secrets key, registry or simulator, versions of the workers. Makes no
  table, files nothing and shows no secret. Run it as the user of the service, before the start or while the server runs.
  --json: {"version", "at", "lines": [{"name", "state", "found", "todo"}]}. Exit code 4 when a line is bad.`

/** What is silent for so long is no good. */
const PATIENCE_MS = 15_000
/** Half a minute ends the lease of work: the database's clock decides, and times in the program are each machine's. */
const CLOCK_MOST_MS = 5000

const good = (name: string, found: string, todo: string | null = null): ReportLine => ({
  name,
  state: 'good',
  found,
  todo,
})
const bad = (name: string, found: string, todo: string | null = null): ReportLine => ({
  name,
  state: 'bad',
  found,
  todo,
})
const notTried = (name: string, found: string): ReportLine => ({ name, state: 'not_tried', found, todo: null })

export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: { json: { type: 'boolean', default: false }, data: { type: 'string' } },
  })
  await refuseUnknownFolder(values.data)
  const configuration = readConfiguration()
  const lines = await check(configuration, values.data ?? defaultDataFolder(), takeSecretsKey())
  const at = new Date().toISOString()
  if (values.json) print({ version, at, lines })
  else process.stdout.write(reportInWords(`KLIC Desktop ${version}, ${at}`, lines))
  // What hangs is waited for no longer.
  process.exit(lines.some(({ state }) => state === 'bad') ? EXIT.notNow : EXIT.done)
}

async function check(configuration: Configuration, dataDir: string, key: string | undefined): Promise<ReportLine[]> {
  const [database, store] = await databaseLines(configuration, dataDir)
  return [
    ...database,
    ...(await storageLines(configuration, dataDir, store)),
    keyLine(configuration, key, store),
    await registryLine(configuration, store?.environments ?? []),
    workersLine(store),
  ]
}

/** @throws Error when it takes too long */
const soon = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    pause(PATIENCE_MS, undefined, { ref: false }).then(() => {
      throw new Error(`There is no answer within ${PATIENCE_MS / 1000} seconds.`)
    }),
  ])

async function databaseLines(
  configuration: Configuration,
  dataDir: string,
): Promise<[ReportLine[], StoreReport | undefined]> {
  const at = storeAt(configuration, dataDir)
  const isOffice = isShared(configuration)
  const name = 'Database'
  const where = isOffice ? nameOf(at) : at
  if (!isOffice && !(await isThere(at))) {
    return [[notTried(name, `There is no ${at} yet: the first start of the server makes it.`)], undefined]
  }
  let store: StoreReport
  try {
    store = await soon(inspectStore(at, WORKER_SEEN_MS))
  } catch (error) {
    return [[bad(name, `${where}: ${causeOf(error)}`)], undefined]
  }
  const steps =
    store.steps === null
      ? 'Empty: the first start of a server makes its tables.'
      : store.steps === 0
        ? 'Up to date with this version.'
        : 'A start of this version brings it up to date.'
  const hasRights = store.hasRights && (isOffice || (await mayWrite(at)))
  const lines = [
    good(name, `${store.version}, ${where}. ${steps}`),
    hasRights
      ? good('Rights', 'Tables can be made and written.')
      : bad('Rights', isOffice ? NO_RIGHTS : `This user may not write ${at}: let it write ${dirname(at)}.`),
    clockLine(store),
  ]
  return [lines, store]
}

export function clockLine({ clockAheadMs }: Pick<StoreReport, 'clockAheadMs'>): ReportLine {
  const name = 'Clock'
  if (clockAheadMs === null) return notTried(name, 'The database is on this machine, and goes by the same clock.')
  const seconds = (Math.abs(clockAheadMs) / 1000).toFixed(1)
  const found = `This machine is ${seconds} s ${clockAheadMs < 0 ? 'behind' : 'ahead of'} the database.`
  const isFine = Math.abs(clockAheadMs) <= CLOCK_MOST_MS
  return isFine ? good(name, found) : bad(name, found, 'Set the clocks of all machines by a time server (NTP).')
}

async function storageLines(
  configuration: Configuration,
  dataDir: string,
  store: StoreReport | undefined,
): Promise<ReportLine[]> {
  const { storageUrl } = configuration
  const [name, identity] = ['Storage', 'Storage identity']
  const where = storageUrl === null ? dataDir : shown(storageUrl)
  if (storageUrl === null && !(await isThere(dataDir))) {
    return [notTried(name, `There is no ${dataDir} yet: the first start of the server makes it.`)]
  }
  // Copies are nobody's after this command.
  const own = await mkdtemp(join(tmpdir(), 'klic-check-'))
  try {
    const storage = await openStorage(storageUrl, storageUrl === null ? dataDir : own)
    const id = await soon(readStorageId(storage))
    const known = store?.facts.storage_id
    const difference = storageDifference(known, id, isShared(configuration))
    if (difference !== null) {
      return [notTried(name, `${where} is not written to.`), bad(identity, difference)]
    }
    await soon(tryStorage(storage))
    const apart = keepsFilesApart(configuration) ? FILES_APART : null
    return [
      good(name, `${where}: a file was written, read and removed.`, apart),
      known === undefined
        ? notTried(identity, 'None is recorded yet: the first start of a server records it.')
        : good(identity, 'The storage is the one that is recorded in the database.'),
    ]
  } catch (error) {
    return [bad(name, `${where}: ${causeOf(error)}`)]
  } finally {
    await rm(own, { recursive: true, force: true })
    // The file was the only one in a new folder.
    if (storageUrl === null) await rmdir(join(dataDir, 'results')).catch(() => {})
  }
}

/** Without what may stand behind a question mark. */
const shown = (url: string): string => url.split('?')[0]!

async function tryStorage(storage: Storage): Promise<void> {
  const key = `results/probe-${randomUUID()}`
  const path = await storage.place(key)
  await writeFile(path, key)
  await storage.keep({ key })
  const read = Buffer.concat(await (await storage.read(key)).toArray()).toString('utf8')
  await storage.remove(key)
  if (read !== key) throw new Error('The storage gave other bytes back than were written.')
}

function keyLine(configuration: Configuration, key: string | undefined, store: StoreReport | undefined): ReportLine {
  const name = 'Secrets key'
  if (!isShared(configuration)) return notTried(name, 'Secrets lie in the data folder; no other machine has them.')
  try {
    const proof = keyProof(key)
    const known = store?.facts.secrets_check
    const difference = keyDifference(known, proof)
    if (difference !== null) return bad(name, difference)
    if (known !== undefined) return good(name, 'KLIC_SECRETS_KEY is that of the other machines.')
    return proof === null
      ? notTried(name, 'KLIC_SECRETS_KEY is not set: it is needed before credentials for the registry are entered.')
      : good(name, 'KLIC_SECRETS_KEY is set; the first start of a server records what it is compared with.')
  } catch (error) {
    if (error instanceof BadSetup) return bad(name, error.message)
    throw error
  }
}

/** @param environments that companies file with @param send for tests */
export async function registryLine(
  { simulator, role, operator }: Pick<Configuration, 'simulator' | 'role' | 'operator'>,
  environments: StoreReport['environments'],
  send: typeof fetch = fetch,
): Promise<ReportLine> {
  const real = REGISTRY_ENVIRONMENTS.find((each) => each !== 'simulator' && environments.includes(each))
  if (real !== undefined) {
    const name = 'Registry'
    const { host, href } = new URL(endpointsFor(real).authorizationUrl)
    try {
      trustAlso(operator?.['registry.ca_file'] ?? null)
      await soon(send(href, { method: 'HEAD', redirect: 'manual' }))
      return good(name, `${host} answers.`, `klic registry probe --environment ${real} tries the rest of the way.`)
    } catch (error) {
      return bad(name, `${host}: ${causeOf(error)}`, 'Let this machine reach it: network, proxy, certificates.')
    }
  }
  const name = 'Simulator'
  if (simulator === null) {
    if (role === 'all') return good(name, 'The server starts its own.')
    if (environments.length === 0) return notTried(name, 'There is no company yet, and this role starts no simulator.')
    return bad(
      name,
      'It runs nowhere: companies file with the simulator.',
      'Choose the registry in the settings of each company, or set KLIC_SIMULATOR_URL.',
    )
  }
  try {
    await soon(remoteSimulatorCredentials(simulator, ''))
    return good(name, `${simulator.url} answers.`)
  } catch (error) {
    return bad(
      name,
      error instanceof Error ? error.message : String(error),
      'Start it, or correct KLIC_SIMULATOR_URL and KLIC_SIMULATOR_KEY.',
    )
  }
}

function workersLine(store: StoreReport | undefined): ReportLine {
  const name = 'Workers'
  if (!store || store.workers.length === 0) return notTried(name, 'None was seen in the last 30 seconds.')
  const each = store.workers.map((worker) => `${worker.host} has ${worker.version}`)
  const isOther = store.workers.some((worker) => worker.version !== version)
  return good(
    name,
    `${[...new Set(each)].join(', ')}; this is ${version}.`,
    isOther ? 'Install the same version on all machines.' : null,
  )
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

const mayWrite = (file: string): Promise<boolean> =>
  Promise.all([file, dirname(file)].map((path) => access(path, constants.W_OK))).then(
    () => true,
    () => false,
  )
