/**
 * Reads a written file back and compares it with what was merged, before it gets its name. A difference is our bug or a
 * broken disk, never the user's mistake: it throws, and the file does not appear.
 */

import type { GroundLayer } from '../../imkl/model/conversion-task.ts'
import { LAYERS } from '../../imkl/model/layers.ts'
import { RESULT_TABLES } from '../../imkl/model/result.ts'
import type { ZippedShapefile } from '../formats/shapefile.ts'
import type { Inspection } from '../geopackage/inspect.ts'
import { STYLE_TABLE } from '../geopackage/styles.ts'

/** Features per layer; a layer that is not named has none. */
export type Counts = Readonly<Record<string, number>>

/** @param dressed it was written with its styles */
export function verifyGeoPackage({ damage, layers, tables }: Inspection, expected: Counts, dressed = false): void {
  demand(damage.length === 0, `the GeoPackage is damaged: ${damage[0]}`)
  for (const { name, geometry } of LAYERS) {
    const layer = layers.find((written) => written.name === name)
    demand(layer?.geometry === geometry.toUpperCase(), `the GeoPackage lacks layer ${name} in RD New`)
    same('GeoPackage', name, layer!.rows, expected)
    demand(layer!.drawn === layer!.indexed, `the spatial index of layer ${name} is not complete`)
  }
  for (const { name } of RESULT_TABLES) {
    demand(
      tables.some((written) => written.name === name),
      `the GeoPackage lacks table ${name}`,
    )
  }
  if (dressed) {
    const styles = tables.find(({ name }) => name === STYLE_TABLE)?.rows
    demand(styles === LAYERS.length, 'the GeoPackage lacks the style of a layer')
  }
}

export function verifyGround({ tileTables }: Inspection, layers: readonly GroundLayer[]): void {
  for (const { table, tiles } of layers) {
    const written = tileTables.find(({ name }) => name === table)
    demand(
      written?.tiles === tiles,
      `the GeoPackage holds ${written?.tiles ?? 0} tiles of ${table} instead of ${tiles}`,
    )
  }
  demand(tileTables.length === layers.length, 'the GeoPackage has other tables of tiles than were written')
}

/** Counts features per layer in a GeoJSON file while its bytes come by. */
export function geoJsonCounter(featureStart: (layer: string) => string) {
  const needles = LAYERS.map(({ name }) => ({ name, bytes: Buffer.from(featureStart(name)), count: 0 }))
  // One search for what all needles begin with, and a compare at each find: 18 searches would read everything 18 times.
  const common = Buffer.from(featureStart('').split('""')[0]!)
  const longest = Math.max(...needles.map(({ bytes }) => bytes.length))
  let rest: Buffer = Buffer.alloc(0)
  let tail = ''
  const scan = (bytes: Buffer, end: number): void => {
    for (let at = bytes.indexOf(common); at !== -1 && at < end; at = bytes.indexOf(common, at + common.length)) {
      const needle = needles.find((one) => bytes.subarray(at, at + one.bytes.length).equals(one.bytes))
      if (needle) needle.count++
    }
  }
  return {
    look(chunk: Buffer): void {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      const end = Math.max(0, bytes.length - longest)
      scan(bytes, end)
      rest = Buffer.from(bytes.subarray(end))
      tail = (tail + chunk.subarray(-8).toString('latin1')).slice(-8)
    },
    verify(expected: Counts): void {
      scan(rest, rest.length)
      demand(tail.endsWith(']}\n'), 'the GeoJSON does not end where it should')
      for (const { name, count } of needles) same('GeoJSON', name, count, expected)
    },
  }
}

/** @param found in the finished ZIP; a layer that goes on in further files counts as one */
export function verifyShapefiles(found: readonly ZippedShapefile[], expected: Counts): void {
  for (const { name, geometry } of LAYERS) {
    const files = found.filter((written) => written.name === name || new RegExp(`^${name}_\\d+$`).test(written.name))
    demand(files.length > 0, `the ZIP lacks Shapefile ${name}`)
    const kind = geometry.replace('Multi', '')
    demand(
      files.every((file) => file.geometry.replace(/\s|Multi/g, '') === kind),
      `Shapefile ${name} holds other shapes`,
    )
    const rows = files.reduce((sum, file) => sum + file.rows, 0)
    same('Shapefile', name, rows, expected)
  }
}

/** Counts the entities of a drawing while its bytes come by. */
export function dxfCounter() {
  const needle = Buffer.from('\r\n  0\r\n')
  let tail: Buffer = Buffer.alloc(0)
  let found = 0
  return {
    look(chunk: Buffer): void {
      const bytes = Buffer.concat([tail, chunk])
      for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, at + 1)) found++
      tail = Buffer.from(bytes.subarray(-needle.length + 1))
    },
    verify({ things }: { things: number }): void {
      demand(
        tail.toString('latin1').endsWith('\r\nEOF\r\n'.slice(-tail.length)),
        'the drawing does not end where it should',
      )
      demand(found === things, `the drawing holds ${found} things, where ${things} were written`)
    },
  }
}

function same(format: string, layer: string, found: number, expected: Counts): void {
  const wanted = expected[layer] ?? 0
  demand(found === wanted, `the ${format} holds ${found} features in layer ${layer}, where ${wanted} were merged`)
}

function demand(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Error(`Written result refused: ${message}`)
}
