/** The form of an API key's secret, and the hash by which secrets are kept. */
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Ids } from '../../platform/clock.ts'
import { base62 } from '../../platform/ids.ts'
import type { RegistryEnvironment } from '../../registry/klic.ts'

const RANDOM_LENGTH = 32
const CHECKSUM_LENGTH = 6
const ENVIRONMENT_NAMES = { simulator: 'sim', eto: 'eto', production: 'live' } as const satisfies Record<
  RegistryEnvironment,
  string
>

/** sha256, hex. The secrets are random with 190 bits: nothing slower protects them better. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

const checksum = (text: string): string => base62(crc32(text), CHECKSUM_LENGTH)

/** `klic_<env>_<32 base62><6 base62 of the crc32 of all that precedes>`, so that secret scanners can tell a real one. */
export const newSecret = (ids: Ids, environment: RegistryEnvironment): string => {
  const body = `klic_${ENVIRONMENT_NAMES[environment]}_${ids.secret(RANDOM_LENGTH)}`
  return body + checksum(body)
}

/** The secret in an address that opens one thing for who has it. In the form of a key: what keeps keys out of logs keeps it out as well. */
export const addressSecret = (ids: Pick<Ids, 'secret'>, what: 'cal' | 'site'): string =>
  `klic_${what}_${ids.secret(43)}`

/** Enough to recognise a key by: the environment and six characters. */
export const prefixOf = (secret: string): string => secret.slice(0, secret.lastIndexOf('_') + 7)
