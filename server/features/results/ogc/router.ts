/**
 * OGC API - Features: /ogc for a company, /ogc/{job_id} for a job, and both again below /k/{key}/ogc for programs that
 * can send no headers (read-only keys, this computer only). Read only. Requirement names are the standard's.
 */
import express, { type Request, type Response, Router } from 'express'
import { type OutputCrs, RD_NEW } from '../../../exports/formats/output-crs.ts'
import type { RateLimit } from '../../../platform/http/rate-limit.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { byKey, checkKeyInPath, keyIn, refuseUnread } from '../../authentication.ts'
import type { ApiServices, Caller } from '../../services.ts'
import { choicesOf, featureOf, nameOf, pageOf, resultsOfCompany } from '../map/serve-layers.ts'
import { type Collection, companyScope, FILTER_COLUMNS, jobScope, type Scope } from './collections.ts'
import {
  addressOf,
  collectionDocument,
  collectionsDocument,
  conformance,
  GEOJSON_TYPE,
  JSON_TYPE,
  type Link,
  landingPage,
  OPENAPI_TYPE,
  queryablesDocument,
  SCHEMA_TYPE,
  schemaDocument,
  selfLinks,
} from './documents.ts'
import { apiDefinition } from './openapi.ts'
import { checkDocumentQuery, parseFeatureQuery, parseItemsQuery } from './query.ts'
import { isUnchanged, send, sendFeature, sendFeatures, wantsHtml } from './send.ts'

/** The prefix of job ids: what tells a job's landing page from a document of the company's. */
const JOB_ID = /^job_\w{1,60}$/
/** A map that is moved asks for every layer each time, and a page of features costs little. */
const TIMES_THE_LIMIT = 10

interface OgcRequest {
  req: Request
  res: Response
  scope: Scope
  caller: Caller
}

export function ogc(services: ApiServices, limit: RateLimit): Router {
  const router = Router({ caseSensitive: true })
  router.use(
    '/ogc',
    below(services, limit, (req) => ({ key: keyIn(req), base: '/ogc', inPath: false })),
  )
  router.use('/k/:key/ogc', (req, res, next) => {
    const { key } = req.params
    return below(services, limit, () => ({ key, base: `/k/${encodeURIComponent(key)}/ogc`, inPath: true }))(
      req,
      res,
      next,
    )
  })
  return router
}

const nothingHere = (): Refusal => new Refusal('NOT_FOUND', 'There is nothing at this address.')

interface KeySource {
  key: string | undefined
  base: string
  inPath: boolean
}

function below(services: ApiServices, limit: RateLimit, given: (req: Request) => KeySource): express.RequestHandler {
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
    // What asks for a password only when it is told to: browsers, ArcGIS Pro.
    if (!inPath) res.set('WWW-Authenticate', 'Basic realm="KLIC Desktop: any name, the API key as password"')
    const caller = await byKey(services, limit, () => key, TIMES_THE_LIMIT)(req, res)
    res.removeHeader('WWW-Authenticate')
    refuseUnread(caller)
    if (inPath) checkKeyInPath(services.isLocal, caller)
    const url = `${services.baseUrl()}${base}`
    const [first = '', ...rest] = req.path
      .split('/')
      .filter((part) => part !== '')
      .map(decodeURIComponent)
    const scope = JOB_ID.test(first)
      ? await jobScope(services, caller, url, first)
      : companyScope(services, caller, url)
    await answer(
      services,
      { req, res, scope, caller },
      JOB_ID.test(first) ? rest : [first, ...rest].filter((part) => part !== ''),
    )
  }
}

