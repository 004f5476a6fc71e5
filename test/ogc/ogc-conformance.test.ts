/**
 * The abstract tests of OGC API - Features Part 1 (17-069r4, annex A: Core, GeoJSON, HTML, OpenAPI 3.0) and Part 2
 * (18-058r1, annex A: CRS), over HTTP, on the landing page of a company and that of a job alike. Each is named by its
 * clause. The OGC's own executable suite needs a Java server and the internet.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import { LAYERS } from '../../server/imkl/model/layers.ts'
import { LAYERS_AND_TABLES } from '../../server/imkl/model/result.ts'
import { openWorld } from '../support/api-world.ts'

const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84'
const EPSG = (code: number) => `http://www.opengis.net/def/crs/EPSG/0/${code}`
const FEATURES = 120
/** Of a table */
const ROWS = 6
const JSON_TYPE = 'application/json'
const GEOJSON_TYPE = 'application/geo+json'

interface Link {
  href: string
  rel: string
  type: string
}
// biome-ignore lint/suspicious/noExplicitAny: documents of a standard, judged here field by field
type Document = any

interface Reply {
  status: number
  headers: Headers
  type: string
  json: Document
  text: string
}

interface Landing {
  url: string
  /** The collection that holds the features, by its id here. */
  collection: string
  ask(address: string, headers?: Record<string, string>): Promise<Reply>
}

/** Runs a test on both landing pages: the company's, and the job's. */
const clause = (name: string, what: string, act: (landing: Landing) => Promise<void>): void => {
  test(`${name}: ${what}`, async (t) => {
    for (const landing of await landings(t)) await act(landing)
  })
}

async function landings(t: TestContext): Promise<Landing[]> {
  const world = await openWorld(t)
  const { job_id: jobId } = await world.quote({ reference: 'Straat' })
  await world.put(jobId, 'ready')
  const made = join(world.dataDir, 'made.gpkg')
  const gpkg = createGeoPackage(made)
  for (let n = 0; n < FEATURES; n++) {
    const x = 155_000 + n * 10
    const row = { id: `w${n}`, thema: n % 2 ? 'water' : 'gasLageDruk', status: 'functional', lengte_m: 100 }
    gpkg.feature('kabel_of_leiding', row, { type: 'MultiLineString', lines: [[x, 463_000, x, 463_100]] })
  }
  for (let n = 0; n < ROWS; n++) gpkg.row('netbeheerder', { klic_nummer: `22G00000${n % 2}`, naam: `Net ${n}` })
  gpkg.finish({ lastChange: '2026-11-20T10:00:00.000Z', warnings: [] })
  await world.putFile(jobId, 'gpkg', readFileSync(made))
  const summary = JSON.stringify({ extent: [155_000, 463_000, 156_190, 463_100] })
  await world.store.db.updateTable('job').set({ summary }).where('id', '=', jobId).execute()
  const ask = async (address: string, headers: Record<string, string> = {}): Promise<Reply> => {
    const reply = await fetch(address, { headers: { 'X-API-Key': world.keys.read, ...headers } })
    const type = (reply.headers.get('content-type') ?? '').split(';')[0]!
    const text = await reply.text()
    const json = type.endsWith('json') ? JSON.parse(text) : undefined
    return { status: reply.status, headers: reply.headers, type, json, text }
  }
  return [
    { url: `${world.baseUrl}/ogc`, collection: `${jobId}.kabel_of_leiding`, ask },
    { url: `${world.baseUrl}/ogc/${jobId}`, collection: 'kabel_of_leiding', ask },
  ]
}

const itemsOf = ({ url, collection }: Landing): string => `${url}/collections/${collection}/items`
/** The others are tables: features without geometry. */
const isSpatial = ({ id }: { id: string }): boolean => LAYERS.some(({ name }) => name === id.split('.').at(-1))
const linkOf = (document: Document, rel: string, type?: string): Link =>
  document.links.find((link: Link) => link.rel === rel && (type === undefined || link.type === type))
