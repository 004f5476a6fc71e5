/**
 * Who the simulated registry knows: its own client with a key, an applicant that works out of the box, and customers
 * with which every refusal about accounts can be met.
 * The key is made on the first start and lies in the simulator's own folder; it opens nothing but the simulator.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Applicant } from '../registry/orders/notification.ts'
import type { ClientCredentials } from '../registry/types.ts'
import data from './data/customers.json' with { type: 'json' }

/** Everything here is invented; the visiting address lies in the registry's own test area. */
export const simulatorApplicant: Applicant = data.applicant

/** An address that is well-formed and that the registry still does not take (COR1020). */
export const REFUSED_EMAIL = data.refusedEmail

export interface Customer {
  /** False: the login may not file for this customer (COR9004). */
  mandated: boolean
  /** False: it has not authorised the service provider, whose login is then refused (COR9004). */
  mandatesProvider?: boolean
  blocked?: boolean
  eInvoicing?: boolean
  /** False: no right to oriëntatieverzoeken (COR1021). */
  mayOrient?: boolean
  /** What the registry has on record; a different name or number is COR0897. */
  record?: { organisation: string; kvk: string }
}

/** A service provider with a login of its own: it files for customers that have authorised it, and for itself. */
export const PROVIDER = data.provider

export const CUSTOMERS: Readonly<Record<string, Customer>> = data.customers

/**
 * Numbers from 0000900000 to 0000909999 are fixtures, and unknown (undefined) unless listed above. Any other number is
 * the user's own: real company data must get through in a trial of the product.
 */
export const customerOf = (relationNumber: string): Customer | undefined =>
  CUSTOMERS[relationNumber] ?? (relationNumber.startsWith('000090') ? undefined : { mandated: true })

/** Whether this login may file for the customer; what is not known is refused later, by its own code. */
export const mayFileFor = (relationNumber: string, login: { isProvider: boolean }): boolean => {
  const customer = customerOf(relationNumber)
  if (!customer) return true
  if (!login.isProvider) return customer.mandated
  return relationNumber === PROVIDER.relationNumber || (customer.mandated && customer.mandatesProvider !== false)
}

export interface ClientFile {
  clientId: string
  keyId: string
  privateKeyPem: string
  publicKeyPem: string
  /** For people who log in with the browser. */
  clientSecret: string
  /** Download links and ids derive from it: repeatable here, not to be guessed from outside. */
  salt: string
  /** What the control routes ask for: they show who filed what, and lie on a port that every user of the computer reaches. */
  controlKey: string
}

const fileIn = (folder: string): string => join(folder, 'client.json')

const secret = (): string => randomBytes(24).toString('base64url')

const save = (path: string, file: ClientFile): void => {
  writeFileSync(`${path}.new`, JSON.stringify(file), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/** Read, or made on the first start. Mode 600: it is a key, though of a toy. */
export const openClientFile = (folder: string): ClientFile => {
  mkdirSync(folder, { recursive: true })
  const path = fileIn(folder)
  if (!existsSync(path)) {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    const made: ClientFile = {
      clientId: 'klic-simulator',
      keyId: 'simulator-1',
      privateKeyPem: privateKey,
      publicKeyPem: publicKey,
      clientSecret: secret(),
      salt: randomBytes(16).toString('hex'),
      controlKey: secret(),
    }
    save(path, made)
  }
  const file = JSON.parse(readFileSync(path, 'utf8')) as ClientFile
  if (file.clientSecret && file.controlKey) return file
  const completed = { ...file, clientSecret: file.clientSecret ?? secret(), controlKey: file.controlKey ?? secret() }
  save(path, completed)
  return completed
}

/** Of the simulator that runs on this folder; it must have been started once. */
export const simulatorControlKey = (folder: string): string =>
  (JSON.parse(readFileSync(fileIn(folder), 'utf8')) as ClientFile).controlKey

/** Credentials for the simulator that runs on this folder; it must have been started once. */
export const simulatorCredentials = (
  folder: string,
  relationNumber: string = simulatorApplicant.relationNumber,
  isProvider = false,
): ClientCredentials =>
  credentialsWith(JSON.parse(readFileSync(fileIn(folder), 'utf8')) as ClientFile, relationNumber, isProvider)

/** The service provider of the simulator signs with the same key, as another application. */
export const credentialsWith = (
  { clientId, keyId, privateKeyPem }: Pick<ClientFile, 'clientId' | 'keyId' | 'privateKeyPem'>,
  relationNumber: string,
  isProvider: boolean,
): ClientCredentials => ({
  kind: 'client_credentials',
  clientId: isProvider ? PROVIDER.clientId : clientId,
  keyId,
  privateKeyPem,
  relationNumber,
})

/** What is registered for logging in with the browser; the redirect may be any address on this machine. */
export const simulatorLoginClient = (folder: string): { clientId: string; clientSecret: string } => {
  const { clientId, clientSecret } = openClientFile(folder)
  return { clientId, clientSecret }
}
