/**
 * The bytes of a body, bounded while they come: who sends more than a route takes is told at once, and nothing that is
 * too much is read, unpacked, parsed or walked over first.
 */
import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import type { Request } from 'express'
import { Refusal } from '../refusal.ts'

const UNPACKERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

/** The deepest body we know, a polygon in an input, has depth 5. */
const MAX_DEPTH = 40
/** The most members that a good body has are those of a job with a hundred addresses. */
const MAX_MEMBERS = 2000
/** Numbers of positions, mostly: an area of the most positions, with heights, and as many again to keep out of. */
const MAX_VALUES = 400_000
const MAX_TEXT_BYTES = 64 * 1024

/** @throws Refusal UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE or MALFORMED_JSON */
export async function bodyBytes(req: Request, mostBytes: number): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > mostBytes) throw tooLarge(mostBytes)
  const encoding = (req.headers['content-encoding'] ?? 'identity').toLowerCase()
  const unpacker = encoding === 'identity' ? undefined : UNPACKERS[encoding]
  if (encoding !== 'identity' && !unpacker) {
    throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'Send the body plain, or compressed with gzip, deflate, br or zstd.')
  }
  const unpacked = unpacker?.()
  const from = unpacked ? req.pipe(unpacked) : req
  const chunks: Buffer[] = []
  let bytes = 0
  const bounds = new JsonBounds()
  const take = (chunk: Buffer): Refusal | undefined => {
    bytes += chunk.length
    chunks.push(chunk)
    return bytes > mostBytes ? tooLarge(mostBytes) : bounds.take(chunk)
  }
  try {
    await new Promise<void>((resolve, reject) => {
      from.on('data', (chunk: Buffer) => {
        const refusal = take(chunk)
        if (refusal) reject(refusal)
      })
      from.once('end', resolve)
      unpacked?.once('error', () => reject(new Refusal('MALFORMED_JSON', 'The body is not compressed as it says.')))
      const incomplete = () => reject(new Refusal('MALFORMED_JSON', 'The body ended before it was complete.'))
      req.once('error', incomplete)
      req.once('close', () => req.complete || incomplete())
    })
  } finally {
    from.removeAllListeners('data')
    if (unpacked) {
      req.unpipe(unpacked)
      unpacked.destroy()
    }
  }
  return Buffer.concat(chunks)
}

const sizeInWords = (bytes: number): string =>
  bytes >= 1024 ** 2 ? `${bytes / 1024 ** 2} MiB. Simplify the area, or split it.` : `${bytes / 1024} KiB.`

export const tooLarge = (mostBytes: number): Refusal =>
  new Refusal('PAYLOAD_TOO_LARGE', `The body is larger than ${sizeInWords(mostBytes)}`)

/** What a value costs to parse or to walk over, counted over its bytes as they come. */
class JsonBounds {
  private depth = 0
  private members = 0
  private values = 0
  private textBytes = 0
  private inText = false
  private isEscaped = false

  /** @returns what is too much */
  take(bytes: Uint8Array): Refusal | undefined {
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i]
      if (this.inText) {
        if (++this.textBytes > MAX_TEXT_BYTES) return tooMuch(`a text of more than ${MAX_TEXT_BYTES} bytes`)
        if (this.isEscaped) this.isEscaped = false
        else if (byte === 0x5c) this.isEscaped = true
        else if (byte === 0x22) this.inText = false
      } else if (byte === 0x22) {
        this.inText = true
        this.textBytes = 0
      } else if (byte === 0x2c) {
        if (++this.values > MAX_VALUES) return tooMuch(`more than ${MAX_VALUES} values`)
      } else if (byte === 0x3a) {
        if (++this.members > MAX_MEMBERS) return tooMuch(`more than ${MAX_MEMBERS} fields`)
      } else if (byte === 0x5b || byte === 0x7b) {
        // Nesting costs the parser nothing; a walk over the value overflows the stack.
        if (++this.depth > MAX_DEPTH) {
          return new Refusal('MALFORMED_JSON', `The body is nested more than ${MAX_DEPTH} deep.`)
        }
        if (++this.values > MAX_VALUES) return tooMuch(`more than ${MAX_VALUES} values`)
      } else if (byte === 0x5d || byte === 0x7d) this.depth--
    }
    return undefined
  }
}

const tooMuch = (what: string): Refusal => new Refusal('PAYLOAD_TOO_LARGE', `The body has ${what}.`)
