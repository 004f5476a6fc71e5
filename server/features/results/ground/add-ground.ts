/**
 * Puts the base map that deliveries hold into the GeoPackage of an existing result, also of a preliminary one: nobody waits for a
 * picture to see the cables. It comes into a file of its own, which takes the other's place in one transaction; at any failure the
 * result stays as it was.
 */
import { join } from 'node:path'
import type { ResultSummary } from '../../../imkl/model/conversion-task.ts'
import { isPreliminary, revisionOf } from '../../../imkl/model/preliminary.ts'
import type { Flow } from '../../../platform/queue/port.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { isDownloadable } from '../../../registry/klic.ts'
import { keepResultFiles, outFile } from '../../converted-files.ts'
import { retryWhileUnavailable } from '../../jobs/filing/unavailability-retry.ts'
import { requeueDamagedArtifact } from '../../jobs/rows/artifacts.ts'
import { readDeliveriesOfJob } from '../../jobs/rows/deliveries.ts'
import { jobById, partsOfJob } from '../../jobs/rows/orders.ts'
import type { ArtifactRow, JobRow } from '../../jobs/tables.ts'
import type { Database } from '../../services.ts'
import type { Conversions, Logging } from '../../task-context.ts'
import { wantedPreliminary, wantPreliminaryAgain } from '../rows/preliminary.ts'
import { artifactById } from '../rows/results.ts'
import { labelOf } from '../tasks/merge-job.ts'
import { geoPackageKey, geoPackageName, numbersInKey, removeUnnamed } from '../tasks/result-files.ts'
import { failGround, recordGround } from './rows.ts'

export const addGround = (services: Database & Conversions & Logging): Flow<{ artifactId: string }> => ({
  name: 'add-ground',
  version: '1',
  async run({ artifactId }, steps) {
    const jobId = async () => (await artifactById(services.store, artifactId))?.job_id
    const act = () => add(services, artifactId)
    await retryWhileUnavailable(services, steps, 'add', jobId, act, { attempts: 4, firstMs: 2000, maxMs: 60_000 })
  },
})

async function add(services: Database & Conversions & Logging, artifactId: string): Promise<null> {
  const { store, storage } = services
  const bare = await artifactById(store, artifactId)
  if (bare?.ground !== 'wanted' || bare.state !== 'ready' || bare.path === null || bare.sha256 === null) {
    // Another has taken the place of a preliminary one: what a life that was cut short made for it goes.
    if (bare?.state === 'removed' && isPreliminary(bare.revision))
      await removeUnnamed(services, artifactId, {
        path: geoPackageKey(bare.job_id, bare.revision, '', true),
        format: 'gpkg',
      })
    return null
  }
  const before = { path: bare.path, sha256: bare.sha256 }
  const job = (await jobById(store, bare.job_id))!
  const made = isPreliminary(bare.revision) ? await preliminaryOf(services, bare) : resultOf(job, bare)
  // A later delivery has come: what is made of it takes this one's place.
  if (made === null) return null
  const gpkg = { key: before.path, sha256: before.sha256 }
  if (!(await storage.isIntact({ ...gpkg, bytes: bare.bytes }))) {
    if (isPreliminary(bare.revision)) await wantPreliminaryAgain(store.db, job.id)
    else await requeueDamagedArtifact(store.db, artifactId)
    return null
  }
  const deliveries = await readDeliveriesOfJob(store, job.id)
  if (made.isOutOfDate || deliveries.some(({ path }) => path === null)) {
    await failGround(store, artifactId)
    return null
  }
  const parts = await partsOfJob(store, job.id)
  const path = geoPackageKey(job.id, bare.revision, numbersInKey(before.path), true)
  try {
    const name = geoPackageName(job, bare.revision, path)
    const out = [{ ...outFile('gpkg', await storage.place(path)), name }]
    const zips = deliveries.map((delivery) => ({ key: delivery.path!, sha256: delivery.sha256 }))
    const { artifacts, ground } = await storage.use([gpkg, ...zips], ([file, ...paths]) =>
      services.convert(
        {
          kind: 'ground',
          gpkg: file!,
          deliveries: paths.map((each) => ({ path: each })),
          out,
          job: labelOf(job, parts, bare.revision),
          summary: JSON.parse(made.summary) as ResultSummary,
          tempDir: join(services.tempDir, `${artifactId}-ground`),
        },
        job.company_id,
      ),
    )
    const [file] = artifacts
    if (!file || !ground) throw new Error('The conversion named no file')
    await keepResultFiles(services, path, file)
    const { sha256, bytes } = file
    const isRecorded = await recordGround(store, artifactId, job.id, { before, path, sha256, bytes, ground })
    if (!isRecorded) await removeUnnamed(services, artifactId, { path, format: 'gpkg' })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    services.log.error({ artifactId, reason: error.message }, 'The ground could not be added')
    await failGround(store, artifactId)
  }
  return null
}

interface MergeOutcome {
  summary: string
  /** More has come since, and could not be merged with the rest: the deliveries are not those that it was made of. */
  isOutOfDate?: true
}

const resultOf = ({ revision, status, summary }: JobRow, bare: ArtifactRow): MergeOutcome | null =>
  revision === bare.revision && isDownloadable(status) && summary !== null ? { summary } : null

async function preliminaryOf({ store }: Database, { job_id, revision }: ArtifactRow): Promise<MergeOutcome | null> {
  const { wanted, done, made, summary } = (await wantedPreliminary(store, job_id)) ?? {}
  if (made === undefined || revisionOf(made) !== revision || done !== wanted || summary == null) return null
  return { summary, ...(wanted !== made && { isOutOfDate: true }) }
}
