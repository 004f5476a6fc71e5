/**
 * Writes a trench plan: as a GeoPackage with layers of its own, or as an XLSX workbook. Names are Dutch, as in all files of a
 * result. Equal plans give equal bytes.
 */
import gdal from 'gdal-async'
import { positionsOf } from '../../geometry/flat.ts'
import { toMillimetre } from '../../geometry/rd/rd.ts'
import type { Cell, Column } from '../../imkl/model/layers.ts'
import {
  type LocatedLine,
  rowState,
  type TrenchPlan,
  type UnknownLines,
  type Works,
  worksJson,
} from '../../imkl/model/trench-plan.ts'
import { writeByGdal } from '../formats/gdal-geopackage.ts'
import { type Sheet, writeWorkbook } from '../formats/xlsx.ts'
import { trenchQml } from '../styling/trenches.ts'
import type { MadePlan } from './trench-plan.ts'

const text = (name: string, width = 20): Column => ({ name, shp: '', type: 'text', width })
const real = (name: string): Column => ({ name, shp: '', type: 'real' })
const bool = (name: string): Column => ({ name, shp: '', type: 'boolean' })

interface List {
  name: string
  columns: readonly Column[]
  rows: readonly (readonly Cell[])[]
}

const KINDS = { crosses: 'kruist', along: 'loopt langs', within: 'binnen' } as const
const DEPTH_FROM = { object: 'van het object', measured: 'meting nabij', standard: 'standaard van het net' } as const

const STATES = {
  open: 'open',
  found: 'gevonden',
  elsewhere: 'elders gevonden',
  not_found: 'niet gevonden',
  reopened: 'verlegd sinds de vondst',
} as const

/** By the id of the line; undefined: nobody asks for the state of rows. */
type Located = Readonly<Record<string, LocatedLine>> | undefined

const trenchesOf = ({ trenches }: TrenchPlan): List => ({
  name: 'proefsleuf',
  columns: [real('nr'), real('van_m'), real('tot_m'), real('lengte_m'), real('x'), real('y'), text('lijnen', 40)],
  rows: trenches.map(({ no, fromM, toM, lengthM, xy, rows }) => [
    no,
    metres(fromM),
    metres(toM),
    lengthM,
    metres(xy[0]),
    metres(xy[1]),
    rows.join(', '),
  ]),
})

const linesOf = ({ rows }: TrenchPlan, located: Located): List => ({
  name: 'te_lokaliseren',
  columns: [
    text('id', 40),
    text('ligging'),
    real('afstand_m'),
    real('kilometrering_m'),
    real('hoek_graden'),
    text('thema'),
    text('bronhouder'),
    text('netbeheerder', 30),
    text('label'),
    text('status'),
    text('materiaal'),
    real('diameter_mm'),
    real('diepte_m'),
    text('diepte_volgens'),
    real('nauwkeurigheid_xy_cm'),
    bool('voorzorg'),
    bool('fictief'),
    text('klic_nummer'),
    text('proefsleuven'),
    ...(located ? [text('stand')] : []),
  ],
  rows: rows.map((row) => [
    row.id,
    KINDS[row.kind],
    row.distanceM,
    metres(row.chainageM),
    row.angleDeg === null ? null : Math.round(row.angleDeg),
    row.theme,
    row.operator,
    row.operatorName,
    row.label,
    row.status,
    row.material,
    row.diameterMm,
    row.depthM,
    row.depthFrom && DEPTH_FROM[row.depthFrom],
    row.accuracyCm,
    row.hasPrecaution,
    row.isSchematic,
    row.klicNumber,
    row.trenches.join(', '),
    ...(located ? [STATES[rowState(row, located[row.id])]] : []),
  ]),
})

const unknownOf = ({ unknown }: TrenchPlan): List => ({
  name: 'niet_bekend',
  columns: [
    text('wat', 60),
    text('bronhouder'),
    text('thema'),
    text('klic_nummer'),
    real('aantal'),
    text('adressen', 60),
  ],
  rows: unknown.map(unknownCells),
})

