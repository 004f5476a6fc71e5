/**
 * A QGIS layer definition (.qlr): the layers of a result in one group, by theme, in the official look. Opened in any
 * project, it brings its layers along, the delivered ground below them, and changes nothing else there.
 */

import { RD_NEW as RD_NEW_URI } from '../formats/output-crs.ts'
import { GROUND_ZOOM_MIN, groundZoomMax } from '../tiles/ground-tile-grid.ts'
import type { ResultContents } from './contents.ts'
import { besideIt, drawnOrder, type LayerSource, mapLayer, treeGroup } from './project.ts'
import { groundBeside, groundGroup, type RasterLayer, rasterLayer } from './rasters.ts'
import { RD_NEW } from './systems.ts'
import { groupsOf, idOf } from './tree.ts'
import { document, el } from './xml.ts'

/** A value of QGIS's data source addresses. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`

/** Features of a page: what the server takes at most. */
const PAGE = 10_000

/**
 * OGC API - Features at a landing page. QGIS reads a layer whole and then has it, so that a map that is moved asks nothing;
 * each layer reads its own theme only. All stands in the address, whose query QGIS repeats at every document below it:
 * QGIS 3.22 knows no other system than WGS 84 there, and before 3.42 none sends what a layer is restricted to.
 */
const overHttp = (landingPage: string): LayerSource => ({
  provider: 'OAPIF',
  crs: RD_NEW,
  of: ({ table, only, subset }) => {
    const query = new URLSearchParams({ crs: RD_NEW_URI, ...(only ? { thema: only.id } : {}) })
    return [
      'pagingEnabled=true',
      `pageSize='${PAGE}'`,
      "srsname='EPSG:28992'",
      `typename=${quoted(table)}`,
      `url=${quoted(`${landingPage}?${query}`)}`,
      // What has no theme, or one that nobody knows, no parameter selects.
      ...(subset && !only ? [`filter=${quoted(subset)}`] : []),
    ].join(' ')
  },
})

/** Where its layers are: at a landing page and at an address of tiles, or in a GeoPackage of this name that lies beside the file. */
export type DefinitionSource = { ogc: string; groundTiles: string } | { gpkg: string }

/** Two of our pixels are one of a map that counts tiles of 256. */
const groundOverHttp = (address: string, finest: number): RasterLayer => ({
  id: idOf('ondergrond'),
  name: 'BGT uit de levering',
  source: [
    ...['type=xyz', `url=${address.replace(/[{}]/g, encodeURIComponent)}`, 'tilePixelRatio=2'],
    ...[`zmin=${GROUND_ZOOM_MIN.mercator}`, `zmax=${groundZoomMax('mercator', finest)}`],
  ].join('&'),
  from: 'tiles',
})

export function layerDefinition(contents: ResultContents, title: string, source: DefinitionSource): string {
  const from = 'ogc' in source ? overHttp(source.ogc) : besideIt(source.gpkg)
  const groups = groupsOf(contents)
  const layers = drawnOrder(groups.flatMap((group) => group.layers))
  const ground = groundOf(contents, source)
  const root = el(
    'qlr',
    {},
    el(
      'layer-tree-group',
      { name: '', checked: 'Qt::Checked', expanded: 1 },
      el(
        'layer-tree-group',
        { name: title, checked: 'Qt::Checked', expanded: 1 },
        ...groups.map((group) => treeGroup(group, from)),
        ...groundGroup(ground),
      ),
    ),
    el('maplayers', {}, ...layers.map((layer) => mapLayer(layer, from)), ...ground.map(rasterLayer)),
  )
  return document(root, '<!DOCTYPE qgis-layer-definition>\n')
}

function groundOf({ ground = [] }: ResultContents, source: DefinitionSource): RasterLayer[] {
  if ('gpkg' in source) return groundBeside(ground, source.gpkg)
  if (ground.length === 0) return []
  return [groundOverHttp(source.groundTiles, Math.max(...ground.map(({ perMetre }) => perMetre)))]
}
