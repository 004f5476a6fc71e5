/** Coordinate systems as QGIS writes them down. It takes one by its own number (srsid): by its code alone it knows none. */
import { el } from './xml.ts'

export const RD_NEW = el(
  'spatialrefsys',
  {},
  el('srsid', {}, '2517'),
  el('srid', {}, '28992'),
  el('authid', {}, 'EPSG:28992'),
)
export const WEB_MERCATOR = el(
  'spatialrefsys',
  {},
  el('srsid', {}, '3857'),
  el('srid', {}, '3857'),
  el('authid', {}, 'EPSG:3857'),
)
