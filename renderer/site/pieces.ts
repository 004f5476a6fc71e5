/** What lies in the page, packed: each piece is unpacked when it is shown. */
import { gunzipSync, strFromU8 } from 'fflate'
import type { SiteMapFacts, SiteRow } from '../../server/features/site-package/page-schema.ts'

const textOf = (id: string): string | null => document.getElementById(id)?.textContent ?? null

export const facts = JSON.parse(textOf('site-facts') ?? 'null') as SiteMapFacts | null

/** The program begins while the page is still being read: what stands further on comes later. */
const isRead = (): boolean => document.readyState !== 'loading'

const moreRead = (): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      watch.disconnect()
      document.removeEventListener('DOMContentLoaded', done)
      resolve()
    }
    const watch = new MutationObserver(done)
    watch.observe(document.body, { childList: true })
    document.addEventListener('DOMContentLoaded', done)
  })

/** @returns null when the page has no piece of this name */
export const bytesOf = async (id: string): Promise<Uint8Array<ArrayBuffer> | null> => {
  let found = document.getElementById(id)
  // It is whole when something follows it.
  while (!isRead() && !found?.nextSibling) {
    await moreRead()
    found = document.getElementById(id)
  }
  if (found === null) return null
  const binary = atob(found.textContent ?? '')
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}

export const unpackPiece = async (id: string): Promise<ArrayBuffer | null> => {
  const bytes = await bytesOf(id)
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

const kept = new Map<string, Promise<readonly SiteRow[]>>()

/**
 * Of one piece; unpacked once, and at once: it is small, and a stream's chunks come after all that the map draws meanwhile,
 * which a finger would wait for.
 */
const rowsOf = (id: string): Promise<readonly SiteRow[]> => {
  const rows =
    kept.get(id) ??
    bytesOf(id).then((bytes) => (bytes ? (JSON.parse(strFromU8(gunzipSync(bytes))) as readonly SiteRow[]) : []))
  kept.set(id, rows)
  return rows
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
  const known = facts?.objects.find((each) => each.layer === layer)
  if (!known) return null
  const piece = known.firsts.findLastIndex((first) => first <= fid)
  const row = (await rowsOf(`o/${layer}/${piece}`)).find(([own]) => own === fid)
  return row ? objectFrom(layer, known.columns, row) : null
}

const readEach = async (): Promise<readonly SiteObject[]> => {
  const found: SiteObject[] = []
  for (const { layer, columns, firsts } of facts?.objects ?? [])
    for (const piece of firsts.keys()) {
      for (const row of await rowsOf(`o/${layer}/${piece}`)) found.push(objectFrom(layer, columns, row))
      // Touches of the map go first.
      await new Promise((resolve) => setTimeout(resolve))
    }
  return found
}

let each: Promise<readonly SiteObject[]> | undefined

/** Kept: each letter that somebody types looks through all of them. */
export const eachObject = (): Promise<readonly SiteObject[]> => {
  each ??= readEach()
  return each
}
