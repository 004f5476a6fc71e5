/** A made-up result that shows every theme, status, symbol and label anchor, each at a place of its own, with its dress. */
import { basename } from 'node:path'
import { geopackageStyles } from '../../server/exports/conversion/geopackage-styles.ts'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import type { ResultFacts } from '../../server/exports/styling/contents.ts'
import type { ResultGeometry } from '../../server/geometry/geometry.ts'
import { STATUSES } from '../../server/imkl/look/styles.ts'
import { APPURTENANCE_SYMBOLS, ELEMENT_SYMBOLS } from '../../server/imkl/look/symbols.ts'
import type { Row } from '../../server/imkl/model/layers.ts'
import { themeNameIn } from '../../server/imkl/model/names.ts'
import { resultNotes } from '../../server/imkl/model/result-notes.ts'
import { THEMES } from '../../server/imkl/model/themes.ts'

export const ORIGIN = { x: 150_000, y: 400_000 }

export const FACTS: ResultFacts = {
  title: 'KLIC "Proef" & <zoon>',
  klicNumbers: ['99G0000001', '99G0000002'],
  date: '2026-11-20T09:00:00Z',
  notes: resultNotes([{ code: 'SIMULATED' }, { code: 'OPERATOR_NOT_DELIVERED' }]),
}

export interface PlacedFeature {
  layer: string
  row: Row
  geometry: ResultGeometry
}

const point = (x: number, y: number): ResultGeometry => ({ type: 'Point', xy: [ORIGIN.x + x, ORIGIN.y + y] })
const line = (...xy: number[]): ResultGeometry => ({
  type: 'MultiLineString',
  lines: [xy.map((value, i) => value + (i % 2 === 0 ? ORIGIN.x : ORIGIN.y))],
})
const box = (x: number, y: number, width: number, height: number): ResultGeometry => ({
  type: 'MultiPolygon',
  polygons: [
    [
      [x, y, x + width, y, x + width, y + height, x, y + height, x, y].map(
        (value, i) => value + (i % 2 === 0 ? ORIGIN.x : ORIGIN.y),
      ),
    ],
  ],
})

/** Metres from ORIGIN. Rows of 3 m: a theme each, with a line for each status. */
export const ROW_M = 3
export const LINE_M = 10
/** Where label anchors stand, far from all the rest. */
export const ANCHOR = { x: 0, y: -60, stepM: 15 }

