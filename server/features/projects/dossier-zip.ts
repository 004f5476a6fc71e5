/** A dossier as a ZIP that is made while it is sent: a bag (BagIt, RFC 8493) in its one folder, signed. Never on a disk, never whole in memory. */
import { streamedZip } from '../../exports/formats/zip-file.ts'
import { type Chunks, type Measure, measure } from '../../platform/measured.ts'
import { sealOf, signManifest } from '../seal-zip.ts'
import { DOSSIER_FORMAT, SIGNED_NAMES, type SignedAbout, type SignedFile, type ZipSigner } from '../signed-zip.ts'

export interface DossierFile {
  /** Below `data/`; without a line end or %, which a bag would write otherwise (see inOrder) */
  path: string
  kind: string
  /** Of what has no row that says it, it is read out of the bytes. */
  known?: Measure
  /** The same bytes each time */
  open(): Chunks | Promise<Chunks>
}

export interface DossierContent {
  /** Of the ZIP, without its ending, and of the folder in it */
  name: string
  about: Omit<SignedAbout, 'format' | 'version'>
  /** Day of the newest entry on record */
  newestOn: string
  signer: ZipSigner
  files: readonly DossierFile[]
}

/** @returns the ZIP, and how long it will be */
export async function dossierZip({ name, about, newestOn, signer, files }: DossierContent) {
  const payload: (SignedFile & Pick<DossierFile, 'open'>)[] = []
  for (const { path, kind, known, open } of files)
    payload.push({ path: `data/${path}`, kind, ...(known ?? (await measure(await open()))), open })
  const tags: (SignedFile & { contents: Buffer })[] = []
  const tag = async (path: string, lines: readonly string[]): Promise<void> => {
    const contents = Buffer.from(`${lines.join('\n')}\n`)
    tags.push({ path, kind: 'bag', ...(await measure([contents])), contents })
  }
  await tag('bagit.txt', ['BagIt-Version: 1.0', 'Tag-File-Character-Encoding: UTF-8'])
  await tag('bag-info.txt', [
    `External-Identifier: ${about.project_id ?? about.job_id}`,
    `External-Description: ${about.title.replaceAll(/\s+/g, ' ')}`,
    `Bagging-Date: ${newestOn}`,
    `Payload-Oxum: ${payload.reduce((sum, { bytes }) => sum + bytes, 0)}.${payload.length}`,
    'Bag-Software-Agent: KLIC Desktop',
  ])
  await tag('manifest-sha256.txt', payload.map(bagLine))
  // The signed manifest names this one, so that this one can't name it (RFC 8493, 2.2.1: SHOULD).
  await tag('tagmanifest-sha256.txt', tags.map(bagLine))
  const all = [...tags, ...payload]
  const listed = all.map(({ path, kind, bytes, sha256 }) => ({ path, kind, bytes, sha256 }))
  const [manifest, signature] = signManifest({ format: DOSSIER_FORMAT, version: 1, ...about }, listed, signer)
  const signed = [
    { path: SIGNED_NAMES.manifest, contents: manifest },
    { path: SIGNED_NAMES.signature, contents: signature },
  ]
  return streamedZip(
    [...all, ...signed].map(({ path, ...entry }) => ({ ...entry, name: `${name}/${path}` })),
    sealOf(signer),
  )
}

const bagLine = ({ path, sha256 }: SignedFile): string => `${sha256}  ${path}`
