/** The offline map: what it is, and its tiles, for sessions of the window only. */
import { type RequestHandler, Router } from 'express'
import type { z } from 'zod'
import { Refusal } from '../../../platform/refusal.ts'
import { bySession } from '../../authentication.ts'
import type { Handlers } from '../../http/serve.ts'
import type { ApiServices } from '../../services.ts'
import { type OfflineMapState, offlineMap, offlineTile, takeMapFile } from './offline-map.ts'
import type { OFFLINE_MAP_ROUTES, OfflineMap } from './offline-map-schema.ts'

const shownMap = (found: OfflineMapState): z.output<typeof OfflineMap> => {
  if (found.state !== 'ready') return found
  const { format, name, attribution, vectorLayers, minZoom, maxZoom, bounds, version } = found.facts
  return {
    state: 'ready',
    format,
    name,
    attribution,
    version,
    vector_layers: vectorLayers && [...vectorLayers],
    min_zoom: minZoom,
    max_zoom: maxZoom,
    bounds: [...bounds],
  }
}

export const offline: Handlers<typeof OFFLINE_MAP_ROUTES> = {
  getOfflineMap: async ({ services, caller }) => ({ status: 200, body: shownMap(await offlineMap(services, caller)) }),
  putOfflineMapFile: async ({ services, caller, req }) => ({
    status: 200,
    body: shownMap(await takeMapFile(services, caller, req)),
  }),
}

const NUMBER = /^\d{1,8}$/

/** Below /tiles/offline. */
export function offlineTiles(services: ApiServices): RequestHandler {
  const router = Router({ caseSensitive: true })
  const session = bySession(services)
  router.get('/:z/:x/:y', async (req, res) => {
    const caller = await session(req, res)
    const { z, x, y } = req.params
    if (![z, x, y].every((text) => NUMBER.test(String(text)))) {
      throw new Refusal('NOT_FOUND', 'A tile has the address {z}/{x}/{y}, in whole numbers.')
    }
    const { bytes, facts } = await offlineTile(services, caller, [Number(z), Number(x), Number(y)])
    // The address that the window asks names the version of the file.
    const isVersion = req.query.version === facts.version
    res.set('Cache-Control', isVersion ? 'private, max-age=604800, immutable' : 'private, no-cache')
    if (!bytes) return void res.status(204).end()
    res.type(facts.mediaType).send(Buffer.from(bytes))
  })
  return router
}
