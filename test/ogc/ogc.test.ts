/** OGC API - Features over real HTTP, on a real result; each test names the requirement of the standard where it has one. */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import gdal from 'gdal-async'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import { LAYERS } from '../../server/imkl/model/layers.ts'
import { LAYERS_AND_TABLES, RESULT_TABLES } from '../../server/imkl/model/result.ts'
import { openWorld } from '../support/api-world.ts'

const RD = 'http://www.opengis.net/def/crs/EPSG/0/28992'
const WATER = 2500
const OPERATORS = 5
/** More than clients ask for at once. */
const WARNINGS = 1200

/** A ready job with 2,500 water pipes side by side, one gas pipe, a request polygon, operators, a document and a warning. */
async function withResult(t: TestContext, write = writeResult) {
  const world = await openWorld(t)
  const { job_id: jobId } = await world.quote({ reference: 'Straat' })
  await world.put(jobId, 'ready', 'delivered', { revision: 1 })
  const made = join(world.dataDir, 'made.gpkg')
  write(made)
  await world.putFile(jobId, 'gpkg', readFileSync(made))
  const extent = [155_000, 463_000, 157_500, 463_100]
  await world.store.db
    .updateTable('job')
    .set({ summary: JSON.stringify({ extent, warnings: [{ code: 'OPERATOR_NOT_DELIVERED' }] }) })
    .where('id', '=', jobId)
    .execute()
  const get = async (path: string, more: Parameters<typeof world.ask>[1] = {}) => {
    const reply = await world.ask(path, { key: world.keys.read, ...more })
    return { status: reply.status, headers: reply.headers, json: JSON.parse(reply.text) }
  }
  return { world, jobId, get, items: `/ogc/${jobId}/collections/kabel_of_leiding/items` }
}

function writeResult(path: string): void {
  const gpkg = createGeoPackage(path)
  gpkg.feature(
    'aanvraag_polygoon',
    { id: 'req', objecttype: 'Orientatiepolygoon', soort: 'Orientatiepolygoon' },
    SQUARE,
  )
  for (let n = 0; n < WATER; n++) {
    const x = 155_000 + n
    const row = { id: `w${n}`, objecttype: 'Waterleiding', thema: 'water', status: 'functional', lengte_m: 100 }
    gpkg.feature('kabel_of_leiding', row, { type: 'MultiLineString', lines: [[x, 463_000, x, 463_100]] })
  }
  const gas = { id: 'g', objecttype: 'OlieGasChemicalienPijpleiding', thema: 'gasLageDruk', status: 'disused' }
  gpkg.feature('kabel_of_leiding', gas, { type: 'MultiLineString', lines: [[155_000, 463_050, 157_500, 463_050]] })
  for (let n = 0; n < OPERATORS; n++) {
    const row = {
      klic_nummer: `22G00000${n % 2}`,
      bronhouder: `KL${n}`,
      naam: `Net ${n}`,
      geleverd: n > 0,
      betrokken: null,
    }
    gpkg.row('netbeheerder', row)
  }
  gpkg.row('document', {
    klic_nummer: '22G000000',
    bronhouder: 'KL1',
    soort: 'eisVoorzorgsmaatregel',
    aantal_verwijzingen: 2,
  })
  const said = { code: 'OPERATOR_NOT_DELIVERED', message: 'Net 0 has not', messageNl: 'Net 0 niet', operator: 'KL0' }
  gpkg.finish({
    lastChange: '2026-11-20T10:00:00.000Z',
    warnings: Array.from({ length: WARNINGS }, (_, n) => ({ ...said, objectId: `o${n}` })),
  })
}

/** With the clock, as deliveries may have it. */
const SQUARE = {
  type: 'MultiPolygon' as const,
  polygons: [[[155_000, 463_000, 155_000, 463_100, 157_500, 463_100, 157_500, 463_000, 155_000, 463_000]]],
}

