/**
 * The picture of the ground that a delivery holds, `bronnen/GB_<number>.png`: the large-scale base map (BGT). It covers exactly
 * the rectangle of the delivery's gml:boundedBy, north up.
 */
import type { Extent } from '../../geometry/geometry.ts'
import { fieldOf, structuresOf } from '../gml/properties.ts'
import type { Delivery } from './delivery.ts'
import type { DeliveryDocument, OpenDelivery } from './source.ts'

const PICTURE = /^bronnen\/GB_([^/]*)\.png$/i

/** Undefined when it has none. */
export function pictureOf({ documents }: OpenDelivery, klicNumber: string): DeliveryDocument | undefined {
  const pictures = [...documents.values()].filter(({ path }) => PICTURE.test(path))
  const own = pictures.find(({ path }) => PICTURE.exec(path)?.[1] === klicNumber)
  return own ?? pictures[0]
}

/** It says that a picture comes with it, and none did. */
export const lacksPicture = ({ administrative, source, klicNumber }: Delivery): boolean =>
  pictureOf(source, klicNumber) === undefined &&
  [...administrative.values()].some(
    ({ objecttype, properties }) =>
      objecttype === 'GebiedsinformatieLevering' &&
      structuresOf(properties, 'achtergrondkaart').some((map) => PICTURE.test(fieldOf(map, 'kaartreferentie') ?? '')),
  )

/** The bounds stand before the first member. */
const HEAD_BYTES = 64 * 1024
const NUMBERS = String.raw`\s*(-?[\d.]+)\s+(-?[\d.]+)\s*`
const ENVELOPE = new RegExp(
  String.raw`<(?:\w+:)?boundedBy>\s*<(?:\w+:)?Envelope([^>]*)>` +
    String.raw`\s*<(?:\w+:)?lowerCorner>${NUMBERS}</(?:\w+:)?lowerCorner>` +
    String.raw`\s*<(?:\w+:)?upperCorner>${NUMBERS}</(?:\w+:)?upperCorner>`,
)

/** The rectangle of gml:boundedBy in RD New; null when the delivery does not name one that can be. */
export async function boundsOf(source: OpenDelivery): Promise<Extent | null> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of source.chunks()) {
    parts.push(chunk)
    bytes += chunk.length
    if (bytes >= HEAD_BYTES) break
  }
  // Zero bytes go, so that UTF-16 is understood as well: names and numbers are ASCII.
  const head = Buffer.concat(parts).subarray(0, HEAD_BYTES).toString('latin1').replaceAll('\0', '')
  const found = ENVELOPE.exec(head)
  if (!found || !/28992\b/.test(found[1]!)) return null
  const [minX, minY, maxX, maxY] = found.slice(2).map(Number) as [number, number, number, number]
  const isRectangle = [minX, minY, maxX, maxY].every(Number.isFinite) && minX < maxX && minY < maxY
  return isRectangle ? { minX, minY, maxX, maxY } : null
}
