/** Findings from the site: handed in as a file or by the link, they count once a user has accepted them. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { filesInZip } from '../../server/exports/formats/zip-file.ts'
import { Log } from '../../server/features/projects/schema.ts'
import { NewSiteLink } from '../../server/features/site-package/schema.ts'
import { findingsReader } from '../../server/features/trenches/findings-reader.ts'
import {
  Finding,
  type FindingsFile,
  type SiteFinding,
  type TakenFindings,
  type TrenchPlanView,
} from '../../server/features/trenches/schema.ts'
import {
  FINDINGS_FORMAT,
  MAX_FILE_FINDINGS,
  MAX_FINDING_PHOTO_BYTES,
  MAX_FINDINGS_BYTES,
  MAX_LINK_FINDINGS_BYTES,
  MAX_PROPOSALS,
} from '../../server/imkl/model/findings-file.ts'
import { MAX_TRENCH_FINDINGS } from '../../server/platform/limits.ts'
import { pointers, refused, shown } from '../support/api-world.ts'
import { cage } from '../support/caged.ts'
import { aPng, JPEG, withExif } from '../support/photos.ts'
import { LINES, planning, TODAY, WORKS } from '../support/planned-job.ts'

const MARK = 'GPS-SECRET 52.1N 5.3E Jan de Vries'
const TAKEN = withExif(JPEG, 'II', 1, MARK)
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const found = (n: number, more: Partial<SiteFinding> = {}): SiteFinding => ({
  ...{ id: uuid(n), kind: 'found', feature_id: 'gas', trench: 1, offset_m: 0.2, depth_m: 0.8 },
  ...{ found_on: TODAY, remark: null, photo: null, ...more },
})
const unknown = (n: number, more: Partial<SiteFinding> = {}) =>
  found(n, { kind: 'unknown_line', feature_id: null, offset_m: null, ...more })

/** A job with a stored plan, a link for its site, and a crew that hands in. */
async function onSite(t: TestContext) {
  const planned = await planning(t, LINES, { isLocal: false })
  const { world, window, job_id, path, put } = planned
  await put({ works: WORKS })
  const fileOf = (findings: readonly object[], more: Partial<FindingsFile> = {}): string =>
    JSON.stringify({ format: FINDINGS_FORMAT, job_id, plan_revision: 1, findings, ...more })
  const post = (raw: string) => window(`${path}/proposals`, { method: 'POST', raw })
  const handIn = async (...findings: SiteFinding[]) => {
    const reply = await post(fileOf(findings))
    assert.equal(reply.status, 200, reply.text)
    return reply.json as TakenFindings
  }
  const judge = (how: 'accept' | 'reject', ...finding_ids: string[]) =>
    window(`${path}/proposals/${how}`, { method: 'POST', body: { finding_ids } })
  const links = `/jobs/${job_id}/site-links`
  const made = shown(NewSiteLink, await window(links, { method: 'POST', body: { name: 'Jan', days: 14 } }), 201)
  const secret = new URL(made.address).pathname
  const byLink = (raw: string, headers: Record<string, string> = {}) =>
    world.ask(`${secret}findings`, { key: null, method: 'POST', raw, headers })
  const photo = (id: string) =>
    fetch(`${world.baseUrl}/dashboard/api${path}/findings/${id}/photo`, {
      headers: { cookie: planned.cookie },
    })
  const log = async (...acts: string[]) =>
    shown(Log, await window(`/jobs/${job_id}/log`)).data.filter(({ act }) => acts.includes(act))
  const files = () => {
    const below = join(world.dataDir, 'projects', job_id)
    return existsSync(below) ? readdirSync(below) : []
  }
  const revoke = () => window(`${links}/${made.link_id}`, { method: 'DELETE' })
  return { ...planned, fileOf, post, handIn, judge, byLink, photo, log, files, revoke }
}

const statesOf = ({ rows }: TrenchPlanView) => Object.fromEntries(rows.map(({ id, state }) => [id, state]))
const idsOf = ({ proposals }: TrenchPlanView) => proposals.map(({ finding_id }) => finding_id)

