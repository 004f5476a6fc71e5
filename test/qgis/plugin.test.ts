/** The QGIS plugin, as the desktop hands it out, inside QGIS and on a real server: pair, quote, submit, load, merge. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import type { Job } from '../../server/features/jobs/schema.ts'
import { rdFromLngLat } from '../../server/geometry/rd/rd.ts'
import { pluginFolder } from '../../server/platform/places.ts'
import { filesNamedInside } from '../support/embedded-project.ts'
import { asWindow, RealServer } from '../support/real-server.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { until } from '../support/until.ts'
import { inEachQgis, inQgis, python, withoutQgis } from './qgis.ts'

interface Group {
  name: string
  groups: Record<string, string[]>
  wrong: string[]
  plain: string[]
  features: number
}
interface PluginReport {
  before: string
  may_quote_before: boolean
  code: string
  nothing_selected: string
  quote: { words: string; jobs: string[]; parts: number; crs: string; center: [number, number] }
  confirmation: string
  before_submit: string[]
  ready: string
  list: [string, string][]
  loaded: Group
  file: string
  said: string[]
  browser: string[]
  browser_layer: [boolean, number]
  kinds: [number, number][]
  leaks: string[]
  kept: boolean
  forgotten: [boolean, string[]]
  alg_quote: [number, string, number]
  alg_wrong_total: string
  alg_not_submitted: string[]
  alg_download: { OUTPUT: string }
  alg_loaded: Group
  alg_merge: { OUTPUT: string }
  merged_layers: number
  left: [docks: number, menu: number, tools: number, options: number]
  attention: [silent: string[], careful: string[], documents: number, isOnPage: boolean, warnings: number]
  offered: string[]
  newer: { job: boolean; said: string[] }
  other_areas: {
    jobs: string[]
    areas: number[]
    extent: number
    stale: [quoted: number, mayBeSubmitted: boolean][]
    tool_left: boolean
  }
  digging: {
    refused: string | null
    elsewhere: string
    stale: number
    job: Pick<Job, 'klic_type' | 'works_description' | 'principal'>
  }
  options: [number, boolean]
  tools: boolean[]
  messages: string[]
}

/** As the window does. @returns the code that was shown there */
async function sayYes(server: RealServer): Promise<string> {
  const { below, headers } = await asWindow(server)
  let asked: { pairing_id: string; code: string }[] = []
  await until(async () => {
    const reply = await fetch(`${below}/pairings`, { headers })
    asked = ((await reply.json()) as { data: typeof asked }).data
    return asked.length > 0
  })
  const yes = JSON.stringify({ approve: true })
  await fetch(`${below}/pairings/${asked[0]!.pairing_id}`, { method: 'POST', headers, body: yes })
  return asked[0]!.code
}