function unknownCells(one: UnknownLines): Cell[] {
  if (one.kind === 'operator_not_delivered')
    return [`${one.operatorName ?? one.operator} heeft niet geleverd`, one.operator, null, one.klicNumber, null, null]
  if (one.kind === 'part_missing')
    return ['Van een deel van het gebied is niets geleverd', null, null, one.klicNumber, null, null]
  if (one.kind === 'schematic')
    return ['Getekend zonder gemeten ligging', one.operator, one.theme, null, one.lines, null]
  if (one.kind === 'no_result') return [`Nog geen resultaat van ${one.job}`, null, null, null, null, null]
  if (one.kind === 'outside_area')
    return ['m² van het zoekgebied waar niets is aangevraagd', null, null, null, one.areaM2, null]
  const named = one.addresses.join('; ')
  return ['Adressen zonder getekende huisaansluiting', one.operator, one.theme, null, one.total, named]
}

const PARAMETER_NAMES = {
  widthM: 'breedte van het graafprofiel',
  depthM: 'diepte van het graafprofiel',
  toleranceM: 'tolerantie van uitvoering en meting, aan elke kant',
  deviationM: 'afwijking van de ligging, aan elke kant',
  reachM: 'wat een proefsleuf aan elke kant van de theoretische ligging opent',
  shareM: 'lijnen zo dicht bij elkaar delen een proefsleuf',
  spacingM: 'wat langs loopt wordt minstens om de zoveel meter gelokaliseerd',
  riskM: 'risicozone aan elke kant van de gelokaliseerde lijn',
} as const satisfies Record<keyof TrenchPlan['parameters'], string>

const parametersOf = ({ parameters, searchM, lengthM }: TrenchPlan): List => ({
  name: 'uitgangspunten',
  columns: [text('wat', 60), real('meter')],
  rows: [
    ...Object.entries(PARAMETER_NAMES).map(([name, said]) => [
      said,
      parameters[name as keyof TrenchPlan['parameters']],
    ]),
    ['zoekgebied aan elke kant', metres(searchM)],
    ['lengte van de as', lengthM],
  ],
})

const metres = (value: number | null): number | null => value && toMillimetre(value)

const listsOf = (plan: TrenchPlan, located: Located): List[] => [
  trenchesOf(plan),
  linesOf(plan, located),
  unknownOf(plan),
  parametersOf(plan),
]

/** @param path of a file that does not exist yet; synced when this returns */
export const writeTrenchesXlsx = (path: string, plan: TrenchPlan, located: Located): Promise<void> =>
  writeWorkbook(path, listsOf(plan, located) satisfies Sheet[])

/** @param path of a file that does not exist yet */
export const writeTrenchesGpkg = (path: string, works: Works, { plan, lines }: MadePlan, located: Located): void =>
  writeByGdal(gdal, path, 'KLIC: proefsleuven', (set, rd) => {
    const write = ({ name, columns, rows }: List, type: number | null, shapes: readonly object[]): void => {
      const layer = set.layers.create(name, type === null ? null : rd, type ?? gdal.wkbNone)
      for (const { name: field, type: kind } of columns)
        layer.fields.add(new gdal.FieldDefn(field, kind === 'real' ? gdal.OFTReal : gdal.OFTString))
      for (const [index, cells] of rows.entries()) {
        const feature = new gdal.Feature(layer)
        for (const [at, cell] of cells.entries())
          if (cell !== null) feature.fields.set(at, typeof cell === 'boolean' ? (cell ? 'ja' : 'nee') : cell)
        if (shapes[index]) feature.setGeometry(gdal.Geometry.fromGeoJson(shapes[index]))
        layer.features.add(feature)
      }
    }
    const isAxis = works.kind === 'axis'
    const [trenches, rows, unknown, parameters] = listsOf(plan, located) as [List, List, List, List]
    write({ name: 'werk', columns: [], rows: [[]] }, isAxis ? gdal.wkbLineString : gdal.wkbPolygon, [worksJson(works)])
    const outlines = plan.trenches.map(({ outline }) => ({ type: 'Polygon', coordinates: [outline] }))
    write(trenches, gdal.wkbPolygon, outlines)
    const drawn = plan.rows.map(({ id }) => ({ type: 'MultiLineString', coordinates: lines.get(id)!.map(positionsOf) }))
    write(rows, gdal.wkbMultiLineString, drawn)
    write(unknown, null, [])
    write(parameters, null, [])
    return [
      { table: 'werk', qml: trenchQml(isAxis ? 'line' : 'fill', 'werk') },
      { table: 'proefsleuf', qml: trenchQml('fill', 'proefsleuf') },
      { table: 'te_lokaliseren', qml: trenchQml('line', 'te_lokaliseren') },
    ]
  })
