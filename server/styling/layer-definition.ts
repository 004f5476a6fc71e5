/**
 * A QGIS layer definition (.qlr): the layers of a result in one group, by theme, in the official look. Opened in any
 * project, it brings its layers along, the delivered ground below them, and changes nothing else there.
 */
import { GROUND_ZOOM_MIN, groundZoomMax } from '../domain/look/ground-tiles.ts'
import type { ResultContents } from './contents.ts'
import { besideIt, drawnOrder, type LayerSource, mapLayer, treeGroup } from './project.ts'
import { groundBeside, groundGroup, type RasterLayer, rasterLayer } from './rasters.ts'
import { WGS84 } from './systems.ts'
import { groupsOf, idOf } from './tree.ts'
import { document, el } from './xml.ts'

/** A value of QGIS's data source addresses. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`

/** OGC API - Features at a landing page. QGIS asks for what the map shows, not for everything. */
const overHttp = (landingPage: string): LayerSource => ({
  provider: 'OAPIF',
  crs: WGS84,
  of: ({ table, subset }) =>
    [
      'pagingEnabled=true',
      "restrictToRequestBBOX='1'",
      `typename=${quoted(table)}`,
      `url=${quoted(landingPage)}`,
      ...(subset ? [`filter=${quoted(subset)}`] : []),
    ].join(' '),
})

/** Where its layers are: at a landing page and at an address of tiles, or in a GeoPackage of this name that lies beside the file. */
export type DefinitionSource = { ogc: string; groundTiles: string } | { gpkg: string }

/** Two pixels of ours are one of a map that counts tiles of 256. */
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
