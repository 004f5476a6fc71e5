/** What a caller is told that lacks a permission. */
import { Refusal } from '../../platform/refusal.ts'

export const permissionDenied = (permission: string): Refusal =>
  new Refusal(
    'PERMISSION_DENIED',
    `This needs the permission ${permission}, which this key or role does not have. Use a key that has it, or ask an owner or administrator for one (settings, API and integrations, or klic key create).`,
    {
      extra: { required_permission: permission },
    },
  )
