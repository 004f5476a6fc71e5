/** The session of a window, below /dashboard/api. */

import { toBody } from '../../platform/http/wire.ts'
import { clearCookie, fromOf, sessionCookie, setCookie, setDeviceCookie } from '../authentication.ts'
import type { Handlers } from '../http/serve.ts'
import type { ApiServices } from '../services.ts'
import { operatorSets } from '../settings/change-settings.ts'
import { type SESSION_ROUTES, Session, SessionUser } from './session-schema.ts'
import { closeSession, describeSession, type NewSession, openSession } from './sessions.ts'

type Seat = { companyId: string; userId: string | null }

const sessionView = async (services: ApiServices, { companyId, userId }: Seat): Promise<Session> => {
  const found = await describeSession(services, companyId, userId)
  const { user, permissions } = found
  const server = {
    operatorSets: [...operatorSets(services.operator)],
    baseUrl: services.baseUrl(),
    version: services.version,
  }
  return {
    ...toBody(Session, { ...found, ...server }),
    permissions: [...permissions],
    user: user && { ...toBody(SessionUser, user), user_id: user.id },
  }
}

/** @param opened with `device`, what the browser is known by when it signs in again */
export const signedIn = async (
  services: ApiServices,
  opened: NewSession & { userId: string | null; device?: string },
) => ({
  status: 201 as const,
  body: { ...(await sessionView(services, opened)), csrf_token: opened.csrfToken },
  headers: {
    'Set-Cookie': [
      setCookie(services, opened.cookie),
      ...(opened.device === undefined ? [] : [setDeviceCookie(services, opened.device)]),
    ],
  },
})

export const session: Handlers<typeof SESSION_ROUTES> = {
  openSession: async ({ services, body, req }) => {
    const opened = await openSession(services, body.token, fromOf(req))
    return signedIn(services, { ...opened, userId: null })
  },

  getSession: async ({ services, caller }) => {
    const { companyId, user } = caller
    return { status: 200, body: await sessionView(services, { companyId, userId: user?.id ?? null }) }
  },

  closeSession: async ({ services, req }) => {
    await closeSession(services, sessionCookie(services, req) ?? '')
    return { status: 204, headers: { 'Set-Cookie': clearCookie(services) } }
  },
}
