/** What programs on this computer ask besides v1 and /ogc: pairing, layers for QGIS, merging. */
import type { Request } from 'express'
import { Refusal } from '../../platform/refusal.ts'
import { isLoopback } from '../http/guards.ts'
import type { ApiNeeds } from '../http/needs.ts'
import type { Handlers } from '../http/serve.ts'
import { askPairing, takePairedKey } from '../keys/pairing.ts'
import { layersBesideFile } from './gis-access.ts'
import type { LOCAL_ROUTES, PAIR_ROUTES } from './local-schema.ts'
import { type Merge as MergeState, mergeFile, mergeState, startMerge } from './merge-files.ts'

const POLL_AFTER_SECONDS = 2

/** Behind a proxy everybody seems to sit here: only a server for this computer alone can tell. @throws Refusal PERMISSION_DENIED */
function onlyHere({ isLocal }: Pick<ApiNeeds, 'isLocal'>, req: Request): void {
  if (!isLocal || !isLoopback(req.socket.remoteAddress)) {
    throw new Refusal('PERMISSION_DENIED', 'This is for programs on the computer that runs KLIC Desktop.')
  }
}

export const pairing: Handlers<typeof PAIR_ROUTES> = {
  askPairing: async ({ needs, req, body }) => {
    onlyHere(needs, req)
    const { id, code, secret, expiresAt } = askPairing(needs, body.client)
    const answer = { pairing_id: id, code, secret, expires_at: expiresAt, poll_after_seconds: POLL_AFTER_SECONDS }
    return { status: 201, body: answer }
  },

  takePairedKey: async ({ needs, req, params, body }) => {
    onlyHere(needs, req)
    const { status, key, gisKey } = await takePairedKey(needs, params.pairing_id, body.secret)
    return { status: 200, body: { status, key, gis_key: gisKey } }
  },
}

const mergeShown = ({ id, status, message, features }: MergeState) => ({ merge_id: id, status, message, features })

export const local: Handlers<typeof LOCAL_ROUTES> = {
  getLayersFile: async ({ needs, caller, params, query }) => {
    const { fileName, content } = await layersBesideFile(needs, caller, params.job_id, query.gpkg)
    return { status: 200, body: { file_name: fileName, content } }
  },

  startMerge: async ({ needs, req, caller, body }) => {
    onlyHere(needs, req)
    return { status: 202, body: mergeShown(startMerge(needs, caller, body.deliveries, body.file_name)) }
  },

  getMerge: async ({ needs, caller, params }) => ({
    status: 200,
    body: mergeShown(mergeState(needs, caller, params.merge_id)),
  }),

  getMergeFile: async ({ needs, caller, params }) => ({
    status: 200,
    file: mergeFile(needs, caller, params.merge_id),
  }),
}
