/**
 * Writing results against ogr2ogr on the same rows, in the same run, commands in turn (A B A B), medians: what counts is
 * the ratio. Ours is timed inside this process and ogr2ogr with its start; whole jobs are measured by imkl.ts.
 * With the example deliveries beside the repository the rows are real; else they are made up.
 * Run: node test/bench/formats.ts [rounds]
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTask } from '../../server/exports/conversion/task.ts'
import { writeGeoJson } from '../../server/exports/formats/geojson.ts'
import { measureLayers, writeShapefileZip } from '../../server/exports/formats/shapefile.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import type { ResultGeometry } from '../../server/geometry/geometry.ts'
import { LAYERS, type Row } from '../../server/imkl/model/layers.ts'
import { RESULT_TABLES, rowOf } from '../../server/imkl/model/result.ts'
import { writeSample } from '../formats/samples.ts'
import { shared } from '../support/shared.ts'

const ROUNDS = Number(process.argv[2] ?? 5)
const work = mkdtempSync(join(tmpdir(), 'klic-bench-formats-'))
const at = (name: string): string => join(work, name)
const clean = (name: string): void => rmSync(at(name), { recursive: true, force: true })

const ogr = (...args: string[]): void =>
  void execFileSync('ogr2ogr', args, { stdio: 'ignore', env: { ...process.env, GML_ATTRIBUTES_TO_OGR_FIELDS: 'YES' } })

type Work = () => void | Promise<void>

async function ratio(what: string, goal: number, ours: Work, theirs: Work): Promise<void> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [i, run] of [ours, theirs].entries()) {
      const start = performance.now()
      await run()
      // The first round warms the caches and is not counted.
      if (round > 0) times[i]!.push(performance.now() - start)
    }
  }
  const [a, b] = times.map((list) => list.sort((x, y) => x - y)[list.length >> 1]!) as [number, number]
  const verdict = a / b <= goal ? 'met' : 'MISSED'
  console.log(
    `${what}: ${a.toFixed(0)} ms, ogr2ogr ${b.toFixed(0)} ms, ratio ${(a / b).toFixed(2)} (goal ${goal}: ${verdict})`,
  )
}

async function writers(gpkg: string): Promise<void> {
  const reader = openResult(gpkg)
  const features: { layer: string; row: Row; geometry: ResultGeometry | null }[] = []
  for (const { name, columns } of LAYERS) {
    for (const { cells, geometry } of reader.features(name))
      features.push({ layer: name, row: rowOf(columns, cells), geometry })
  }
  const tables: Record<string, Row[]> = Object.fromEntries(RESULT_TABLES.map(({ name }) => [name, reader.table(name)]))
  const counts = Object.fromEntries(LAYERS.map(({ name }) => [name, reader.count(name)]))
  reader.close()
  console.log(`${features.length} features, ${(statSync(gpkg).size / 1e6).toFixed(1)} MB as GeoPackage`)

  await ratio(
    'GeoPackage',
    1.0,
    () => {
      clean('ours.gpkg')
      const writer = createGeoPackage(at('ours.gpkg'))
      for (const { layer, row, geometry } of features) writer.feature(layer, row, geometry)
      for (const [table, rows] of Object.entries(tables)) for (const row of rows) writer.row(table, row)
      writer.finish({ lastChange: null, warnings: [] })
    },
    () => {
      clean('theirs.gpkg')
      ogr('-f', 'GPKG', at('theirs.gpkg'), gpkg)
    },
  )
  await ratio(
    'GeoJSON, reading included',
    0.25,
    async () => {
      clean('ours.geojson')
      const source = openResult(gpkg)
      await writeGeoJson(at('ours.geojson'), source)
      source.close()
    },
    () => {
      clean('theirs')
      mkdirSync(at('theirs'))
      for (const { name } of LAYERS) ogr('-f', 'GeoJSON', at(`theirs/${name}.geojson`), gpkg, name)
    },
  )
  await ratio(
    'Shapefiles, ZIP included',
    2.0,
    async () => {
      clean('ours.zip')
      const source = openResult(gpkg)
      const measured = measureLayers(source)
      source.close()
      await writeShapefileZip({ gpkg, measured, zip: at('ours.zip'), tempDir: at('temp'), tables, counts })
    },
    () => {
      clean('theirs')
      ogr('-f', 'ESRI Shapefile', at('theirs'), gpkg)
    },
  )
}

if (spawnSync('ogr2ogr', ['--version']).status !== 0) {
  console.log('ogr2ogr is not installed: nothing to compare with')
  process.exit(0)
}
try {
  const delivery = shared('deliveries/Levering_22O000517_1.zip')
  if (delivery) {
    await runTask({
      kind: 'merge',
      deliveries: [{ path: delivery }],
      out: [{ format: 'gpkg', path: at('source.gpkg') }],
      tempDir: at('temp'),
    })
    await writers(at('source.gpkg'))
  } else {
    console.log('No example deliveries: made-up rows')
    writeSample(at('source.gpkg'), { repeat: 800 })
    await writers(at('source.gpkg'))
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
