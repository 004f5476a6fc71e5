/** Rows of the part "Local GIS tools": OGC API - Features on the result of a job that is ready. */
import assert from 'node:assert/strict'
import { CRS84, OUTPUT_CRS } from '../../../server/exports/formats/output-crs.ts'
import { notTestable, type Row } from '../suite.ts'
import type { Reply, Visit } from '../visit.ts'

const row = (promise: string, check: Row['check']): Row => ({ section: 'Local GIS tools', promise, check })

interface Link {
  rel: string
  href: string
}
interface Items {
  type: string
  features: { id: unknown; geometry: { coordinates: unknown } | null }[]
  numberMatched: number
  numberReturned: number
  links: Link[]
}

const ok = (reply: Reply): Reply => {
  assert.equal(reply.status, 200)
  return reply
}

/** A layer of a ready job in which there is something. */
async function items(visit: Visit): Promise<string> {
  const { job_id } = await visit.ready()
  const { collections } = ok(await visit.ask(`/ogc/${job_id}/collections`)).json as {
    collections: { id: string; storageCrs?: string }[]
  }
  for (const { id, storageCrs } of collections) {
    // A table has no positions.
    if (storageCrs === undefined) continue
    const path = `/ogc/${job_id}/collections/${id}/items`
    const { numberMatched } = ok(await visit.ask(`${path}?limit=1`)).json as Items
    if (numberMatched > 1) return path
  }
  return notTestable('no layer of the ready job has two features')
}

const next = ({ links }: Items): string | undefined => links.find(({ rel }) => rel === 'next')?.href

export const ogcRows: readonly Row[] = [
  row('/ogc: landing page, conformance (Core, GeoJSON, OAS 3.0, CRS) and collections', async (visit) => {
    const { links } = ok(await visit.ask('/ogc')).json as { links: Link[] }
    for (const rel of ['conformance', 'data', 'service-desc'])
      assert.ok(
        links.some((link) => link.rel === rel),
        rel,
      )
    const { conformsTo } = ok(await visit.ask('/ogc/conformance')).json as { conformsTo: string[] }
    const declared = conformsTo.join(' ')
    for (const part of ['features-1/1.0/conf/core', 'conf/geojson', 'conf/oas30', 'features-2/1.0/conf/crs']) {
      assert.ok(declared.includes(part), part)
    }
    assert.ok(Array.isArray((ok(await visit.ask('/ogc/collections')).json as { collections: unknown[] }).collections))
  }),
  row('links.ogc of a ready job is its own landing page', async (visit) => {
    const { job_id, links } = await visit.ready()
    const page = ok(await visit.ask(links.ogc!.replace(visit.baseUrl, ''))).json as { links: Link[] }
    assert.ok(page.links.every(({ href }) => href.includes(job_id)))
  }),
  row('a collection for each ready job and layer, paged by limit and next', async (visit) => {
    const path = await items(visit)
    const first = ok(await visit.ask(`${path}?limit=1`)).json as Items
    assert.deepEqual([first.type, first.features.length, first.numberReturned], ['FeatureCollection', 1, 1])
    const href = next(first)
    assert.ok(href, 'a page that is not the last names the next')
    const second = ok(await visit.ask(href.replace(visit.baseUrl, ''))).json as Items
    assert.notEqual(second.features[0]?.id, first.features[0]?.id)
  }),
  row('crs: CRS84 unless asked otherwise, RD New and WGS 84 on request, named in Content-Crs', async (visit) => {
    const path = await items(visit)
    for (const crs of [undefined, ...OUTPUT_CRS]) {
      const reply = ok(await visit.ask(`${path}?limit=1${crs ? `&crs=${encodeURIComponent(crs)}` : ''}`))
      assert.equal(reply.headers.get('content-crs'), `<${crs ?? CRS84}>`)
    }
  }),
  row('bbox and bbox-crs select by place', async (visit) => {
    const path = await items(visit)
    const count = async (query: string) => (ok(await visit.ask(`${path}?limit=1&${query}`)).json as Items).numberMatched
    const rd = encodeURIComponent('http://www.opengis.net/def/crs/EPSG/0/28992')
    assert.equal(await count(`bbox=0,300000,300000,620000&bbox-crs=${rd}`), await count('bbox=3,50,8,54'))
    assert.ok((await count('bbox=3,50,8,54')) > 0)
    assert.equal(await count('bbox=3,50,3.001,50.001'), 0)
  }),
  row('the key as header, as password of HTTP Basic, and, when it can only read, in the address', async (visit) => {
    const key = await visit.keyWith('read')
    const basic = `Basic ${Buffer.from(`gis:${key}`).toString('base64')}`
    ok(await visit.ask('/ogc', { key: null, headers: { Authorization: basic } }))
    ok(await visit.ask(`/k/${key}/ogc`, { key: null }))
    for (const path of ['/ogc', `/k/${await visit.keyWith('write')}/ogc`]) {
      const { status } = await visit.ask(path, { key: null })
      assert.ok(status === 401 || status === 403, `${status} without a key that only reads`)
    }
  }),
]
