/** A dossier as a ZIP that is made while it is sent: a bag (BagIt, RFC 8493) in its one folder, signed. Never on a disk, never whole in memory. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { streamedZip } from '../../exports/formats/zip-file.ts'
import { sealOf, signManifest } from '../seal-zip.ts'
import { DOSSIER_FORMAT, SIGNED_NAMES, type SignedFile, type SignedManifest, type ZipSigner } from '../signed-zip.ts'

export interface DossierFile<F> extends SignedFile {
  /** Kept, or read out of a delivery when its turn comes */
  file: F | (() => Promise<AsyncIterable<Uint8Array>>)
}

export interface DossierText {
  /** Below `data/`, as that of a file; without a line end or %, which a bag would write otherwise (see inOrder) */
  path: string
  kind: string
  /** One behind the other: a log may have megabytes */
  text: readonly (string | Uint8Array)[]
}

export interface DossierContent<F> {
  /** Of the ZIP, without its ending, and of the folder in it */
  name: string
  about: Pick<SignedManifest, 'title' | 'project_id' | 'job_id' | 'people' | 'signed_at'>
  /** Day of the newest entry on record */
  newestOn: string
  signer: ZipSigner
  entries: readonly (DossierFile<F> | DossierText)[]
}

/**
 * @param local where a file of the storage is on this disk; asked when its turn comes
 * @returns the ZIP, and how long it will be
 */
export async function dossierZip<F>(
  { name, about, newestOn, signer, entries }: DossierContent<F>,
  local: (file: F) => Promise<string>,
): Promise<{ bytes: number; stream: Readable }> {
  const payload: (SignedFile & { open: () => Promise<Readable> })[] = []
  for (const entry of entries) {
    const { kind } = entry
    const path = `data/${entry.path}`
    const { bytes, sha256 } = 'file' in entry ? entry : await hashed(entry.text)
    payload.push({ path, kind, bytes, sha256, open: () => opened(entry, local) })
  }
  const tags: (SignedFile & { contents: Buffer })[] = []
  const tag = (path: string, lines: readonly string[]): void => {
    const contents = Buffer.from(lines.map((line) => `${line}\n`).join(''), 'utf8')
    tags.push({ path, kind: 'bag', bytes: contents.length, sha256: sha256Of(contents), contents })
  }
  tag('bagit.txt', ['BagIt-Version: 1.0', 'Tag-File-Character-Encoding: UTF-8'])
  tag('bag-info.txt', [
    `External-Identifier: ${about.project_id ?? about.job_id}`,
    `External-Description: ${about.title.replaceAll(/\s+/g, ' ')}`,
    `Bagging-Date: ${newestOn}`,
    `Payload-Oxum: ${payload.reduce((sum, { bytes }) => sum + bytes, 0)}.${payload.length}`,
    'Bag-Software-Agent: KLIC Desktop',
  ])
  tag('manifest-sha256.txt', payload.map(bagLine))
  // The signed manifest names this one, so that this one can't name it (RFC 8493, 2.2.1: SHOULD).
  tag('tagmanifest-sha256.txt', tags.map(bagLine))
  const files = [...tags, ...payload].map(({ path, kind, bytes, sha256 }) => ({ path, kind, bytes, sha256 }))
  const manifest = { format: DOSSIER_FORMAT, version: 1, ...about, public_key: signer.publicKey, files } as const
  const signed = signManifest(manifest, signer)
  const at = (path: string): string => `${name}/${path}`
  return streamedZip(
    [
      ...tags.map(({ path, contents }) => ({ name: at(path), contents })),
      ...payload.map(({ path, bytes, open }) => ({ name: at(path), bytes, open })),
      { name: at(SIGNED_NAMES.manifest), contents: signed.manifest },
      { name: at(SIGNED_NAMES.signature), contents: signed.signature },
    ],
    sealOf(signer),
  )
}

const bagLine = ({ path, sha256 }: SignedFile): string => `${sha256}  ${path}`

async function opened<F>(entry: DossierFile<F> | DossierText, local: (file: F) => Promise<string>): Promise<Readable> {
  if (!('file' in entry)) return Readable.from(entry.text)
  const { file } = entry
  if (typeof file !== 'function') return createReadStream(await local(file))
  return Readable.from(await (file as () => Promise<AsyncIterable<Uint8Array>>)())
}

const sha256Of = (contents: Buffer): string => createHash('sha256').update(contents).digest('hex')

async function hashed(text: DossierText['text']): Promise<Pick<SignedFile, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256')
  let bytes = 0
  for (const piece of text) {
    const contents = Buffer.from(piece as string, 'utf8')
    hash.update(contents)
    bytes += contents.length
    await nextTurn()
  }
  return { bytes, sha256: hash.digest('hex') }
}
