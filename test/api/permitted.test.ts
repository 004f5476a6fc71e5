/** A call whose permission was not checked reaches no action that changes something: it does not compile. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permit } from '../../server/features/http/guards.ts'
import type { Handler } from '../../server/features/http/serve.ts'
import { submitJob } from '../../server/features/jobs/submit-job.ts'
import type { ApiServices, Caller } from '../../server/features/services.ts'

interface RowThat<P> {
  readonly method: 'post'
  readonly path: '/jobs/{job_id}/submit'
  readonly permission: P
  readonly summary: ''
  readonly responses: { readonly 204: 'empty' }
}
const done = { status: 204 } as const

export const handlers = [
  (async ({ services, caller }) => {
    await submitJob(services, caller, 'job_1')
    return done
  }) satisfies Handler<RowThat<'write'>>,

  (async ({ services, caller }) => {
    // @ts-expect-error the row of this route asks for another permission
    await submitJob(services, caller, 'job_1')
    return done
  }) satisfies Handler<RowThat<'read'>>,

  async (services: ApiServices, caller: Caller) => {
    // @ts-expect-error nobody has looked at what the caller may
    await submitJob(services, caller, 'job_1')
  },
]

test('permit refuses a caller without the permission', () => {
  const reader: Caller = { companyId: 'com_1', actor: 'key:1', permissions: ['read'], address: null }
  assert.equal(permit(reader, 'read'), reader)
  assert.throws(() => permit(reader, 'write'), { code: 'PERMISSION_DENIED' })
})
