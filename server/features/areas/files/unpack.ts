/** Unpacks what can be read of a ZIP into a folder of our own: bounded in number and size, names never taken over. */
import { createWriteStream } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as yauzl from 'yauzl'
import { AREA_FILE_ENDS, areaFormatsIn } from '../../../geometry/found-areas.ts'
import { UnreadableArea } from './fault.ts'

const MAX_ENTRIES = 2000
const MAX_TOTAL_BYTES = 200 * 1024 ** 2

/** What belongs to a Shapefile or a table of MapInfo. */
const BESIDE = ['.shx', '.dbf', '.prj', '.cpg', '.dat', '.map', '.id', '.ind', '.mid']

export interface UnpackedZip {
  files: UnpackedFile[]
  /** Names of files that hold areas, and are damaged or have a password. */
  damaged: string[]
}

export interface UnpackedFile {
  /** In the folder. */
  path: string
  /** Its name in the ZIP, without folders. */
  name: string
}

/** @returns the files that hold areas. @throws UnreadableArea */
export async function unpack(zipPath: string, folder: string): Promise<UnpackedZip> {
  let zip: yauzl.ZipFile
  try {
    zip = await yauzl.openPromise(zipPath, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
  } catch (cause) {
    throw damaged(cause)
  }
  try {
    return await unpackEntries(zip, folder)
  } catch (error) {
    throw error instanceof UnreadableArea ? error : damaged(error)
  } finally {
    zip.close()
  }
}

const damaged = (cause: unknown): UnreadableArea =>
  Object.assign(new UnreadableArea('ZIP_DAMAGED', 'The ZIP is damaged or has a password. Make it anew.'), { cause })

const tooLarge = (): UnreadableArea =>
  new UnreadableArea(
    'ZIP_TOO_LARGE',
    `The ZIP unpacks to more than ${MAX_TOTAL_BYTES / 1024 ** 2} MB or ${MAX_ENTRIES} files.`,
  )

async function unpackEntries(zip: yauzl.ZipFile, folder: string): Promise<UnpackedZip> {
  if (zip.entryCount > MAX_ENTRIES) throw tooLarge()
  const [found, broken]: [UnpackedFile[], string[]] = [[], []]
  /**
   * Name without extension, with its folders -> the name under which we keep it, so that a Shapefile's files stay together: on
   * Windows also where the case of their letters differs.
   */
  const stems = new Map<string, string>()
  const taken = new Set<string>()
  let total = 0
  let firstCause: unknown
  for await (const entry of zip.eachEntry()) {
    const extension = extname(entry.fileName).toLowerCase()
    const isMain = AREA_FILE_ENDS.includes(extension)
    // ArcGIS describes each Shapefile in a .shp.xml.
    const isNone = /(^|\/)(__MACOSX|\._)|\.(shp|tif|gpkg|dbf)\.xml$/i.test(entry.fileName)
    if ((!isMain && !BESIDE.includes(extension)) || isNone) continue
    // Judged before a byte is unpacked; the reader ends an entry that is longer than it says.
    total += entry.uncompressedSize
    if (total > MAX_TOTAL_BYTES) throw tooLarge()
    const name = entry.fileName.slice(0, -extension.length)
    const stem = taken.has(entry.fileName.toLowerCase()) ? name : name.toLowerCase()
    taken.add(entry.fileName.toLowerCase())
    if (!stems.has(stem)) stems.set(stem, `part${stems.size}`)
    const path = join(folder, `${stems.get(stem)}${extension}`)
    try {
      await pipeline(await zip.openReadStreamPromise(entry), atMost(entry.uncompressedSize), createWriteStream(path))
      if (isMain) found.push({ path, name: basename(entry.fileName) })
    } catch (error) {
      if (error instanceof UnreadableArea || !isMain) throw error
      broken.push(basename(entry.fileName))
      firstCause ??= error
    }
  }
  if (found.length === 0 && firstCause !== undefined) throw damaged(firstCause)
  if (found.length === 0) {
    const message = `In this ZIP is no ${areaFormatsIn('or')}.`
    throw new UnreadableArea('ZIP_WITHOUT_AREAS', message)
  }
  return { files: found, damaged: broken }
}

const atMost = (bytes: number): Transform => {
  let left = bytes
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length
      done(left < 0 ? tooLarge() : null, chunk)
    },
  })
}