async function answer(services: ApiServices, asked: OgcRequest, path: string[]): Promise<void> {
  const { req, scope } = asked
  const [what, id, inside, featureId] = path
  if (inside !== 'items') checkDocumentQuery(req.query, what === undefined)
  const isOpening = !scope.isCompany
  if (what === undefined)
    return send(asked, scope.title, landingPage(scope, await jobLinks(services, asked)), { isOpening })
  if (what === 'api' && id === undefined)
    return send(
      asked,
      scope.title,
      apiDefinition(scope, scope.isCompany ? [] : await scope.collections(), services.version),
      { type: OPENAPI_TYPE, isOpening },
    )
  if (what === 'conformance' && id === undefined) return send(asked, 'Conformance', conformance(scope), { isOpening })
  if (what !== 'collections' || path.length > 4) throw nothingHere()
  if (id === undefined) return send(asked, 'Collections', collectionsDocument(scope, await scope.collections()))
  const collection = await scope.collection(id)
  if (inside === undefined)
    return send(asked, collection.title, collectionDocument(scope, collection, req.query.crs === RD_NEW))
  if (inside === 'items') {
    return featureId === undefined
      ? sendPage(services, asked, collection)
      : sendOne(services, asked, collection, featureId)
  }
  if (featureId !== undefined) throw nothingHere()
  if (inside === 'schema')
    return send(asked, collection.title, schemaDocument(scope, collection), { type: SCHEMA_TYPE })
  if (inside === 'queryables') {
    const choices = await choicesOf(services, collection.result, collection.layer, FILTER_COLUMNS)
    return send(asked, collection.title, queryablesDocument(scope, collection, choices), { type: SCHEMA_TYPE })
  }
  throw nothingHere()
}

/** From the company's landing page to those of its jobs. */
async function jobLinks(services: ApiServices, { scope, caller }: OgcRequest): Promise<Link[]> {
  if (!scope.isCompany) return []
  const results = await resultsOfCompany(services.store, caller)
  return results.map((result) => ({
    href: `${scope.url}/${result.jobId}`,
    rel: 'child',
    type: JSON_TYPE,
    title: nameOf(result),
  }))
}

/** Of positions; a table has none. /req/crs/ogc-crs-header */
function tellCrs({ res }: OgcRequest, { layer }: Collection, crs: OutputCrs): void {
  if (layer.geometry) res.set('Content-Crs', `<${crs}>`)
}

/** Of features for people, who read them one by one. */
const MAX_ON_A_PAGE = 100

async function sendPage(services: ApiServices, asked: OgcRequest, collection: Collection): Promise<void> {
  const { req, scope } = asked
  const given = parseItemsQuery(req.query, collection.layer)
  const query = wantsHtml(req) ? { ...given, limit: Math.min(given.limit, MAX_ON_A_PAGE) } : given
  tellCrs(asked, collection, query.crs)
  if (isUnchanged(asked, services.version, collection.result.sha256)) return
  const page = await pageOf(services, collection.result, collection.layer, query)
  const here = `${addressOf(scope, collection)}/items`
  const links: Link[] = selfLinks(addressWith(here, req, {}), GEOJSON_TYPE)
  if (page.next !== null) {
    // All parameters are kept: a page is asked for by its link only.
    const next = addressWith(here, req, { after: String(page.next), limit: String(query.limit) })
    links.push({ href: next, rel: 'next', type: GEOJSON_TYPE, title: 'The next page' })
  }
  links.push(collectionLink(scope, collection))
  const head = {
    type: 'FeatureCollection',
    ...(query.crs === RD_NEW &&
      collection.layer.geometry && { crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::28992' } } }),
    timeStamp: collection.result.readyAt,
    numberMatched: page.matched,
    numberReturned: page.features.length,
    links,
  }
  await sendFeatures(asked, collection.title, head, page.features)
}

async function sendOne(services: ApiServices, asked: OgcRequest, collection: Collection, id: string): Promise<void> {
  const { crs } = parseFeatureQuery(asked.req.query, collection.layer)
  tellCrs(asked, collection, crs)
  if (isUnchanged(asked, services.version, collection.result.sha256)) return
  const feature = await featureOf(services, collection.result, collection.layer, id, crs)
  const here = addressWith(`${addressOf(asked.scope, collection)}/items/${id}`, asked.req, {})
  const links = [...selfLinks(here, GEOJSON_TYPE), collectionLink(asked.scope, collection)]
  await sendFeature(asked, collection.title, feature, links)
}

const collectionLink = (scope: Scope, collection: Collection): Link => ({
  href: addressOf(scope, collection),
  rel: 'collection',
  type: JSON_TYPE,
  title: collection.title,
})

function addressWith(here: string, req: Request, more: Record<string, string>): string {
  const given = Object.entries(req.query).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value])
  const query = new URLSearchParams(Object.fromEntries(given) as Record<string, string>)
  for (const [name, value] of Object.entries(more)) query.set(name, value)
  const text = query.toString()
  return text === '' ? here : `${here}?${text}`
}