test('the landing page names the definition, the conformance and the data by absolute addresses (/req/core/root-success)', async (t) => {
  const { world, jobId, get } = await withResult(t)
  for (const path of ['/ogc', `/ogc/${jobId}`]) {
    const { json } = await get(path)
    const links = Object.fromEntries(
      json.links.map((link: { rel: string; type: string; href: string }) => [`${link.rel} ${link.type}`, link.href]),
    )
    assert.equal(links['service-desc application/vnd.oai.openapi+json;version=3.0'], `${world.baseUrl}${path}/api`)
    assert.equal(links['data application/json'], `${world.baseUrl}${path}/collections`)
    for (const [what, href] of Object.entries(links)) {
      const reply = await world.ask((href as string).replace(world.baseUrl, ''), { key: world.keys.read })
      assert.equal(reply.status, 200)
      assert.ok(reply.headers.get('content-type')?.startsWith(what.split(' ')[1]!.split(';')[0]!), what)
    }
  }
  const { json } = await get('/ogc')
  const child = json.links.find(({ rel }: { rel: string }) => rel === 'child')
  assert.deepEqual([child.href, child.title], [`${world.baseUrl}/ogc/${jobId}`, 'Straat'])
})

test('the definition tells clients the limit and its maximum, and its media type is OpenAPI 3.0', async (t) => {
  const { jobId, get } = await withResult(t)
  const { json, headers } = await get(`/ogc/${jobId}/api`)
  assert.match(headers.get('content-type') ?? '', /^application\/vnd\.oai\.openapi\+json;\s*version=3\.0/)
  assert.equal(json.openapi, '3.0.3')
  const { maximum, default: fallback } = json.components.parameters.limit.schema
  assert.deepEqual([maximum, fallback], [10_000, 1000])
})

test('it declares Core, GeoJSON, OpenAPI 3.0, HTML and CRS (/req/core/conformance-success)', async (t) => {
  const { get } = await withResult(t)
  const { json } = await get('/ogc/conformance')
  for (const name of [
    '1/1.0/conf/core',
    '1/1.0/conf/geojson',
    '1/1.0/conf/oas30',
    '1/1.0/conf/html',
    '2/1.0/conf/crs',
  ]) {
    assert.ok(
      json.conformsTo.some((uri: string) => uri.endsWith(name)),
      name,
    )
  }
})

test('a job has a collection for each layer, empty ones too, and each table, stored in RD New (/req/crs/fc-md-storageCrs-valid-value)', async (t) => {
  const { jobId, get } = await withResult(t)
  const { json } = await get(`/ogc/${jobId}/collections`)
  assert.deepEqual(
    json.collections.map((collection: { id: string }) => collection.id),
    [...LAYERS, ...RESULT_TABLES].map(({ name }) => name),
  )
  for (const collection of json.collections.slice(0, LAYERS.length)) {
    assert.equal(collection.storageCrs, RD)
    assert.ok(collection.crs.includes(RD))
  }
  const schema = (await get(`/ogc/${jobId}/collections/diepte/schema`)).json
  // QGIS 3.44 knows no list of types, and JSON no order.
  assert.deepEqual(schema.properties.diepte_m, { title: 'Diepte (m)', type: 'number', 'x-ogc-propertySeq': 11 })
  assert.deepEqual((await get(`/ogc/${jobId}/collections/diepte/items`)).json.features, [])
})

test('at an address in RD New, as the .qlr has it, the extent of a layer is in RD New too; at any other in degrees', async (t) => {
  const { jobId, get } = await withResult(t)
  const at = `/ogc/${jobId}/collections/kabel_of_leiding`
  const { spatial } = (await get(`${at}?crs=${encodeURIComponent(RD)}`)).json.extent
  assert.deepEqual(spatial, { bbox: [[155_000, 463_000, 157_500, 463_100]], crs: RD })
  assert.match((await get(at)).json.extent.spatial.crs, /CRS84$/)
})

