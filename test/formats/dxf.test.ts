/** The drawing, taken apart by its own grammar and read by GDAL: what a CAD program would refuse must not be in it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import gdal from 'gdal-async'
import { writeDxf } from '../../server/exports/formats/dxf/dxf.ts'
import { TEST_NOTICE } from '../../server/exports/formats/words.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import type { Position } from '../../server/geometry/geometry.ts'
import { LAYERS, type Row } from '../../server/imkl/model/layers.ts'
import { RESULT_TABLES } from '../../server/imkl/model/result.ts'
import { THEMES } from '../../server/imkl/model/themes.ts'
import { folder, writeSample } from './samples.ts'

async function written(t: TestContext, fill: (path: string) => void) {
  const at = folder(t)
  fill(at.path('result.gpkg'))
  const source = openResult(at.path('result.gpkg'))
  t.after(() => source.close())
  const tables: Record<string, Row[]> = Object.fromEntries(RESULT_TABLES.map(({ name }) => [name, source.table(name)]))
  const made = await writeDxf({ path: at.path('result.dxf'), tempDir: at.path('.'), source, tables })
  const text = readFileSync(at.path('result.dxf'), 'latin1')
  return { path: at.path('result.dxf'), text, made, things: thingsIn(text) }
}

type Tag = [code: number, value: string]
interface Thing {
  type: string
  section: string
  tags: Tag[]
  first(code: number): string | undefined
}

/** Everything that begins with a 0, with the section it stands in; comments left out. */
function thingsIn(text: string): Thing[] {
  const lines = text.split('\r\n')
  assert.equal(lines.pop(), '', 'the last line is ended')
  assert.equal(lines.length % 2, 0, 'codes and values come in pairs')
  const things: Thing[] = []
  let section = ''
  for (let i = 0; i < lines.length; i += 2) {
    const code = Number(lines[i])
    const value = lines[i + 1]!
    assert.ok(Number.isInteger(code) && lines[i]!.length >= 3, `group code ${lines[i]}`)
    assert.ok(/^[\x20-\x7e]*$/.test(value), `plain text in ${value}`)
    if (code === 999) continue
    if (code === 0) {
      if (value === 'ENDSEC') section = ''
      const tags: Tag[] = []
      things.push({ type: value, section, tags, first: (asked) => tags.find(([each]) => each === asked)?.[1] })
    } else {
      const thing = things.at(-1)!
      if (thing.type === 'SECTION' && code === 2) section = value
      thing.tags.push([code, value])
    }
  }
  return things
}

const named = (things: readonly Thing[], type: string): Set<string> =>
  new Set(things.filter((thing) => thing.type === type && thing.section === 'TABLES').map(({ first }) => first(2)!))

test('a drawing holds what its grammar asks: sections in order, handles, owners, and only names that exist', async (t) => {
  const { things } = await written(t, (path) => writeSample(path, { isSimulated: true }))
  const sections = things.filter(({ type }) => type === 'SECTION').map(({ first }) => first(2))
  assert.deepEqual(sections, ['HEADER', 'CLASSES', 'TABLES', 'BLOCKS', 'ENTITIES', 'OBJECTS'])
  assert.equal(things.at(-1)!.type, 'EOF')
  const ofTable = things.filter(({ type }) => type === 'TABLE').map(({ first }) => first(2))
  const wanted = ['VPORT', 'LTYPE', 'LAYER', 'STYLE', 'VIEW', 'UCS', 'APPID', 'DIMSTYLE', 'BLOCK_RECORD']
  assert.deepEqual(ofTable, wanted)

  const handleOf = (thing: Thing) => thing.first(thing.type === 'DIMSTYLE' ? 105 : 5)
  const handles = things.filter(({ type }) => type !== 'SECTION').flatMap((thing) => handleOf(thing) ?? [])
  assert.equal(new Set(handles).size, handles.length, 'no handle twice')
  const header = things[0]!.tags
  const seed = header[header.findIndex(([, value]) => value === '$HANDSEED') + 1]![1]
  assert.ok(handles.every((handle) => Number.parseInt(handle, 16) < Number.parseInt(seed, 16)))
  const known = new Set(['0', ...handles])
  for (const { tags, type } of things)
    for (const [code, value] of tags)
      if ([330, 340, 350].includes(code)) assert.ok(known.has(value), `${type} ${value}`)

  const layers = named(things, 'LAYER')
  const lineTypes = named(things, 'LTYPE')
  const blocks = new Set(things.filter(({ type }) => type === 'BLOCK').map(({ first }) => first(2)!))
  assert.deepEqual(blocks, named(things, 'BLOCK_RECORD'))
  for (const thing of things) {
    const { type, section, first } = thing
    if (section === 'ENTITIES' || section === 'BLOCKS') {
      if (first(8) !== undefined) assert.ok(layers.has(first(8)!), `${type} on ${first(8)}`)
      if (type === 'INSERT') assert.ok(blocks.has(first(2)!), first(2))
      if (type === 'TEXT') assert.ok(named(things, 'STYLE').has(first(7)!))
      if (first(1001)) assert.ok(named(things, 'APPID').has(first(1001)!))
    }
    if (type === 'LAYER' && section === 'TABLES') assert.ok(lineTypes.has(first(6)!), first(6))
  }
})

