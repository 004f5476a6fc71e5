/**
 * OGC API - Features: /ogc for a company, /ogc/{job_id} for a job, and both again below /k/{key}/ogc for programs that
 * can send no headers (read-only keys, this computer only). Read only. Requirement names are the standard's.
 */
import express, { type Request, type Response, Router } from 'express'
import { authenticate } from '../../actions/keys.ts'
import type { Caller } from '../../actions/needs.ts'
import { requestsPerMinute } from '../../actions/requests-per-minute.ts'
import { featureOf, pageOf } from '../../actions/serve-layers.ts'
import { RD_NEW } from '../../contract/ogc.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { ApiNeeds } from '../needs.ts'
import type { RateLimit } from '../rate-limit.ts'
import {
  collectionDocument,
  collectionsDocument,
  conformance,
  GEOJSON_TYPE,
  JSON_TYPE,
  type Link,
  landingPage,
  OPENAPI_TYPE,
  schemaDocument,
} from './documents.ts'
import { htmlPage } from './html.ts'
import { apiDefinition } from './openapi.ts'
import { parseItemsQuery } from './query.ts'
import { type Collection, companyScope, jobScope, type Scope } from './scope.ts'

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
/** The prefix of job ids: what tells a job's landing page from a document of the company's. */
const JOB_ID = /^job_\w{1,60}$/

interface Asked {
  req: Request
  res: Response
  scope: Scope
}

export function ogc(needs: ApiNeeds, limit: RateLimit): Router {
  const router = Router({ caseSensitive: true })
  router.use(
    '/ogc',
    below(needs, limit, (req) => ({ key: keyIn(req), base: '/ogc', inPath: false })),
  )
  router.use('/k/:key/ogc', (req, res, next) => {
    const { key } = req.params
    return below(needs, limit, () => ({ key, base: `/k/${encodeURIComponent(key)}/ogc`, inPath: true }))(req, res, next)
  })
  return router
}

const nothingHere = (): Refusal => new Refusal('NOT_FOUND', 'There is nothing at this address.')

interface KeyGiven {
  key: string | undefined
  base: string
  inPath: boolean
}

function below(needs: ApiNeeds, limit: RateLimit, given: (req: Request) => KeyGiven): express.RequestHandler {
  return async (req, res) => {
    res.set('Allow', 'GET, HEAD, OPTIONS')
    if (req.method === 'OPTIONS') {
      res.status(204).end()
      return
    }
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      throw new Refusal('METHOD_NOT_ALLOWED', 'The layers can be read only.')
    }
    const { key, base, inPath } = given(req)
    const caller = await signIn(needs, limit, { key, base, inPath }, req, res)
    const url = `${needs.baseUrl()}${base}`
    const [first = '', ...rest] = req.path
      .split('/')
      .filter((part) => part !== '')
      .map(decodeURIComponent)
    const scope = JOB_ID.test(first) ? await jobScope(needs, caller, url, first) : companyScope(needs, caller, url)
    await answer(needs, { req, res, scope }, JOB_ID.test(first) ? rest : [first, ...rest].filter((part) => part !== ''))
  }
}

async function answer(needs: ApiNeeds, asked: Asked, path: string[]): Promise<void> {
  const { scope } = asked
  const [what, id, inside, featureId] = path
  if (what === undefined) return send(asked, scope.title, landingPage(scope))
  if (what === 'api' && id === undefined)
    return send(asked, scope.title, apiDefinition(scope, needs.version), OPENAPI_TYPE)
  if (what === 'conformance' && id === undefined) return send(asked, 'Conformance', conformance())
  if (what !== 'collections' || path.length > 4) throw nothingHere()
  if (id === undefined) return send(asked, 'Collections', collectionsDocument(scope, await scope.collections()))
  const collection = await scope.collection(id)
  if (inside === undefined) return send(asked, collection.title, collectionDocument(scope, collection))
  if (inside === 'schema' && featureId === undefined) {
    return send(asked, collection.title, schemaDocument(scope, collection), 'application/schema+json')
  }
  if (inside !== 'items') throw nothingHere()
  return featureId === undefined ? sendPage(needs, asked, collection) : sendFeature(needs, asked, collection, featureId)
}

