/** The timeline of a job, below /dashboard/api. */
import { timelineOf } from '../actions/timeline.ts'
import type { AwaitedStep, Happening, TIMELINE_ROUTES } from '../contract/timeline.ts'
import type { Handlers } from './serve.ts'

export const timeline: Handlers<typeof TIMELINE_ROUTES> = {
  getTimeline: async ({ needs, caller, params }) => {
    const { entries, expected } = await timelineOf(needs, caller, params.job_id)
    return {
      status: 200,
      body: {
        entries: entries.map((entry) => ({
          at: entry.at,
          what: entry.what as Happening,
          order_no: entry.orderNo ?? null,
          part_no: entry.partNo ?? null,
          klic_number: entry.klicNumber ?? null,
          no: entry.no ?? null,
          complete: entry.complete ?? null,
          revision: entry.revision ?? null,
          format: entry.format ?? null,
        })),
        expected: expected && { ...expected, what: expected.what as AwaitedStep },
      },
    }
  },
}
