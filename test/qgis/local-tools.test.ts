/** Real clients on a real server: a job that was filed at the simulator, read by QGIS, by GDAL and by curl. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { makeKey } from '../../server/cli/keys.ts'
import { type GeoPackageReader, openResult } from '../../server/exports/geopackage/read.ts'
import type { Job } from '../../server/features/jobs/schema.ts'
import type { GisAccess } from '../../server/features/results/local-schema.ts'
import { LAYERS } from '../../server/imkl/model/layers.ts'
import { LAYERS_AND_TABLES, RESULT_TABLES } from '../../server/imkl/model/result.ts'
import { THEMES } from '../../server/imkl/model/themes.ts'
import { asWindow, RealServer } from '../support/real-server.ts'
import { until } from '../support/until.ts'
import { inEachQgis, inQgis, withoutQgis } from './qgis.ts'

const run = promisify(execFile)
const BOX = [154_850, 387_950, 154_950, 388_050] as const
/** PROJ without the correction grid is off by decimetres; our own answers are not. */
const FARTHEST_M = 1

const lacks = (program: string): string | false =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).status !== 0 && `${program} is not installed`

const server = new RealServer()
let job: Job
let key: string
let landingPage: string
let file: string
let result: GeoPackageReader

before(async () => {
  await server.open()
  const ring = [
    [154_800, 387_900],
    [155_100, 387_900],
    [155_100, 388_150],
    [154_800, 388_150],
    [154_800, 387_900],
  ]
  const asked = { klic_type: 'ORIENT', reference: 'Bermsloot', submit: true }
  const { json } = await server.post('/jobs', { ...asked, geometry: { type: 'Polygon', coordinates: [ring] } })
  await until(async () => {
    job = await server.job(json.job_id)
    return job.status === 'ready' && (await server.hasItsGround(job.job_id))
  })
  await until(() => server.hasItsGround(json.job_id))
  key = (await makeKey(server.dataDir, 'GIS', ['read'])).secret
  landingPage = `${server.ready.base_url}/k/${key}/ogc/${job.job_id}`
  file = join(server.dataDir, 'result.gpkg')
  await writeFile(file, await (await server.call(`/jobs/${job.job_id}/export?format=gpkg`)).bytes())
  result = openResult(file)
})

after(async () => {
  result?.close()
  await server.close()
})

interface ReadLayer {
  valid: boolean
  crs: string
  count: number
  type: string
  /** Whether each is a number. */
  fields: Record<string, boolean>
  faults: string[]
  farthest_m: number
  in_box: number
  missed: string[]
  beside: string[]
}

inEachQgis(
  "QGIS's own client lists, types, counts, selects by a box in RD New, and reads what the GeoPackage holds",
  async (_, qgis) => {
    const read = await inQgis<{ listed: string[]; layers: Record<string, ReadLayer>; messages: string[] }>(
      'read_oapif.py',
      [landingPage, file, ...BOX.map(String)],
      {},
      qgis,
    )
    assert.deepEqual(
      read.listed,
      LAYERS_AND_TABLES.map(({ name }) => name),
    )
    assert.deepEqual(read.messages, [])
    for (const { name } of RESULT_TABLES) {
      const table = read.layers[name]!
      assert.deepEqual([table.valid, table.count, table.faults], [true, result.count(name), []], name)
    }
    for (const { name, geometry, columns } of LAYERS) {
      const layer = read.layers[name]!
      assert.deepEqual([layer.valid, layer.count], [true, result.count(name)], name)
      // QGIS 3.22 learns type and columns from features: where there are none, it knows none.
      if (layer.count === 0) continue
      assert.deepEqual([layer.type, layer.faults], [geometry, []], name)
      const names = ['id', ...columns.map((column) => column.name)]
      assert.deepEqual([...new Set(Object.keys(layer.fields))].sort(), [...new Set(names)].sort(), name)
      assert.ok(layer.farthest_m < FARTHEST_M, `${name}: ${layer.farthest_m} m`)
      assert.deepEqual([layer.missed, layer.beside], [[], []], name)
    }
    const cables = read.layers.kabel_of_leiding!
    assert.equal(cables.fields.lengte_m, true, 'a number')
    // From 3.28 on QGIS takes the system of storage, and nothing is moved.
    const isNewer = Number(qgis.version.split('.')[1]) >= 28
    assert.deepEqual([cables.crs, cables.farthest_m < 0.001 || !isNewer], [isNewer ? 'EPSG:28992' : 'EPSG:4326', true])
    assert.ok(cables.in_box > 0 && cables.in_box < cables.count)
  },
)

