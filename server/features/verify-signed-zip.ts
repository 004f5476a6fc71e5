/** Whether a site package is what was signed: the whole ZIP by its seal, and each file by the manifest. */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { filesInZip } from '../exports/formats/zip-file.ts'
import { SEAL, SEAL_BYTES, SIGNED_NAMES, SITE_FORMAT, type SignedManifest, type ZipVerdict } from './signed-zip.ts'
import { digestOf } from './site-package/site-zip.ts'

/** More than our manifests have; a longer one is not kept. */
const MAX_BYTES = 16 * 2 ** 20

/** @throws Error when the file can't be read at all */
export async function verifySignedZip(path: string): Promise<ZipVerdict> {
  const found = new Map<string, string>()
  const kept = new Map<string, Buffer>()
  let isZip = true
  try {
    for await (const { name, chunks } of filesInZip(path)) {
      const isSigned = name === SIGNED_NAMES.manifest || name === SIGNED_NAMES.signature
      const { sha256, start } = await read(chunks, isSigned ? MAX_BYTES : 0)
      // Of two under one name nobody knows which one is unpacked.
      found.set(name, found.has(name) ? 'twice' : sha256)
      if (isSigned) kept.set(name, found.get(name) === 'twice' ? Buffer.alloc(0) : start)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error
    isZip = false
  }
  const text = kept.get(SIGNED_NAMES.manifest) ?? Buffer.alloc(0)
  const manifest = manifestIn(text)
  const said = kept.get(SIGNED_NAMES.signature)?.toString('latin1') ?? ''
  const isHeld = (bytes: Uint8Array, signature: string): boolean =>
    manifest !== null && holds(bytes, signature, manifest.public_key)
  const signed = /^[0-9a-f]{128}\n$/.test(said) && isHeld(text, said.slice(0, 128))
  const size = (await stat(path)).size
  const comment = await tail(path, size)
  const sealed = comment.startsWith(SEAL) && isHeld(await digestOf(path, size - SEAL_BYTES), comment.slice(SEAL.length))
  const listed = new Map(manifest?.files.map((file) => [file.path, file.sha256]))
  const names = [...found.keys()].filter((name) => name !== SIGNED_NAMES.manifest && name !== SIGNED_NAMES.signature)
  const changed = names.filter((name) => listed.has(name) && listed.get(name) !== found.get(name))
  const added = names.filter((name) => !listed.has(name))
  const missing = [...listed.keys()].filter((name) => !found.has(name))
  const isAsSigned = isZip && signed && changed.length + added.length + missing.length === 0
  return {
    unchanged: isAsSigned && sealed,
    repacked: isAsSigned && !sealed,
    sealed,
    signed,
    manifest,
    changed,
    missing,
    added,
  }
}

async function read(chunks: AsyncIterable<Uint8Array>, mostBytes: number): Promise<{ sha256: string; start: Buffer }> {
  const hash = createHash('sha256')
  const start: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    hash.update(chunk)
    if (bytes < mostBytes) start.push(chunk)
    bytes += chunk.length
  }
  return { sha256: hash.digest('hex'), start: Buffer.concat(start) }
}

function manifestIn(text: Buffer): SignedManifest | null {
  try {
    const manifest = JSON.parse(text.toString('utf8')) as SignedManifest
    const isOurs =
      manifest.format === SITE_FORMAT &&
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