const ok = (reply: Reply, type: string): Document => {
  assert.deepEqual([reply.status, reply.type], [200, type], reply.text.slice(0, 300))
  return reply.json
}
const withQuery = (address: string, query: Record<string, string>): string => `${address}?${new URLSearchParams(query)}`
const definitionOf = async ({ url, ask }: Landing): Promise<Document> => {
  const landing = ok(await ask(url), JSON_TYPE)
  return (await ask(linkOf(landing, 'service-desc').href)).json
}
/** The parameters of GET items, references followed. */
const parametersOf = async (landing: Landing): Promise<Document[]> => {
  const definition = await definitionOf(landing)
  const { parameters } = definition.paths['/collections/{collectionId}/items'].get
  return parameters.map((each: Document) =>
    each.$ref ? definition.components.parameters[each.$ref.split('/').at(-1)] : each,
  )
}
const parameterOf = async (landing: Landing, name: string): Promise<Document> => {
  const found = (await parametersOf(landing)).find((each) => each.name === name)
  assert.ok(found, name)
  assert.deepEqual([found.in, found.required], ['query', false])
  return found
}

clause('/conf/core/http', 'the server speaks HTTP/1.1, and knows what is not there', async ({ url, ask }) => {
  assert.equal((await ask(url)).status, 200)
  assert.equal((await ask(`${url}/nothing`)).status, 404)
  assert.equal((await ask(`${url}/collections/nothing`)).status, 404)
})

clause('/conf/core/root-op', 'the landing page is retrieved by GET', async ({ url, ask }) => {
  ok(await ask(url, { Accept: JSON_TYPE }), JSON_TYPE)
  ok(await ask(`${url}/`, { Accept: JSON_TYPE }), JSON_TYPE)
})

clause('/conf/core/root-success', 'it links to definition, conformance and data', async ({ url, ask }) => {
  const landing = ok(await ask(url), JSON_TYPE)
  assert.equal(typeof landing.title, 'string')
  for (const rel of ['self', 'alternate', 'service-desc', 'service-doc', 'conformance', 'data']) {
    const link = linkOf(landing, rel)
    const reply = await ask(link.href)
    assert.deepEqual([reply.status, reply.type], [200, link.type.split(';')[0]], rel)
  }
})

clause('/conf/core/api-definition-op', 'every service-desc and service-doc can be retrieved', async ({ url, ask }) => {
  const { links } = ok(await ask(url), JSON_TYPE)
  const documents = links.filter(({ rel }: Link) => rel.startsWith('service-'))
  assert.equal(documents.length, 2)
  for (const { href, type } of documents) assert.equal((await ask(href, { Accept: type })).status, 200)
})

clause('/conf/core/api-definition-success', 'the definition is what its type says', async (landing) => {
  const { openapi } = await definitionOf(landing)
  assert.match(openapi, /^3\.0\./)
})

clause('/conf/core/conformance-op', 'the declaration is retrieved by GET', async ({ url, ask }) => {
  ok(await ask(`${url}/conformance`, { Accept: JSON_TYPE }), JSON_TYPE)
})

clause('/conf/core/conformance-success', 'it lists all conformance classes', async ({ url, ask }) => {
  const { conformsTo } = ok(await ask(`${url}/conformance`), JSON_TYPE)
  for (const name of ['core', 'oas30', 'html', 'geojson']) {
    assert.ok(conformsTo.includes(`http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/${name}`), name)
  }
  assert.ok(conformsTo.includes('http://www.opengis.net/spec/ogcapi-features-2/1.0/conf/crs'))
})

clause('/conf/core/fc-md-op', 'the collections are retrieved by GET', async ({ url, ask }) => {
  ok(await ask(`${url}/collections`, { Accept: JSON_TYPE }), JSON_TYPE)
})

