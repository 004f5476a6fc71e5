/** Whether a signed ZIP is what was signed: the whole of it by its seal, and each file by the manifest. */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { filesInZip } from '../exports/formats/zip-file.ts'
import {
  DOSSIER_FORMAT,
  SEAL,
  SEAL_BYTES,
  SIGNED_NAMES,
  SITE_FORMAT,
  type SignedFile,
  type SignedManifest,
  type ZipVerdict,
} from './signed-zip.ts'

/** More than our manifests have; a longer one is not kept. */
const MAX_BYTES = 16 * 2 ** 20
const { manifest: MANIFEST, signature: SIGNATURE } = SIGNED_NAMES
const isOfManifest = (name: string): boolean => name === MANIFEST || name === SIGNATURE

type FoundFile = Pick<SignedFile, 'bytes' | 'sha256'>
/** In place of a hash */
const TWICE = 'twice'
const UNREADABLE = 'unreadable'

/** @throws Error when the file can't be read at all */
export async function verifySignedZip(path: string): Promise<ZipVerdict> {
  const { isZip, folder, found, kept } = await readZip(path)
  const text = kept.get(folder + MANIFEST) ?? Buffer.alloc(0)
  const manifest = manifestIn(text)
  const said = kept.get(folder + SIGNATURE)?.toString('latin1') ?? ''
  const isHeld = (bytes: Uint8Array, signature: string): boolean =>
    manifest !== null && holds(bytes, signature, manifest.public_key)
  const signed = /^[0-9a-f]{128}\n$/.test(said) && isHeld(text, said.slice(0, 128))
  const size = (await stat(path)).size
  const comment = await tail(path, size)
  const sealed = comment.startsWith(SEAL) && isHeld(await digestOf(path, size - SEAL_BYTES), comment.slice(SEAL.length))
  const listed = new Map(manifest?.files.map((file) => [file.path, file]))
  const below = new Map([...found].map(([name, file]) => [nameBelow(folder, name), file]))
  const names = [...below.keys()].filter((name) => !isOfManifest(name))
  const changed = names.filter((name) => listed.has(name) && listed.get(name)!.sha256 !== below.get(name)!.sha256)
  const added = names.filter((name) => !listed.has(name))
  const missing = [...listed.keys()].filter((name) => !below.has(name))
  const isAsSigned = isZip && signed && changed.length + added.length + missing.length === 0
  const why = [
    ...(isZip ? [] : ['It is no whole ZIP: it was cut off, or bytes outside of its files were changed.']),
    ...(manifest ? [] : [`It has no ${MANIFEST} of a site package or a dossier.`]),
    ...(manifest && !signed ? [`The signature does not hold: ${MANIFEST} or ${SIGNATURE} was changed.`] : []),
    ...changed.map((name) => `${name}: ${changeOf(below.get(name)!, listed.get(name)!)}.`),
    ...missing.map((name) => `${name}: ${isZip ? 'was signed, and is missing' : 'could not be read'}.`),
    ...added.map((name) => `${name}: was added; it is not in the signed manifest.`),
    ...(isAsSigned && !sealed
      ? [
          'Every file is as it was signed, but the ZIP around them is another: it was unpacked and zipped again, or bytes outside of its files were changed.',
        ]
      : []),
  ]
  return {
    unchanged: isAsSigned && sealed,
    repacked: isAsSigned && !sealed,
    sealed,
    signed,
    manifest,
    changed,
    missing,
    added,
    why,
  }
}

/** Of a site package all files lie at the root, of a dossier in one folder, which may have got another name. */
async function readZip(path: string) {
  const found = new Map<string, FoundFile>()
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

function changeOf(file: FoundFile, signed: SignedFile): string {
  if (file.sha256 === TWICE) return 'is in the ZIP twice'
  if (file.sha256 === UNREADABLE) return 'can not be unpacked: its bytes were changed'
  return file.bytes === signed.bytes
    ? `is as long as it was signed (${signed.bytes} bytes), with other bytes`
    : `has ${file.bytes} bytes and was signed with ${signed.bytes}`
}

async function read(chunks: AsyncIterable<Uint8Array>, mostBytes: number): Promise<FoundFile & { start: Buffer }> {
  const hash = createHash('sha256')
  const start: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      hash.update(chunk)
      if (bytes < mostBytes) start.push(chunk)
      bytes += chunk.length
    }
  } catch {
    return { bytes, sha256: UNREADABLE, start: Buffer.alloc(0) }
  }
  return { bytes, sha256: hash.digest('hex'), start: Buffer.concat(start) }
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

/** sha256 of the first bytes of a file. */
async function digestOf(path: string, bytes: number): Promise<Buffer> {
  const hash = createHash('sha256')
  if (bytes > 0)
    for await (const chunk of createReadStream(path, { end: bytes - 1, highWaterMark: 2 ** 20 })) hash.update(chunk)
  return hash.digest()
}

/** What would be the seal. */
async function tail(path: string, size: number): Promise<string> {
  if (size < SEAL_BYTES) return ''
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(SEAL_BYTES), 0, SEAL_BYTES, size - SEAL_BYTES)
    return buffer.toString('latin1')
  } finally {
    await file.close()
  }
}
