/** The dossier: files are taken in as a stream, hashed on the way, and are there whole or not at all. */

import { posix } from 'node:path'
import type { Readable } from 'node:stream'
import { refuseTooMany } from '../../platform/limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import { refuseRowOverQuota } from '../company-quota.ts'
import type { DocumentFile } from '../http/send-files.ts'
import { inPlace, intactFile, takeIn, type UploadServices } from '../kept-files.ts'
import type { Background, Caller, Database, Files, Permitted } from '../services.ts'
import type { Conversions, Logging } from '../task-context.ts'
import { DAY } from '../task-context.ts'
import { documentsOf, insertDocument, keptDocuments, removeDocument } from './document-rows.ts'
import { changeOpenProject, ownProject, type ProjectView } from './projects.ts'
import { MAX_DOCUMENTS } from './rules.ts'

/**
 * @param name what the person calls it: a file name without a folder
 * @throws Refusal NOT_FOUND, PROJECT_STATE_CONFLICT or PAYLOAD_TOO_LARGE; then nothing is kept
 * @throws TryLater when as many of the company come in already
 */
export async function addDocument(
  services: Database & Background & Files & UploadServices,
  caller: Permitted<'write'>,
  projectId: string,
  { name, mediaType, bytes }: { name: string; mediaType: string; bytes: Readable },
): Promise<ProjectView> {
  // Before the upload: nobody sends 200 MB to be told that there is no such project.
  await ownProject(services.store.db, caller, projectId)
  const id = services.ids.make('doc')
  const path = `projects/${projectId}/${id}`
  const taken = await inPlace(caller, async () => takeIn(services, caller, await services.storage.place(path), bytes))
  try {
    await services.storage.keep({ key: path, sha256: taken.sha256 })
    return await changeOpenProject(services, caller, projectId, async (trx, _project, at, note) => {
      const there = await documentsOf(trx, projectId)
      refuseTooMany(there.length, MAX_DOCUMENTS, 'documents in the project', 'PROJECT_STATE_CONFLICT')
      await refuseRowOverQuota(trx, services, caller, taken.bytes)
      await insertDocument(trx, {
        id,
        project_id: projectId,
        name,
        media_type: mediaType,
        bytes: taken.bytes,
        sha256: taken.sha256,
        path,
        added_at: at,
        added_by: caller.actor,
        removed_at: null,
      })
      await note('document.added', { document_id: id, name, bytes: taken.bytes, sha256: taken.sha256 })
    })
  } catch (error) {
    await services.storage.remove(path)
    throw error
  }
}

/** @throws Refusal NOT_FOUND; EXPORT_FAILED when it was changed, cut off or lost on the disk */
export async function documentFile(
  services: Database & Files,
  caller: Caller,
  projectId: string,
  documentId: string,
): Promise<DocumentFile> {
  await ownProject(services.store.db, caller, projectId)
  const row = (await documentsOf(services.store.db, projectId)).find(({ id }) => id === documentId)
  if (!row) throw noSuchDocument()
  return intactFile(services.storage, row)
}

/** What it was stays in the log; the file goes once that is certain. */
export async function dropDocument(
  services: Database & Background & Files,
  caller: Permitted<'write'>,
  projectId: string,
  documentId: string,
): Promise<ProjectView> {
  let path = ''
  const view = await changeOpenProject(services, caller, projectId, async (trx, _project, at, note) => {
    const row = (await documentsOf(trx, projectId)).find(({ id }) => id === documentId)
    if (!row) throw noSuchDocument()
    path = row.path
    await removeDocument(trx, documentId, at)
    await note('document.removed', { document_id: documentId, name: row.name, sha256: row.sha256 })
  })
  await services.storage.remove(path)
  return view
}

const noSuchDocument = (): Refusal => new Refusal('NOT_FOUND', 'There is no such document in the project.')

/** Time for an upload, and to put a wrong backup of the database back. */
const ORPHAN_AFTER = 7 * DAY
const AT_ONCE = 500

/**
 * Removes documents that no row names: of an upload whose server was killed before the row, or of a removal before the file.
 * Deliveries and results need none of this: they are made again under the same key.
 */
export async function removeOrphans(services: Database & Conversions & Logging): Promise<void> {
  const before = services.clock.now().getTime() - ORPHAN_AFTER
  let keys: string[] = []
  const judge = async (): Promise<void> => {
    const kept = await keptDocuments(
      services.store.db,
      keys.map((key) => posix.basename(key)),
    )
    for (const key of keys) {
      if (kept.has(key)) continue
      await services.storage.remove(key)
      services.log.info({ key }, 'A document that no row names was removed')
    }
    keys = []
  }
  for await (const { key, modifiedMs } of services.storage.list(['projects'])) {
    if (modifiedMs >= before) continue
    keys.push(key)
    if (keys.length === AT_ONCE) await judge()
  }
  await judge()
}
