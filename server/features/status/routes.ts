/** The status page, below /dashboard/api. */

import type { ConnectionStep } from '../../registry/connection-test.ts'
import type { Handlers } from '../http/serve.ts'
import type { STATUS_ROUTES } from './schema.ts'
import { describeStatus } from './status.ts'

export const status: Handlers<typeof STATUS_ROUTES> = {
  getStatus: async ({ needs, caller }) => {
    const described = await describeStatus(needs, caller)
    const { checks, causes, isApart, disk, setAside, isOpen, cage, workers } = described
    const { environment, jobs, queue, webhooks, registry, siteKey } = described
    const { lastCheck, clockOffS } = registry
    return {
      status: 200,
      body: {
        version: needs.version,
        checks,
        causes,
        files_apart: isApart,
        registry: {
          environment,
          undecided_orders: registry.undecided,
          open_parts: queue.follow ?? 0,
          last_answer_at: registry.lastAnswerAt,
          clock_off_s: clockOffS,
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
        set_aside: { files: setAside.files, bytes: setAside.bytes, kept_days: setAside.keptDays },
        disk: disk && { free_bytes: disk.free, total_bytes: disk.total },
        workers: workers.map(({ id, version, slots, started_at, seen_at }) => ({
          worker_id: id,
          version,
          slots,
          started_at,
          last_seen_at: seen_at,
        })),
      },
    }
  },
}
