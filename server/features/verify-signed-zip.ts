/** Whether a signed ZIP is what was signed: the whole of it by its seal, and each file by the manifest. */
import { createPublicKey, verify } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { filesInZip } from '../exports/formats/zip-file.ts'
import { type Measure, measure, measured } from '../platform/measured.ts'
import {
  DOSSIER_FORMAT,
  SEAL,
  SEAL_BYTES,
  SIGNED_NAMES,
  SITE_FORMAT,
  type SignedManifest,
  type ZipVerdict,
} from './signed-zip.ts'

/** More than our manifests have; a longer one is not kept. */
const MAX_BYTES = 16 * 2 ** 20
const { manifest: MANIFEST, signature: SIGNATURE } = SIGNED_NAMES
const isOfManifest = (name: string): boolean => name === MANIFEST || name === SIGNATURE

/** In place of a hash */
const TWICE = 'twice'
const UNREADABLE = 'unreadable'

/** @throws Error when the file can't be read at all */
export async function verifySignedZip(path: string): Promise<ZipVerdict> {
  const { isZip, folder, found, kept } = await readZip(path)
  const text = kept.get(folder + MANIFEST) ?? Buffer.alloc(0)
  const manifest = manifestIn(text)
  const key = manifest?.public_key ?? ''
  const signature = kept.get(folder + SIGNATURE)?.toString('latin1') ?? ''
  const signed = signature.endsWith('\n') && holds(text, signature.slice(0, -1), key)
  const sealed = await isSealed(path, key)
  const listed = new Map(manifest?.files.map((file) => [file.path, file]))
  const below = new Map([...found].map(([name, file]) => [nameBelow(folder, name), file]))
  const names = [...below.keys()].filter((name) => !isOfManifest(name))
  const changed = names.filter((name) => listed.has(name) && listed.get(name)!.sha256 !== below.get(name)!.sha256)
  const added = names.filter((name) => !listed.has(name))
  const missing = [...listed.keys()].filter((name) => !below.has(name))
  const isAsSigned = isZip && signed && changed.length + added.length + missing.length === 0
  const repacked = isAsSigned && !sealed
  const why = [
    isZip ? '' : 'It is no whole ZIP: it was cut off, or bytes outside of its files were changed.',
    isZip && !manifest ? `It has no ${MANIFEST} of a site package or a dossier.` : '',
    manifest && !signed ? `The signature does not hold: ${MANIFEST} or ${SIGNATURE} was changed.` : '',
    ...changed.map((name) => `${name}: ${changeOf(below.get(name)!, listed.get(name)!)}.`),
    ...missing.map((name) => `${name}: ${isZip ? 'was signed, and is missing' : 'could not be read'}.`),
    ...added.map((name) => `${name}: was added; it is not in the signed manifest.`),
    repacked
      ? 'Every file is as it was signed, but the ZIP around them is another: it was unpacked and zipped again, or bytes outside of its files were changed.'
      : '',
  ].filter(Boolean)
  return { unchanged: isAsSigned && sealed, repacked, ...{ sealed, signed, manifest, changed, missing, added, why } }
}

/** Of a site package all files lie at the root, of a dossier in one folder, which may have got another name. */
async function readZip(path: string) {
  const found = new Map<string, Measure>()
  const kept = new Map<string, Buffer>()
  let first = ''
  let isZip = true
  try {
    for await (const { name, chunks } of filesInZip(path)) {
      first ||= /^[^/]+\//.exec(name)?.[0] ?? ''
      const isKept = isOfManifest(name) || isOfManifest(nameBelow(first, name))
      const { start, ...file } = await read(chunks, isKept ? MAX_BYTES : 0)
      // Of two under one name nobody knows which one is unpacked.
      const isTwice = found.has(name)
      found.set(name, isTwice ? { ...file, sha256: TWICE } : file)
      if (isKept) kept.set(name, isTwice ? Buffer.alloc(0) : start)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error
    isZip = false
  }
  return { isZip, found, kept, folder: kept.has(MANIFEST) || !kept.has(first + MANIFEST) ? '' : first }
}

const nameBelow = (folder: string, name: string): string =>
  name.startsWith(folder) ? name.slice(folder.length) : `../${name}`

function changeOf(file: Measure, signed: Measure): string {
  if (file.sha256 === TWICE) return 'is in the ZIP twice'
  if (file.sha256 === UNREADABLE) return 'can not be unpacked: its bytes were changed'
  return file.bytes === signed.bytes
    ? `is as long as it was signed (${signed.bytes} bytes), with other bytes`
    : `has ${file.bytes} bytes and was signed with ${signed.bytes}`
}

async function read(chunks: AsyncIterable<Uint8Array>, mostBytes: number): Promise<Measure & { start: Buffer }> {
  const { pass, result } = measured()
  const start: Uint8Array[] = []
  let room = mostBytes
  try {
    for await (const chunk of pass(chunks)) {
      if (room > 0) start.push(chunk)
      room -= chunk.length
    }
  } catch {
    return { bytes: 0, sha256: UNREADABLE, start: Buffer.alloc(0) }
  }
  return { ...result(), start: Buffer.concat(start) }
}

function manifestIn(text: Buffer): SignedManifest | null {
  try {
    const manifest = JSON.parse(text.toString('utf8')) as SignedManifest
    const isOurs =
      [SITE_FORMAT, DOSSIER_FORMAT].includes(manifest.format) &&
      typeof manifest.public_key === 'string' &&
      Array.isArray(manifest.files) &&
      manifest.files.every(({ path, sha256 }) => typeof path === 'string' && typeof sha256 === 'string')
    return isOurs ? manifest : null
  } catch {
    return null
  }
}

function holds(bytes: Uint8Array, signature: string, publicKey: string): boolean {
  if (!/^[0-9a-f]{128}$/.test(signature) || !/^[0-9a-f]{64}$/.test(publicKey)) return false
  try {
    const x = Buffer.from(publicKey, 'hex').toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, bytes, key, Buffer.from(signature, 'hex'))
  } catch {
    return false
  }
}

/** Whether the comment of the ZIP signs all bytes before it. */
async function isSealed(path: string, publicKey: string): Promise<boolean> {
  const start = (await stat(path)).size - SEAL_BYTES
  if (start <= 0) return false
  const seal = (await buffer(createReadStream(path, { start }))).toString('latin1')
  const { sha256 } = await measure(createReadStream(path, { end: start - 1, highWaterMark: 2 ** 20 }))
  return seal.startsWith(SEAL) && holds(Buffer.from(sha256, 'hex'), seal.slice(SEAL.length), publicKey)
}
