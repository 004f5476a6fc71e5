/**
 * Writes a site package: its files, a manifest with the sha256 of each, signed, and a seal over the whole ZIP in its comment.
 * The same files give the same bytes but for the time in the manifest, and what signs it.
 */
import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { writeZip } from '../../exports/formats/zip-file.ts'
import { sealOf, signManifest } from '../seal-zip.ts'
import { SIGNED_NAMES, SITE_FORMAT, type SignedManifest, type ZipSigner } from '../signed-zip.ts'
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
  let signature: Buffer = Buffer.alloc(0)
  // Their turn comes when all files before them have been read.
  const manifest = async function* (): AsyncGenerator<Uint8Array> {
    const signed = signManifest(manifestOf(facts, signer, signedAt, listed), signer)
    signature = signed.signature
    yield signed.manifest
  }
  const signs = async function* (): AsyncGenerator<Uint8Array> {
    yield signature
  }
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeZip(
      path,
      (zip) => {
        for (const file of files) zip.stream(file.path, () => Readable.from(noted(file), { objectMode: false }))
        zip.stream(SIGNED_NAMES.manifest, () => Readable.from(manifest(), { objectMode: false }))
        zip.stream(SIGNED_NAMES.signature, () => Readable.from(signs(), { objectMode: false }))
      },
      sealOf(signer),
    )
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
