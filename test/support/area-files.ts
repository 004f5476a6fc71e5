/** A field and a trench in every format that a person may drop, made by GDAL or by hand. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import gdal from 'gdal-async'
import { lngLatFromRd } from '../../server/geometry/rd/rd.ts'

export const FIELD_RD: [number, number][] = [
  [155000, 463000],
  [155200, 463000],
  [155200, 463150],
  [155080, 463180],
  [155000, 463000],
]
export const TRENCH_RD: [number, number][] = [
  [155300, 463000],
  [155400, 463050],
  [155600, 463050],
]
const degrees = (line: [number, number][]) => line.map((at) => lngLatFromRd(at))
export const FIELD = { type: 'Polygon', coordinates: [degrees(FIELD_RD)] }
const TRENCH = { type: 'LineString', coordinates: degrees(TRENCH_RD) }

const collection = (features: readonly (readonly [name: string, geometry: object])[], crs?: string) =>
  JSON.stringify({
    type: 'FeatureCollection',
    ...(crs ? { crs: { type: 'name', properties: { name: crs } } } : {}),
    features: features.map(([naam, geometry]) => ({ type: 'Feature', properties: { naam }, geometry })),
  })

export type AreaKind = 'gpkg' | 'shp' | 'kml' | 'kmz' | 'gml' | 'dxf' | 'geojson' | 'geojson-rd' | 'wkt' | 'csv'
const DRIVER = { gpkg: 'GPKG', shp: 'ESRI Shapefile', kml: 'KML', kmz: 'KML', gml: 'GML', dxf: 'DXF' } as const
let made = 0

/** @param folder to work in. A Shapefile holds the field alone, and comes as the ZIP that a person makes of it. */
export async function makeAreaFile(kind: AreaKind, folder: string): Promise<Buffer> {
  const both = [
    ['Veld', { type: 'Polygon', coordinates: [FIELD_RD] }],
    ['Sleuf', { type: 'LineString', coordinates: TRENCH_RD }],
  ] as const
  const text = (parts: string): Buffer => Buffer.from(parts)
  switch (kind) {
    case 'geojson':
      return text(
        collection([
          ['Veld', FIELD],
          ['Sleuf', TRENCH],
        ]),
      )
    case 'geojson-rd':
      return text(collection(both, 'urn:ogc:def:crs:EPSG::28992'))
    case 'wkt':
      return text(`POLYGON ((${FIELD_RD.map((at) => at.join(' ')).join(', ')}))`)
    case 'csv':
      return text(`x;y\n${FIELD_RD.map(([x, y]) => `${x},0;${y},0`).join('\n')}\n`)
  }
  const own = join(folder, `made-${made++}`)
  mkdirSync(own)
  const inDegrees = kind === 'kml' || kind === 'kmz'
  // Ours to turn into degrees: PROJ without the grid is a decimetre off.
  const source = gdal.open(
    inDegrees
      ? collection([
          ['Veld', FIELD],
          ['Sleuf', TRENCH],
        ])
      : collection(kind === 'shp' ? both.slice(0, 1) : both, 'urn:ogc:def:crs:EPSG::28992'),
  )
  const extension = kind === 'kmz' ? 'kml' : kind
  const path = join(own, `veld.${extension}`)
  gdal.vectorTranslate(path, source, ['-f', DRIVER[kind]]).close()
  source.close()
  if (kind === 'kmz') return zipOf({ 'doc.kml': readFileSync(path) })
  if (kind === 'shp')
    return zipOf(Object.fromEntries(readdirSync(own).map((name) => [`veld/${name}`, readFileSync(join(own, name))])))
  return readFileSync(path)
}

/** A GeoPackage of one shape, as GDAL writes it. */
export function geoPackageWith(folder: string, wkt: string, srid = 28992): Buffer {
  const own = join(folder, `made-${made++}`)
  mkdirSync(own)
  const [table, path] = [join(own, 'shape.csv'), join(own, 'shape.gpkg')]
  writeFileSync(table, `naam,WKT\nBocht,"${wkt}"\n`)
  const source = gdal.open(table)
  gdal.vectorTranslate(path, source, ['-f', 'GPKG', '-a_srs', `EPSG:${srid}`]).close()
  source.close()
  return readFileSync(path)
}

/** A ZIP, also a false one: `lies` replaces an entry's packed bytes and the size that it states. */
export function zipOf(
  files: Record<string, string | Uint8Array>,
  lies: Record<string, { packed: Uint8Array; says: number }> = {},
): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [path, contents] of Object.entries(files)) {
    const bytes = Buffer.from(contents)
    const packed = lies[path]?.packed ?? deflateRawSync(bytes)
    const name = Buffer.from(path)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(lies[path]?.says ?? bytes.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, packed])
    const end = Buffer.alloc(14)
    end.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, end, name]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(central.length, 8)
  end.writeUInt16LE(central.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}
