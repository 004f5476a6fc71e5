/**
 * Refresh tokens of people who logged in, in the simulator's own folder, so that a restart logs nobody out. Only hashes
 * are kept. Each works once and is replaced by the next.
 */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MAX_LOGINS = 100

export interface Logins {
  /** @returns the first refresh token of a login */
  open(scopes: string[]): string
  /** The old token is worth nothing from here on; undefined when it was not worth anything before. */
  renew(refreshToken: string): { refreshToken: string; scopes: string[] } | undefined
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export const openLogins = (folder: string): Logins => {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'logins.json')
  const held = new Map<string, string[]>(existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [])

  const save = (): void => {
    writeFileSync(`${path}.new`, JSON.stringify([...held].slice(-MAX_LOGINS)), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
  const made = (scopes: string[]): string => {
    const token = randomBytes(24).toString('base64url')
    held.set(hashOf(token), scopes)
    save()
    return token
  }

  return {
    open: made,
    renew: (refreshToken) => {
      const scopes = held.get(hashOf(refreshToken))
      if (!scopes) return undefined
      held.delete(hashOf(refreshToken))
      return { refreshToken: made(scopes), scopes }
    },
  }
}
