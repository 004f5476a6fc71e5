import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postIdOf } from '../../server/features/jobs/filing/prepare-order.ts'

const job = { id: 'job_1', company_id: 'com_1', environment: 'production', client_ref: null, input_hash: 'a1' } as const

test('a postId is a UUID that follows from what it is for, and is of nothing else', () => {
  const first = postIdOf(job, 0, 1)
  assert.match(first, /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.equal(postIdOf({ ...job }, 0, 1), first)
  const others = [
    postIdOf(job, 1, 1),
    postIdOf(job, 0, 2),
    postIdOf({ ...job, id: 'job_2' }, 0, 1),
    postIdOf({ ...job, company_id: 'com_2' }, 0, 1),
    postIdOf({ ...job, environment: 'eto' }, 0, 1),
    postIdOf({ ...job, client_ref: 'job_1' }, 0, 1),
  ]
  assert.equal(new Set([first, ...others]).size, 7)
})

test('a job that its owner names keeps its postId in a store that has forgotten it, unless something else is asked', () => {
  const named = { ...job, client_ref: 'erp-77' }
  const again = postIdOf({ ...named, id: 'job_made_anew' }, 0, 1)
  assert.equal(again, postIdOf(named, 0, 1))
  assert.notEqual(postIdOf({ ...named, input_hash: 'b2' }, 0, 1), again)
})

test('a correction that comes back to what was refused is a new message; one with another input is named as if it were the first', () => {
  const named = { ...job, client_ref: 'erp-77' }
  const refused = postIdOf(named, 0, 1)
  assert.notEqual(postIdOf(named, 0, 1, 1), refused)
  assert.notEqual(postIdOf({ ...named, input_hash: 'b2' }, 0, 1, 0), refused)
  assert.equal(postIdOf({ ...named, input_hash: 'b2' }, 0, 1, 0), postIdOf({ ...named, input_hash: 'b2' }, 0, 1))
})
