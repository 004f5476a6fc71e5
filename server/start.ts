/**
 * Entry: the API. Opens the store, starts and watches the simulator (when that is the registry) and the worker, listens
 * (on the loopback, unless it is configured for others), and says `ready` on standard output. Ends in order: it says that
 * it is not ready, takes no new requests and finishes those it has, then the children, then itself.
 */

import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { createApp } from './api/app.ts'
import { isLocal } from './config/configuration.ts'
import { FILES_APART, isOneFolder, isShared, keepsFilesApart, readConfiguration, storeAt } from './config/databases.ts'
import { fail, readStartOptions } from './config/start-options.ts'
import { registerFor } from './features/areas/address-register.ts'
import { cageIn } from './features/cage.ts'
import { isRegistryNeeded } from './features/jobs/rows/orders.ts'
import { sharedCallCount } from './features/keys/rate-window-rows.ts'
import { openServices } from './features/open-services.ts'
import type { ApiServices } from './features/services.ts'
import { firstRun } from './features/settings/first-run.ts'
import { effectiveSettings, setSetting, settingsOf } from './features/settings/rows.ts'
import { keyProof, openVaults, secretRows, takeSecretsKey } from './features/settings/secrets.ts'
import { publicKeyIn, signers } from './features/site-package/signing-key.ts'
import { confirmAtStart, openInstallation } from './features/status/identity.ts'
import { storageProbe } from './features/status/storage-probe.ts'
import { issueWindowToken } from './features/users/sessions.ts'
import { installRdGrid } from './geometry/install-grid.ts'
import { DAMAGED, isDamage } from './platform/database/damage.ts'
import { openStore, type Store } from './platform/database/open.ts'
import { childWords, openLog } from './platform/log/log.ts'
import { logFile } from './platform/log/log-file.ts'
import { createApiMetrics } from './platform/log/metrics.ts'
import { mapAssetsFolder, pluginFolder, rendererFolder, version } from './platform/places.ts'
import { listenToParent, tellParent } from './platform/processes/child.ts'
import { cagedCache, keepCompiledSoon } from './platform/processes/compiled.ts'
import {
  lockDataFolder,
  refuseMissingDatabase,
  removeEndpoint,
  writeEndpoint,
} from './platform/processes/data-folder.ts'
import { deferred } from './platform/processes/deferred.ts'
import { makeForOwnerOnly, restrictPermissions } from './platform/processes/folder-permissions.ts'
import { finishAnswers, listen, localAddress, NoFreePort, openServer, portOf } from './platform/processes/listening.ts'
import { memoizeByKey } from './platform/processes/memoize-by-key.ts'
import { personAtThisComputer } from './platform/processes/os-user.ts'
import { ownChildren } from './platform/processes/own-children.ts'
import { createStartupRetry } from './platform/processes/startup-retry.ts'
import { systemClock, systemIds } from './platform/real-clock.ts'
import { BadSetup, OtherInstallation } from './platform/refusal.ts'
import { openStorage } from './platform/storage/open.ts'
import { createLocatieserver } from './registry/addresses/locatieserver.ts'
import { createRegistryAccess, providerVault } from './registry/client/access.ts'
import { trustAlso } from './registry/client/trust.ts'
import { dutchDate } from './registry/working-days.ts'
import { simulatorControlKey } from './simulator/customer.ts'
import { remoteSimulator } from './simulator/remote.ts'
import { simulatedAddresses } from './simulator/town/address-register.ts'

const ANSWER_PATIENCE_MS = 30_000
const ANSWER_PATIENCE_ON_DESKTOP_MS = 5000
/** On a desktop, when nobody files anything earlier. */
const CHILDREN_AFTER_MS = 2500
const CAGED = fileURLToPath(new URL('./caged.ts', import.meta.url))
const WORK = fileURLToPath(new URL('./work.ts', import.meta.url))
const SIMULATE = fileURLToPath(new URL('./simulate.ts', import.meta.url))

makeForOwnerOnly()
const unusable = (error: Error): never => fail(error.message)

const configuration = readConfiguration()
const local = isLocal(configuration)
const asked = await readStartOptions(configuration.port)
const { dataDir } = asked

// Several servers of an office may share a data folder: what they meet in is the database.
const shared = isShared(configuration)
const release = shared ? undefined : await lockDataFolder(dataDir).catch(unusable)
const logPath = join(dataDir, 'logs', 'klic-desktop.log')
const logSink = logFile(logPath)
const log: Logger = openLog('api', logSink)
const keepsGroup = configuration.operator !== null
await restrictPermissions(dataDir, { keepsGroup }, log)
const secretsKey = takeSecretsKey()
const server = openServer()
const takePort = () =>
  listen(server, configuration.host, asked.port).catch((error) => {
    if (error instanceof NoFreePort) fail(error.message)
    throw error
  })