test('features are selected by one of several codes; a name with a comma is one name', async (t) => {
  const { get, items } = await withResult(t)
  const matched = async (query: string) => (await get(`${items}?limit=1&${query}`)).json.numberMatched
  assert.equal(await matched('thema=water,gasLageDruk'), WATER + 1)
  assert.equal(await matched('thema=gasLageDruk,wees&status=disused,functional'), 1)
  assert.equal(await matched('thema=water,gasLageDruk&bbox=5.38,52.15,5.41,52.16&status=disused'), 1)
  assert.equal(await matched('klic_nummer=22G000001,22G000002'), 0)
})

test('queryables list the values that a layer has, for clients that let a person choose', async (t) => {
  const { jobId, get } = await withResult(t)
  const { properties } = (await get(`/ogc/${jobId}/collections/kabel_of_leiding/queryables`)).json
  assert.deepEqual(properties.thema.enum, ['gasLageDruk', 'water'])
  assert.deepEqual(properties.status.enum, ['disused', 'functional'])
  assert.equal(properties.netbeheerder.title, 'Netbeheerder')
  assert.equal('enum' in properties.netbeheerder, false, 'no operator is named in it')
  for (const value of properties.thema.enum) {
    const { json } = await get(`/ogc/${jobId}/collections/kabel_of_leiding/items?limit=1&thema=${value}`)
    assert.ok(json.numberMatched > 0, value)
  }
})

test('what must be known of a result stands with the job and with each of its layers', async (t) => {
  const { jobId, get } = await withResult(t)
  for (const path of [
    `/ogc/${jobId}`,
    `/ogc/${jobId}/collections/kabel_of_leiding`,
    `/ogc/collections/${jobId}.kabel_of_leiding`,
  ]) {
    const { json } = await get(path)
    for (const note of [/not for use in the field/, /for planning only/, /Not every network operator has delivered/])
      assert.match(json.description, note, path)
    assert.doesNotMatch(json.description, /Imported|missing/, path)
  }
})

test('the company sees each layer and table of each job as a collection of its own', async (t) => {
  const { jobId, get } = await withResult(t)
  const { json } = await get('/ogc/collections')
  assert.equal(json.collections.length, LAYERS_AND_TABLES.length)
  const { json: page } = await get(`/ogc/collections/${jobId}.kabel_of_leiding/items?limit=1`)
  assert.equal(page.numberMatched, WATER + 1)
  const { json: table } = await get(`/ogc/collections/${jobId}.netbeheerder/items?limit=1`)
  assert.equal(table.numberMatched, OPERATORS)
})

test('a table is a collection of features without geometry: no extent, no system, and what its columns are', async (t) => {
  const { jobId, get } = await withResult(t)
  const at = `/ogc/${jobId}/collections`
  const { json } = await get(at)
  for (const { name, columns } of RESULT_TABLES) {
    const collection = json.collections.find(({ id }: { id: string }) => id === name)
    assert.equal(collection.itemType, 'feature')
    for (const member of ['extent', 'crs', 'storageCrs']) assert.equal(member in collection, false, `${name} ${member}`)
    const { properties } = (await get(`${at}/${name}/schema`)).json
    assert.deepEqual(
      Object.keys(properties),
      columns.map((column) => column.name),
    )
  }
  const { json: page, headers } = await get(`${at}/waarschuwing/items?crs=${encodeURIComponent(RD)}`)
  assert.equal(headers.get('content-crs'), null)
  assert.equal('crs' in page, false)
  const [{ geometry, properties }] = page.features
  assert.deepEqual([geometry, properties.code, properties.melding], [null, 'OPERATOR_NOT_DELIVERED', 'Net 0 niet'])
  const { json: none } = await get(`${at}/onbekend/items`)
  assert.deepEqual([none.features, none.numberMatched], [[], 0])
})

