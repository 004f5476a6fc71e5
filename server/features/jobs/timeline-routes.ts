/** The timeline of a job and how far its result is, below /dashboard/api. */

import type { Handlers } from '../http/serve.ts'
import { progressOf, timelineOf } from './timeline.ts'
import type { AwaitedStep, Happening, TIMELINE_ROUTES } from './timeline-schema.ts'

export const timeline: Handlers<typeof TIMELINE_ROUTES> = {
  getJobProgress: async ({ needs, caller, params }) => ({
    status: 200,
    body: await progressOf(needs, caller, params.job_id),
  }),
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
          messages: entry.messages ?? [],
          answer: entry.answer ?? null,
        })),
        expected: expected && { ...expected, what: expected.what as AwaitedStep },
      },
    }
  },
}
