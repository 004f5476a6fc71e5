/**
 * A whole QGIS project around one result: a layer tree by theme, drawn in the official order apart from the tree, the
 * request area as frame, a background that does no harm without a network, and a page to print.
 * Paths are relative to the GeoPackage that holds the project, so it may be moved; QGIS has no way to say "this file",
 * so under another name than `fileName` it asks for the file once.
 */
import { growExtent } from '../../geometry/flat.ts'
import type { Extent } from '../../geometry/geometry.ts'
import { DRAW_ORDER } from '../../imkl/look/styles.ts'
import { LAYERS, type Layer } from '../../imkl/model/layers.ts'
import { TABLES_TO_READ, tableLayer, tablesGroup } from './attention.ts'
import { frameOf, preliminaryName, type ResultContents, type ResultFacts } from './contents.ts'
import { layoutXml } from './layout.ts'
import { QGIS_DOCTYPE, QGIS_VERSION, styleOf } from './qml.ts'
import { groundBeside, groundGroup, type RasterLayer, rasterLayer, treeRaster } from './rasters.ts'
import { atlasXml, SHEETS, sheetInside, sheetsInTree, sheetsLayer } from './sheets.ts'
import { RD_NEW } from './systems.ts'
import { checked, type Group, groupsOf, idOf, type ProjectLayer, treeLayer } from './tree.ts'
import { bookmarksXml, mapThemesXml } from './views.ts'
import { document, el, type Xml } from './xml.ts'

export const PROJECT_NAME = 'KLIC'

/** BRT Achtergrondkaart of PDOK, in grey. As tiles: a WMTS would ask for its capabilities before the project opens. */
const BACKGROUND: RasterLayer = {
  id: idOf('achtergrond'),
  name: 'BRT Achtergrondkaart (PDOK, internet)',
  source:
    'type=xyz&url=https://service.pdok.nl/brt/achtergrondkaart/wmts/v2_0/grijs/EPSG:3857/%7Bz%7D/%7Bx%7D/%7By%7D.png&zmax=19&zmin=6',
  from: 'tiles',
}

/** Shown of a result that has no place at all. */
const NETHERLANDS: Extent = { minX: 10_000, minY: 305_000, maxX: 280_000, maxY: 620_000 }
const GEOMETRY_NAMES = { Point: 'Point', MultiLineString: 'Line', MultiPolygon: 'Polygon', Polygon: 'Polygon' } as const

/** Top to bottom. */
export const drawnOrder = (layers: readonly ProjectLayer[]): ProjectLayer[] =>
  [...layers].sort((a, b) => DRAW_ORDER.indexOf(b.table) - DRAW_ORDER.indexOf(a.table))

/** Where layers are read from, in the words of a provider of QGIS. */
export interface LayerSource {
  readonly provider: string
  of(layer: ProjectLayer): string
  /** What it gives its coordinates in; QGIS does not ask it. */
  readonly crs: Xml
}

/** A GeoPackage in the same folder as what names it. */
export const besideIt = (fileName: string): LayerSource => ({
  provider: 'ogr',
  crs: RD_NEW,
  of: ({ table, subset }) => `./${fileName}|layername=${table}${subset ? `|subset=${subset}` : ''}`,
})

