/** klic registry probe: what of the way to the registry can be tried without paying, as a report to show to anybody. */

import { parseArgs } from 'node:util'
import type { Configuration } from '../config/configuration.ts'
import { isShared } from '../config/databases.ts'
import { billedBy, ownRelationNumber } from '../features/settings/billing.ts'
import { registryConnections } from '../features/settings/registry-connections.ts'
import { effectiveSettings } from '../features/settings/rows.ts'
import { openVaults, SealedError, secretRows, takeSecretsKey } from '../features/settings/secrets.ts'
import { livingWorkers } from '../platform/database/installation-rows.ts'
import type { Store } from '../platform/database/open.ts'
import { version } from '../platform/places.ts'
import { systemClock } from '../platform/real-clock.ts'
import { Refusal, TryLater } from '../platform/refusal.ts'
import type { StoredCredentials } from '../registry/client/connection-test.ts'
import { type ProbeInput, type ProbeLine, probeRegistry } from '../registry/client/probe.ts'
import { watchClock } from '../registry/client/transport.ts'
import { REGISTRY_ENVIRONMENTS, type RegistryEnvironment } from '../registry/klic.ts'
import { remoteSimulatorCredentials } from '../simulator/remote.ts'
import { withCompany } from './company.ts'
import { reportInWords } from './report.ts'
import { EXIT, print, Usage } from './say.ts'

export const help = `klic registry probe [--environment simulator|eto|production] [--company ID] [--json] [--data DIR]

  Tries what can be tried of the way to the registry without an order: key and certificate, names and certificates of the
  hosts, signing in, rights, the list of deliveries, one request, hosts of download links, the clock. Files nothing, costs
  nothing. Prints a line for each, good, bad or not tried, with what to do; no secret and no link stands in it.
  --environment: default that of the company's settings. --json: {"environment", "version", "at", "lines": [{"name",
  "state", "found", "todo"}]}. --company: one of "klic company list"; default: the first.
  Credentials that the desktop's keychain sealed only the app opens, and here they are not tried: in the window, Settings,
  Registry, Test the connection.
  The simulator is asked where KLIC_SIMULATOR_URL says. Exit code 4 when a line is bad.`

export async function run(argv: string[]): Promise<void> {
  const [verb, ...rest] = argv
  if (verb !== 'probe') throw new Usage('The one thing to do with the registry here is: registry probe.')
  const { values } = parseArgs({
    args: rest,
    options: {
      environment: { type: 'string' },
      company: { type: 'string' },
      json: { type: 'boolean', default: false },
      data: { type: 'string' },
    },
  })
  const asked = values.environment as RegistryEnvironment | undefined
  if (asked !== undefined && !REGISTRY_ENVIRONMENTS.includes(asked)) {
    throw new Usage(`--environment must be one of ${REGISTRY_ENVIRONMENTS.join(', ')}.`)
  }
  const report = await withCompany(values, (here) => probed(here, here.companyId, asked))
  if (values.json) print(report)
  else process.stdout.write(inWords(report))
  if (report.lines.some(({ state }) => state === 'bad')) process.exitCode = EXIT.notNow
}

interface Report {
  environment: RegistryEnvironment
  version: string
  at: string
  lines: ProbeLine[]
}

const inWords = ({ environment, version: ours, at, lines }: Report): string =>
  reportInWords(`KLIC Desktop ${ours}, environment ${environment}, ${at}`, lines)

interface CommandContext {
  configuration: Configuration
  dataDir: string
  store: Store
}

async function probed(
  here: CommandContext,
  companyId: string,
  asked: RegistryEnvironment | undefined,
): Promise<Report> {
  const { configuration, dataDir, store } = here
  const rows = isShared(configuration) ? (owner: string) => secretRows(store.db, owner) : undefined
  const key = takeSecretsKey()
  const vaults = openVaults(dataDir, key, rows)
  const settingsOf = (owner: string) => effectiveSettings({ store, operator: configuration.operator }, owner)
  const settings = await settingsOf(companyId)
  const environment = asked ?? settings['registry.environment']
  const { simulator } = configuration
  const whyNone = 'Where the simulator is, is not known here: set KLIC_SIMULATOR_URL and KLIC_SIMULATOR_KEY.'
  const clock = watchClock(fetch)
  const { connectionFor, endpointsFor } = registryConnections({
    settingsOf,
    vaultOf: (owner) => vaults.of(owner),
    operators: configuration.operator === null ? null : configuration.providerCredentials,
    simulator: {
      url: () => simulator?.url,
      whyNone,
      credentials: async (...login) => {
        if (simulator === null) throw new TryLater(whyNone)
        return remoteSimulatorCredentials(simulator, ...login)
      },
    },
    observe: (client) => client,
    log: { warn() {} },
    send: clock.send,
  })

  // Those of a company that pays by invoice are the operator's: not this company's to look at.
  const isOwn = environment !== 'simulator' && billedBy(settings) !== 'invoice'
  const stored = isOwn ? await vaults.of(companyId).credentials(environment).catch(orUndefined) : undefined
  if (stored?.kind === 'authorization_code') await refuseWhileServed(store)
  const endpoints = await endpointsFor(environment, companyId)
  const connection = await connectionFor(environment, companyId).catch(whyNot(key !== undefined))
  const login = stored?.kind === 'authorization_code' ? stored : undefined
  const lines = await probeRegistry({
    endpoints,
    connection,
    stored,
    clock,
    now: Date.now,
    caFile: settings['registry.ca_file'],
    relationNumber: ownRelationNumber(settings),
    secrets: login ? [login.clientSecret, (await vaults.of(companyId).refreshToken(environment)) ?? ''] : [],
  })
  return { environment, version, at: new Date().toISOString(), lines }
}

/** Sealed with a key that is not here: `connectionFor` says so. */
function orUndefined(failure: unknown): StoredCredentials | undefined {
  if (failure instanceof Refusal) return undefined
  throw failure
}

/** What a key that was given does not open is to be entered anew; what no key was given for is the app's to open. */
const whyNot =
  (hasKey: boolean) =>
  (failure: unknown): ProbeInput['connection'] => {
    if (failure instanceof SealedError && !hasKey) return { sealed: true }
    if (failure instanceof Refusal || failure instanceof TryLater) return { missing: failure.message }
    throw failure
  }

/** A person's login changes with every use, and two who use it end it. */
async function refuseWhileServed(store: Store): Promise<void> {
  const words =
    'The server that runs holds this login: Settings, Kadaster, Test the connection; or stop the server first.'
  if ((await livingWorkers({ store, clock: systemClock })).length > 0) throw new TryLater(words)
}
