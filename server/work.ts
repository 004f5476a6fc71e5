/**
 * Entry: the worker. Runs the flows; finds its work in the store; ends when its parent is gone.
 * Killed at any line, the next one goes on where the rows say.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { availableParallelism, hostname } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  FILES_APART,
  isOneFolder,
  isShared,
  keepsFilesApart,
  queueAt,
  readConfiguration,
  storeAt,
} from './config/databases.ts'
import { fail } from './config/start-options.ts'
import { cageIn } from './features/cage.ts'
import { logFailedSteps } from './features/log-failed-steps.ts'
import { keepConversions } from './features/results/tasks/conversion-pool.ts'
import { registryConnections } from './features/settings/registry-connections.ts'
import { effectiveSettings, sharedSetting } from './features/settings/rows.ts'
import { keyProof, openVaults, secretRows, takeSecretsKey } from './features/settings/secrets.ts'
import { startHeartbeat } from './features/status/heartbeat.ts'
import { confirmAtStart, openInstallation } from './features/status/identity.ts'
import { createSweep, FLOWS_WITH_OWN_SLOTS } from './features/sweep.ts'
import type { TaskContext } from './features/task-context.ts'
import { postWebhook } from './features/webhooks/post-webhook.ts'
import type { ConversionResult } from './imkl/model/conversion-task.ts'
import { refuseOlderBuild } from './platform/database/migrations/migrations.ts'
import { openStore } from './platform/database/open.ts'
import { databaseFault } from './platform/database/outage.ts'
import { fairLimit } from './platform/fair-limit.ts'
import { openLog } from './platform/log/log.ts'
import { logStream } from './platform/log/log-file.ts'
import { createWorkerMetrics } from './platform/log/metrics.ts'
import { observeMethods, observeWork } from './platform/log/observed.ts'
import { version } from './platform/places.ts'
import { listenToParent, tellParent } from './platform/processes/child.ts'
import { cagedCache } from './platform/processes/compiled.ts'
import { defaultDataFolder } from './platform/processes/data-folder.ts'
import { refuseFullDisk, withRoom } from './platform/processes/disk.ts'
import { makeForOwnerOnly, restrictPermissions } from './platform/processes/folder-permissions.ts'
import { DEFAULT_PORT } from './platform/processes/listening.ts'
import { createStartupRetry } from './platform/processes/startup-retry.ts'
import { clearTempFolders, ownTempFolder, readingsFolder } from './platform/processes/temp-folder.ts'
import { openPools } from './platform/queue/pools.ts'
import { systemClock, systemIds } from './platform/real-clock.ts'
import { BadSetup, OtherInstallation, Refusal, TryLater } from './platform/refusal.ts'
import { openStorage } from './platform/storage/open.ts'
import { SET_ASIDE } from './platform/storage/port.ts'
import { testConnection } from './registry/client/test-connection.ts'
import { watchClock } from './registry/client/transport.ts'
import type { ClientCredentials } from './registry/types.ts'
import { simulatorCredentials } from './simulator/customer.ts'
import { remoteSimulatorCredentials } from './simulator/remote.ts'

const SWEEP_EVERY_MS = 1000
const SHORTEST_PAUSE_MS = 100
/** How our parent's line begins that says where the simulator is. */
const SIMULATOR_AT = 'simulator '
const SIMULATOR_STARTING = 'The simulator is starting'

makeForOwnerOnly()

const { values: args } = parseArgs({
  options: {
    data: { type: 'string' },
    'base-url': { type: 'string' },
    simulator: { type: 'string' },
    desktop: { type: 'boolean', default: false },
  },
})
const configuration = readConfiguration()
const dataDir = args.data ?? defaultDataFolder()
const baseUrl = args['base-url'] ?? configuration.publicUrl ?? `http://127.0.0.1:${configuration.port ?? DEFAULT_PORT}`
mkdirSync(dataDir, { recursive: true, mode: 0o700 })
const log = openLog('worker', logStream(2))
if (configuration.role === 'worker') {
  await restrictPermissions(dataDir, { keepsGroup: configuration.operator !== null }, log)
}
const workerId = systemIds.make('wrk')
const metrics = createWorkerMetrics(workerId)