test('every object with a shape is drawn, with its facts, where GDAL finds it as well', async (t) => {
  const { path, made, things } = await written(t, (file) => writeSample(file))
  for (const { name } of LAYERS) assert.equal(made.counts[name], 3, name)
  assert.equal(things.length, made.things)
  const entities = things.filter(({ section, type }) => section === 'ENTITIES' && type !== 'SECTION')
  const ids = new Set(
    entities.flatMap(({ tags }) => tags.filter(([, value]) => value.startsWith('id=')).map(([, id]) => id)),
  )
  for (const { name } of LAYERS)
    for (const n of [1, 2, 4]) assert.ok(ids.has(`id=nl.imkl-KL1234.${name}_${n}`), `${name} ${n}`)
  const set = gdal.open(path)
  t.after(() => set.close())
  const layer = set.layers.get(0)
  assert.equal(layer.features.count(), entities.length)
  const { minX, minY, maxX, maxY } = layer.getExtent()
  assert.ok(minX > 119_000 && maxX < 140_000 && minY > 470_000 && maxY < 490_000)
})

const cable = (id: string, thema: string, status: string) => ({
  row: { id, objecttype: 'Elektriciteitskabel', thema, status, label: 'Één 100% ^ label' },
  geometry: { type: 'MultiLineString' as const, lines: [[155000.123, 463000, 155010, 463000.5]] },
})

/** Names as the table KL of NLCS 5.02 has them; what it lacks is ours, and begins with KLIC. */
const NLCS: Readonly<Record<string, string>> = {
  landelijkHoogspanningsnet: 'B-OI-KL-ET_ZHS-G',
  hoogspanning: 'B-OI-KL-ET_HS-G',
  middenspanning: 'B-OI-KL-ET_MS-G',
  laagspanning: 'B-OI-KL-ET_LS-G',
  buisleidingGevaarlijkeInhoud: 'B-OI-KL-KLIC BUISLEIDING GEVAARLIJKE INHOUD-G',
  gasHogeDruk: 'B-OI-KL-GAS_HD-G',
  gasLageDruk: 'B-OI-KL-GAS_LD-G',
  petrochemie: 'B-OI-KL-CHEMIE-G',
  water: 'B-OI-KL-WATER-G',
  warmte: 'B-OI-KL-WARMTENET-G',
  rioolVrijverval: 'B-OI-RI-KLIC RIOOL VRIJVERVAL-G',
  rioolOnderOverOfOnderdruk: 'B-OI-RI-PERSLEIDING-G',
  datatransport: 'B-OI-KL-DATA-G',
  wees: 'B-OI-KL-WEESLEIDING-G',
  overig: 'B-OI-KL-KLIC OVERIG-G',
}

