/**
 * /mcp: the Model Context Protocol over streamable HTTP, for AI clients. Off until a setting says otherwise. Stateless:
 * every call brings its key, as `Authorization: Bearer` or X-API-Key, and leaves nothing behind.
 * What is refused comes back as an error of the tool, with its code, so that the client can read it and do better.
 */

import type { Request, RequestHandler } from 'express'
import { byKey } from '../features/authentication.ts'
import type { ApiServices } from '../features/services.ts'
import { anyCompanyHas, settingsOf } from '../features/settings/rows.ts'
import type { Store } from '../platform/database/open.ts'
import { AREA_BODY_BYTES, readBody } from '../platform/http/parse.ts'
import type { RateLimit } from '../platform/http/rate-limit.ts'
import { Refusal } from '../platform/refusal.ts'
import { answerMessage } from './mcp-server.ts'

export function mcp(services: ApiServices, limit: RateLimit): RequestHandler {
  const signIn = byKey(services, limit, keyOf)
  return async (req, res) => {
    if (!(await isMcpEnabled(services.store))) throw switchedOff()
    if (req.method !== 'POST') {
      res.set('Allow', 'POST')
      throw new Refusal('METHOD_NOT_ALLOWED', 'This address takes POST: it is stateless and has no stream of its own.')
    }
    const caller = await signIn(req, res)
    if (!(await isMcpEnabled(services.store, caller.companyId))) throw switchedOff()
    const message = await readBody(req, res, AREA_BODY_BYTES, (bytes) => services.readBody(bytes, caller))
    if (message === undefined || Array.isArray(message)) {
      throw new Refusal('MALFORMED_JSON', 'This call needs one JSON-RPC message as its body.')
    }
    res.set('Cache-Control', 'no-store')
    await answerMessage(services, { ...caller, actor: `mcp:${caller.key?.id}` }, req, res, message)
  }
}

/**
 * Asked with each call: switching it off works on the next one.
 * @param companyId without one: whether any company has switched it on, so that it is worth looking at a key.
 */
const isMcpEnabled = async (store: Store, companyId?: string): Promise<boolean> =>
  companyId === undefined
    ? anyCompanyHas(store.db, 'mcp.enabled', true)
    : (await settingsOf(store.db, companyId))['mcp.enabled']

/** The operator of the program may know that it exists: docs/api.md describes it. */
const switchedOff = (): Refusal =>
  new Refusal(
    'NOT_FOUND',
    'The endpoint for AI clients (MCP) is switched off. An administrator switches it on in the settings of the window, AI clients (setting mcp.enabled).',
  )

const keyOf = (req: Request): string | undefined =>
  req.get('X-API-Key') ?? /^Bearer +(\S+)$/i.exec(req.get('Authorization') ?? '')?.[1]
