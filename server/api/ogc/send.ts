/** Answers on their way out: as JSON or as a page, packed when the caller takes that, or not at all when it has them. */
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { Request, Response } from 'express'
import type { Layer } from '../../contract/vocabulary.ts'
import type { Row } from '../../domain/layers.ts'
import { GEOJSON_TYPE, HTML_TYPE, JSON_TYPE } from './documents.ts'
import { htmlPage } from './html.ts'

interface Exchange {
  req: Request
  res: Response
}

/** Below this it is not worth the trouble. */
const PACKED_FROM_BYTES = 2048
/** Over the loopback time counts for more than size. */
const PACKING = { level: constants.Z_BEST_SPEED }
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
  const text = JSON.stringify(document)
  if (wantsHtml(exchange.req)) await sendText(exchange, htmlPage(title, JSON.parse(text)), 'text/html; charset=utf-8')
  else await sendText(exchange, text, type)
}

declare global {
  interface JSON {
    /** Node has it, TypeScript's library does not know it yet. */
    rawJSON(text: string): object
  }
}

/** QGIS and GDAL take the type of a column from the first features: 45 would make it whole, and 45.5 then 46. */
export function withDecimals<F extends { properties: Row }>(layer: Layer, features: readonly F[]): object[] {
  const reals = layer.columns.flatMap(({ type, name }) => (type === 'real' ? [name] : []))
  if (reals.length === 0) return [...features]
  return features.map((feature) => {
    const properties: Record<string, unknown> = { ...feature.properties }
    for (const name of reals) {
      if (Number.isInteger(properties[name])) properties[name] = JSON.rawJSON(`${properties[name]}.0`)
    }
    return { ...feature, properties }
  })
}

/** @param head all of the collection but its features */
export async function sendFeatures(
  exchange: Exchange,
  title: string,
  head: object,
  features: readonly object[],
): Promise<void> {
  if (wantsHtml(exchange.req)) return send(exchange, title, { ...head, features })
  const texts: string[] = []
  for (let from = 0; from < features.length; from += SLICE) {
    if (from > 0) await nextTurn()
    texts.push(...features.slice(from, from + SLICE).map((feature) => JSON.stringify(feature)))
  }
  await sendText(exchange, `${JSON.stringify(head).slice(0, -1)},"features":[${texts.join(',')}]}`, GEOJSON_TYPE)
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
