/**
 * XML with a document type is refused before a parser sees it: entities and references to other files are nothing that a
 * file with areas needs, and what they do depends on the parser, which GDAL chooses by the file's encoding.
 */
import { createReadStream } from 'node:fs'
import { UnreadableArea } from './fault.ts'

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
