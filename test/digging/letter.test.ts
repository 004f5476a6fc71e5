/** The letter to an operator that demands precautions, read as its reader does: the page by poppler, the mail by Python's parser. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runTask } from '../../server/exports/conversion/task.ts'
import { type LetterFacts, letterOf, letterText } from '../../server/features/digging/letter.ts'
import { mailFile } from '../../server/features/digging/mail-file.ts'
import { Log } from '../../server/features/projects/schema.ts'
import { openWorld, refused, START_DATE, shown } from '../support/api-world.ts'
import { withoutPoppler, words } from '../support/paper.ts'
import { rdBox } from '../support/rd-box.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { until } from '../support/until.ts'

const withoutPython = spawnSync('python3', ['--version']).error ? 'no python3 here' : false

/** Every header and part of a mail, as JSON. */
const READ = `
import sys, json, email, hashlib
from email import policy
m = email.message_from_binary_file(sys.stdin.buffer, policy=policy.default)
parts = [{'type': p.get_content_type(), 'name': p.get_filename(),
          'text': p.get_content() if p.get_content_type() == 'text/plain' else None,
          'sha256': hashlib.sha256(p.get_payload(decode=True)).hexdigest()} for p in m.iter_parts()]
print(json.dumps({'headers': [[k, str(v)] for k, v in m.items()], 'parts': parts, 'defects': [str(d) for d in m.defects]}))
`
interface Mail {
  headers: [string, string][]
  parts: { type: string; name: string | null; text: string | null; sha256: string }[]
  defects: string[]
}
const parsed = (mail: Buffer): Mail => {
  const { stdout, stderr } = spawnSync('python3', ['-c', READ], { input: mail })
  assert.equal(stderr.toString(), '')
  return JSON.parse(stdout.toString())
}

