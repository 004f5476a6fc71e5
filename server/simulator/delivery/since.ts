/** Since when something lies there; of some nobody knows, and real deliveries say so in several ways. */

import { chance } from '../town/streets.ts'
import { element } from './gml-elements.ts'

export const NIL = 'xsi:nil="true"'
const NAME = 'us-net-common:validFrom'
/** What stands where nobody knew the day. */
const SENTINELS = ['1900-01-01', '9999-12-31', '1800-01-01', '0001-01-01']

/** @param local whose: the same always says the same */
export const validFrom = (local: string, zone: string): string => {
  const share = chance(...Buffer.from(local))
  if (share < 0.01) return `<${NAME} ${NIL}/>`
  if (share < 0.02) return `<${NAME} ${NIL} nilReason="other:unpopulated"/>`
  const day = share < 0.05 ? SENTINELS[Math.floor(share * 10_000) % SENTINELS.length]! : '2015-06-01'
  return element(NAME, `${day}T00:00:00${zone}`)
}
