/** The site package of a job: what is in it, who may have it, and that it says what must be known. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { filesInZip } from '../../server/exports/formats/zip-file.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { PAPER_NAMES } from '../../server/exports/print/print-options.ts'
import { pageOf } from '../../server/exports/print/print-sheets.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { Log } from '../../server/features/projects/schema.ts'
import { AttentionList, JobDocuments, PrintSheets } from '../../server/features/results/schema.ts'
import { Status } from '../../server/features/status/schema.ts'
import { verifySignedZip } from '../../server/features/verify-signed-zip.ts'
import { installRdGrid } from '../../server/geometry/install-grid.ts'
import { rdFromLngLat, useGrid } from '../../server/geometry/rd/rd.ts'
import { simulatorApplicant } from '../../server/simulator/customer.ts'
import { bodyOf, draftOf } from '../registry/world.ts'
import { acceptedOrder } from '../support/accepted-order.ts'
import { openWorld, refused, START_DATE, shown } from '../support/api-world.ts'
import { words as textOnPaper, withoutPoppler } from '../support/paper.ts'
import { apart, positionOf, withoutGdal } from '../support/paper-position.ts'
import { serverEntry } from '../support/server-entry.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { siteJob } from '../support/site-job.ts'
import { onPostgres, storeIn } from '../support/test-store.ts'

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** As the command line has it: its page has the map to the same centimetre. */
const grid = (await installRdGrid()) ?? null
after(() => useGrid(null))

/** A ready job of one simulated delivery, as the worker leaves it. */
async function readyJob(t: TestContext, asked: Record<string, unknown> = {}) {
  const world = await openWorld(t, {}, grid)
  const { window, cookie } = await world.signIn()
  const zip = await simulatedDelivery(world.dataDir, '26G000001', [155_000, 463_000, 155_300, 463_300], {
    klicType: 'GRAAF',
  })
  const made = await siteJob(world, [zip], { klic_type: 'GRAAF', start_date: START_DATE, ...asked })
  const { job_id } = made
  const at = `/jobs/${job_id}`
  const download = async (query = '') => {
    const answer = await fetch(`${world.baseUrl}/dashboard/api${at}/site${query}`, { headers: { Cookie: cookie } })
    assert.equal(answer.status, 200, answer.ok ? '' : await answer.text())
    const bytes = Buffer.from(await answer.arrayBuffer())
    const path = join(world.dataDir, `got-${sha256(bytes).slice(0, 8)}.zip`)
    writeFileSync(path, bytes)
    return { answer, bytes, path, files: await filesOf(path) }
  }
  return { world, window, at, download, ...made }
}

async function filesOf(zip: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for await (const { name, chunks } of filesInZip(zip)) {
    const parts: Uint8Array[] = []
    for await (const chunk of chunks) parts.push(chunk)
    files.set(name, Buffer.concat(parts))
  }
  return files
}

