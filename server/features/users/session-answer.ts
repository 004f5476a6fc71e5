/** A session as the window sees it, and the answer that opens one. */

import { setCookie, setDeviceCookie } from '../authentication.ts'
import type { ApiNeeds } from '../http/needs.ts'
import { operatorSets } from '../settings/change-settings.ts'
import type { Session } from './session-schema.ts'
import { describeSession, type NewSession } from './sessions.ts'

type Seat = { companyId: string; userId: string | null }

export const sessionView = async (needs: ApiNeeds, { companyId, userId }: Seat): Promise<Session> => {
  const { company, environment, timeFactor, maxReference, waitWorkingDays, user, deskName, permissions } =
    await describeSession(needs, companyId, userId)
  return {
    company,
    environment,
    user: user && { user_id: user.id, name: user.name, email: user.email, role: user.role },
    desk_name: deskName,
    permissions: [...permissions],
    time_factor: timeFactor,
    max_reference: maxReference,
    wait_working_days: waitWorkingDays,
    operator_sets: [...operatorSets(needs)],
    base_url: needs.baseUrl(),
    version: needs.version,
  }
}

/** @param opened with `device`, what the browser is known by when it signs in again */
export const signedIn = async (needs: ApiNeeds, opened: NewSession & { userId: string | null; device?: string }) => ({
  status: 201 as const,
  body: { ...(await sessionView(needs, opened)), csrf_token: opened.csrfToken },
  headers: {
    'Set-Cookie': [
      setCookie(needs, opened.cookie),
      ...(opened.device === undefined ? [] : [setDeviceCookie(needs, opened.device)]),
    ],
  },
})
