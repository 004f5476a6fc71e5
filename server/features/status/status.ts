/** How the server is: what works, what waits, and since when. Of other companies it counts nothing. */

import { DAMAGED_KEPT_DAYS } from '../../platform/storage/retention.ts'
import { clockOff } from '../../registry/clock-offset.ts'
import type { Caller, Needs } from '../needs.ts'
import { settingsOf } from '../settings/rows.ts'
import { checkHealth, livingWorkers } from './health.ts'
import { eventsByState, jobsByState, queueByKind, registryOrders } from './measure-rows.ts'

export async function describeStatus(
  needs: Pick<Needs, 'store' | 'clock' | 'probe' | 'cage' | 'publicKey'>,
  { companyId }: Caller,
) {
  const { db } = needs.store
  const [
    { checks, causes, space: disk },
    settings,
    jobs,
    queue,
    webhooks,
    registry,
    setAside,
    isOpen,
    cage,
    workers,
    siteKey,
  ] = await Promise.all([
    checkHealth(needs),
    settingsOf(db, companyId),
    jobsByState(db, companyId),
    queueByKind(db, companyId),
    eventsByState(db, companyId),
    registryOrders(db, companyId),
    needs.probe.setAside().then((found) => ({ ...found, keptDays: DAMAGED_KEPT_DAYS })),
    needs.probe.isOpenToOthers(),
    needs.cage(),
    livingWorkers(needs),
    needs.publicKey(companyId),
  ])
  const environment = settings['registry.environment']
  const clockOffS = clockOff(workers.map((worker) => worker.clock_off_s))
  const known = { ...registry, clockOffS }
  const isApart = needs.probe.isApart
  const about = { checks, causes, isApart, disk, setAside, isOpen, cage, workers }
  return { ...about, environment, jobs, queue, webhooks, registry: known, siteKey }
}
