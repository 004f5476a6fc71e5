/**
 * What the registry has, and what does not go on: answers that can't be used, hosts that are not allowed, links that give
 * nothing. Killed at every effect, nothing is filed twice, nothing that was paid is lost, and the job says what it is.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextActionFactsOf } from '../../server/features/jobs/rows/next-action-facts.ts'
import { type Advice, nextAction } from '../../server/features/jobs/rules/next-action.ts'
import { linkUntil } from '../../server/features/jobs/rules/retryable-failure.ts'
import { dutchDate } from '../../server/registry/working-days.ts'
import { type FlowWorld, inWorld } from '../support/flow-world.ts'
import { atEachKind, testScenes } from '../support/kill-scene.ts'
import { orders, TROUBLE_SCENES } from '../support/scenes/troubles.ts'

/** What is said of the job at this moment. */
const adviceOf = async (world: FlowWorld): Promise<Advice> => {
  const job = await world.job()
  const progress = (await nextActionFactsOf(world.store.db, [job]))(job.id)
  return nextAction({
    source: job.source,
    status: job.status,
    klicType: job.klic_type,
    startDate: job.start_date,
    today: dutchDate(world.nowMs),
    quoteExpired: false,
    areaGone: false,
    billing: { by: 'kadaster', mode: 'relation_number' },
    parts: (await world.parts()).map(({ status, errors }) => ({ status, code: JSON.parse(errors)[0]?.code ?? null })),
    complaints: [],
    failure: job.failure === null ? null : JSON.parse(job.failure),
    errors: [],
    waiting: JSON.parse(job.warnings)[0] ? 'unreachable' : null,
    isWorkedOn: true,
    revision: job.revision,
    findings: null,
    progress,
  })
}

/** All that was said of the job on its way, each once. */
const saidOnTheWay = async (world: FlowWorld): Promise<Map<string, Advice>> => {
  const said = new Map<string, Advice>()
  await world.live(undefined, async () => {
    const advice = await adviceOf(world)
    if (!said.has(advice.reason)) said.set(advice.reason, advice)
    return false
  })
  return said
}

testScenes(TROUBLE_SCENES, atEachKind)

test('a receipt or verdict that can not be used is never "not reachable" and never "not filed"; the answer is kept', async () => {
  for (const [options, reason, answer] of [
    [{ parts: 1, oddReceipts: 3 }, 'answer_unusable', 'Ontvangen.'],
    [{ parts: 1, oddVerdicts: 3 }, 'answer_unusable', '{"status":"Goed"}'],
    [{ parts: 1, unnamed: 3 }, 'filed_unnamed', '{"requests":[]}'],
  ] as const) {
    await inWorld(options, async (world) => {
      const said = await saidOnTheWay(world)
      const advice = said.get(reason)
      assert.ok(advice, `${reason} was never said, only ${[...said.keys()]}`)
      assert.doesNotMatch(advice.message, /not filed|[Nn]othing is filed|not reachable|does not answer/)
      assert.equal(said.has('registry_unreachable') || said.has('outcome_unknown'), false)
      assert.equal((await orders(world))[0]?.answer, answer)
      assert.equal((await world.job()).status, 'ready')
    })
  }
})

test('authorised but refused: the job says that the access is refused, and never that nothing answers', async () => {
  await inWorld({ parts: 1, refusedEach: 3 }, async (world) => {
    const told = new Set<string>()
    await world.live(undefined, async () => {
      for (const { code } of JSON.parse((await world.job()).warnings)) told.add(code)
      return false
    })
    assert.deepEqual([...told], ['REGISTRY_ACCESS_REFUSED'])
    assert.deepEqual([(await world.job()).status, world.registry.filed.length], ['ready', 1])
  })
})

test('fewer notifications named than were accepted: none is followed as another, and it is asked again', async () => {
  await inWorld({ parts: 2, unnamed: 1e6 }, async (world) => {
    await world.live(undefined, async () => (await adviceOf(world)).reason === 'filed_unnamed')
    const advice = await adviceOf(world)
    assert.equal(advice.action, 'contact_registry')
    // An hour is as seldom as it is asked.
    const pollsAt = async () => (await orders(world))[0]!.polls
    const [before, fromMs] = [await pollsAt(), world.nowMs]
    await world.live(undefined, async () => world.nowMs > fromMs + 48 * 3_600_000)
    const asked = (await pollsAt()) - before
    assert.ok(asked >= 48 && asked < 80, `${asked} times in two days`)
    assert.equal(world.registry.filed.length, 2)
  })
})

test('a strange host is named in the job, and the order goes on when it is allowed', async () => {
  for (const [options, host] of [
    [{ parts: 1, strangePolls: 5 }, 'klic.elders.example'],
    [{ parts: 1, strangeLinks: 5 }, 'gds.elders.example'],
  ] as const) {
    await inWorld(options, async (world) => {
      const advice = (await saidOnTheWay(world)).get('host_not_allowed')
      assert.equal(advice?.params.host, host)
      assert.match(advice!.message, /registry\.hosts/)
      assert.equal((await world.job()).status, 'ready')
    })
  }
})

test('a dead link is told at once, tried for weeks, loud five working days before its end, and then over', async () => {
  await inWorld({ parts: 2, lateLinks: 1e6 }, async (world) => {
    const composed = '2026-11-20T10:00:00+01:00'
    const until = linkUntil(composed)
    assert.equal(until, '2026-12-18')
    const said: [reason: string, day: string][] = []
    let tries = 0
    await world.live(undefined, async () => {
      tries++
      const { reason } = await adviceOf(world)
      if (said.at(-1)?.[0] !== reason) said.push([reason, dutchDate(world.nowMs)])
      return false
    })
    const first = (reason: string) => said.find(([each]) => each === reason)?.[1]
    assert.deepEqual([first('delivery_late'), first('delivery_link_ends')], ['2026-11-20', '2026-12-11'])
    // Not the end of the part before the end of the link.
    assert.ok(first('failed_no_delivery')! > until, JSON.stringify(said))
    assert.ok(tries < 5000)
    const codes = (await world.parts()).map(({ status, errors }) => [status, JSON.parse(errors)[0].code])
    assert.deepEqual(codes, Array(2).fill(['failed', 'NOT_DELIVERED']))
  })
})

test('a late link does not keep the other deliveries, nor the words of other jobs', async () => {
  await inWorld({ parts: 3, lateLinks: 6 }, async (world) => {
    const said = await saidOnTheWay(world)
    assert.equal(said.get('delivery_late')?.params.link_until, '2026-12-18')
    assert.equal((await world.job()).status, 'ready')
    assert.equal((await adviceOf(world)).reason, 'ready')
  })
})

test('a later delivery that can not be fetched is said of a result that is ready', async () => {
  await inWorld({ parts: 1, supplement: [0] }, async (world) => {
    await world.live()
    const { id } = (await world.store.db.selectFrom('delivery').select('id').orderBy('sequence', 'desc').execute())[0]!
    const found = JSON.stringify({ kind: 'link', since: new Date(world.nowMs).toISOString() })
    await world.store.db.updateTable('delivery').set({ trouble: found }).where('id', '=', id).execute()
    const advice = await adviceOf(world)
    assert.equal(advice.reason, 'ready_later_late')
    assert.match(advice.message, /do not dig/)
  })
})
