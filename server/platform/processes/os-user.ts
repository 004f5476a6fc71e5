/** The person who is signed in to this computer, as far as its accounts tell. */
import { userInfo } from 'node:os'

/** Of the system itself: a login as one of them names no person. */
const NOBODY = ['root', 'node', 'nobody', 'system', 'administrator']

/** null: no account, or one that stands for no person. */
export function personAtThisComputer(): string | null {
  try {
    const { username } = userInfo()
    return username === '' || NOBODY.includes(username.toLowerCase()) ? null : username
  } catch {
    // An account that the system has no name for, as in some containers.
    return null
  }
}
