/** A dossier as a ZIP that is made while it is sent: never on a disk, never whole in memory. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { csvLine } from '../../exports/formats/csv.ts'
import { streamedZip } from '../../exports/formats/zip-file.ts'

export interface DossierFile<F> {
  /** In the ZIP */
  path: string
  kind: 'document' | 'result' | 'agreement' | 'photo'
  file: F
  bytes: number
  /** Hex */
  sha256: string
}

export interface DossierText {
  path: string
  kind: 'project' | 'digging' | 'log'
  /** One behind the other: a log may have megabytes */
  text: readonly string[]
}

/**
 * @param local where a file of the storage is on this disk; asked when its turn comes
 * @returns the ZIP, and how long it will be
 */
export async function dossierZip<F>(
  entries: readonly (DossierFile<F> | DossierText)[],
  local: (file: F) => Promise<string>,
): Promise<{ bytes: number; stream: Readable }> {
  const listed: (DossierFile<F> | (DossierText & Seal))[] = []
  for (const entry of entries) listed.push('file' in entry ? entry : { ...entry, ...(await sealOf(entry)) })
  const lines = listed.map(({ path, kind, bytes, sha256 }) => csvLine([path, kind, bytes, sha256]))
  const contents = Buffer.from([csvLine(['path', 'kind', 'bytes', 'sha256']), ...lines].join(''), 'utf8')
  return streamedZip([
    { name: 'contents.csv', contents },
    ...listed.map((entry) => ({
      name: entry.path,
      bytes: entry.bytes,
      open: async () => ('file' in entry ? createReadStream(await local(entry.file)) : Readable.from(entry.text)),
    })),
  ])
}

type Seal = Pick<DossierFile<unknown>, 'bytes' | 'sha256'>

async function sealOf({ text }: DossierText): Promise<Seal> {
  const hash = createHash('sha256')
  let bytes = 0
  for (const piece of text) {
    const contents = Buffer.from(piece, 'utf8')
    hash.update(contents)
    bytes += contents.length
    await nextTurn()
  }
  return { bytes, sha256: hash.digest('hex') }
}
