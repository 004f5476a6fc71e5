/** The ground as pictures over HTTP, in web mercator and in the Dutch matrix: that of one result, and all that a company was delivered. */
import { createHash } from 'node:crypto'
import { type Request, type Response, Router } from 'express'
import type { GroundMatrix } from '../../../exports/tiles/ground-tile-grid.ts'
import { GROUND_MATRICES } from '../../../exports/tiles/ground-tile-grid.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { refuseUnread, type SigningIn } from '../../authentication.ts'
import { abortOnClose } from '../../http/serve.ts'
import type { ApiServices } from '../../services.ts'
import type { TiledJob } from '../map/serve-tiles.ts'
import type { WithHead } from '../whole-result.ts'
import { companyTile, companyTileJson, companyTileSources, townTile } from './list-company-ground.ts'
import { groundTileJson, groundTileOf } from './serve-ground.ts'

export const UNCHANGING = 'private, max-age=31536000, immutable'
export const ASK_FIRST = 'private, no-cache'

const nameOf = (matrix: GroundMatrix) => (matrix === 'rd' ? 'ground-rd' : 'ground')

/** @param of.address of a job's tiles, by the name of their matrix */
export function groundOfJobs(
  services: ApiServices,
  of: {
    job(req: Request, res: Response): Promise<WithHead<TiledJob>>
    address(req: Request, job: TiledJob, name: string): string
  },
): Router {
  const router = Router({ caseSensitive: true, mergeParams: true })
  for (const matrix of GROUND_MATRICES) {
    const name = nameOf(matrix)
    router.get(`/:job/${name}.json`, async (req, res) => {
      const job = await of.job(req, res)
      res.set('Cache-Control', ASK_FIRST).json(groundTileJson(job, matrix, of.address(req, job, name)))
    })
    router.get(`/:job/${name}/:z/:x/:y`, async (req, res) => {
      const job = await of.job(req, res)
      const [z, x, y] = numbersOf(req, 'png')
      const seal = job.sha256.slice(0, 16)
      res.set('ETag', `"${seal}-${services.version}-ground"`)
      // An address that names the file never answers with a tile of a newer file.
      res.set('Cache-Control', req.query.file === seal ? UNCHANGING : ASK_FIRST)
      if (req.fresh) return void res.status(304).end()
      sendPng(req, res, await groundTileOf(services.tiles, job, { matrix, z, x, y }))
    })
  }
  return router
}

/** Who asks for tiles, and whether it still waits. @throws Refusal PERMISSION_DENIED */
export const readerOf = (who: SigningIn) => async (req: Request, res: Response) => {
  const signal = abortOnClose(res)
  const caller = { ...(await who(req, res)), signal }
  refuseUnread(caller)
  return caller
}

export function groundOfCompany(services: ApiServices, of: { address(req: Request): string; who: SigningIn }): Router {
  const router = Router({ caseSensitive: true, mergeParams: true })
  const signIn = readerOf(of.who)
  router.get('/town/:z/:x/:y', async (req, res) => {
    const caller = await signIn(req, res)
    const [z, x, y] = numbersOf(req, 'png')
    const png = await townTile(services, caller, { z, x, y })
    res.set('Cache-Control', 'private, max-age=3600')
    sendPng(req, res, png)
  })
  for (const matrix of GROUND_MATRICES) {
    const name = nameOf(matrix)
    router.get(`/${name}.json`, async (req, res) => {
      const caller = await signIn(req, res)
      const address = `${of.address(req)}/${name}/{z}/{x}/{y}.png`
      res.set('Cache-Control', ASK_FIRST).json(await companyTileJson(services, caller, matrix, address))
    })
    router.get(`/${name}/:z/:x/:y`, async (req, res) => {
      const caller = await signIn(req, res)
      const [z, x, y] = numbersOf(req, 'png')
      const at = { matrix, z, x, y }
      const sources = await companyTileSources(services, caller, at)
      const seal = createHash('sha256').update(sources.map(({ sha256 }) => sha256).join(' '))
      res.set('ETag', `"${seal.digest('hex').slice(0, 16)}-${services.version}-ground"`)
      // What it is made of may be more, or less, at any time.
      res.set('Cache-Control', ASK_FIRST)
      if (req.fresh) return void res.status(304).end()
      sendPng(req, res, await companyTile(services, caller, sources, at))
    })
  }
  return router
}

function sendPng(req: Request, res: Response, png: Uint8Array | null): void {
  if (!png) return void res.status(204).end()
  res.type('png').set('Content-Length', String(png.byteLength))
  res.end(req.method === 'HEAD' ? undefined : png)
}

/** @throws Refusal NOT_FOUND */
export function numbersOf(req: Request, ending: 'mvt' | 'png'): [z: number, x: number, y: number] {
  const { z, x, y } = req.params
  const [row, ...others] = String(y).split('.')
  const numbers = [z, x, row]
  if (others.join('.') !== ending || !numbers.every((text) => /^\d{1,8}$/.test(String(text)))) {
    throw new Refusal('NOT_FOUND', `A tile has the address {z}/{x}/{y}.${ending}, in whole numbers.`)
  }
  return numbers.map(Number) as [number, number, number]
}
