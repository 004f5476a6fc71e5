/**
 * Pairing of a program on this computer with one confirmation in the window. What waits lives in memory for minutes: a
 * restart forgets it and the program asks again. No key exists before the program fetches it, so none is ever stored.
 */
import { timingSafeEqual } from 'node:crypto'
import { MAX_PAIRINGS } from '../../platform/limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Database, Permitted } from '../services.ts'
import { createGisKey, createKey } from './keys.ts'
import { hashOf } from './secrets.ts'

const VALID_MS = 5 * 60_000
/** A program that asks again has forgotten what it asked before. */
const MAX_OF_ONE_CLIENT = 2
const SECRET_LENGTH = 43

export interface Pairing {
  id: string
  code: string
  client: string
  askedAt: string
  expiresAt: string
}

interface StoredPairing extends Pairing {
  secretHash: string
  state: 'waiting' | 'refused' | 'approved'
  /** Of the window that said yes. */
  companyId?: string
}

const kept = new WeakMap<object, Map<string, StoredPairing>>()

/** All that are still valid, in the order in which they were asked. */
function pairingsOf({ store, clock }: Database): Map<string, StoredPairing> {
  const all = kept.get(store) ?? new Map<string, StoredPairing>()
  kept.set(store, all)
  const now = clock.now().toISOString()
  for (const [id, { expiresAt }] of all) if (expiresAt <= now) all.delete(id)
  return all
}

/**
 * Never refused for others that wait: anybody on this computer could keep the places taken. Who asks last is who a person
 * is waiting for, and the oldest gives way: of the same client where that has its share, else of all.
 */
export function askPairing(services: Database, client: string): Pairing & { secret: string } {
  const all = pairingsOf(services)
  const waiting = [...all.values()].filter(({ state }) => state === 'waiting')
  const ofClient = waiting.filter((other) => other.client === client)
  if (ofClient.length >= MAX_OF_ONE_CLIENT) all.delete(ofClient[0]!.id)
  else if (waiting.length >= MAX_PAIRINGS) all.delete(waiting[0]!.id)
  const now = services.clock.now()
  const secret = services.ids.secret(SECRET_LENGTH)
  const letters = services.ids.secret(8).toUpperCase()
  const pairing: StoredPairing = {
    id: services.ids.make('pair'),
    code: `${letters.slice(0, 4)}-${letters.slice(4)}`,
    client,
    askedAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + VALID_MS).toISOString(),
    secretHash: hashOf(secret),
    state: 'waiting',
  }
  all.set(pairing.id, pairing)
  return { ...pairing, secret }
}

/** Newest first. */
export const waitingPairings = (services: Database): Pairing[] =>
  [...pairingsOf(services).values()].filter(({ state }) => state === 'waiting').reverse()

/** @throws Refusal NOT_FOUND when nobody waits under this id, or no longer */
export function decidePairing(services: Database, caller: Permitted<'admin'>, id: string, approve: boolean): void {
  const pairing = pairingsOf(services).get(id)
  if (pairing?.state !== 'waiting') throw gone()
  pairing.state = approve ? 'approved' : 'refused'
  pairing.companyId = caller.companyId
}

/**
 * What was said, to the program that asked. With a yes it gets a key that may write, and one for its layers, which is what
 * may end up in projects; and the pairing is over.
 * @throws Refusal NOT_FOUND
 */
export async function takePairedKey(
  services: Database,
  id: string,
  secret: string,
): Promise<{ status: StoredPairing['state']; key: string | null; gisKey: string | null }> {
  const all = pairingsOf(services)
  const pairing = all.get(id)
  const isItself = timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(pairing?.secretHash ?? hashOf('')))
  if (!pairing || !isItself) throw gone()
  if (pairing.state === 'waiting') return { status: 'waiting', key: null, gisKey: null }
  all.delete(id)
  if (pairing.state === 'refused') return { status: 'refused', key: null, gisKey: null }
  const owner = { companyId: pairing.companyId!, actor: 'window' }
  const made = await createKey(services, owner, { name: pairing.client, permissions: ['read', 'write'] })
  const layers = await createGisKey(services, owner, `${pairing.client}: GIS`)
  return { status: 'approved', key: made.secret, gisKey: layers.secret }
}

const gone = (): Refusal => new Refusal('NOT_FOUND', 'No program is waiting with this id, or no longer. Connect again.')