test('a finding from a file counts once a user accepts it; handed in twice it is one', async (t) => {
  const { handIn, judge, plan, log, reason, world } = await onSite(t)
  const given = [found(1, { photo: TAKEN.toString('base64'), remark: 'PE 110' }), unknown(2)]
  assert.deepEqual(await handIn(...given, given[0]!), { added: 2, known: 1, without_photo: 0 })
  assert.deepEqual(await handIn(...given), { added: 0, known: 2, without_photo: 0 })
  const before = await plan()
  assert.deepEqual([before.findings, before.totals.open, before.proposals.length], [[], 3, 2])
  const [first, second] = before.proposals
  assert.deepEqual([first!.photo, first!.remark, first!.misfit, first!.must_report], [true, 'PE 110', null, false])
  assert.deepEqual([second!.photo, second!.must_report], [false, true])
  assert.equal(first!.handed_in_by, 'window')
  assert.equal((await reason())?.count, 3)

  world.pass(60_000)
  assert.equal((await judge('accept', first!.finding_id)).status, 204)
  const after = await plan()
  assert.deepEqual(statesOf(after), { gas: 'found', water: 'open', power: 'open' })
  assert.deepEqual([after.totals.open, idsOf(after)], [2, [second!.finding_id]])
  const { misfit: _, at, ...waited } = first!
  const [recorded] = after.findings
  assert.ok(recorded!.at > at)
  assert.deepEqual({ ...recorded, at }, { ...waited, at })
  assert.equal((await reason())?.count, 2)
  assert.deepEqual(await handIn(...given), { added: 0, known: 2, without_photo: 0 })
  refused(await judge('accept', first!.finding_id), 404, 'NOT_FOUND')

  const [proposed, accepted] = await log('finding.proposed', 'finding.recorded')
  assert.deepEqual(
    [proposed!.data.added, proposed!.data.plan_revision, proposed!.data.handed_in_by],
    [2, 1, first!.handed_in_by],
  )
  const said = accepted!.data as Record<string, unknown>
  assert.deepEqual([said.site_id, said.handed_in_by], [uuid(1), first!.handed_in_by])
  assert.equal((said.photo as { given_sha256: string }).given_sha256, sha256(TAKEN))
})

test('a finding that is accepted later than another of its line is the newest', async (t) => {
  const { handIn, find, judge, plan, world } = await onSite(t)
  await handIn(found(1, { kind: 'not_found', offset_m: null, depth_m: null }))
  world.pass(60_000)
  await find({ feature_id: 'gas' })
  assert.equal(statesOf(await plan()).gas, 'found')
  world.pass(60_000)
  await judge('accept', ...idsOf(await plan()))
  assert.equal(statesOf(await plan()).gas, 'not_found')
})

test('a rejected finding goes with its photo, and does not come back; so does one that was removed', async (t) => {
  const { window, path, handIn, judge, plan, photo, log, files } = await onSite(t)
  const given = [1, 2].map((n) => unknown(n, { photo: aPng().toString('base64') }))
  await handIn(...given)
  const [first, second] = idsOf(await plan())
  assert.equal(files().length, 2)
  assert.equal((await judge('reject', first!)).status, 204)
  assert.deepEqual([idsOf(await plan()), files().length, (await photo(first!)).status], [[second], 1, 404])
  await judge('accept', second!)
  assert.equal((await window(`${path}/findings/${second}`, { method: 'DELETE' })).status, 204)
  assert.deepEqual([(await plan()).findings, files()], [[], []])
  assert.deepEqual(await handIn(...given), { added: 0, known: 2, without_photo: 0 })
  assert.deepEqual((await plan()).proposals, [])
  const [rejected] = await log('finding.rejected')
  assert.deepEqual([rejected!.data.finding_id, rejected!.data.site_id], [first, uuid(1)])
})

