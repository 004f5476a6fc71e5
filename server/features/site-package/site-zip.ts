/**
 * Writes a site package: its files, a manifest with the sha256 of each, signed, and a seal over the whole ZIP in its comment.
 * The same files give the same bytes but for the time in the manifest, and what signs it.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { writeZip } from '../../exports/formats/zip-file.ts'
import { SEAL, SEAL_BYTES, SIGNED_NAMES, SITE_FORMAT, type SignedManifest, type ZipSigner } from '../signed-zip.ts'
import type { SiteFacts, SiteFile, SiteJob } from './page/site-files.ts'

export interface SiteZip {
  /** Absolute, of a file that does not exist yet */
  path: string
  files: readonly SiteFile[]
  facts: SiteFacts
  signer: ZipSigner
  /** ISO 8601 */
  signedAt: string
}

export async function siteZip({ path, files, facts, signer, signedAt }: SiteZip): Promise<void> {
  const listed: SignedManifest['files'] = []
  const noted = async function* ({ path: name, kind, open }: SiteFile): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of await open()) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
    listed.push({ path: name, kind, bytes, sha256: hash.digest('hex') })
  }
  let manifest = Buffer.alloc(0)
  // Their turn comes when all files before them have been read.
  const said = async function* (): AsyncGenerator<Uint8Array> {
    manifest = Buffer.from(`${JSON.stringify(manifestOf(facts, signer, signedAt, listed), null, 1)}\n`)
    yield manifest
  }
  const signature = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${hex(signer.sign(manifest))}\n`)
  }
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeZip(
      path,
      (zip) => {
        for (const file of files) zip.stream(file.path, () => Readable.from(noted(file), { objectMode: false }))
        zip.stream(SIGNED_NAMES.manifest, () => Readable.from(said(), { objectMode: false }))
        zip.stream(SIGNED_NAMES.signature, () => Readable.from(signature(), { objectMode: false }))
      },
      SEAL.padEnd(SEAL_BYTES, '0'),
    )
    await seal(path, signer)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

const manifestOf = (
  { title, of, people }: SiteFacts,
  { publicKey }: ZipSigner,
  signedAt: string,
  files: SignedManifest['files'],
): SignedManifest => ({
  format: SITE_FORMAT,
  version: 1,
  title,
  ...('jobs' in of
    ? { project_id: of.projectId, jobs: of.jobs.map(({ folder, ...job }) => ({ folder, ...listedJob(job) })) }
    : listedJob(of)),
  people,
  signed_at: signedAt,
  public_key: publicKey,
  files,
})

const listedJob = ({ jobId, revision, klicNumbers }: SiteJob) => ({
  job_id: jobId,
  revision,
  klic_numbers: klicNumbers,
})

async function seal(path: string, signer: ZipSigner): Promise<void> {
  const { size } = await stat(path)
  const signature = hex(signer.sign(await digestOf(path, size - SEAL_BYTES)))
  const file = await open(path, 'r+')
  try {
    await file.write(signature, size - SEAL_BYTES + SEAL.length)
    await file.sync()
  } finally {
    await file.close()
  }
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** sha256 of the first bytes of a file. */
export async function digestOf(path: string, bytes: number): Promise<Buffer> {
  const hash = createHash('sha256')
  if (bytes > 0)
    for await (const chunk of createReadStream(path, { end: bytes - 1, highWaterMark: 2 ** 20 })) hash.update(chunk)
  return hash.digest()
}
