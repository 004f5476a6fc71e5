/**
 * Which addresses belong in the window, which in the system's browser, and which nowhere. An address is judged by its
 * parsed origin, never by a piece of its text. Electron-free.
 */

/** Where a person logs in at the registry; both of its environments have one (server/registry/client/endpoints.ts). */
const LOGIN_ORIGIN = 'https://authorization.kadaster.nl'

/** The places our own texts and buttons lead to. A link from a delivery to anywhere else is not followed. */
const WEB_ORIGINS = [
  LOGIN_ORIGIN,
  'https://www.kadaster.nl',
  'https://zakelijk.kadaster.nl',
  'https://www.pdok.nl',
  'https://www.crow.nl',
  'https://www.openstreetmap.org',
  'https://qgis.org',
  'https://www.qgis.org',
]

const parse = (address: string): URL | undefined => (URL.canParse(address) ? new URL(address) : undefined)

const WEB = ['http:', 'https:']

/** @param baseUrl of the server that is running now, or of the office in its own window; undefined before it is ready */
export const isOurs = (address: string, baseUrl: string | undefined): boolean => {
  const url = parse(address)
  return !!url && baseUrl !== undefined && WEB.includes(url.protocol) && url.origin === new URL(baseUrl).origin
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/** May an office's server be there? Passwords must not cross a network in the clear: https, or this very computer. */
export const isOffice = (address: string): boolean => {
  const url = parse(address)
  if (!url || url.username || url.password) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname))
}

/** May the system open it? Listed places on the web, a plain telephone number, a plain e-mail address. */
export const isForTheSystem = (address: string): boolean => {
  const url = parse(address)
  if (!url) return false
  if (url.protocol === 'https:') return WEB_ORIGINS.includes(url.origin) && !url.username && !url.password
  if (url.protocol === 'tel:') return /^\+?[\d-]{3,20}$/.test(url.pathname)
  // No subject, body or attachment: some mail programs obey them.
  if (url.protocol === 'mailto:') return !url.search && /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(url.pathname)
  return false
}