test('tables are paged, filtered and bounded as layers are; no box holds a row of one', async (t) => {
  const { world, jobId, get } = await withResult(t)
  const items = `/ogc/${jobId}/collections/netbeheerder/items`
  const seen: string[] = []
  let path: string | undefined = `${items}?limit=2`
  while (path) {
    const { json } = await get(path)
    assert.ok(json.features.length <= 2)
    assert.equal(json.numberMatched, OPERATORS)
    seen.push(...json.features.map(({ properties }: { properties: { naam: string } }) => properties.naam))
    path = json.links.find((link: { rel: string }) => link.rel === 'next')?.href.replace(world.baseUrl, '')
  }
  assert.deepEqual(
    seen,
    Array.from({ length: OPERATORS }, (_, n) => `Net ${n}`),
  )
  const names = async (query: string) =>
    (await get(`${items}?${query}`)).json.features.map(({ id }: { id: string }) => Number(id))
  assert.deepEqual(await names('klic_nummer=22G000001'), [2, 4])
  assert.deepEqual(await names('limit=100000'), [1, 2, 3, 4, 5])
  assert.deepEqual(await names('bbox=3,50,8,54'), [])
  assert.equal((await get(`${items}?thema=water`)).status, 400, 'it has no such column')
  const { json: one } = await get(`${items}/1`)
  assert.deepEqual([one.geometry, one.properties.geleverd, one.properties.betrokken], [null, false, null])
  assert.equal((await get(`${items}/${OPERATORS + 1}`)).status, 404)
  const { json: definition } = await get(`/ogc/${jobId}/api`)
  const { parameters } = definition.paths['/collections/netbeheerder/items'].get
  assert.deepEqual(
    parameters.filter(({ name }: { name?: string }) => name).map(({ name }: { name: string }) => name),
    ['klic_nummer'],
  )
})

test('outlines run against the clock, however they were delivered (RFC 7946, 3.1.6)', async (t) => {
  const { jobId, get } = await withResult(t)
  for (const crs of ['', `?crs=${encodeURIComponent(RD)}`]) {
    const { json } = await get(`/ogc/${jobId}/collections/aanvraag_polygoon/items${crs}`)
    const [[x0, y0], [x1, y1], [x2, y2]] = json.features[0].geometry.coordinates[0]
    assert.ok((x1 - x0) * (y2 - y1) - (x2 - x1) * (y1 - y0) > 0, crs)
  }
})

test('following next reads every feature once, with all parameters kept (/req/core/fc-links)', async (t) => {
  const { world, get, items } = await withResult(t)
  const seen: string[] = []
  let path: string | undefined = `${items}?limit=700&thema=water&crs=${encodeURIComponent(RD)}`
  while (path) {
    const { json } = await get(path)
    assert.equal(json.numberMatched, WATER)
    assert.equal(json.numberReturned, json.features.length)
    for (const feature of json.features) {
      assert.equal(typeof feature.id, 'string')
      assert.equal(feature.properties.thema, 'water')
      assert.equal(feature.properties.label, null)
      assert.equal(feature.geometry.coordinates[0][0][1], 463_000)
      seen.push(feature.properties.id)
    }
    path = json.links.find((link: { rel: string }) => link.rel === 'next')?.href.replace(world.baseUrl, '')
  }
  assert.equal(seen.length, WATER)
  assert.equal(new Set(seen).size, WATER)
})

test('a page of very large features ends before its limit, and the next goes on behind it', async (t) => {
  const LARGE = 9
  const { world, get, items } = await withResult(t, (path) => {
    const gpkg = createGeoPackage(path)
    const line = Array.from({ length: 50_000 }, (_, n) => [155_000 + n / 100, 463_000 + (n % 2)]).flat()
    for (let n = 0; n < LARGE; n++) {
      const row = { id: `w${n}`, objecttype: 'Waterleiding', thema: 'water', status: 'functional' }
      gpkg.feature('kabel_of_leiding', row, { type: 'MultiLineString', lines: [line] })
    }
    gpkg.finish({ lastChange: '2026-11-20T10:00:00.000Z', warnings: [] })
  })
  const seen: number[][] = []
  let path: string | undefined = `${items}?limit=10000`
  while (path) {
    const { json } = await get(path)
    assert.deepEqual([json.numberMatched, json.numberReturned], [LARGE, json.features.length])
    seen.push(json.features.map(({ id }: { id: string }) => Number(id)))
    path = json.links.find((link: { rel: string }) => link.rel === 'next')?.href.replace(world.baseUrl, '')
  }
  assert.deepEqual(seen.flat(), [1, 2, 3, 4, 5, 6, 7, 8, 9])
  assert.ok(seen.length > 1, `${seen.length}`)
})