test('a photo is kept without its metadata, and what is no photo leaves its finding', async (t) => {
  const { handIn, plan, photo, judge, world, window, path } = await onSite(t)
  const large = Buffer.concat([JPEG, Buffer.alloc(MAX_FINDING_PHOTO_BYTES)])
  const given = [TAKEN, aPng(), large, Buffer.from('<svg/>'), Buffer.alloc(0)]
  const findings = given.map((bytes, i) => unknown(i, { photo: bytes.toString('base64') }))
  assert.deepEqual(await handIn(...findings), { added: 5, known: 0, without_photo: 3 })
  const { proposals } = await plan()
  assert.deepEqual(
    proposals.map((each) => each.photo),
    [true, true, false, false, false],
  )
  const [first, second] = proposals
  for (const [id, type] of [
    [first!.finding_id, 'image/jpeg'],
    [second!.finding_id, 'image/png'],
  ] as const) {
    const reply = await photo(id)
    assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, type])
    assert.ok(!Buffer.from(await reply.arrayBuffer()).includes(MARK))
  }
  assert.equal((await photo(proposals[2]!.finding_id)).status, 404)
  const { window: theirs } = await world.signIn(await world.company())
  refused(await theirs(`${path}/findings/${first!.finding_id}/photo`), 404, 'NOT_FOUND')
  await judge('accept', first!.finding_id)
  assert.equal((await photo(first!.finding_id)).status, 200)
  assert.equal((await window(path, { method: 'DELETE' })).status, 204)
  assert.equal((await photo(first!.finding_id)).status, 404)
})

test('a user puts a photo with a finding, and another in its place', async (t) => {
  const { window, path, find, plan, photo, files, log, handIn } = await onSite(t)
  const { finding_id } = shown(Finding, await find({ feature_id: 'gas' }), 201)
  const putPhoto = (id: string, raw: Uint8Array) => window(`${path}/findings/${id}/photo`, { method: 'PUT', raw })
  refused(await putPhoto(finding_id, Buffer.from('no photo')), 422, 'VALIDATION_FAILED')
  assert.equal((await photo(finding_id)).status, 404)
  assert.equal((await putPhoto(finding_id, TAKEN)).status, 204)
  assert.equal((await plan()).findings[0]!.photo, true)
  assert.equal((await putPhoto(finding_id, aPng())).status, 204)
  assert.deepEqual([(await photo(finding_id)).headers.get('content-type'), files().length], ['image/png', 1])
  assert.deepEqual(
    (await log('finding.photographed')).map(({ data }) => data.given_sha256),
    [sha256(TAKEN), sha256(aPng())],
  )
  await handIn(unknown(1))
  const [waiting] = idsOf(await plan())
  refused(await putPhoto(waiting!, aPng()), 404, 'NOT_FOUND')
})

test('a file that is none, or has a wrong finding, is refused with what is wrong and where', async (t) => {
  const { post, fileOf, plan, files } = await onSite(t)
  const photo = aPng().toString('base64')
  const many = Array.from({ length: MAX_FILE_FINDINGS + 1 }, (_, i) => found(i))
  for (const [raw, pointer] of [
    ['', ''],
    ['no JSON', ''],
    ['null', ''],
    [`"\\ud800"`, ''],
    [`${'['.repeat(200_000)}`, ''],
    [`${'['.repeat(200_000)}${']'.repeat(200_000)}`, ''],
    [fileOf([found(1)], { format: 'klic-findings-2' as never }), '/format'],
    [fileOf([]), '/findings'],
    [fileOf(many), '/findings'],
    [fileOf([{ ...found(1), extra: 1 }]), '/findings/0/extra'],
    [fileOf([found(1), { ...found(2), id: '../../app.db' }]), '/findings/1/id'],
    [fileOf([found(1, { photo }), found(2, { kind: 'elsewhere', offset_m: null })]), '/findings/1/offset_m'],
    [fileOf([found(1), found(2, { feature_id: null })]), '/findings/1/feature_id'],
    [fileOf([found(1), found(2, { found_on: '2026-02-30' })]), '/findings/1/found_on'],
    [fileOf([found(1), found(2, { found_on: '2026-03-07' })]), '/findings/1/found_on'],
    [fileOf([found(1)], { job_id: 'job_other' }), '/job_id'],
  ] as const) {
    const complaints = pointers(refused(await post(raw), 422, 'VALIDATION_FAILED'))
    assert.deepEqual(complaints, [pointer], raw.slice(0, 100))
  }
  const large = fileOf([found(1, { remark: 'x'.repeat(MAX_FINDINGS_BYTES) })])
  refused(await post(large), 413, 'PAYLOAD_TOO_LARGE')
  assert.deepEqual([(await plan()).proposals, files()], [[], []])
})

