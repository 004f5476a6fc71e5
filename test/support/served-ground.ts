/** A job whose ground is served over HTTP, made of a delivery by the real conversion. */
import { readFileSync, writeFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { runTask } from '../../server/exports/conversion/task.ts'
import { folder } from '../formats/samples.ts'
import { openWorld } from './api-world.ts'
import { zippedDelivery } from './imkl-fixture.ts'

/** @param bounds of its gml:boundedBy, RD New metres; @param picture null: it holds none; @returns the path of the ZIP */
export async function groundDelivery(
  t: TestContext,
  bounds: readonly [number, number, number, number],
  picture: Buffer | null,
): Promise<string> {
  const path = folder(t).path('Levering_22G000001_1.zip')
  const documents: Record<string, Buffer> = picture ? { 'bronnen/GB_22G000001.png': picture } : {}
  writeFileSync(path, await zippedDelivery({ members: [], bounds, documents }))
  return path
}

export async function servedGround(t: TestContext, zip: string) {
  const at = folder(t)
  const path = at.path('out/r.gpkg')
  const { summary, ground } = await runTask({
    kind: 'merge',
    ground: true,
    deliveries: [{ path: zip }],
    tempDir: at.path('temp'),
    out: [{ format: 'gpkg', path }],
  })
  const world = await openWorld(t)
  const { job_id: jobId } = await world.quote({ reference: 'Straat' })
  await world.put(jobId, 'ready', 'delivered', { revision: 1 })
  await world.putFile(jobId, 'gpkg', readFileSync(path))
  const told = JSON.stringify({ ...summary, ...(ground && { ground }) })
  await world.store.db.updateTable('job').set({ summary: told }).where('id', '=', jobId).execute()
  const get = (address: string, headers: Record<string, string> = { 'X-API-Key': world.keys.read }) =>
    fetch(new URL(address, world.baseUrl), { headers })
  return { world, jobId, get, gpkg: path, layers: ground?.layers ?? [] }
}