test('positions come in the axes of the asked system, and it is named (/req/crs/geojson-crs84, /req/crs/ogc-crs-header-value)', async (t) => {
  const { get, items } = await withResult(t)
  const first = async (crs?: string) => {
    const { json, headers } = await get(`${items}?limit=1${crs ? `&crs=${encodeURIComponent(crs)}` : ''}`)
    return { at: json.features[0].geometry.coordinates[0][0], crs: headers.get('content-crs') }
  }
  const [lng, lat] = [5.38720365, 52.1551728874]
  const near = (value: number, wanted: number, within: number) =>
    assert.ok(Math.abs(value - wanted) < within, `${value} ${wanted}`)
  const degrees = await first()
  assert.equal(degrees.crs, '<http://www.opengis.net/def/crs/OGC/1.3/CRS84>')
  near(degrees.at[0], lng, 1e-6)
  near(degrees.at[1], lat, 1e-6)
  const turned = await first('http://www.opengis.net/def/crs/EPSG/0/4326')
  near(turned.at[0], lat, 1e-6)
  const mercator = await first('http://www.opengis.net/def/crs/EPSG/0/3857')
  near(mercator.at[0], (lng * Math.PI * 6_378_137) / 180, 1)
  assert.deepEqual((await first(RD)).at, [155_000, 463_000])
})

test('a column of decimals shows its point, so that programs take it for one', async (t) => {
  const { world, items } = await withResult(t)
  for (const path of [`${items}?limit=2`, `${items}/1`]) {
    const { text } = await world.ask(path, { key: world.keys.read })
    assert.match(text, /"lengte_m":100\.0[,}]/)
  }
})

test('a box selects what meets it, in every coordinate system (/req/crs/bbox-crs-action)', async (t) => {
  const { get, items } = await withResult(t)
  const matched = async (query: string) => (await get(`${items}?limit=1&${query}`)).json.numberMatched
  const rd = encodeURIComponent(RD)
  assert.equal(await matched(`bbox=155099.5,463000,155199.5,463010&bbox-crs=${rd}`), 100)
  assert.equal(await matched(`bbox=155099.5,463000,155199.5,463060&bbox-crs=${rd}`), 101)
  assert.equal(await matched('bbox=4,51,4.1,51.1'), 0)
  assert.equal(await matched('bbox=5.3,52.1,5.5,52.2'), WATER + 1)
})

test('one feature is found by its id, and only there (/req/core/f-success)', async (t) => {
  const { get, items } = await withResult(t)
  const { json } = await get(`${items}/1`)
  assert.deepEqual([json.id, json.properties.id], ['1', 'w0'])
  for (const id of ['0', '99999', 'x', '1.0']) assert.equal((await get(`${items}/${id}`)).status, 404, id)
})

test('unknown and wrong parameters are 400, all named at once; f=json is taken (/req/core/query-param-unknown)', async (t) => {
  const { get, items } = await withResult(t)
  const { status, json } = await get(`${items}?limit=none&bbox=1,2,3&tema=water`)
  assert.equal(status, 400)
  assert.deepEqual(json.detail.errors.map((error: { pointer: string }) => error.pointer).sort(), [
    '?bbox',
    '?limit',
    '?tema',
  ])
  assert.equal((await get(`${items}?f=json&limit=1`)).status, 200)
})

test('who asks it as a WFS, as QGIS does to find out, gets the landing page in JSON and never XML', async (t) => {
  const { jobId, get } = await withResult(t)
  const { status, headers, json } = await get(`/ogc/${jobId}?SERVICE=WFS&REQUEST=GetCapabilities&ACCEPTVERSIONS=2.0.0`)
  assert.equal(status, 200)
  assert.match(headers.get('content-type') ?? '', /^application\/json/)
  assert.ok(json.links.some(({ rel }: { rel: string }) => rel === 'data'))
})

