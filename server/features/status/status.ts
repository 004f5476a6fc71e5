/** How the server is: what works, what waits, and since when. Of other companies it counts nothing. */

import { livingWorkers } from '../../platform/database/installation-rows.ts'
import { DAMAGED_KEPT_DAYS } from '../../platform/storage/retention.ts'
import { clockOff } from '../../registry/client/clock-offset.ts'
import type { ConnectionStep } from '../../registry/client/connection-test.ts'
import type { Caller, Database, Installation } from '../services.ts'
import { settingsOf } from '../settings/rows.ts'
import { checkHealth } from './health.ts'
import { eventsByState, jobsByState, queueByKind, registryOrders } from './measure-rows.ts'
import type { Status } from './schema.ts'

export async function describeStatus(
  services: Database & Pick<Installation, 'probe' | 'cage' | 'publicKey' | 'version'>,
  { companyId }: Caller,
): Promise<Status> {
  const { db } = services.store
  const [health, settings, jobs, queue, webhooks, registry, setAside, isOpen, cage, workers, siteKey] =
    await Promise.all([
      checkHealth(services),
      settingsOf(db, companyId),
      jobsByState(db, companyId),
      queueByKind(db, companyId),
      eventsByState(db, companyId),
      registryOrders(db, companyId),
      services.probe.setAside(),
      services.probe.isOpenToOthers(),
      services.cage(),
      livingWorkers(services),
      services.publicKey(companyId),
    ])
  const { checks, causes, space } = health
  const { undecided, lastAnswerAt, lastCheck } = registry
  return {
    version: services.version,
    checks,
    causes,
    files_apart: services.probe.isApart,
    registry: {
      environment: settings['registry.environment'],
      undecided_orders: undecided,
      open_parts: queue.follow ?? 0,
      last_answer_at: lastAnswerAt,
      clock_off_s: clockOff(workers.map((worker) => worker.clock_off_s)),
      last_test: lastCheck?.done_at
        ? {
            at: lastCheck.done_at,
            passed: (JSON.parse(lastCheck.steps) as ConnectionStep[]).every(({ state }) => state !== 'failed'),
          }
        : null,
    },
    jobs,
    queue,
    webhooks,
    data_folder_open: isOpen,
    cage: { kind: cage.kind, why: 'why' in cage ? cage.why : null },
    site_key: siteKey,
    set_aside: { files: setAside.files, bytes: setAside.bytes, kept_days: DAMAGED_KEPT_DAYS },
    disk: space && { free_bytes: space.free, total_bytes: space.total },
    workers: workers.map(({ id, version, slots, started_at, seen_at }) => ({
      worker_id: id,
      version,
      slots,
      started_at,
      last_seen_at: seen_at,
    })),
  }
}
