/** The QGIS plugin, as the desktop hands it out, inside QGIS and on a real server: pair, quote, submit, load, merge. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { rdFromLngLat } from '../../server/domain/rd/rd.ts'
import { pluginFolder } from '../../server/runtime/places.ts'
import { asWindow, RealServer } from '../support/real-server.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { until } from '../support/until.ts'
import { inQgis, python, withoutQgis } from './qgis.ts'

interface Group {
  name: string
  groups: Record<string, string[]>
  wrong: string[]
  plain: string[]
  features: number
}
interface Said {
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
  left: [number, number]
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

test('the plugin pairs, quotes, submits after a confirmation, loads the result styled, and merges', {
  skip: withoutQgis,
}, async (t) => {
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
    inQgis<Said>('run_plugin.py', args, { KLIC_DATA: server.dataDir, LANG: 'en_GB.UTF-8' }),
    sayYes(server),
  ])
  assert.deepEqual([said.may_quote_before, said.code], [false, code])
  assert.match(said.before, /not paired yet/)
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
  assert.deepEqual(
    said.said.filter((text) => /loaded/.test(text)),
    ['Uit QGIS 1 is loaded.'],
  )
  assert.ok(said.browser.some((name) => name.startsWith('Uit QGIS 1 (ready')))
  assert.equal(said.browser_layer[0], true)
  assert.ok(said.browser_layer[1] > 0)
  const ofLayers = [200, 403]
  assert.deepEqual(said.kinds, [[200, 200], ofLayers])
  assert.deepEqual(said.leaks, [], 'no project, layer file, setting or cache holds a key in plain text')
  assert.deepEqual([said.kept, said.forgotten], [true, [false, []]])

  assert.deepEqual(said.alg_quote, [2, '79.90', 2])
  assert.match(said.alg_wrong_total, /The quote is 79\.90 euros, not 1\.00\. Nothing was submitted\./)
  assert.deepEqual(said.alg_not_submitted, ['quoted', 'quoted'])
  assert.ok(said.merged_layers > 0)
  assert.deepEqual(said.left, [0, 0])
  assert.deepEqual(
    said.messages.filter((text) => !/Nothing was submitted/.test(text)),
    [],
  )
  // What the dock and the algorithm submitted, and nothing else.
  assert.equal((await server.ledger()).orders.length, 4)
})

test('every file of the plugin compiles, and takes Qt through QGIS only', { skip: withoutQgis }, async () => {
  const names = (await readdir(pluginFolder)).filter((name) => name.endsWith('.py'))
  const check = 'import ast, sys; [ast.parse(open(path, encoding="utf-8").read(), path) for path in sys.argv[1:]]'
  execFileSync(python!, ['-c', check, ...names.map((name) => join(pluginFolder, name))])
  for (const name of names) {
    const text = await readFile(join(pluginFolder, name), 'utf8')
    assert.doesNotMatch(text, /\b(?:PyQt[56]|PySide\d|requests|urllib3?\.request|exec_\()/, name)
    // Qt 6 knows enumerations by their full names only.
    assert.doesNotMatch(text, /\bQt\.(?!ItemDataRole|DockWidgetArea)[A-Z]\w+\b/, name)
  }
})
