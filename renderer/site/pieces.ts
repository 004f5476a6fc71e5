/** What lies in the page, packed: each piece is unpacked when it is shown. */
import type { SiteMapFacts, SiteRow } from '../../server/contract/site-page.ts'

const textOf = (id: string): string | null => document.getElementById(id)?.textContent ?? null

export const facts = JSON.parse(textOf('site-facts') ?? 'null') as SiteMapFacts | null

/** @returns null when the page has no piece of this name */
export const bytesOf = (id: string): Uint8Array<ArrayBuffer> | null => {
  const text = textOf(id)
  if (text === null) return null
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}

export const unpacked = async (id: string): Promise<ArrayBuffer | null> => {
  const bytes = bytesOf(id)
  if (bytes === null) return null
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
}

export interface SiteObject {
  layer: string
  fid: number
  box: SiteRow[1]
  /** By column; what is not known is left out */
  properties: Record<string, string | number | boolean>
}

interface LayerRows {
  columns: readonly string[]
  rows: Map<number, SiteRow>
}

const readAll = async (): Promise<Map<string, LayerRows>> => {
  const layers = new Map<string, LayerRows>()
  for (const { id, layer, columns } of facts?.objects ?? []) {
    const found = layers.get(layer) ?? { columns, rows: new Map<number, SiteRow>() }
    const rows = JSON.parse(new TextDecoder().decode((await unpacked(id)) ?? undefined)) as SiteRow[]
    for (const row of rows) found.rows.set(row[0], row)
    layers.set(layer, found)
    // Whoever touches the map meanwhile goes first.
    await new Promise((resolve) => setTimeout(resolve))
  }
  return layers
}

let reading: Promise<Map<string, LayerRows>> | undefined

/** Everything that is known of every object; read once. */
const allObjects = (): Promise<Map<string, LayerRows>> => {
  reading ??= readAll()
  return reading
}

const objectFrom = (layer: string, columns: readonly string[], [fid, box, cells]: SiteRow): SiteObject => {
  const properties: SiteObject['properties'] = {}
  for (const [i, column] of columns.entries()) {
    const cell = cells[i]
    if (cell !== null && cell !== undefined) properties[column] = cell
  }
  return { layer, fid, box, properties }
}

export const objectOf = async (layer: string, fid: number): Promise<SiteObject | null> => {
  const known = (await allObjects()).get(layer)
  const row = known?.rows.get(fid)
  return known && row ? objectFrom(layer, known.columns, row) : null
}

const readEach = async (): Promise<readonly SiteObject[]> => {
  const found: SiteObject[] = []
  for (const [layer, { columns, rows }] of await allObjects())
    for (const row of rows.values()) found.push(objectFrom(layer, columns, row))
  return found
}

let each: Promise<readonly SiteObject[]> | undefined

/** Kept: each letter that somebody types looks through all of them. */
export const eachObject = (): Promise<readonly SiteObject[]> => {
  each ??= readEach()
  return each
}
