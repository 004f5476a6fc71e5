/**
 * Who is at the window. The shell hands over a one-time token in the URL's fragment, and a link to a new user or a new
 * password carries one; either is taken out of the URL at once.
 */
import { queryOptions } from '@tanstack/react-query'
import { OpenedSession, Session } from '../../../server/features/users/session-schema.ts'
import { ApiError, call, csrfToken, rememberCsrf, send } from '../../api/client.ts'

let oneTimeToken: string | null = null
let invitationToken: string | null = null

/** To be called before the first render: a token that stays in the address bar ends up in bookmarks and screenshots. */
export const takeTokenFromUrl = (): void => {
  const fragment = new URLSearchParams(location.hash.slice(1))
  oneTimeToken = fragment.get('token')
  invitationToken = fragment.get('invitation')
  if (oneTimeToken !== null || invitationToken !== null) {
    history.replaceState(null, '', location.pathname + location.search)
  }
}

/** Of the link with which this page was opened. */
export const takenInvitation = (): string | null => invitationToken

const opened = ({ csrf_token, ...session }: OpenedSession): Session => {
  rememberCsrf(csrf_token)
  return session
}

/** Exchanges a token for a session cookie. */
export const signIn = async (token: string): Promise<Session> =>
  opened(await call(OpenedSession, '/session', { method: 'POST', body: { token } }))

export const signInWithPassword = async (who: { email: string; password: string }): Promise<Session> =>
  opened(await call(OpenedSession, '/sign-in', { method: 'POST', body: who }))

/** Becomes a user, or sets a new password; `name` for a new user only. */
export const acceptInvitation = async (asked: { token: string; name?: string; password: string }): Promise<Session> =>
  opened(await call(OpenedSession, '/invitations/accept', { method: 'POST', body: asked }))

export const signOut = async (): Promise<void> => {
  await send('/session', { method: 'DELETE' })
  rememberCsrf(null)
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    const token = oneTimeToken
    oneTimeToken = null
    if (token) {
      const session = await signIn(token).catch(() => null)
      if (session) return session
    }
    const session = await call(Session, '/session')
    // One of an earlier version, or a cookie without what belongs to it: it could look and change nothing.
    if (csrfToken() === null) throw new ApiError(401, 'CSRF_TOKEN_INVALID', 'Sign in again')
    return session
  },
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
})
