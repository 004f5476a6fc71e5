/** Reads the heads of the Shapefiles in a finished ZIP, and says what is in it. */
import * as yauzl from 'yauzl'
import { LAYERS } from '../domain/imkl/layers.ts'
import { RD_NEW_ESRI } from '../domain/rd/esri.ts'
import { INDEX_BYTES, SHP_HEADER_BYTES } from './shp.ts'

export interface ZippedShapefiles {
  /** A layer that goes on in a further file counts as one. */
  layers: { name: string /** Of its shapes, as the format numbers them. */; kind: number; rows: number }[]
  /** All of them say that they are in RD New. */
  isInRd: boolean
}

interface Entry {
  bytes: number
  head: Buffer
}

/** Of a .prj the whole. */
const HEAD_BYTES = 1024

/** @throws Error when the files of a Shapefile do not agree with each other */
export async function inspectShapefileZip(path: string): Promise<ZippedShapefiles> {
  const entries = await headsOf(path)
  const layers = new Map<string, ZippedShapefiles['layers'][number]>()
  let isInRd = true
  for (const [entry, shp] of entries) {
    if (!entry.endsWith('.shp')) continue
    const file = entry.slice(0, -'.shp'.length)
    const other = (extension: string): Entry => {
      const found = entries.get(`${file}.${extension}`)
      if (!found) throw new Error(`Written result refused: Shapefile ${file} lacks its .${extension}`)
      return found
    }
    const kind = shp.head.readInt32LE(32)
    const rows = countOf(file, shp, other('shx'), other('dbf'))
    if (other('prj').head.toString('latin1') !== RD_NEW_ESRI) isInRd = false
    if (other('cpg').head.toString('latin1') !== 'UTF-8') throw new Error(`Written result refused: ${file} is no UTF-8`)
    const name = LAYERS.find((layer) => layer.name === file)?.name ?? file.replace(/_\d+$/, '')
    const known = layers.get(name)
    if (known) known.rows += rows
    else layers.set(name, { name, kind, rows })
  }
  return { layers: [...layers.values()], isInRd }
}

function countOf(file: string, shp: Entry, shx: Entry, dbf: Entry): number {
  const rows = dbf.head.readUInt32LE(4)
  const agrees =
    shp.head.readInt32BE(24) * 2 === shp.bytes &&
    shx.head.readInt32BE(24) * 2 === shx.bytes &&
    shx.bytes === SHP_HEADER_BYTES + rows * INDEX_BYTES &&
    dbf.bytes === dbf.head.readUInt16LE(8) + rows * dbf.head.readUInt16LE(10) + 1
  if (!agrees) throw new Error(`Written result refused: the files of Shapefile ${file} do not agree with each other`)
  return rows
}

async function headsOf(path: string): Promise<Map<string, Entry>> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false })
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      const stream = await zip.openReadStreamPromise(entry)
      const chunks: Uint8Array[] = []
      let bytes = 0
      // Leaving the loop closes the stream.
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes >= HEAD_BYTES) break
      }
      entries.set(entry.fileName, { bytes: entry.uncompressedSize, head: Buffer.concat(chunks) })
    }
  } finally {
    zip.close()
  }
  return entries
}
