/** Makes a further format of a result on demand, from the sealed GeoPackage; and that again, when it was damaged. */
import { join } from 'node:path'
import { isPreliminary } from '../../../imkl/model/preliminary.ts'
import type { Flow } from '../../../platform/queue/port.ts'
import { Refusal, TryLater } from '../../../platform/refusal.ts'
import { asideOf } from '../../../platform/storage/port.ts'
import { isDownloadable } from '../../../registry/klic.ts'
import { keepResultFiles, outFile } from '../../converted-files.ts'
import { retryWhileUnavailable } from '../../jobs/filing/unavailability-retry.ts'
import { requeueDamagedArtifact } from '../../jobs/rows/artifacts.ts'
import { readDeliveriesOfJob } from '../../jobs/rows/deliveries.ts'
import { jobById, partsOfJob } from '../../jobs/rows/orders.ts'
import { isMissing } from '../../jobs/rules/progress.ts'
import type { ArtifactRow, JobRow } from '../../jobs/tables.ts'
import type { Database } from '../../services.ts'
import type { Conversions, Logging } from '../../task-context.ts'
import { wantPreliminaryAgain } from '../rows/preliminary.ts'
import { artifactById, artifactOfJob, failArtifact, recordArtifact } from '../rows/results.ts'
import { mergeDeliveries } from './merge-job.ts'
import { geoPackageKey, numbersInKey, removeUnnamed, resultKey } from './result-files.ts'

export const makeArtifact = (services: Database & Conversions & Logging): Flow<{ artifactId: string }> => ({
  name: 'make-artifact',
  version: '1',
  async run({ artifactId }, steps) {
    const jobId = async () => (await artifactById(services.store, artifactId))?.job_id
    const act = () => make(services, artifactId)
    await retryWhileUnavailable(services, steps, 'make', jobId, act, { attempts: 4, firstMs: 1000, maxMs: 30_000 })
  },
})

async function make(services: Database & Conversions & Logging, artifactId: string): Promise<null> {
  const wanted = await artifactById(services.store, artifactId)
  if (wanted?.state !== 'wanted') {
    // A later delivery came while it was made, or a kill in the midst of it.
    if (wanted?.state === 'removed' && isPreliminary(wanted.revision))
      await removeUnnamed(services, artifactId, keptAs(wanted))
    return null
  }
  const job = (await jobById(services.store, wanted.job_id))!
  if (wanted.format === 'gpkg') return remakeResult(services, job, wanted)
  const companyId = job.company_id
  const gpkg = await artifactOfJob(services.store, wanted.job_id, wanted.revision, 'gpkg')
  if (!gpkg?.path || gpkg.state === 'failed') {
    await failArtifact(services.store, artifactId, gpkg?.failure ?? 'The GeoPackage it is made from is not there.')
    return null
  }
  // First that is made again: both are wanted, and this one finds it at a later look.
  if (gpkg.state === 'wanted') return null
  if (!(await services.storage.isIntact({ key: gpkg.path, sha256: gpkg.sha256!, bytes: gpkg.bytes }))) {
    if (isPreliminary(wanted.revision)) {
      await wantPreliminaryAgain(services.store.db, wanted.job_id)
      await failArtifact(services.store, artifactId, ANOTHER_COMES)
    } else await requeueDamagedArtifact(services.store.db, gpkg.id)
    return null
  }
  const { path, format } = keptAs(wanted)
  try {
    const out = [outFile(wanted.format, await services.storage.place(path))]
    const { artifacts } = await services.storage.use([{ key: gpkg.path, sha256: gpkg.sha256 }], ([file]) =>
      services.convert({ kind: 'export', gpkg: file!, out, tempDir: join(services.tempDir, artifactId) }, companyId),
    )
    const [made] = artifacts
    if (!made) throw new Error('The conversion named no file')
    await keepResultFiles(services, path, made)
    const at = services.clock.now().toISOString()
    const isWanted = await recordArtifact(services.store, artifactId, { ...made, path }, at)
    if (!isWanted && isPreliminary(wanted.revision)) await removeUnnamed(services, artifactId, { path, format })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await failArtifact(services.store, artifactId, error.message)
  }
  return null
}

const keptAs = ({ job_id, revision, format }: ArtifactRow) => ({ path: resultKey(job_id, revision, format), format })

const ANOTHER_COMES =
  'The preliminary result that it is made from was changed, cut off or lost on the disk of the server, and is being made anew.'

async function remakeResult(
  services: Database & Conversions & Logging,
  job: JobRow,
  wanted: ArtifactRow,
): Promise<null> {
  const { store, storage, log } = services
  const { id, revision } = wanted
  if (job.revision !== revision) {
    await failArtifact(store, id, 'There is a later result of this job.')
    return null
  }
  // A later delivery is being read: what comes of it takes this one's place.
  if (!isDownloadable(job.status)) return null
  const isGrounded = wanted.ground === 'ready' || wanted.ground === 'unshown'
  const key = geoPackageKey(job.id, revision, numbersInKey(wanted.path ?? ''), isGrounded)
  const record = ({ sha256, bytes }: { sha256: string; bytes: number }) =>
    recordArtifact(store, id, { path: key, sha256, bytes }, services.clock.now().toISOString())
  const before = wanted.sha256 === null ? undefined : { sha256: wanted.sha256, bytes: wanted.bytes }
  // Somebody has put it back, or an earlier life came as far as this.
  if (before && (await storage.isIntact({ key, ...before }))) {
    await record({ sha256: before.sha256, bytes: before.bytes ?? 0 })
    return null
  }
  log.error({ jobId: job.id, key }, 'A result was damaged: it is set aside, and made again from the deliveries')
  await storage.setAside(key)
  const parts = await partsOfJob(store, job.id)
  const deliveries = await readDeliveriesOfJob(store, job.id)
  const delivered = parts.filter(({ status }) => !isMissing(status))
  if (deliveries.length < delivered.length || deliveries.some(({ path }) => path === null)) {
    await failArtifact(store, id, DELIVERIES_GONE)
    return null
  }
  try {
    const { artifacts } = await mergeDeliveries(services, {
      job,
      revision,
      parts,
      deliveries,
      keys: { gpkg: key },
      ...(isGrounded && { ground: true }),
    })
    const [made] = artifacts
    if (!made) throw new Error('The conversion named no file')
    await keepResultFiles(services, key, made)
    if (made.sha256 !== before?.sha256)
      log.warn({ jobId: job.id, key }, 'The result has other bytes than before: this version writes it in another way')
    await record(made)
    await storage.remove(asideOf(key))
  } catch (error) {
    if (isGone(error)) await failArtifact(store, id, DELIVERIES_GONE)
    else if (error instanceof Refusal) await failArtifact(store, id, `${DAMAGED} ${error.message} ${PUT_BACK}`)
    else throw error
  }
  return null
}

const isGone = (error: unknown): boolean =>
  !(error instanceof TryLater) && (error as { code?: unknown }).code === 'ENOENT'

const DAMAGED = 'The GeoPackage of this job was changed, cut off or lost on the disk of the server.'
const PUT_BACK = 'Put the files of the job back from a backup, then try again.'
const DELIVERIES_GONE = `${DAMAGED} It can't be made again, because the deliveries that it was made of are gone as well. ${PUT_BACK}`
