/** The dossier: files are taken in as a stream, hashed on the way, and are there whole or not at all. */
import { createHash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { ownPlaces } from '../../platform/fair-limit.ts'
import { refuseTooMany } from '../../platform/limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Caller, Needs } from '../needs.ts'
import { refuseRowOverQuota } from '../results/company-quota.ts'
import { atMost, type UploadNeeds, writeUpload } from '../write-upload.ts'
import { documentsOf, insertDocument, removeDocument } from './document-rows.ts'
import { changeOpenProject, ownProject, type ProjectNeeds, type ProjectView, type ReadNeeds } from './projects.ts'
import { MAX_DOCUMENT_BYTES, MAX_DOCUMENTS } from './rules.ts'

type FolderNeeds = Pick<Needs, 'storage'>

/** A file as it leaves the house. */
export interface DocumentFile {
  /** Its key in the storage */
  path: string
  /** Hex */
  sha256: string
  mediaType: string
  /** To save it under */
  name: string
}

/**
 * @param name what the person calls it: a file name without a folder
 * @throws Refusal NOT_FOUND, PROJECT_STATE_CONFLICT or PAYLOAD_TOO_LARGE; then nothing is kept
 * @throws TryLater when as many of the company come in already
 */
export async function addDocument(
  needs: ProjectNeeds & FolderNeeds & UploadNeeds,
  caller: Caller,
  projectId: string,
  { name, mediaType, bytes }: { name: string; mediaType: string; bytes: Readable },
): Promise<ProjectView> {
  // Before the upload: nobody sends 200 MB to be told that there is no such project.
  await ownProject(needs.store.db, caller, projectId)
  const id = needs.ids.make('doc')
  const path = `projects/${projectId}/${id}`
  const taken = await inPlace(caller, async () => takeIn(needs, caller, await needs.storage.place(path), bytes))
  try {
    await needs.storage.keep({ key: path, sha256: taken.sha256 })
    return await changeOpenProject(needs, caller, projectId, async (trx, _project, at, note) => {
      const there = await documentsOf(trx, projectId)
      refuseTooMany(there.length, MAX_DOCUMENTS, 'documents in the project', 'PROJECT_STATE_CONFLICT')
      await refuseRowOverQuota(trx, needs, caller, taken.bytes)
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
    await needs.storage.remove(path)
    throw error
  }
}

/** Each may be slow, and lies half on the disk meanwhile. */
const UPLOADS_AT_ONCE = 8
/** By company. */
export const inPlace = ownPlaces<{ bytes: number; sha256: string }>(UPLOADS_AT_ONCE)

const bounded = atMost(
  MAX_DOCUMENT_BYTES,
  () => new Refusal('PAYLOAD_TOO_LARGE', 'A document may have at most 200 MiB.'),
)

/** A file of at most 200 MiB: whole at its place, or not at all. @throws Refusal PAYLOAD_TOO_LARGE, TryLater without room */
export async function takeIn(
  needs: UploadNeeds,
  caller: Caller,
  file: string,
  from: Readable,
): Promise<{ bytes: number; sha256: string }> {
  const part = `${file}.part`
  const hash = createHash('sha256')
  let bytes = 0
  const measured = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of bounded(chunks)) {
      bytes += chunk.length
      hash.update(chunk)
      yield chunk
    }
  }
  try {
    await rm(part, { force: true })
    await writeUpload(needs, caller, part, from, measured)
    const handle = await open(part, 'r')
    await handle.sync().finally(() => handle.close())
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** @throws Refusal NOT_FOUND; EXPORT_FAILED when it was changed, cut off or lost on the disk */
export async function documentFile(
  needs: ReadNeeds & FolderNeeds,
  caller: Caller,
  projectId: string,
  documentId: string,
): Promise<DocumentFile> {
  await ownProject(needs.store.db, caller, projectId)
  const row = (await documentsOf(needs.store.db, projectId)).find(({ id }) => id === documentId)
  if (!row) throw noSuchDocument()
  return intactFile(needs, row)
}

/** @throws Refusal EXPORT_FAILED when it was changed, cut off or lost on the disk */
export async function intactFile(
  needs: FolderNeeds,
  row: KeptDocument & { media_type: string },
): Promise<DocumentFile> {
  await refuseDamaged(needs, row)
  return { path: row.path, sha256: row.sha256, mediaType: row.media_type, name: row.name }
}

type KeptDocument = Pick<Awaited<ReturnType<typeof documentsOf>>[number], 'name' | 'path' | 'sha256' | 'bytes'>

/** Nothing can make it again. @throws Refusal EXPORT_FAILED */
export async function refuseDamaged({ storage }: FolderNeeds, document: KeptDocument): Promise<void> {
  const { name, path: key, sha256, bytes } = document
  if (await storage.isIntact({ key, sha256, bytes })) return
  throw new Refusal(
    'EXPORT_FAILED',
    `The document ${name} was changed, cut off or lost on the disk of the server: put it back from a backup, or remove it from the project.`,
  )
}

/** What it was stays in the log; the file goes once that is certain. */
export async function dropDocument(
  needs: ProjectNeeds & FolderNeeds,
  caller: Caller,
  projectId: string,
  documentId: string,
): Promise<ProjectView> {
  let path = ''
  const view = await changeOpenProject(needs, caller, projectId, async (trx, _project, at, note) => {
    const row = (await documentsOf(trx, projectId)).find(({ id }) => id === documentId)
    if (!row) throw noSuchDocument()
    path = row.path
    await removeDocument(trx, documentId, at)
    await note('document.removed', { document_id: documentId, name: row.name, sha256: row.sha256 })
  })
  await needs.storage.remove(path)
  return view
}

const noSuchDocument = (): Refusal => new Refusal('NOT_FOUND', 'There is no such document in the project.')