test('a site package holds letters, documents, the print, the GeoPackage and its project, unchanged', async (t) => {
  const { world, window, at, gpkg, summary, download } = await readyJob(t)
  const { answer, bytes, path, files } = await download()
  assert.equal(answer.headers.get('content-type'), 'application/zip')
  assert.equal(Number(answer.headers.get('content-length')), bytes.length)
  const subject = gpkg.name.slice(0, -5)
  assert.match(answer.headers.get('content-disposition') ?? '', new RegExp(`filename=${subject}_bouwplaats\\.zip$`))
  const { manifest, unchanged } = await verifySignedZip(path)
  assert.equal(unchanged, true)
  const kinds = Object.groupBy(manifest!.files, ({ kind }) => kind)
  assert.equal(manifest!.files[0]!.path, 'NIET_GEBRUIKEN_IN_HET_VELD.txt', 'met before the data')
  assert.deepEqual(files.get(gpkg.name), gpkg.bytes)
  assert.match(files.get(kinds.print![0]!.path)!.toString('latin1'), /^%PDF-/)
  assert.match(kinds.print![0]!.path, /^kaart_1-\d+_A\d\.pdf$/)
  assert.deepEqual(
    kinds.letter?.map(({ path: name }) => name),
    summary.deliveries.map(({ klicNumber, sequence }) => `brieven/LI_${klicNumber}_${sequence}.pdf`),
  )
  // Each letter and drawing once, for any number of notifications that it came with.
  const { data } = shown(JobDocuments, await window(`${at}/documents`))
  const sums = new Set(data.filter(({ is_there }) => is_there).map(({ sha256: sum }) => sum))
  assert.deepEqual(new Set(kinds.document!.map(({ sha256: sum }) => sum)), sums)
  assert.equal(kinds.document!.length, sums.size)
  for (const { path: name } of kinds.document!) assert.match(name, /^documenten\/\w{6}\/\d{3} .+\.pdf$/)

  // The page names them all.
  const page = files.get('index.html')!.toString()
  for (const { path: name, kind } of manifest!.files)
    if (!['page', 'readme'].includes(kind)) {
      const address = name.split('/').map(encodeURIComponent).join('/').replaceAll('&', '&amp;')
      assert.equal(page.split(`href="${address}"`).length, 3, `${name} in both languages`)
    }

  // QGIS and QField find it at the root, beside its GeoPackage, whose project it is.
  const reader = openResult(join(world.dataDir, gpkg.name))
  t.after(() => reader.close())
  assert.deepEqual(files.get(`${subject}.qgz`), Buffer.from(reader.project()!))
  const project = join(world.dataDir, 'project.qgz')
  writeFileSync(project, files.get(`${subject}.qgz`)!)
  const [xml] = [...(await filesOf(project)).values()]
  const sources = [...xml!.toString().matchAll(/<datasource>([^<]+)</g)].map(([, source]) => source!)
  const beside = sources.filter((source) => source.includes('.gpkg'))
  assert.ok(beside.length > 10 && beside.some((source) => source.startsWith('GPKG:')), 'the ground too')
  for (const source of beside) assert.ok(source.replace('GPKG:', '').startsWith(`./${gpkg.name}`), source)
  assert.deepEqual(readdirSync(join(world.dataDir, 'tmp', 'sites')), [], 'nothing is left of it')
})

test('GDAL reads within a decimetre where the sheets of the print in a package lie', {
  skip: withoutGdal,
}, async (t) => {
  const { world, window, at, download } = await readyJob(t, {
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [155_010, 463_010],
          [155_290, 463_010],
          [155_290, 463_290],
          [155_010, 463_290],
          [155_010, 463_010],
        ],
      ],
    },
  })
  const { files } = await download()
  const [name, bytes] = [...files].find(([path]) => path.startsWith('kaart_'))!
  const path = join(world.dataDir, name)
  writeFileSync(path, bytes)
  const [, scale, named] = /^kaart_1-(\d+)_(A\d)\.pdf$/.exec(name)!
  const paper = PAPER_NAMES.find((each) => each === named)!
  const asked = `scale=${scale}&paper=${paper}&orientation=landscape`
  const { data: sheets } = shown(PrintSheets, await window(`${at}/print/sheets?${asked}`))
  assert.ok(sheets.length > 1)
  const { map } = pageOf({ paper, orientation: 'landscape' })
  for (const { no, corners } of sheets) {
    // The overview is in front.
    const position = positionOf(path, no + 1)
    const [left, lower, right, upper] = [map.x * 10, (map.y + map.height) * 10, (map.x + map.width) * 10, map.y * 10]
    const onPaper = [
      [left, lower],
      [right, lower],
      [right, upper],
      [left, upper],
    ] as const
    for (const [i, corner] of onPaper.entries()) {
      const apartM = apart(position.at(...corner), rdFromLngLat(corners[i]!))
      assert.ok(apartM < 0.1, `sheet ${no}, corner ${i}: ${apartM} m`)
    }
  }
})

