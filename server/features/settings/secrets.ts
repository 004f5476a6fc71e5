/**
 * What opens the registry for one company, and what signs for it: keys, client secrets and logins, in files of mode 600 in a folder of its own,
 * each replaced by rename; where servers share no folder, in rows. Never logged, and never given back over the API.
 * secrets.json is written when a person enters credentials; the login of a person has a file of its own, because it
 * changes with every use, in another process.
 * With KLIC_SECRETS_KEY (32 bytes in hex, from the operating system's keychain) the files are sealed with AES-256-GCM,
 * those of before the key as well. Refuses a sealed file without its key. Rows are never written without one.
 */

import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { BadSetup, Refusal } from '../../platform/refusal.ts'
import type { MadeKey, StoredCredentials } from '../../registry/client/connection-test.ts'
import { REGISTRY_ENVIRONMENTS, type RegistryEnvironment } from '../../registry/klic.ts'

export interface Secrets {
  credentials(environment: RegistryEnvironment): Promise<StoredCredentials | undefined>
  /** Undefined takes them away, and the login with them. */
  saveCredentials(environment: RegistryEnvironment, credentials: StoredCredentials | undefined): Promise<void>
  refreshToken(environment: RegistryEnvironment): Promise<string | null>
  saveRefreshToken(environment: RegistryEnvironment, token: string | null): Promise<void>
  /** With which the operator of the installation files for those who pay by invoice. */
  providerCredentials(environment: RegistryEnvironment): Promise<StoredCredentials | undefined>
  saveProviderCredentials(environment: RegistryEnvironment, credentials: StoredCredentials | undefined): Promise<void>
  /** With which site packages are signed, PEM; null: none was made, or it is sealed with a key that is not here. */
  signingKey(): Promise<string | null>
  saveSigningKey(pem: string): Promise<void>
  /** For the registry, of all environments; null: none was made, or it is sealed with a key that is not here. */
  madeKey(): Promise<MadeKey | null>
  saveMadeKey(key: MadeKey): Promise<void>
  /** With a key: seals what lies in the folder unsealed, from a time without one. */
  sealPlain(): Promise<void>
  /** Removes what no version from now on uses. */
  removeRetired(): Promise<void>
}

/** What another key has sealed, or one that was not given. */
export class SealedError extends Refusal {}

/** The key that the shell gave, taken out of the environment: no child that is not given it inherits it. */
export const takeSecretsKey = (): string | undefined => {
  const { KLIC_SECRETS_KEY: key } = process.env
  delete process.env.KLIC_SECRETS_KEY
  return key || undefined
}

/** What is sealed with another key is lost already, and entering credentials anew must be possible. */
const orNothing = (error: unknown): Record<string, unknown> => {
  if (error instanceof Refusal) return {}
  throw error
}

const ALGORITHM = 'aes-256-gcm'

/** Where text lies under a name; what is replaced is worth nothing any more, so a write is on the disk when it returns. */
export interface SecretPlaces {
  read(name: string): Promise<string | undefined>
  write(name: string, text: string): Promise<void>
  remove(name: string): Promise<void>
}

const filesIn = (folder: string): SecretPlaces => ({
  read: (name) =>
    readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return undefined
    }),
  async write(name, text) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const temporary = join(folder, `${name}.${randomUUID().slice(0, 8)}`)
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, join(folder, name))
  },
  remove: (name) => rm(join(folder, name), { force: true }),
})

const CREDENTIALS = 'secrets.json'
const PROVIDER = 'provider.json'
const SIGNING = 'signing.json'
const MADE_KEY = 'registry-key.json'
const loginOf = (environment: RegistryEnvironment): string => `login-${environment}.json`
const NAMES = [CREDENTIALS, PROVIDER, SIGNING, MADE_KEY, ...REGISTRY_ENVIRONMENTS.map(loginOf)]
/** A key of an office's server, from versions that gave jobs to it. */
const RETIRED = 'office.json'

/** @throws BadSetup */
function keyOf(hex: string): Buffer {
  if (/^[0-9a-f]{64}$/i.test(hex)) return Buffer.from(hex, 'hex')
  throw new BadSetup('KLIC_SECRETS_KEY must be 32 bytes in hex: openssl rand -hex 32 prints such a key.')
}