test('who has the features already is told so, without reading them; another question is another answer', async (t) => {
  const { world, jobId, items } = await withResult(t)
  const ask = (path: string, tag?: string) =>
    world.ask(path, { key: world.keys.read, headers: tag ? { 'If-None-Match': tag } : {} })
  for (const path of [`${items}?limit=3`, `${items}/1`, `/ogc/${jobId}`, `/ogc/${jobId}/collections`]) {
    const tag = (await ask(path)).headers.get('etag')!
    const again = await ask(path, tag)
    assert.deepEqual([again.status, again.text], [304, ''], path)
    assert.equal((await ask(path, 'W/"another"')).status, 200)
  }
  const tag = (await ask(`${items}?limit=3`)).headers.get('etag')!
  assert.equal((await ask(`${items}?limit=4`, tag)).status, 200)
  await world.putFile(jobId, 'gpkg', 'a later delivery', 2)
  await world.put(jobId, 'ready', 'delivered', { revision: 2 })
  assert.notEqual((await ask(`${items}?limit=3`, tag)).status, 304)
})

test('answers are packed for who can take that', async (t) => {
  const { world, items } = await withResult(t)
  const ask = (encoding: string) =>
    fetch(`${world.baseUrl}${items}?limit=100`, {
      headers: { 'X-API-Key': world.keys.read, 'Accept-Encoding': encoding },
    })
  const packed = await ask('gzip')
  const plain = await ask('identity')
  assert.deepEqual([packed.headers.get('content-encoding'), plain.headers.get('content-encoding')], ['gzip', null])
  assert.ok(Number(packed.headers.get('content-length')) < Number(plain.headers.get('content-length')) / 5)
  assert.match(packed.headers.get('vary') ?? '', /Accept-Encoding/)
  assert.deepEqual(await packed.json(), await plain.json())
})

test('OPTIONS tells what is allowed, to anybody; nothing can be written', async (t) => {
  const { world, items } = await withResult(t)
  const options = await world.ask(items, { method: 'OPTIONS', key: null })
  assert.deepEqual([options.status, options.headers.get('allow')], [204, 'GET, HEAD, OPTIONS'])
  const written = await world.ask(items, { method: 'POST', body: {} })
  assert.deepEqual([written.status, written.headers.get('allow')], [405, 'GET, HEAD, OPTIONS'])
})

test('pages of a box follow each other without a gap or a double, and the box is kept', async (t) => {
  const { world, get, items } = await withResult(t)
  const seen: string[] = []
  let path: string | undefined = `${items}?limit=600&bbox=5.38,52.15,5.41,52.16&thema=water`
  const matched = (await get(path)).json.numberMatched
  while (path) {
    const { json } = await get(path)
    assert.equal(json.numberMatched, matched)
    seen.push(...json.features.map(({ id }: { id: string }) => id))
    path = json.links.find((link: { rel: string }) => link.rel === 'next')?.href.replace(world.baseUrl, '')
  }
  assert.ok(matched > 1200 && matched < WATER)
  assert.deepEqual([seen.length, new Set(seen).size], [matched, matched])
})

test('a box may be the world, may span the antimeridian, and may be nowhere near', async (t) => {
  const { get, items } = await withResult(t)
  const matched = async (query: string) => (await get(`${items}?limit=1&${query}`)).json.numberMatched
  const wgs84 = encodeURIComponent('http://www.opengis.net/def/crs/EPSG/0/4326')
  const mercator = encodeURIComponent('http://www.opengis.net/def/crs/EPSG/0/3857')
  assert.equal(await matched('bbox=-180,-90,180,90'), WATER + 1)
  assert.equal(await matched(`bbox=-90,-180,90,180&bbox-crs=${wgs84}`), WATER + 1)
  assert.equal(await matched(`bbox=-20037508,-20037508,20037508,20037508&bbox-crs=${mercator}`), WATER + 1)
  assert.equal(await matched('bbox=5,51,-170,53'), WATER + 1)
  assert.equal(await matched('bbox=170,51,6,53'), WATER + 1)
  assert.equal(await matched('bbox=170,51,-170,53'), 0)
  // All around the earth but for the strip between its two sides, in which all of it lies; or in which none does.
  assert.equal(await matched('bbox=7,51,4,53'), 0)
  assert.equal(await matched('bbox=4.1,51,4,53'), WATER + 1)
  assert.equal(await matched('bbox=-80,40,-70,45'), 0)
})

