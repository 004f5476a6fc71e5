/**
 * The shell at the server's door: it signs in with a one-time token like the window, and reads what the tray and the
 * messages show. It changes nothing there. Electron-free.
 */

export interface OwnSession {
  /** @throws Error when the server is not there or refuses */
  get: (path: string) => Promise<Response>
}

/**
 * @param token another one-time token of the running server
 * @param baseUrl where it is; undefined while it is not
 */
export const ownSession = (baseUrl: () => string | undefined, token: () => Promise<string>): OwnSession => {
  let cookie: string | undefined
  const signIn = async (base: string): Promise<void> => {
    const answer = await fetch(`${base}/dashboard/api/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token: await token() }),
    })
    if (!answer.ok) throw new Error(`the server refused to sign the shell in (${answer.status})`)
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  }
  return {
    get: async (path) => {
      const base = baseUrl()
      if (base === undefined) throw new Error('the server is not running')
      if (cookie === undefined) await signIn(base)
      const ask = () => fetch(`${base}/dashboard/api${path}`, { headers: { Cookie: cookie ?? '' } })
      const answer = await ask()
      if (answer.status !== 401) return answer
      await signIn(base)
      return ask()
    },
  }
}
