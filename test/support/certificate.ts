/** A self-signed certificate for a test, written byte by byte: the repository holds no key. */
import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto'

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const size = body.length
  if (size < 128) return Buffer.concat([Buffer.from([tag, size]), body])
  const bytes = size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...bytes]), body])
}
const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts)
const oid = (...bytes: number[]): Buffer => der(0x06, Buffer.from(bytes))
const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text))
const time = (text: string): Buffer => der(0x17, Buffer.from(text))

const SHA256_RSA = sequence(oid(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b), der(0x05))
const COMMON_NAME = oid(0x55, 0x04, 0x03)
const BASIC_CONSTRAINTS = oid(0x55, 0x1d, 0x13)
const ALTERNATIVE_NAMES = oid(0x55, 0x1d, 0x11)

export interface TestCertificate {
  privateKeyPem: string
  certificatePem: string
}

/** For localhost and 127.0.0.1; its own authority; until 2049. */
export const makeCertificate = (name = 'localhost'): TestCertificate => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const subject = sequence(der(0x31, sequence(COMMON_NAME, utf8(name))))
  const names = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])))
  const extensions = sequence(
    sequence(BASIC_CONSTRAINTS, der(0x04, sequence(der(0x01, Buffer.from([0xff]))))),
    sequence(ALTERNATIVE_NAMES, der(0x04, names)),
  )
  const toSign = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    SHA256_RSA,
    subject,
    sequence(time('200101000000Z'), time('491231000000Z')),
    subject,
    createPublicKey(publicKey).export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const signature = sign('RSA-SHA256', toSign, privateKey)
  const whole = sequence(toSign, SHA256_RSA, der(0x03, Buffer.from([0]), signature))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  const certificatePem = `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
  return { privateKeyPem: privateKey, certificatePem }
}