test('what lies on a network is named below it, as the table has it or by a name that says whose it is', async (t) => {
  const { things } = await written(t, (path) => {
    const writer = createGeoPackage(path)
    const at = { type: 'Point' as const, xy: [155000, 463000] satisfies Position }
    const { geometry } = cable('', '', '')
    const gas = { thema: 'gasLageDruk', status: 'functional' }
    writer.feature('kabel_en_leiding_container', { id: 'a', ...gas, objecttype: 'Mantelbuis' }, geometry)
    writer.feature('kabel_en_leiding_container', { id: 'b', ...gas, objecttype: 'Kabelbed' }, geometry)
    writer.feature('leidingelement', { id: 'c', ...gas, objecttype: 'Appurtenance', symbool: 'mof' }, at)
    writer.feature('containerleidingelement', { id: 'd', ...gas, objecttype: 'Kast' }, at)
    writer.feature('annotatie_punt', { id: 'e', thema: gas.thema, objecttype: 'Annotatie', tekst: 'PE 110' }, at)
    writer.finish({ lastChange: null, warnings: [] })
  })
  const ours = [...named(things, 'LAYER')].filter((name) => name.startsWith('B-')).sort()
  assert.deepEqual(ours, [
    'B-OI-KL-GAS_HULPSTUK_KLIC LD-S',
    'B-OI-KL-GAS_LD_KLIC ANNOTATIE-T18',
    'B-OI-KL-GAS_LD_KLIC KABELBED-G',
    'B-OI-KL-GAS_LD_KLIC KAST-S',
    'B-OI-KL-GAS_MANTELBUIS_KLIC LD-G',
  ])
  const text = things.find(({ type, section }) => type === 'TEXT' && section === 'ENTITIES')!
  assert.equal(Number(text.first(40)), 0.36, '1.8 mm on paper at 1:200')
})

/** LOZE LEIDING is in the table below electricity and data alone. */
const DISUSED: Readonly<Record<string, string>> = {
  hoogspanning: 'B-OI-KL-ET_LOZE LEIDING_KLIC HS-G',
  laagspanning: 'B-OI-KL-ET_LOZE LEIDING_KLIC LS-G',
  gasHogeDruk: 'B-OI-KL-GAS_HD_KLIC BUITEN GEBRUIK-G',
  datatransport: 'B-OI-KL-DATA_LOZE LEIDING-G',
}

test('no two themes share a layer: each keeps its colour', async (t) => {
  const { geometry } = cable('', '', '')
  const { things } = await written(t, (path) => {
    const writer = createGeoPackage(path)
    for (const { id: thema } of THEMES) {
      writer.feature('kabel_of_leiding', cable(thema, thema, 'disused').row, geometry)
      for (const status of ['functional', 'disused']) {
        const casing = { id: `${thema} ${status}`, thema, status, objecttype: 'Mantelbuis' }
        writer.feature('kabel_en_leiding_container', casing, geometry)
      }
    }
    writer.finish({ lastChange: null, warnings: [] })
  })
  const layers = new Map(things.filter(({ type }) => type === 'LAYER').map((layer) => [layer.first(2)!, layer]))
  assert.equal([...layers.keys()].filter((name) => /^B-OI-(?:KL|RI)-.*-G$/.test(name)).length, THEMES.length * 3)
  for (const [id, name] of Object.entries(DISUSED)) {
    const colour = THEMES.find((theme) => theme.id === id)!.colour
    assert.equal(Number(layers.get(name)?.first(420)), Number.parseInt(colour.slice(1), 16), name)
  }
})

