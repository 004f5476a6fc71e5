/**
 * What of the way to the registry can be tried without an order, as a report that may be shown to anybody: the test of the
 * connection, and beside it the key and its certificate, the trusted authorities, a request, the hosts of links, the clock
 * and the relation number. Nothing secret and no link stands in it.
 */

import { Refusal, TryLater } from '../../platform/refusal.ts'
import { translate } from '../../texts/texts.ts'
import type { Connection, OwnDeliveries, RegistryClient, RegistryEndpoints, Tokens } from '../types.ts'
import { clockOff } from './clock-offset.ts'
import { CONNECTION_STEPS, type ConnectionStep, type StoredCredentials } from './connection-test.ts'
import { HostNotAllowed, resolveUrl } from './endpoints.ts'
import { certificateEnds, jwksEntry } from './jwks.ts'
import { type ConnectionTest, testConnection } from './test-connection.ts'
import type { ClockWatch } from './transport.ts'

/** A report for those who know the registry's interface: in English. */
const t = translate('en')

export interface ProbeLine {
  name: string
  state: 'good' | 'bad' | 'not_tried'
  /** What was found. */
  found: string
  /** What to do; null: nothing. */
  todo: string | null
}

export interface ProbeInput {
  endpoints: RegistryEndpoints
  /** Or why there is none; `sealed`: the app has it, and nobody else can open it. */
  connection: Connection | { missing: string } | { sealed: true }
  /** What was entered here; undefined: nothing, or what can't be opened. */
  stored: StoredCredentials | undefined
  caFile: string | null
  /** Ten digits; null: none. */
  relationNumber: string | null
  clock: ClockWatch
  now(): number
  /** Never shown, also when the other side answers with them. */
  secrets: readonly string[]
  /** Instead of the network's own. */
  network?: Pick<ConnectionTest, 'resolve' | 'secure'>
}

const SEALED = 'They are sealed with a key that only the app has: nothing is known against them.'
const IN_THE_APP =
  'In the window: Settings, Kadaster, Test the connection. Here: give that key as KLIC_SECRETS_KEY, where you have it.'
const AN_EARLIER_LINE = 'An earlier line must be good first.'
/** With which a machine signs in: a server may repeat what it did not like. */
const JWT = /eyJ[\w.-]+/g
/** Of the beginning of a secret: fewer letters are chance. */
const FEWEST_SECRET = 4
const CERTIFICATE_SOON_MS = 30 * 24 * 3_600_000

const good = (name: string, found: string): ProbeLine => ({ name, state: 'good', found, todo: null })
const bad = (name: string, found: string, todo: string): ProbeLine => ({ name, state: 'bad', found, todo })
const notTried = (name: string, found: string, todo: string | null = null): ProbeLine => ({
  name,
  state: 'not_tried',
  found,
  todo,
})

const authorities = (caFile: string | null, connection: ProbeInput['connection']): ProbeLine => {
  const name = 'Certificate authorities'
  if (caFile === null) return notTried(name, 'No file of our own is set: those of the system and of Node are trusted.')
  // A connection means that the file was read.
  if ('client' in connection) return good(name, 'The file that is set (registry.ca_file) is read and trusted.')
  return notTried(name, 'A file is set (registry.ca_file); it is read with the connection.', AN_EARLIER_LINE)
}