test('GDAL lists all layers, and counts them as the GeoPackage does', { skip: lacks('ogrinfo') }, async () => {
  const { stdout: list } = await run('ogrinfo', [`OAPIF:${landingPage}`])
  for (const { name } of LAYERS_AND_TABLES) assert.match(list, new RegExp(`\\b${name}\\b`))
  const { stdout: all } = await run('ogrinfo', ['-so', '-al', `OAPIF:${landingPage}`])
  const counts = [...all.matchAll(/Layer name: (\S+)[\s\S]*?Feature Count: (\d+)/g)].map(([, name, count]) => [
    name,
    Number(count),
  ])
  assert.deepEqual(
    Object.fromEntries(counts),
    Object.fromEntries(LAYERS_AND_TABLES.map(({ name }) => [name, result.count(name)])),
  )
  const { stdout: company } = await run('ogrinfo', [`OAPIF:${server.ready.base_url}/k/${key}/ogc`])
  assert.match(company, new RegExp(`${job.job_id}\\.kabel_of_leiding`))
})

test('curl reads a layer with the key as a password', { skip: lacks('curl') }, async () => {
  const items = `${server.ready.base_url}/ogc/${job.job_id}/collections/kabel_of_leiding/items`
  const { stdout } = await run('curl', ['-sS', '--fail', '--compressed', '-u', `curl:${key}`, `${items}?limit=10000`])
  assert.equal(JSON.parse(stdout).features.length, result.count('kabel_of_leiding'))
})

interface PluginReport {
  loaded: [boolean, string]
  name: string
  layers: {
    group: string
    name: string
    valid: boolean
    crs: string
    provider: string
    renderer: string
    features: number | null
  }[]
  errors: string[]
  colours: Record<string, number>
  messages: string[]
}

/** The file of one click in the window, and the one that lies beside a GeoPackage. */
for (const kind of ['ogc', 'gpkg'] as const) {
  test(`the .qlr opens grouped by theme, styled and connected (${kind})`, { skip: withoutQgis }, async () => {
    const definition = join(server.dataDir, `${kind}.qlr`)
    await writeFile(definition, kind === 'ogc' ? await oneClick() : await besideFile())
    const opened = await inQgis<PluginReport>('open_layers.py', [
      definition,
      join(server.dataDir, `${kind}.png`),
      ...BOX.map(String),
    ])
    assert.deepEqual([opened.loaded[0], opened.errors], [true, []])
    assert.match(opened.name, /^KLIC Bermsloot, \w+( \+\d+)?$/)
    const ground = opened.layers.filter(({ group }) => group === 'ondergrond')
    const ofGround = kind === 'ogc' ? ['wms', 'EPSG:3857'] : ['gdal', 'EPSG:28992']
    assert.deepEqual(
      ground.map(({ valid, provider, crs }) => [valid, provider, crs]),
      [[true, ...ofGround]],
    )
    assert.equal(opened.layers.at(-1), ground[0], 'it is drawn below all others')
    // Houses and gardens are of a pale grey, which no cable is.
    const pale = Object.entries(opened.colours).filter(([colour]) => /^#([d-f].)([d-f].)([d-f].)$/.test(colour))
    const houses = pale.reduce((sum, [colour, count]) => sum + (colour === '#ffffff' ? 0 : count), 0)
    assert.ok(houses > 800 ** 2 / 20, JSON.stringify(opened.colours))
    const vector = opened.layers.filter((layer) => layer !== ground[0])
    for (const layer of vector) {
      const { valid, provider, renderer, crs } = layer
      const wanted = kind === 'ogc' ? ['OAPIF', 'EPSG:28992'] : ['ogr', 'EPSG:28992']
      assert.deepEqual([valid, renderer, provider, crs], [true, 'RuleRenderer', ...wanted], JSON.stringify(layer))
      assert.ok((layer.features ?? 0) > 0, JSON.stringify(layer))
    }
    // Every feature of the result is in exactly one layer.
    const drawn = vector.reduce((sum, { features }) => sum + (features ?? 0), 0)
    assert.equal(
      drawn,
      LAYERS.reduce((sum, { name }) => sum + result.count(name), 0),
    )
    assert.ok(new Set(opened.layers.map(({ group }) => group)).has('laagspanning'))
    const low = THEMES.find(({ id }) => id === 'laagspanning')!.colour
    assert.ok((opened.colours[low] ?? 0) > 100, JSON.stringify(opened.colours))
    // QGIS 3.22 compares the extent, which is in degrees as the standard has it, with what it reads in RD New.
    const messages = opened.messages.filter((text) => !/extent reported by the server is not correct/.test(text))
    assert.deepEqual(messages, [])
  })
}

const besideFile = async (): Promise<string> => {
  const url = `${server.ready.base_url}/local/jobs/${job.job_id}/layers?gpkg=result.gpkg`
  return ((await (await fetch(url, { headers: { 'X-API-Key': key } })).json()) as { content: string }).content
}

const oneClick = async (): Promise<string> => {
  const { below, headers } = await asWindow(server)
  const body = JSON.stringify({ job_id: job.job_id })
  const reply = await fetch(`${below}/gis`, { method: 'POST', headers, body })
  return ((await reply.json()) as GisAccess).layers!.content
}
