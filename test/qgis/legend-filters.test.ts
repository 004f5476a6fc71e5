/** What people do with a result in QGIS: read its legend on the page, and set a filter on a live layer. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { THEMES } from '../../server/imkl/model/themes.ts'
import { folder } from '../formats/samples.ts'
import { writeSpecimen } from '../styling/specimen.ts'
import { openWorld } from '../support/api-world.ts'
import { inEachQgis, inQgis } from './qgis.ts'

const LAYER = 'kabel_of_leiding'

interface FilterReport {
  answers: { valid: boolean; taken: boolean; rows: [id: string, theme: string, status: string][]; items: string[] }[]
  messages: string[]
}

inEachQgis('a filter that is set in QGIS goes to the server, which sends what it selects', async (t, qgis) => {
  const at = folder(t)
  const world = await openWorld(t)
  const { job_id: jobId } = await world.quote()
  await world.put(jobId, 'ready', 'delivered', { revision: 1 })
  const file = at.path('KLIC.gpkg')
  writeSpecimen(file)
  await world.putFile(jobId, 'gpkg', readFileSync(file))
  await world.store.db.updateTable('job').set({ summary: '{"extent":null}' }).where('id', '=', jobId).execute()
  const address = `${world.baseUrl}/k/${world.keys.read}/ogc/${jobId}`
  const filters = { thema: 'water', status: 'disused' }
  const texts = [`"thema" = '${filters.thema}'`, `"thema" = '${filters.thema}' AND "status" = '${filters.status}'`]
  const { answers, messages } = await inQgis<FilterReport>('filter_live.py', [address, LAYER, ...texts], {}, qgis)
  assert.deepEqual(messages, [])
  const [ofTheme, ofBoth] = answers as [FilterReport['answers'][number], FilterReport['answers'][number]]
  const result = openResult(file)
  t.after(() => result.close())
  const matches = (equals: Record<string, string>): number => result.count(LAYER, undefined, equals)
  assert.equal(ofTheme.rows.length, matches({ thema: filters.thema }))
  assert.deepEqual([...new Set(ofBoth.rows.map(([, theme, status]) => `${theme} ${status}`))], ['water disused'])
  assert.ok(ofBoth.rows.length > 0 && ofBoth.rows.length < ofTheme.rows.length)
  const sent = answers.map(({ items }) => items.map((url) => new URL(url).searchParams))
  assert.deepEqual(
    sent.map((requests) => requests.length),
    [1, 1],
    'a page each, no more',
  )
  // 3.22 reads all and selects by itself.
  if (qgis.version.startsWith('3.22')) return
  const [first, second] = sent.map(([only]) => only!)
  assert.deepEqual([first!.get('thema'), first!.get('status')], [filters.thema, null])
  assert.deepEqual([second!.get('thema'), second!.get('status')], [filters.thema, filters.status])
})

interface Legend {
  layers: { name: string; valid: boolean; samples: [label: string, changes: number][] }[]
  messages: string[]
}

inEachQgis(
  'the legend of the page tells classes apart: what is in use is whole, all else has gaps',
  async (t, qgis) => {
    const file = folder(t).path('KLIC.gpkg')
    writeSpecimen(file)
    const { layers, messages } = await inQgis<Legend>('check_legend.py', [file], {}, qgis)
    assert.deepEqual(messages, [])
    assert.deepEqual(
      layers.filter(({ valid, samples }) => !valid || samples.length === 0),
      [],
    )
    const cables = layers.filter(({ name }) => name === 'kabel of leiding')
    assert.ok(cables.length >= THEMES.length, `${cables.length} layers of cables`)
    for (const { samples } of cables) {
      const changes = Object.fromEntries(samples)
      assert.equal(changes['in gebruik'], 0)
      for (const gaps of ['geprojecteerd', 'buiten gebruik'])
        assert.ok(changes[gaps]! >= 2, `${gaps} has a gap and goes on after it: ${changes[gaps]}`)
      assert.notEqual(changes.geprojecteerd, changes['buiten gebruik'])
    }
  },
)