function sendPage(needs: ApiNeeds, asked: Asked, collection: Collection): void {
  const query = parseItemsQuery(asked.req.query, collection.layer)
  const page = pageOf(needs, collection.result, collection.layer, query)
  const here = `${asked.scope.url}/collections/${encodeURIComponent(collection.id)}/items`
  const links: Link[] = [{ href: addressWith(here, asked.req, {}), rel: 'self', type: GEOJSON_TYPE }]
  if (page.next !== null) {
    // All parameters are kept: a page is asked for by its link only.
    const next = addressWith(here, asked.req, { after: String(page.next), limit: String(query.limit) })
    links.push({ href: next, rel: 'next', type: GEOJSON_TYPE })
  }
  links.push(collectionLink(asked.scope, collection))
  asked.res.set('Content-Crs', `<${query.crs}>`)
  send(
    asked,
    collection.title,
    {
      type: 'FeatureCollection',
      ...(query.crs === RD_NEW && { crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::28992' } } }),
      timeStamp: collection.result.readyAt,
      numberMatched: page.matched,
      numberReturned: page.features.length,
      links,
      features: page.features,
    },
    GEOJSON_TYPE,
  )
}

function sendFeature(needs: ApiNeeds, asked: Asked, collection: Collection, id: string): void {
  const { crs } = parseItemsQuery(asked.req.query, collection.layer)
  const feature = featureOf(needs, collection.result, collection.layer, id, crs)
  const here = `${asked.scope.url}/collections/${encodeURIComponent(collection.id)}/items/${id}`
  asked.res.set('Content-Crs', `<${crs}>`)
  const links = [{ href: here, rel: 'self', type: GEOJSON_TYPE }, collectionLink(asked.scope, collection)]
  send(asked, collection.title, { ...feature, links }, GEOJSON_TYPE)
}

const collectionLink = ({ url }: Scope, { id, title }: Collection): Link => ({
  href: `${url}/collections/${encodeURIComponent(id)}`,
  rel: 'collection',
  type: JSON_TYPE,
  title,
})

function addressWith(here: string, req: Request, more: Record<string, string>): string {
  const query = new URLSearchParams(req.query as Record<string, string>)
  for (const [name, value] of Object.entries(more)) query.set(name, value)
  const text = query.toString()
  return text === '' ? here : `${here}?${text}`
}

/** HTML for people who ask for it; everybody else gets JSON. Express adds a weak ETag and answers 304. */
function send({ req, res }: Asked, title: string, document: unknown, type: string = JSON_TYPE): void {
  res.set('Vary', 'Accept')
  const wantsHtml =
    req.query.f === 'html' || (req.query.f === undefined && req.accepts([JSON_TYPE, 'text/html']) === 'text/html')
  if (wantsHtml) res.type('text/html').send(htmlPage(title, document))
  else res.set('Content-Type', type).send(Buffer.from(JSON.stringify(document)))
}

/** As header, or as the password of HTTP Basic. */
function keyIn(req: Request): string | undefined {
  const header = req.get('X-API-Key')
  if (header !== undefined) return header
  const [scheme, credentials] = (req.get('Authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'basic' || !credentials) return undefined
  const decoded = Buffer.from(credentials, 'base64').toString('utf8')
  return decoded.slice(decoded.indexOf(':') + 1)
}

async function signIn(
  needs: ApiNeeds,
  limit: RateLimit,
  { key, inPath }: KeyGiven,
  req: Request,
  res: Response,
): Promise<Caller> {
  const address = req.socket.remoteAddress ?? null
  const caller = await authenticate(needs, key, address)
  if (inPath && (!LOOPBACK.includes(address ?? '') || caller.permissions.includes('write'))) {
    // An address is written down in many places: only a key that can do no harm may stand in it.
    throw new Refusal('PERMISSION_DENIED', 'In an address only a read-only key is taken, and only on this computer.')
  }
  await limit.count(caller.key.id, () => requestsPerMinute(needs, caller.companyId), res)
  return caller
}