clause('/conf/core/fc-md-success', 'all collections are described, with links, extent and items', async (landing) => {
  const document = ok(await landing.ask(`${landing.url}/collections`), JSON_TYPE)
  assert.ok(linkOf(document, 'self', JSON_TYPE) && linkOf(document, 'alternate', 'text/html'))
  assert.equal(document.collections.length, LAYERS_AND_TABLES.length)
  for (const collection of document.collections) {
    for (const name of ['id', 'title', 'description']) assert.equal(typeof collection[name], 'string')
    assert.ok(linkOf(collection, 'items', GEOJSON_TYPE) && linkOf(collection, 'items', 'text/html'))
    assert.equal(collection.itemType, 'feature')
    if (!isSpatial(collection)) {
      assert.equal('extent' in collection, false, collection.id)
      continue
    }
    const [box] = collection.extent.spatial.bbox
    assert.ok(box[0] <= box[2] && box[1] <= box[3] && box[0] > 3 && box[3] < 54, String(box))
  }
})

clause('/conf/core/sfc-md-op', 'each collection is retrieved at its own address', async ({ url, ask }) => {
  const { collections } = ok(await ask(`${url}/collections`), JSON_TYPE)
  for (const { id } of collections) ok(await ask(`${url}/collections/${id}`, { Accept: JSON_TYPE }), JSON_TYPE)
})

clause('/conf/core/sfc-md-success', 'and is there what it is in the list', async ({ url, ask }) => {
  const { collections } = ok(await ask(`${url}/collections`), JSON_TYPE)
  for (const collection of collections) {
    assert.deepEqual(ok(await ask(`${url}/collections/${collection.id}`), JSON_TYPE), collection)
    assert.ok(linkOf(collection, 'self') && linkOf(collection, 'alternate'))
  }
})

clause('/conf/core/fc-op', 'features of every collection are retrieved at its items', async ({ url, ask }) => {
  const { collections } = ok(await ask(`${url}/collections`), JSON_TYPE)
  for (const collection of collections) {
    ok(await ask(linkOf(collection, 'items', GEOJSON_TYPE).href, { Accept: GEOJSON_TYPE }), GEOJSON_TYPE)
  }
})

clause('/conf/core/fc-bbox-definition', 'bbox is defined as four or six numbers', async (landing) => {
  const { schema, style, explode } = await parameterOf(landing, 'bbox')
  assert.deepEqual([schema.type, schema.items.type, style, explode], ['array', 'number', 'form', false])
  assert.deepEqual(
    schema.oneOf.map(({ minItems, maxItems }: Document) => [minItems, maxItems]),
    [
      [4, 4],
      [6, 6],
    ],
  )
})

clause('/conf/core/fc-bbox-response', 'only features that meet the box are given', async (landing) => {
  const asked = async (bbox: string) => ok(await landing.ask(withQuery(itemsOf(landing), { bbox })), GEOJSON_TYPE)
  const whole = await asked('-180,-90,180,90')
  assert.equal(whole.numberMatched, FEATURES)
  const west = await asked('5.38,52.15,5.39,52.16')
  assert.ok(west.numberMatched > 10 && west.numberMatched < FEATURES / 2, String(west.numberMatched))
  for (const { geometry } of west.features) assert.ok(geometry.coordinates[0][0][0] <= 5.39)
  assert.deepEqual(await asked('5.38,52.15,-10,5.39,52.16,40').then(idsOf), idsOf(west))
  assert.equal((await asked('-80,40,-70,45')).numberMatched, 0)
  assert.equal((await asked('170,52,6,53')).numberMatched, FEATURES)
})

const idsOf = ({ features }: Document): string[] => features.map(({ id }: { id: string }) => id)

clause('/conf/core/fc-limit-definition', 'limit is a whole number with bounds and a default', async (landing) => {
  const { schema, style, explode } = await parameterOf(landing, 'limit')
  assert.deepEqual(
    { ...schema, style, explode },
    { type: 'integer', minimum: 1, maximum: 10_000, default: 1000, style: 'form', explode: false },
  )
})

