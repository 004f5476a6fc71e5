/** Bytes of a GML to text, in the encoding that it declares. Refuses (DELIVERY_UNREADABLE) bytes that are none in it. */
import { TextDecoder } from 'node:util'
import { Refusal } from '../../platform/refusal.ts'

export const unreadable = (name: string, what: string, cause?: unknown): Refusal =>
  new Refusal(
    'DELIVERY_UNREADABLE',
    `${name}: ${what}. Download the delivery again; if it stays like this, ask the registry for a new one.`,
    { cause },
  )

export function decode(decoder: TextDecoder, chunk: Uint8Array | undefined, name: string): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch (cause) {
    throw unreadable(name, 'the GML holds bytes that are no text in its encoding', cause)
  }
}

export function decoderFor(first: Uint8Array, name: string): TextDecoder {
  if (first[0] === 0xff && first[1] === 0xfe) return new TextDecoder('utf-16le', { fatal: true })
  if (first[0] === 0xfe && first[1] === 0xff) return new TextDecoder('utf-16be', { fatal: true })
  const head = Buffer.from(first.subarray(0, 200)).toString('latin1')
  const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(declared, { fatal: true })
  } catch (cause) {
    throw unreadable(name, `the GML declares an unknown encoding`, cause)
  }
}