inEachQgis(
  'the plugin pairs, quotes, submits after a confirmation, loads the result styled, and merges',
  async (t, qgis) => {
    const server = await new RealServer().open()
    t.after(() => server.close())
    const work = join(server.dataDir, 'gis')
    await mkdir(work)
    const zip = join(work, 'plugin.zip')
    await writeFile(zip, await (await fetch(`${server.ready.base_url}/qgis/klic_desktop.zip`)).bytes())
    execFileSync(python!, ['-m', 'zipfile', '-e', zip, work])
    const deliveries = [
      await simulatedDelivery(work, '99O0000001', [154_800, 387_900, 154_900, 388_000]),
      await simulatedDelivery(work, '99O0000002', [154_900, 387_900, 155_000, 388_000]),
    ]
    const args = [join(work, 'klic_desktop'), work, ...deliveries]
    const [said, code] = await Promise.all([
      inQgis<PluginReport>('run_plugin.py', args, { KLIC_DATA: server.dataDir, LANG: 'en_GB.UTF-8' }, qgis),
      sayYes(server),
    ])
    assert.deepEqual([said.may_quote_before, said.code], [false, code])
    assert.match(said.before, /not connected yet/)
    assert.match(said.nothing_selected, /Select one or more polygons/)

    assert.deepEqual([said.quote.words, said.quote.parts], ['2 notifications, €79.90 excl. VAT', 2])
    assert.equal(said.quote.crs, 'EPSG:28992')
    // Between the two squares of run_plugin.py.
    const [x, y] = rdFromLngLat([5.3882, 51.48095])
    assert.ok(Math.hypot(said.quote.center[0] - x, said.quote.center[1] - y) < 5, String(said.quote.center))
    assert.match(said.confirmation, /2 notifications, €79\.90 .* simulator/)
    assert.deepEqual(said.before_submit, ['quoted', 'quoted'])
    assert.equal(said.ready, 'ready')
    assert.deepEqual(said.list.map(([name]) => name).sort(), ['Uit QGIS 1', 'Uit QGIS 2'])

    for (const group of [said.loaded, said.alg_loaded]) {
      assert.equal(Object.keys(group.groups).at(-1), 'ondergrond', 'the ground, below all')
      assert.deepEqual([group.wrong, group.plain], [[], []])
      assert.ok(group.features > 10 && group.groups.aanvraag?.length === 1, JSON.stringify(group.groups))
      assert.ok(Object.keys(group.groups).includes('laagspanning'))
    }
    assert.deepEqual(filesNamedInside(said.file), [basename(said.file)], 'it opens by itself as well')
    const [loaded, ...more] = said.said.filter((text) => /loaded/.test(text))
    assert.deepEqual(more, [])
    const [silent, careful, documents, isOnPage, warnings] = said.attention
    assert.ok(isOnPage && warnings > 1 && documents > 0 && careful.length > 0, JSON.stringify(said.attention))
    assert.equal(
      loaded,
      [
        'Uit QGIS 1 is loaded.',
        ...(silent.length > 0 ? [`Not delivered by: ${silent.join(', ')}.`] : []),
        `Precautions required (EV), contact first: ${careful.join(', ')}.`,
        `Documents: ${documents}.`,
      ].join(' '),
    )
    assert.deepEqual(said.offered, ['Attention'])
    // Asked four times, of which two with the newest in the project.
    assert.deepEqual(said.newer, { job: true, said: ['There is a newer delivery of Uit QGIS 1 than in this project.'] })

    const { jobs, areas, extent, stale, tool_left } = said.other_areas
    assert.deepEqual(stale, [
      [0, false],
      [0, false],
    ])
    assert.equal(jobs[0], jobs[1], 'the same line once more is the same job')
    assert.equal(new Set(jobs).size, 4)
    // 100 m by 20 m with round ends; what the map shows; 60 m by 60 m; 60 m by 20 m with round ends.
    const ends = Math.PI * 10 ** 2
    const expected = [2000 + ends, 2000 + ends, extent, 3600, 1200 + ends]
    for (const [i, area] of areas.entries()) assert.ok(Math.abs(area - expected[i]!) < expected[i]! * 0.02, `${areas}`)
    assert.ok(tool_left && extent >= 10_000)
    assert.deepEqual([said.digging.refused, said.digging.stale], ['CLIENT_IN_PART', 0])
    assert.match(
      said.digging.elsewhere,
      /address does not lie inside/,
      'the address goes along, and the refusal is told',
    )
    const { klic_type, works_description, principal } = said.digging.job
    assert.deepEqual([klic_type, works_description], ['GRAAF', 'Sleuf'])
    assert.deepEqual(principal, {
      organisation: 'Gemeente Best',
      contact: { name: 'A. Jansen', phone: '0499-360000', email: 'a.jansen@best.nl' },
    })
    assert.deepEqual([said.options, said.tools], [[7.5, true], [false]])
    assert.ok(said.browser.some((name) => name.startsWith('Uit QGIS 1 (ready')))
    assert.equal(said.browser_layer[0], true)
    assert.ok(said.browser_layer[1] > 0)
    const ofLayers = [200, 403]
    assert.deepEqual(said.kinds, [[200, 200], ofLayers])
    // 3.44 writes what it caches of the network with the headers of its calls.
    assert.deepEqual(said.leaks, [], 'no project, layer file, setting or cache holds a key in plain text')
    assert.deepEqual([said.kept, said.forgotten], [true, [false, []]])

    assert.deepEqual(said.alg_quote, [2, '79.90', 2])
    assert.match(said.alg_wrong_total, /The price is 79\.90 euros, not 1\.00\. Nothing was submitted\./)
    assert.deepEqual(said.alg_not_submitted, ['quoted', 'quoted'])
    assert.ok(said.merged_layers > 0)
    assert.deepEqual(said.left, [0, 0, 0, 0])
    assert.deepEqual(
      said.messages.filter((text) => !/Nothing was submitted|api\/v1\/jobs - server replied: Unprocessable/.test(text)),
      [],
    )
    // What the dock and the algorithm submitted, and nothing else.
    assert.equal((await server.ledger()).orders.length, 4)
  },
)

test('every file of the plugin compiles, and takes Qt through QGIS only', { skip: withoutQgis }, async () => {
  const names = (await readdir(pluginFolder)).filter((name) => name.endsWith('.py'))
  const check = 'import ast, sys; [ast.parse(open(path, encoding="utf-8").read(), path) for path in sys.argv[1:]]'
  execFileSync(python!, ['-c', check, ...names.map((name) => join(pluginFolder, name))])
  for (const name of names) {
    const text = await readFile(join(pluginFolder, name), 'utf8')
    assert.doesNotMatch(text, /\b(?:PyQt[56]|PySide\d|requests|urllib3?\.request|exec_\()/, name)
    // Qt 6 knows enumerations by their full names only.
    assert.doesNotMatch(text, /\bQt\.[A-Z]\w*\b(?!\.)/, name)
  }
})
