/**
 * XML before a parser sees it. One with a document type is refused: entities and references to other files are nothing that a
 * file with areas needs, and what they do depends on the parser.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { brokenOff, UnreadableArea } from './fault.ts'

/**
 * XML as every build of GDAL reads it: UTF-8, beginning with its root element. Of KML, what its driver reads otherwise than
 * others do is written so that it does not: blanks between the numbers of a position, tracks, several rings in one boundary, and
 * a ring without one.
 * @throws UnreadableArea ACTIVE_CONTENT, or BROKEN_OFF: GDAL reads a GML file that was cut as far as it goes, without an error
 */
export async function writePlainXml(from: string, to: string, isKml: boolean): Promise<void> {
  const text = decodedXml(await readFile(from))
  // Without its zeros, UTF-32 spells these letters as every other encoding here does.
  if (/<!DOCTYPE/i.test(text.replaceAll('\0', ''))) throw active()
  const root = text.slice(rootAt(text))
  const name = /^<([\w:.-]+)/.exec(root)?.[1]
  if (name && !root.includes(`</${name}`, root.length - TAIL) && !/\/>\s*$/.test(root)) throw brokenOff()
  await writeFile(to, `<?xml version="1.0" encoding="UTF-8"?>\n${isKml ? plainKml(root) : root}`)
}

const active = (): UnreadableArea => {
  const message =
    'This XML has a document type (DOCTYPE), by which a file can call in others. Export the areas anew, as GeoJSON or GeoPackage.'
  return new UnreadableArea('ACTIVE_CONTENT', message)
}

/** Characters in which the end of the root lies. */
const TAIL = 4096

/** Behind declarations and comments; where there is none, at the beginning. */
function rootAt(text: string): number {
  let at = 0
  for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', at)) {
    const end = text.startsWith('<?', open) ? '?>' : text.startsWith('<!--', open) ? '-->' : null
    if (end === null) return open
    at = text.indexOf(end, open)
    if (at < 0) return 0
  }
  return 0
}

function decodedXml(bytes: Buffer): string {
  const isWide = bytes[0] === 0xff || bytes[0] === 0xfe || bytes[0] === 0 || bytes[1] === 0
  if (isWide) return new TextDecoder(bytes[0] === 0xfe || bytes[0] === 0 ? 'utf-16be' : 'utf-16le').decode(bytes)
  const stated = /<\?xml[^>]*encoding\s*=\s*["']([\w-]+)/.exec(bytes.toString('latin1', 0, 1024))?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(stated).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** The driver knows elements of KML by their names without a prefix. */
function withoutPrefix(text: string): string {
  const prefix = /^<([\w-]+):kml\b/.exec(text)?.[1]
  if (!prefix) return text
  return text.replaceAll(new RegExp(`(</?)${prefix}:`, 'g'), '$1').replace(`xmlns:${prefix}=`, 'xmlns=')
}

/** Elements of KML 2.3 and of Google's extension. */
const plainKml = (text: string): string =>
  withoutPrefix(text)
    .replaceAll(/<(\w+:)?Track\b[^>]*>(.*?)<\/\1Track>/gs, (_all, _prefix, track: string) => lineOfTrack(track))
    .replaceAll(/<(\/?)(?:\w+:)?MultiTrack\b[^>]*>/g, '<$1MultiGeometry>')
    .replaceAll(/<(?:\w+:)?coordinates>[^<]*/g, (numbers) => numbers.replaceAll(/\s*,\s*/g, ','))
    .replaceAll(/<((?:\w+:)?innerBoundaryIs)>.*?<\/\1>/gs, (boundary, name: string) =>
      boundary.replaceAll(/(<\/(?:\w+:)?LinearRing>)\s*(?=<(?:\w+:)?LinearRing\b)/g, `$1</${name}><${name}>`),
    )
    .replaceAll(/(BoundaryIs>\s*)?<((?:\w+:)?LinearRing)\b[^>]*>.*?<\/\2>/gs, (ring, boundary?: string) =>
      boundary ? ring : `<Polygon><outerBoundaryIs>${ring}</outerBoundaryIs></Polygon>`,
    )

/** @param track `<gx:coord>5.38 52.15 0</gx:coord>` for each moment */
function lineOfTrack(track: string): string {
  const positions = [...track.matchAll(/<(?:\w+:)?coord>([^<]*)</g)].map(([, at]) =>
    at!.trim().split(/\s+/).slice(0, 2).join(','),
  )
  return `<LineString><coordinates>${positions.join(' ')}</coordinates></LineString>`
}
