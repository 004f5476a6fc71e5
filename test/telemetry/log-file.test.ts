/** The log's own errors: heard, counted, and never the end of a process. */
import assert from 'node:assert/strict'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { logFile, logStream } from '../../server/telemetry/log-file.ts'

const inFolder = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'klic-log-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const lineOf = (n: number): string => `${JSON.stringify({ n, text: 'x'.repeat(80) })}\n`
const linesIn = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('it turns over, and what is kept has a bound', (t) => {
  const path = join(inFolder(t), 'logs', 'klic.log')
  const log = logFile(path, { largestBytes: 1000, keptBefore: 2 })
  for (let n = 0; n < 100; n++) log.write(lineOf(n))
  assert.deepEqual(readdirSync(join(path, '..')).sort(), ['klic.log', 'klic.log.1', 'klic.log.2'])
  for (const name of [path, `${path}.1`, `${path}.2`]) assert.ok(statSync(name).size <= 1100, name)
  assert.equal(linesIn(path).at(-1).n, 99)
  const kept = [`${path}.2`, `${path}.1`, path].flatMap(linesIn).map(({ n }) => n)
  assert.deepEqual(
    kept,
    kept.toSorted((a, b) => a - b),
  )
})

test('two processes with one file turn it over together: neither loses a line, neither writes into the old one', (t) => {
  const path = join(inFolder(t), 'klic.log')
  const sizes = { largestBytes: 2000, keptBefore: 100 }
  const logs = [logFile(path, sizes), logFile(path, sizes)]
  for (let n = 0; n < 200; n++) logs[n % 2]!.write(lineOf(n))
  const files = readdirSync(join(path, '..')).map((name) => join(path, '..', name))
  const kept = files.flatMap(linesIn).map(({ n }) => n as number)
  assert.deepEqual(
    kept.toSorted((a, b) => a - b),
    Array.from({ length: 200 }, (_, n) => n),
  )
  // Each counts what it wrote itself, and looks at the whole from time to time.
  for (const file of files) assert.ok(statSync(file).size < 2 * 2500, file)
})

test('lines that can not be written are dropped and counted, and that is said once there is room', {
  skip: !existsSync('/dev/full'),
}, (t) => {
  const path = join(inFolder(t), 'klic.log')
  const full = openSync('/dev/full', 'w')
  t.after(() => closeSync(full))
  const log = logStream(full)
  for (let n = 0; n < 3; n++) log.write(lineOf(n))
  assert.equal(log.dropped(), 3)
  // The folder's place is taken by a file, then free.
  const blocked = join(path, 'inside.log')
  writeFileSync(path, '')
  const file = logFile(blocked)
  file.write(lineOf(1))
  file.write(lineOf(2))
  assert.equal(file.dropped(), 2)
  renameSync(path, `${path}.away`)
  file.write(lineOf(3))
  assert.equal(file.dropped(), 0)
  const [lost, line] = linesIn(blocked)
  assert.deepEqual([lost.lines, line.n], [2, 3])
})
