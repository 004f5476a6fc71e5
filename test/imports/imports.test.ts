/** Deliveries that are opened from files: what becomes of each, what it costs, and who sees it. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { JobPage } from '../../server/api/routes.ts'
import { writeZip } from '../../server/exports/formats/zip-file.ts'
import { ImportPlan, ImportResult, SEVERAL_FILES } from '../../server/features/imports/schema.ts'
import { JobMap } from '../../server/features/jobs/dashboard-schema.ts'
import { RequestPage } from '../../server/features/jobs/request-schema.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { Project, ProjectMap } from '../../server/features/projects/schema.ts'
import { openZip } from '../../server/imkl/delivery/zip.ts'
import { MAX_IMPORT_BYTES } from '../../server/imkl/model/found-delivery.ts'
import { openWorld, type Reply, refused, shown, type World } from '../support/api-world.ts'
import { rawZip } from '../support/raw-zip.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'

interface FormFile {
  name: string
  bytes: Buffer
}

let folder: string
let one: FormFile
let later: FormFile
let other: FormFile
let planned: FormFile
let alarm: FormFile
/** Numbered as the first of its notification, and put together after the second */
let newestByDate: FormFile
let invented: FormFile

const given = async (path: string): Promise<FormFile> => ({ name: basename(path), bytes: readFileSync(path) })

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'klic-imports-'))
  const place = [155_000, 390_000, 155_040, 390_040] as const
  const graaf = { klicType: 'GRAAF' } as const
  one = await given(await simulatedDelivery(folder, '26G000001', [...place], graaf))
  later = await given(await simulatedDelivery(folder, '26G000001', [...place], { ...graaf, sequence: 2 }))
  const anew = await given(await simulatedDelivery(folder, '26G000001', [...place], { ...graaf, hours: 9 }))
  newestByDate = { ...anew, name: 'levering.zip' }
  invented = await given(await simulatedDelivery(folder, '99G000001', [...place], graaf))
  other = await given(await simulatedDelivery(folder, '26G000002', [155_060, 390_000, 155_100, 390_040], graaf))
  planned = await given(await simulatedDelivery(folder, '26O000003', [155_060, 390_000, 155_100, 390_040]))
  const danger = { klicType: 'CALAMITEIT' } as const
  alarm = await given(await simulatedDelivery(folder, '26C000004', [155_060, 390_000, 155_100, 390_040], danger))
})
after(() => rm(folder, { recursive: true, force: true }))

const bodyOf = (files: readonly FormFile[]): Buffer =>
  Buffer.concat([
    Buffer.from(`${JSON.stringify(files.map(({ name, bytes }) => ({ name, bytes: bytes.length })))}\n`),
    ...files.map(({ bytes }) => bytes),
  ])

type WindowClient = Awaited<ReturnType<World['signIn']>>['window']
const post = (window: WindowClient, files: readonly FormFile[]): Promise<Reply> =>
  window('/imports', { method: 'POST', raw: bodyOf(files), headers: { 'Content-Type': SEVERAL_FILES } })
const outcomes = ({ files }: Pick<ImportResult, 'files'>) =>
  files.map(({ klic_number, outcome }) => [klic_number, outcome])

async function open(t: Parameters<typeof openWorld>[0]) {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  return { world, window }
}

/** The files of a delivery beside each other, as an unpacked ZIP has them. */
async function unpacked({ name, bytes }: FormFile): Promise<FormFile[]> {
  const path = join(folder, `unpack-${name}`)
  await writeFile(path, bytes)
  const zip = await openZip(path, name)
  const files: FormFile[] = []
  for (const entry of zip.entries) {
    const parts: Uint8Array[] = []
    for await (const chunk of entry.chunks()) parts.push(chunk)
    files.push({ name: `map/${entry.path}`, bytes: Buffer.concat(parts) })
  }
  await zip.close()
  return files
}

