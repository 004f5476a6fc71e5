/** Where the jobs of a company lie, for the map: as many as a list has pages of. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { extentOf } from '../../geometry/flat.ts'
import type { Position } from '../../geometry/geometry.ts'
import { lngLatFromRd } from '../../geometry/rd/rd.ts'
import { MAX_PINS } from '../../platform/limits.ts'
import type { Caller, Database } from '../services.ts'
import { briefViews } from './get-job.ts'
import type { JobBriefView } from './job-view.ts'
import { countJobs, type JobFilter, jobIdsPage } from './rows/job-lists.ts'
import { AREA_START, areaStarts, jobsByIds } from './rows/jobs.ts'

export interface JobPin {
  view: JobBriefView
  /** In degrees. */
  at: Position
}

/** What is asked of the database, and worked out, at once. */
const JOBS_AT_ONCE = 100

/** The newest of a filter; total: all of it. */
export async function jobPins(
  services: Database,
  caller: Caller,
  filter: JobFilter,
): Promise<{ pins: JobPin[]; total: number }> {
  const { db } = services.store
  const { companyId } = caller
  const total = await countJobs(db, companyId, filter)
  await nextTurn()
  const ids = await jobIdsPage(db, companyId, 1, MAX_PINS, filter)
  const pins: JobPin[] = []
  for (let from = 0; from < ids.length; from += JOBS_AT_ONCE) {
    await nextTurn()
    const some = ids.slice(from, from + JOBS_AT_ONCE)
    const starts = await areaStarts(db, companyId, some)
    for (const view of await briefViews(services, caller, await jobsByIds(db, companyId, some))) {
      const middle = middleOf(starts.get(view.job.id) ?? '')
      if (middle) pins.push({ view, at: lngLatFromRd(middle) })
    }
  }
  return { pins, total }
}

/** @param start of the rings in JSON, which may end within a number */
function middleOf(start: string): Position | null {
  const numbers = start.match(/-?\d[\d.e+-]*/g)?.map(Number) ?? []
  // The last may lack figures.
  const isCut = start.length >= AREA_START
  const corners = Array.from(
    { length: (numbers.length - (isCut ? 1 : 0)) >> 1 },
    (_, i): Position => [numbers[2 * i]!, numbers[2 * i + 1]!],
  )
  if (corners.length === 0) return null
  const { minX, minY, maxX, maxY } = extentOf(corners)
  return [(minX + maxX) / 2, (minY + maxY) / 2]
}
