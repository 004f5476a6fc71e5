/**
 * Puts the ground that deliveries hold into the GeoPackage of a result that is there already: nobody waits for a picture to see
 * the cables. It comes into a file of its own, which takes the other's place in one transaction; whatever fails, the result
 * stays as it was.
 */
import { join } from 'node:path'
import { resultName } from '../domain/file-name.ts'
import { isDownloadable } from '../domain/klic/klic.ts'
import type { ResultSummary } from '../domain/ports/conversion.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Flow } from '../engine/port.ts'
import { wantDamagedAgain } from '../store/rows/artifacts.ts'
import { readDeliveriesOfJob } from '../store/rows/deliveries.ts'
import { failGround, recordGround } from '../store/rows/ground.ts'
import { jobById, partsOfJob } from '../store/rows/orders.ts'
import { artifactById } from '../store/rows/results.ts'
import { labelOf } from './merge-job.ts'
import type { Needs } from './needs.ts'
import { groundedKey, keepMade, outFile, removeUnnamed } from './result-files.ts'
import { whenPossible } from './when-possible.ts'

export const addGround = (needs: Needs): Flow<{ artifactId: string }> => ({
  name: 'add-ground',
  version: '1',
  async run({ artifactId }, steps) {
    const jobId = async () => (await artifactById(needs.store, artifactId))?.job_id
    const act = () => add(needs, artifactId)
    await whenPossible(needs, steps, 'add', jobId, act, { attempts: 4, firstMs: 2000, maxMs: 60_000 })
  },
})

async function add(needs: Needs, artifactId: string): Promise<null> {
  const { store, storage } = needs
  const bare = await artifactById(store, artifactId)
  if (bare?.ground !== 'wanted' || bare.state !== 'ready' || bare.path === null || bare.sha256 === null) return null
  const before = { path: bare.path, sha256: bare.sha256 }
  const job = (await jobById(store, bare.job_id))!
  // A later delivery has come: what is made of it takes this one's place.
  if (job.revision !== bare.revision || !isDownloadable(job.status) || job.summary === null) return null
  const gpkg = { key: before.path, sha256: before.sha256 }
  if (!(await storage.isIntact({ ...gpkg, bytes: bare.bytes }))) {
    await wantDamagedAgain(store.db, artifactId)
    return null
  }
  const deliveries = await readDeliveriesOfJob(store, job.id)
  if (deliveries.some(({ path }) => path === null)) {
    await failGround(store, artifactId)
    return null
  }
  const parts = await partsOfJob(store, job.id)
  const path = groundedKey(job.id, bare.revision)
  try {
    await needs.room()
    const out = [{ ...outFile('gpkg', await storage.place(path)), name: resultName(job, bare.revision, 'gpkg') }]
    const zips = deliveries.map((delivery) => ({ key: delivery.path!, sha256: delivery.sha256 }))
    const { artifacts, ground } = await storage.use([gpkg, ...zips], ([file, ...paths]) =>
      needs.convert(
        {
          ...{ kind: 'ground', gpkg: file!, deliveries: paths.map((each) => ({ path: each })), out },
          ...{ job: labelOf(job, parts), summary: JSON.parse(job.summary!) as ResultSummary },
          tempDir: join(needs.tempDir, `${artifactId}-ground`),
        },
        job.company_id,
      ),
    )
    const [made] = artifacts
    if (!made || !ground) throw new Error('The conversion named no file')
    await keepMade(needs, path, made)
    const { sha256, bytes } = made
    const isRecorded = await recordGround(store, artifactId, job.id, { before, path, sha256, bytes, ground })
    if (!isRecorded) await removeUnnamed(needs, artifactId, { path, format: 'gpkg' })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    needs.log.error({ artifactId, reason: error.message }, 'The ground could not be added')
    await failGround(store, artifactId)
  }
  return null
}
