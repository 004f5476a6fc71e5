/**
 * What opens the registry: keys, client secrets and logins, in files of mode 600 in the data folder, each replaced by
 * rename. Never logged, and never given back over the API.
 * secrets.json is written when a person enters credentials; the login of a person has a file of its own, because it
 * changes with every use, in another process.
 * With KLIC_SECRETS_KEY (32 bytes in hex, from the operating system's keychain) the files are sealed with AES-256-GCM,
 * those of before the key as well. Refuses a sealed file without its key.
 */
import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredCredentials } from '../domain/connection.ts'
import { REGISTRY_ENVIRONMENTS, type RegistryEnvironment } from '../domain/klic.ts'
import { Refusal } from '../domain/refusal.ts'

export interface Secrets {
  credentials(environment: RegistryEnvironment): Promise<StoredCredentials | undefined>
  /** Undefined takes them away, and the login with them. */
  saveCredentials(environment: RegistryEnvironment, credentials: StoredCredentials | undefined): Promise<void>
  refreshToken(environment: RegistryEnvironment): Promise<string | null>
  saveRefreshToken(environment: RegistryEnvironment, token: string | null): Promise<void>
  /** With a key: seals what lies in the folder unsealed, from a time without one. */
  sealPlain(): Promise<void>
}

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

/** @param keyHex without it the files are plain */
export const openSecrets = (folder: string, keyHex?: string): Secrets => {
  if (keyHex && !/^[0-9a-f]{64}$/i.test(keyHex)) throw new Error('KLIC_SECRETS_KEY must be 32 bytes in hex')
  const key = keyHex ? Buffer.from(keyHex, 'hex') : undefined
  const credentialsFile = join(folder, 'secrets.json')
  const loginFile = (environment: RegistryEnvironment): string => join(folder, `login-${environment}.json`)

  const sealed = (text: string): string => {
    if (!key) return text
    const iv = randomBytes(12)
    const cipher = createCipheriv(ALGORITHM, key, iv)
    const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return JSON.stringify({ sealed: Buffer.concat([iv, cipher.getAuthTag(), data]).toString('base64') })
  }
  const opened = (text: string): Record<string, unknown> => {
    const value = JSON.parse(text) as Record<string, unknown>
    if (typeof value.sealed !== 'string') return value
    const bytes = Buffer.from(value.sealed, 'base64')
    try {
      const decipher = createDecipheriv(ALGORITHM, key ?? Buffer.alloc(0), bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      const data = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
      return JSON.parse(data.toString('utf8'))
    } catch {
      throw new Refusal(
        'VALIDATION_FAILED',
        'The credentials for the registry are sealed with a key that is not here: enter them anew.',
      )
    }
  }

  const read = async (file: string): Promise<Record<string, unknown>> => {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return '{}'
    })
    return opened(text)
  }

  /** On the disk when it returns: the token that was replaced is worth nothing any more. */
  const write = async (file: string, value: unknown): Promise<void> => {
    const temporary = `${file}.${randomUUID().slice(0, 8)}`
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(sealed(JSON.stringify(value)))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  }

  return {
    async credentials(environment) {
      const found = (await read(credentialsFile))[environment] as StoredCredentials | undefined
      // Written by hand for the server without a window, before there was a choice.
      return found && ({ ...found, kind: found.kind ?? 'client_credentials' } as StoredCredentials)
    },
    async saveCredentials(environment, credentials) {
      const { [environment]: _former, ...others } = await read(credentialsFile).catch(orNothing)
      await rm(loginFile(environment), { force: true })
      await write(credentialsFile, credentials ? { ...others, [environment]: credentials } : others)
    },
    async refreshToken(environment) {
      const { refreshToken } = await read(loginFile(environment))
      return typeof refreshToken === 'string' ? refreshToken : null
    },
    async saveRefreshToken(environment, token) {
      if (token === null) await rm(loginFile(environment), { force: true })
      else await write(loginFile(environment), { refreshToken: token })
    },
    async sealPlain() {
      if (!key) return
      for (const file of [credentialsFile, ...REGISTRY_ENVIRONMENTS.map(loginFile)]) {
        const text = await readFile(file, 'utf8').catch(() => undefined)
        const value = text === undefined ? undefined : JSON.parse(text)
        if (value && typeof value.sealed !== 'string') await write(file, value)
      }
    },
  }
}
