/**
 * A backup is one ZIP: the rows of each table as JSON lines, every file that a row names, what is secret (sealed, and only
 * when asked for), and at its end what there is with the hash of each. Written and read as a stream.
 */
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import * as yauzl from 'yauzl'
import type { ZipFile } from 'yazl'
import type { CopiedTable } from '../platform/database/snapshot.ts'
import { type Measure, measured } from '../platform/measured.ts'
import { Refusal } from '../platform/refusal.ts'

export interface PackedFile {
  readonly key: string
  readonly bytes: number
  readonly sha256: string
}

export interface Manifest {
  readonly format: 'klic-backup'
  readonly version: 1
  readonly made_at: string
  /** Of the program */
  readonly program: string
  readonly migrations: readonly string[]
  readonly tables: Record<CopiedTable, { rows: number; sha256: string }>
  readonly files: readonly PackedFile[]
  /** Named by rows and not there when it was made */
  readonly missing: readonly string[]
  /** null: left out */
  readonly secrets: { sha256: string } | null
}

export const MANIFEST = 'manifest.json'
export const SECRETS = 'secrets'
export const entryOfTable = (table: string): string => `rows/${table}.jsonl`
export const entryOfFile = (key: string): string => `files/${key}`

/** Adds an entry whose bytes are asked for when it is its turn. @returns when they have all been taken */
export function addEntry(
  zip: ZipFile,
  name: string,
  open: () => Promise<AsyncIterable<Uint8Array>>,
  compress: boolean,
): Promise<Measure> {
  return new Promise((resolve, reject) => {
    zip.addReadStreamLazy(name, { compress, mode: 0o600 }, (give) => {
      open().then(
        (chunks) => {
          const measure = measured()
          const stream = Readable.from(measure.pass(chunks), { objectMode: false })
          stream.once('end', () => resolve(measure.result()))
          stream.once('error', reject)
          give(null as never, stream)
        },
        (error) => {
          reject(error)
          give(error, null as never)
        },
      )
    })
  })
}

const NEWLINE = 0x0a

/**
 * The lines of a text, without their ends; of what follows a line no more is read than came with it. (Node's own reader of
 * lines reads a thousand lines ahead, of any length.)
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  let begun: Uint8Array[] = []
  for await (const chunk of chunks) {
    let from = 0
    for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, to)]).toString('utf8')
      ;[begun, from] = [[], to + 1]
    }
    if (from < chunk.length) begun.push(chunk.subarray(from))
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString('utf8')
}

/** An open backup. */
export interface BackupFile {
  readonly manifest: Manifest
  open(entry: string): Promise<Readable>
  close(): void
}

/** @throws Refusal for a file that is no backup, or not whole */
export async function openBackup(path: string): Promise<BackupFile> {
  await new Promise((resolve, reject) =>
    createReadStream(path, { end: 0 }).on('error', reject).on('data', resolve),
  ).catch(() => Promise.reject(new Refusal('VALIDATION_FAILED', `${path} can't be read.`)))
  const damaged = (cause: unknown) =>
    new Refusal('VALIDATION_FAILED', `${path} is no backup, or only part of one: nothing was restored.`, { cause })
  try {
    const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
    const entries = new Map<string, yauzl.Entry>()
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    const open = async (name: string): Promise<Readable> => {
      const entry = entries.get(name)
      if (!entry) throw damaged(new Error(`${name} is not in it`))
      return (await zip.openReadStreamPromise(entry)) as Readable
    }
    const manifest = JSON.parse(Buffer.concat(await (await open(MANIFEST)).toArray()).toString('utf8')) as Manifest
    if (manifest.format !== 'klic-backup' || manifest.version !== 1) throw new Error('Of another format')
    return { manifest, open, close: () => zip.close() }
  } catch (error) {
    throw error instanceof Refusal ? error : damaged(error)
  }
}

/** Reads all of it. @throws Refusal that names what is not as it was written */
export async function verifyBackup({ manifest, open }: BackupFile): Promise<void> {
  const expected = [
    ...Object.entries(manifest.tables).map(([table, { sha256 }]) => ({ entry: entryOfTable(table), sha256 })),
    ...manifest.files.map(({ key, sha256 }) => ({ entry: entryOfFile(key), sha256 })),
    ...(manifest.secrets ? [{ entry: SECRETS, sha256: manifest.secrets.sha256 }] : []),
  ]
  for (const { entry, sha256 } of expected) {
    const measure = measured()
    try {
      for await (const _ of measure.pass(await open(entry)));
    } catch (error) {
      throw differs(entry, error)
    }
    if (measure.result().sha256 !== sha256) throw differs(entry)
  }
}

const differs = (entry: string, cause?: unknown): Refusal =>
  new Refusal('VALIDATION_FAILED', `The backup is damaged: ${entry} is not what was written. Nothing was restored.`, {
    cause,
  })
