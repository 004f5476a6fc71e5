/**
 * The test of the connection to the registry: its steps, how each can end, and what to do about it in the languages of
 * the window. A step after one that failed is not tried.
 */
import type { RegistryEnvironment } from './klic.ts'
import type { Language } from './precheck-words.ts'

export const CONNECTION_STEPS = ['credentials', 'name', 'tls', 'token', 'scope', 'read'] as const
export type ConnectionStepName = (typeof CONNECTION_STEPS)[number]

export interface ConnectionStep {
  step: ConnectionStepName
  state: 'ok' | 'failed' | 'skipped'
  /** Key into CONNECTION_WORDS; null when there is nothing to say. */
  code: ConnectionCode | null
  /** What the other side said, without secrets; in its own language. */
  detail: string | null
}

/** What was tried, for the head of a line. */
export const CONNECTION_STEP_WORDS: Record<ConnectionStepName, Record<Language, string>> = {
  credentials: { en: 'Credentials', nl: 'Toegangsgegevens' },
  name: { en: 'Name of the host', nl: 'Naam van de server' },
  tls: { en: 'Secure connection', nl: 'Beveiligde verbinding' },
  token: { en: 'Signing in', nl: 'Aanmelden' },
  scope: { en: 'Rights of the application', nl: 'Rechten van de applicatie' },
  read: { en: 'Reading (no cost, files nothing)', nl: 'Lezen (kosteloos, dient niets in)' },
}

export const CONNECTION_WORDS = {
  CREDENTIALS_MISSING: {
    en: 'There are no credentials for this environment: enter them in the settings, Kadaster.',
    nl: 'Voor deze omgeving zijn geen toegangsgegevens ingevuld: doe dat bij Instellingen, Kadaster.',
  },
  KEY_UNUSABLE: {
    en: 'The private key can not be used: it must be an RSA key in PEM (PKCS#8) that belongs to the certificate.',
    nl: 'De privésleutel is niet bruikbaar: het moet een RSA-sleutel in PEM (PKCS#8) zijn die bij het certificaat hoort.',
  },
  LOGIN_REQUIRED: {
    en: 'Nobody is logged in, or the login has ended: log in at the registry.',
    nl: 'Niemand is ingelogd, of de aanmelding is verlopen: log in bij het Kadaster.',
  },
  NAME_NOT_FOUND: {
    en: 'The name of the host is not found: check the internet connection, the DNS server and the proxy.',
    nl: 'De naam van de server wordt niet gevonden: controleer de internetverbinding, de DNS-server en de proxy.',
  },
  NOT_CONNECTED: {
    en: 'No connection: a firewall or proxy must allow port 443 to this host.',
    nl: 'Geen verbinding: een firewall of proxy moet poort 443 naar deze server toestaan.',
  },
  CERTIFICATE_NOT_TRUSTED: {
    en: 'The certificate of the host is not trusted: add the file with its certificate authority (setting registry.ca_file), or check the clock of this computer.',
    nl: 'Het certificaat van de server wordt niet vertrouwd: voeg het bestand met de certificaatautoriteit toe (instelling registry.ca_file), of controleer de klok van deze computer.',
  },
  NO_TLS: {
    en: 'The simulator runs on this computer and needs no secure connection.',
    nl: 'De simulator draait op deze computer en heeft geen beveiligde verbinding nodig.',
  },
  TOKEN_REFUSED: {
    en: 'The registry does not know this application or its key: compare client id and key id with the registration, and check that the JWKS is published.',
    nl: 'Het Kadaster kent deze applicatie of haar sleutel niet: vergelijk client-id en key-id met de registratie, en controleer of de JWKS is gepubliceerd.',
  },
  SCOPE_REFUSED: {
    en: 'The application has no right to this environment: ask Kadaster to add it to the client id.',
    nl: 'De applicatie heeft geen recht op deze omgeving: vraag het Kadaster het aan het client-id toe te voegen.',
  },
  ACCESS_REFUSED: {
    en: 'Signed in, but not allowed: the account lacks the service "KLIC B2B aanvraag REST" in Mijn Kadaster.',
    nl: 'Aangemeld, maar niet bevoegd: het account mist de dienst "KLIC B2B aanvraag REST" in Mijn Kadaster.',
  },
  NOT_AVAILABLE: {
    en: 'The registry does not answer as it should: try again later; announced maintenance stands on the website of Kadaster.',
    nl: 'Het Kadaster antwoordt niet zoals het hoort: probeer het later; aangekondigd onderhoud staat op de website van het Kadaster.',
  },
} as const satisfies Record<string, Record<Language, string>>

export type ConnectionCode = keyof typeof CONNECTION_WORDS

/** What opens an environment of the registry: a machine with its own key, or a person who logs in. */
export type StoredCredentials =
  | {
      kind: 'client_credentials'
      clientId: string
      keyId: string
      privateKeyPem: string
      certificatePem: string | null
    }
  | {
      kind: 'authorization_code'
      clientId: string
      clientSecret: string
      redirectUri: string
      /** Kadaster's guide puts the secret in the address of the browser as well: for a server that insists on it. */
      secretInAddress?: boolean
    }

/** The same without what is secret. */
export interface CredentialsShown {
  environment: RegistryEnvironment
  kind: StoredCredentials['kind'] | null
  clientId: string | null
  keyId: string | null
  /** To be registered at Kadaster; the public half of the key. */
  jwks: { keys: Record<string, unknown>[] } | null
  certificateEndsAt: string | null
  redirectUri: string | null
  secretInAddress: boolean
  login: LoginState
}

export type LoginState =
  /** Machine to machine, or nobody has logged in. */
  { state: 'none' } | { state: 'waiting' } | { state: 'logged_in' } | { state: 'failed'; message: string }

/** Entering credentials and logging in, as the window asks for it. Nothing secret ever comes back. */
export interface RegistryAccess {
  shown(environment: RegistryEnvironment): Promise<CredentialsShown>
  /** @throws Refusal VALIDATION_FAILED: key, certificate or redirect address can't be used */
  save(environment: RegistryEnvironment, credentials: StoredCredentials | null): Promise<void>
  /** @returns the address for the system's browser. @throws Refusal when there is nothing to log in with */
  logIn(environment: RegistryEnvironment): Promise<{ authorizeUrl: string }>
}