test('nothing in a package names the applicant or the client unless it was asked for', async (t) => {
  const principal = {
    organisation: 'Opdrachtgeefster Zevenslag',
    kvk_number: '90000041',
    contact: { name: 'Quirijn Voorbeeld', phone: '+31 6 20009876', email: 'quirijn@zevenslag.example' },
    address: {
      bag_id: '0753200000000011',
      street: 'Hoofdstraat',
      house_number: 12,
      postcode: '5683AC',
      city: 'Best',
    },
  }
  const { world, window, job_id, at, summary, download } = await readyJob(t, { principal })
  assert.partialDeepStrictEqual(shown(Job, await window(at)), { principal })
  const { address: _, kvk_number: kvk, ...client } = principal
  const filed = draftOf(1, {
    applicant: simulatorApplicant,
    principal: { ...client, kvk, address: simulatorApplicant.address },
  })
  const order = acceptedOrder(job_id, world.clock.now().toISOString())
  await world.store.db
    .insertInto('registry_order')
    .values({ ...order, body: bodyOf(filed) })
    .execute()
  const people = [principal, simulatorApplicant].flatMap(({ organisation, contact }) => [
    organisation,
    ...[contact.name, contact.phone, contact.email],
  ])
  // It would be found: what an operator is called is in all of them.
  const looked = new RegExp(summary.operators.map(({ name, code }) => `${name}|${code}`).join('|'))
  // Both who asks here, and who asked for the delivery that it is made of.
  const { files, path: plain } = await download()
  const texts = await textsOf(world.dataDir, files)
  for (const [name, text] of texts) {
    if (/^(index|kaart|LEESMIJ)|gpkg$/.test(name)) assert.ok(looked.test(text), name)
    for (const one of people) assert.ok(!text.includes(one), `${one} in ${name}`)
  }
  assert.equal((await verifySignedZip(plain)).manifest!.people, false)
  for (const name of ['index.html', 'LEESMIJ.txt'])
    for (const said of ['Aanvrager en opdrachtgever staan niet in dit pakket', 'Applicant and client are not in this'])
      assert.ok(texts.get(name)!.includes(said), `${name}: ${said}`)

  const asked = await download('?people=true')
  const { manifest, unchanged } = await verifySignedZip(asked.path)
  assert.deepEqual([manifest!.people, unchanged], [true, true])
  const named = await textsOf(world.dataDir, asked.files)
  for (const name of ['index.html', 'LEESMIJ.txt']) {
    for (const one of people) assert.ok(named.get(name)!.includes(one), `${one} in ${name}`)
    assert.ok(named.get(name)!.includes('Geef het alleen aan mensen die hen moeten kunnen bereiken'))
    assert.ok(!named.get(name)!.includes('staan niet in dit pakket'))
  }
  for (const [name, text] of named)
    if (name.endsWith('.gpkg')) for (const one of people) assert.ok(!text.includes(one), `${one} in ${name}`)
  const { data } = shown(Log, await window(`${at}/log`))
  const taken = data.filter(({ act }) => act === 'result.taken').map(({ data: what }) => what)
  assert.deepEqual(taken, [
    { revision: 1, as: 'site' },
    { revision: 1, as: 'site', people: true },
  ])
})

/** What can be read in each file of a package; of a PDF its words, where there is a program that reads them. */
async function textsOf(folder: string, files: Map<string, Buffer>): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const [name, bytes] of files) {
    const path = join(folder, 'read')
    writeFileSync(path, bytes)
    const packed = name.endsWith('.qgz') ? [...(await filesOf(path)).values()] : [bytes]
    if (!name.endsWith('.pdf')) texts.set(name, packed.map(everyText).join(''))
    else if (withoutPoppler === false) texts.set(name, textOnPaper(path))
  }
  return texts
}

