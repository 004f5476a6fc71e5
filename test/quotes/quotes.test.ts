/** A large quote is answered with its first cut and gets better afterwards: what a caller sees, pays, and may rely on meanwhile. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type AreaPlan, survey, type ToSurvey } from '../../server/features/areas/survey.ts'
import { quoteImprover } from '../../server/features/jobs/quotes/improve-quote.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { canonicalJson } from '../../server/platform/json-text.ts'
import { TryLater } from '../../server/platform/refusal.ts'
import { openWorld, refused, START_DATE, shown, type World } from '../support/api-world.ts'
import { everydayArea } from '../support/everyday-areas.ts'
import { until } from '../support/until.ts'

/** 12 parts at first, 11 at last. */
const FEWER = everydayArea('ring road', 13).geometry
/** 11 parts, first and last; the last ask for less beyond the area. */
const LESS = everydayArea('village', 0).geometry
/** 15 parts, first and last, but with a higher bound. */
const BOUND = everydayArea('polder', 7).geometry
const AREAS = { FEWER, LESS, BOUND }

const results = new Map<string, AreaPlan>()
const surveyedOnce = (input: ToSurvey): AreaPlan => {
  const asked = JSON.stringify(input)
  const known = results.get(asked) ?? survey(input)
  results.set(asked, known)
  return structuredClone(known)
}
const isBest = ({ effort = 'best' }: ToSurvey) => effort === 'best'

/** A world in which better cuts wait to be let through. */
async function gatedWorld(t: TestContext) {
  let open = () => {}
  let gate = new Promise<void>((resolve) => {
    open = resolve
  })
  // First of all when the test ends: what still waits would keep the world open.
  t.after(() => open())
  const world = await openWorld(t, {
    survey: async (input) => {
      if (isBest(input)) await gate
      return surveyedOnce(input)
    },
  })
  await world.set('api.requests_per_minute', 1_000_000)
  return {
    ...world,
    open: () => open(),
    shut: () => {
      gate = new Promise((resolve) => {
        open = resolve
      })
    },
  }
}

const ask = (world: World, geometry: object, more: object = {}) =>
  world.quote({ geometry, klic_type: 'GRAAF', start_date: START_DATE, ...more })
const look = async (world: World, id: string) => shown(Job, await world.v1(`/jobs/${id}`))
const settled = async (world: World, id: string): Promise<Job> => {
  await until(async () => (await look(world, id)).quote.final)
  return look(world, id)
}
const partsOf = (job: Job) => job.parts.map((part) => part.geometry)
const best = (geometry: object) => surveyedOnce({ geometry: canonicalJson(geometry), klicType: 'GRAAF' })
const first = (geometry: object) =>
  surveyedOnce({ geometry: canonicalJson(geometry), klicType: 'GRAAF', effort: 'first' })

test('the areas of this suite are what they are said to be', () => {
  const counts = Object.values(AREAS).map((area) => [first(area).parts.length, best(area).parts.length])
  assert.deepEqual(counts, [
    [12, 11],
    [11, 11],
    [15, 15],
  ])
  assert.ok(best(LESS).quote.extra_area_m2 < first(LESS).quote.extra_area_m2)
})

test('a quote of many parts is answered with the first cut, and becomes the best one by itself', async (t) => {
  const world = await gatedWorld(t)
  const asked = await ask(world, FEWER, { client_ref: 'large' })
  assert.equal(asked.quote.final, false)
  assert.equal(asked.quote.notifications, 12)
  assert.equal(asked.parts.length, 12)
  assert.equal((await look(world, asked.job_id)).quote.final, false)
  world.open()
  const better = await settled(world, asked.job_id)
  assert.equal(better.quote.notifications, 11)
  assert.equal(better.quote.total.amount, '439.45')
  assert.deepEqual(
    better.parts.map(({ part_no }) => part_no),
    Array.from({ length: 11 }, (_, i) => i + 1),
  )
  assert.deepEqual(
    partsOf(better).map(({ coordinates }) => coordinates),
    best(FEWER).parts.map(({ polygon }) => polygon.rings),
  )
  assert.equal(better.created_at, asked.created_at)
  assert.equal(better.quote.expires_at, asked.quote.expires_at)
  const again = await ask(world, FEWER, { client_ref: 'large' })
  assert.deepEqual(again, better, 'a repeat shows what it is now')
})

