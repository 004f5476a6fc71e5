/** What is secret, sealed with a passphrase: scrypt and AES-256-GCM. */
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { isShared, readConfiguration, storeAt } from '../config/databases.ts'
import { openVaults, type Secrets, secretRows, takeSecretsKey, type Vaults } from '../features/settings/secrets.ts'
import { openStore } from '../platform/database/open.ts'
import type { Row } from '../platform/database/snapshot.ts'
import { Refusal } from '../platform/refusal.ts'
import type { MadeKey, StoredCredentials } from '../registry/client/connection-test.ts'
import { REGISTRY_ENVIRONMENTS, type RegistryEnvironment } from '../registry/klic.ts'

export interface CompanySecrets {
  credentials: Partial<Record<RegistryEnvironment, StoredCredentials>>
  logins: Partial<Record<RegistryEnvironment, string>>
  /** Left out by backups of before there were any */
  providerCredentials?: Partial<Record<RegistryEnvironment, StoredCredentials>>
  /** Left out by backups of before there were any */
  signingKey?: string | null
  /** Left out by backups of before there were any */
  madeKey?: MadeKey | null
}

export interface KeptSecrets {
  companies: Record<string, CompanySecrets>
  /** Rows of the table setting */
  settings: Row[]
}

/** Settings that sign for the company. */
export const isSecretSetting = ({ name }: Row): boolean => name === 'webhooks.secrets'

const ALGORITHM = 'aes-256-gcm'
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 ** 2 }

const keyOf = (passphrase: string, salt: Buffer): Buffer => scryptSync(passphrase.normalize('NFC'), salt, 32, COST)

export function sealSecrets(secrets: KeptSecrets, passphrase: string): Buffer {
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv(ALGORITHM, keyOf(passphrase, salt), iv)
  const data = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()])
  return Buffer.concat([salt, iv, cipher.getAuthTag(), data])
}

/** @throws Refusal for another passphrase */
export function unsealSecrets(sealed: Buffer, passphrase: string): KeptSecrets {
  try {
    const decipher = createDecipheriv(ALGORITHM, keyOf(passphrase, sealed.subarray(0, 16)), sealed.subarray(16, 28))
    decipher.setAuthTag(sealed.subarray(28, 44))
    return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(44)), decipher.final()]).toString('utf8'))
  } catch (cause) {
    const message = 'This is not the passphrase with which the secrets of the backup were sealed. Nothing was restored.'
    throw new Refusal('VALIDATION_FAILED', message, { cause })
  }
}

export async function readSecrets(vault: Secrets): Promise<CompanySecrets> {
  const kept: Required<CompanySecrets> = {
    credentials: {},
    logins: {},
    providerCredentials: {},
    signingKey: await vault.signingKey(),
    madeKey: await vault.madeKey(),
  }
  for (const environment of REGISTRY_ENVIRONMENTS) {
    const credentials = await vault.credentials(environment)
    const login = await vault.refreshToken(environment)
    const provider = await vault.providerCredentials(environment)
    if (credentials) kept.credentials[environment] = credentials
    if (login) kept.logins[environment] = login
    if (provider) kept.providerCredentials[environment] = provider
  }
  return kept
}

export async function writeSecrets(vault: Secrets, kept: CompanySecrets): Promise<void> {
  const { credentials, logins, providerCredentials = {}, signingKey = null, madeKey = null } = kept
  for (const environment of REGISTRY_ENVIRONMENTS) {
    const own = credentials[environment]
    if (own) await vault.saveCredentials(environment, own)
    const provider = providerCredentials[environment]
    if (provider) await vault.saveProviderCredentials(environment, provider)
    const login = logins[environment]
    if (login) await vault.saveRefreshToken(environment, login)
  }
  if (signingKey !== null) await vault.saveSigningKey(signingKey)
  if (madeKey !== null) await vault.saveMadeKey(madeKey)
}

/** Runs with the vaults of what is configured: folders, or rows where machines share a database. */
export async function withVaults<T>(dataDir: string, work: (vaults: Vaults) => Promise<T>): Promise<T> {
  const configuration = readConfiguration()
  if (!isShared(configuration)) return work(openVaults(dataDir, takeSecretsKey()))
  const store = await openStore(storeAt(configuration, dataDir))
  try {
    return await work(openVaults(dataDir, takeSecretsKey(), (owner) => secretRows(store.db, owner)))
  } finally {
    await store.close()
  }
}
