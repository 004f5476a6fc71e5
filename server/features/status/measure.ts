/** The figures of now, for Prometheus: over all companies, without naming one. */
import type { Level } from '../../platform/log/metrics-port.ts'
import type { Needs } from '../needs.ts'
import { cachedFigure } from './cached-figures.ts'
import { livingWorkers } from './health.ts'
import { type ByState, eventsByState, jobsByState, queueByKind } from './measure-rows.ts'

const levels = (name: Level['name'], label: string, counts: ByState): Level[] =>
  Object.entries(counts).map(([state, value]) => ({ name, labels: { [label]: state }, value }))

/** @returns with what the workers have counted, as each of them wrote it down */
export async function measure(
  needs: Pick<Needs, 'store' | 'clock' | 'probe'>,
): Promise<{ levels: Level[]; ofWorkers: string[] }> {
  const { db } = needs.store
  const [jobs, queue, events, workers, space] = await Promise.all([
    cachedFigure(db, 'jobs', () => jobsByState(db)),
    cachedFigure(db, 'queue', () => queueByKind(db)),
    cachedFigure(db, 'events', () => eventsByState(db)),
    livingWorkers(needs),
    needs.probe.space(),
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
