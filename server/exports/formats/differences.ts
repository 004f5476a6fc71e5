/**
 * Writes the differences between two results: as one GeoJSON FeatureCollection in RD New (a property `verschil`), or as a
 * GeoPackage with a layer for each kind of geometry. Equal differences give equal bytes. Objects without a geometry go to
 * the layer of points. Refuses nothing: what to compare is the caller's choice.
 */
import { open } from 'node:fs/promises'
import type { Difference } from '../../imkl/model/difference.ts'
import { differencesQml } from '../styling/differences.ts'
import { SYMBOL_KINDS } from '../styling/qml.ts'
import { writeByGdal } from './gdal-geopackage.ts'
import { inMetres } from './geojson.ts'
import { geometryText } from './geojson-text.ts'
import { TextFile } from './text-file.ts'

const CRS = '{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::28992"}}'

const FIELDS = [
  'verschil',
  'laag',
  'objecttype',
  'id',
  'thema',
  'bronhouder',
  'netbeheerder',
  'kolommen',
  'oud',
  'nieuw',
  'toelichting',
] as const

const propertiesOf = (
  one: Difference,
): Record<(typeof FIELDS)[number], string | null> & { afstand_m: number | null } => ({
  verschil: one.kind,
  laag: one.layer,
  objecttype: one.objecttype,
  id: one.id,
  thema: (one.row.thema ?? null) as string | null,
  bronhouder: (one.row.bronhouder ?? null) as string | null,
  netbeheerder: (one.row.netbeheerder ?? null) as string | null,
  kolommen: one.columns.join(',') || null,
  oud: one.columns.length > 0 ? JSON.stringify(one.before) : null,
  nieuw: one.columns.length > 0 ? JSON.stringify(one.after) : null,
  toelichting: one.notDelivered
    ? `De netbeheerder heeft voor het ${one.kind === 'nieuw' ? 'oude' : 'nieuwe'} resultaat niet overal geleverd.`
    : null,
  afstand_m: one.movedM,
})

/** @param path of a file that does not exist yet; synced when this returns */
export async function writeDifferencesGeoJson(path: string, found: Iterable<Difference>): Promise<void> {
  const file = await open(path, 'wx')
  try {
    const text = new TextFile(file)
    await text.put(`{"type":"FeatureCollection",\n"crs":${CRS},\n"features":[`)
    let separator = '\n'
    for (const one of found) {
      const geometry = one.geometry ? geometryText(one.geometry, inMetres) : 'null'
      const line = `${separator}{"type":"Feature","properties":${JSON.stringify(propertiesOf(one))},"geometry":${geometry}}`
      if (!text.add(line)) await text.turn(line)
      separator = ',\n'
    }
    await text.put('\n]}\n')
    await text.flush()
    await file.sync()
  } finally {
    await file.close()
  }
}

const SUFFIX = { Point: 'punt', MultiLineString: 'lijn', MultiPolygon: 'vlak' } as const
type Kind = keyof typeof SUFFIX

const tableOf = (kind: Kind): string => `verschillen_${SUFFIX[kind]}`

/** @param path of a file that does not exist yet */
export async function writeDifferencesGpkg(path: string, found: Iterable<Difference>): Promise<void> {
  // Loading GDAL takes as long as a small comparison: only when it is asked for.
  const { default: gdal } = await import('gdal-async')
  writeByGdal(gdal, path, 'KLIC: verschillen', (set, rd) => {
    const layers = Object.fromEntries(
      Object.keys(SUFFIX).map((kind) => {
        const type = {
          Point: gdal.wkbPoint,
          MultiLineString: gdal.wkbMultiLineString,
          MultiPolygon: gdal.wkbMultiPolygon,
        }
        const layer = set.layers.create(tableOf(kind as Kind), rd, type[kind as Kind])
        for (const name of FIELDS) layer.fields.add(new gdal.FieldDefn(name, gdal.OFTString))
        layer.fields.add(new gdal.FieldDefn('afstand_m', gdal.OFTReal))
        return [kind, layer]
      }),
    )
    for (const one of found) {
      const layer = layers[one.geometry?.type ?? 'Point']!
      const feature = new gdal.Feature(layer)
      feature.fields.set(propertiesOf(one))
      if (one.geometry) feature.setGeometry(gdal.Geometry.fromGeoJson(JSON.parse(geometryText(one.geometry, inMetres))))
      layer.features.add(feature)
    }
    return (Object.keys(SUFFIX) as Kind[]).map((kind) => ({
      table: tableOf(kind),
      qml: differencesQml(SYMBOL_KINDS[kind]),
    }))
  })
}
