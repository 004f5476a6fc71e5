/** Many callers at once: what was answered is there, once, and belongs to who asked. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROUTES } from '../../server/api/routes.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { openWorld, shown } from '../support/api-world.ts'

const KEYS = 20
const JOBS_EACH = 50

/** A garden of its own for every job, so that a mix-up shows. */
const garden = (key: number, job: number) => {
  const [x, y] = [150_000 + key * 100, 390_000 + job * 100]
  const ring = [
    [x, y],
    [x + 40, y],
    [x + 40, y + 40],
    [x, y + 40],
    [x, y],
  ]
  return { type: 'Polygon', coordinates: [ring] }
}

test('1,000 jobs of 20 keys of 20 companies, some sent twice, every other one submitted: none lost, none doubled', async (t) => {
  const world = await openWorld(t)
  const owners = await Promise.all(
    Array.from({ length: KEYS }, async (_, index) => {
      const company = index === 0 ? world.companyId : await world.company(`Company ${index}`)
      // The figures of a company that may submit are those of the first run.
      if (index > 0) {
        const rows = await world.store.db.selectFrom('setting').selectAll().execute()
        const own = rows.filter((row) => row.company_id === world.companyId)
        for (const row of own)
          await world.store.db
            .insertInto('setting')
            .values({ ...row, company_id: company })
            .execute()
      }
      return { company, key: (await world.keyWith(['read', 'write'], company)).secret }
    }),
  )
  const send = async (owner: number, job: number) => {
    const body = {
      geometry: garden(owner, job),
      klic_type: 'ORIENT',
      reference: `${owner}/${job}`,
      client_ref: `order ${job}`,
      submit: job % 2 === 1,
    }
    const reply = await world.v1('/jobs', { method: 'POST', body, key: owners[owner]!.key })
    assert.ok(reply.status < 300, reply.text)
    return { owner, job, shown: Job.parse(reply.json), isReplay: reply.headers.get('idempotent-replayed') === 'true' }
  }
  // Each key sends its jobs one after the other, a repeat beside its first; the keys do so at the same time.
  const allOf = async (owner: number) => {
    const answered: Awaited<ReturnType<typeof send>>[] = []
    for (let job = 0; job < JOBS_EACH; job++) {
      const times = job % 4 === 0 ? 2 : 1
      answered.push(...(await Promise.all(Array.from({ length: times }, () => send(owner, job)))))
    }
    return answered
  }
  const replies = (await Promise.all(owners.map((_, owner) => allOf(owner)))).flat()

  assert.equal(replies.filter(({ isReplay }) => !isReplay).length, KEYS * JOBS_EACH)
  for (const { owner, job, shown: answer } of replies) {
    assert.deepEqual([answer.reference, answer.geometry], [`${owner}/${job}`, garden(owner, job)])
  }
  const idOf = new Map<string, string>()
  for (const { owner, job, shown: answer } of replies) {
    const known = idOf.get(`${owner}/${job}`) ?? answer.job_id
    assert.equal(answer.job_id, known, 'sent twice, one job')
    idOf.set(`${owner}/${job}`, known)
  }
  assert.equal(new Set(idOf.values()).size, KEYS * JOBS_EACH)
  const count = async (table: 'job' | 'part' | 'audit') => {
    const { total } = await world.store.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return Number(total)
  }
  assert.deepEqual([await count('job'), await count('part'), await count('audit')], [1000, 1000, 500])
  for (const { key } of owners.slice(0, 3)) {
    const list = ROUTES.listJobs.responses[200]
    assert.equal(shown(list, await world.v1('/jobs?page_size=1', { key })).pagination.total, JOBS_EACH)
  }
})
