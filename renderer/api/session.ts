/**
 * Who is at the window. The shell hands over a one-time token in the URL's fragment, and a link to a new user or a new
 * password carries one; either is taken out of the URL at once.
 */
import { queryOptions } from '@tanstack/react-query'
import { Session } from '../../server/contract/session.ts'
import { call, rememberCsrf, send } from './client.ts'

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

const opened = (session: Session): Session => {
  rememberCsrf(session.csrf_token)
  return session
}

/** Exchanges a token for a session cookie. */
export const signIn = async (token: string): Promise<Session> =>
  opened(await call(Session, '/session', { method: 'POST', body: { token } }))

export const signInWithPassword = async (who: { email: string; password: string }): Promise<Session> =>
  opened(await call(Session, '/sign-in', { method: 'POST', body: who }))

/** Becomes a user, or sets a new password; `name` for a new user only. */
export const acceptInvitation = async (asked: { token: string; name?: string; password: string }): Promise<Session> =>
  opened(await call(Session, '/invitations/accept', { method: 'POST', body: asked }))

export const signOut = async (): Promise<void> => {
  await send('/session', { method: 'DELETE' })
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
    return opened(await call(Session, '/session'))
  },
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
})
