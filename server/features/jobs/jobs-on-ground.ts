/** Which other jobs with a result lie on the ground of one: those that it can be compared with. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { drawnArea } from '../../geometry/drawn-area.ts'
import { extentOf, extentsMeet } from '../../geometry/flat.ts'
import type { Extent, Position, ResultGeometry } from '../../geometry/geometry.ts'
import { MAX_ON_GROUND, MAX_PINS } from '../../platform/limits.ts'
import { isDownloadable } from '../../registry/klic.ts'
import type { Caller, Database } from '../services.ts'
import { briefViews, noSuchJob } from './get-job.ts'
import type { JobBriefView } from './job-view.ts'
import { jobIdsPage } from './rows/job-lists.ts'
import { areasOfJobs, jobArea, jobsByIds } from './rows/jobs.ts'

/** Areas that are read at once; one may have a megabyte. */
const AREAS_AT_ONCE = 20
/** Of both outlines together: with more, only their extents are held against each other, and the comparison says the rest. */
const MAX_CORNERS = 1000

/**
 * @returns among the newest MAX_PINS of the company, nearest first
 * @throws Refusal NOT_FOUND
 */
export async function jobsOnGround(services: Database, caller: Caller, jobId: string): Promise<JobBriefView[]> {
  const { db } = services.store
  const { companyId } = caller
  const asked = await jobArea(db, companyId, jobId)
  if (asked === undefined) throw noSuchJob()
  const own = groundOf(asked.area.text)
  const ids = (await jobIdsPage(db, companyId, 1, MAX_PINS, {})).filter((id) => id !== jobId)
  const found: { id: string; distance: number }[] = []
  for (let from = 0; own !== null && from < ids.length; from += AREAS_AT_ONCE) {
    const others = await areasOfJobs(db, companyId, ids.slice(from, from + AREAS_AT_ONCE))
    for (const { id, status, area: text } of others) {
      await nextTurn()
      const other = isDownloadable(status) ? groundOf(text) : null
      if (other && overlap(own, other)) found.push({ id, distance: distanceBetween(own.extent, other.extent) })
    }
  }
  const nearest = found.sort((a, b) => a.distance - b.distance).slice(0, MAX_ON_GROUND)
  const jobs = await jobsByIds(
    db,
    companyId,
    nearest.map(({ id }) => id),
  )
  return briefViews(services, caller, jobs)
}

interface Ground {
  rings: Position[][]
  extent: Extent
  corners: number
}

/** @param area rings in RD New, JSON */
function groundOf(area: string): Ground | null {
  const rings = JSON.parse(area) as Position[][]
  const corners = rings.flat()
  return corners.length > 0 ? { rings, extent: extentOf(corners), corners: corners.length } : null
}

function overlap(one: Ground, other: Ground): boolean {
  if (!extentsMeet(one.extent, other.extent)) return false
  return one.corners + other.corners > MAX_CORNERS || drawnArea(one.rings).meets(polygon(other))
}

const polygon = ({ rings }: Ground): ResultGeometry => ({
  type: 'MultiPolygon',
  polygons: [rings.map((ring) => ring.flat())],
})

const distanceBetween = (a: Extent, b: Extent): number =>
  Math.hypot(a.minX + a.maxX - b.minX - b.maxX, a.minY + a.maxY - b.minY - b.maxY) / 2
