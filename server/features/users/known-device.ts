/**
 * A browser that a person signed in with before. It is let past the bounds on wrong passwords that strangers can use up,
 * and has one of its own. The mark is signed with what is kept of the password: nobody else can make one, nothing is
 * stored for it, and a new password ends it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Needs } from '../needs.ts'
import { type UserRecord, usersByEmail } from './rows.ts'

const NAME_LENGTH = 16
const MARK = /^(\w{16})\.([\w-]{43})$/

const signed = (name: string, { id, passwordHash }: Pick<UserRecord, 'id' | 'passwordHash'>): string =>
  createHmac('sha256', passwordHash).update(`${id} ${name}`).digest('base64url')

/** What a browser keeps after it signed this user in. */
export function deviceMark({ ids }: Pick<Needs, 'ids'>, user: Pick<UserRecord, 'id' | 'passwordHash'>): string {
  const name = ids.secret(NAME_LENGTH)
  return `${name}.${signed(name, user)}`
}

/** @returns what to count the tries of this device by; undefined: nobody with this address signed in with it */
export async function knownDevice(
  { store }: Pick<Needs, 'store'>,
  email: string,
  mark: string | undefined,
): Promise<string | undefined> {
  const [, name, given] = MARK.exec(mark ?? '') ?? []
  if (name === undefined || given === undefined) return undefined
  const users = await usersByEmail(store.db, email)
  return users.some((user) => timingSafeEqual(Buffer.from(signed(name, user)), Buffer.from(given))) ? name : undefined
}
