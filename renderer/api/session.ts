/** Who is at the window. The shell hands over a one-time token in the URL's fragment; it is taken out of the URL at once. */
import { queryOptions } from '@tanstack/react-query'
import { Session } from '../../server/contract/dashboard.ts'
import { call, rememberCsrf } from './client.ts'

let oneTimeToken: string | null = null

/** To be called before the first render: a token that stays in the address bar ends up in bookmarks and screenshots. */
export const takeTokenFromUrl = (): void => {
  const fragment = new URLSearchParams(location.hash.slice(1))
  oneTimeToken = fragment.get('token')
  if (oneTimeToken !== null) history.replaceState(null, '', location.pathname + location.search)
}

const opened = (session: Session): Session => {
  rememberCsrf(session.csrf_token)
  return session
}

/** Exchanges a token for a session cookie. */
export const signIn = async (token: string): Promise<Session> =>
  opened(await call(Session, '/session', { method: 'POST', body: { token } }))

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
