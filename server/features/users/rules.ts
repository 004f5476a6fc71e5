/**
 * People who sign in to the window: the rules for changing them, and their passwords (what each may do: permissions.ts). The
 * holder of the shell's one-time token (the person at the computer, or the one who started the server) is no user and may do
 * all that an owner may.
 */

import { Refusal } from '../../platform/refusal.ts'
import { type CodeOf, translate } from '../../texts/texts.ts'

/** What stands in the way of what is asked of a user, and what to do about it; the code of the complaint at the refusal. */
type UserConflict = CodeOf<'conflict.USER_CONFLICT'>

export function userConflict(code: UserConflict, pointer = ''): Refusal {
  const message = translate('en')(`conflict.USER_CONFLICT.${code}`)
  return new Refusal('USER_CONFLICT', message, { complaints: [{ pointer, code, message }] })
}

/** Length is what counts (NIST SP 800-63B); there is no rule about kinds of characters. */
export const MIN_PASSWORD = 12
export const MAX_PASSWORD = 200