export function specimen(): PlacedFeature[] {
  const placed: PlacedFeature[] = []
  const put = (layer: string, row: Row, geometry: ResultGeometry) =>
    void placed.push({ layer, row: { id: `nl.imkl-KL9999.${layer}_${placed.length}`, ...row }, geometry })
  for (const [i, { id }] of THEMES.entries()) {
    const y = i * ROW_M
    const theme = { thema: id, thema_naam: themeNameIn('nl', id) }
    for (const [j, status] of STATUSES.entries()) {
      const x = j * (LINE_M + 2)
      put('kabel_of_leiding', { ...theme, status, objecttype: 'Overig' }, line(x, y, x + LINE_M, y))
    }
    const casing = { ...theme, status: STATUSES[i % 3]!, objecttype: 'Mantelbuis' }
    put('kabel_en_leiding_container', casing, line(38, y, 46, y))
    put('kabel_en_leiding_container', { ...casing, objecttype: 'Kabelbed' }, line(48, y, 52, y))
    put('eis_voorzorgsmaatregel', theme, box(54, y - 1, 6, 2))
    put('extra_geometrie', { ...theme, status: 'functional', eigenaar_objecttype: 'Duct' }, box(62, y - 1, 2, 2))
    put('extra_geometrie', { ...theme, status: 'functional', eigenaar_objecttype: 'Mantelbuis' }, box(65, y - 1, 2, 2))
    put('extra_geometrie', { ...theme, status: 'disused', eigenaar_objecttype: 'Kast' }, box(68, y - 1, 2, 2))
    for (const [j, name] of Object.keys(ELEMENT_SYMBOLS).entries()) {
      put('containerleidingelement', { ...theme, status: STATUSES[i % 3]!, objecttype: name }, point(74 + j * 4, y))
    }
  }
  put('kabel_of_leiding', { thema: 'nieuwThema', status: 'functional', objecttype: 'Overig' }, line(0, 46, 10, 46))
  put('kabel_of_leiding', { objecttype: 'Overig' }, line(12, 46, 22, 46))
  for (const [i, { name }] of APPURTENANCE_SYMBOLS.entries()) {
    const theme = THEMES[i % THEMES.length]!
    put(
      'leidingelement',
      { objecttype: 'Appurtenance', thema: theme.id, symbool: name, rotatie: 0 },
      point((i % 13) * 7, -8 - Math.floor(i / 13) * 7),
    )
  }
  put(
    'leidingelement',
    { objecttype: 'Appurtenance', thema: 'water', symbool: 'aansluiting', rotatie: 90 },
    point(94, -8),
  )
  const ink = { thema: 'water', objecttype: 'Maatvoering' }
  put('maatvoering_lijn', { ...ink, type: 'maatvoeringspijl' }, line(0, -24, 10, -24))
  put('maatvoering_lijn', { ...ink, type: 'maatvoeringshulplijn' }, line(12, -24, 22, -24))
  put('annotatie_lijn', { ...ink, type: 'annotatiepijlEnkelgericht' }, line(24, -24, 34, -24))
  put('annotatie_lijn', { ...ink, type: 'annotatiepijlDubbelgericht' }, line(36, -24, 46, -24))
  put('maatvoering_punt', { ...ink, type: 'maatvoeringspijlpunt', rotatie: 90 }, point(50, -24))
  put(
    'annotatie_punt',
    { ...ink, type: 'annotatielabel', tekst: '100 PVC', rotatie: -20, anker_h: 0, anker_v: 0 },
    point(54, -24),
  )
  put('diepte', { objecttype: 'DiepteTovMaaiveld', thema: 'water', diepte_m: 1.25, rotatie: 0 }, point(66, -24))
  put('diepte', { objecttype: 'DiepteNAP', thema: 'water', diepte_m: -0.5, rotatie: 0 }, point(76, -24))
  put('extra_detailinfo_punt', { objecttype: 'ExtraDetailinfo', thema: 'water' }, point(84, -24))
  put('extra_detailinfo_lijn', { objecttype: 'ExtraDetailinfo', thema: 'water' }, line(0, -32, 20, -32))
  put('extra_detailinfo_vlak', { objecttype: 'ExtraDetailinfo', thema: 'water' }, box(24, -34, 10, 4))
  put('eigen_topografie_vlak', { objecttype: 'EigenTopografie', status: 'bestaand' }, box(38, -34, 10, 4))
  put('eigen_topografie_lijn', { objecttype: 'EigenTopografie', status: 'plan' }, line(52, -32, 64, -32))
  put('eigen_topografie_punt', { objecttype: 'EigenTopografie', status: 'bestaand' }, point(68, -32))
  const request = (soort: string) => ({ objecttype: soort, soort, klic_nummer: FACTS.klicNumbers[0]! })
  put('aanvraag_polygoon', request('Graafpolygoon'), box(-4, -38, 104, 88))
  put('aanvraag_polygoon', request('Informatiepolygoon'), box(84, -36, 12, 8))
  for (const [i, { h, v, rotation }] of anchors().entries()) {
    put(
      'maatvoering_punt',
      {
        thema: 'water',
        objecttype: 'Maatvoering',
        type: 'maatvoeringslabel',
        tekst: 'HHHHHHHH',
        anker_h: h,
        anker_v: v,
        rotatie: rotation,
      },
      point(ANCHOR.x + i * ANCHOR.stepM, ANCHOR.y),
    )
  }
  return placed
}

/** The nine anchors, and the left lower one turned by 90 degrees. */
export const anchors = (): { h: number; v: number; rotation: number }[] => [
  ...[0, 0.5, 1].flatMap((v) => [0, 0.5, 1].map((h) => ({ h, v, rotation: 0 }))),
  { h: 0, v: 0, rotation: 90 },
]

/** @param fileName under which the project will look for its layers */
export function writeSpecimen(
  path: string,
  { fileName = basename(path), facts = FACTS, only = specimen() } = {},
): void {
  const writer = createGeoPackage(path)
  for (const { layer, row, geometry } of only) writer.feature(layer, row, geometry)
  writer.finish({
    lastChange: facts.date,
    warnings: [],
    dress: (layers, requests) => geopackageStyles({ fileName, layers, requests }, facts),
  })
}
