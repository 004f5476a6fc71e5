/**
 * Quotes of many parts, as a program asks for them: how long until the first answer, how long until the quote is final, and
 * what the wait is worth, beside a quote of one part from the same server in the same run. Each figure has its goal, and
 * the exit code says whether all were met.
 *
 *   npm run bench -- quotes [rounds]
 */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { MAX_PARTS_AT_ONCE } from '../../server/cut/quote.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { GARDEN, openWorld, START_DATE } from '../support/api-world.ts'
import { broad, large, type Shape } from '../support/measured-shapes.ts'
import { median } from '../support/median.ts'
import { rdBox } from '../support/rd-box.ts'

const ROUNDS = Number(process.argv[2] ?? 5)
const LOOK_EVERY_MS = 10
/** Of a first answer, in milliseconds. */
const GOAL = { median: 100, worst: 2000, toFinal: 10_000 }

const triangle = (side: number): Shape['geometry'] => ({
  type: 'Polygon',
  coordinates: [
    [
      [150_000, 450_000],
      [150_000 + side, 450_000],
      [150_000 + side / 2, 450_000 + side * 0.866],
      [150_000, 450_000],
    ],
  ],
})
const AREAS: readonly { name: string; geometry: unknown }[] = [
  { name: 'triangle of 5 km', geometry: triangle(5000) },
  { name: 'box of 4 x 4 km', geometry: rdBox(150_000, 450_000, 4000, 4000) },
  ...broad.filter(({ kind }) => kind === 'GRAAF'),
  ...large.filter(({ kind, name }) => kind === 'GRAAF' && !name.includes('12,000')),
]

const ends: (() => unknown)[] = []
const world = await openWorld({ after: (end) => ends.push(end as () => unknown) })
await world.set('api.requests_per_minute', 1_000_000)

const asked = async (geometry: unknown): Promise<[Job, number]> => {
  const startedMs = performance.now()
  const job = await world.quote({ geometry, klic_type: 'GRAAF', start_date: START_DATE })
  return [job, performance.now() - startedMs]
}
const settled = async (job: Job): Promise<Job> => {
  for (let now = job; ; now = Job.parse((await world.v1(`/jobs/${job.job_id}`)).json)) {
    if (now.quote.final) return now
    await pause(LOOK_EVERY_MS)
  }
}

const small: number[] = []
for (let round = -5; round < 20; round++) {
  const [, ms] = await asked(GARDEN)
  if (round >= 0) small.push(ms)
}
const smallMs = median(small)

const rows = []
for (const { name, geometry } of AREAS) {
  const [firsts, finals]: [number[], number[]] = [[], []]
  let shown: Job | undefined
  let last: Job | undefined
  for (let round = 0; round < ROUNDS; round++) {
    const startedMs = performance.now()
    const [job, ms] = await asked(geometry)
    const best = await settled(job)
    firsts.push(ms)
    finals.push(performance.now() - startedMs)
    assert.ok(best.quote.notifications <= job.quote.notifications, 'the price never rises')
    shown = job
    last = best
  }
  const { notifications } = shown!.quote
  if (notifications <= MAX_PARTS_AT_ONCE && shown!.quote.final) continue
  const [first, final] = [median(firsts), median(finals)]
  rows.push({
    area: name,
    parts: notifications,
    'parts in the end': last!.quote.notifications,
    'proven bound': last!.quote.lower_bound,
    'first ms': Math.round(first),
    'final ms': Math.round(final),
    'first / one part': Math.round((first / smallMs) * 10) / 10,
    'final / first': Math.round((final / first) * 10) / 10,
  })
}
for (const end of ends.reverse()) await end()

console.log(`a quote of one part: ${smallMs.toFixed(1)} ms, median of ${small.length}; below, medians of ${ROUNDS}`)
console.table(rows)
const firsts = rows.map((row) => row['first ms'])
const goals: [string, number, number][] = [
  ['first answer, median of the areas', median(firsts), GOAL.median],
  ['first answer, slowest area', Math.max(...firsts), GOAL.worst],
  ['until it is final, slowest area', Math.max(...rows.map((row) => row['final ms'])), GOAL.toFinal],
]
for (const [goal, is, most] of goals) {
  console.log(`${is <= most ? 'met   ' : 'MISSED'} ${goal}: ${is} ms (goal ${most} ms)`)
  if (is > most) process.exitCode = 1
}
