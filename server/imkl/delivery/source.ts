/**
 * Opens what a user calls a delivery: the registry's ZIP, a ZIP around such ZIPs, a folder, or the bare GML.
 * Finds the GML by its name (GI_*.xml) and by what it says inside, and lists the documents beside it. Nothing is
 * written to disk, and no name from an archive is ever used as a path. Refuses (DELIVERY_UNREADABLE) what is damaged,
 * hostile, or no IMKL; see zip.ts for archives.
 */
import { createReadStream } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { measure } from '../../platform/measured.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { DeliverySource } from '../model/conversion-task.ts'
import type { DeliveryFault } from '../model/found-delivery.ts'
import { holdsZip, MAX_ENTRIES } from './open-zip.ts'
import { type ArchiveEntry, openZip } from './zip.ts'

export interface DeliveryDocument {
  /** Relative to the folder of the GML, as `bestandLocatie` writes it. */
  path: string
  bytes: number
  sha256(): Promise<string>
  chunks(): AsyncIterable<Uint8Array>
}

export interface OpenDelivery {
  /** For messages and the column `levering.bestand`. */
  name: string
  gmlName: string
  gmlBytes: number
  imklVersion: string
  /** The GML from its start; may be asked for more than once. */
  chunks(): AsyncIterable<Uint8Array>
  /** By path. Empty, and hasDocuments false, when only the GML was given. */
  documents: ReadonlyMap<string, DeliveryDocument>
  hasDocuments: boolean
}

export interface OpenSource {
  deliveries: OpenDelivery[]
  close(): Promise<void>
}

const GML_NAME = /(^|\/)GI_[^/]*\.xml$/i
const MAX_FOLDER_DEPTH = 6
/** Any other error of the system says nothing of the file. */
const NOT_THERE = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM']
/** Where the version is read from: the root element and the first member. */
const SNIFF_BYTES = 64 * 1024

const refuse = (name: string, what: string, fault: DeliveryFault, cause?: unknown): Refusal =>
  new Refusal('DELIVERY_UNREADABLE', `${name}: ${what}`, { extra: { fault }, cause })

/**
 * All deliveries in one source, in the order of their GML names; mostly one. The caller closes the source.
 * @param look.inner false: ZIPs in a ZIP are left closed, and one that holds nothing else has no delivery
 */
export async function openSource(source: DeliverySource, look = { inner: true }): Promise<OpenSource> {
  const name = source.name ?? basename(source.path)
  const kind = await kindOf(source.path, name)
  if (kind === 'xml') return { deliveries: [await bareGml(source.path, name)], close: async () => {} }
  if (kind === 'folder') {
    const deliveries = await deliveriesIn(await listFolder(source.path, name), name)
    if (deliveries.length === 0) throw noGml(name)
    return { deliveries, close: async () => {} }
  }
  const zip = await openZip(source.path, name)
  try {
    const deliveries = await deliveriesIn(zip.entries, name)
    if (deliveries.length === 0 && look.inner) {
      for (const inner of zip.entries.filter((entry) => /\.zip$/i.test(entry.path))) {
        const innerName = `${name}/${basename(inner.path)}`
        const nested = await zip.openInner(inner, innerName)
        deliveries.push(...(await deliveriesIn(nested.entries, innerName)))
      }
    }
    if (deliveries.length === 0 && look.inner) throw noGml(name)
    return { deliveries, close: zip.close }
  } catch (error) {
    await zip.close()
    throw error
  }
}

const noGml = (name: string): Refusal =>
  refuse(
    name,
    'holds no GI_*.xml, so it is no KLIC delivery. Choose the ZIP as the registry delivered it.',
    'NO_DELIVERY',
  )

async function kindOf(path: string, name: string): Promise<'zip' | 'xml' | 'folder'> {
  let head: Buffer
  let isBehind = false
  try {
    const info = await lstat(path)
    if (info.isDirectory()) return 'folder'
    const file = await open(path, 'r')
    try {
      head = (await file.read(Buffer.alloc(200), 0, 200, 0)).buffer
      isBehind = await holdsZip(file)
    } finally {
      await file.close()
    }
  } catch (cause) {
    if (!NOT_THERE.includes(String((cause as NodeJS.ErrnoException).code))) throw cause
    throw refuse(name, 'cannot be opened. Check that the file still exists and may be read.', 'DAMAGED', cause)
  }
  if (head[0] === 0x50 && head[1] === 0x4b) return 'zip'
  const text = head.toString('latin1').replaceAll('\0', '')
  if (/^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?\s*</.test(text)) return 'xml'
  if (isBehind) return 'zip'
  throw refuse(name, 'is neither a ZIP nor a GML file. Choose the ZIP as the registry delivered it.', 'NO_DELIVERY')
}

