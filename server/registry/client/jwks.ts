/**
 * The entry of the JWKS that is registered at Kadaster, made from the company's certificate and key. It holds the
 * public half only. Refuses a certificate and a key that do not belong together, and keys that are not RSA.
 */
import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { Refusal } from '../../platform/refusal.ts'

export interface JwksEntry {
  kty: 'RSA'
  use: 'sig'
  alg: 'RS256'
  kid: string
  n: string
  e: string
  x5c?: string[]
  'x5t#S256'?: string
}

const refuse = (pointer: string, code: string, message: string): never => {
  throw new Refusal('VALIDATION_FAILED', message, { complaints: [{ pointer, code, message }] })
}

/** @throws Refusal VALIDATION_FAILED; what the library says of a key is never passed on */
const rsaKey = (privateKeyPem: string): KeyObject => {
  let key: KeyObject
  try {
    key = createPrivateKey(privateKeyPem)
  } catch {
    return refuse('/private_key_pem', 'KEY_UNUSABLE', 'This is no private key in PEM (PKCS#8, without a password).')
  }
  if (key.asymmetricKeyType !== 'rsa') refuse('/private_key_pem', 'KEY_UNUSABLE', 'The registry wants an RSA key.')
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048) {
    refuse('/private_key_pem', 'KEY_UNUSABLE', 'The RSA key must have at least 2048 bits.')
  }
  return key
}

const readCertificate = (certificatePem: string): X509Certificate => {
  try {
    return new X509Certificate(certificatePem)
  } catch {
    return refuse('/certificate_pem', 'CERTIFICATE_UNREADABLE', 'This is no certificate in PEM.')
  }
}

/** @param keyId `kid`: the same as in the header of every JWT */
export const jwksEntry = (keyId: string, privateKeyPem: string, certificatePem?: string | null): JwksEntry => {
  const key = rsaKey(privateKeyPem)
  const { n, e } = createPublicKey(key).export({ format: 'jwk' }) as { n: string; e: string }
  const entry: JwksEntry = { kty: 'RSA', use: 'sig', alg: 'RS256', kid: keyId, n, e }
  if (!certificatePem) return entry
  const certificate = readCertificate(certificatePem)
  if (!certificate.checkPrivateKey(key)) {
    refuse('/certificate_pem', 'CERTIFICATE_MISMATCH', 'The certificate and the private key do not belong together.')
  }
  return {
    ...entry,
    x5c: [certificate.raw.toString('base64')],
    'x5t#S256': Buffer.from(certificate.fingerprint256.replaceAll(':', ''), 'hex').toString('base64url'),
  }
}

/** ISO 8601; null without a certificate. */
export const certificateEnds = (certificatePem: string | null | undefined): string | null =>
  certificatePem ? new Date(readCertificate(certificatePem).validTo).toISOString() : null
