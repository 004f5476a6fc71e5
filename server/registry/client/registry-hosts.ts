/** Hosts besides the known ones that the registry may send us to, as the operator of the installation allows them. */

export const MAX_HOSTS = 20
export const HOST_LENGTH = 253

/** @param text `gds.kadaster.nl` @returns in small letters; undefined when it is no bare name of a host */
export function registryHost(text: string): string | undefined {
  const host = text.trim().toLowerCase()
  const isName = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(host) && host.length <= HOST_LENGTH
  // A number at the end, in any spelling, is an address: its owner of tomorrow is not the one that a certificate names.
  const isSpelledSo = URL.canParse(`https://${host}`) && new URL(`https://${host}`).hostname === host
  return isName && isSpelledSo && !/(^|\.)\d+$/.test(host) ? host : undefined
}

export const isKadasters = (host: string): boolean => host === 'kadaster.nl' || host.endsWith('.kadaster.nl')

/** An address as a user enters it, to which our token may go. */
export function isRegistryUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, port, username, password } = new URL(text)
  return protocol === 'https:' && isKadasters(hostname) && `${port}${username}${password}` === ''
}