/** @throws Error when another key sealed it */
function unsealed(base64: string, key: Buffer): string {
  const bytes = Buffer.from(base64, 'base64')
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

/** @returns what machines compare of their keys (features/status/identity.ts); null without a key @throws BadSetup */
export function keyProof(hex: string | undefined) {
  if (!hex) return null
  const key = keyOf(hex)
  return {
    check: createHmac('sha256', key).update('klic installation').digest('hex'),
    opens(text: string): boolean {
      try {
        unsealed((JSON.parse(text) as { sealed: string }).sealed, key)
        return true
      } catch {
        return false
      }
    },
  }
}

/** @param where a folder, or a store that keeps text by name; @param keyHex without it the files are plain */
export const openSecrets = (where: string | SecretPlaces, keyHex?: string): Secrets => {
  const key = keyHex ? keyOf(keyHex) : undefined
  const places = typeof where === 'string' ? filesIn(where) : where

  const sealed = (text: string): string => {
    if (!key) {
      if (typeof where === 'string') return text
      throw new Refusal('VALIDATION_FAILED', 'Nothing secret is kept in the database unsealed: set KLIC_SECRETS_KEY.')
    }
    const iv = randomBytes(12)
    const cipher = createCipheriv(ALGORITHM, key, iv)
    const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return JSON.stringify({ sealed: Buffer.concat([iv, cipher.getAuthTag(), data]).toString('base64') })
  }
  const opened = (text: string): Record<string, unknown> => {
    const value = JSON.parse(text) as Record<string, unknown>
    if (typeof value.sealed !== 'string') return value
    try {
      return JSON.parse(unsealed(value.sealed, key ?? Buffer.alloc(0)))
    } catch {
      throw new SealedError(
        'VALIDATION_FAILED',
        'The credentials for the registry are sealed with a key that is not here: enter them anew.',
      )
    }
  }

  const read = async (name: string): Promise<Record<string, unknown>> => opened((await places.read(name)) ?? '{}')
  const write = (name: string, value: unknown): Promise<void> => places.write(name, sealed(JSON.stringify(value)))
  const replaceIn = async (name: string, environment: RegistryEnvironment, value: unknown): Promise<void> => {
    const { [environment]: _former, ...others } = await read(name).catch(orNothing)
    await write(name, value === undefined ? others : { ...others, [environment]: value })
  }

  return {
    async credentials(environment) {
      const found = (await read(CREDENTIALS))[environment] as StoredCredentials | undefined
      // Written by hand for the server without a window, before there was a choice.
      return found && ({ ...found, kind: found.kind ?? 'client_credentials' } as StoredCredentials)
    },
    async saveCredentials(environment, credentials) {
      await places.remove(loginOf(environment))
      await replaceIn(CREDENTIALS, environment, credentials)
    },
    async providerCredentials(environment) {
      return (await read(PROVIDER))[environment] as StoredCredentials | undefined
    },
    saveProviderCredentials: (environment, credentials) => replaceIn(PROVIDER, environment, credentials),
    async refreshToken(environment) {
      const { refreshToken } = await read(loginOf(environment))
      return typeof refreshToken === 'string' ? refreshToken : null
    },
    async saveRefreshToken(environment, token) {
      if (token === null) await places.remove(loginOf(environment))
      else await write(loginOf(environment), { refreshToken: token })
    },
    async signingKey() {
      const { pem } = await read(SIGNING).catch(orNothing)
      return typeof pem === 'string' ? pem : null
    },
    saveSigningKey: (pem) => write(SIGNING, { pem }),
    async madeKey() {
      const { key } = await read(MADE_KEY).catch(orNothing)
      return (key as MadeKey | undefined) ?? null
    },
    saveMadeKey: (key) => write(MADE_KEY, { key }),
    removeRetired: () => places.remove(RETIRED),
    async sealPlain() {
      if (!key) return
      for (const name of NAMES) {
        const text = await places.read(name)
        const value = text === undefined ? undefined : JSON.parse(text)
        if (value && typeof value.sealed !== 'string') await write(name, value)
      }
    },
  }
}

export interface Vaults {
  of(companyId: string): Secrets
  /** Files of before companies had folders of their own become those of this company. Doing it again is harmless. */
  adopt(companyId: string): Promise<void>
}

/** @param rows where several machines share a database and no folder */
export function openVaults(dataDir: string, keyHex?: string, rows?: (companyId: string) => SecretPlaces): Vaults {
  const vaults = new Map<string, Secrets>()
  const folderOf = (companyId: string): string => join(dataDir, 'secrets', companyId)
  return {
    of(companyId) {
      const known = vaults.get(companyId) ?? openSecrets(rows?.(companyId) ?? folderOf(companyId), keyHex)
      vaults.set(companyId, known)
      return known
    },
    async adopt(companyId) {
      if (rows) return
      for (const name of NAMES) {
        const [from, to] = [join(dataDir, name), join(folderOf(companyId), name)]
        const isThere = (path: string) =>
          access(path).then(
            () => true,
            () => false,
          )
        if (!(await isThere(from)) || (await isThere(to))) continue
        await mkdir(folderOf(companyId), { recursive: true, mode: 0o700 })
        await rename(from, to)
      }
    },
  }
}

type Db = Kysely<DB>

/** Sealed text of a company, by name: for servers on several machines, which share no folder. */
export const secretRows = (db: Db, companyId: string) => ({
  async read(name: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('sealed_secret')
      .select('value')
      .where('company_id', '=', companyId)
      .where('name', '=', name)
      .executeTakeFirst()
    return row?.value
  },
  async write(name: string, value: string): Promise<void> {
    await db
      .insertInto('sealed_secret')
      .values({ company_id: companyId, name, value })
      .onConflict((conflict) => conflict.columns(['company_id', 'name']).doUpdateSet({ value }))
      .execute()
  },
  async remove(name: string): Promise<void> {
    await db.deleteFrom('sealed_secret').where('company_id', '=', companyId).where('name', '=', name).execute()
  },
})