test('a key is taken as header, as Basic password, and, when it can only read, in the address', async (t) => {
  const { world, jobId, get } = await withResult(t)
  const basic = (key: string) => ({
    key: null,
    headers: { Authorization: `Basic ${Buffer.from(`qgis:${key}`).toString('base64')}` },
  })
  assert.equal((await get('/ogc', { key: null })).status, 401)
  assert.equal((await get('/ogc', basic(world.keys.read))).status, 200)
  assert.equal((await get('/ogc', basic('wrong'))).status, 401)
  const { status, json } = await get(`/k/${world.keys.read}/ogc/${jobId}`, { key: null })
  assert.equal(status, 200)
  assert.ok(json.links.every((link: { href: string }) => link.href.includes(`/k/${world.keys.read}/ogc/${jobId}`)))
  assert.equal((await get(`/k/${world.keys.write}/ogc`, { key: null })).status, 403)
  assert.ok(
    world.lines.every((line) => !line.includes(world.keys.read)),
    'a key stands in the log',
  )
})

test("another company's results do not exist", async (t) => {
  const { world, jobId, get } = await withResult(t)
  const { secret: stranger } = await world.keyWith(['read'], await world.company())
  for (const path of [`/ogc/${jobId}`, `/ogc/collections/${jobId}.diepte/items`]) {
    assert.equal((await get(path, { key: stranger })).status, 404)
  }
  assert.deepEqual((await get('/ogc/collections', { key: stranger })).json.collections, [])
})

test('GDAL lists and reads the collections as its own client does', {
  skip: !hasGdal() && 'GDAL is not installed',
}, async (t) => {
  const { world, jobId } = await withResult(t)
  const url = `OAPIF:${world.baseUrl}/k/${world.keys.read}/ogc/${jobId}`
  const { stdout } = await promisify(execFile)('ogrinfo', ['-so', url, 'kabel_of_leiding'])
  assert.match(stdout, new RegExp(`Feature Count: ${WATER + 1}`))
  assert.match(stdout, /lengte_m: (Integer|Real)/)
})

test('GDAL reads every row of a table once, without a shape, over more than a page', async (t) => {
  const { world, jobId } = await withResult(t)
  const source = await gdal.openAsync(`OAPIF:${world.baseUrl}/k/${world.keys.read}/ogc/${jobId}`)
  t.after(() => source.close())
  const copy = join(world.dataDir, 'tables.gpkg')
  const names = ['waarschuwing', 'netbeheerder']
  ;(await gdal.vectorTranslateAsync(copy, source, ['-f', 'GPKG', ...names])).close()
  const read = gdal.open(copy)
  t.after(() => read.close())
  for (const name of names)
    for (const feature of read.layers.get(name).features) assert.equal(feature.getGeometry(), null)
  const told = [...read.layers.get('waarschuwing').features].map((feature) => feature.fields.get('object_id'))
  assert.deepEqual(
    told,
    Array.from({ length: WARNINGS }, (_, n) => `o${n}`),
  )
  const { fields } = read.layers.get('netbeheerder').features.get(2)
  assert.deepEqual(
    [fields.get('naam'), fields.get('klic_nummer'), fields.get('betrokken')],
    ['Net 1', '22G000001', null],
  )
  assert.equal(read.layers.get('netbeheerder').features.count(), OPERATORS)
})

function hasGdal(): boolean {
  try {
    execFileSync('ogrinfo', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
