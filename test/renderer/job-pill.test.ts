/** The one pill of a job: the answer to digging, or where it stands. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAnswerShown } from '../../renderer/tone.ts'
import type { JobBrief } from '../../server/features/jobs/schema.ts'

type Standing = Parameters<typeof isAnswerShown>[0]
const job = (
  answer: JobBrief['dig_status']['answer'],
  next_action_reason: Standing['next_action_reason'],
  more: Partial<Standing> = {},
): Standing => ({
  klic_type: 'GRAAF',
  status: 'ready',
  next_action_reason,
  dig_status: { answer } as JobBrief['dig_status'],
  ...more,
})

test('the worse of state and answer is shown, of equals the answer', () => {
  assert.ok(isAnswerShown(job('yes', 'ready')))
  assert.ok(isAnswerShown(job('not_yet', 'ready_precautions')))
  assert.ok(isAnswerShown(job('no_longer', 'ready_silent')))
  assert.ok(!isAnswerShown(job('yes', 'ready_silent')))
  assert.ok(!isAnswerShown(job('not_yet', 'storage_full' as Standing['next_action_reason'])))
})

test('without a result, and where nobody will dig, it is the state', () => {
  assert.ok(!isAnswerShown(job('not_yet', 'filed', { status: 'submitted' as Standing['status'] })))
  assert.ok(!isAnswerShown(job('not_for_digging', 'ready', { klic_type: 'ORIENT' })))
  assert.ok(!isAnswerShown(job('unknown', 'quote_open', { status: 'quoted' })))
})