const keyLines = ({ stored, connection }: ProbeInput, nowMs: number): ProbeLine[] => {
  const [key, certificate] = ['Key (JWKS)', 'Certificate']
  if ('sealed' in connection) return [notTried(key, SEALED)]
  if (stored?.kind !== 'client_credentials') {
    return [notTried(key, stored ? 'A person logs in: there is no key.' : 'No key was entered here.')]
  }
  const { keyId, privateKeyPem, certificatePem } = stored
  try {
    jwksEntry(keyId, privateKeyPem, certificatePem)
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure
    return [bad(key, failure.message, 'Enter key and certificate anew: Settings, Kadaster.')]
  }
  const fine = good(key, `Key "${keyId}" can sign. That its JWKS is published at Kadaster shows in "Signing in".`)
  const ends = certificateEnds(certificatePem)
  if (ends === null) {
    return [fine, notTried(certificate, 'None was entered.', 'Kadaster wants a PKIoverheid certificate in the JWKS.')]
  }
  const isSoon = Date.parse(ends) - nowMs < CERTIFICATE_SOON_MS
  return [
    fine,
    isSoon ? bad(certificate, `Valid until ${ends}.`, 'Renew it.') : good(certificate, `Valid until ${ends}.`),
  ]
}

/** Without a login the hosts are still looked at. */
const NOBODY: Tokens = {
  get: async () => '',
  drop() {},
  renew: async () => {
    throw new TryLater('There is no login.')
  },
}

const connectionLines = async (probed: ProbeInput): Promise<ProbeLine[]> => {
  const { endpoints, connection, clock, network } = probed
  const isOpen = 'client' in connection
  const tokens = isOpen ? connection.tokens : NOBODY
  const steps = await testConnection({ endpoints, tokens, fetch: clock.send, ...network })
  const beforeLogin = CONNECTION_STEPS.slice(0, CONNECTION_STEPS.indexOf('token'))
  return steps.map(({ step, state, code, detail }: ConnectionStep) => {
    const name = t(`connection.step.${step}`)
    if (step === 'credentials' && 'sealed' in connection) return notTried(name, SEALED, IN_THE_APP)
    if (step === 'credentials' && 'missing' in connection) {
      return bad(name, connection.missing, t('connection.advice.CREDENTIALS_MISSING'))
    }
    if (!isOpen && !beforeLogin.includes(step)) return notTried(name, AN_EARLIER_LINE)
    if (state === 'ok') return good(name, 'In order.')
    if (state === 'skipped') return notTried(name, code ? t(`connection.advice.${code}`) : AN_EARLIER_LINE)
    return bad(name, detail ?? 'Refused.', t(`connection.advice.${code!}`))
  })
}

/** One request of the login, read by its id, and where the links of its deliveries lead. */
const readingLines = async (probed: ProbeInput, isOpen: boolean): Promise<ProbeLine[]> => {
  const [listName, requestName, hostsName] = ['List of deliveries', 'One request', 'Hosts of download links']
  const safetyName = 'List of safety areas'
  const { connection, endpoints } = probed
  if (!('client' in connection) || !isOpen) {
    return [listName, requestName, hostsName, safetyName].map((name) => notTried(name, AN_EARLIER_LINE))
  }
  const trying = async (name: string, attempt: () => Promise<ProbeLine>): Promise<ProbeLine> => {
    try {
      return await attempt()
    } catch (failure) {
      if (!(failure instanceof TryLater)) throw failure
      return bad(name, failure.message, t('connection.advice.NOT_AVAILABLE'))
    }
  }
  const safetyLine = await trying(safetyName, () => safetyAreasLine(safetyName, connection.client, endpoints))
  let own: OwnDeliveries | undefined
  const listLine = await trying(listName, async () => {
    own = await connection.client.listOwnDeliveries()
    return good(listName, `Requests with deliveries: ${own.byRequest.size}; calls: ${own.calls}.`)
  })
  if (!own) {
    return [listLine, ...[requestName, hostsName].map((name) => notTried(name, AN_EARLIER_LINE)), safetyLine]
  }
  const [first] = own.byRequest.keys()
  const urls = [...own.byRequest.values()].flat().flatMap(({ url }) => url ?? [])
  return [
    listLine,
    first === undefined
      ? notTried(requestName, 'This login has no request with a delivery yet.')
      : await trying(requestName, async () => {
          const { rawStatus } = await connection.client.readRequest(first)
          return good(requestName, `Read; its status is ${rawStatus}.`)
        }),
    hostsLine(hostsName, endpoints, urls),
    safetyLine,
  ]
}

