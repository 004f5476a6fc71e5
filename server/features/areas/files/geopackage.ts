/**
 * Areas of a GeoPackage, which SQLite has judged and opened (exports/geopackage/foreign.ts), without GDAL: its driver loads
 * SpatiaLite into the file, with tables over any file of this computer.
 */

import { ActiveGeoPackage, type ForeignGeoPackage } from '../../../exports/geopackage/foreign-geopackage.ts'
import { MAX_LAYERS } from '../../../geometry/found-areas.ts'
import { type Choice, collecting, nameIn, type RawAreas, type Shape } from './collect.ts'
import { UnreadableArea } from './fault.ts'
import { shapeOfWkb } from './wkb.ts'

/** @throws UnreadableArea when it is no GeoPackage, or one that holds more than rows */
export async function readGeoPackage(open: () => Promise<ForeignGeoPackage>, choice: Choice): Promise<RawAreas> {
  try {
    const file = await open()
    try {
      if (file.layers.length > MAX_LAYERS) throw tooManyLayers()
      const { found, add, isFull } = collecting('geopackage', choice)
      for (const layer of file.layers) {
        const stated = layer.crs === null ? null : await asStated(layer.crs)
        for (const { fields, wkb } of layer.features()) {
          if (isFull()) break
          add(shapeIn(wkb), { name: nameIn(fields), layer: layer.name, stated })
        }
      }
      return found
    } finally {
      file.close()
    }
  } catch (error) {
    if (error instanceof ActiveGeoPackage) throw active(error)
    if (error instanceof UnreadableArea) throw error
    const message = "This GeoPackage can't be read: it is damaged, incomplete or of another kind."
    throw new UnreadableArea('NOT_UNDERSTOOD', message)
  }
}

/** Null: there is none, or one that can't be read. */
function shapeIn(wkb: Buffer | null): Shape | null {
  try {
    return wkb && shapeOfWkb(wkb)
  } catch {
    return null
  }
}

/** A number where there is one, also for what is told in text. */
async function asStated(crs: string): Promise<string> {
  if (crs.startsWith('EPSG:')) return crs
  const { systemOfWkt } = await import('./gdal.ts')
  try {
    return systemOfWkt(crs)
  } catch {
    return crs
  }
}

const tooManyLayers = (): UnreadableArea => {
  const message = `This GeoPackage has more than ${MAX_LAYERS} layers. Save the layer with the areas as a new GeoPackage.`
  return new UnreadableArea('NOT_UNDERSTOOD', message)
}

const active = ({ what, called }: ActiveGeoPackage): UnreadableArea =>
  new UnreadableArea(
    'ACTIVE_CONTENT',
    `This GeoPackage holds a ${what} (${called.slice(0, 60)}), and only tables are read. In QGIS, save the layer with the areas as a new GeoPackage (Export > Save Features As) and give that.`,
  )
