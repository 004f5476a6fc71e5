/** Origins of pages that may call the API from elsewhere. What they send holds a key, so nobody may listen on the way. */

/** As a browser spells them in an address. */
const THIS_COMPUTER = ['localhost', '127.0.0.1', '[::1]']

/** A server asks each call about all of them. */
export const MAX_ORIGINS = 20
export const ORIGIN_LENGTH = 200

/**
 * @param text `https://gis.example`, or `http://localhost:5173` on this computer; a slash at the end is taken
 * @returns as a browser says it in `Origin`; undefined when it is none, or one that others could listen to
 */
export function allowedOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, origin, pathname, search, hash, username, password } = new URL(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && THIS_COMPUTER.includes(hostname))
  const isBare = pathname === '/' && `${search}${hash}${username}${password}` === ''
  // A star is a letter to the parser, and means nothing to a browser.
  return isSafe && isBare && !hostname.includes('*') ? origin : undefined
}
