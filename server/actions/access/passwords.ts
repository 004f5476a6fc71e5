/**
 * Passwords are kept as argon2id of Node's own OpenSSL, with the parameters that OWASP's password storage sheet
 * recommends, written as a PHC string: what was used is read from there, so that it may be raised later.
 */
import { type Argon2Parameters, argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Ids } from '../../domain/ports/clock.ts'

const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const TAG_BYTES = 32
/** base62: 130 bits. */
const SALT_LENGTH = 22

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>

/** The same characters, however a keyboard composes them. */
const spelled = (password: string): string => password.normalize('NFKC')

const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '')

export async function hashPassword({ secret }: Pick<Ids, 'secret'>, password: string): Promise<string> {
  const nonce = Buffer.from(secret(SALT_LENGTH))
  const tag = await derive('argon2id', {
    message: spelled(password),
    nonce,
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: LANES,
    tagLength: TAG_BYTES,
  })
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(nonce)}$${unpadded(tag)}`
}

const NOBODYS = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(Buffer.alloc(SALT_LENGTH))}$${unpadded(Buffer.alloc(TAG_BYTES))}`
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

/** @param kept undefined: there is no such user; the same work is done, so that the time of the answer tells nothing */
export async function isPassword(password: string, kept: string | undefined): Promise<boolean> {
  const found = PHC.exec(kept ?? NOBODYS)
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
