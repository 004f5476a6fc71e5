/** Whether a package is as it was signed, as far as a page can tell: the seal over the whole ZIP, by the key that the page knows. */
import { SEAL, SEAL_BYTES } from '../../server/features/site-package/page-schema.ts'

export type Verdict = 'unchanged' | 'changed' | 'cannot'

const fromHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

export const checkPackage = async (file: Blob, publicKey: string): Promise<Verdict> => {
  try {
    return await judged(await file.arrayBuffer(), publicKey)
  } catch {
    // Too large for this device, or no such signatures in this browser.
    return 'cannot'
  }
}

const judged = async (zip: ArrayBuffer, publicKey: string): Promise<Verdict> => {
  const text = new TextDecoder('latin1').decode(zip.slice(-SEAL_BYTES))
  if (!text.startsWith(SEAL) || !/^[0-9a-f]{128}$/.test(text.slice(SEAL.length))) return 'changed'
  const key = await crypto.subtle.importKey('raw', fromHex(publicKey), { name: 'Ed25519' }, false, ['verify'])
  const digest = await crypto.subtle.digest('SHA-256', zip.slice(0, -SEAL_BYTES))
  const holds = await crypto.subtle.verify('Ed25519', key, fromHex(text.slice(SEAL.length)), digest)
  return holds ? 'unchanged' : 'changed'
}
