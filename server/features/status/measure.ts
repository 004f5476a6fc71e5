/** The figures of now, for Prometheus: over all companies, without naming one. */

import { livingWorkers } from '../../platform/database/installation-rows.ts'
import type { Level } from '../../platform/log/metrics-port.ts'
import type { Database, Installation } from '../services.ts'
import { type ByState, eventsByState, jobsByState, queueByKind } from './measure-rows.ts'

const levels = (name: Level['name'], label: string, counts: ByState): Level[] =>
  Object.entries(counts).map(([state, value]) => ({ name, labels: { [label]: state }, value }))

/** @returns with what the workers have counted, as each of them wrote it down */
export async function measure(
  services: Database & Pick<Installation, 'probe'>,
): Promise<{ levels: Level[]; ofWorkers: string[] }> {
  const { db } = services.store
  const [jobs, queue, events, workers, space] = await Promise.all([
    cachedFigure(db, 'jobs', () => jobsByState(db)),
    cachedFigure(db, 'queue', () => queueByKind(db)),
    cachedFigure(db, 'events', () => eventsByState(db)),
    livingWorkers(services),
    services.probe.space(),
  ])
  return {
    levels: [
      ...levels('klic_jobs', 'state', jobs),
      ...levels('klic_queue', 'work', queue),
      ...levels('klic_webhooks', 'state', events),
      { name: 'klic_workers', value: workers.length },
      ...(space
        ? ([
            { name: 'klic_disk_free_bytes', value: space.free },
            { name: 'klic_disk_total_bytes', value: space.total },
          ] as const)
        : []),
    ],
    ofWorkers: workers.map(({ counts }) => counts),
  }
}

/*
 * Some figures read whole tables: one that took long is found again only after twenty times as long. So it takes a twentieth of
 * the time at most, however many rows there are and however often somebody asks.
 */
const LONG_MS = 250
const TIMES_AS_LONG = 20

interface CachedFigure {
  found: Promise<unknown>
  /** Infinity while it is being found */
  untilMs: number
}

/** Whose figures they are decides how long they live. */
const figures = new WeakMap<object, Map<string, CachedFigure>>()

export function cachedFigure<T>(
  owner: object,
  name: string,
  find: () => Promise<T>,
  now: () => number = () => performance.now(),
): Promise<T> {
  const ofOwner = figures.get(owner) ?? new Map<string, CachedFigure>()
  figures.set(owner, ofOwner)
  const before = ofOwner.get(name)
  if (before && now() < before.untilMs) return before.found as Promise<T>
  const startedMs = now()
  const known: CachedFigure = { found: find(), untilMs: Number.POSITIVE_INFINITY }
  ofOwner.set(name, known)
  known.found.then(
    () => {
      const tookMs = now() - startedMs
      known.untilMs = tookMs < LONG_MS ? 0 : now() + TIMES_AS_LONG * tookMs
    },
    () => {
      known.untilMs = 0
    },
  )
  return known.found as Promise<T>
}
