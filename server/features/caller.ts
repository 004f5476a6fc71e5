import type { KeyKind, Permission, Role } from '../platform/http/permissions.ts'
import type { RegistryEnvironment } from '../registry/klic.ts'

export interface Caller {
  readonly companyId: string
  /** For the log of paid acts: `key:<id>`, `user:<id>`, or `window:<name>` for the person at the desk (features/log-entries.ts). */
  readonly actor: string
  readonly permissions: readonly Permission[]
  /** Network address it called from. */
  readonly address: string | null
  /** The API key it called with, and the registry that is for. */
  readonly key?: { readonly id: string; readonly kind: KeyKind; readonly environment: RegistryEnvironment }
  /** Who signed in with a password; not the person at the desk, and not a key. */
  readonly user?: { readonly id: string; readonly role: Role }
  /** Aborted when it has hung up: what is only an answer to it is not worth the work any longer. */
  readonly signal?: AbortSignal
}
