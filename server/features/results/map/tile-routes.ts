/**
 * Vector tiles of a job's newest result, their TileJSON and style, and what every style needs: symbols and fonts.
 * /tiles for a key (header, Basic) or the window's session, /k/{key}/tiles for programs that can send neither.
 */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import type { RateLimit } from '../../../platform/http/rate-limit.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { byKey, bySession, checkKeyInPath, keyIn, type SigningIn, sessionCookie } from '../../authentication.ts'
import type { ApiServices } from '../../services.ts'
import { ASK_FIRST, groundOfCompany, groundOfJobs, numbersOf, readerOf, UNCHANGING } from '../ground/routes.ts'
import { withHead } from '../whole-result.ts'
import { offlineTiles } from './offline-map-routes.ts'
import { type Reader, SCHEMES, styleOf, type TiledJob, tiledJob, tileJson, tileOf } from './serve-tiles.ts'

const TILE_TYPE = 'application/vnd.mapbox-vector-tile'

const unpack = promisify(gunzip)

/** A map that is panned asks for dozens of tiles a second, and one costs little. */
const TIMES_THE_LIMIT = 20

/** @param limit of tiles alone: a map that is looked at takes nothing from what a program may ask */
export function tiles(services: ApiServices, limit: RateLimit): Router {
  const router = Router({ caseSensitive: true })
  const session = bySession(services)
  const key = byKey(services, limit, keyIn, TIMES_THE_LIMIT)
  router.use('/tiles', assets(services.mapAssetsDir))
  router.use('/tiles/offline', offlineTiles(services))
  router.use(
    '/tiles',
    ofJobs(services, '/tiles', (req, res) =>
      keyIn(req) === undefined && sessionCookie(services, req) !== undefined ? session(req, res) : key(req, res),
    ),
  )
  router.use('/k/:key/tiles', (req, res, next) => {
    const key = String(req.params.key)
    const byPath: SigningIn = async () => {
      const caller = await byKey(services, limit, () => key, TIMES_THE_LIMIT)(req, res)
      checkKeyInPath(services.isLocal, caller)
      return caller
    }
    ofJobs(services, `/k/${encodeURIComponent(key)}/tiles`, byPath)(req, res, next)
  })
  return router
}

/** Nothing here tells more than the program itself: no key is needed. */
function assets(folder: string | null): Router {
  const router = Router({ caseSensitive: true })
  if (folder === null) return router
  const immutable = { index: false, maxAge: '1h', fallthrough: true } as const
  router.get(/^\/sprite(@2x)?\.(png|json)$/, express.static(folder, immutable))
  router.get('/fonts/:stack/:range', (req, res, next) => {
    const range = /^(\d{1,5})-(\d{1,5})\.pbf$/.exec(req.params.range)
    if (!range) return next()
    res.type('application/x-protobuf').set('Cache-Control', 'public, max-age=3600')
    // One font for every name; signs that it lacks are an empty answer, not a failure.
    res.sendFile(`fonts/${range[0]}`, { root: folder, cacheControl: false }, (error) => {
      if (error && !res.headersSent) res.status(200).end()
    })
  })
  return router
}

function ofJobs(services: ApiServices, base: string, who: SigningIn): RequestHandler {
  const router = Router({ caseSensitive: true, mergeParams: true })
  const signIn = readerOf(who)
  const job = async (req: Request, res: Response): Promise<TiledJob> =>
    tiledJob(services, await signIn(req, res), String(req.params.job))
  const headed = async (req: Request, res: Response) => withHead(services.store, await job(req, res))
  /** On this computer as the caller reaches us, since a browser sends its session to no other name. */
  const root = (req: Request) => (services.isLocal ? `${req.protocol}://${req.headers.host}` : services.baseUrl())
  const address = (req: Request) => `${root(req)}${base}`
  const groundTiles = (req: Request, { jobId, sha256 }: TiledJob, name: string) =>
    `${address(req)}/${jobId}/${name}/{z}/{x}/{y}.png?file=${sha256.slice(0, 16)}`

  router.use(groundOfCompany(services, { address, who }))
  router.use(groundOfJobs(services, { job: headed, address: groundTiles }))
  router.get('/:job/tile.json', async (req, res) => {
    const found = await headed(req, res)
    const revision = `revision=${found.revision}`
    const tiles = `${address(req)}/${found.jobId}/{z}/{x}/{y}.mvt?${revision}`
    send(res, tileJson(found, tiles, groundTiles(req, found, 'ground')))
  })
  const style = (reader: Reader) => async (req: Request, res: Response) => {
    const found = await headed(req, res)
    const scheme = SCHEMES.find((known) => known === (req.query.scheme ?? 'light'))
    if (!scheme) {
      const message = `scheme must be one of ${SCHEMES.join(', ')}.`
      throw new Refusal('QUERY_INVALID', message, {
        complaints: [{ pointer: '?scheme', code: 'INVALID_PARAMETER', message }],
      })
    }
    const shared = `${root(req)}/tiles`
    const addresses = {
      tiles: `${address(req)}/${found.jobId}/tile.json`,
      sprite: `${shared}/sprite`,
      glyphs: `${shared}/fonts/{fontstack}/{range}.pbf`,
    }
    send(res, styleOf(services, found, { scheme, reader }, addresses))
  }
  router.get('/:job/style.json', style('map'))
  // An address of its own: QGIS from 3.40 on asks for a style with its question mark as %3F.
  router.get('/:job/qgis-style.json', style('qgis'))
  router.get('/:job/:z/:x/:y', async (req, res) => {
    const found = await job(req, res)
    await sendTile(services, req, res, found)
  })
  router.use((req, res) => {
    res.set('Allow', 'GET, HEAD, OPTIONS')
    if (req.method === 'OPTIONS') return void res.status(204).end()
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      throw new Refusal('METHOD_NOT_ALLOWED', 'Tiles can be read only.')
    }
    throw new Refusal('NOT_FOUND', 'There is nothing at this address.')
  })
  return router
}

const send = (res: Response, document: object): void => {
  res.set('Cache-Control', ASK_FIRST).json(document)
}

async function sendTile(services: ApiServices, req: Request, res: Response, job: TiledJob): Promise<void> {
  const at = numbersOf(req, 'mvt')
  const packs = req.acceptsEncodings(['gzip', 'identity']) === 'gzip'
  res.vary('Accept-Encoding')
  res.set('ETag', `"${job.sha256.slice(0, 16)}-${services.version}${packs ? '-gzip' : ''}"`)
  // An address that names the revision never answers with a tile of a newer revision.
  res.set('Cache-Control', req.query.revision === String(job.revision) ? UNCHANGING : ASK_FIRST)
  if (req.fresh) return void res.status(304).end()
  const packed = await tileOf(services, job, at)
  if (!packed) return void res.status(204).end()
  const body = packs ? packed : await unpack(packed)
  if (packs) res.set('Content-Encoding', 'gzip')
  res.type(TILE_TYPE).set('Content-Length', String(body.byteLength))
  res.end(req.method === 'HEAD' ? undefined : body)
}