test('a file that takes too long is given up, and nothing of it is kept', async (t) => {
  const { world, post, fileOf, plan } = await onSite(t)
  Object.assign(world.services, { readFindings: findingsReader(cage, 1) })
  const { message } = refused(await post(fileOf([found(1)])), 422, 'VALIDATION_FAILED')
  assert.match(message, /could not be read in time/)
  assert.deepEqual((await plan()).proposals, [])
  assert.deepEqual(
    readdirSync(join(world.dataDir, 'tmp')).filter((name) => name.startsWith('fnd_')),
    [],
  )
})

test('a finding of a line that the plan has no longer is shown, and all that is accepted with it is refused', async (t) => {
  const { handIn, judge, plan, deliver } = await onSite(t)
  await handIn(found(1, { feature_id: 'water' }), found(2), unknown(3, { trench: 9 }))
  const { water: _, ...left } = LINES
  await deliver(2, left)
  const { proposals } = await plan()
  assert.deepEqual(
    proposals.map(({ misfit }) => misfit),
    ['NO_SUCH_ROW', null, 'NO_SUCH_TRENCH'],
  )
  const ids = idsOf(await plan())
  const problem = refused(await judge('accept', ids[1]!, ids[0]!, ids[2]!), 422, 'VALIDATION_FAILED')
  assert.deepEqual(pointers(problem), ['/finding_ids/1', '/finding_ids/2'])
  assert.deepEqual((await plan()).findings, [])
  refused(await judge('accept', ids[1]!, 'fnd_none'), 404, 'NOT_FOUND')
  assert.equal((await judge('accept', ids[1]!)).status, 204)
  assert.deepEqual(statesOf(await plan()), { gas: 'found', power: 'open' })
})

test('who has the link hands in, and nothing but the link counts', async (t) => {
  const { byLink, fileOf, plan, log, judge, revoke, window, path, job_id, world, cookie } = await onSite(t)
  const file = fileOf([found(1, { photo: TAKEN.toString('base64') })])
  const first = await byLink(file)
  assert.deepEqual([first.status, first.json], [200, { taken: 1 }])
  assert.deepEqual((await byLink(file)).json, { taken: 1 })
  const [proposal] = (await plan()).proposals
  assert.deepEqual([proposal!.handed_in_by, proposal!.photo], ['link:Jan', true])
  assert.equal((await log('finding.proposed')).length, 1)
  await judge('accept', proposal!.finding_id)
  const [recorded] = (await plan()).findings
  assert.deepEqual([recorded!.handed_in_by, recorded!.actor], ['link:Jan', 'window'])
  refused(await byLink(fileOf([found(2)], { job_id: 'job_other' })), 422, 'VALIDATION_FAILED')
  const large = fileOf([found(2, { remark: 'x'.repeat(MAX_LINK_FINDINGS_BYTES) })])
  refused(await byLink(large), 413, 'PAYLOAD_TOO_LARGE')

  await revoke()
  refused(await byLink(file, { cookie }), 404, 'NOT_FOUND')
  await window(path, { method: 'DELETE' })
  const made = await window(`/jobs/${job_id}/site-links`, { method: 'POST', body: { name: 'Piet', days: 1 } })
  const other = new URL(shown(NewSiteLink, made, 201).address).pathname
  const withoutPlan = () => world.ask(`${other}findings`, { key: null, method: 'POST', raw: file })
  refused(await withoutPlan(), 409, 'JOB_STATE_CONFLICT')
  world.pass(86_400_000)
  refused(await withoutPlan(), 404, 'NOT_FOUND')
})

test('a link hands in thirty times a minute', async (t) => {
  const { byLink, fileOf, window, path } = await onSite(t)
  const file = fileOf([found(1)])
  await window(path, { method: 'DELETE' })
  for (let i = 0; i < 30; i++) refused(await byLink(file), 409, 'JOB_STATE_CONFLICT')
  refused(await byLink(file), 429, 'RATE_LIMITED')
})