clause('/conf/core/fc-limit-response', 'no page holds more than was asked', async (landing) => {
  const asked = (limit: number) => landing.ask(withQuery(itemsOf(landing), { limit: String(limit) }))
  for (const limit of [1, 7, FEATURES]) assert.equal(ok(await asked(limit), GEOJSON_TYPE).features.length, limit)
  // More than the maximum is no error: it is the maximum.
  assert.equal(ok(await asked(10_001), GEOJSON_TYPE).features.length, FEATURES)
  assert.equal((await asked(0)).status, 400)
})

clause('/conf/core/fc-time-definition', 'datetime is a text', async (landing) => {
  const { schema, style, explode } = await parameterOf(landing, 'datetime')
  assert.deepEqual([schema.type, style, explode], ['string', 'form', false])
})

clause('/conf/core/fc-time-response', 'features without a time are selected by any', async (landing) => {
  const asked = (datetime: string) => landing.ask(withQuery(itemsOf(landing), { datetime }))
  const times = ['2018-02-12T23:20:50Z', '2018-02-12', '2018-02-12T00:00:00Z/2018-03-18T12:31:12+01:00']
  for (const time of [...times, '2018-02-12T00:00:00Z/..', '../2018-03-18', '/2018-03-18']) {
    assert.equal(ok(await asked(time), GEOJSON_TYPE).numberMatched, FEATURES, time)
  }
  for (const time of ['yesterday', '2018-02-12T23:20:50Z/2018/2019', '12-02-2018']) {
    assert.equal((await asked(time)).status, 400, time)
  }
})

clause('/conf/core/fc-response', 'a page is a FeatureCollection', async (landing) => {
  const page = ok(await landing.ask(itemsOf(landing)), GEOJSON_TYPE)
  assert.equal(page.type, 'FeatureCollection')
  assert.equal(page.features.length, FEATURES)
})

clause('/conf/core/fc-links', 'a page links to itself, to its other form and to the next', async (landing) => {
  let address: string | undefined = withQuery(itemsOf(landing), { limit: '50', thema: 'water', crs: EPSG(28992) })
  const seen: string[] = []
  while (address) {
    const page: Document = ok(await landing.ask(address), GEOJSON_TYPE)
    assert.equal(new URL(linkOf(page, 'self', GEOJSON_TYPE).href).search, new URL(address).search)
    const other = await landing.ask(linkOf(page, 'alternate', 'text/html').href)
    assert.deepEqual([other.status, other.type], [200, 'text/html'])
    seen.push(...idsOf(page))
    address = linkOf(page, 'next')?.href
  }
  assert.deepEqual([seen.length, new Set(seen).size], [FEATURES / 2, FEATURES / 2])
})

const tableOf = ({ url, collection }: Landing): string =>
  `${url}/collections/${collection.replace('kabel_of_leiding', 'netbeheerder')}/items`

clause('/conf/core/fc-bbox-response', 'no box holds a feature without geometry', async (landing) => {
  const page = ok(await landing.ask(withQuery(tableOf(landing), { bbox: '-180,-90,180,90' })), GEOJSON_TYPE)
  assert.deepEqual([page.numberMatched, page.features], [0, []])
})

clause('/conf/core/fc-links', 'pages of a table follow each other, with all that was asked', async (landing) => {
  let address: string | undefined = withQuery(tableOf(landing), { limit: '2', klic_nummer: '22G000000' })
  const seen: string[] = []
  while (address) {
    const page: Document = ok(await landing.ask(address), GEOJSON_TYPE)
    assert.equal(page.numberMatched, ROWS / 2)
    for (const feature of page.features) {
      assert.deepEqual([feature.type, feature.geometry], ['Feature', null])
      const { links, ...alone } = ok(await landing.ask(`${tableOf(landing)}/${feature.id}`), GEOJSON_TYPE)
      assert.deepEqual(alone, feature)
      assert.ok(linkOf({ links }, 'collection'))
    }
    seen.push(...idsOf(page))
    address = linkOf(page, 'next')?.href
  }
  assert.deepEqual(seen, ['1', '3', '5'])
})

