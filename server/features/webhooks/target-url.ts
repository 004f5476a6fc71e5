/**
 * Where an event may be sent. The threat: a caller who may name a URL can have this server call addresses that only it can
 * reach, above all those from which cloud machines read their own credentials.
 * Said twice: of the URL when it is given, and of the addresses that its name has at the moment of the call.
 */

/** 'never': no setting allows it. 'private': loopback and local networks, where the setting allows it. */
export type AddressKind = 'public' | 'private' | 'never'

type Range = readonly [network: string, bits: number]

/** Source: IANA special-purpose address registries (RFC 6890), and what the large clouds document as metadata. */
const NEVER_V4: readonly Range[] = [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
]
const PRIVATE_V4: readonly Range[] = [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
]
/** Teredo (2001::/32) hides an address that can't be judged from here. */
const NEVER_V6: readonly Range[] = [
  ['::', 128],
  ['fe80::', 10],
  ['ff00::', 8],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
  ['2001::', 32],
  // A network's own NAT64 (RFC 8215): where in it the IPv4 address stands, only that network knows.
  ['64:ff9b:1::', 48],
  // Discard-only (RFC 6666) and segment routing (RFC 9602): nobody is called there.
  ['100::', 64],
  ['5f00::', 16],
]
/** ISATAP (RFC 5214): in any network, an interface with an IPv4 address that its routers alone judge. */
const ISATAP: readonly bigint[] = [0x0000_5efen, 0x0200_5efen]
const isIsatap = (address: bigint): boolean => ISATAP.includes((address >> 32n) & 0xffff_ffffn)

const PRIVATE_V6: readonly Range[] = [
  ['::1', 128],
  ['fc00::', 7],
  ['fec0::', 10],
  ['2001:db8::', 32],
]
/** IPv6 that means an IPv4 address, and how many bits stand behind that: mapped, translated (SIIT), compatible, NAT64, 6to4. */
const EMBEDDING: readonly (readonly [...Range, shift: bigint])[] = [
  ['::ffff:0:0', 96, 0n],
  ['::ffff:0:0:0', 96, 0n],
  ['::', 96, 0n],
  ['64:ff9b::', 96, 0n],
  ['2002::', 16, 80n],
]

/** @param address IPv4 or IPv6 as text, without brackets; anything else is 'never' */
export function addressKind(address: string): AddressKind {
  const v4 = v4Of(address)
  if (v4 !== undefined) return kindOfV4(v4)
  const v6 = v6Of(address)
  if (v6 === undefined) return 'never'
  if (isIsatap(v6) || NEVER_V6.some((range) => inV6(v6, range))) return 'never'
  if (PRIVATE_V6.some((range) => inV6(v6, range))) return 'private'
  const embedded = EMBEDDING.find(([network, bits]) => inV6(v6, [network, bits]))
  return embedded ? kindOfV4(Number((v6 >> embedded[2]) & 0xffff_ffffn)) : 'public'
}

/** What can be said of a URL before its name is resolved; undefined: nothing against it. */
export function targetComplaint(url: string): string | undefined {
  if (!URL.canParse(url)) return 'must be a URL'
  const { protocol, username, password, hostname } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') return 'must be an http or https URL'
  if (username !== '' || password !== '') return 'must hold no user name or password'
  if (literalKind(hostname) === 'never') return 'must not be a link-local, metadata or multicast address'
  return undefined
}

/** Whether a URL names a loopback or private address by its digits; a parser has turned other spellings into these. */
export const isPrivateLiteral = (url: string): boolean => literalKind(new URL(url).hostname) === 'private'

/** Undefined for a name. */
function literalKind(hostname: string): AddressKind | undefined {
  const host = hostOf(hostname)
  return v4Of(host) !== undefined || host.includes(':') ? addressKind(host) : undefined
}

/** A URL writes IPv6 in brackets. */
export const hostOf = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1')

const kindOfV4 = (address: number): AddressKind => {
  if (NEVER_V4.some((range) => inV4(address, range))) return 'never'
  return PRIVATE_V4.some((range) => inV4(address, range)) ? 'private' : 'public'
}

const inV4 = (address: number, [network, bits]: Range): boolean =>
  Math.floor(address / 2 ** (32 - bits)) === Math.floor(v4Of(network)! / 2 ** (32 - bits))

const inV6 = (address: bigint, [network, bits]: Range): boolean =>
  address >> BigInt(128 - bits) === v6Of(network)! >> BigInt(128 - bits)

function v4Of(text: string): number | undefined {
  const digits = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number)
  if (!digits || digits.some((digit) => digit > 255)) return undefined
  return digits.reduce((sum, digit) => sum * 256 + digit, 0)
}

/** A zone (`%eth0`) belongs to link-local addresses only and is cut off. */
function v6Of(text: string): bigint | undefined {
  const [bare = ''] = text.toLowerCase().split('%')
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(bare)
  const v4 = tail && v4Of(tail[2]!)
  if (tail && v4 === undefined) return undefined
  const whole = tail ? `${tail[1]}${(v4! >>> 16).toString(16)}:${(v4! & 0xffff).toString(16)}` : bare
  const halves = whole.split('::')
  if (halves.length > 2) return undefined
  const [head, rest] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - head!.length - (rest?.length ?? 0)
  if (rest === undefined ? missing !== 0 : missing < 1) return undefined
  const groups = [...head!, ...Array<string>(missing).fill('0'), ...(rest ?? [])]
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return undefined
  return groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n)
}