/** Tells the operator. */
function warn(words: string): void {
  process.stderr.write(`${words}\n`)
  log.error(words)
}
let outage: Store['outage'] = () => undefined
const retryAtStart = createStartupRetry({
  serving: { server, listen: takePort },
  outage: (error) => outage(error),
  giveUp(error) {
    if (error instanceof BadSetup) fail(error.message)
    if (isDamage(error)) fail(`${DAMAGED} (${dataDir}: ${(error as Error).message})`)
  },
  tell: warn,
})
if (!shared) await refuseMissingDatabase(dataDir).catch(unusable)
const store = await retryAtStart(() => openStore(storeAt(configuration, dataDir)))
outage = store.outage
const grid = await installRdGrid()
if (!grid) log.warn('The RD correction grid is not installed: the approximation is used')
const { companyId } = await retryAtStart(() => firstRun({ store, clock: systemClock, ids: systemIds }))
if (keepsFilesApart(configuration)) warn(FILES_APART)
for (const name of configuration.retiredNames) warn(`${name} is set, and nothing reads it any more: remove it.`)
const installation = openInstallation({
  store,
  storage: await openStorage(configuration.storageUrl, dataDir).catch(unusable),
  isShared: shared,
  isOwnFolder: isOneFolder(configuration),
  key: await retryAtStart(async () => keyProof(secretsKey)),
})
const away = await retryAtStart(() =>
  confirmAtStart(installation).catch((error) => {
    // Readiness says so, and what needs neither the storage nor the key goes on.
    if (!(error instanceof OtherInstallation)) throw error
    warn(error.message)
  }),
)
if (away) log.warn({ err: away }, away.message)
const { storage } = installation
const rows = shared ? (owner: string) => installation.sealing(secretRows(store.db, owner)) : undefined
const vaults = openVaults(dataDir, secretsKey, rows)
await vaults.adopt(companyId)
// Before the worker reads them; a file that is damaged is met, and said, where it is used.
const sealed = vaults.of(companyId).sealPlain()
await sealed.catch((error) => log.error({ err: error }, 'Plain secrets could not be sealed'))
const removed = vaults.of(companyId).removeRetired()
await removed.catch((error) => log.error({ err: error }, 'The key of an office could not be removed'))
await retryAtStart(async () => {
  const { registry, timeFactor } = asked
  if (registry) await setSetting(store.db, companyId, 'registry.environment', registry)
  if (timeFactor !== undefined) await setSetting(store.db, companyId, 'simulator.time_factor', timeFactor)
})
let settings = await retryAtStart(() => settingsOf(store.db, companyId))
/** The simulator and the worker run beside the API, unless they are said to run elsewhere. */
const hasChildren = configuration.role === 'all'
let stopping = false
let simulatorAt = configuration.simulator ?? undefined
let baseUrl = ''
const simulatorFolder = join(dataDir, 'simulator')
const children = ownChildren({
  worker: {
    entry: WORK,
    ...(secretsKey && { env: { KLIC_SECRETS_KEY: secretsKey } }),
    args: () => [
      ...['--data', dataDir, '--base-url', baseUrl],
      ...(simulatorAt === undefined ? [] : ['--simulator', simulatorAt.url]),
      ...(local ? ['--desktop'] : []),
    ],
  },
  simulator: {
    entry: SIMULATE,
    args: () => [
      ...['--data', simulatorFolder],
      ...['--time-factor', String(settings['simulator.time_factor'])],
      ...(asked.replay ? ['--replay', asked.replay] : []),
    ],
  },
  onSimulator(url) {
    simulatorAt = { url, key: simulatorControlKey(simulatorFolder) }
  },
  onWords: (name) => childWords(log, logSink, name),
  onEnd: (name, about) => log.error(about, `The ${name} ended; it is started again`),
})
const startSoon = deferred(async () => {
  if (stopping) return
  // The worker waits for a registry that is not there yet.
  await retryAtStart(followSettings)
  if (hasChildren) children.startWorker()
})
const locatieserver = createLocatieserver()
// On a desktop the worker, the window and the programs of its user want the other processors.
const threads = local ? 1 : Math.max(1, availableParallelism() - 1)
const operator = configuration.operator
const {
  services: opened,
  improver,
  close,
} = openServices({
  ...{
    store,
    operator,
    storage,
    dataDir,
    threads,
    grid: grid ?? null,
    companyQuotaBytes: configuration.companyQuotaBytes,
  },
  ...{ cage: cageIn(CAGED, dataDir), cacheDir: cagedCache(dataDir) },
  onImproverFault: (err, quote) => log.error({ err, ...quote }, 'A quote could not be made better'),
})
const services: ApiServices = {
  ...opened,
  osUser: personAtThisComputer(),
  get addresses() {
    return registerFor(settings, { real: locatieserver, simulated: simulatedAddresses })
  },
  simulator: remoteSimulator(() => simulatorAt),
  nudge() {
    const act = startSoon.now().then(() => {
      children.nudge()
      return followSettings()
    })
    act.catch((error) => log.error({ err: error }, 'The settings could not be read'))
  },
  baseUrl: () => baseUrl,
  rendererDir: await rendererFolder(),
  mapAssetsDir: await mapAssetsFolder(),
  version,
  registryAccess: memoizeByKey((owner) =>
    createRegistryAccess({
      vault: vaults.of(owner),
      prepare: async () => trustAlso((await effectiveSettings(services, owner))['registry.ca_file']),
    }),
  ),
  providerAccess: memoizeByKey((owner) => createRegistryAccess({ vault: providerVault(vaults.of(owner)) })),
  isLocal: local,
  ...(shared && { callCount: sharedCallCount(store.db) }),
  proxies: configuration.proxies,
  // What a company of an office set on a desktop before counts no more.
  allowedOrigins: () => [
    ...configuration.allowedOrigins,
    ...(configuration.operator === null ? settings['api.allowed_origins'] : []),
  ],
  metrics: createApiMetrics(),
  metricsToken: configuration.metricsToken,
  probe: storageProbe(storage, dataDir, {
    keepsGroup,
    isApart: keepsFilesApart(configuration),
    confirm: installation.confirm,
  }),
  isStopping: () => stopping,
  signer: signers(vaults),
  publicKey: (owner) => publicKeyIn(vaults.of(owner)),
  pluginDir: pluginFolder,
  log,
}
const newToken = () => issueWindowToken(services, companyId)
const token = configuration.operator === null ? await retryAtStart(newToken) : undefined
server.on('request', createApp(services))
const port = server.listening ? portOf(server) : await takePort()
const urlHere = localAddress(configuration.host, port)
baseUrl = configuration.publicUrl ?? urlHere

