/** The documents of a result: letters, drawings and pictures, read out of the deliveries as they came. */
import type { Row } from '../../imkl/model/layers.ts'
import { Refusal } from '../../platform/refusal.ts'
import { getJob } from '../jobs/get-job.ts'
import { readDeliveriesOfJob } from '../jobs/rows/deliveries.ts'
import type { Caller, Database, DocumentStream, Files } from '../services.ts'
import { fileOf, resultOfJob } from './map/serve-layers.ts'
import type { ResultServices } from './whole-result.ts'

export interface JobDocument {
  /** From 1, in the order of the result */
  no: number
  klicNumber: string
  /** Code of the operator; null: of the delivery itself */
  operator: string | null
  kind: string
  theme: string | null
  path: string
  mediaType: string
  references: number
  /** False: the delivery names it, and it is not there */
  isThere: boolean
  /** Of its bytes: the same letter comes with every notification */
  sha256: string | null
}

/** @throws Refusal NOT_FOUND when there is no result */
export async function jobDocuments(services: ResultServices, caller: Caller, jobId: string): Promise<JobDocument[]> {
  await getJob(services, caller, jobId)
  const reader = await services.openResult(fileOf(await resultOfJob(services, caller, jobId)))
  try {
    return reader.table('document').map(documentOf)
  } finally {
    reader.close()
  }
}

/** Value list BestandMediaTypeValue; a delivery names them in capitals. Any other type is a file to save. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  tif: 'image/tiff',
  tiff: 'image/tiff',
}
const extension = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

const textOf = (row: Row, column: string): string => String(row[column] ?? '')

const documentOf = (row: Row, index: number): JobDocument => ({
  no: index + 1,
  klicNumber: textOf(row, 'klic_nummer'),
  operator: row.bronhouder === null ? null : textOf(row, 'bronhouder'),
  kind: textOf(row, 'soort'),
  theme: row.thema === null ? null : textOf(row, 'thema'),
  path: textOf(row, 'bestand'),
  mediaType:
    MEDIA_TYPES[textOf(row, 'media_type').toLowerCase()] ??
    MEDIA_TYPES[extension(textOf(row, 'bestand')).toLowerCase()] ??
    'application/octet-stream',
  references: Number(row.aantal_verwijzingen ?? 0),
  isThere: row.sha256 !== null,
  sha256: row.sha256 === null ? null : textOf(row, 'sha256'),
})

/** A delivery whose file is gone from the storage. */
const noneIfGone = (error: unknown): undefined => {
  if ((error as { code?: unknown }).code !== 'ENOENT') throw error
}

/** @throws Refusal NOT_FOUND, also when the delivery does not hold it (any more) */
export async function jobDocument(
  services: ResultServices,
  caller: Caller,
  jobId: string,
  no: number,
): Promise<DocumentStream & { document: JobDocument }> {
  const document = (await jobDocuments(services, caller, jobId))[no - 1]
  if (!document) throw new Refusal('NOT_FOUND', 'There is no such document in the result.')
  const found = await findDocument(services, jobId, document.klicNumber, document.path)
  if (found) return { ...found, document }
  throw new Refusal('NOT_FOUND', 'The document is named in the delivery, but it is not there.')
}

/**
 * What lies in the delivery of a notification under a path.
 * @returns undefined when it does not hold it (any more)
 */
export async function findDocument(
  services: Database & Files,
  jobId: string,
  klicNumber: string,
  path: string,
): Promise<DocumentStream | undefined> {
  for (const { path: key, sha256 } of await readDeliveriesOfJob(services.store, jobId)) {
    if (key === null) continue
    const found = await services.openDocument({ key, sha256 }, klicNumber, path).catch(noneIfGone)
    if (found) return found
  }
  return undefined
}
