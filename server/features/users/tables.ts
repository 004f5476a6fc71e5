/** The tables of who may come in: keys, users, their invitations and sessions; see schema.ts. */
import type { Generated } from 'kysely'
import type { KeyKind, Role } from '../../platform/http/permissions.ts'
import type { RegistryEnvironment } from '../../registry/klic.ts'

export interface ApiKeyTable {
  id: string
  company_id: string
  name: string
  kind: Generated<KeyKind>
  /** JSON list of permissions */
  permissions: string
  prefix: string
  environment: Generated<RegistryEnvironment>
  /** sha256 of the secret, hex: the secret is random with 190 bits, so a slow hash would protect nothing more */
  hash: string
  created_at: string
  expires_at: string | null
  last_used_at: string | null
  revoked_at: string | null
  created_by: string
  /** What may be spent with it and the keys made with it in a Dutch calendar day; null: only the company's limit holds */
  daily_limit_cents: number | null
}

/** A signed-in window. */
export interface SessionTable {
  /** sha256 of the cookie's value, hex */
  hash: string
  /** By which it is named in a list */
  id: string
  company_id: string
  /** null: the person at the desk, who came with a one-time token */
  user_id: string | null
  csrf_token: string
  created_at: string
  expires_at: string
  last_seen_at: string | null
  /** Network address it was opened from */
  address: string | null
  /** User-Agent it was opened with */
  agent: string | null
}

/** Somebody who signs in with an e-mail address and a password. A row stays when its user is removed: the log names it. */
export interface UserTable {
  id: string
  company_id: string
  /** In small letters; one living user has it */
  email: string
  name: string
  role: Role
  /** PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash` */
  password_hash: string
  created_at: string
  last_signed_in_at: string | null
  removed_at: string | null
}

/** A link that works once: makes a user, or has one choose a new password. */
export interface InvitationTable {
  id: string
  /** sha256 of the token, hex */
  hash: string
  company_id: string
  email: string
  role: Role
  /** null: somebody new */
  user_id: string | null
  created_by: string
  created_at: string
  expires_at: string
}

/** A token that opens one session, once; written by the program that starts the server. */
export interface WindowTokenTable {
  hash: string
  company_id: string
  expires_at: string
}

/** The secret address of a calendar; the row stays when it is revoked. */
export interface CalendarFeedTable {
  id: string
  company_id: string
  /** null: the person at the desk */
  user_id: string | null
  /** sha256 of the secret in the address, hex */
  hash: string
  created_at: string
  created_by: string
  revoked_at: string | null
}

/** The secret address of the site package of a job, for a digger; the row stays when it is revoked. */
export interface SiteLinkTable {
  id: string
  company_id: string
  job_id: string
  /** For whom it is, as its maker wrote */
  name: string
  /** sha256 of the secret in the address, hex */
  hash: string
  created_at: string
  created_by: string
  expires_at: string
  revoked_at: string | null
  /** Of the last opening in the log */
  noted_at: string | null
  noted_revision: number | null
}

export interface AccessTables {
  api_key: ApiKeyTable
  session: SessionTable
  window_token: WindowTokenTable
  user: UserTable
  invitation: InvitationTable
  calendar_feed: CalendarFeedTable
  site_link: SiteLinkTable
}
