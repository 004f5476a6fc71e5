/** Answers on their way out: as JSON or as a page, packed when the caller takes that, or not at all when it has them. */
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { Request, Response } from 'express'
import type { Layer } from '../../contract/vocabulary.ts'
import { cellText, geometryText, rowWriter } from '../../domain/geojson-text.ts'
import type { Cell } from '../../domain/layers.ts'
import { type OutputCrs, placeIn } from '../../domain/output-crs.ts'
import type { ResultFeature } from '../../domain/result.ts'
import { GEOJSON_TYPE, HTML_TYPE, JSON_TYPE, type Link } from './documents.ts'
import { htmlPage } from './html.ts'

interface Exchange {
  req: Request
  res: Response
}

/** Below this it is not worth the trouble. */
const PACKED_FROM_BYTES = 2048
/** Over the loopback time counts for more than size: quickly, and in pieces as large as a page becomes. */
const PACKING = { level: constants.Z_BEST_SPEED, chunkSize: 256 * 1024 }
/** Features turned into text before others get their turn. */
const SLICE = 500

const pack = promisify(gzip) as (bytes: Buffer, options: object) => Promise<Buffer>

const wantsHtml = (req: Request): boolean =>
  req.query.f === 'html' ||
  (req.query.f === undefined && req.accepts([GEOJSON_TYPE, JSON_TYPE, HTML_TYPE]) === HTML_TYPE)

/**
 * Features of a sealed result are known by its sha256, what was asked, and who makes the answer: nothing has to be read
 * to see that a caller has them already.
 * @returns true when that was the answer
 */
export function isUnchanged({ req, res }: Exchange, version: string, sha256: string): boolean {
  const facts = [version, sha256, req.originalUrl, wantsHtml(req)].join(' ')
  // Weak: packed and not packed are the same features.
  res.set('ETag', `W/"${createHash('sha256').update(facts).digest('base64url').slice(0, 27)}"`)
  tellCaches(res)
  if (!req.fresh) return false
  res.status(304).end()
  return true
}

/** HTML for people who ask for it; everybody else gets JSON. What has no ETag yet gets one from its bytes. */
export async function send(exchange: Exchange, title: string, document: unknown, type = JSON_TYPE): Promise<void> {
  await sendJson(exchange, title, JSON.stringify(document), type)
}

async function sendJson(exchange: Exchange, title: string, json: string, type: string): Promise<void> {
  if (wantsHtml(exchange.req)) await sendText(exchange, htmlPage(title, JSON.parse(json)), 'text/html; charset=utf-8')
  else await sendText(exchange, json, type)
}

/** QGIS and GDAL take the type of a column from the first features: 45 would make it whole, and 45.5 then 46. */
const realText = (cell: Cell): string => {
  const text = cellText(cell)
  return Number.isInteger(cell) && !text.includes('e') ? `${text}.0` : text
}

/** Every column of the layer, null where nothing is known. */
function featureWriter(layer: Layer, crs: OutputCrs): (feature: ResultFeature) => string {
  const place = placeIn(crs)
  const properties = rowWriter(layer.columns, realText)
  const isSingle = layer.geometry === 'Polygon'
  return ({ fid, geometry, cells }) => {
    const shape = geometry ? geometryText(geometry, place, isSingle) : 'null'
    return `{"type":"Feature","id":"${fid}","geometry":${shape},"properties":{${properties(cells)}}}`
  }
}

/** A JSON object with one more member at its end. */
const withMember = (object: string, name: string, value: string): string => `${object.slice(0, -1)},"${name}":${value}}`

/** What is shown of features: their collection's title, their columns and the system of their coordinates. */
export interface Shown {
  title: string
  layer: Layer
  crs: OutputCrs
}

/** @param head all of the collection but its features */
export async function sendFeatures(
  exchange: Exchange,
  { title, layer, crs }: Shown,
  head: object,
  features: readonly ResultFeature[],
): Promise<void> {
  const written = featureWriter(layer, crs)
  const texts: string[] = []
  for (const feature of features) {
    if (texts.length > 0 && texts.length % SLICE === 0) await nextTurn()
    texts.push(written(feature))
  }
  const json = withMember(JSON.stringify(head), 'features', `[${texts.join(',')}]`)
  await sendJson(exchange, title, json, GEOJSON_TYPE)
}

export async function sendFeature(
  exchange: Exchange,
  { title, layer, crs }: Shown,
  feature: ResultFeature,
  links: readonly Link[],
): Promise<void> {
  const json = withMember(featureWriter(layer, crs)(feature), 'links', JSON.stringify(links))
  await sendJson(exchange, title, json, GEOJSON_TYPE)
}

async function sendText({ req, res }: Exchange, text: string, type: string): Promise<void> {
  const bytes = Buffer.from(text)
  if (!res.get('ETag')) res.set('ETag', `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`)
  tellCaches(res)
  res.set('Content-Type', type)
  const packs = bytes.length >= PACKED_FROM_BYTES && req.acceptsEncodings(['identity', 'gzip']) === 'gzip' && !req.fresh
  if (packs) res.set('Content-Encoding', 'gzip')
  res.send(packs ? await pack(bytes, PACKING) : bytes)
}

function tellCaches(res: Response): void {
  res.vary('Accept').vary('Accept-Encoding')
  res.set('Cache-Control', 'private, no-cache')
}
