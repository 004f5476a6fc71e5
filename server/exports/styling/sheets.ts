/**
 * Sheets of 1:500 over the requests for the page's atlas, in rows from the upper left: a layer that QGIS makes itself, of
 * the requests that it reads.
 */
import { growExtent } from '../../geometry/flat.ts'
import type { Extent } from '../../geometry/geometry.ts'
import { fixed } from './expressions.ts'
import { rendererXml } from './rules.ts'
import { lineLayer, symbol } from './symbols.ts'
import { RD_NEW } from './systems.ts'
import { idOf, treeLayer } from './tree.ts'
import { el, type Xml } from './xml.ts'

export const SHEETS = idOf('bladen_500')
const NAME = 'bladen 1:500'
const REQUESTS = idOf('aanvraag_polygoon')

/** Metres of ground on the page's map, and how much of it the next sheet shows too. */
const SIZE = { x: 150, y: 138.5 }
const OVERLAP = 5
const STEP = { x: SIZE.x - OVERLAP, y: SIZE.y - OVERLAP }

/** In the middle of a frame, a little less than a sheet: the page takes the next round scale. */
export const sheetInside = ({ minX, minY, maxX, maxY }: Extent): Extent => {
  const [x, y] = [(minX + maxX) / 2, (minY + maxY) / 2]
  return growExtent({ minX: x, minY: y, maxX: x, maxY: y }, SIZE.y / 2 - 1)
}

const countOf = (length: number, step: number): number => Math.max(1, Math.ceil((length - OVERLAP) / step))

/** @param frame of all requests. @returns SQL of SQLite with SpatiaLite, which knows layers by their ids */
function sheetsOver({ minX, minY, maxX, maxY }: Extent): string {
  const columns = countOf(maxX - minX, STEP.x)
  const rows = countOf(maxY - minY, STEP.y)
  const west = `${((minX + maxX - columns * STEP.x - OVERLAP) / 2).toFixed(3)} + k * ${STEP.x}`
  const north = `${((minY + maxY + rows * STEP.y + OVERLAP) / 2).toFixed(3)} - r * ${STEP.y}`
  const sheet = `BuildMbr(${west}, ${north} - ${SIZE.y}, ${west} + ${SIZE.x}, ${north}, 28992)`
  return `WITH RECURSIVE
kolom AS (SELECT 0 AS k UNION ALL SELECT k + 1 FROM kolom WHERE k < ${columns - 1}),
rij AS (SELECT 0 AS r UNION ALL SELECT r + 1 FROM rij WHERE r < ${rows - 1}),
vak AS (SELECT DISTINCT r, k FROM "${REQUESTS}" a
JOIN kolom ON MbrMaxX(a.geometry) >= ${west} AND MbrMinX(a.geometry) <= ${west} + ${SIZE.x}
JOIN rij ON MbrMaxY(a.geometry) >= ${north} - ${SIZE.y} AND MbrMinY(a.geometry) <= ${north}
WHERE a.objecttype IS NOT 'Informatiepolygoon' AND ST_Intersects(a.geometry, ${sheet}))
SELECT row_number() OVER (ORDER BY r, k) AS blad, ${sheet} AS geometry FROM vak`
}

const sourceOf = (frame: Extent): string =>
  `?query=${encodeURIComponent(sheetsOver(frame))}&uid=blad&geometry=geometry:3:28992`

/** Off: they are for choosing a sheet, not for digging. */
export const sheetsInTree = (frame: Extent): Xml => treeLayer(SHEETS, NAME, sourceOf(frame), 'virtual', false)

export const sheetsLayer = (frame: Extent): Xml =>
  el(
    'maplayer',
    { type: 'vector', geometry: 'Polygon', wkbType: 'Polygon', readOnly: 1, styleCategories: 'AllStyleCategories' },
    el('id', {}, SHEETS),
    el('datasource', {}, sourceOf(frame)),
    el('layername', {}, NAME),
    el('srs', {}, RD_NEW),
    el('provider', { encoding: 'UTF-8' }, 'virtual'),
    el('layerDependencies', {}, el('layer', { id: REQUESTS })),
    rendererXml([
      { label: 'blad', symbol: symbol('fill', lineLayer({ paint: fixed('#666666'), widthMm: 0.3, dash: null })) },
    ]),
    el('previewExpression', {}, '"blad"'),
  )

export const atlasXml = el('Atlas', {
  ...{ enabled: 1, coverageLayer: SHEETS, hideCoverage: 1, pageNameExpression: '"blad"' },
  ...{ sortFeatures: 1, sortKey: '"blad"', sortAscending: 1, filenamePattern: `'blad_' || @atlas_pagename` },
})