test('deliveries become requests with their KLIC numbers and one job that costs nothing and files nothing', async (t) => {
  const { world, window } = await open(t)
  const { job, files } = shown(ImportResult, await post(window, [one, other]), 201)
  assert.deepEqual(outcomes({ files }), [
    ['26G000001', 'imported'],
    ['26G000002', 'imported'],
  ])
  assert.deepEqual([job.source, job.status, job.klic_type, job.submit], ['imported', 'processing', 'GRAAF', false])
  assert.deepEqual([job.next_action, job.next_action_reason], ['wait', 'merging'])
  assert.deepEqual([job.quote.notifications, job.quote.total.amount, job.quote.billed_by], [0, '0.00', null])
  assert.deepEqual([job.submitted_at, job.reference, job.parts.length], [null, 'Proef', 2])
  const [warning] = job.warnings
  assert.equal(warning?.code, 'IMPORTED')
  assert.match(warning.message, /2026-11-20.*20 working days.*current delivery/s)
  const requests = shown(RequestPage, await world.v1('/requests'))
  assert.equal(requests.pagination.total, 2)
  for (const request of requests.data) {
    assert.deepEqual([request.source, request.status, request.submitted_at], ['imported', 'delivered', null])
    assert.equal(request.registry.order_number, '9900000001')
    assert.equal(request.address?.postcode, '5683AC')
  }
  assert.deepEqual(new Set(requests.data.map((each) => each.klic_number)), new Set(['26G000001', '26G000002']))
  const { data: briefs } = shown(JobPage, await world.v1('/jobs'))
  assert.deepEqual(
    briefs.map(({ source }) => source),
    ['imported'],
  )
  const spent = await world.store.db.selectFrom('audit').selectAll().execute()
  assert.deepEqual(spent, [])
  assert.deepEqual(await world.store.db.selectFrom('registry_order').selectAll().execute(), [])
  assert.ok(world.nudges.count > 0)
  const tmp = join(world.dataDir, 'tmp')
  assert.deepEqual(existsSync(tmp) ? readdirSync(tmp) : [], [])
})

test('the map outlines what each delivery was asked for, alone and in a project, and not the ground between them', async (t) => {
  const { window } = await open(t)
  const { job } = shown(ImportResult, await post(window, [one, other]), 201)
  const project = shown(Project, await window('/projects', { method: 'POST', body: { name: 'Weg' } }), 201)
  const of = `/projects/${project.project_id}`
  await window(`${of}/jobs/${job.job_id}`, { method: 'PUT' })
  const { outlines_lnglat: alone } = shown(JobMap, await window(`/jobs/${job.job_id}/map`))
  const [inProject] = shown(ProjectMap, await window(`${of}/map`)).data
  assert.deepEqual(inProject?.outlines_lnglat, alone)
  // Between the two lie 20 m of a street.
  const eastings = alone.map(({ coordinates }) => coordinates[0]!.map(([lng]) => lng!).sort((a, b) => a - b))
  const [west, east] = eastings.sort(([a], [b]) => a! - b!)
  assert.ok(east![0]! - west!.at(-1)! > 0.0002, JSON.stringify(eastings))
})

test('the same delivery is one request, however often and in any form it comes', async (t) => {
  const { world, window } = await open(t)
  const first = shown(ImportResult, await post(window, [one, one]), 201)
  assert.deepEqual(outcomes(first), [
    ['26G000001', 'imported'],
    ['26G000001', 'known'],
  ])
  const again = shown(ImportResult, await post(window, [one]))
  assert.deepEqual(outcomes(again), [['26G000001', 'known']])
  assert.deepEqual([again.job.job_id, again.files[0]!.order_id], [first.job.job_id, first.files[0]!.order_id])
  const folders = shown(ImportResult, await post(window, await unpacked(one)))
  assert.deepEqual(outcomes(folders), [['26G000001', 'known']])
  assert.equal(shown(RequestPage, await world.v1('/requests')).pagination.total, 1)
})

