/** Imported jobs that were joined with another: their rows stay, so that their ids are found. */

import { sql } from 'kysely'
import { compiledOnce } from '../platform/database/compiled.ts'
import type { Store } from '../platform/database/open.ts'
import type { Caller } from './services.ts'

const holderRow = compiledOnce((db, jobId: string, companyId: string) =>
  db
    .selectFrom('job')
    .select('corrected_as')
    .where('id', '=', jobId)
    .where('company_id', '=', companyId)
    .where('source', '=', sql.lit('imported'))
    .where('corrected_as', 'is not', null),
)

/** The id under which a job is found: of one that was joined with another, that of the other. */
export const currentJobId = async (store: Store, caller: Caller, jobId: string): Promise<string> =>
  (await holderRow(store.db, jobId, caller.companyId))[0]?.corrected_as ?? jobId
