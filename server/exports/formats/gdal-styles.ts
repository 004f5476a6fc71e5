/** Styles in a GeoPackage that GDAL writes, as QGIS keeps them: it applies the style of a layer that is added by itself. */
import type { Dataset } from 'gdal-async'
import { STYLE_TABLE } from '../geopackage/styles.ts'

/** Equal contents give equal bytes, on every day. */
export const FIXED_DATE = '1980-01-01T00:00:00.000Z'

/** @param gdal the library, which its caller has loaded already */
export function addStyles(
  gdal: typeof import('gdal-async'),
  set: Dataset,
  description: string,
  styles: readonly { table: string; qml: string }[],
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