clause('/conf/crs/ogc-crs-header', 'what has no positions names no system', async (landing) => {
  for (const address of [tableOf(landing), `${tableOf(landing)}/1`]) {
    const reply = await landing.ask(withQuery(address, { crs: EPSG(28992) }))
    assert.deepEqual([ok(reply, GEOJSON_TYPE) && reply.headers.get('content-crs')], [null])
  }
})

clause('/conf/html/definition', 'a table can be had as text/html, whole and row by row', async (landing) => {
  for (const address of [tableOf(landing), `${tableOf(landing)}/1`]) {
    const { status, type, text } = await landing.ask(address, { Accept: 'text/html' })
    assert.deepEqual([status, type, text.includes('Net 0')], [200, 'text/html', true])
  }
})

clause('/conf/core/fc-timeStamp', 'timeStamp is when the result was made', async (landing) => {
  const { timeStamp } = ok(await landing.ask(itemsOf(landing)), GEOJSON_TYPE)
  assert.equal(new Date(timeStamp).toISOString(), timeStamp)
})

clause('/conf/core/fc-numberMatched', 'numberMatched counts all pages', async (landing) => {
  const asked = async (query: Record<string, string>) =>
    ok(await landing.ask(withQuery(itemsOf(landing), query)), GEOJSON_TYPE).numberMatched
  assert.equal(await asked({ limit: '3' }), FEATURES)
  assert.equal(await asked({ limit: '3', thema: 'water' }), FEATURES / 2)
})

clause('/conf/core/fc-numberReturned', 'numberReturned counts this page', async (landing) => {
  for (const limit of ['3', '1000']) {
    const page = ok(await landing.ask(withQuery(itemsOf(landing), { limit })), GEOJSON_TYPE)
    assert.equal(page.numberReturned, page.features.length)
  }
})

clause('/conf/core/f-op', 'every feature is retrieved by its id', async (landing) => {
  for (const id of idsOf(ok(await landing.ask(itemsOf(landing)), GEOJSON_TYPE)).slice(0, 5)) {
    ok(await landing.ask(`${itemsOf(landing)}/${id}`, { Accept: GEOJSON_TYPE }), GEOJSON_TYPE)
  }
  assert.equal((await landing.ask(`${itemsOf(landing)}/${FEATURES + 1}`)).status, 404)
})

clause('/conf/core/f-success', 'and is what it is on its page', async (landing) => {
  const page = ok(await landing.ask(withQuery(itemsOf(landing), { limit: '3' })), GEOJSON_TYPE)
  for (const feature of page.features) {
    const { links, ...alone } = ok(await landing.ask(`${itemsOf(landing)}/${feature.id}`), GEOJSON_TYPE)
    assert.deepEqual(alone, feature)
    for (const rel of ['self', 'alternate', 'collection']) assert.ok(linkOf({ links }, rel), rel)
  }
})

clause('/conf/core/query-param-unknown', 'an unknown parameter is 400', async (landing) => {
  const { url, collection, ask } = landing
  for (const address of [
    url,
    `${url}/api`,
    `${url}/conformance`,
    `${url}/collections`,
    `${url}/collections/${collection}`,
    itemsOf(landing),
    `${itemsOf(landing)}/1`,
  ]) {
    assert.equal((await ask(withQuery(address, { nonesuch: '1' }))).status, 400, address)
  }
})

clause('/conf/core/query-param-invalid', 'a value that breaks its definition is 400', async (landing) => {
  const wrong = { limit: 'many', bbox: '1,2,3', crs: 'EPSG:28992', 'bbox-crs': 'here', datetime: 'now' }
  for (const [name, value] of Object.entries(wrong)) {
    assert.equal((await landing.ask(withQuery(itemsOf(landing), { [name]: value }))).status, 400, name)
  }
})

