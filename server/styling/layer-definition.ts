/**
 * A QGIS layer definition (.qlr): the layers of a result in one group, by theme, in the official look. Opened in any
 * project, it brings its layers along and changes nothing else there.
 */
import type { ResultContents } from './contents.ts'
import { besideIt, drawnOrder, type LayerSource, mapLayer, treeGroup, WGS84 } from './project.ts'
import { groupsOf } from './tree.ts'
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

/** @param source a landing page, or the name of the GeoPackage that lies beside the file */
export function layerDefinition(
  contents: ResultContents,
  title: string,
  source: { ogc: string } | { gpkg: string },
): string {
  const from = 'ogc' in source ? overHttp(source.ogc) : besideIt(source.gpkg)
  const groups = groupsOf(contents)
  const layers = drawnOrder(groups.flatMap((group) => group.layers))
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
      ),
    ),
    el('maplayers', {}, ...layers.map((layer) => mapLayer(layer, from))),
  )
  return document(root, '<!DOCTYPE qgis-layer-definition>\n')
}
