/** The `.qlr` of one click in each QGIS: the layers of a running server, where they lie, and what they ask of it. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { layersFile } from '../../server/exports/conversion/layers-file.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { LAYERS } from '../../server/imkl/model/layers.ts'
import { THEMES } from '../../server/imkl/model/themes.ts'
import { folder } from '../formats/samples.ts'
import { ORIGIN, writeSpecimen } from '../styling/specimen.ts'
import { openWorld } from '../support/api-world.ts'
import { inEachQgis, inQgis } from './qgis.ts'

interface Live {
  layers: {
    name: string
    valid: boolean
    crs: string
    features: number
    fields: [string, string, string][]
    table: string
    /** In RD New, before anything was read */
    extent: number[]
  }[]
  farthest_m: number
  /** Of each map that was drawn: requests, seconds, those of a processor, and pixels by #rrggbb. */
  maps: { requests: number; seconds: number; worked_s: number; colours: Record<string, number> }[]
  messages: string[]
}

const MAPS = 12

inEachQgis(
  'the .qlr draws in RD New what lies there, with the right columns, and a map that is moved asks nothing',
  async (t, qgis) => {
    const at = folder(t)
    const world = await openWorld(t)
    const { job_id: jobId } = await world.quote()
    await world.put(jobId, 'ready', 'delivered', { revision: 1 })
    const file = at.path('KLIC.gpkg')
    writeSpecimen(file)
    await world.putFile(jobId, 'gpkg', readFileSync(file))
    const extent = [ORIGIN.x, ORIGIN.y, ORIGIN.x + 100, ORIGIN.y + 50]
    await world.store.db
      .updateTable('job')
      .set({ summary: JSON.stringify({ extent }) })
      .where('id', '=', jobId)
      .execute()
    const below = `${world.baseUrl}/k/${world.keys.read}`
    const definition = at.path('live.qlr')
    const source = { ogc: `${below}/ogc/${jobId}`, groundTiles: `${below}/tiles/${jobId}/ground/{z}/{x}/{y}.png` }
    writeFileSync(definition, layersFile(file, 'KLIC', source))
    const live = await inQgis<Live>(
      'live_layers.py',
      [definition, file, ...[ORIGIN.x + 48, ORIGIN.y + 6, MAPS].map(String)],
      {},
      qgis,
    )
    const result = openResult(file)
    t.after(() => result.close())
    assert.deepEqual([...new Set(live.layers.map(({ valid, crs }) => `${valid} ${crs}`))], ['true EPSG:28992'])
    assert.equal(
      live.layers.reduce((sum, { features }) => sum + features, 0),
      LAYERS.reduce((sum, { name }) => sum + result.count(name), 0),
    )
    assert.ok(live.farthest_m < 0.001, `${live.farthest_m} m`)
    const [first, ...moved] = live.maps
    assert.ok(first!.requests > 0)
    for (const { id, colour } of THEMES)
      assert.ok((first!.colours[colour] ?? 0) > 200, `${id}: ${first!.colours[colour]}`)
    assert.deepEqual(
      moved.map(({ requests }) => requests),
      moved.map(() => 0),
    )
    t.diagnostic(JSON.stringify(live.maps.map(({ seconds, worked_s: of }) => [seconds, of])))
    // From 3.42 on QGIS reads the schema: every column has its type, its place and its title.
    if (Number(qgis.version.split('.')[1]) >= 42) {
      for (const { table, fields } of live.layers) {
        const columns = LAYERS.find(({ name }) => name === table)!.columns
        assert.deepEqual(
          fields.map(([name]) => name),
          columns.map(({ name }) => name),
          table,
        )
      }
      const cables = live.layers.find(({ table }) => table === 'kabel_of_leiding')!.fields
      const of = (name: string) => cables.find(([field]) => field === name)!.slice(1)
      assert.deepEqual(
        [of('lengte_m'), of('fictief'), of('aanlegdatum')],
        [
          ['Decimal (double)', 'Lengte (m)'],
          ['Boolean', 'Fictief'],
          ['Date', 'Aanlegdatum'],
        ],
      )
    }
    for (const { table, extent: said } of live.layers) assert.deepEqual(said, extent, `${table}: before it is read`)
    // The box of this result is made up, and smaller than what is drawn.
    const messages = live.messages.filter((text) => !/extent reported by the server is not correct/.test(text))
    assert.deepEqual(messages, [])
  },
)
