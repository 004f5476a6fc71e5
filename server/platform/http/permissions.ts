/**
 * Who may do what: the permissions of keys, and those of each role. Which of them a call asks for stands in its row
 * (api/routes.ts for API v1, api/dashboard-routes.ts for the window), who makes and revokes keys in
 * features/keys/keys.ts.
 */

export const PERMISSIONS = ['read', 'write', 'admin'] as const
export type Permission = (typeof PERMISSIONS)[number]

/** `gis`: opens layers and tiles, and has none of the permissions; it lies in plain text in projects of GIS programs. */
export const KEY_KINDS = ['api', 'gis'] as const
export type KeyKind = (typeof KEY_KINDS)[number]

/** Of people, from the most to the least. */
export const ROLES = ['owner', 'administrator', 'member', 'viewer'] as const
export type Role = (typeof ROLES)[number]

export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: ['read', 'write', 'admin'],
  administrator: ['read', 'write', 'admin'],
  member: ['read', 'write'],
  viewer: ['read'],
}

/** What becomes of the access that somebody made who leaves. `take_over`: it stands under the name of who decides. */
export const LEFT_ACCESS = ['revoke', 'take_over'] as const
export type LeftAccess = (typeof LEFT_ACCESS)[number]
