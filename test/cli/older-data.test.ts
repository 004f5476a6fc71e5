/**
 * A data folder and a backup that version 0.1.0 made on 27 November 2026 (with every kind of job, see jobs.json): both open
 * with all that is in them, and what was handed over to an office then is closed.
 */
import assert from 'node:assert/strict'
import { createWriteStream, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type TestContext, test } from 'node:test'
import yazl from 'yazl'
import { type ServerFailure, superviseServer } from '../../electron/supervise.ts'
import { describeFailure } from '../../electron/texts.ts'
import { openBackup } from '../../server/cli/backup-file.ts'
import { filesInZip } from '../../server/exports/formats/zip-file.ts'
import type { Job } from '../../server/features/jobs/schema.ts'
import { inFolder, klic } from '../support/backup-world.ts'
import { makeTooOld, OLDER_DATA, unpackOlder } from '../support/older-data.ts'
import { GARDEN } from '../support/rd-box.ts'
import { RealServer } from '../support/real-server.ts'
import { serverEntry } from '../support/server-entry.ts'
import { until } from '../support/until.ts'

interface OldJob {
  job_id: string
  status: string
  reference: string | null
  klic_numbers: (string | null)[]
  total: string
}
const { key, in_backup, jobs } = JSON.parse(readFileSync(join(OLDER_DATA, 'jobs.json'), 'utf8')) as {
  key: string
  in_backup: string[]
  jobs: Record<string, OldJob>
}

const HANDED_OVER = ['handed over', 'handed over, refused']

/** What does not follow from the day. */
const asOld = (job: Job, old: OldJob): OldJob => {
  const wire = job as unknown as Record<string, unknown>
  const same = Object.fromEntries(Object.keys(old).map((name) => [name, wire[name]])) as unknown as OldJob
  return { ...same, klic_numbers: job.parts.map((part) => part.klic_number), total: job.quote.total.amount }
}

async function serverOn(t: TestContext, dataDir: string): Promise<RealServer> {
  const server = new RealServer()
  Object.assign(server, { dataDir, secret: key })
  t.after(() => server.close())
  await server.start()
  await until(() => server.simulatorUrl !== undefined)
  return server
}

/** All of these jobs are there, with their files, and can do what they could. */
async function opens(server: RealServer, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const isHandedOver = HANDED_OVER.includes(name)
    const old = { ...jobs[name]!, ...(isHandedOver && { status: 'failed' }) }
    const job = await server.job(old.job_id)
    assert.deepEqual(asOld(job, old), old, name)
    assert.equal(job.next_action_reason === 'failed_closed_at_office', isHandedOver, name)
    if (!old.status.startsWith('ready')) continue
    const file = await server.call(`/jobs/${old.job_id}/export?format=gpkg`)
    assert.equal(file.status, 200, name)
    assert.equal(Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 15), 'SQLite format 3')
  }
  const filed = async () => (await server.ledger()).orders.length
  const before = await filed()
  for (const name of HANDED_OVER) {
    const { status } = await server.post(`/jobs/${jobs[name]!.job_id}/submit`, {})
    assert.ok(status >= 400, `${name}: ${status}`)
  }
  // A quote of then has expired, or even lost its area, when this is read.
  const { json } = await server.post('/jobs', { geometry: GARDEN, klic_type: 'ORIENT', submit: true })
  await until(async () => (await server.job(json.job_id)).status === 'ready')
  assert.equal(await filed(), before + 1)
}

test('an older data folder opens with all that is in it', async (t) => {
  const dataDir = join(await inFolder(t), 'data')
  await unpackOlder('data.zip', dataDir)
  await opens(await serverOn(t, dataDir), Object.keys(jobs))
})

test('an older backup comes back with all that is in it', async (t) => {
  const dataDir = join(await inFolder(t), 'data')
  const { code, words } = await klic(['restore', join(OLDER_DATA, 'backup.zip'), '--data', dataDir])
  assert.equal(code, 0, words)
  await opens(await serverOn(t, dataDir), in_backup)
})

test('a backup of an older data folder that no server has opened holds what was handed over', async (t) => {
  const folder = await inFolder(t)
  const [dataDir, file] = [join(folder, 'data'), join(folder, 'backup.zip')]
  await unpackOlder('data.zip', dataDir)
  const { code, words } = await klic(['backup', '--data', dataDir, '--out', file])
  assert.equal(code, 0, words)
  const { manifest, close } = await openBackup(file)
  close()
  assert.equal(manifest.tables.office_handover.rows, HANDED_OVER.length)
  assert.equal(manifest.migrations.at(-1), '540-installation')
})

test('a data folder of before is refused by the desktop application, in words', async (t) => {
  const dataDir = join(await inFolder(t), 'data')
  await unpackOlder('data.zip', dataDir)
  await makeTooOld(join(dataDir, 'app.db'))
  const before = readFileSync(join(dataDir, 'app.db'))
  const command = {
    command: process.execPath,
    args: [serverEntry('start'), '--data', dataDir, '--port', '0'],
    cwd: dataDir,
    env: process.env,
    logFile: join(dataDir, 'logs', 'server.log'),
  }
  const trouble = await new Promise<ServerFailure>((onFailure, reject) => {
    superviseServer(command, { onReady: () => reject(new Error('it started')), onFailure })
  })
  const shown = describeFailure(trouble, 'en')
  assert.match(shown, /The database is of an older version.*Install KLIC Desktop 0\.1\.0/)
  assert.doesNotMatch(shown, /\bat .*:\d+/)
  assert.ok(before.equals(readFileSync(join(dataDir, 'app.db'))))
})

test('a backup of before is refused before anything is restored', async (t) => {
  const folder = await inFolder(t)
  const [backup, dataDir] = [join(folder, 'backup.zip'), join(folder, 'data')]
  const zip = new yazl.ZipFile()
  for await (const { name, chunks } of filesInZip(join(OLDER_DATA, 'backup.zip'))) {
    const bytes = Buffer.concat(await Readable.from(chunks).toArray())
    const manifest = name === 'manifest.json' && JSON.parse(bytes.toString('utf8'))
    zip.addBuffer(manifest ? Buffer.from(JSON.stringify({ ...manifest, migrations: ['001-first'] })) : bytes, name)
  }
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(backup))
  const { code, words } = await klic(['restore', backup, '--data', dataDir])
  assert.equal(code, 3, words)
  assert.match(words, /^The backup is of an older version.*Install KLIC Desktop 0\.1\.0.*\n$/)
  assert.deepEqual(
    readdirSync(dataDir).filter((name) => name !== 'server.lock'),
    [],
  )
})
