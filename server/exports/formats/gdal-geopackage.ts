/** A GeoPackage that GDAL writes, with styles as QGIS keeps them: it applies the style of a layer that is added by itself. */
import type { Dataset, SpatialReference } from 'gdal-async'
import { STYLE_TABLE } from '../geopackage/styles.ts'

/** Equal contents give equal bytes, on every day. */
const FIXED_DATE = '1980-01-01T00:00:00.000Z'

export interface TableStyle {
  table: string
  qml: string
}

/**
 * @param gdal the library, which its caller has loaded already
 * @param path of a file that does not exist yet
 * @param description of all its styles
 * @param fill makes the layers, and returns their styles; `rd`: RD New
 */
export function writeByGdal(
  gdal: typeof import('gdal-async'),
  path: string,
  description: string,
  fill: (set: Dataset, rd: SpatialReference) => readonly TableStyle[],
): void {
  gdal.config.set('OGR_CURRENT_DATE', FIXED_DATE)
  const set = gdal.drivers.get('GPKG').create(path)
  try {
    addStyles(gdal, set, description, fill(set, gdal.SpatialReference.fromEPSG(28992)))
  } finally {
    set.close()
    gdal.config.set('OGR_CURRENT_DATE', null)
  }
}

function addStyles(
  gdal: typeof import('gdal-async'),
  set: Dataset,
  description: string,
  styles: readonly TableStyle[],
): void {
  const rows = set.layers.create(STYLE_TABLE, null, gdal.wkbNone)
  const texts = ['f_table_catalog', 'f_table_schema', 'f_table_name', 'f_geometry_column', 'styleName', 'styleQML']
  for (const name of [...texts, 'styleSLD', 'description', 'owner', 'ui', 'update_time'])
    rows.fields.add(new gdal.FieldDefn(name, gdal.OFTString))
  rows.fields.add(new gdal.FieldDefn('useAsDefault', gdal.OFTInteger))
  for (const { table, qml } of styles) {
    const style = new gdal.Feature(rows)
    style.fields.set({
      ...{ f_table_catalog: '', f_table_schema: '', f_table_name: table, f_geometry_column: 'geom' },
      ...{ styleName: table, styleQML: qml, styleSLD: '', owner: '' },
      ...{ description, useAsDefault: 1, update_time: FIXED_DATE },
    })
    rows.features.add(style)
  }
}