test('parts change for as many only when they ask for less; a higher bound alone changes none', async (t) => {
  const world = await gatedWorld(t)
  const [less, bound] = [await ask(world, LESS), await ask(world, BOUND)]
  assert.deepEqual([less.quote.final, bound.quote.final], [false, false])
  world.open()
  const [lessNow, boundNow] = [await settled(world, less.job_id), await settled(world, bound.job_id)]
  assert.equal(lessNow.quote.total.amount, less.quote.total.amount)
  assert.ok(lessNow.quote.extra_area_m2 < less.quote.extra_area_m2)
  assert.notDeepEqual(partsOf(lessNow), partsOf(less))
  assert.deepEqual(partsOf(boundNow), partsOf(bound))
  assert.ok(boundNow.quote.lower_bound > bound.quote.lower_bound)
})

test('the price of a part stays what it was when it was quoted', async (t) => {
  const world = await gatedWorld(t)
  const asked = await ask(world, FEWER)
  await world.set('billing.prices', [{ from: '2026-01-01', until: null, cents: 9900 }])
  world.open()
  const better = await settled(world, asked.job_id)
  assert.deepEqual(better.quote.price_per_notification, asked.quote.price_per_notification)
  assert.equal(better.quote.total.amount, '439.45')
})

test('a small area, and a submission, are final at once, with the best cut', async (t) => {
  const world = await gatedWorld(t)
  const trench = everydayArea('zigzag', 1)
  assert.ok(first(trench.geometry).parts.length <= 8)
  assert.equal((await ask(world, trench.geometry)).quote.final, true)
  world.open()
  const filed = await ask(world, FEWER, { submit: true })
  assert.deepEqual([filed.status, filed.quote.final, filed.quote.notifications], ['accepted', true, 11])
})

test('a window is answered with the best cut, which it has shown before it asks', async (t) => {
  const world = await openWorld(t, { survey: async (input) => surveyedOnce(input) })
  const { window } = await world.signIn()
  const body = { geometry: FEWER, klic_type: 'GRAAF', start_date: START_DATE, reference: 'Ringweg' }
  const { quote } = Job.parse((await window('/jobs', { method: 'POST', body })).json)
  assert.deepEqual([quote.final, quote.notifications], [true, 11])
})

test('what is not better is final as it stands, and so is what can not be cut in time', async (t) => {
  const world = await openWorld(t, {
    survey: async (input) => {
      if (isBest(input)) throw new Error('This can not be done')
      return surveyedOnce(input)
    },
  })
  const asked = await ask(world, FEWER)
  const now = await settled(world, asked.job_id)
  assert.deepEqual(now, { ...asked, quote: { ...asked.quote, final: true } })
  assert.ok(world.lines.some((line) => line.includes('This can not be done')))
})

test('submitting freezes what is there: what comes later changes neither parts nor price', async (t) => {
  const world = await gatedWorld(t)
  const asked = await ask(world, FEWER)
  const filed = shown(Job, await world.v1(`/jobs/${asked.job_id}/submit`, { method: 'POST' }), 202)
  assert.equal(filed.quote.final, true)
  assert.equal(filed.quote.total.amount, asked.quote.total.amount)
  assert.deepEqual(partsOf(filed), partsOf(asked))
  world.open()
  await world.improver.close()
  const now = await look(world, asked.job_id)
  assert.deepEqual([partsOf(now), now.quote, now.order_ids], [partsOf(filed), filed.quote, filed.order_ids])
})

