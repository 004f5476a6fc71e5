/**
 * Passwords are kept as argon2id of Node's own OpenSSL, with the parameters that OWASP's password storage sheet
 * recommends, written as a PHC string: what was used is read from there, so that it may be raised later.
 */
import { type Argon2Parameters, argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Ids } from '../../platform/clock.ts'

export interface PasswordCost {
  /** At least 8 */
  readonly memoryKib: number
  readonly passes: number
}

/** OWASP, Password Storage Cheat Sheet, Argon2id. */
const PASSWORD_COST: PasswordCost = { memoryKib: 19_456, passes: 2 }
const LANES = 1
const TAG_BYTES = 32
/** base62: 130 bits. */
const SALT_LENGTH = 22

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>

/** The same characters, however a keyboard composes them. */
const spelled = (password: string): string => password.normalize('NFKC')

const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '')

interface PasswordServices {
  readonly ids: Pick<Ids, 'secret'>
  readonly passwordCost?: PasswordCost
}

const phc = ({ memoryKib, passes }: PasswordCost, nonce: Uint8Array, tag: Uint8Array): string =>
  `$argon2id$v=19$m=${memoryKib},t=${passes},p=${LANES}$${unpadded(nonce)}$${unpadded(tag)}`

export async function hashPassword(
  { ids, passwordCost = PASSWORD_COST }: PasswordServices,
  password: string,
): Promise<string> {
  const nonce = Buffer.from(ids.secret(SALT_LENGTH))
  const tag = await derive('argon2id', {
    message: spelled(password),
    nonce,
    memory: passwordCost.memoryKib,
    passes: passwordCost.passes,
    parallelism: LANES,
    tagLength: TAG_BYTES,
  })
  return phc(passwordCost, nonce, tag)
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

/** @param kept undefined: there is no such user; the same work is done, so that the time of the answer tells nothing */
export async function isPassword(
  { passwordCost = PASSWORD_COST }: Pick<PasswordServices, 'passwordCost'>,
  password: string,
  kept: string | undefined,
): Promise<boolean> {
  const found = PHC.exec(kept ?? phc(passwordCost, Buffer.alloc(SALT_LENGTH), Buffer.alloc(TAG_BYTES)))
  if (!found) throw new Error('A password is kept in a form that this version does not know')
  const [memory, passes, parallelism] = found.slice(1, 4).map(Number) as [number, number, number]
  const tag = Buffer.from(found[5]!, 'base64')
  const given = await derive('argon2id', {
    message: spelled(password),
    nonce: Buffer.from(found[4]!, 'base64'),
    memory,
    passes,
    parallelism,
    tagLength: tag.length,
  })
  return timingSafeEqual(given, tag) && kept !== undefined
}
