/** A ready job with its deliveries in the storage, as the worker leaves it: of which a site package is made. */
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { runTask } from '../../server/exports/conversion/task.ts'
import { resultName } from '../../server/exports/file-name.ts'
import { findingsOf } from '../../server/features/jobs/rules/next-action.ts'
import type { ResultSummary } from '../../server/imkl/model/conversion-task.ts'
import type { World } from './api-world.ts'

export const REFERENCE = 'Sloot/1'

/** Of this process, by name and by the bytes of the deliveries: tests of a file have jobs with the same ones. */
const merges = new Map<string, Promise<{ bytes: Buffer; summary: ResultSummary; mergeMs: number }>>()

async function merged(deliveries: readonly string[], ground: boolean, path: string) {
  const begun = performance.now()
  const { summary } = await runTask({
    kind: 'merge',
    deliveries: deliveries.map((zip) => ({ path: zip })),
    out: [{ format: 'gpkg', path }],
    tempDir: join(dirname(path), 'tmp', 'merge'),
    ...(ground && { ground }),
  })
  const mergeMs = performance.now() - begun
  return { bytes: readFileSync(path), summary: summary!, mergeMs }
}

/** @param path of the GeoPackage, whose project names it */
async function mergedOnce(deliveries: readonly string[], ground: boolean, path: string) {
  const hashes = deliveries.map((zip) => createHash('sha256').update(readFileSync(zip)).digest('hex'))
  const asked = [basename(path), ground, ...hashes].join(' ')
  const merging = merges.get(asked) ?? merged(deliveries, ground, path)
  merges.set(asked, merging)
  const made = await merging
  writeFileSync(path, made.bytes)
  return made
}

/**
 * @param deliveries ZIPs; one for each part; where the job has fewer, it gets more
 * @param asked of the job, beside what it needs
 */
export async function siteJob(
  world: World,
  deliveries: readonly string[],
  { ground = true, ...asked }: Record<string, unknown> & { ground?: boolean } = {},
) {
  const { job_id } = await world.quote({ submit: true, reference: REFERENCE, ...asked })
  await world.put(job_id, 'ready')
  const name = resultName({ id: job_id, reference: REFERENCE, environment: 'simulator' }, 1, 'gpkg')
  const path = join(world.dataDir, name)
  const { bytes, summary, mergeMs } = await mergedOnce(deliveries, ground, path)
  await world.putFile(job_id, 'gpkg', bytes)
  await world.store.db
    .updateTable('job')
    .set({ summary: JSON.stringify(summary), findings: JSON.stringify(findingsOf(summary)) })
    .where('id', '=', job_id)
    .execute()
  const part = await world.store.db
    .selectFrom('part')
    .selectAll()
    .where('job_id', '=', job_id)
    .orderBy('part_no')
    .executeTakeFirstOrThrow()
  mkdirSync(join(world.dataDir, 'deliveries'), { recursive: true })
  for (const [i, zip] of deliveries.entries()) {
    const key = `deliveries/${basename(zip)}`
    const own = { ...part, id: `${part.id}_${i}`, order_id: `${part.order_id}_${i}`, part_no: part.part_no + i }
    if (i > 0) await world.store.db.insertInto('part').values(own).execute()
    copyFileSync(zip, join(world.dataDir, key))
    await world.store.db
      .insertInto('delivery')
      .values({
        id: `del_${job_id}_${i}`,
        part_id: i > 0 ? own.id : part.id,
        sequence: 1,
        complete: 1,
        safety_area: 0,
        path: key,
        composed_at: null,
        received_at: null,
        sha256: null,
        bytes: null,
        summary: null,
        geojson_path: null,
        read_at: world.clock.now().toISOString(),
        failure: null,
      })
      .execute()
  }
  return { job_id, gpkg: { name, bytes }, summary, mergeMs }
}
