/**
 * Makes the GeoPackage of a result again that was changed, cut off or lost on the disk: from the same deliveries, with the same
 * bytes, under the same revision. It sends no event, because the result is not new.
 */

import { Refusal, TryLater } from '../../platform/refusal.ts'
import { asideOf } from '../../platform/storage/port.ts'
import { isDownloadable } from '../../registry/klic.ts'
import { readDeliveriesOfJob } from '../jobs/rows/deliveries.ts'
import { partsOfJob } from '../jobs/rows/orders.ts'
import { isMissing } from '../jobs/rules/progress.ts'
import type { ArtifactRow, JobRow } from '../jobs/tables.ts'
import type { Needs } from '../task-context.ts'
import { mergeDeliveries } from './merge-job.ts'
import { groundedKey, keepResultFiles, resultKey } from './result-files.ts'
import { failArtifact, recordArtifact } from './rows/results.ts'

export async function remakeResult(needs: Needs, job: JobRow, wanted: ArtifactRow): Promise<null> {
  const { store, storage, log } = needs
  const { id, revision } = wanted
  if (job.revision !== revision) {
    await failArtifact(store, id, 'There is a later result of this job.')
    return null
  }
  // A later delivery is being read: what comes of it takes this one's place.
  if (!isDownloadable(job.status)) return null
  const isGrounded = wanted.ground === 'ready' || wanted.ground === 'unshown'
  const key = isGrounded ? groundedKey(job.id, revision) : resultKey(job.id, revision, 'gpkg')
  const record = ({ sha256, bytes }: { sha256: string; bytes: number }) =>
    recordArtifact(store, id, { path: key, sha256, bytes }, needs.clock.now().toISOString())
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
    const { artifacts } = await mergeDeliveries(needs, {
      job,
      revision,
      parts,
      deliveries,
      formats: ['gpkg'],
      ...(isGrounded && { ground: true }),
    })
    const [made] = artifacts
    if (!made) throw new Error('The conversion named no file')
    await keepResultFiles(needs, key, made)
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
