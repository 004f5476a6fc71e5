/**
 * Links for the site: a digger opens the site package of a job at a secret address, without signing in. Each link is for a person
 * by name, until a day, and can be revoked at once. Who opened which revision is in the log of the job and of its project.
 */

import { Refusal } from '../../platform/refusal.ts'
import { recordPresence } from '../digging/record-digging.ts'
import { getJob } from '../jobs/get-job.ts'
import { addressSecret, hashOf } from '../keys/secrets.ts'
import {
  insertSiteLink,
  noteOpening,
  revokeSiteLinkRow,
  type SiteLinkRecord,
  siteLinkByHash,
  siteLinksOf,
} from '../keys/site-link-rows.ts'
import { appendToJobLog } from '../log-rows.ts'
import { refuseUnready } from '../results/request-export.ts'
import type { Caller, Database, Installation, Permitted } from '../services.ts'
import { MAX_SITE_LINKS, SAME_OPENING_MS } from './schema.ts'

export type { SiteLinkRecord } from '../keys/site-link-rows.ts'

const DAY_MS = 86_400_000

/** Those of a job that work. @throws Refusal NOT_FOUND */
export async function siteLinks(services: Database, caller: Caller, jobId: string): Promise<SiteLinkRecord[]> {
  await getJob(services, caller, jobId)
  return siteLinksOf(services.store.db, jobId, services.clock.now().toISOString())
}

/**
 * `secret` is told this once.
 * @throws Refusal NOT_FOUND, NOT_READY, JOB_STATE_CONFLICT: on a desktop, which nobody else reaches, or of too many
 */
export async function makeSiteLink(
  services: Database & Pick<Installation, 'isLocal'>,
  caller: Permitted<'write'>,
  jobId: string,
  { name, days }: { name: string; days: number },
): Promise<{ link: SiteLinkRecord; secret: string }> {
  const { store, clock, ids } = services
  refuseUnready(await getJob(services, caller, jobId))
  if (services.isLocal) {
    const message = 'Nobody else reaches this computer: hand over the site package instead of a link.'
    throw new Refusal('JOB_STATE_CONFLICT', message)
  }
  const secret = addressSecret(ids, 'site')
  const now = clock.now()
  const { companyId, actor } = caller
  const made = {
    id: ids.make('stl'),
    companyId,
    jobId,
    name,
    createdAt: now.toISOString(),
    createdBy: actor,
    expiresAt: new Date(now.getTime() + days * DAY_MS).toISOString(),
  }
  await store.transaction({ company: companyId }, async (trx) => {
    if ((await siteLinksOf(trx, jobId, made.createdAt)).length >= MAX_SITE_LINKS) {
      throw new Refusal('JOB_STATE_CONFLICT', `A job has at most ${MAX_SITE_LINKS} links: revoke one first.`)
    }
    await insertSiteLink(trx, made, hashOf(secret))
    const data = { name, until: made.expiresAt }
    await appendToJobLog(trx, jobId, { companyId, at: made.createdAt, actor, act: 'site.linked', data })
  })
  return { link: { ...made, notedAt: null, notedRevision: null }, secret }
}

/** Works on the next request; of one that works no longer it changes nothing. @throws Refusal NOT_FOUND */
export async function revokeSiteLink(
  services: Database,
  caller: Permitted<'write'>,
  jobId: string,
  id: string,
): Promise<void> {
  await getJob(services, caller, jobId)
  const at = services.clock.now().toISOString()
  const { companyId, actor } = caller
  await services.store.transaction({ company: companyId }, async (trx) => {
    const link = (await siteLinksOf(trx, jobId, at)).find((each) => each.id === id)
    if (!link) return
    await revokeSiteLinkRow(trx, id, at)
    await appendToJobLog(trx, jobId, { companyId, at, actor, act: 'site.revoked', data: { name: link.name } })
  })
}

/** @throws Refusal NOT_FOUND, the same for one that was revoked, one that is past, and one that never was */
export async function siteLinkAt({ store, clock }: Database, secret: string): Promise<SiteLinkRecord> {
  const link = await siteLinkByHash(store.db, hashOf(secret), clock.now().toISOString())
  if (!link) throw new Refusal('NOT_FOUND', 'There is nothing at this address: it is mistyped, past, or was revoked.')
  return link
}

/** Who has a link reads what is at it, and may report presence and hand in findings: nothing else. */
export const callerOf = ({ companyId, name }: SiteLinkRecord, address: string | null, signal: AbortSignal): Caller => ({
  companyId,
  actor: `link:${name}`,
  permissions: ['read'],
  address,
  signal,
})

/**
 * "We were here today", by the crew itself; reported again it changes nothing.
 * @throws Refusal NOT_FOUND; JOB_STATE_CONFLICT where no work is under way by what is on record
 */
export async function reportPresence(services: Database, caller: Caller, jobId: string) {
  const { presence } = await getJob(services, caller, jobId)
  if (presence === 'none')
    throw new Refusal('JOB_STATE_CONFLICT', 'No work is under way here: its start is not on record, or its end is.')
  if (presence === 'wanted') await recordPresence(services, caller, jobId)
}

/** Once in an hour for each revision: "consulted on site". */
export async function noteConsulted(
  { store, clock }: Database,
  { id, companyId, jobId, name }: SiteLinkRecord,
  revision: number,
): Promise<void> {
  const now = clock.now()
  const [at, before] = [now.toISOString(), new Date(now.getTime() - SAME_OPENING_MS).toISOString()]
  await store.transaction({ company: companyId }, async (trx) => {
    if (!(await noteOpening(trx, id, { revision, at, before }))) return
    const [actor, data] = [`link:${name}`, { revision }]
    await appendToJobLog(trx, jobId, { companyId, at, actor, act: 'site.consulted', data })
  })
}
