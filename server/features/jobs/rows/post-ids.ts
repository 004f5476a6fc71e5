/** Which messages at the registry are whose. */
import type { Store } from '../../../platform/database/open.ts'

/** Which of these messages a company sent. */
export async function postIdsOf(
  db: Store['db'],
  companyId: string,
  postIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const own = new Set<string>()
  const rows = await db
    .selectFrom('registry_order')
    .innerJoin('job', 'job.id', 'registry_order.job_id')
    .select('post_id')
    .where('job.company_id', '=', companyId)
    .execute()
  const asked = new Set(postIds)
  for (const { post_id } of rows) if (asked.has(post_id)) own.add(post_id)
  return own
}
