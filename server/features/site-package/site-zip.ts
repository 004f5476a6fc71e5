/**
 * Writes a site package: its files, a manifest with the sha256 of each, signed, and a seal over the whole ZIP in its comment.
 * The same files give the same bytes but for the time in the manifest, and what signs it.
 */
import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { writeZip } from '../../exports/formats/zip-file.ts'
import { toWire } from '../../platform/http/names.ts'
import { measured } from '../../platform/measured.ts'
import { sealOf, signManifest } from '../seal-zip.ts'
import { SIGNED_NAMES, SITE_FORMAT, type SignedAbout, type SignedFile, type ZipSigner } from '../signed-zip.ts'
import type { SiteFacts, SiteFile } from './page/site-files.ts'

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
  const { title, of, people } = facts
  const about = toWire({ format: SITE_FORMAT, version: 1, title, ...of, people, signedAt }) as SignedAbout
  const listed: SignedFile[] = []
  const noted = async function* ({ path: name, kind, open }: SiteFile): AsyncGenerator<Uint8Array> {
    const { pass, result } = measured()
    yield* pass(await open())
    listed.push({ path: name, kind, ...result() })
  }
  // Asked for when all files before them have been read; Ed25519 signs the same text with the same bytes.
  const signed = async function* (no: 0 | 1): AsyncGenerator<Uint8Array> {
    yield signManifest(about, listed, signer)[no]
  }
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeZip(
      path,
      (zip) => {
        const add = (name: string, chunks: AsyncGenerator<Uint8Array>): void =>
          zip.stream(name, () => Readable.from(chunks, { objectMode: false }))
        for (const file of files) add(file.path, noted(file))
        add(SIGNED_NAMES.manifest, signed(0))
        add(SIGNED_NAMES.signature, signed(1))
      },
      sealOf(signer),
    )
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}
