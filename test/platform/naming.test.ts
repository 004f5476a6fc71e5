/** The one rule between the names of the program, the wire and the rows: it goes both ways, and lets nothing else out. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { FIELD_ROLES } from '../../server/features/jobs/rules/job.ts'
import { JOB_FACTS } from '../../server/features/jobs/tables.ts'
import { columnsOf } from '../../server/platform/database/columns.ts'
import { fromBody, toBody } from '../../server/platform/http/wire.ts'
import { camel, snake } from '../../server/platform/naming.ts'

const Shown = z.object({
  job_id: z.string(),
  area_m2: z.number(),
  is_final: z.boolean(),
  made_at: z.string().optional(),
})

test('every name of a job turns into the other spelling and back', () => {
  for (const column of Object.keys(JOB_FACTS)) assert.equal(snake(camel(column)), column)
  for (const field of Object.keys(FIELD_ROLES)) assert.equal(camel(snake(field)), field)
  assert.deepEqual(['area_m2', 'gi_aanvraag_id', 'sha256'].map(camel), ['areaM2', 'giAanvraagId', 'sha256'])
})

test('of a record the fields of the schema are shown, in either spelling, and nothing else', () => {
  const record = { jobId: 'job_1', areaM2: 4, is_final: true, companyId: 'secret', passwordHash: 'secret' }
  assert.deepEqual(toBody(Shown, record), { job_id: 'job_1', area_m2: 4, is_final: true })
})

test('a record within a record is shown by the schema within; a value of a class stays what it is', () => {
  const Nested = z.object({
    parts: z.array(z.object({ part_no: z.int() })).max(2),
    contact: z.object({ kvk_number: z.string() }).nullable(),
    drawn: z.object({ type: z.string() }),
  })
  const drawn = new Date(0)
  const record = { parts: [{ partNo: 1, secret: 'x' }], contact: { kvkNumber: '1', secret: 'x' }, drawn }
  assert.deepEqual(toBody(Nested, record), { parts: [{ part_no: 1 }], contact: { kvk_number: '1' }, drawn })
  assert.equal(toBody(Nested, { contact: null }).contact, null)
})

test('what was asked comes under the names of the program; what lies within keeps its own', () => {
  const input = { client_ref: 'a', cut_rules: { max_extra_m: 1 }, end_date: undefined }
  assert.deepEqual(fromBody(input), { clientRef: 'a', cutRules: { max_extra_m: 1 }, endDate: undefined })
})

test('a record comes out of its row as it went in', () => {
  interface RowExample {
    partNo: number
    isFinal: boolean
    works: string[] | null
    name: string | null
  }
  const columns = columnsOf<RowExample>({ part_no: 'same', is_final: 'flag', works: 'json', name: 'same' })
  for (const kept of [
    { partNo: 1, isFinal: true, works: ['graven'], name: 'a' },
    { partNo: 0, isFinal: false, works: null, name: null },
  ]) {
    assert.deepEqual(columns.recordOf(columns.rowOf(kept)), kept)
  }
  assert.deepEqual(columns.rowOf({ partNo: 1, isFinal: true, works: [], name: 'a' }), {
    part_no: 1,
    is_final: 1,
    works: '[]',
    name: 'a',
  })
})
