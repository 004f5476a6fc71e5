/**
 * A real job (server, worker, simulator) is brought into every reason of `next_action_reason`, and the window is read in
 * both languages. What takes weeks, a full disk or a fault of the program is written with the store's own functions, as
 * the worker writes it, into a job that came as far as the worker brings it; then it is put back, for the next reason. The
 * registry's ledger says whether a sentence may speak of filing.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Browser, Page } from 'playwright'
import { reasonValues } from '../../renderer/features/jobs/reason-values.ts'
import { saysDigFirst } from '../../renderer/tone.ts'
import { areaFormatsIn } from '../../server/features/areas/schema.ts'
import { recordWaiting } from '../../server/features/jobs/filing/unavailability-retry.ts'
import {
  endPart,
  insertNewDeliveries,
  recordLinkFailure,
  recordUnreadable,
} from '../../server/features/jobs/rows/deliveries.ts'
import { failJob } from '../../server/features/jobs/rows/job-moves.ts'
import { beginSending, prepareOrder } from '../../server/features/jobs/rows/orders.ts'
import type { Failure, Findings } from '../../server/features/jobs/rules/next-action.ts'
import { REASON_ROWS } from '../../server/features/jobs/rules/reasons.ts'
import { announceRemoval, markRemoved, openRemovals } from '../../server/features/results/rows/removals.ts'
import {
  dutchDate,
  earliestStart,
  NEXT_ACTION_REASONS,
  type NextActionReason,
} from '../../server/features/vocabulary.ts'
import { openStore, type Store } from '../../server/platform/database/open.ts'
import type { WaitReason } from '../../server/platform/refusal.ts'
import { isMoving, type JobState, MOVING_JOBS, type PartState } from '../../server/registry/klic.ts'
import { translate } from '../../server/texts/texts.ts'
import { noBrowser, startBrowser } from '../support/browser.ts'
import { holdWorker, releaseWorker } from '../support/hold-worker.ts'
import { asWindow, RealServer } from '../support/real-server.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { hasValue } from '../support/waits.ts'

const en = translate('en')
const nl = translate('nl')

const ring = (x: number, y: number, width: number, height: number) => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
  [x, y],
]
const square = { type: 'Polygon', coordinates: [ring(155_000, 390_000, 40, 40)] }
/** Two GRAAF notifications. */
const trench = { type: 'Polygon', coordinates: [ring(155_000, 390_000, 700, 20)] }
const workingDayAhead = (): string => {
  const day = new Date(Date.now() + 7 * 86_400_000)
  while ([0, 6].includes(day.getUTCDay())) day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10)
}
const LONG_AGO = '2026-01-01T00:00:00.000Z'
/** Slower than any test: the registry's clock only goes when it is stepped. */
const STANDING = 0.01
/** Of the registry, after which an order that stands is known and not judged: 10 minutes until the one, 100 until the other. */
const KNOWN_MS = 20 * 60_000

const CHANGED = ['registry.environment', 'registry.contact', 'billing.mode', 'billing.relation_number']
/** Whether it is filed nobody knows: the registry has not judged it, or was not understood. */
const UNKNOWN: readonly NextActionReason[] = [
  ...(['sending', 'outcome_unknown', 'judging', 'registry_undecided', 'answer_unusable'] as const),
]
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const dayIn = (language: 'nl' | 'en', day: string): string =>
  new Intl.DateTimeFormat(language === 'nl' ? 'nl-NL' : 'en-GB', DAY).format(new Date(day))

const errors = (code: string) => JSON.stringify([{ severity: 'ERROR', code, message: code, pointer: null }])

