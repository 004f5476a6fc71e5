/** Signs a ZIP while it is made: its manifest, and all bytes before the seal in its comment. */
import type { ZipSeal } from '../exports/formats/zip-file.ts'
import { measured } from '../platform/measured.ts'
import { SEAL, SEAL_BYTES, type SignedAbout, type SignedFile, type ZipSigner } from './signed-zip.ts'

export const sealOf = (signer: ZipSigner): ZipSeal => ({
  comment: SEAL.padEnd(SEAL_BYTES, '0'),
  async *through(chunks) {
    const { pass, result } = measured()
    yield* pass(withoutEnd(chunks, SEAL_BYTES))
    yield Buffer.from(`${SEAL}${signature(Buffer.from(result().sha256, 'hex'), signer)}`)
  },
})

async function* withoutEnd(chunks: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let held = Buffer.alloc(0)
  for await (const chunk of chunks) {
    held = Buffer.concat([held, chunk])
    const ready = Math.max(0, held.length - bytes)
    if (ready > 0) yield held.subarray(0, ready)
    held = held.subarray(ready)
  }
}

/** @returns what the ZIP holds under SIGNED_NAMES */
export function signManifest(
  about: SignedAbout,
  files: SignedFile[],
  signer: ZipSigner,
): [manifest: Buffer, signature: Buffer] {
  const text = Buffer.from(`${JSON.stringify({ ...about, public_key: signer.publicKey, files }, null, 1)}\n`)
  return [text, Buffer.from(`${signature(text, signer)}\n`)]
}

const signature = (bytes: Uint8Array, signer: ZipSigner): string => Buffer.from(signer.sign(bytes)).toString('hex')
