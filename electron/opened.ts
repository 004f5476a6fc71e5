/**
 * What is opened with the application from outside: links klic-desktop://job/ID, and files. A link only names a job; what a
 * file is, a delivery or an area, the window finds out, as of one that is dropped on it. Electron-free.
 */
import fs from 'node:fs/promises'
import path from 'node:path'
import type { OpenedItem } from './preload.ts'

export const SCHEME = 'klic-desktop'

/** Ids are the server's own: letters, digits, - and _. */
const JOB_LINK = /^klic-desktop:\/\/job\/([\w-]{1,64})\/?$/

/** The job that a link names; undefined for any other text. */
const linkedJob = (address: string): string | undefined => JOB_LINK.exec(address)?.[1]

/** Of files with areas. What is in them decides; the window offers more, since nobody opens a .txt with this program. */
const AREA_NAMES = ['.geojson', '.json', '.gpkg', '.dxf', '.kml', '.kmz', '.gml', '.wkt', '.csv']

/** A delivery's ZIP, and its GI file alone. */
const DELIVERY_NAMES = ['.zip', '.xml']
export const OPENED_NAMES = [...AREA_NAMES, ...DELIVERY_NAMES]

/** What is held in memory on its way to the window. The server takes no larger area; the largest delivery that is known has 230 MB. */
const MAX_AREA_BYTES = 100_000_000
const MAX_DELIVERY_BYTES = 500_000_000

/** Of a command line, what is to be opened: options and their values are none of it. */
export const openedFrom = (args: readonly string[]): string[] =>
  args.filter(
    (arg, index) =>
      !arg.startsWith('-') &&
      args[index - 1] !== '--data' &&
      args[index - 1] !== '--port' &&
      (arg.startsWith(`${SCHEME}:`) || OPENED_NAMES.includes(path.extname(arg).toLowerCase())),
  )

/**
 * @param text a link or the path of a file
 * @returns undefined for what is neither
 * @throws Error that says what is wrong with the file
 */
export const readOpened = async (text: string): Promise<OpenedItem | undefined> => {
  if (text.startsWith(`${SCHEME}:`)) {
    const jobId = linkedJob(text)
    return jobId ? { kind: 'job', jobId } : undefined
  }
  const extension = path.extname(text).toLowerCase()
  if (!OPENED_NAMES.includes(extension)) return undefined
  const most = DELIVERY_NAMES.includes(extension) ? MAX_DELIVERY_BYTES : MAX_AREA_BYTES
  const { size } = await fs.stat(text)
  if (size > most) throw new Error(`${path.basename(text)}: ${Math.round(size / 1e6)} MB > ${most / 1e6} MB`)
  return { kind: 'file', name: path.basename(text), bytes: new Uint8Array(await fs.readFile(text)) }
}