describe('what comes next', { skip: noBrowser, timeout: SUITE_MS }, () => {
  const server = new RealServer()
  let browser: Browser
  let store: Store
  let session: Awaited<ReturnType<typeof asWindow>>
  let customary: Record<string, unknown> = {}
  const pages = {} as Record<'nl' | 'en', Page>

  const sim = async (what: string, body: object) => {
    const answer = await server.control(what, body)
    assert.equal(answer.status, 200, await answer.text())
  }
  const dashboard = async (method: string, path: string, body: unknown) => {
    const { below, headers } = session
    const answer = await fetch(`${below}${path}`, { method, headers, body: JSON.stringify(body) })
    assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`)
  }
  const set = (settings: object) => dashboard('PUT', '/settings', settings)
  let no = 0
  const make = async (more: object = {}, scene = ''): Promise<string> => {
    const reference = `${scene} job ${++no}`.trim()
    const body = { geometry: square, klic_type: 'ORIENT', reference, ...more }
    const { status, json } = await server.post('/jobs', body)
    assert.ok(status < 300, JSON.stringify(json))
    return json.job_id
  }
  const filed = (scene = '', more: object = {}) => make({ submit: true, ...more }, scene)
  const become = async (jobId: string, reason: NextActionReason) => {
    await until(async () => (await server.job(jobId)).next_action_reason === reason)
    return jobId
  }
  /** Filed before all else, each brought to its end by the worker: what is said of them is said of what it made. */
  const made = { ready: '', twoParts: '', removed: '', standing: '' }
  type Row = { job: Record<string, unknown>; parts: Record<string, unknown>[] }
  const asMade = new Map<string, Row>()
  const takeDown = async (jobId: string): Promise<string> => {
    const job = await store.db.selectFrom('job').selectAll().where('id', '=', jobId).executeTakeFirstOrThrow()
    const parts = await store.db.selectFrom('part').selectAll().where('job_id', '=', jobId).execute()
    asMade.set(jobId, { job, parts })
    return jobId
  }
  const putBack = async (): Promise<void> => {
    await store.db.deleteFrom('delivery').where('id', '=', 'dlv_later').execute()
    // Nothing else is to move on beside the next.
    const own = [...asMade.keys()]
    await store.db
      .updateTable('job')
      .set({ status: 'failed' })
      .where('status', 'in', MOVING_JOBS)
      .where('id', 'not in', own)
      .execute()
    for (const { job, parts } of asMade.values()) {
      const { id, merging, ...row } = job
      await store.db
        .updateTable('job')
        .set(row)
        .where('id', '=', id as string)
        .execute()
      for (const { id: part, ...rest } of parts) {
        await store.db
          .updateTable('part')
          .set(rest)
          .where('id', '=', part as string)
          .execute()
      }
    }
  }
  const ended = () => Promise.resolve(made.ready)
  const twoParts = () => Promise.resolve(made.twoParts)
  const change = (jobId: string, to: object) => store.db.updateTable('job').set(to).where('id', '=', jobId).execute()
  const partsOf = (jobId: string) =>
    store.db.selectFrom('part').select('id').where('job_id', '=', jobId).orderBy('part_no').execute()
  const lastPart = async (jobId: string, to: object) => {
    const part = (await partsOf(jobId)).at(-1)!
    await store.db.updateTable('part').set(to).where('id', '=', part.id).execute()
    return jobId
  }
  /** A job that the registry has filed, as it was on the way: the worker is held, and would find it delivered. */
  const backTo = async (status: JobState, part: PartState, of?: string) => {
    const jobId = of ?? made.ready
    await freeze()
    await change(jobId, { status, ready_at: null, revision: 0 })
    await store.db.updateTable('part').set({ status: part }).where('job_id', '=', jobId).execute()
    return jobId
  }
  /** A result in which this was found. */
  const finding = async (found: Partial<Findings>, more: object = {}) => {
    const jobId = await ended()
    const findings: Findings = { silent: [], careful: [], precautions: 0, isEmpty: false, ...found }
    await change(jobId, { findings: JSON.stringify(findings), ...more })
    return jobId
  }
  const freeze = () => holdWorker(server)
  const thaw = () => releaseWorker(server)
  const waiting = (why: WaitReason) => async () => {
    await freeze()
    const jobId = made.standing
    await recordWaiting(store, jobId, why, new Date().toISOString())
    return jobId
  }
  const stopped = (reason: Failure['reason']) => async () => {
    await failJob(store, made.standing, { reason })
    return made.standing
  }
  const SCENES = new Map<string, string>()
  const scene = (name: string) => () => Promise.resolve(SCENES.get(name)!)
  const refused = (code: string) => scene(`SIM:reject:${code}`)
  const PREPARED = [
    ...['SIM:empty', 'SIM:safety'],
    ...['COR9003', 'COR0898', 'COR9005', 'COR9004', 'COR1212', 'COR1021', 'GEO0025', 'COR0309', 'COR0193'].map(
      (code) => `SIM:reject:${code}`,
    ),
  ]
  const graaf = { klic_type: 'GRAAF', geometry: square }

  /** Each makes a job that has the reason, or will have it soon. */
  const CASES: Record<NextActionReason, () => Promise<string>> = {
    quote_open: () => make(),
    quote_expired: async () => {
      const jobId = await make()
      await change(jobId, { quote_expires_at: LONG_AGO })
      return jobId
    },
    billing_missing: async () => {
      await set({ 'billing.mode': null, 'billing.relation_number': null })
      return make()
    },
    invoice_not_arranged: async () => {
      await set({ 'billing.mode': 'invoice' })
      return make()
    },
    start_date_missing: () => make(graaf),
    start_date_invalid: async () => {
      const jobId = await make({ ...graaf, start_date: workingDayAhead() })
      await change(jobId, { start_date: '2026-01-05' })
      return jobId
    },
    input_incomplete: () => make({ address: { street: 'Dorpsstraat', city: 'Nergenshuizen' } }),
    queued: async () => {
      await freeze()
      return filed()
    },
    sending: async () => {
      await freeze()
      const jobId = await filed()
      const [part] = await partsOf(jobId)
      const at = new Date().toISOString()
      const order = { id: 'reg_sending', jobId, orderIndex: 0, attempt: 1, postId: crypto.randomUUID(), at }
      await prepareOrder(store, {
        ...order,
        body: '{}',
        bodySha256: '',
        positions: new Map([[part!.id, '0000000010']]),
      })
      await beginSending(store, order.id, at)
      return jobId
    },
    outcome_unknown: async () => {
      await sim('down', { answers: 1e6 })
      return filed()
    },
    // Not the one that stands since the beginning: it may have asked while the registry was down.
    judging: () => filed(),
    registry_undecided: async () => {
      await sim('clock', { factor: 240 })
      return filed('SIM:mislukt')
    },
    host_not_allowed: async () => {
      await sim('clock', { factor: 60 })
      return filed('SIM:host')
    },
    answer_unusable: async () => {
      // The first three answers, with growing pauses between.
      await sim('clock', { factor: STANDING })
      const jobId = await become(await filed('SIM:odd202'), 'answer_unusable')
      // The fourth is one that can be used.
      await freeze()
      return jobId
    },
    filed_unnamed: async () => {
      await sim('clock', { factor: 60 })
      return filed('SIM:noids')
    },
    filed: () => backTo('submitted', 'in_production'),
    filed_in_part: async () => {
      const jobId = await backTo('submitted', 'in_production', await twoParts())
      return lastPart(jobId, { status: 'rejected' })
    },
    partly_delivered: () => backTo('partially_delivered', 'partially_delivered'),
    delivery_late: async () => {
      await sim('clock', { factor: 240 })
      return filed('SIM:deadlink')
    },
    delivery_link_ends: async () => {
      await sim('clock', { factor: 240 })
      const jobId = await become(await filed('SIM:deadlink'), 'delivery_late')
      await freeze()
      const [part] = await partsOf(jobId)
      // Made weeks ago.
      const composed = new Date(Date.now() - 25 * 86_400_000).toISOString()
      await store.db.updateTable('delivery').set({ composed_at: composed }).where('part_id', '=', part!.id).execute()
      return jobId
    },
    merging: async () => {
      const jobId = await ended()
      await freeze()
      await change(jobId, { status: 'processing', revision: 0 })
      return jobId
    },
    merging_later_delivery: async () => {
      const jobId = await ended()
      await freeze()
      await change(jobId, { status: 'processing' })
      return jobId
    },
    worker_stopped: async () => {
      await freeze()
      const jobId = await filed()
      await change(jobId, { submitted_at: LONG_AGO })
      await store.db.updateTable('worker').set({ seen_at: LONG_AGO }).execute()
      return jobId
    },
    registry_unreachable: async () => {
      await sim('down', { answers: 1e6 })
      return made.standing
    },
    registry_not_ready: waiting('not_ready'),
    credentials_missing: async () => {
      const jobId = await make()
      await set({ 'registry.environment': 'eto' })
      // As the person: the key is the simulator's, and files nothing elsewhere.
      await dashboard('POST', `/jobs/${jobId}/submit`, {})
      return jobId
    },
    login_required: waiting('login_required'),
    access_refused: waiting('access_refused'),
    storage_unreachable: waiting('storage_unreachable'),
    disk_full: waiting('disk_full'),
    busy: waiting('busy'),
    ready: () => finding({}),
    ready_precautions: () => finding({ careful: ['Gasbedrijf'], precautions: 1 }),
    ready_silent: () => finding({ silent: ['Glasvezel'] }),
    ready_fictitious: () => finding({ fictitious: 3 }),
    ready_empty: scene('SIM:empty'),
    ready_supplemented: () => finding({}, { revision: 2 }),
    ready_later_late: async () => {
      const jobId = await ended()
      await freeze()
      const [part] = await partsOf(jobId)
      const later = { id: 'dlv_later', sequence: 2, complete: true, composedAt: new Date().toISOString() }
      await insertNewDeliveries(store, part!.id, [later])
      await recordLinkFailure(store, later.id, { kind: 'link', since: later.composedAt })
      return jobId
    },
    ready_later_missing: async () => {
      const jobId = await ended()
      await freeze()
      const [part] = await partsOf(jobId)
      const later = { id: 'dlv_later', sequence: 2, complete: true, composedAt: new Date().toISOString() }
      await insertNewDeliveries(store, part!.id, [later])
      await recordUnreadable(store, later.id, 'It is no delivery.', errors('DELIVERY_UNREADABLE'))
      return jobId
    },
    files_removed: async () => {
      const jobId = made.removed
      const companyId = (await store.db.selectFrom('company').select('id').executeTakeFirstOrThrow()).id
      const at = new Date().toISOString()
      const event = { id: 'evt_removed', companyId, jobId, type: 'files.expiring' as const, data: {}, at, target: null }
      await announceRemoval(store, { jobId, what: 'results', reason: 'age', at, dueAt: at, message: '', event })
      const [removal] = await openRemovals(store.db, companyId)
      assert.ok(await markRemoved(store, removal!, at))
      return jobId
    },
    incomplete_safety_area: scene('SIM:safety'),
    incomplete_refused: async () => {
      const jobId = await twoParts()
      await change(jobId, { status: 'ready_incomplete' })
      return lastPart(jobId, { status: 'rejected' })
    },
    incomplete_not_delivered: async () => {
      const jobId = await twoParts()
      await change(jobId, { status: 'ready_incomplete' })
      return lastPart(jobId, { status: 'failed', errors: errors('NOT_DELIVERED') })
    },
    incomplete_unreadable: async () => {
      const jobId = await twoParts()
      await change(jobId, { status: 'ready_incomplete' })
      return lastPart(jobId, { status: 'failed', errors: errors('DELIVERY_UNREADABLE') })
    },
    incomplete_too_long: async () => {
      const jobId = await twoParts()
      await change(jobId, { status: 'ready_incomplete' })
      return lastPart(jobId, { status: 'failed', errors: errors('TOOK_TOO_LONG') })
    },
    refused_login: refused('COR9003'),
    refused_relation_number: refused('COR0898'),
    refused_blocked: refused('COR9005'),
    refused_mandate: refused('COR9004'),
    refused_invoice_reference: refused('COR1212'),
    refused_right: refused('COR1021'),
    refused_area: refused('GEO0025'),
    refused_address: refused('COR0309'),
    refused_details: refused('COR0193'),
    failed_settings: async () => {
      await freeze()
      const jobId = await filed()
      await store.db.deleteFrom('setting').where('name', '=', 'registry.contact').execute()
      thaw()
      return jobId
    },
    failed_filing: stopped('failed_filing'),
    failed_following: stopped('failed_following'),
    failed_reading: stopped('failed_reading'),
    failed_merging: stopped('failed_merging'),
    failed_too_long: stopped('failed_too_long'),
    failed_no_delivery: async () => {
      // Filed, and nothing has come of it.
      const jobId = await backTo('submitted', 'in_production', made.standing)
      const [part] = await partsOf(jobId)
      await endPart(store, part!.id, 'failed', errors('NOT_DELIVERED'))
      thaw()
      return jobId
    },
    failed_import: async () => {
      const jobId = await stopped('failed_reading')()
      await change(jobId, { source: 'imported' })
      return jobId
    },
    failed_closed_at_office: async () => {
      const jobId = await make()
      await change(jobId, {
        status: 'failed',
        failure: JSON.stringify({ reason: 'failed_closed_at_office', office: 'https://klic.office.example' }),
      })
      return jobId
    },
  }

  const read = async (page: Page, jobId: string): Promise<{ sentence: string; pill: string } | undefined> => {
    const sentence = page.locator(`.next-step[data-job="${jobId}"] > [role=status]`)
    if ((await sentence.count()) === 0) return undefined
    return { sentence: await sentence.innerText(), pill: await page.locator('.panel-head .pill').innerText() }
  }
  /** What the page says of it in the end: one that showed the job before first says what it knew. */
  const show = async (page: Page, jobId: string, wanted: { sentence: string; pill: string }): Promise<void> => {
    // As the window goes to a job by itself; what stands in quotes runs there.
    const go = (to: string) =>
      page.evaluate(`history.pushState(null, '', '${to}'); dispatchEvent(new PopStateEvent('popstate'))`)
    await go('/')
    await go(`/?job=${jobId}`)
    let said: Awaited<ReturnType<typeof read>>
    await until(async () => {
      said = await read(page, jobId)
      return isDeepStrictEqual(said, wanted)
    }).catch(() => assert.deepEqual(said, wanted))
  }
  /** What can be pressed beside the sentence: nothing that the server would refuse as things are. */
  const offered = (reason: NextActionReason): ('changeAsNew' | 'submit' | 'retry' | 'correct')[] => {
    if (/^(quote_|billing_|invoice_|start_date_)/.test(reason)) return ['changeAsNew', 'submit']
    if (reason === 'input_incomplete') return ['changeAsNew']
    if (reason === 'failed_closed_at_office') return []
    if (reason === 'incomplete_too_long') return ['retry']
    if (reason.startsWith('refused_')) return ['correct']
    return reason.startsWith('failed_') ? ['retry'] : []
  }
  /** What leads elsewhere in the window is no act on the job. */
  const actsOf = async (page: Page) =>
    (await page.locator('.next-step .act').allInnerTexts()).filter(
      (text) =>
        text !== nl('area.toSettings') &&
        text !== nl('result.whatIsNew') &&
        text !== nl('result.readFirst', { n: Number.parseInt(text.replace(/\D+/, ''), 10) }),
    )

  /** What a sentence must not say of a job of which the registry has filed something, or nothing. */
  const UNTRUE = {
    nothing: { nl: /^Ingediend|(is|zijn) ingediend[.:]|De meldingen zijn/, en: /^Submitted:|are submitted[.:]/ },
    something: { nl: /niets ingediend|nog niet ingediend/, en: /[Nn]othing has been submitted|not submitted yet/ },
  }

  before(async () => {
    await server.open()
    await until(() => server.simulatorUrl !== undefined)
    session = await asWindow(server)
    const settings = await fetch(`${session.below}/settings`, { headers: session.headers })
    const known = (await settings.json()) as Record<string, unknown>
    customary = Object.fromEntries(CHANGED.map((name) => [name, known[name]]))
    store = await openStore(join(server.dataDir, 'app.db'))
    // All at once: the worker has slots for them.
    const trenchToDig = { geometry: trench, klic_type: 'GRAAF', start_date: workingDayAhead() }
    made.ready = await filed()
    made.removed = await filed()
    made.twoParts = await filed('', trenchToDig)
    for (const name of PREPARED) SCENES.set(name, await filed(name))
    for (const jobId of [made.ready, made.removed, made.twoParts]) {
      await until(async () => (await server.job(jobId)).status === 'ready')
    }
    for (const jobId of SCENES.values()) {
      await until(async () => !isMoving((await server.job(jobId)).status))
    }
    await sim('clock', { factor: STANDING })
    made.standing = await become(await filed(), 'judging')
    // An order that the registry does not know yet is sent again at every twentieth time of asking. Were the registry down at
    // just that moment, what became of it would be unknown, and it would be no order that waits for a registry out of reach.
    await sim('clock', { stepMs: KNOWN_MS })
    for (const jobId of Object.values(made)) await takeDown(jobId)
    browser = await startBrowser({ withMap: false })
    for (const [language, locale] of [
      ['nl', 'nl-NL'],
      ['en', 'en-GB'],
    ] as const) {
      const page = await browser.newPage({ locale, viewport: { width: 1280, height: 720 } })
      await page.goto(`${server.ready.base_url}/#token=${await server.token()}`)
      await page.locator('.new-area').waitFor()
      pages[language] = page
    }
  })
  after(async () => {
    await browser?.close()
    await store?.close()
    await server.close()
  })

  for (const reason of NEXT_ACTION_REASONS) {
    test(`${reason} is said in both languages`, async () => {
      try {
        const jobId = await become(await CASES[reason](), reason)
        const job = await server.job(jobId)
        assert.equal(job.next_action, REASON_ROWS[reason].action)
        const { orders } = await server.ledger()
        const own = orders.filter(({ reference, verdict }) => reference === job.reference && verdict === 'accepted')
        // What the registry has taken and not judged yet is not filed, as far as anybody knows.
        const isFiled = own.length > 0 && !UNKNOWN.includes(reason)
        for (const [language, t] of [
          ['nl', nl],
          ['en', en],
        ] as const) {
          const wanted = {
            sentence: t(
              `reason.${reason}`,
              reasonValues(job.next_action_params, language, (day) => dayIn(language, day)),
            ),
            // Of a notification to dig the head answers first whether one may dig.
            pill: saysDigFirst(job) ? t(`digging.chip.${job.dig_status.answer}`) : t(`pill.${reason}`),
          }
          await show(pages[language], jobId, wanted)
          assert.equal((await server.job(jobId)).next_action_reason, reason, 'it has gone on meanwhile')
          assert.doesNotMatch(wanted.sentence, /(registry|billing)\.\w/, 'names a setting as programs do')
          assert.doesNotMatch(wanted.sentence, UNTRUE[isFiled ? 'something' : 'nothing'][language])
        }
        if (reason === 'files_removed') {
          await pages.nl.getByText(nl('result.filesGone')).waitFor()
          assert.equal(
            await pages.nl.getByText(nl('result.mapFailed')).count(),
            0,
            'a map that is gone is not one that failed',
          )
        }
        const acts = offered(reason).map((each) => nl(`job.${each}`))
        if (reason === 'start_date_missing') {
          const wait = { 'digging.wait_working_days': 3 }
          acts.unshift(nl('area.startFrom', { from: dayIn('nl', earliestStart(dutchDate(Date.now()), wait)) }))
        }
        assert.deepEqual(await actsOf(pages.nl), acts)
      } finally {
        await putBack()
        thaw()
        await sim('down', { answers: 0 })
        await sim('clock', { factor: STANDING })
        await set(customary)
      }
    })
  }

  test('a quote whose area is forgotten is drawn again, not submitted, and opens no rectangle', async () => {
    const { nl: page } = pages
    const jobId = await make({ reference: 'Lang geleden' })
    await change(jobId, { quote_expires_at: LONG_AGO, kept_bytes: 0 })
    const wanted = {
      sentence: nl('reason.quote_expired', reasonValues({ area_gone: true }, 'nl', String)),
      pill: nl('pill.quote_expired'),
    }
    await show(page, jobId, wanted)
    assert.deepEqual(await actsOf(page), [nl('job.drawAgain')])
    await page.getByRole('button', { name: nl('job.drawAgain') }).click()
    await page.getByText(nl('area.emptyHint', { formats: areaFormatsIn(nl('area.or')) })).waitFor()
    await hasValue(page.getByLabel(nl('area.reference')), 'Lang geleden')
  })
})
