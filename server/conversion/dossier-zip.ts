/** A dossier as a ZIP that is made while it is sent: never on a disk, never whole in memory. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { DossierFile, DossierText } from '../domain/projects/dossier.ts'
import { csvLine } from '../formats/csv.ts'
import { streamedZip } from '../formats/zip-file.ts'

/**
 * @param local where a file of the storage is on this disk; asked when its turn comes
 * @returns the ZIP, and how long it will be
 */
export async function dossierZip<F>(
  entries: readonly (DossierFile<F> | DossierText)[],
  local: (file: F) => Promise<string>,
): Promise<{ bytes: number; stream: Readable }> {
  const listed = entries.map((entry) => {
    if ('file' in entry) return entry
    const contents = Buffer.from(entry.text, 'utf8')
    return { ...entry, contents, bytes: contents.length, sha256: createHash('sha256').update(contents).digest('hex') }
  })
  const lines = listed.map(({ path, kind, bytes, sha256 }) => csvLine([path, kind, bytes, sha256]))
  const contents = Buffer.from([csvLine(['path', 'kind', 'bytes', 'sha256']), ...lines].join(''), 'utf8')
  return streamedZip([
    { name: 'contents.csv', contents },
    ...listed.map((entry) =>
      'contents' in entry
        ? { name: entry.path, contents: entry.contents }
        : { name: entry.path, bytes: entry.bytes, open: async () => createReadStream(await local(entry.file)) },
    ),
  ])
}
