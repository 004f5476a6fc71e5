/**
 * The key that seals the registry's credentials on the disk. It lies beside them, but sealed itself by the operating
 * system's keychain, so that a copied data folder opens nothing. Electron-free: the keychain is handed in.
 */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** Of Electron's safeStorage, what is used here. */
export interface Keychain {
  isEncryptionAvailable: () => boolean
  /** Linux only: 'basic_text' is no protection at all. */
  getSelectedStorageBackend?: () => string
  encryptString: (text: string) => Buffer
  decryptString: (sealed: Buffer) => string
}

const isSafe = (keychain: Keychain, platform: NodeJS.Platform): boolean =>
  keychain.isEncryptionAvailable() &&
  !(platform === 'linux' && ['basic_text', 'unknown'].includes(keychain.getSelectedStorageBackend?.() ?? 'unknown'))

const isKey = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

/**
 * 32 bytes in hex for KLIC_SECRETS_KEY; undefined where the system has no keychain: then the files' mode protects them.
 * A key that this keychain can't open belongs to another account or computer: it is set aside, and a new one is made;
 * the server then asks for the credentials anew.
 */
export const secretsKey = (
  keychain: Keychain,
  dataFolder: string,
  platform: NodeJS.Platform = process.platform,
): string | undefined => {
  if (!isSafe(keychain, platform)) return undefined
  const file = path.join(dataFolder, 'secrets.key')
  if (fs.existsSync(file)) {
    try {
      const key = keychain.decryptString(fs.readFileSync(file))
      if (isKey(key)) return key
    } catch {
      // Below.
    }
    fs.renameSync(file, `${file}.unreadable`)
  }
  const key = randomBytes(32).toString('hex')
  fs.mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  fs.writeFileSync(`${file}.new`, keychain.encryptString(key), { mode: 0o600 })
  fs.renameSync(`${file}.new`, file)
  return key
}
