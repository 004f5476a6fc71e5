/** Answers on their way out: as JSON or as a page, packed when the caller takes that, or not at all when it has them. */
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { Request, Response } from 'express'
import { asksFirst } from '../../http/guards.ts'
import { GEOJSON_TYPE, HTML_TYPE, JSON_TYPE, type Link } from './documents.ts'

interface Exchange {
  req: Request
  res: Response
}

/** Features written before others get their turn. */
const PIECE = 500
/** Below this it is not worth the trouble. */
const PACKED_FROM_BYTES = 2048
/** Over the loopback time counts for more than size: quickly, and in pieces as large as a page becomes. */
const PACKING = { level: constants.Z_BEST_SPEED, memLevel: constants.Z_MAX_MEMLEVEL, chunkSize: 256 * 1024 }

const pack = promisify(gzip) as (bytes: Buffer, options: object) => Promise<Buffer>

export const wantsHtml = (req: Request): boolean =>
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
  tellCaches({ req, res })
  if (!req.fresh) return false
  res.status(304).end()
  return true
}

/**
 * A document that each of many layers begins with: QGIS asks for the same three again for every layer that it opens.
 * For so long its cache answers.
 */
const OPENING_SECONDS = 60

/**
 * HTML for people who ask for it; everybody else gets JSON. What has no ETag yet gets one from its bytes.
 * @param isOpening it is one of those that every layer begins with
 */
export async function send(
  exchange: Exchange,
  title: string,
  document: unknown,
  { type = JSON_TYPE, isOpening = false }: { type?: string; isOpening?: boolean } = {},
): Promise<void> {
  await sendJson(exchange, title, JSON.stringify(document), type, isOpening ? OPENING_SECONDS : 0)
}

async function sendJson(exchange: Exchange, title: string, json: string, type: string, freshS = 0): Promise<void> {
  const isPage = wantsHtml(exchange.req)
  const text = isPage ? htmlPage(title, JSON.parse(json)) : json
  await sendBytes(exchange, Buffer.from(text), isPage ? 'text/html; charset=utf-8' : type, freshS)
}

/** A JSON object with one more member at its end. */
const withMember = (object: string, name: string, value: string): string => `${object.slice(0, -1)},"${name}":${value}}`

/**
 * @param head all of the collection but its features
 * @param features each as JSON
 */
export async function sendFeatures(
  exchange: Exchange,
  title: string,
  head: object,
  features: readonly string[],
): Promise<void> {
  const [before, after] = JSON.stringify({ ...head, features: [] }).split(/(?<="features":\[)(?=\]\}$)/)
  if (wantsHtml(exchange.req)) return sendJson(exchange, title, before + features.join(',') + after, GEOJSON_TYPE)
  const pieces = [Buffer.from(before!)]
  for (let from = 0; from < features.length; from += PIECE) {
    pieces.push(Buffer.from((from === 0 ? '' : ',') + features.slice(from, from + PIECE).join(',')))
    await nextTurn()
  }
  pieces.push(Buffer.from(after!))
  await sendBytes(exchange, Buffer.concat(pieces), GEOJSON_TYPE)
}

/** @param feature as JSON */
export async function sendFeature(
  exchange: Exchange,
  title: string,
  feature: string,
  links: readonly Link[],
): Promise<void> {
  await sendJson(exchange, title, withMember(feature, 'links', JSON.stringify(links)), GEOJSON_TYPE)
}

async function sendBytes({ req, res }: Exchange, bytes: Buffer, type: string, freshS = 0): Promise<void> {
  if (!res.get('ETag')) res.set('ETag', `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`)
  tellCaches({ req, res }, freshS)
  res.set('Content-Type', type)
  const packs = bytes.length >= PACKED_FROM_BYTES && req.acceptsEncodings(['identity', 'gzip']) === 'gzip' && !req.fresh
  if (packs) res.set('Content-Encoding', 'gzip')
  res.send(packs ? await pack(bytes, PACKING) : bytes)
}

/** A caller with a key in a header gets answers that no cache may keep (asksFirst). */
function tellCaches({ req, res }: Exchange, freshS = 0): void {
  res.vary('Accept').vary('Accept-Encoding')
  res.set('Cache-Control', asksFirst(req).replace('no-cache', freshS > 0 ? `max-age=${freshS}` : 'no-cache'))
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)

const isAddress = (text: string): boolean => /^http:\/\/[^\s]+$/.test(text)

function shown(value: unknown): string {
  if (value === null || value === undefined) return '<i>null</i>'
  if (typeof value === 'string') {
    return isAddress(value) ? `<a href="${escaped(value)}">${escaped(value)}</a>` : escaped(value)
  }
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) {
    const isFlat = value.every((item) => typeof item !== 'object')
    return isFlat ? escaped(value.join(', ')) : `<ul>${value.map((item) => `<li>${shown(item)}</li>`).join('')}</ul>`
  }
  const rows = Object.entries(value).map(([name, item]) => `<tr><th>${escaped(name)}</th><td>${shown(item)}</td></tr>`)
  return `<table>${rows.join('')}</table>`
}

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#12282b;background:#fcfbf8}
table{border-collapse:collapse}th{text-align:left;vertical-align:top;padding:.2rem 1rem .2rem 0;color:#4b5f63;font-weight:600}
td{padding:.2rem 0}ul{margin:0;padding-left:1rem}a{color:#0b5561}
@media(prefers-color-scheme:dark){body{color:#e8efef;background:#1a2226}th{color:#9fb3b6}a{color:#67cbd9}}`

const htmlPage = (title: string, document: unknown): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${escaped(title)}</title><style>${STYLE}</style></head><body><h1>${escaped(title)}</h1>${shown(document)}</body></html>`