clause(
  '/conf/core/query-param-invalid',
  'a form that is not here is 400, everywhere, with the forms there are',
  async (landing) => {
    const { url, collection, ask } = landing
    const documents = [
      url,
      `${url}/api`,
      `${url}/conformance`,
      `${url}/collections`,
      `${url}/collections/${collection}`,
    ]
    for (const address of [...documents, itemsOf(landing), `${itemsOf(landing)}/1`]) {
      const { status, text } = await ask(withQuery(address, { f: 'xml' }))
      assert.deepEqual([status, text.includes('f must be one of json, geojson, html.')], [400, true], address)
      assert.equal((await ask(withQuery(address, { f: 'json' }), { Accept: 'text/html' })).status, 200, address)
    }
    const { schema } = await parameterOf(landing, 'f')
    assert.deepEqual(schema, { type: 'string', enum: ['json', 'geojson', 'html'] })
  },
)

clause('/conf/geojson/definition', 'collections and features are application/geo+json', async (landing) => {
  ok(await landing.ask(itemsOf(landing), { Accept: GEOJSON_TYPE }), GEOJSON_TYPE)
  ok(await landing.ask(`${itemsOf(landing)}/1`, { Accept: GEOJSON_TYPE }), GEOJSON_TYPE)
})

clause('/conf/geojson/content', 'and are GeoJSON, in degrees unless asked otherwise', async (landing) => {
  const { features } = ok(await landing.ask(itemsOf(landing)), GEOJSON_TYPE)
  const columns = LAYERS.find(({ name }) => name === 'kabel_of_leiding')!.columns.map(({ name }) => name)
  for (const { type, id, geometry, properties } of features) {
    assert.deepEqual([type, typeof id, geometry.type], ['Feature', 'string', 'MultiLineString'])
    assert.deepEqual(Object.keys(properties), columns)
    const [lng, lat] = geometry.coordinates[0][0]
    assert.ok(lng > 5.38 && lng < 5.41 && lat > 52.15 && lat < 52.16)
  }
})

clause('/conf/html/definition', 'every answer can be had as text/html', async (landing) => {
  const { url, collection, ask } = landing
  const own = [`${url}/collections/${collection}`, `${url}/collections/${collection}/schema`]
  const all = [url, `${url}/api`, `${url}/conformance`, `${url}/collections`, ...own, itemsOf(landing)]
  for (const address of [...all, `${itemsOf(landing)}/1`]) {
    assert.deepEqual((await ask(address, { Accept: 'text/html' })).type, 'text/html', address)
    assert.deepEqual((await ask(withQuery(address, { f: 'html' }))).type, 'text/html', address)
  }
})

clause('/conf/html/content', 'the page holds what the JSON holds, and its links', async (landing) => {
  const address = `${itemsOf(landing)}/1`
  const { json } = await landing.ask(address)
  const { text } = await landing.ask(address, { Accept: 'text/html' })
  for (const value of Object.values(json.properties)) assert.ok(text.includes(String(value)))
  assert.ok(text.includes(`href="${linkOf(json, 'collection').href}"`))
})

clause('/conf/oas30/oas-definition-1', 'the definition has the media type of OpenAPI 3.0', async ({ url, ask }) => {
  const { headers } = await ask(`${url}/api`)
  assert.match(headers.get('content-type') ?? '', /^application\/vnd\.oai\.openapi\+json;\s*version=3\.0/)
})

clause('/conf/oas30/oas-definition-2', 'and keeps to OpenAPI 3.0', async (landing) => {
  const result = await new Validator().validate(await definitionOf(landing))
  assert.deepEqual([result.valid, result.errors], [true, undefined])
})

clause('/conf/oas30/oas-impl', 'every path of the definition answers as it says', async (landing) => {
  const { servers, paths } = await definitionOf(landing)
  for (const [path, { get }] of Object.entries<Document>(paths)) {
    const filled = path.replace('{collectionId}', landing.collection).replace('{featureId}', '1')
    const reply = await landing.ask(servers[0].url + filled)
    const types = Object.keys(get.responses[200].content).map((type) => type.split(';')[0])
    assert.equal(reply.status, 200, path)
    assert.ok(types.includes(reply.type), `${path} ${reply.type}`)
  }
})