export function projectXml(contents: ResultContents, facts: ResultFacts): string {
  const groups = groupsOf(contents).map((group) => ({ ...group, name: preliminaryName(group.name, facts) }))
  const [tables, below] = ['Let op', 'ondergrond'].map((name) => preliminaryName(name, facts)) as [string, string]
  const source = besideIt(contents.fileName)
  const layers = groups.flatMap((group) => group.layers)
  const ground = groundBeside(contents.ground ?? [], contents.fileName)
  const order = [SHEETS, ...drawnOrder(layers).map(({ id }) => id), ...ground.map(({ id }) => id), BACKGROUND.id]
  const frame = frameOf(contents) ?? NETHERLANDS
  const root = el(
    'qgis',
    { version: QGIS_VERSION, projectname: facts.title },
    el('homePath', { path: '' }),
    el('title', {}, facts.title),
    el('projectCrs', {}, RD_NEW),
    el(
      'layer-tree-group',
      {},
      tablesGroup(contents.fileName, tables),
      ...groups.map((group) => treeGroup(group, source)),
      sheetsInTree(frame),
      ...groundGroup(ground, below),
      treeRaster(BACKGROUND),
      el('custom-order', { enabled: 1 }, ...order.map((id) => el('item', {}, id))),
    ),
    el(
      'mapcanvas',
      { name: 'theMapCanvas', annotationsVisible: 1 },
      el('units', {}, 'meters'),
      extentXml(widened(frame)),
      el('rotation', {}, '0'),
      el('destinationsrs', {}, RD_NEW),
    ),
    el(
      'projectlayers',
      {},
      ...TABLES_TO_READ.map((table) => tableLayer(table, contents.fileName)),
      ...layers.map((layer) => mapLayer(layer, source)),
      sheetsLayer(frame),
      ...[...ground, BACKGROUND].map(rasterLayer),
    ),
    snappingXml(layers),
    mapThemesXml(
      groups,
      [tables, below],
      [...ground, BACKGROUND].map(({ id }) => id),
    ),
    el('layerorder', {}, ...order.map((id) => el('layer', { id }))),
    el(
      'properties',
      {},
      el('Paths', {}, el('Absolute', { type: 'bool' }, 'false')),
      el('SpatialRefSys', {}, el('ProjectionsEnabled', { type: 'int' }, '1')),
    ),
    el(
      'ProjectViewSettings',
      { UseProjectScales: 0, rotation: 0 },
      el('DefaultViewExtent', edges(widened(frame)), RD_NEW),
    ),
    el('Layouts', {}, layoutXml(groups, facts, widened(frame)), layoutXml(groups, facts, sheetInside(frame), atlasXml)),
    bookmarksXml(preliminaryName('KLIC', facts), [
      { name: 'hele gebied', extent: widened(frame) },
      ...(contents.requests ?? []).map(({ klicNumber: name, extent }) => ({ name, extent: widened(extent) })),
    ]),
  )
  return document(root, QGIS_DOCTYPE)
}

/** Of a corner or a side of what was delivered; in pixels. */
const SNAP = { type: 3, tolerance: 12, minScale: 0, maxScale: 0 } as const

/** Texts and lines of dimensions are nowhere in the ground. */
const isSnappedTo = ({ table }: ProjectLayer): boolean => !/^(annotatie|maatvoering)_/.test(table)

/** What somebody draws on a result snaps to it (QGIS's mode 3: by layer). */
const snappingXml = (layers: readonly ProjectLayer[]): Xml =>
  el(
    'snapping-settings',
    { enabled: 1, mode: 3, unit: 1, ...SNAP, 'intersection-snapping': 0, 'self-snapping': 0, scaleDependencyMode: 0 },
    el(
      'individual-layer-settings',
      {},
      ...layers.map((layer) => el('layer-setting', { id: layer.id, enabled: isSnappedTo(layer), units: 1, ...SNAP })),
    ),
  )

const MARGIN = 0.05

const widened = (extent: Extent): Extent => {
  const { minX, minY, maxX, maxY } = extent
  const margin = Math.max(maxX - minX, maxY - minY, 20) * MARGIN
  return growExtent(extent, margin)
}

const edges = ({ minX, minY, maxX, maxY }: Extent) => ({ xmin: minX, ymin: minY, xmax: maxX, ymax: maxY })

const extentXml = ({ minX, minY, maxX, maxY }: Extent): Xml =>
  el(
    'extent',
    {},
    el('xmin', {}, String(minX)),
    el('ymin', {}, String(minY)),
    el('xmax', {}, String(maxX)),
    el('ymax', {}, String(maxY)),
  )

export const treeGroup = ({ name, layers, on }: Group, source: LayerSource): Xml =>
  el(
    'layer-tree-group',
    { name, checked: checked(on), expanded: 0 },
    ...layers.map((layer) => treeLayer(layer.id, layer.name, source.of(layer), source.provider)),
  )

export function mapLayer(layer: ProjectLayer, source: LayerSource): Xml {
  const { geometry } = LAYERS.find(({ name }) => name === layer.table) as Layer
  const { attributes, parts } = styleOf(layer.table, layer.only)
  return el(
    'maplayer',
    { type: 'vector', geometry: GEOMETRY_NAMES[geometry], wkbType: geometry, readOnly: 1, ...attributes },
    el('id', {}, layer.id),
    el('datasource', {}, source.of(layer)),
    el('layername', {}, layer.name),
    el('srs', {}, source.crs),
    el('provider', { encoding: 'UTF-8' }, source.provider),
    ...parts,
  )
}
