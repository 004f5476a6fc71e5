/**
 * XML with a document type is refused before a parser sees it: entities and references to other files are nothing that a
 * file with areas needs, and what they do depends on the parser, which GDAL chooses by the file's encoding.
 */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { brokenOff, UnreadableArea } from './fault.ts'

const DOCTYPE = '<!DOCTYPE'

/** Without its zeros, UTF-16 and UTF-32 of either order spell these letters as every other encoding here does. */
export async function refuseDoctype(path: string): Promise<void> {
  let tail = ''
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 }) as AsyncIterable<Buffer>) {
    const text = tail + chunk.toString('latin1').replaceAll('\0', '').toUpperCase()
    if (text.includes(DOCTYPE)) {
      const message =
        'This XML has a document type (DOCTYPE), by which a file can call in others. Export the areas anew, as GeoJSON or GeoPackage.'
      throw new UnreadableArea('ACTIVE_CONTENT', message)
    }
    tail = text.slice(1 - DOCTYPE.length)
  }
}

const HEAD_BYTES = 65_536
const TAIL_BYTES = 4096

/** GDAL reads a GML file that was cut as far as it goes, without an error. @throws UnreadableArea BROKEN_OFF */
export async function refuseWithoutEnd(path: string): Promise<void> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const textAt = async (from: number, bytes: number): Promise<string> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, from)
      return buffer.toString('latin1', 0, bytesRead).replaceAll('\0', '')
    }
    const head = await textAt(0, HEAD_BYTES)
    const tail = await textAt(Math.max(0, size - TAIL_BYTES), TAIL_BYTES)
    const root = /<([\w:.-]+)/.exec(head.replace(/<\?.*?\?>|<!--.*?-->/gs, ''))?.[1]
    if (root && !tail.includes(`</${root}`) && !/\/>\s*$/.test(tail)) throw brokenOff()
  } finally {
    await file.close()
  }
}
