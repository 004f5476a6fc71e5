/** Makes a further format of a result on demand, from the sealed GeoPackage; and that again, when it was damaged. */
import { join } from 'node:path'
import { isPreliminary } from '../../imkl/model/preliminary.ts'
import type { Flow } from '../../platform/queue/port.ts'
import { Refusal } from '../../platform/refusal.ts'
import { retryWhileUnavailable } from '../jobs/filing/unavailability-retry.ts'
import { jobById } from '../jobs/rows/orders.ts'
import type { ArtifactRow } from '../jobs/tables.ts'
import type { Needs } from '../task-context.ts'
import { remakeResult } from './remake-result.ts'
import { keepResultFiles, outFile, removeUnnamed, resultKey } from './result-files.ts'
import { requeueDamagedArtifact } from './rows/artifacts.ts'
import { wantPreliminaryAgain } from './rows/preliminary.ts'
import { artifactById, artifactOfJob, failArtifact, recordArtifact } from './rows/results.ts'

export const makeArtifact = (needs: Needs): Flow<{ artifactId: string }> => ({
  name: 'make-artifact',
  version: '1',
  async run({ artifactId }, steps) {
    const jobId = async () => (await artifactById(needs.store, artifactId))?.job_id
    const act = () => make(needs, artifactId)
    await retryWhileUnavailable(needs, steps, 'make', jobId, act, { attempts: 4, firstMs: 1000, maxMs: 30_000 })
  },
})

async function make(needs: Needs, artifactId: string): Promise<null> {
  const wanted = await artifactById(needs.store, artifactId)
  if (wanted?.state !== 'wanted') {
    // A later delivery came while it was made, or a kill in the midst of it.
    if (wanted?.state === 'removed' && isPreliminary(wanted.revision))
      await removeUnnamed(needs, artifactId, keptAs(wanted))
    return null
  }
  const job = (await jobById(needs.store, wanted.job_id))!
  if (wanted.format === 'gpkg') return remakeResult(needs, job, wanted)
  const companyId = job.company_id
  const gpkg = await artifactOfJob(needs.store, wanted.job_id, wanted.revision, 'gpkg')
  if (!gpkg?.path || gpkg.state === 'failed') {
    await failArtifact(needs.store, artifactId, gpkg?.failure ?? 'The GeoPackage it is made from is not there.')
    return null
  }
  // First that is made again: both are wanted, and this one finds it at a later look.
  if (gpkg.state === 'wanted') return null
  if (!(await needs.storage.isIntact({ key: gpkg.path, sha256: gpkg.sha256!, bytes: gpkg.bytes }))) {
    if (isPreliminary(wanted.revision)) {
      await wantPreliminaryAgain(needs.store.db, wanted.job_id)
      await failArtifact(needs.store, artifactId, ANOTHER_COMES)
    } else await requeueDamagedArtifact(needs.store.db, gpkg.id)
    return null
  }
  const { path, format } = keptAs(wanted)
  try {
    const out = [outFile(wanted.format, await needs.storage.place(path))]
    const { artifacts } = await needs.storage.use([{ key: gpkg.path, sha256: gpkg.sha256 }], ([file]) =>
      needs.convert({ kind: 'export', gpkg: file!, out, tempDir: join(needs.tempDir, artifactId) }, companyId),
    )
    const [made] = artifacts
    if (!made) throw new Error('The conversion named no file')
    await keepResultFiles(needs, path, made)
    const at = needs.clock.now().toISOString()
    const isWanted = await recordArtifact(needs.store, artifactId, { ...made, path }, at)
    if (!isWanted && isPreliminary(wanted.revision)) await removeUnnamed(needs, artifactId, { path, format })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await failArtifact(needs.store, artifactId, error.message)
  }
  return null
}

const keptAs = ({ job_id, revision, format }: ArtifactRow) => ({ path: resultKey(job_id, revision, format), format })

const ANOTHER_COMES =
  'The preliminary result that it is made from was changed, cut off or lost on the disk of the server, and is being made anew.'
