/** Signs a ZIP while it is made: its manifest, and all bytes before the seal in its comment. */
import { createHash } from 'node:crypto'
import type { ZipSeal } from '../exports/formats/zip-file.ts'
import { SEAL, SEAL_BYTES, type SignedManifest, type ZipSigner } from './signed-zip.ts'

export function sealOf(signer: ZipSigner): ZipSeal {
  return {
    comment: SEAL.padEnd(SEAL_BYTES, '0'),
    async *through(chunks) {
      const hash = createHash('sha256')
      let held = Buffer.alloc(0)
      for await (const chunk of chunks) {
        const all = Buffer.concat([held, chunk])
        const ready = all.subarray(0, Math.max(0, all.length - SEAL_BYTES))
        held = all.subarray(ready.length)
        hash.update(ready)
        if (ready.length > 0) yield ready
      }
      yield Buffer.from(`${SEAL}${hex(signer.sign(hash.digest()))}`)
    },
  }
}

/** @returns what the ZIP holds under SIGNED_NAMES */
export function signManifest(manifest: SignedManifest, signer: ZipSigner): { manifest: Buffer; signature: Buffer } {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
  return { manifest: text, signature: Buffer.from(`${hex(signer.sign(text))}\n`) }
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