test('a folder, a bare GI file and ZIPs in a ZIP are deliveries', async (t) => {
  const { window } = await open(t)
  const files = await unpacked(one)
  const inFolder = shown(
    ImportResult,
    await post(window, [...files, { name: 'notes.txt', bytes: Buffer.from('x') }]),
    201,
  )
  assert.deepEqual(outcomes(inFolder), [
    ['26G000001', 'imported'],
    [null, 'not_read'],
  ])
  assert.equal(inFolder.files[1]!.name, 'notes.txt')
  const systems = ['.DS_Store', 'zips/Thumbs.db', '__MACOSX/x'].map((name) => ({ name, bytes: Buffer.from('x') }))
  const loose = { name: 'zips/contract.pdf', bytes: Buffer.from('%PDF') }
  const beside = shown(ImportResult, await post(window, [loose, { ...one, name: `zips/${one.name}` }, ...systems]))
  assert.deepEqual(
    beside.files.map(({ name, outcome }) => [name, outcome]),
    [
      [`zips/${one.name}`, 'known'],
      ['zips/contract.pdf', 'not_read'],
    ],
  )
  const gi = ({ name }: FormFile) => /\/GI_/.test(name)
  const plain = (each: FormFile): FormFile => ({ ...each, name: each.name.slice(each.name.lastIndexOf('/') + 1) })
  const [first, second] = [files, await unpacked(planned)].map((all) => plain(all.find(gi)!)) as [FormFile, FormFile]
  const letter = { name: 'LI_26O000003_1.pdf', bytes: Buffer.from('%PDF') }
  const start = { name: '_Startpagina.html', bytes: Buffer.from('<html>') }
  const inOne = shown(ImportResult, await post(window, [first, second, letter, start]), 201)
  assert.deepEqual(outcomes(inOne).toSorted(), [
    [null, 'not_read'],
    ['26G000001', 'known'],
    ['26O000003', 'imported'],
  ])
  assert.equal(inOne.files.at(-1)!.name, '_Startpagina.html')
  const gml = (await unpacked(other)).find(gi)!
  const headers = { 'Content-Type': 'application/xml' }
  const bare = await window('/imports?name=levering.xml', { method: 'POST', raw: gml.bytes, headers })
  assert.deepEqual(outcomes(shown(ImportResult, bare, 201)), [['26G000002', 'imported']])
  const path = join(folder, 'around.zip')
  await writeZip(path, (zip) => {
    for (const { name, bytes } of [one, alarm]) zip.bytes(name, bytes)
  })
  const zips = shown(ImportResult, await post(window, [await given(path)]), 201)
  assert.deepEqual(outcomes(zips).sort(), [
    ['26C000004', 'imported'],
    ['26G000001', 'known'],
  ])
})

test('a notification, an orientation request and a calamity are three jobs, since only the first permits digging', async (t) => {
  const { world, window } = await open(t)
  const { files } = shown(ImportResult, await post(window, [one, planned, alarm]), 201)
  assert.equal(new Set(files.map(({ job_id }) => job_id)).size, 3)
  const replies = await Promise.all(files.map(({ job_id }) => world.v1(`/jobs/${job_id}`)))
  const jobs = replies.map((reply) => Job.parse(reply.json))
  assert.deepEqual(jobs.map(({ klic_type }) => klic_type).sort(), ['CALAMITEIT', 'GRAAF', 'ORIENT'])
  const danger = jobs.find(({ klic_type }) => klic_type === 'CALAMITEIT')!
  assert.equal(danger.dig_status.answer, 'not_for_digging')
  // What was opened is listed as it is; whom to call was told to the party that filed it.
  const listed = shown(RequestPage, await world.v1('/requests')).data
  assert.ok(listed.some(({ klic_number }) => klic_number === '26C000004'))
  refused(await window(`/calamities/${danger.job_id}`), 404, 'NOT_FOUND')
})

test('asks before it stores where the files make several jobs, and makes those that were chosen', async (t) => {
  const { world, window } = await open(t)
  const far = await given(
    await simulatedDelivery(folder, '26G000005', [205_000, 490_000, 205_040, 490_040], { klicType: 'GRAAF' }),
  )
  const ask = (query: string, files: readonly FormFile[]) =>
    window(`/imports?${query}`, {
      method: 'POST',
      raw: bodyOf(files),
      headers: { 'Content-Type': SEVERAL_FILES },
    })
  const plan = shown(ImportPlan, await ask('ask=several', [one, far, other]), 202)
  assert.deepEqual(
    plan.jobs.map(({ job_id, klic_type, klic_numbers }) => [job_id, klic_type, klic_numbers]),
    [
      [null, 'GRAAF', ['26G000001', '26G000002']],
      [null, 'GRAAF', ['26G000005']],
    ],
  )
  assert.equal(shown(JobPage, await world.v1('/jobs')).pagination.total, 0)
  assert.equal(existsSync(join(world.dataDir, 'deliveries')), false, 'no file is kept')

  const mixed = await ask('jobs=26G000001,26O000003', [one, planned])
  assert.deepEqual(refused(mixed, 422, 'VALIDATION_FAILED').errors?.[0]?.pointer, '/jobs')

  const made = shown(ImportResult, await ask('jobs=26G000001,26G000005;26G000002', [one, far, other]), 201)
  assert.deepEqual(
    made.jobs.map(({ klic_numbers }) => klic_numbers),
    [['26G000001', '26G000005'], ['26G000002']],
  )
  assert.equal(made.job.job_id, made.jobs[0]!.job_id)
  assert.equal(shown(JobPage, await world.v1('/jobs')).pagination.total, 2)
  const again = shown(ImportResult, await ask('ask=several', [one, far, other]))
  assert.deepEqual([again.jobs, again.job.job_id], [[], made.job.job_id], 'all is here: there is nothing to ask')
})

