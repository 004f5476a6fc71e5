/** A calamity on the real server: by command from an area to the numbers to call. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { GARDEN, rdBox } from '../support/rd-box.ts'
import { RealServer } from '../support/real-server.ts'
import { serverEntry } from '../support/server-entry.ts'
import { until } from '../support/until.ts'
import { openWholeServer } from '../support/whole-server.ts'

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

test('klic calamity files nothing without the confirmation and the sum, then one notification, and prints whom to call', async () => {
  const server = await openWholeServer()
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
