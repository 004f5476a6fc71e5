/**
 * What is opened with the application from outside: links klic-desktop://job/ID, and files. A link only names a job, and
 * a file's kind follows from its content where the name is not enough. Electron-free.
 */
import fs from 'node:fs/promises'
import path from 'node:path'
import * as yauzl from 'yauzl'
import type { OpenedItem } from './preload.ts'

export const SCHEME = 'klic-desktop'

/** Ids are the server's own: letters, digits, - and _. */
const JOB_LINK = /^klic-desktop:\/\/job\/([\w-]{1,64})\/?$/

/** The job that a link names; undefined for any other text. */
const linkedJob = (address: string): string | undefined => JOB_LINK.exec(address)?.[1]

/** Of files with areas. What is in them decides; the window offers more, since nobody opens a .txt with this program. */
export const AREA_NAMES = ['.geojson', '.json', '.gpkg', '.dxf', '.kml', '.kmz', '.gml', '.wkt', '.csv']

/** What is held in memory on its way to the window; the server takes no larger area either. */
const MAX_AREA_BYTES = 100_000_000

/** Of a command line, what is to be opened: options and their values are none of it. */
export const openedFrom = (args: readonly string[]): string[] =>
  args.filter(
    (arg, index) =>
      !arg.startsWith('-') &&
      args[index - 1] !== '--data' &&
      args[index - 1] !== '--port' &&
      (arg.startsWith(`${SCHEME}:`) || [...AREA_NAMES, '.zip'].includes(path.extname(arg).toLowerCase())),
  )

/** A KLIC delivery holds a message GI_*.xml or LI_*.xml; any other archive is taken for an area (a zipped Shapefile). */
const isDelivery = (name: string): boolean => /(?:^|\/)(?:GI|LI)_[^/]*\.(?:xml|zip)$/i.test(name)

/** @throws Error when the file is no ZIP archive */
const isDeliveryZip = async (file: string): Promise<boolean> => {
  const archive = await yauzl.openPromise(file, { lazyEntries: true })
  try {
    for await (const entry of archive.eachEntry()) if (isDelivery(entry.fileName)) return true
    return false
  } finally {
    archive.close()
  }
}

export type Opened = Extract<OpenedItem, { kind: 'job' | 'area' }> | { kind: 'delivery'; file: string }

/**
 * @param text a link or the path of a file
 * @returns undefined for what is neither
 * @throws Error that says what is wrong with the file
 */
export const readOpened = async (text: string): Promise<Opened | undefined> => {
  if (text.startsWith(`${SCHEME}:`)) {
    const jobId = linkedJob(text)
    return jobId ? { kind: 'job', jobId } : undefined
  }
  const extension = path.extname(text).toLowerCase()
  if (extension === '.zip' && (await isDeliveryZip(text))) return { kind: 'delivery', file: path.resolve(text) }
  if (extension !== '.zip' && !AREA_NAMES.includes(extension)) return undefined
  const { size } = await fs.stat(text)
  if (size > MAX_AREA_BYTES)
    throw new Error(`${path.basename(text)}: ${Math.round(size / 1e6)} MB > ${MAX_AREA_BYTES / 1e6} MB`)
  return { kind: 'area', name: path.basename(text), bytes: new Uint8Array(await fs.readFile(text)) }
}