/** What the operator must correct ends the process, in words. */
const giveUp = (error: unknown): void => {
  if (error instanceof BadSetup) fail(error.message)
}
const retryAtStart = createStartupRetry({ tell: (words) => log.error(words), giveUp })
const store = await retryAtStart(() => openStore(storeAt(configuration, dataDir)))
if (configuration.role === 'worker' && keepsFilesApart(configuration)) log.warn(FILES_APART)
const secretsKey = takeSecretsKey()
const installation = openInstallation({
  store,
  storage: await openStorage(configuration.storageUrl, dataDir).catch((error: Error) => fail(error.message)),
  isShared: isShared(configuration),
  isOwnFolder: isOneFolder(configuration),
  key: await retryAtStart(async () => keyProof(secretsKey)),
})
// With another storage or another key no work is taken. While the storage is away, work that needs no files goes on.
const away = await retryAtStart(() => confirmAtStart(installation))
if (away) log.warn({ err: away }, away.message)
const storage = withRoom(installation.storage, () => refuseFullDisk(installation.storage))
const engine = await openPools({
  at: queueAt(configuration, dataDir),
  apart: FLOWS_WITH_OWN_SLOTS,
  asideIn: join(dataDir, SET_ASIDE),
  onSetAside(aside, when) {
    log.error({ aside }, 'The queue was damaged: it is set aside, and made anew from the rows. Nothing is lost')
    if (when === 'working') process.exit(1) // Our parent starts the next one.
  },
}).catch((error) => {
  giveUp(databaseFault(error))
  throw error
})

const rows = isShared(configuration) ? (owner: string) => installation.sealing(secretRows(store.db, owner)) : undefined
const vaults = openVaults(dataDir, secretsKey, rows)
/** The one that runs elsewhere; or an own one, told by our parent anew whenever it was started. */
let simulatorUrl = configuration.simulator?.url ?? args.simulator
let timeFactor = await sharedSetting(store.db, 'simulator.time_factor')

const here = { store, clock: systemClock, ids: systemIds, operator: configuration.operator }
const settingsFor = (companyId: string) => effectiveSettings(here, companyId)

/** @throws TryLater while it has never been started */
function ownSimulatorCredentials(relationNumber: string, isProvider: boolean): ClientCredentials {
  const folder = join(dataDir, 'simulator')
  if (!existsSync(join(folder, 'client.json'))) throw new TryLater(SIMULATOR_STARTING)
  return simulatorCredentials(folder, relationNumber, isProvider)
}
const registryClock = watchClock(fetch)
const { connectionFor, endpointsFor } = registryConnections({
  send: registryClock.send,
  settingsOf: settingsFor,
  vaultOf: (companyId) => vaults.of(companyId),
  operators: configuration.operator === null ? null : configuration.providerCredentials,
  simulator: {
    url: () => simulatorUrl,
    whyNone:
      configuration.role === 'worker' ? 'The simulator runs nowhere: set KLIC_SIMULATOR_URL' : SIMULATOR_STARTING,
    credentials: async (...asked) =>
      configuration.simulator === null
        ? ownSimulatorCredentials(...asked)
        : remoteSimulatorCredentials(configuration.simulator, ...asked),
  },
  observe: (client) => observeMethods(client, metrics.registryCalled),
  log,
})

