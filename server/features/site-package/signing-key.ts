/** The key with which site packages are signed: Ed25519, made with the first of them, kept with the company's other secrets. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import type { Secrets, Vaults } from '../settings/secrets.ts'
import type { ZipSigner } from '../signed-zip.ts'

/** @returns null while nothing was signed */
export async function publicKeyIn(vault: Secrets): Promise<string | null> {
  const pem = await vault.signingKey()
  return pem === null ? null : publicHalf(pem)
}

export function signers(vaults: Vaults): (companyId: string) => Promise<ZipSigner> {
  const making = new Map<string, Promise<string>>()
  const keyOf = async (vault: Secrets): Promise<string> => {
    const known = await vault.signingKey()
    if (known !== null) return known
    const { privateKey } = generateKeyPairSync('ed25519')
    await vault.saveSigningKey(privateKey.export({ type: 'pkcs8', format: 'pem' }) as string)
    // Another process may have made one in the same moment: what lies there now counts.
    return (await vault.signingKey())!
  }
  return async (companyId) => {
    const key = making.get(companyId) ?? keyOf(vaults.of(companyId))
    making.set(companyId, key)
    const pem = await key.finally(() => making.delete(companyId))
    const privateKey = createPrivateKey(pem)
    return { publicKey: publicHalf(pem), sign: (bytes) => sign(null, bytes, privateKey) }
  }
}

const publicHalf = (pem: string): string => {
  const { x } = createPublicKey(pem).export({ format: 'jwk' })
  return Buffer.from(x!, 'base64url').toString('hex')
}
