/** Layers of pictures in a QGIS project or layer definition: the delivered ground, and maps that come as tiles. */
import { RD_NEW, WEB_MERCATOR } from './systems.ts'
import { idOf, treeLayer } from './tree.ts'
import { el, type Xml } from './xml.ts'

export interface RasterLayer {
  id: string
  name: string
  source: string
  /** A file in RD New, or tiles in web mercator */
  from: 'file' | 'tiles'
}

/** The ground in a GeoPackage in the same folder, the finest scale first: it is drawn over the coarser ones. */
export const groundBeside = (
  ground: readonly { readonly table: string; readonly perMetre: number }[],
  fileName: string,
): RasterLayer[] =>
  [...ground].reverse().map(({ table, perMetre }) => ({
    id: idOf(table),
    name: `BGT uit de levering, ${perMetre} pixels per m`,
    source: `GPKG:./${fileName}:${table}`,
    from: 'file',
  }))

const PROVIDERS = { file: 'gdal', tiles: 'wms' } as const

export const treeRaster = ({ id, name, source, from }: RasterLayer): Xml => treeLayer(id, name, source, PROVIDERS[from])

/** None where there is no ground. */
export const groundGroup = (layers: readonly RasterLayer[], name = 'ondergrond'): Xml[] =>
  layers.length === 0
    ? []
    : [
        el(
          'layer-tree-group',
          { name, checked: 'Qt::Checked', expanded: 0 },
          ...layers.map((layer) => treeRaster(layer)),
        ),
      ]

/** As it comes: the registry draws its map pale, for lines to be read over it. */
export const rasterLayer = ({ id, name, source, from }: RasterLayer): Xml =>
  el(
    'maplayer',
    { type: 'raster' },
    el('id', {}, id),
    el('datasource', {}, source),
    el('layername', {}, name),
    el('srs', {}, from === 'file' ? RD_NEW : WEB_MERCATOR),
    el('provider', {}, PROVIDERS[from]),
    el(
      'pipe',
      {},
      ...(from === 'file'
        ? [
            el(
              'rasterrenderer',
              { type: 'multibandcolor', redBand: 1, greenBand: 2, blueBand: 3, alphaBand: 4, opacity: 1 },
              el('rasterTransparency'),
            ),
            el('rasterresampler', { zoomedOutResampler: 'bilinear', maxOversampling: 2 }),
          ]
        : [
            el(
              'rasterrenderer',
              { type: 'singlebandcolordata', band: 1, opacity: 1, alphaBand: -1 },
              el('rasterTransparency'),
            ),
          ]),
    ),
    el('blendMode', {}, '0'),
  )