test('a later delivery of an imported notification belongs to its request; an earlier one adds nothing', async (t) => {
  const { world, window } = await open(t)
  const first = shown(ImportResult, await post(window, [one]), 201)
  const second = shown(ImportResult, await post(window, [later]), 201)
  assert.deepEqual(outcomes(second), [['26G000001', 'newer']])
  assert.equal(second.files[0]!.order_id, first.files[0]!.order_id)
  const rows = await world.store.db.selectFrom('delivery').select(['sequence', 'path']).orderBy('sequence').execute()
  assert.deepEqual(
    rows.map(({ sequence }) => sequence),
    [1, 2],
  )
  for (const { path } of rows) assert.ok(existsSync(join(world.dataDir, path!)))
  const older = shown(ImportResult, await post(window, [one]))
  assert.deepEqual(outcomes(older), [['26G000001', 'older']])
  assert.equal((await world.store.db.selectFrom('delivery').select('id').execute()).length, 2)
})

test('of several deliveries of one notification the newest is taken, in any order of coming', async (t) => {
  for (const files of [
    [one, later],
    [later, one],
    [newestByDate, later],
    [later, newestByDate],
  ]) {
    const { world, window } = await open(t)
    const { files: told } = shown(ImportResult, await post(window, files), 201)
    const taken = files.includes(newestByDate) ? newestByDate : later
    assert.deepEqual(Object.fromEntries(told.map(({ name, outcome }) => [name, outcome])), {
      ...Object.fromEntries(files.map(({ name }) => [name, 'older'])),
      [taken.name]: 'imported',
    })
    assert.equal((await world.store.db.selectFrom('delivery').select('id').execute()).length, 1)
  }
})

test('a later delivery whose own number is taken, or lower, gets the next one', async (t) => {
  const { world, window } = await open(t)
  shown(ImportResult, await post(window, [later]), 201)
  assert.deepEqual(outcomes(shown(ImportResult, await post(window, [newestByDate]), 201)), [['26G000001', 'newer']])
  const rows = await world.store.db.selectFrom('delivery').select(['sequence', 'path']).orderBy('sequence').execute()
  assert.deepEqual(
    rows.map(({ sequence }) => sequence),
    [2, 3],
  )
  assert.deepEqual(readFileSync(join(world.dataDir, rows[1]!.path!)), newestByDate.bytes)
})

test('a number of the test year is never of the real registry', async (t) => {
  for (const [here, made] of [
    ['simulator', 'simulator'],
    ['eto', 'eto'],
    ['production', 'eto'],
  ] as const) {
    const { world, window } = await open(t)
    await world.set('registry.environment', here)
    const { job } = shown(ImportResult, await post(window, [invented]), 201)
    const row = await world.store.db.selectFrom('job').select('environment').where('id', '=', job.job_id).execute()
    assert.deepEqual(row, [{ environment: made }])
  }
})