const tempDir = await ownTempFolder(dataDir)
const readingsDir = await readingsFolder(dataDir, version)
const cage = cageIn(fileURLToPath(new URL('./caged.ts', import.meta.url)), dataDir)
const conversions = keepConversions({ cage, cacheDir: cagedCache(dataDir) }, async () => ({
  reads: [],
  writes: [tempDir, readingsDir, ...(await storage.folders())],
}))
const services: TaskContext = {
  ...here,
  engine,
  settingsOf: settingsFor,
  // A broken connection to the registry can be restored, and says nothing of what is to be filed.
  registryFor: async (environment, companyId, by) =>
    (
      await connectionFor(environment, companyId, by).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        throw new TryLater(error.message, { reason: 'access_refused', cause: error })
      })
    ).client,
  async testConnection(environment, companyId, tell) {
    const missing = (error: unknown): undefined => {
      if (error instanceof Refusal || error instanceof TryLater) return undefined
      throw error
    }
    const connection = await connectionFor(environment, companyId).catch(missing)
    const endpoints = connection?.endpoints ?? (await endpointsFor(environment, companyId))
    return testConnection({ endpoints, tokens: connection?.tokens, fetch: registryClock.send }, tell)
  },
  convert: fairLimit<Parameters<TaskContext['convert']>, ConversionResult>(
    { atOnce: Math.min(4, availableParallelism()) },
    (_task, companyId) => ({ companyId }),
    (task, companyId, onProgress) =>
      observeWork(
        () => conversions.run(task, companyId, onProgress),
        (outcome, seconds) => metrics.converted(task.kind, outcome, seconds),
      ),
  ),
  post: (url, headers, body, { allowPrivate }) =>
    observeWork(async () => {
      const answer = await postWebhook(url, headers, body, { allowPrivate: allowPrivate ?? args.desktop })
      return { ...answer, kind: `${Math.floor(answer.status / 100)}xx` }
    }, metrics.webhookTold),
  storage,
  tempDir,
  readingsDir,
  baseUrl: () => baseUrl,
  pause: (registryMs, environment) =>
    registryMs === 0
      ? 0
      : Math.max(SHORTEST_PAUSE_MS, environment === 'simulator' ? registryMs / timeFactor : registryMs),
  log,
}

await engine.takeOver()
const sweep = createSweep(services)
await sweep.clean()
await clearTempFolders(dataDir, Date.now())
const flows = sweep.flows.map((flow) => logFailedSteps(flow, log))
const worker = await engine.work(flows, configuration.workerSlots)
const about = { id: workerId, host: hostname(), pid: process.pid, version, slots: configuration.workerSlots }
const heart = startHeartbeat(services, about, { counts: metrics.counts, clockOffS: registryClock.offS })

let stopping = false
/** Whether the storage was seen to be the installation's. */
let isConfirmed = away === undefined
/** Told to end what it is at: an update can wait for that, a person who quits can't. */
let finishing = false
let wake: () => void = () => {}
const asked = Promise.withResolvers<void>()
const stop = (): void => {
  stopping = true
  asked.resolve()
  wake()
}
listenToParent({
  word: (word) => {
    if (word.startsWith(SIMULATOR_AT)) simulatorUrl = word.slice(SIMULATOR_AT.length)
    if (word === 'finish') {
      finishing = true
      stopping = true
    }
    wake()
  },
  gone: stop,
})
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
tellParent({ ready: {} })

while (!stopping) {
  try {
    timeFactor = await sharedSetting(store.db, 'simulator.time_factor')
    await refuseOlderBuild(store.db as never)
    if (!isConfirmed) isConfirmed = (await confirmAtStart(installation)) === undefined
    await sweep.run()
  } catch (error) {
    if (error instanceof BadSetup || error instanceof OtherInstallation) {
      // The next worker says it again, and waits or ends before it takes work.
      log.error(error.message)
      process.exitCode = 4
      break
    }
    log.error({ err: error }, 'Looking for work failed; looking again')
  }
  if (stopping) break
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, SWEEP_EVERY_MS)
    wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}
// Else what runs is not waited for: it is resumed at the next start, and a conversion can take minutes.
const ended = worker.stop()
if (finishing) await Promise.race([ended, asked.promise])
await heart.stop()
await store.close()
// What runs is cut off here: the queue is whole, and leaves no files beside its own.
await engine.close()
process.exit()
