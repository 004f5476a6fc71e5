/** The system's proxy and certificates, said in the words that the server's Node understands. Electron-free. */

/** Whether a proxy is needed is asked for an address on the web that the application really calls. */
export const ASK_PROXY_FOR = 'https://www.kadaster.nl/'

const NEVER_BY_PROXY = 'localhost,127.0.0.1,::1'

/** A proxy that the environment names was said on purpose, and is left as it is. */
const isSaid = (env: NodeJS.ProcessEnv): boolean =>
  Object.keys(env).some((name) => /^(?:https?|all)_proxy$/i.test(name) && env[name])

/**
 * @param resolved as Chromium answers: "PROXY host:8080; DIRECT", "HTTPS host:443", "DIRECT". SOCKS is not spoken by Node.
 * @returns variables for the server's environment
 */
export const networkEnvironment = (resolved: string, env: NodeJS.ProcessEnv): Record<string, string> => {
  const base = { NODE_USE_SYSTEM_CA: '1', NODE_USE_ENV_PROXY: '1' }
  if (isSaid(env)) return base
  const [, kind, host] = /^(PROXY|HTTPS) ([\w.:[\]-]+)/.exec(resolved.split(';')[0]?.trim() ?? '') ?? []
  if (!host) return base
  const proxy = `${kind === 'HTTPS' ? 'https' : 'http'}://${host}`
  return { ...base, HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: NEVER_BY_PROXY }
}