test('what was ordered here stays what the registry delivered: the same file is known, a newer one stands beside it', async (t) => {
  const { world, window } = await open(t)
  const ordered = await world.quote({ submit: false })
  await world.put(ordered.job_id, 'ready')
  const part = await world.store.db.selectFrom('part').select('id').executeTakeFirstOrThrow()
  await world.store.db.updateTable('part').set({ klic_number: '26G000001' }).execute()
  await world.store.db
    .insertInto('delivery')
    .values({
      id: 'dlv_1',
      part_id: part.id,
      sequence: 1,
      complete: 1,
      safety_area: 0,
      composed_at: COMPOSED,
      received_at: COMPOSED,
      path: 'deliveries/x/1.zip',
      sha256: 'other',
      bytes: 1,
      read_at: COMPOSED,
      summary: null,
      geojson_path: null,
      geojson_sha256: null,
      failure: null,
    })
    .execute()
  const known = shown(ImportResult, await post(window, [one]))
  assert.deepEqual([known.files[0]!.outcome, known.job.job_id], ['known', ordered.job_id])
  const newer = shown(ImportResult, await post(window, [later]), 201)
  assert.equal(newer.files[0]!.outcome, 'imported')
  assert.notEqual(newer.job.job_id, ordered.job_id)
  const { status, revision } = Job.parse((await world.v1(`/jobs/${ordered.job_id}`)).json)
  assert.deepEqual([status, revision], ['ready', 1])
})
const COMPOSED = '2026-11-20T11:00:00.000+01:00'

test('what is no delivery is refused in words, one by one; what is good beside it is taken', async (t) => {
  const { world, window } = await open(t)
  const text = { name: 'a.txt', bytes: Buffer.from('meadow') }
  const cut = { name: 'cut.zip', bytes: one.bytes.subarray(0, one.bytes.length / 2) }
  const path = join(folder, 'no.zip')
  await writeZip(path, (zip) => zip.text('readme.txt', 'x'))
  const empty = await given(path)
  for (const [file, fault] of [
    [text, 'NO_DELIVERY'],
    [cut, 'DAMAGED'],
    [empty, 'NO_DELIVERY'],
    [sealed, 'PROTECTED'],
  ] as const) {
    const detail = refused(await post(window, [file]), 422, 'DELIVERY_UNREADABLE')
    assert.equal(detail.errors?.[0]?.code, fault, detail.message)
  }
  const { files } = shown(ImportResult, await post(window, [cut, one]), 201)
  assert.deepEqual(
    files.map(({ name, outcome, fault }) => [name, outcome, fault]),
    [
      [one.name, 'imported', null],
      ['cut.zip', 'refused', 'DAMAGED'],
    ],
  )
  assert.equal(shown(RequestPage, await world.v1('/requests')).pagination.total, 1)
})

/** As a packer with a password marks its entries. */
const sealed: FormFile = {
  name: 'sealed.zip',
  bytes: rawZip([
    { name: 'GI_gebiedsinformatielevering_26G000001_1_V2.xml', contents: Buffer.from('<x/>'), flags: 0x801 },
  ]),
}

test('a body that is not what its first line says is refused, and nothing of it stays', async (t) => {
  const { world, window } = await open(t)
  const headers = { 'Content-Type': SEVERAL_FILES }
  const give = (raw: string) => window('/imports', { method: 'POST', raw, headers })
  const list = (...files: object[]) => `${JSON.stringify(files)}\n`
  for (const raw of [
    'no list',
    '\n',
    list(),
    list({ name: 'a.zip' }),
    `${list({ name: '../a.zip', bytes: 1 })}x`,
    `${list({ name: '/etc/a.zip', bytes: 1 })}x`,
    `${list({ name: 'a.zip', bytes: 4 })}x`,
    `${list({ name: 'a.zip', bytes: 1 })}xx`,
  ]) {
    refused(await give(raw), 400, 'MALFORMED_JSON')
  }
  refused(await give(list({ name: 'a.zip', bytes: MAX_IMPORT_BYTES + 1 })), 413, 'PAYLOAD_TOO_LARGE')
  assert.equal((await world.store.db.selectFrom('job').select('id').execute()).length, 0)
  const tmp = join(world.dataDir, 'tmp')
  assert.deepEqual(existsSync(tmp) ? readdirSync(tmp) : [], [])
})

test('companies are apart: the same delivery is a request of each, and none sees that of the other', async (t) => {
  const { world, window } = await open(t)
  const mine = shown(ImportResult, await post(window, [one]), 201)
  const theirs = await world.company()
  const neighbour = await world.signIn(theirs)
  const own = shown(ImportResult, await post(neighbour.window, [one]), 201)
  assert.notEqual(own.job.job_id, mine.job.job_id)
  refused(await neighbour.window(`/jobs/${mine.job.job_id}`), 404, 'NOT_FOUND')
  const { secret } = await world.keyWith(['read'], theirs)
  const order = mine.files[0]!.order_id
  for (const path of [`/jobs/${mine.job.job_id}`, `/request/${order}`, `/request/${order}/geojson`]) {
    refused(await world.v1(path, { key: secret }), 404, 'NOT_FOUND')
  }
  const paths = await world.store.db.selectFrom('delivery').select('path').execute()
  assert.equal(new Set(paths.map(({ path }) => path)).size, 2)
})

