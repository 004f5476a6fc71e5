/** Local GIS programs: pairing, layers for QGIS, merging of files; and what the window does for them. */
import type { Request } from 'express'
import { nameWithEnding } from '../../exports/file-name.ts'
import type { DefinitionSource } from '../../exports/styling/layer-definition.ts'
import { toBody } from '../../platform/http/wire.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isLoopback } from '../http/guards.ts'
import type { Handlers } from '../http/serve.ts'
import { createGisKey } from '../keys/keys.ts'
import { askPairing, decidePairing, takePairedKey, waitingPairings } from '../keys/pairing.ts'
import type { Compute } from '../services.ts'
import { type GIS_ROUTES, type LayersFile, type LOCAL_ROUTES, type PAIR_ROUTES, Pairing } from './local-schema.ts'
import { fileOf, nameOf, type OpenResult, resultOfJob } from './map/serve-layers.ts'
import { type Merge as MergeState, mergeFile, mergeState, startMerge } from './merge-files.ts'

const POLL_AFTER_SECONDS = 2

/** Behind a proxy everybody seems to sit here: only a server for this computer alone can tell. @throws Refusal PERMISSION_DENIED */
function onlyHere(isLocal: boolean, req: Request): void {
  if (!isLocal || !isLoopback(req.socket.remoteAddress)) {
    throw new Refusal('PERMISSION_DENIED', 'This is for programs on the computer that runs KLIC Desktop.')
  }
}

export const pairing: Handlers<typeof PAIR_ROUTES> = {
  askPairing: async ({ services, req, body }) => {
    onlyHere(services.isLocal, req)
    const { id, code, secret, expiresAt } = askPairing(services, body.client)
    const answer = { pairing_id: id, code, secret, expires_at: expiresAt, poll_after_seconds: POLL_AFTER_SECONDS }
    return { status: 201, body: answer }
  },

  takePairedKey: async ({ services, req, params, body }) => {
    onlyHere(services.isLocal, req)
    const { status, key, gisKey } = await takePairedKey(services, params.pairing_id, body.secret)
    return { status: 200, body: { status, key, gis_key: gisKey } }
  },
}

const mergeShown = ({ id, status, message, features }: MergeState) => ({ merge_id: id, status, message, features })

export const local: Handlers<typeof LOCAL_ROUTES> = {
  getLayersFile: async ({ services, caller, params, query }) => {
    const result = await resultOfJob(services, caller, params.job_id)
    return { status: 200, body: await layersFile(services, result, { gpkg: query.gpkg }) }
  },

  startMerge: async ({ services, req, caller, body }) => {
    onlyHere(services.isLocal, req)
    return { status: 202, body: mergeShown(startMerge(services, caller, body.deliveries, body.file_name)) }
  },

  getMerge: async ({ services, caller, params }) => ({
    status: 200,
    body: mergeShown(mergeState(services, caller, params.merge_id)),
  }),

  getMergeFile: async ({ services, caller, params }) => ({
    status: 200,
    file: mergeFile(services, caller, params.merge_id),
  }),
}

export const gis: Handlers<typeof GIS_ROUTES> = {
  listPairings: async ({ services }) => ({
    status: 200,
    body: { data: waitingPairings(services).map((each) => toBody(Pairing, { ...each, pairingId: each.id })) },
  }),

  decidePairing: async ({ services, caller, params, body }) => {
    decidePairing(services, caller, params.pairing_id, body.approve)
    return { status: 204 }
  },

  openInGis: async ({ services, caller, body }) => {
    const result = body.job_id === undefined ? undefined : await resultOfJob(services, caller, body.job_id)
    const { key, secret } = await createGisKey(services, caller, `GIS${result ? `: ${nameOf(result)}` : ''}`)
    const baseUrl = services.baseUrl()
    // On a server for others no key stands in an address: the GIS program asks for it.
    const open = services.isLocal ? `${baseUrl}/k/${secret}` : baseUrl
    const below = `/ogc${result ? `/${result.jobId}` : ''}`
    const address = `${open}${below}`
    const layers =
      result &&
      (await layersFile(services, result, {
        ogc: address,
        groundTiles: `${open}/tiles/${result.jobId}/ground/{z}/{x}/{y}.png`,
      }))
    return {
      status: 201,
      body: {
        key_id: key.id,
        secret,
        expires_at: key.expiresAt,
        address,
        plain_address: `${baseUrl}${below}`,
        layers: layers ?? null,
      },
    }
  },
}

async function layersFile(
  services: Pick<Compute, 'layersFile'>,
  result: OpenResult,
  source: DefinitionSource,
): Promise<LayersFile> {
  const mark = `_${result.jobId.slice(-4).toLowerCase()}`
  return {
    file_name: nameWithEnding(nameOf(result), '.qlr', mark),
    content: await services.layersFile(fileOf(result), `KLIC ${nameOf(result)}`, source),
  }
}