if (!shared) {
  await retryAtStart(() => writeEndpoint(dataDir, { base_url: urlHere, pid: process.pid, version }))
}
tellParent({
  ready: { base_url: baseUrl, local_url: urlHere, ...(token && { window_token: token }), log_file: logPath },
})
log.info({ baseUrl, environment: settings['registry.environment'], dataDir }, 'Ready')
// The window needs the API only, and on a computer with two processors its first second would be one and a half.
if (local) startSoon.within(CHILDREN_AFTER_MS)
else await startSoon.now()

// The first Dutch date takes tens of milliseconds: in a turn of its own, so that no call does that and its own work in one.
setImmediate(() => dutchDate(Date.now()))
improver.keepLooking()
keepCompiledSoon(dataDir, (err) => log.warn({ err }, 'The compile cache could not be saved'))

async function stop(finishesStep = false): Promise<void> {
  if (stopping) return
  stopping = true
  log.info({ finishesStep }, 'Stopping')
  if (!shared) await removeEndpoint(dataDir)
  // A load balancer asks /health/ready, and sends calls elsewhere from now on.
  await pause(configuration.stopGraceMs)
  const answered = finishAnswers(server, local ? ANSWER_PATIENCE_ON_DESKTOP_MS : ANSWER_PATIENCE_MS)
  await children.stop(finishesStep)
  await answered
  await close()
  await store.close()
  await release?.()
  tellParent({ stopped: {} })
  process.exit(0)
}
listenToParent({
  word(word) {
    if (word === 'stop') void stop()
    if (word === 'finish') void stop(true)
    if (word === 'token') void newToken().then((token) => tellParent({ token: { window_token: token } }))
  },
  gone: () => void stop(),
})
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void stop())

/** The simulator is needed from the moment it is chosen, and while orders that it took are under way. */
async function followSettings(): Promise<void> {
  settings = await settingsOf(store.db, companyId)
  if (children.hasSimulator() || stopping || !hasChildren || configuration.simulator !== null) return
  const isNeeded = settings['registry.environment'] === 'simulator' || (await isRegistryNeeded(store.db, 'simulator'))
  if (isNeeded) children.startSimulator()
}