test('submitted at any moment of the improvement: one of both cuts is filed whole, shown, and paid once', async (t) => {
  const world = await gatedWorld(t)
  const outcomes = new Set<number>()
  const moments = 60
  let turns = 0
  for (let moment = 0; moment <= moments; moment++) {
    world.shut()
    const asked = await ask(world, FEWER)
    let answered = false
    const submitting = world.v1(`/jobs/${asked.job_id}/submit`, { method: 'POST' }).finally(() => {
      answered = true
    })
    // How long a submission takes differs by database: the first is left alone and counted, the others are met within it.
    if (moment === 0) for (; !answered; turns++) await turn()
    else for (let i = 0; i < (turns * moment) / moments && !answered; i++) await turn()
    world.open()
    const filed = shown(Job, await submitting, 202)
    outcomes.add(filed.quote.notifications)
    const wanted = filed.quote.notifications === 12 ? first(FEWER) : best(FEWER)
    assert.deepEqual(
      partsOf(filed).map(({ coordinates }) => coordinates),
      wanted.parts.map(({ polygon }) => polygon.rings),
      `moment ${moment}`,
    )
    assert.equal(filed.quote.final, true)
    assert.equal(new Set(filed.order_ids).size, filed.quote.notifications)
    const paid = await world.store.db
      .selectFrom('audit')
      .select(['notifications', 'amount_cents'])
      .where('job_id', '=', asked.job_id)
      .execute()
    assert.deepEqual(
      paid.map(({ notifications, amount_cents }) => [Number(notifications), Number(amount_cents)]),
      [[filed.quote.notifications, filed.quote.notifications * 3995]],
    )
    assert.deepEqual(await look(world, asked.job_id), filed)
  }
  assert.deepEqual([...outcomes].sort(), [11, 12], 'both came about')
})

test('killed before it was improved: the next process goes on with it, at once or when it was left alone for a minute', async (t) => {
  const world = await gatedWorld(t)
  const asked = await ask(world, FEWER)
  const services = { ...world.services, survey: async (input: ToSurvey) => surveyedOnce(input) }
  const errors: unknown[] = []
  const next = quoteImprover(services, (error) => errors.push(error))
  await next.goOn()
  await next.close()
  assert.equal((await look(world, asked.job_id)).quote.final, false, 'it belongs to the server that made it')
  world.pass(61_000)
  const after = quoteImprover(services, (error) => errors.push(error))
  await after.goOn()
  assert.equal((await settled(world, asked.job_id)).quote.notifications, 11)
  const second = await ask(world, FEWER)
  await after.goOn(0)
  assert.equal((await settled(world, second.job_id)).quote.notifications, 11)
  await after.close()
  assert.deepEqual(errors, [])
})

test('killed in the middle of the change, nothing of it is there; the next look does it whole', async (t) => {
  const world = await gatedWorld(t)
  const asked = await ask(world, FEWER)
  const services = { ...world.services, survey: async (input: ToSurvey) => surveyedOnce(input) }
  const { store } = world
  const dying = {
    ...store,
    db: store.db,
    transaction: ((scope, act) =>
      store.transaction(scope, async (trx) => {
        await act(trx)
        throw new TryLater('Killed')
      })) as typeof store.transaction,
  }
  const killed = quoteImprover({ ...services, store: dying }, () => assert.fail('nothing for the log'))
  killed.improve({ jobId: asked.job_id, companyId: world.companyId })
  await killed.close()
  assert.deepEqual(await look(world, asked.job_id), asked)
  const next = quoteImprover(services, () => assert.fail('nothing for the log'))
  await next.goOn(0)
  assert.equal((await settled(world, asked.job_id)).quote.notifications, 11)
  await next.close()
})

test('another area under the same client_ref is never filed by a submission of the first', async (t) => {
  const world = await gatedWorld(t)
  const asked = await ask(world, FEWER, { client_ref: 'mine' })
  const { db } = world.store
  // Between the look and the transaction of the submission.
  const { durably } = world.store
  world.store.durably = (async (scope, act) => {
    world.store.durably = durably
    await db
      .updateTable('job')
      .set((row) => ({ round: row('round', '+', 1), input_hash: 'another' }))
      .where('id', '=', asked.job_id)
      .execute()
    return durably.call(world.store, scope, act)
  }) as typeof durably
  refused(await world.v1(`/jobs/${asked.job_id}/submit`, { method: 'POST' }), 409, 'QUOTE_CHANGED')
  assert.equal((await look(world, asked.job_id)).status, 'quoted')
})
