/**
 * A server in this process with ready jobs, for benchmarks: the shared delivery 22O000517_1 where it lies beside the
 * repository, else a simulated one; and the same district side by side until there are as many features as asked.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { runTask } from '../../server/exports/conversion/task.ts'
import { installRdGrid } from '../../server/geometry/install-grid.ts'
import type { GroundSummary, ResultSummary } from '../../server/imkl/model/conversion-task.ts'
import { openWorld } from './api-world.ts'
import { writeLargeResult } from './large-result.ts'
import { shared } from './shared.ts'
import { simulatedDelivery } from './simulated-delivery.ts'

type Extent = [minX: number, minY: number, maxX: number, maxY: number]
const STREETS: Extent = [154_000, 463_000, 155_500, 464_500]

export interface ReadyJob {
  jobId: string
  features: number
  /** RD New metres */
  extent: Extent
}

export async function openReadyJobs(more: Parameters<typeof openWorld>[1] = {}) {
  await installRdGrid()
  const closers: (() => unknown)[] = []
  const world = await openWorld(
    { after: (act: () => unknown) => void closers.push(act) } as unknown as TestContext,
    more,
  )
  const at = (name: string) => join(world.dataDir, name)
  const delivery =
    shared('deliveries/Levering_22O000517_1.zip') ?? (await simulatedDelivery(world.dataDir, '99O000001', STREETS))
  const { summary } = await runTask({
    kind: 'merge',
    deliveries: [{ path: delivery }],
    out: [{ format: 'gpkg', path: at('district.gpkg') }],
    tempDir: at('temp'),
  })
  const district: ResultSummary & { extent: Extent } = { ...summary!, extent: summary!.extent! }

  const add = async (
    reference: string,
    gpkg: string,
    features: number,
    extent: Extent,
    ground?: GroundSummary,
  ): Promise<ReadyJob> => {
    const [minX, minY, maxX, maxY] = extent
    const ring = [
      [minX, minY],
      [maxX, minY],
      [maxX, maxY],
      [minX, maxY],
      [minX, minY],
    ]
    const { job_id: jobId } = await world.quote({ reference, geometry: { type: 'Polygon', coordinates: [ring] } })
    await world.put(jobId, 'ready', 'delivered', { revision: 1 })
    await world.putFile(jobId, 'gpkg', readFileSync(gpkg))
    await world.store.db
      .updateTable('job')
      .set({ summary: JSON.stringify({ ...district, features, extent, ...(ground && { ground }) }) })
      .where('id', '=', jobId)
      .execute()
    if (ground)
      await world.store.db.updateTable('artifact').set({ ground: 'ready' }).where('job_id', '=', jobId).execute()
    return { jobId, features, extent }
  }
  return {
    world,
    /** One delivery as it came. */
    addDistrict: () => add('District', at('district.gpkg'), district.features, district.extent),
    /** The same with the ground that was delivered; undefined where none was. */
    async addGrounded(): Promise<ReadyJob | undefined> {
      const out = [{ format: 'gpkg' as const, path: at('grounded.gpkg') }]
      const files = { gpkg: at('district.gpkg'), deliveries: [{ path: delivery }], summary: district, out }
      const { ground } = await runTask({ kind: 'ground', ...files, tempDir: at('temp') })
      if (!ground || ground.layers.length === 0) return undefined
      return add('Grounded', at('grounded.gpkg'), district.features, district.extent, ground)
    },
    addLarge: (atLeast: number): Promise<ReadyJob> => {
      const { features, extent } = writeLargeResult(at('large.gpkg'), at('district.gpkg'), district.extent, atLeast)
      return add('Large', at('large.gpkg'), features, extent)
    },
    close: async () => {
      for (const act of closers.toReversed()) await act()
    },
  }
}
