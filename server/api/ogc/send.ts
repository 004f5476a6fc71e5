/** Answers on their way out: as JSON or as a page, packed when the caller takes that, or not at all when it has them. */
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, createGzip, gzip } from 'node:zlib'
import type { Request, Response } from 'express'
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
const SLICE = 250

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
  if (wantsHtml(exchange.req)) await sendPage(exchange, title, text)
  else await sendText(exchange, text, type)
}

export async function sendFeature(exchange: Exchange, title: string, text: string): Promise<void> {
  if (wantsHtml(exchange.req)) await sendPage(exchange, title, text)
  else await sendText(exchange, text, GEOJSON_TYPE)
}

/**
 * Packed while the rest is still made into text: that is work of another thread.
 * @param head all of the collection but its features
 */
export async function sendFeatures<F>(
  exchange: Exchange,
  title: string,
  head: object,
  features: readonly F[],
  textOf: (feature: F) => string,
): Promise<void> {
  const { req, res } = exchange
  const begin = `${JSON.stringify(head).slice(0, -1)},"features":[`
  const takesPacked = features.length > 0 && !wantsHtml(req) && isPackable(req)
  if (!takesPacked) {
    const texts: string[] = []
    for await (const text of slices(features, textOf)) texts.push(text)
    return sendFeature(exchange, title, `${begin}${texts.join(',')}]}`)
  }
  tellCaches(res)
  res.set('Content-Type', GEOJSON_TYPE).set('Content-Encoding', 'gzip')
  async function* pieces() {
    let before = begin
    for await (const text of slices(features, textOf)) {
      yield before + text
      before = ','
    }
    yield ']}'
  }
  await pipeline(pieces, createGzip(PACKING), res).catch((error) => {
    // Whoever asked has left: nobody is there to be told.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}

/** Between two slices others get their turn. */
async function* slices<F>(features: readonly F[], textOf: (feature: F) => string): AsyncIterable<string> {
  for (let from = 0; from < features.length; from += SLICE) {
    if (from > 0) await nextTurn()
    yield features
      .slice(from, from + SLICE)
      .map(textOf)
      .join(',')
  }
}

const isPackable = (req: Request): boolean =>
  req.method === 'GET' && !req.fresh && req.acceptsEncodings(['identity', 'gzip']) === 'gzip'

const sendPage = (exchange: Exchange, title: string, text: string): Promise<void> =>
  sendText(exchange, htmlPage(title, JSON.parse(text)), 'text/html; charset=utf-8')

async function sendText({ req, res }: Exchange, text: string, type: string): Promise<void> {
  const bytes = Buffer.from(text)
  if (!res.get('ETag')) res.set('ETag', `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`)
  tellCaches(res)
  res.set('Content-Type', type)
  const packs = bytes.length >= PACKED_FROM_BYTES && isPackable(req)
  if (packs) res.set('Content-Encoding', 'gzip')
  res.send(packs ? await pack(bytes, PACKING) : bytes)
}

function tellCaches(res: Response): void {
  res.vary('Accept').vary('Accept-Encoding')
  res.set('Cache-Control', 'private, no-cache')
}