test('theme and status make the layer, its official colour and its dashes', async (t) => {
  const { things } = await written(t, (path) => {
    const writer = createGeoPackage(path)
    for (const { id } of THEMES)
      writer.feature('kabel_of_leiding', cable(id, id, 'functional').row, cable('', '', '').geometry)
    for (const status of ['projected', 'disused']) {
      const { row, geometry } = cable(status, 'water', status)
      writer.feature('kabel_of_leiding', row, geometry)
    }
    writer.finish({ lastChange: null, warnings: [] })
  })
  const layers = new Map(things.filter(({ type }) => type === 'LAYER').map((layer) => [layer.first(2)!, layer]))
  for (const { id, colour } of THEMES) {
    const layer = layers.get(NLCS[id]!)
    assert.ok(layer, `${id}: ${[...layers.keys()]}`)
    assert.equal(Number(layer.first(420)), Number.parseInt(colour.slice(1), 16), id)
    assert.deepEqual([layer.first(6), layer.first(370)], ['Continuous', '18'], 'what exists is 0.18 mm')
  }
  assert.equal(layers.get(NLCS.water!)!.first(62), '5', 'blue, for old programs')
  assert.equal(layers.get(NLCS.hoogspanning!)!.first(62), '1', 'red')
  const projected = layers.get('N-OI-KL-WATER-G')!
  assert.deepEqual([projected.first(6), projected.first(370)], ['KLIC_GEPROJECTEERD', '35'], 'what is new is 0.35 mm')
  // It lies in the ground: V would say that it is removed.
  const disused = layers.get('B-OI-KL-WATER_KLIC BUITEN GEBRUIK-G')!
  assert.deepEqual([disused.first(6), disused.first(370)], ['KLIC_BUITEN_GEBRUIK', '18'])
  const line = things.find(({ type, section }) => type === 'LWPOLYLINE' && section === 'ENTITIES')!
  assert.deepEqual(
    line.tags.filter(([code]) => code === 10 || code === 20).map(([, value]) => Number(value)),
    [155000.123, 463000, 155010, 463000.5],
  )
  assert.ok(line.tags.some(([, value]) => value === 'label=\\U+00C9\\U+00E9n 100% ^  label'))
})

test('a text stands on its anchor and turns clockwise; a symbol is the block of its value, and turns too', async (t) => {
  const { things } = await written(t, (path) => {
    const writer = createGeoPackage(path)
    const at = (x: number) => ({ type: 'Point' as const, xy: [x, 463000] satisfies Position })
    const text = { objecttype: 'Annotatie', tekst: '1.0 m', rotatie: 30, anker_h: 1, anker_v: 0.5 }
    writer.feature('annotatie_punt', { id: 'a', ...text }, at(155000))
    writer.feature('leidingelement', { id: 'b', symbool: 'mof', rotatie: -90 }, at(155010))
    writer.feature('leidingelement', { id: 'c', symbool: null }, at(155020))
    writer.finish({ lastChange: null, warnings: [] })
  })
  const entities = things.filter(({ section }) => section === 'ENTITIES')
  const text = entities.find(({ type, first }) => type === 'TEXT' && first(1) === '1.0 m')!
  assert.deepEqual(
    [50, 72, 73, 11].map((code) => Number(text.first(code))),
    [-30, 2, 2, 155000],
  )
  const inserts = entities.filter(({ type }) => type === 'INSERT')
  assert.deepEqual(
    inserts.map(({ first }) => [first(2), first(50)]),
    [
      ['SKL-KLIC_LE_MOF-SO', '90'],
      ['SKL-KLIC_LE_OVERIG_OF_ONBEKEND-SO', undefined],
    ],
  )
})

test('a drawing of test data says so above it, across it, below it, and at the top of the file; a real one nowhere', async (t) => {
  const simulated = await written(t, (path) => writeSample(path, { isSimulated: true }))
  const said = simulated.things.filter(({ type, first }) => type === 'TEXT' && first(1)?.includes(TEST_NOTICE))
  assert.equal(said.length, 3)
  assert.ok(simulated.text.slice(0, 300).includes(TEST_NOTICE))
  const real = await written(t, (path) => writeSample(path))
  assert.ok(!real.text.includes('SIMULATOR'))
})

test('an empty result is a drawing that can be opened', async (t) => {
  const { path, things } = await written(t, (file) => createGeoPackage(file).finish({ lastChange: null, warnings: [] }))
  assert.equal(things.at(-1)!.type, 'EOF')
  gdal.open(path).close()
})
