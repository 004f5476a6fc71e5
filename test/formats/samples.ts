/** A made-up result that has everything that is hard: every layer, holes, several parts, no geometry, odd text. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import type { Position, ResultGeometry } from '../../server/geometry/geometry.ts'
import { type Cell, type Column, LAYERS, type Layer, type Row } from '../../server/imkl/model/layers.ts'

export const ODD_TEXT = `Één "kabel", 'twee' \\ drie;\nvier 🚧 é`
/** 254 bytes end in the middle of a two-byte character. */
export const LONG_TEXT = `x${'é'.repeat(300)}`
/** Ten characters each; far more than 254 together. */
export const KLIC_NUMBERS = Array.from({ length: 40 }, (_, i) => `22G${String(i).padStart(7, '0')}`)

export interface Sample {
  layer: Layer
  row: Row
  geometry: ResultGeometry | null
}

export interface Folder {
  path: (name: string) => string
}

/** A folder that goes when the test ends. The name has what paths of users have. */
export function folder(t: TestContext): Folder {
  const path = mkdtempSync(join(tmpdir(), "klic & 'formats' "))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  return { path: (name) => join(path, name) }
}

/** Per layer: a full row, one with odd and long values and several parts, one without geometry, one with nothing known. */
export function samples(): Sample[] {
  return LAYERS.flatMap((layer, at): Sample[] => {
    const id = (n: number): string => `nl.imkl-KL1234.${layer.name}_${n}`
    const x = 120000 + at * 500
    const full = Object.fromEntries(layer.columns.map((column, i): [string, Cell] => [column.name, value(column, i)]))
    const odd = Object.fromEntries(
      layer.columns
        .filter((column) => column.type === 'text')
        .map((column): [string, Cell] => [column.name, column.width === 254 ? LONG_TEXT : ODD_TEXT]),
    )
    return [
      { layer, row: { ...full, id: id(1) }, geometry: one(layer, x) },
      {
        layer,
        row: { ...odd, id: id(2), klic_nummer: KLIC_NUMBERS.join(',') },
        geometry: several(layer, x + 100.1236),
      },
      { layer, row: { ...full, id: id(3) }, geometry: null },
      { layer, row: { id: id(4), objecttype: 'Kast' }, geometry: one(layer, x + 300) },
    ]
  })
}

/** @param fewer leaves every layer out whose place is odd, to see empty ones */
export function writeSample(
  path: string,
  { fewer = false, repeat = 1, isSimulated = false } = {},
): Record<string, number> {
  const writer = createGeoPackage(path)
  const counts: Record<string, number> = {}
  const wanted = samples().filter(({ layer }) => !fewer || LAYERS.indexOf(layer) % 2 === 0)
  for (let n = 0; n < repeat; n++) {
    for (const { layer, row, geometry } of wanted) {
      writer.feature(layer.name, n === 0 ? row : { ...row, id: `${row.id}_${n}` }, geometry)
      counts[layer.name] = (counts[layer.name] ?? 0) + 1
    }
  }
  for (const klic of KLIC_NUMBERS) {
    writer.row('levering', { klic_nummer: klic, volgnummer: 1, compleet: klic !== '22G0000003', adres: ODD_TEXT })
  }
  writer.row('netbeheerder', {
    klic_nummer: '22G0000001',
    bronhouder: 'KL1234',
    naam: 'Voorbeeld "Net" B.V.',
    betrokken: null,
  })
  writer.finish({
    lastChange: '2022-03-04T10:11:12.5+01:00',
    warnings: [
      ...(isSimulated ? [{ code: 'SIMULATED', message: 'Test data', messageNl: 'Testgegevens' }] : []),
      {
        code: 'FICTITIOUS',
        message: 'One invented position',
        messageNl: 'Let op: één fictieve ligging',
        count: 2,
        operator: 'KL1234',
        objectId: 'nl.imkl-KL1234.1',
        x: 120000.5,
        y: 480000,
      },
    ],
  })
  return counts
}

function value(column: Column, i: number): Cell {
  switch (column.type) {
    case 'text':
      return column.name === 'klic_nummer' ? '22G0000001' : `${column.name} ${i}`.slice(0, column.width)
    case 'integer':
      return 100000 + i
    case 'real':
      return i + 0.125
    case 'boolean':
      return i % 2 === 0
    case 'date':
      return '1955-01-31'
  }
}

const square = (x: number, y: number, side: number): number[] => [
  x,
  y,
  x + side,
  y,
  x + side,
  y + side,
  x,
  y + side,
  x,
  y,
]
const hole = (x: number, y: number, side: number): number[] => [
  x,
  y,
  x,
  y + side,
  x + side,
  y + side,
  x + side,
  y,
  x,
  y,
]

function one(layer: Layer, x: number): ResultGeometry {
  const y = 480000.1234
  switch (layer.geometry) {
    case 'Point':
      return { type: 'Point', xy: [x, y] satisfies Position }
    case 'MultiLineString':
      return { type: 'MultiLineString', lines: [[x, y, x + 10, y, x + 10, y + 20.5]] }
    case 'MultiPolygon':
    case 'Polygon':
      return { type: 'MultiPolygon', polygons: [[square(x, y, 50)]] }
  }
}

function several(layer: Layer, x: number): ResultGeometry {
  const y = 481000
  const holed = [square(x, y, 50), hole(x + 10, y + 10, 5), hole(x + 20, y + 20, 5)]
  switch (layer.geometry) {
    case 'Point':
      return { type: 'Point', xy: [x, y] }
    case 'MultiLineString':
      return {
        type: 'MultiLineString',
        lines: [
          [x, y, x + 1, y + 1],
          [x + 5, y, x + 6, y + 1, x + 7, y],
        ],
      }
    case 'Polygon':
      return { type: 'MultiPolygon', polygons: [holed] }
    case 'MultiPolygon':
      return { type: 'MultiPolygon', polygons: [holed, [square(x + 100, y, 20)]] }
  }
}
