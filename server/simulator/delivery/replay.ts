/**
 * Real delivery ZIPs of a folder, served instead of generated ones. The area of each is read once, from the first part
 * of its GML. A request gets the delivery that overlaps it most among those no earlier request got, unchanged; a
 * request that none overlaps gets a generated one. Every ZIP is listed as complete, because
 * no later one will come.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import polygonClipping from 'polygon-clipping'
import yauzl from 'yauzl'
import type { Ring } from '../../geometry/geometry.ts'
import { areaM2 } from '../town/clip.ts'

export interface ReplayDelivery {
  /** File name inside the folder. */
  name: string
  path: string
  klicNumber: string
  sequence: number
  ring: Ring
}

const HEAD_CHARACTERS = 8 * 1024 * 1024
const MIN_OVERLAP_M2 = 1

const pairs = (text: string): Ring => {
  const numbers = text.trim().split(/\s+/).map(Number)
  const ring: Ring = []
  for (let n = 0; n + 1 < numbers.length; n += 2) ring.push([numbers[n]!, numbers[n + 1]!])
  return ring
}

/** The selection area: the information polygon when there is one, else the request polygon, else the envelope. */
const ringIn = (head: string): Ring | undefined => {
  for (const name of ['Informatiepolygoon', 'Graafpolygoon', 'Orientatiepolygoon']) {
    const pattern = new RegExp(
      `<(?:[\\w-]+:)?${name} [\\s\\S]*?<gml:posList[^>]*>([^<]+)</gml:posList>[\\s\\S]*?</(?:[\\w-]+:)?${name}>`,
    )
    const found = pattern.exec(head)
    if (found) return pairs(found[1]!)
  }
  return undefined
}

const envelopeIn = (head: string): Ring | undefined => {
  const corners = /<gml:lowerCorner>([^<]+)<\/gml:lowerCorner>\s*<gml:upperCorner>([^<]+)<\/gml:upperCorner>/.exec(head)
  const [low] = pairs(corners?.[1] ?? '')
  const [high] = pairs(corners?.[2] ?? '')
  if (!low || !high) return undefined
  return [low, [high[0], low[1]], high, [low[0], high[1]], low]
}

/** Reads no more of the GML than it needs. */
const readRing = (path: string): Promise<{ ring: Ring | undefined; gmlPath: string }> =>
  new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true }, (failure, zip) => {
      if (failure) return reject(failure)
      zip.on('error', reject)
      zip.on('end', () => resolve({ ring: undefined, gmlPath: '' }))
      zip.on('entry', (entry) => {
        if (!/(^|\/)GI_.*\.xml$/i.test(entry.fileName)) return zip.readEntry()
        zip.openReadStream(entry, (trouble, stream) => {
          if (trouble) return reject(trouble)
          let head = ''
          const finish = (ring: Ring | undefined): void => {
            stream.removeAllListeners('data')
            stream.destroy()
            zip.close()
            resolve({ ring: ring ?? envelopeIn(head), gmlPath: entry.fileName })
          }
          stream.setEncoding('utf8')
          stream.on('data', (chunk: string) => {
            head += chunk
            const ring = head.length > HEAD_CHARACTERS ? undefined : ringIn(head)
            if (ring || head.length > HEAD_CHARACTERS) finish(ring)
          })
          stream.on('end', () => finish(ringIn(head)))
          stream.on('error', reject)
        })
      })
      zip.readEntry()
    })
  })

/** ZIPs that can't be read or hold no area are left out. In the order of their names. */
export const indexReplay = async (folder: string): Promise<ReplayDelivery[]> => {
  const deliveries: ReplayDelivery[] = []
  for (const name of readdirSync(folder)
    .filter((file) => /\.zip$/i.test(file))
    .sort()) {
    const path = join(folder, name)
    const { ring, gmlPath } = await readRing(path).catch(() => ({ ring: undefined, gmlPath: '' }))
    const numbers = /_([0-9]{2}[A-Z][0-9]{6,7})_([0-9]+)(_V\d+)?\.xml$/i.exec(gmlPath)
    if (!ring || !numbers) continue
    deliveries.push({ name, path, klicNumber: numbers[1]!, sequence: Number(numbers[2]), ring })
  }
  return deliveries
}

const overlapM2 = (a: Ring, b: Ring): number => areaM2(polygonClipping.intersection([a], [b]))

/** @param used names that earlier requests got; the chosen one is added */
export const chooseReplay = (ring: Ring, deliveries: readonly ReplayDelivery[], used: Set<string>): string | null => {
  let best: { name: string; m2: number } | undefined
  for (const delivery of deliveries) {
    if (used.has(delivery.name)) continue
    const m2 = overlapM2(ring, delivery.ring)
    if (m2 > MIN_OVERLAP_M2 && m2 > (best?.m2 ?? 0)) best = { name: delivery.name, m2 }
  }
  if (best) used.add(best.name)
  return best?.name ?? null
}
