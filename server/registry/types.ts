/**
 * What the registry (Kadaster, or the simulator) is to the rest of the house: six questions and their answers.
 * Every call may throw TryLater (unknown outcome, server down, rate limit): ask again, for an order with the same body.
 */
import type { ConcernedOperator } from './calamity.ts'
import type { RegistryEnvironment } from './klic.ts'
import type { ReadSafetyAreas } from './safety-area-list.ts'

export interface RegistryEndpoints {
  environment: RegistryEnvironment
  /** Origin, without a slash at the end. */
  serviceUrl: string
  authorizationUrl: string
  /** Further hosts, as the operator of the installation allows them. */
  hosts?: readonly string[]
  /** Where the safety areas are listed, beside the simulator's; without it nobody has said. */
  safetyAreasUrl?: string | null
}

/** Machine to machine: the token is asked for with a JWT signed by the company's own key. */
export interface ClientCredentials {
  kind: 'client_credentials'
  clientId: string
  /** `kid` in the registered JWKS. */
  keyId: string
  /** RSA, PKCS#8. */
  privateKeyPem: string
  /** Customer number at Kadaster of the applicant, ten digits. */
  relationNumber: string
  /** A service provider's login, which sees the deliveries of the applicant only when it names its number. */
  isForApplicant?: boolean
}

/** A person logged in with the system browser; the refresh token is replaced at every use. */
export interface AuthorizationCodeCredentials {
  kind: 'authorization_code'
  clientId: string
  clientSecret: string
  relationNumber: string
  /** Null: nobody has logged in. */
  loadRefreshToken(): Promise<string | null>
  /** Must be on the disk before it returns: the former token is worth nothing any more. */
  saveRefreshToken(token: string): Promise<void>
}

export type Credentials = ClientCredentials | AuthorizationCodeCredentials

export interface RegistryMessage {
  severity: 'ERROR' | 'WARNING'
  /** Match on this, never on the text. Codes we don't know are errors of the order. */
  code: string
  text: string
  /** JSON pointer into the body as sent; null for messages about the call itself. `locate` turns it into our words. */
  pointer: string | null
}

/** Who can repair a refusal: our software, the account at Kadaster, or the bill at Kadaster. */
export type Fix = 'client' | 'account' | 'billing'

export type FileOutcome =
  | { kind: 'taken'; pollUrl: string }
  /** Received, and the answer names no address to ask at: the same body again gives it, or the same. */
  | { kind: 'taken_unusable'; answer: string }
  | { kind: 'refused'; httpStatus: number; messages: RegistryMessage[]; fix: Fix }

export type PollOutcome =
  /** Not known, or not yet. After 15 minutes: send the same body again. */
  | { kind: 'not_known' }
  | { kind: 'new' }
  /** `answer`: as it came, for questions to the registry. */
  | {
      kind: 'accepted'
      requests: { position: string; giAanvraagId: string }[]
      messages: RegistryMessage[]
      answer: string
      /** Of a calamity: whom it concerns; null: not said */
      concerned: ConcernedOperator[] | null
    }
  /** An answer that tells nothing we understand. */
  | { kind: 'unusable'; answer: string }
  | { kind: 'rejected'; messages: RegistryMessage[] }
  /** Validation was impossible (Mislukt): nothing is filed; after 10 minutes a new order with a new postId. */
  | { kind: 'undecided'; messages: RegistryMessage[] }

export interface RequestProgress {
  status: 'accepted' | 'in_production' | 'partial' | 'complete' | 'unknown'
  /** Last segment of the registry's own status, such as giInProductie. */
  rawStatus: string
  orderNumber: string | null
  klicNumber: string | null
  position: string | null
}

export interface ListedDelivery {
  sequence: number
  complete: boolean
  /** The data go to the manager of the safety area; there is never a link. */
  safetyArea: boolean
  /** ISO 8601 with offset. */
  composedAt: string | null
  /** The link itself is the secret: never log it. Dies after 20 working days. */
  url: string | null
}

export type DeliveryListing =
  /** Production has not started. */
  | { kind: 'not_yet' }
  /** By sequence, lowest first; empty while nothing is delivered. */
  | { kind: 'listed'; deliveries: ListedDelivery[] }

export interface OwnDeliveries {
  /** By giAanvraagId in lower case; each lowest sequence first. */
  byRequest: ReadonlyMap<string, readonly ListedDelivery[]>
  /** How many calls the list took: it grows with what was delivered before. */
  calls: number
}

/** The registry's answer about its safety areas; other ends are thrown. */
export type SafetyListing =
  | ({ kind: 'listed' } & ReadSafetyAreas)
  | { kind: 'not_granted' | 'host_not_allowed' | 'unreadable' }

export interface RegistryClient {
  /** `body`: the exact bytes stored beforehand; they hold the postId. Sending them twice is one order there. */
  fileOrder(body: string): Promise<FileOutcome>
  /** `pollUrl` as it was given, never built. HostNotAllowed: it lies on a host that is not allowed. */
  pollOrder(pollUrl: string): Promise<PollOutcome>
  /** Cached over there for a minute: asking more often tells nothing new. */
  readRequest(giAanvraagId: string): Promise<RequestProgress>
  listDeliveries(giAanvraagId: string): Promise<DeliveryListing>
  /**
   * All deliveries that the login sees, by giAanvraagId in lower case: a few calls instead of one a request. Kept for a
   * minute, because that is as often as anything changes over there. A request that is not in it may still exist.
   */
  listOwnDeliveries(): Promise<OwnDeliveries>
  /** Of the whole country. */
  listSafetyAreas(): Promise<SafetyListing>
  /**
   * Writes the ZIP to `toFile`, which appears complete and synced or not at all.
   * LinkNotReady: the link gives no delivery (yet). HostNotAllowed: it leads to a host that is not allowed. Refusal
   * DELIVERY_UNREADABLE: the bytes that came are no delivery.
   */
  download(url: string, toFile: string): Promise<{ bytes: number; sha256: string }>
}

/** The house's clock, or plain milliseconds since 1970. */
export interface Clock {
  now(): Date | number
}

/** What pino has; no field ever holds a token, a key, a delivery link or personal data. */
export interface Log {
  warn(fields: Record<string, unknown>, text: string): void
}

export interface Tokens {
  get(): Promise<string>
  /** A new one even when the last still lives, and the scopes that were granted; null: the server does not say. */
  renew(): Promise<{ token: string; scopes: readonly string[] | null }>
  /** The registry no longer takes this one. */
  drop(token: string): void
}

/** Runs a call when its turn has come (pace.ts). */
export type Pace = <T>(call: () => Promise<T>) => Promise<T>

export interface RegistryClientOptions {
  endpoints: RegistryEndpoints
  credentials: Credentials
  clock: Clock
  fetch?: typeof fetch
  log?: Log
  /** Shortest time between two calls; without it our own ceiling, which is none for the simulator. */
  intervalMs?: number
  /** Shared by all who file with the same login; without it the client keeps its own. */
  paced?: Pace
  /** Shared by all who sign in with the same credentials; without it the client makes its own. */
  tokens?: Tokens
}

/** One login at one registry. */
export interface Connection {
  client: RegistryClient
  tokens: Tokens
  endpoints: RegistryEndpoints
}