test('opened by two at the same moment it is one request all the same', async (t) => {
  const { world, window } = await open(t)
  const replies = await Promise.all([post(window, [one]), post(window, [one])])
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 201])
  assert.equal(shown(RequestPage, await world.v1('/requests')).pagination.total, 1)
  const kept = readdirSync(join(world.dataDir, 'deliveries'), { recursive: true }).filter((name) =>
    /\.zip$/.test(String(name)),
  )
  assert.equal(kept.length, 1)
})

test('an imported job that failed is tried again by reading, never by filing', async (t) => {
  const { world, window } = await open(t)
  const { job } = shown(ImportResult, await post(window, [one]), 201)
  await world.store.db.updateTable('delivery').set({ failure: 'no' }).execute()
  await world.store.db.updateTable('part').set({ status: 'failed' }).execute()
  await world.store.db
    .updateTable('job')
    .set({ status: 'failed', failure: JSON.stringify({ reason: 'failed_import' }) })
    .execute()
  const failed = Job.parse((await world.v1(`/jobs/${job.job_id}`)).json)
  assert.deepEqual([failed.next_action_reason, failed.next_action], ['failed_import', 'retry'])
  const retried = shown(Job, await window(`/jobs/${job.job_id}/retry`, { method: 'POST', body: {} }), 202)
  assert.deepEqual([retried.status, retried.parts[0]!.status], ['processing', 'delivered'])
  const delivery = await world.store.db.selectFrom('delivery').select(['failure', 'path']).executeTakeFirstOrThrow()
  assert.equal(delivery.failure, null)
  assert.ok(delivery.path)
  refused(await world.v1(`/jobs/${job.job_id}/submit`, { method: 'POST', body: {} }), 409, 'JOB_STATE_CONFLICT')
})

test('whether one may dig there is judged by the day on which the registry was asked, as the delivery has it', async (t) => {
  const { world, window } = await open(t)
  const { job_id } = shown(ImportResult, await post(window, [one, other]), 201).job
  const { dig_status } = shown(Job, await world.v1(`/jobs/${job_id}`))
  assert.deepEqual([dig_status.begin_from, dig_status.begin_until], ['2026-11-25', '2026-12-18'])
  assert.ok(!dig_status.reasons.some(({ code }) => code === 'filing_day_unknown'))

  const of = (requested: string | null) =>
    world.store.db.updateTable('job').set({ requested }).where('id', '=', job_id).execute()
  await of('{"first":"2026-06-01","last":"2026-06-08"}')
  const apart = shown(Job, await world.v1(`/jobs/${job_id}`)).dig_status
  assert.deepEqual(
    [apart.begin_from, apart.begin_until],
    ['2026-06-11', '2026-06-29'],
    'from the last, to the end of the first',
  )
  await of(null)
  const unknown = shown(Job, await world.v1(`/jobs/${job_id}`)).dig_status
  assert.ok(
    unknown.reasons.some(({ code }) => code === 'filing_day_unknown'),
    'of a delivery that does not say it',
  )
})

test('what opened files will become counts for the quota, and files beyond it leave nothing', async (t) => {
  const world = await openWorld(t, { companyQuotaBytes: 30 * 1024 ** 2 })
  const { window } = await world.signIn()
  shown(ImportResult, await post(window, [one]), 201)
  const before = readdirSync(join(world.dataDir, 'deliveries'), { recursive: true }).filter((name) =>
    `${name}`.endsWith('.zip'),
  )
  refused(await post(window, [planned]), 503, 'UNAVAILABLE')
  const after = readdirSync(join(world.dataDir, 'deliveries'), { recursive: true }).filter((name) =>
    `${name}`.endsWith('.zip'),
  )
  assert.deepEqual(after, before)
  assert.equal(shown(JobPage, await world.v1('/jobs')).data.length, 1)
})