/** An excavation where the simulator has precautions demanded, delivered. */
async function delivered(t: TestContext) {
  const world = await openWorld(t)
  const { window, cookie } = await world.signIn()
  const { job_id } = await world.quote({
    submit: true,
    klic_type: 'GRAAF',
    start_date: START_DATE,
    reference: 'Kerkstraat één',
    geometry: rdBox(155_000, 463_000, 480),
    works: ['gasleidingLeggen'],
    works_description: 'Sleuf van 40 m',
  })
  const zip = await simulatedDelivery(world.dataDir, '26G000001', [155_000, 463_000, 155_480, 463_480], {
    klicType: 'GRAAF',
  })
  const gpkg = join(world.dataDir, 'result.gpkg')
  const { summary } = await runTask({
    kind: 'merge',
    deliveries: [{ path: zip }],
    tempDir: world.dataDir,
    out: [{ format: 'gpkg' as const, path: gpkg }],
  })
  await world.put(job_id, 'ready')
  await world.putFile(job_id, 'gpkg', readFileSync(gpkg))
  const careful = summary!.operators.filter(({ precaution }) => precaution).map(({ name }) => name)
  assert.ok(careful.length > 0)
  await world.store.db
    .updateTable('job')
    .set({
      summary: JSON.stringify(summary),
      findings: JSON.stringify({ silent: [], careful, precautions: careful.length, isEmpty: false }),
    })
    .where('id', '=', job_id)
    .execute()
  await world.store.db.updateTable('part').set({ klic_number: '26G000001' }).where('job_id', '=', job_id).execute()
  const contact = { name: 'T. Bakker', phone: '0612345678', email: 'bakker@graafwerk.example' }
  await world.set('registry.contact', contact)
  await world.set('registry.extra_contact', { ...contact, email: 'klic@graafwerk.example' })
  const at = (operator: string, as: string) =>
    `/jobs/${job_id}/digging/letter?operator=${encodeURIComponent(operator)}&as=${as}`
  const bytesOf = async (path: string) => {
    const reply = await fetch(`${world.baseUrl}/dashboard/api${path}`, { headers: { Cookie: cookie } })
    assert.equal(reply.status, 200)
    return { headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
  }
  return { world, window, bytesOf, job_id, operator: careful[0]!, summary: summary!, at }
}

test('a letter names number, works, day, place and lines, with a map of that operator alone; it is in the log, and nothing stays', {
  skip: withoutPoppler,
}, async (t) => {
  const { world, window, bytesOf, job_id, operator, summary, at } = await delivered(t)
  const reply = await bytesOf(at(operator, 'pdf'))
  assert.match(reply.headers.get('content-type') ?? '', /^application\/pdf/)
  assert.match(
    reply.headers.get('content-disposition') ?? '',
    /attachment; filename=KLIC_Voorzorgsmaatregel-\S+-een\.pdf/,
  )
  await until(() => readdirSync(join(world.dataDir, 'tmp', 'prints')).length === 0)
  const pdf = join(world.dataDir, 'letter.pdf')
  writeFileSync(pdf, reply.bytes)
  const text = words(pdf).replaceAll(/\s+/g, ' ')
  for (const said of [
    ...[operator, 'TEST, gemaakt met de simulator', 'Eis voorzorgsmaatregel bij KLIC 26G000001', 'Kerkstraat één'],
    ...['gasleiding leggen; Sleuf van 40 m', '16 maart 2026', '11 maart 2026', 'T. Bakker', 'Schaal 1:'],
  ]) {
    assert.ok(text.includes(said), `${said}: ${text.slice(0, 1500)}`)
  }
  assert.match(text, /gas hoge druk: \d+, [\d.]+ m/)
  // What stands against digging here, and whom else to call, is not for the receiver of the letter.
  assert.ok(!text.includes('NOG NIET'), text)
  const others = summary.operators.filter(({ name }) => name !== operator)
  assert.deepEqual(
    others.filter(({ name }) => text.includes(name)),
    [],
  )
  assert.ok(others.length > 0)

  const log = shown(Log, await window(`/jobs/${job_id}/log`))
  const entry = log.data.find(({ act }) => act === 'precaution.letter')
  assert.deepEqual([entry?.data.operator, entry?.data.as, log.broken_at], [operator, 'pdf', null])
})

test('a mail is a draft to the operator, with a copy to the mailbox of the company, and holds the letter and its page', {
  skip: withoutPython,
}, async (t) => {
  const { bytesOf, operator, at } = await delivered(t)
  const reply = await bytesOf(at(operator, 'eml'))
  assert.match(reply.headers.get('content-type') ?? '', /^message\/rfc822/)
  const { headers, parts, defects } = parsed(reply.bytes)
  assert.deepEqual(defects, [])
  const header = Object.fromEntries(headers)
  assert.equal(header['X-Unsent'], '1')
  assert.match(header.To ?? '', /@/)
  assert.equal(header.From, 'bakker@graafwerk.example')
  assert.equal(header.Cc, 'klic@graafwerk.example')
  assert.equal(header.Subject, 'TEST Eis voorzorgsmaatregel bij KLIC 26G000001')
  assert.deepEqual(
    parts.map(({ type }) => type),
    ['text/plain', 'application/pdf'],
  )
  assert.match(parts[0]!.text ?? '', /Werkzaamheden: gasleiding leggen; Sleuf van 40 m/)
  assert.match(parts[1]!.name ?? '', /\.pdf$/)
})

test('nobody has a letter to an operator that demands nothing, of a job of others, or without a result', async (t) => {
  const { world, window, operator, at, job_id } = await delivered(t)
  refused(await window(at('Niemand', 'pdf')), 404, 'NOT_FOUND')
  refused(await window(at(operator, 'doc')), 422, 'VALIDATION_FAILED')
  const other = await world.quote({ submit: true, klic_type: 'GRAAF', start_date: START_DATE })
  refused(await window(at(operator, 'pdf').replace(job_id, other.job_id)), 404, 'NOT_FOUND')
})

const FACTS: LetterFacts = {
  operator: 'Gasnet',
  company: 'Graafwerk B.V.',
  contact: null,
  copyTo: null,
  klicNumbers: ['26G1'],
  reference: null,
  works: [],
  place: null,
  middle: [155_000, 463_000],
  areaM2: 1200,
  demands: [],
  lines: [],
  start: null,
  contactBy: null,
  today: '2026-03-06',
  isTest: false,
  contacts: [],
}

test('what a delivery calls an address adds no header, and what it says no line to the head', {
  skip: withoutPython,
}, async () => {
  const hostile = letterOf({
    ...FACTS,
    operator: 'Gas\r\nBcc: thief@evil.example',
    klicNumbers: ['26G1\r\nBcc: thief@evil.example', 'é'.repeat(60)],
    contacts: [
      { name: 'x', phone: null, email: 'ev@gasnet.example\r\nBcc:thief@evil.example; two@gasnet.example' },
      { name: 'x', phone: null, email: '<script>@x' },
    ],
  })
  const attachment = { name: 'brief.pdf', mediaType: 'application/pdf', bytes: Buffer.from('%PDF-') }
  const draft = {
    from: hostile.mailFrom,
    to: hostile.mailTo,
    copyTo: hostile.copyTo,
    subject: hostile.subject,
    text: letterText(hostile),
    at: '2026-03-06T11:00:00Z',
    attachment,
  }
  const mail = await mailFile(draft, 'edge')
  assert.deepEqual(await mailFile(draft, 'edge'), mail, 'the same bytes')
  const { headers } = parsed(mail)
  const names = headers.map(([name]) => name)
  assert.ok(!names.includes('Bcc'), JSON.stringify(headers))
  assert.deepEqual(hostile.mailTo, ['ev@gasnet.example', 'two@gasnet.example'])
  const subject = headers.find(([name]) => name === 'Subject')![1]
  assert.ok(subject.endsWith('é'.repeat(60)), subject)
})

test('without a start no day is named, and without an operator nothing is said of lines', () => {
  const labels = (facts: Partial<LetterFacts>) => letterOf({ ...FACTS, ...facts }).rows.map(([label]) => label)
  assert.deepEqual(labels({}), ['KLIC-nummer', 'Gebied'])
  assert.deepEqual(labels({ start: '2026-03-16', contactBy: '2026-03-11' }), [
    ...['KLIC-nummer', 'Gebied', 'Beoogd begin van het werk', 'Laatste dag voor ons contact'],
  ])
  assert.equal(letterOf({ ...FACTS, operator: '' }).to[0], 'De beheerder van het voorzorgsgebied')
})