test('only so many wait, and what is refused leaves no photo', async (t) => {
  const { handIn, post, fileOf, plan, files, judge, byLink, job_id, world } = await onSite(t)
  const all = Array.from({ length: MAX_PROPOSALS - 1 }, (_, i) => unknown(i))
  await handIn(...all)
  const photo = aPng().toString('base64')
  const more = fileOf([MAX_PROPOSALS, MAX_PROPOSALS + 1].map((n) => unknown(n, { photo })))
  const { message } = refused(await byLink(more), 409, 'JOB_STATE_CONFLICT')
  assert.match(message, /500 may.*Ask the office/)
  assert.deepEqual([idsOf(await plan()).length, files()], [MAX_PROPOSALS - 1, []])
  assert.deepEqual((await byLink(fileOf([all[0]!]))).json, { taken: 1 })
  const one = idsOf(await plan())[0]!
  await judge('reject', one)
  await judge('reject', ...idsOf(await plan()).slice(0, 1))
  assert.equal((await post(more)).status, 200)
  assert.equal(files().length, 2)

  const nothing = { feature_id: null, shape: null, trench: null, offset_m: null, depth_m: null, remark: null }
  const own = {
    state: 'accepted' as const,
    site_id: null,
    handed_in_by: null,
    at: new Date(0).toISOString(),
    actor: 'test',
  }
  const rows = Array.from({ length: MAX_TRENCH_FINDINGS }, (_, i) => ({
    ...{ id: `fnd_${i}`, job_id, kind: 'unknown_line' as const, ...nothing, ...own, found_on: TODAY },
  }))
  for (let from = 0; from < rows.length; from += 500)
    await world.store.db
      .insertInto('trench_finding')
      .values(rows.slice(from, from + 500))
      .execute()
  refused(await judge('accept', idsOf(await plan())[0]!), 409, 'JOB_STATE_CONFLICT')
})

test('another company hands in, accepts and rejects nothing', async (t) => {
  const { world, path, handIn, plan, fileOf } = await onSite(t)
  await handIn(found(1))
  const before = await plan()
  const { window: theirs } = await world.signIn(await world.company())
  const calls = [
    [`${path}/proposals`, { method: 'POST', raw: fileOf([found(2)]) }],
    [`${path}/proposals`, {}],
    [`${path}/proposals/accept`, { method: 'POST', body: { finding_ids: idsOf(before) } }],
    [`${path}/proposals/reject`, { method: 'POST', body: { finding_ids: idsOf(before) } }],
  ] as const
  for (const [at, call] of calls) refused(await theirs(at, call), 404, 'NOT_FOUND')
  assert.deepEqual(await plan(), before)
})

test('the dossier has what was accepted with its photo, and nothing of what waits', async (t) => {
  const { world, cookie, job_id, handIn, judge, plan } = await onSite(t)
  await handIn(
    found(1, { photo: TAKEN.toString('base64') }),
    unknown(2, { photo: aPng().toString('base64'), remark: 'WAITS' }),
  )
  const [first] = idsOf(await plan())
  await judge('accept', first!)
  const reply = await fetch(`${world.baseUrl}/dashboard/api/jobs/${job_id}/dossier`, { headers: { cookie } })
  assert.equal(reply.status, 200)
  writeFileSync(join(world.dataDir, 'dossier.zip'), Buffer.from(await reply.arrayBuffer()))
  const photos: string[] = []
  let trenches = ''
  let photo: Buffer = Buffer.alloc(0)
  for await (const { name, chunks } of filesInZip(join(world.dataDir, 'dossier.zip'))) {
    const stream = chunks as AsyncIterable<Uint8Array>
    if (name.includes('finding-photos/')) {
      photos.push(name)
      photo = await buffer(stream)
    }
    if (name.endsWith('data/trenches.json')) trenches = await text(stream)
  }
  const [job] = JSON.parse(trenches).jobs
  assert.deepEqual([job.findings.length, job.photos.length, photos.length], [1, 1, 1])
  const [said] = job.photos
  assert.deepEqual([said.finding_id, said.sha256, said.given_sha256], [first, sha256(photo), sha256(TAKEN)])
  assert.ok(photos[0]!.endsWith(said.path))
  assert.ok(!trenches.includes('WAITS'))
})
