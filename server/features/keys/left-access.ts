/**
 * The access that outlives who made it: API keys, the keys that those made, and links for the site. Who ends a person or a
 * key decides about it: revoke, or keep.
 */

import type { Store } from '../../platform/database/open.ts'
import type { LeftAccess } from '../../platform/http/permissions.ts'
import { Refusal } from '../../platform/refusal.ts'
import { appendToJobLog } from '../log-rows.ts'
import type { Caller } from '../services.ts'
import { type KeyRecord, keysMadeBy, revokeKey, takeKeysOver } from './rows.ts'
import { revokeSiteLinkRow, type SiteLinkRecord, siteLinksMadeBy, takeSiteLinksOver } from './site-link-rows.ts'

type Db = Store['db']

/** Of each kind that a refusal names. */
const MOST_NAMED = 100

interface Kinds {
  keys: boolean
  links: boolean
}
const ALL_KINDS: Kinds = { keys: true, links: true }

interface GrantedAccess {
  keys: readonly KeyRecord[]
  links: readonly SiteLinkRecord[]
}

/**
 * @param actor `user:<id>` or `key:<id>`
 * @throws Refusal ACCESS_REMAINS with the list, where something is left and nothing was decided
 */
export async function settleLeftAccess(
  db: Db,
  { companyId, actor: decider }: Pick<Caller, 'companyId' | 'actor'>,
  actor: string,
  { decided, kinds = ALL_KINDS, now }: { decided: LeftAccess | undefined; kinds?: Kinds; now: string },
): Promise<void> {
  const left: GrantedAccess = {
    keys: kinds.keys ? await keysMadeBy(db, companyId, actor, now) : [],
    links: kinds.links ? await siteLinksMadeBy(db, companyId, actor, now) : [],
  }
  if (left.keys.length + left.links.length === 0) return
  if (decided === undefined) throw accessRemains(left)
  if (decided === 'take_over') {
    if (kinds.keys) await takeKeysOver(db, companyId, actor, decider)
    if (kinds.links) await takeSiteLinksOver(db, companyId, actor, decider)
    return
  }
  for (const { id } of left.keys) await revokeKey(db, companyId, id, now)
  for (const { id, jobId, name } of left.links) {
    await revokeSiteLinkRow(db, id, now)
    await appendToJobLog(db, jobId, { companyId, at: now, actor: decider, act: 'site.revoked', data: { name } })
  }
}

function accessRemains({ keys, links }: GrantedAccess): Refusal {
  const message =
    'Access that was made with it still works. Nothing was changed: say whether to revoke it or to take it over.'
  return new Refusal('ACCESS_REMAINS', message, {
    extra: {
      keys: keys.slice(0, MOST_NAMED).map(({ id, name, permissions, lastUsedAt }) => ({
        key_id: id,
        name,
        permissions,
        last_used_at: lastUsedAt,
      })),
      keys_total: keys.length,
      site_links: links.slice(0, MOST_NAMED).map(({ id, jobId, name, expiresAt }) => ({
        link_id: id,
        job_id: jobId,
        name,
        expires_at: expiresAt,
      })),
      site_links_total: links.length,
    },
  })
}
