/**
 * How programs that show maps give their key: as header, as the password of HTTP Basic, or, where they can send neither,
 * in the address. Who gets one, and for how long: features/keys/keys.ts, `createGisKey`.
 */
import type { Request } from 'express'
import { Refusal } from '../../platform/refusal.ts'
import { isLoopback, permissionDenied } from '../http/guards.ts'
import type { ApiNeeds } from '../http/needs.ts'
import type { Caller } from '../needs.ts'

/** As header, or as the password of HTTP Basic. */
export function keyIn(req: Request): string | undefined {
  const header = req.get('X-API-Key')
  if (header !== undefined) return header
  const [scheme, credentials] = (req.get('Authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'basic' || !credentials) return undefined
  const decoded = Buffer.from(credentials, 'base64').toString('utf8')
  return decoded.slice(decoded.indexOf(':') + 1)
}

/** Layers and tiles are what a key of a GIS program is for. @throws Refusal PERMISSION_DENIED */
export function refuseUnread({ permissions, key }: Caller): void {
  if (key?.kind !== 'gis' && !permissions.includes('read')) throw permissionDenied('read')
}

/** An address is written down in many places: only a key that can do no harm may stand in it. */
export function checkKeyInPath({ isLocal }: Pick<ApiNeeds, 'isLocal'>, { address, permissions }: Caller): void {
  if (isLocal && isLoopback(address) && permissions.every((each) => each === 'read')) return
  throw new Refusal('PERMISSION_DENIED', 'In an address only a read-only key is taken, and only on this computer.')
}