const safetyAreasLine = async (
  name: string,
  client: RegistryClient,
  { environment, safetyAreasUrl }: RegistryEndpoints,
): Promise<ProbeLine> => {
  const todo = 'Kadaster grants it on request and tells its address: enter that in Settings, Kadaster.'
  if (environment !== 'simulator' && !safetyAreasUrl) return notTried(name, 'No address of the list is set.', todo)
  const listing = await client.listSafetyAreas()
  if (listing.kind === 'listed') {
    const found = `Areas: ${listing.areas.length}; entries that can't be read: ${listing.leftOut}.`
    return listing.leftOut === 0 ? good(name, found) : bad(name, found, 'Send the list to the makers of this program.')
  }
  if (listing.kind === 'not_granted') return bad(name, 'The registry does not grant it to this login.', todo)
  if (listing.kind === 'unreadable') return bad(name, 'What came can not be read as a list of areas.', todo)
  return bad(
    name,
    'Its address lies on a host that gets no token.',
    'Allow the host in Settings, Kadaster, if it is theirs.',
  )
}

const hostsLine = (name: string, endpoints: RegistryEndpoints, urls: readonly string[]): ProbeLine => {
  if (urls.length === 0) return notTried(name, 'No delivery with a link is listed yet.')
  const strange = new Set<string>()
  const known = new Set<string>()
  for (const address of urls) {
    try {
      known.add(resolveUrl(endpoints, address).hostname)
    } catch (failure) {
      if (!(failure instanceof TryLater)) throw failure
      strange.add(failure instanceof HostNotAllowed ? failure.host : 'something that is no address')
    }
  }
  if (strange.size === 0) return good(name, [...known].join(', '))
  const todo = "Allow the host in Settings, Kadaster (registry.hosts), if it is the registry's."
  return bad(name, [...strange].join(', '), todo)
}

const clockLine = (offS: number | null): ProbeLine => {
  const name = 'Clock of this computer'
  if (offS === null) return notTried(name, 'No answer named its time.')
  const found = `${Math.abs(offS)} s ${offS < 0 ? 'behind' : 'ahead of'} the registry.`
  return clockOff([offS]) === null ? good(name, found) : bad(name, found, 'Set the clock by a time server.')
}

const relationLine = (relationNumber: string | null): ProbeLine => {
  const name = 'Relation number'
  const todo = 'Enter it in Settings, Company, as Mijn Kadaster shows it (klantnummer).'
  if (relationNumber === null) return bad(name, 'There is no relation number of your own.', todo)
  const found = 'It has ten digits. Whether it belongs to this login only an order shows (COR9004 when not).'
  return notTried(name, found, 'Compare it with the klantnummer in Mijn Kadaster.')
}

/** Also where a long answer was cut within it. */
const without = (text: string, secret: string): string => {
  const rest = text.replaceAll(secret, '…')
  for (let length = secret.length - 1; length >= FEWEST_SECRET; length -= 1) {
    if (rest.endsWith(secret.slice(0, length))) return `${rest.slice(0, -length)}…`
  }
  return rest
}

/** Files nothing and costs nothing. */
export const probeRegistry = async (probed: ProbeInput): Promise<ProbeLine[]> => {
  const connecting = await connectionLines(probed)
  const lines = [
    authorities(probed.caFile, probed.connection),
    ...keyLines(probed, probed.now()),
    ...connecting,
    ...(await readingLines(probed, connecting.at(-1)!.state === 'good')),
    clockLine(probed.clock.offS()),
    relationLine(probed.relationNumber),
  ]
  const token = 'client' in probed.connection ? await probed.connection.tokens.get().catch(() => '') : ''
  const hidden = [...probed.secrets, token].filter((secret) => secret !== '')
  const shown = (text: string): string => hidden.reduce(without, text).replace(JWT, '…')
  return lines.map((line) => ({ ...line, found: shown(line.found) }))
}
