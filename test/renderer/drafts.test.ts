/** The new area beside corrections of jobs, without a browser: what is begun, left, gone on with, and done. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { freshDraft } from '../../renderer/map/drawing/draft.ts'
import { type Drafts, type DraftsAct, draftOf, draftsReducer } from '../../renderer/map/drawing/drafts.ts'
import type { Shape } from '../../renderer/map/drawing/shape.ts'
import { rdBox } from '../support/rd-box.ts'

const box = (metres: number): Shape => ({ kind: 'polygon', geometry: rdBox(155_000, 463_000, metres) })
const begin = (corrects: string | null, metres: number): DraftsAct => ({
  do: 'begin',
  corrects,
  clientRef: 'again',
  shape: box(metres),
  keepOut: [],
  details: { reference: `of ${metres} m` },
})
const NOTHING: Drafts = { own: freshDraft('own'), corrections: [] }
/** @param acts each with the job that is being corrected */
const run = (...acts: [corrects: string | null, act: DraftsAct][]): Drafts =>
  acts.reduce((drafts, [corrects, act]) => draftsReducer(drafts, { corrects, act }), NOTHING)

describe('the new area and corrections', () => {
  test('a correction goes on as it was left, and leaves the new area alone', () => {
    const drafts = run(
      [null, { do: 'add', shapes: [box(1)] }],
      [null, begin('job_a', 2)],
      ['job_a', { do: 'add', shapes: [box(3)] }],
      [null, begin('job_b', 4)],
      [null, begin('job_a', 2)],
    )
    assert.deepEqual(drafts.own.shape, box(1))
    assert.deepEqual(draftOf(drafts, 'job_a').shape, box(3))
    assert.deepEqual(draftOf(drafts, 'job_b').shape, box(4))
    assert.equal(draftOf(drafts, 'job_c'), drafts.own)
  })

  test('done it is gone, and areas that came along with it lie beside the new one', () => {
    const drafts = run(
      [null, { do: 'add', shapes: [box(1)] }],
      [null, begin('job_a', 2)],
      ['job_a', { do: 'add', shapes: [box(3)] }],
      ['job_a', { do: 'next', clientRef: 'next' }],
    )
    assert.deepEqual([drafts.own.shape, drafts.own.aside, drafts.corrections], [box(1), [box(2)], []])
  })

  test('made a new job it is the new area, beside what was drawn before, corners that were just placed included', () => {
    const half: DraftsAct[] = [
      { do: 'take', tool: 'polygon' },
      { do: 'place', at: [155_000, 463_000] },
    ]
    const drafts = run(
      [null, { do: 'add', shapes: [box(1)] }],
      ...half.map((act): [null, DraftsAct] => [null, act]),
      [null, begin('job_a', 2)],
      ['job_a', { do: 'asNew' }],
    )
    const { own, corrections } = drafts
    assert.deepEqual([own.shape, own.corrects, own.aside, corrections], [box(2), null, [box(1)], []])
    const back = draftsReducer(drafts, { corrects: null, act: { do: 'undo' } }).own
    assert.deepEqual(back.making.corners, [[155_000, 463_000]])
  })

  test('a job that is repeated twice is there once; what was drawn before lies beside it', () => {
    const { own } = run([null, { do: 'add', shapes: [box(1)] }], [null, begin(null, 2)], [null, begin(null, 2)])
    assert.deepEqual([own.shape, own.aside], [box(2), [box(1)]])
  })

  test('of very many corrections the first go', () => {
    const { corrections } = run(
      ...Array.from({ length: 20 }, (_, n): [null, DraftsAct] => [null, begin(`job_${n}`, 1)]),
    )
    assert.deepEqual([corrections[0]?.corrects, corrections.length], ['job_12', 8])
  })
})
