/** A calamity on the real server: by command from an area to the numbers to call, and filed once over kills of the worker. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Calamity } from '../../server/contract/calamities.ts'
import type { Job } from '../../server/contract/jobs.ts'
import { GARDEN, rdBox } from '../support/rd-box.ts'
import { asWindow, RealServer } from '../support/real-server.ts'
import { serverEntry } from '../support/server-entry.ts'
import { until } from '../support/until.ts'

interface Ended {
  code: number
  out: string
  words: string
}
const klic = (...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(process.execPath, [serverEntry('klic'), ...args], (error, out, words) =>
      resolve({ code: error ? Number(error.code) : 0, out, words }),
    )
  })

/** With its worker and its simulator, which a desktop's server starts after itself. */
const opened = async (): Promise<RealServer> => {
  const server = await new RealServer().open()
  await until(async () => server.workerPids.length > 0 && (await server.ledger().catch(() => null)) !== null)
  return server
}

test('klic calamity files nothing without the confirmation and the sum, then one notification, and prints whom to call', async () => {
  const server = await opened()
  try {
    const area = join(server.dataDir, 'gaslek.geojson')
    await writeFile(area, JSON.stringify(GARDEN))
    const common = [area, '--what', 'Gasleiding geraakt', '--data', server.dataDir]
    const quoted = await klic('calamity', ...common)
    assert.equal(quoted.code, 0, quoted.words)
    assert.equal(JSON.parse(quoted.out).quote, '39.95')
    assert.equal((await klic('calamity', ...common, '--confirm')).code, 2)
    assert.equal((await klic('calamity', ...common, '--confirm', '--euros', '1.00')).code, 3)
    const large = join(server.dataDir, 'groot.geojson')
    await writeFile(large, JSON.stringify(rdBox(155_000, 390_000, 700)))
    const refused = await klic('calamity', large, ...common.slice(1))
    assert.equal(refused.code, 3)
    assert.match(refused.words, /at most 500 by 500 m.*Draw the place of the danger only/)
    assert.equal((await server.ledger()).notifications, 0)

    const page = join(server.dataDir, 'gaslek.pdf')
    const filed = await klic('calamity', ...common, '--confirm', '--euros', '39.95', '--out', page)
    assert.equal(filed.code, 0, filed.words)
    const { operators, job_id } = JSON.parse(filed.out)
    assert.ok(operators.length > 1)
    for (const { name, phone } of operators) assert.match(phone, /^\+31/, name)
    assert.equal((await readFile(page)).subarray(0, 5).toString(), '%PDF-')
    assert.equal((await server.ledger()).notifications, 1)
    // Then it is delivered and read as any.
    await until(async () => (await server.job(job_id)).status === 'ready')
    assert.match((await server.job(job_id)).klic_numbers[0]!, /^99C/)
  } finally {
    await server.close()
  }
})

test('klic calamity says so where no server would file it', async () => {
  const server = await new RealServer().open()
  await server.stop()
  try {
    await until(async () => {
      const area = join(server.dataDir, 'gaslek.geojson')
      await writeFile(area, JSON.stringify(GARDEN))
      const { code, words } = await klic(
        ...['calamity', area, '--what', 'Lek', '--data', server.dataDir, '--confirm', '--euros', '39.95'],
      )
      return code === 4 && words.includes('0800 0080')
    })
  } finally {
    await server.close()
  }
})

test('a calamity is filed once, whenever the worker is killed between the order and its answer', async () => {
  const server = await opened()
  try {
    const { below, headers } = await asWindow(server)
    const post = async (path: string, body: object) =>
      (await fetch(below + path, { method: 'POST', headers, body: JSON.stringify(body) })).json() as Promise<Job>
    const { job_id } = await post('/calamities', { geometry: GARDEN, what: 'Gaslek' })
    await post(`/calamities/${job_id}/file`, { confirmed: true, confirm_euros: '39.95' })
    let kills = 0
    let found: Calamity | undefined
    await until(async () => {
      found = (await (await fetch(`${below}/calamities/${job_id}`, { headers })).json()) as Calamity
      if (found.operators) return true
      const { orders } = await server.ledger()
      // Before the first byte, and each time after the registry has it.
      if (kills < 1 || (orders.length > 0 && kills < 3)) {
        const { length } = server.workerPids
        kills++
        server.killWorker()
        await until(() => server.workerPids.length > length)
      }
      return false
    })
    assert.ok(kills >= 1)
    assert.ok(found!.operators!.length > 1)
    assert.equal((await server.ledger()).notifications, 1)
  } finally {
    await server.close()
  }
})