async function listFolder(root: string, name: string): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = []
  const walk = async (relative: string, depth: number): Promise<void> => {
    const found = await readdir(join(root, relative), { withFileTypes: true })
    for (const item of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = relative === '' ? item.name : `${relative}/${item.name}`
      // Links are left alone: they can point anywhere.
      if (item.isDirectory() && depth < MAX_FOLDER_DEPTH) await walk(path, depth + 1)
      else if (item.isFile()) {
        if (entries.length >= MAX_ENTRIES)
          throw refuse(name, `holds more than ${MAX_ENTRIES} files. Choose the folder of one delivery.`, 'SEVERAL')
        const file = join(root, path)
        entries.push({ path, bytes: (await lstat(file)).size, chunks: () => readAhead(file) })
      }
    }
  }
  await walk('', 0)
  return entries
}

/** In larger pieces than the default of 64 KiB: then the next is there in time. */
const readAhead = (path: string) => createReadStream(path, { highWaterMark: 256 * 1024 })

async function bareGml(path: string, name: string): Promise<OpenDelivery> {
  const entry: ArchiveEntry = {
    path: basename(path),
    bytes: (await lstat(path)).size,
    chunks: () => readAhead(path),
  }
  const version = await sniffVersion(entry)
  if (version === null)
    throw refuse(name, 'is a file that is no delivery. Choose the ZIP as the registry delivered it.', 'NO_DELIVERY')
  return delivery(name, entry, version, [], false)
}

const notImkl = (name: string): Refusal =>
  refuse(name, 'holds a GI file that is no IMKL. Choose the ZIP as the registry delivered it.', 'NOT_IMKL')

/** One delivery per request and sequence number: in 2021 and 2022 the same one was given in IMKL 1.2.1 and in 2.0. */
async function deliveriesIn(entries: readonly ArchiveEntry[], name: string): Promise<OpenDelivery[]> {
  const best = new Map<string, { entry: ArchiveEntry; version: string }>()
  const candidates = entries.filter((entry) => GML_NAME.test(entry.path)).sort((a, b) => (a.path < b.path ? -1 : 1))
  for (const entry of candidates) {
    const version = await sniffVersion(entry)
    if (version === null) continue
    const key = entry.path.replace(/(_V\d+)?\.xml$/i, '')
    const other = best.get(key)
    if (
      !other ||
      compareVersions(version, other.version) > 0 ||
      (version === other.version && /_V\d+\.xml$/i.test(entry.path))
    )
      best.set(key, { entry, version })
  }
  if (candidates.length > 0 && best.size === 0) throw notImkl(name)
  return [...best.values()].map(({ entry, version }) => {
    const folder = entry.path.slice(0, entry.path.lastIndexOf('/') + 1)
    const beside = entries.filter((other) => other.path.startsWith(folder) && other !== entry)
    const own = best.size === 1 ? name : `${name}/${basename(entry.path)}`
    return delivery(
      own,
      entry,
      version,
      beside.map((other) => ({ ...other, path: other.path.slice(folder.length) })),
      true,
    )
  })
}

const compareVersions = (a: string, b: string): number => Number.parseFloat(a) - Number.parseFloat(b)

function delivery(
  name: string,
  gml: ArchiveEntry,
  imklVersion: string,
  beside: readonly ArchiveEntry[],
  hasDocuments: boolean,
): OpenDelivery {
  const documents = beside.map((entry) => ({
    path: entry.path,
    bytes: entry.bytes,
    sha256: async () => (await measure(entry.chunks())).sha256,
    chunks: entry.chunks,
  }))
  return {
    name,
    gmlName: basename(gml.path),
    gmlBytes: gml.bytes,
    imklVersion,
    chunks: gml.chunks,
    documents: new Map(documents.map((document) => [document.path, document])),
    hasDocuments,
  }
}

/** From the namespace, not the file name: 2.0 and 3.0 share one and differ in xsi:schemaLocation. Null: no IMKL. */
async function sniffVersion(entry: ArchiveEntry): Promise<string | null> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of entry.chunks()) {
    parts.push(chunk)
    bytes += chunk.length
    if (bytes >= SNIFF_BYTES) break
  }
  // Zero bytes go, so that UTF-16 is recognised as well; the reader decodes it properly.
  const head = Buffer.concat(parts).toString('latin1').replaceAll('\0', '')
  const old = /www\.geostandaarden\.nl\/imkl\/2015\/wion\/(\d+(?:\.\d+)*)/.exec(head)?.[1]
  if (old !== undefined) return old === '1.2' ? '1.2.1' : old
  if (!head.includes('www.geostandaarden.nl/imkl/wibon')) return null
  const schema = /gmlapplicatieschema\/imkl\/(\d+)\.(\d+)/.exec(head)
  return schema ? `${schema[1]}.${schema[2]}` : '2.0'
}
