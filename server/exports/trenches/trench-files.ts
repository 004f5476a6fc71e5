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
  type TrenchRow,
  type TrialTrench,
  type UnknownLines,
  type Works,
  worksJson,
} from '../../imkl/model/trench-plan.ts'
import { parameterWords, speechIn, unknownSentence } from '../../imkl/model/trench-words.ts'
import { writeByGdal } from '../formats/gdal-geopackage.ts'
import { type Sheet, writeWorkbook } from '../formats/xlsx.ts'
import { trenchQml } from '../styling/trenches.ts'
import type { MadePlan } from './trench-plan.ts'

/** A column, and its cell in the row of each. */
interface Field<Of> extends Column {
  of(one: Of): Cell
}

const text = <Of>(name: string, of: (one: Of) => Cell, width = 20): Field<Of> => ({
  ...{ name, shp: '', type: 'text', width, of },
})
const real = <Of>(name: string, of: (one: Of) => number | null): Field<Of> => ({ name, shp: '', type: 'real', of })
const bool = <Of>(name: string, of: (one: Of) => boolean): Field<Of> => ({ name, shp: '', type: 'boolean', of })

const listOf = <Of>(name: string, columns: readonly Field<Of>[], all: readonly Of[]): Sheet => ({
  ...{ name, columns, rows: all.map((one) => columns.map(({ of }) => of(one))) },
})

const DUTCH = speechIn('nl')
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

const metres = (value: number | null): number | null => value && toMillimetre(value)

const TRENCH_FIELDS: readonly Field<TrialTrench>[] = [
  real('nr', ({ no }) => no),
  real('van_m', ({ fromM }) => metres(fromM)),
  real('tot_m', ({ toM }) => metres(toM)),
  real('lengte_m', ({ lengthM }) => lengthM),
  real('x', ({ xy }) => metres(xy[0])),
  real('y', ({ xy }) => metres(xy[1])),
  text('lijnen', ({ rows }) => rows.join(', '), 40),
]

const ROW_FIELDS: readonly Field<TrenchRow>[] = [
  text('id', ({ id }) => id, 40),
  text('ligging', ({ kind }) => KINDS[kind]),
  real('afstand_m', ({ distanceM }) => distanceM),
  real('kilometrering_m', ({ chainageM }) => metres(chainageM)),
  real('hoek_graden', ({ angleDeg }) => angleDeg && Math.round(angleDeg)),
  text('thema', ({ theme }) => theme),
  text('bronhouder', ({ operator }) => operator),
  text('netbeheerder', ({ operatorName }) => operatorName, 30),
  text('label', ({ label }) => label),
  text('status', ({ status }) => status),
  text('materiaal', ({ material }) => material),
  real('diameter_mm', ({ diameterMm }) => diameterMm),
  real('diepte_m', ({ depthM }) => depthM),
  text('diepte_volgens', ({ depthFrom }) => depthFrom && DEPTH_FROM[depthFrom]),
  real('nauwkeurigheid_xy_cm', ({ accuracyCm }) => accuracyCm),
  bool('voorzorg', ({ hasPrecaution }) => hasPrecaution),
  bool('fictief', ({ isSchematic }) => isSchematic),
  text('klic_nummer', ({ klicNumber }) => klicNumber),
  text('proefsleuven', ({ trenches }) => trenches.join(', ')),
]

const UNKNOWN_FIELDS: readonly Field<UnknownLines>[] = [
  text('wat', (one) => unknownSentence(one, DUTCH), 60),
  text('bronhouder', (one) => ('operator' in one ? one.operator : null)),
  text('thema', (one) => ('theme' in one ? one.theme : null)),
  text('klic_nummer', (one) => ('klicNumber' in one ? one.klicNumber : null)),
  real('aantal', (one) =>
    'areaM2' in one ? one.areaM2 : 'lines' in one ? one.lines : 'total' in one ? one.total : null,
  ),
  text('adressen', (one) => ('addresses' in one ? one.addresses.join('; ') : null), 60),
]

const PARAMETER_FIELDS: readonly Field<readonly [said: string, metres: number | null]>[] = [
  text('wat', ([said]) => said, 60),
  real('meter', ([, value]) => value),
]

function listsOf({ parameters, searchM, lengthM, rows, trenches, unknown }: TrenchPlan, located: Located) {
  const state = text<TrenchRow>('stand', (row) => STATES[rowState(row, located?.[row.id])])
  return [
    listOf('proefsleuf', TRENCH_FIELDS, trenches),
    listOf('te_lokaliseren', located ? [...ROW_FIELDS, state] : ROW_FIELDS, rows),
    listOf('niet_bekend', UNKNOWN_FIELDS, unknown),
    listOf('uitgangspunten', PARAMETER_FIELDS, [
      ...parameterWords(parameters, DUTCH).map(({ label, value }) => [label, value] as const),
      ['zoekgebied aan elke kant', metres(searchM)],
      ['lengte van de as', lengthM],
    ]),
  ] as const
}

/** @param path of a file that does not exist yet; synced when this returns */
export const writeTrenchesXlsx = (path: string, plan: TrenchPlan, located: Located): Promise<void> =>
  writeWorkbook(path, listsOf(plan, located))

/** @param path of a file that does not exist yet */
export const writeTrenchesGpkg = (path: string, works: Works, { plan, lines }: MadePlan, located: Located): void =>
  writeByGdal(gdal, path, 'KLIC: proefsleuven', (set, rd) => {
    const write = ({ name, columns, rows }: Sheet, type = gdal.wkbNone, shapes: readonly object[] = []): void => {
      const layer = set.layers.create(name, type === gdal.wkbNone ? null : rd, type)
      for (const { name: field, type: kind } of columns)
        layer.fields.add(new gdal.FieldDefn(field, kind === 'real' ? gdal.OFTReal : gdal.OFTString))
      for (const [index, cells] of [...rows].entries()) {
        const feature = new gdal.Feature(layer)
        for (const [at, cell] of cells.entries())
          if (cell !== null) feature.fields.set(at, typeof cell === 'boolean' ? (cell ? 'ja' : 'nee') : cell)
        if (shapes[index]) feature.setGeometry(gdal.Geometry.fromGeoJson(shapes[index]))
        layer.features.add(feature)
      }
    }
    const isAxis = works.kind === 'axis'
    const [trenches, rows, unknown, parameters] = listsOf(plan, located)
    write({ name: 'werk', columns: [], rows: [[]] }, isAxis ? gdal.wkbLineString : gdal.wkbPolygon, [worksJson(works)])
    const outlines = plan.trenches.map(({ outline }) => ({ type: 'Polygon', coordinates: [outline] }))
    write(trenches, gdal.wkbPolygon, outlines)
    const drawn = plan.rows.map(({ id }) => ({ type: 'MultiLineString', coordinates: lines.get(id)!.map(positionsOf) }))
    write(rows, gdal.wkbMultiLineString, drawn)
    write(unknown)
    write(parameters)
    return [
      { table: 'werk', qml: trenchQml(isAxis ? 'line' : 'fill', 'werk') },
      { table: 'proefsleuf', qml: trenchQml('fill', 'proefsleuf') },
      { table: 'te_lokaliseren', qml: trenchQml('line', 'te_lokaliseren') },
    ]
  })