/** With what lies packed in it: the pieces of a page, the project of a GeoPackage. */
function everyText(bytes: Buffer): string {
  const own = bytes.toString('latin1')
  const pieces = [...own.matchAll(/<script type="text\/plain"[^>]*>H4sI([^<]*)</g)]
  return [own, ...pieces.map(([, piece]) => gunzipSync(Buffer.from(`H4sI${piece}`, 'base64')).toString('latin1'))].join(
    '',
  )
}

test('LEESMIJ says in both languages what must be known, whom to call, and by when', async (t) => {
  const { world, job_id, summary, download } = await readyJob(t)
  const filed = world.clock.now().toISOString()
  const unfiled = (await download()).files.get('LEESMIJ.txt')!.toString()
  assert.match(unfiled, /De laatste dag om te beginnen is hier niet bekend/)
  await world.store.db.insertInto('registry_order').values(acceptedOrder(job_id, filed)).execute()
  const { files } = await download()
  const text = files.get('LEESMIJ.txt')!.toString()
  const [dutch, english] = text.split('-'.repeat(72))
  const phones = summary.operators.flatMap(({ contacts }) => contacts.map(({ phone }) => phone).filter(Boolean))
  assert.ok(phones.length > 0)
  for (const part of [dutch!, english!]) {
    for (const { name } of summary.operators) assert.ok(part.includes(name), name)
    for (const phone of phones) assert.ok(part.includes(phone), phone)
    for (const name of files.keys())
      if (!name.startsWith('documenten/') && !name.startsWith('brieven/') && !/\.(sig|txt)$/.test(name))
        assert.ok(part.includes(name), name)
  }
  const precaution = summary.operators.find((operator) => operator.precaution)!
  assert.match(dutch!, new RegExp(`${precaution.name}: .*EIS VOORZORGSMAATREGEL`))
  assert.match(english!, new RegExp(`${precaution.name}: .*PRECAUTIONS REQUIRED \\(EV\\)`))
  assert.match(dutch!, /Het werk mag beginnen van 11 maart 2026 tot en met \d+ \w+ 2026/)
  assert.match(dutch!, /Waar niets getekend is, kan toch iets liggen/)
  assert.doesNotMatch(text, /undefined|null|\[object/)
})

test('the same result gives the same package but for when it was signed', async (t) => {
  const { world, download } = await readyJob(t)
  const one = await download()
  assert.deepEqual((await download()).bytes, one.bytes)
  const differing = async () => {
    const other = await download()
    return [...one.files.keys()].filter((name) => !one.files.get(name)!.equals(other.files.get(name)!))
  }
  world.pass(60_000)
  assert.deepEqual(await differing(), ['manifest.json', 'manifest.sig'])
  // Another day: what may be done on it stands on the page, and not on paper that is taken along.
  world.pass(86_400_000)
  assert.deepEqual(await differing(), ['index.html', 'manifest.json', 'manifest.sig'])
})

test('the key is the company’s own, is shown in the status, and another company has another', async (t) => {
  const { world, window, download } = await readyJob(t)
  const key = async () => shown(Status, await window('/status')).site_key
  assert.equal(await key(), null)
  const { path } = await download()
  const { manifest } = await verifySignedZip(path)
  assert.equal(manifest!.public_key, await key())
  const other = await world.services.signer(await world.company())
  assert.notEqual(other.publicKey, await key())
})

test('who took a package stands in the log, and is named when there is a newer revision', async (t) => {
  const { world, window, job_id, at, gpkg, download } = await readyJob(t)
  await download()
  await world.put(job_id, 'ready', 'delivered', { revision: 2 })
  await world.putFile(job_id, 'gpkg', gpkg.bytes, 2)
  const said = async () => {
    const { older, site_revision } = shown(AttentionList, await window(`${at}/attention`))
    return { older: older.map(({ revision, as }) => [revision, as]), site_revision }
  }
  assert.deepEqual(await said(), { older: [[1, 'site']], site_revision: 1 })
  await download()
  assert.deepEqual(await said(), { older: [], site_revision: 2 }, 'who made it anew works by it')
})

test('there is none of a job without a result, of another company, or while the ground is to come', async (t) => {
  const { world, window, at } = await readyJob(t)
  const quoted = await world.quote()
  refused(await window(`/jobs/${quoted.job_id}/site`), 409, 'NOT_READY')
  const stranger = await world.signIn(await world.company())
  refused(await stranger.window(`${at}/site`), 404, 'NOT_FOUND')
  await world.store.db.updateTable('artifact').set({ ground: 'wanted' }).execute()
  const { message } = refused(await window(`${at}/site`), 503, 'UNAVAILABLE')
  assert.match(message, /base map.*again/)
})

test('a document whose delivery is gone is said to be missing', async (t) => {
  const { world, download } = await readyJob(t)
  await world.store.db.updateTable('delivery').set({ path: null }).execute()
  const { path, files } = await download()
  const { manifest, unchanged } = await verifySignedZip(path)
  assert.equal(unchanged, true)
  assert.ok(manifest!.files.every(({ kind }) => kind !== 'document' && kind !== 'letter'))
  assert.match(files.get('LEESMIJ.txt')!.toString(), /Genoemd in de levering, maar niet hier:\r\n- .+\.pdf/)
})

test('by command the same package is made, and said to be changed when it was', async (t) => {
  const { world, job_id, download } = await readyJob(t)
  const { files } = await download()
  const env = {
    ...process.env,
    ...(onPostgres && { DATABASE_URL: await storeIn(world.dataDir), KLIC_SECRETS_KEY: 'ab'.repeat(32) }),
  }
  const klic = (...args: string[]) => {
    const ran = spawnSync(process.execPath, [serverEntry('klic'), 'site', ...args], { encoding: 'utf8', env })
    return { code: ran.status, words: ran.stderr, out: ran.stdout === '' ? null : JSON.parse(ran.stdout) }
  }
  const out = join(world.dataDir, 'pakket.zip')
  const made = klic(job_id, '--out', out, '--data', world.dataDir)
  assert.equal(made.code, 0, made.words)
  const own = await filesOf(out)
  assert.deepEqual([...own.keys()], [...files.keys()])
  // The computer's own clock has another day, which the page names.
  const differing = [...own.keys()].filter((name) => !own.get(name)!.equals(files.get(name)!))
  assert.deepEqual(differing, ['index.html', 'manifest.json', 'manifest.sig'])
  const publicKey: string = JSON.parse(String(own.get('manifest.json'))).public_key
  // There its secrets lie in the database, sealed; those of this world lie in files.
  if (!onPostgres) assert.equal(publicKey, (await world.services.signer(world.companyId)).publicKey)
  const whole = klic('verify', out, '--key', publicKey)
  assert.deepEqual([whole.code, whole.out.unchanged, whole.out.public_key], [0, true, publicKey])
  assert.doesNotMatch(whole.words, /--key/)
  const other = klic('verify', out, '--key', 'ab'.repeat(32))
  assert.deepEqual([other.code, other.out.unchanged, other.out.sealed], [3, false, true])
  const bytes = readFileSync(out)
  bytes[2000]! ^= 1
  writeFileSync(out, bytes)
  const changed = klic('verify', out)
  assert.deepEqual([changed.code, changed.out.unchanged, changed.out.sealed], [3, false, false])
  assert.equal(klic('job_unknown', '--out', out, '--data', world.dataDir).code, 3)
  const named = join(world.dataDir, 'met.zip')
  assert.equal(klic(job_id, '--people', '--out', named, '--data', world.dataDir).code, 0)
  const withPeople = klic('verify', named)
  assert.deepEqual([whole.out.people, withPeople.out.people], [false, true])
  assert.match(withPeople.words, /Whose key it is signed with was not looked at/)
  assert.equal(klic(job_id, '--out', '/nowhere/at/all.zip').code, 2)
})