clause('/conf/oas30/completeness', 'every address that is linked to is defined', async (landing) => {
  const { paths, servers } = await definitionOf(landing)
  const patterns = Object.keys(paths).map(
    (path) => new RegExp(`^${servers[0].url}${path === '/' ? '' : path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  )
  const sources = [landing.url, `${landing.url}/collections`, itemsOf(landing), `${itemsOf(landing)}/1`]
  for (const source of sources) {
    const { json } = await landing.ask(source)
    const links: Link[] = [...json.links, ...(json.collections ?? []).flatMap((each: Document) => each.links)]
    for (const { href, rel } of links.filter((link) => link.rel !== 'child')) {
      assert.ok(
        patterns.some((pattern) => pattern.test(href.split('?')[0]!)),
        `${rel} ${href}`,
      )
    }
  }
})

clause('/conf/oas30/exceptions-codes', 'what can go wrong is defined', async (landing) => {
  const { paths } = await definitionOf(landing)
  for (const { get } of Object.values<Document>(paths)) {
    for (const code of ['400', '401', '404']) assert.ok(get.responses[code])
  }
})

clause('/conf/oas30/security', 'who may call is defined, and holds', async (landing) => {
  const { security, components } = await definitionOf(landing)
  for (const scheme of security.flatMap(Object.keys)) assert.ok(components.securitySchemes[scheme], scheme)
  const stranger = await fetch(landing.url)
  assert.equal(stranger.status, 401)
  assert.match(stranger.headers.get('www-authenticate') ?? '', /^Basic /)
})

clause('/conf/crs/crs-uri', 'systems are named by their OGC addresses', async ({ url, ask }) => {
  const { collections } = ok(await ask(`${url}/collections`), JSON_TYPE)
  for (const { crs } of collections.filter(isSpatial)) {
    for (const uri of crs) assert.match(uri, /^http:\/\/www\.opengis\.net\/def\/crs\/(?:OGC|EPSG)\/[\d.]+\/\w+$/)
  }
})

clause(
  '/conf/crs/fc-md-crs-list',
  'each collection lists them, RD New first, and the default among them',
  async ({ url, ask }) => {
    const { collections } = ok(await ask(`${url}/collections`), JSON_TYPE)
    for (const { crs } of collections.filter(isSpatial))
      assert.deepEqual(crs, [EPSG(28992), CRS84, EPSG(4326), EPSG(3857), EPSG(4258)])
  },
)

clause('/conf/crs/fc-md-crs-list-global', 'and the list of all is that of each', async ({ url, ask }) => {
  const { crs, collections } = ok(await ask(`${url}/collections`), JSON_TYPE)
  for (const collection of collections) assert.deepEqual(collection.crs, isSpatial(collection) ? crs : undefined)
})

clause('/conf/crs/fc-md-storageCrs', 'the system of storage is among them', async ({ url, ask }) => {
  const { collections } = ok(await ask(`${url}/collections`), JSON_TYPE)
  for (const { storageCrs, crs } of collections.filter(isSpatial)) {
    assert.equal(storageCrs, EPSG(28992))
    assert.ok(crs.includes(storageCrs))
  }
})

for (const name of ['crs', 'bbox-crs']) {
  clause(`/conf/crs/fc-${name}-definition`, `${name} is an address`, async (landing) => {
    const { schema } = await parameterOf(landing, name)
    assert.deepEqual([schema.type, schema.format, schema.default], ['string', 'uri', CRS84])
  })

  clause(`/conf/crs/fc-${name}-valid-value`, 'what is not listed is 400', async (landing) => {
    const asked = (value: string) =>
      landing.ask(withQuery(itemsOf(landing), { [name]: value, bbox: '0,0,1,1', limit: '1' }))
    for (const value of [CRS84, EPSG(28992), EPSG(4326), EPSG(3857), EPSG(4258)])
      assert.equal((await asked(value)).status, 200)
    for (const value of [EPSG(31370), 'EPSG:28992', '']) assert.equal((await asked(value)).status, 400, value)
  })
}

clause('/conf/crs/fc-bbox-crs-valid-defaultValue', 'a box is in degrees unless said otherwise', async (landing) => {
  const asked = async (more: Record<string, string>) =>
    idsOf(ok(await landing.ask(withQuery(itemsOf(landing), { bbox: '5.38,52.15,5.39,52.16', ...more })), GEOJSON_TYPE))
  assert.deepEqual(await asked({}), await asked({ 'bbox-crs': CRS84 }))
})

const EARTH_RADIUS_M = 6_378_137
const mercator = (lng: number, lat: number): [number, number] => [
  (EARTH_RADIUS_M * lng * Math.PI) / 180,
  EARTH_RADIUS_M * Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)),
]

clause('/conf/crs/bbox-crs-action', 'a box selects the same in every system', async (landing) => {
  const boxes = {
    [CRS84]: '5.38,52.15,5.39,52.16',
    [EPSG(4326)]: '52.15,5.38,52.16,5.39',
    [EPSG(4258)]: '52.15,5.38,52.16,5.39',
    [EPSG(3857)]: [...mercator(5.38, 52.15), ...mercator(5.39, 52.16)].join(','),
    [EPSG(28992)]: '154507,462313,155192,463427',
  }
  const counts: number[] = []
  for (const [crs, bbox] of Object.entries(boxes)) {
    const page = ok(await landing.ask(withQuery(itemsOf(landing), { bbox, 'bbox-crs': crs })), GEOJSON_TYPE)
    counts.push(page.numberMatched)
  }
  assert.ok(counts[0]! > 0)
  assert.deepEqual(new Set(counts), new Set([counts[0]]))
})

clause('/conf/crs/fc-crs-default-value', 'features are in degrees unless asked otherwise', async (landing) => {
  const asked = async (more: Record<string, string>) =>
    ok(await landing.ask(withQuery(itemsOf(landing), { limit: '2', ...more })), GEOJSON_TYPE).features
  assert.deepEqual(await asked({}), await asked({ crs: CRS84 }))
})

clause('/conf/crs/fc-crs-action', 'and lie where that system has them, in the order of its axes', async (landing) => {
  const first = async (crs: string) => {
    const page = ok(await landing.ask(withQuery(itemsOf(landing), { limit: '1', crs })), GEOJSON_TYPE)
    return page.features[0].geometry.coordinates[0][0] as [number, number]
  }
  const [lng, lat] = await first(CRS84)
  assert.ok(Math.abs(lng - 5.387204) < 1e-5 && Math.abs(lat - 52.155173) < 1e-5)
  assert.deepEqual(await first(EPSG(28992)), [155_000, 463_000])
  assert.deepEqual(await first(EPSG(4326)), [lat, lng])
  assert.deepEqual(await first(EPSG(4258)), [lat, lng])
  const [x, y] = await first(EPSG(3857))
  const [wantedX, wantedY] = mercator(lng, lat)
  assert.ok(Math.abs(x - wantedX) < 0.001 && Math.abs(y - wantedY) < 0.001, `${x} ${y}`)
})

for (const [name, where] of [
  ['/conf/crs/ogc-crs-header', ''],
  ['/conf/crs/ogc-crs-header-value', '/1'],
] as const) {
  clause(name, `Content-Crs names the system of ${where ? 'a feature' : 'a page'}`, async (landing) => {
    for (const crs of [CRS84, EPSG(28992), EPSG(4326), EPSG(3857), EPSG(4258)]) {
      const { headers } = await landing.ask(withQuery(itemsOf(landing) + where, { crs }))
      assert.equal(headers.get('content-crs'), `<${crs}>`)
    }
    assert.equal((await landing.ask(itemsOf(landing) + where)).headers.get('content-crs'), `<${CRS84}>`)
  })
}

clause(
  '/conf/crs/geojson',
  'GeoJSON without a wish is in degrees, also where it is stored otherwise',
  async (landing) => {
    const { geometry } = ok(await landing.ask(`${itemsOf(landing)}/1`), GEOJSON_TYPE)
    const [lng, lat] = geometry.coordinates[0][0]
    assert.ok(lng < 10 && lat < 60)
  },
)
