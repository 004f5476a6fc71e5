/**
 * What an error or a library might say, and what of it is written down. The log's own errors: heard, counted, and never
 * the end of a process.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
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
import { HIDING, withoutSecrets } from '../../server/platform/hiding.ts'
import { openLog } from '../../server/platform/log/log.ts'
import { logFile, logStream } from '../../server/platform/log/log-file.ts'

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

test('unless it is said otherwise four files before it are kept', (t) => {
  const path = join(inFolder(t), 'logs', 'klic.log')
  const log = logFile(path, { largestBytes: 1000 })
  for (let n = 0; n < 200; n++) log.write(lineOf(n))
  const before = ['1', '2', '3', '4'].map((no) => `klic.log.${no}`)
  assert.deepEqual(readdirSync(join(path, '..')).sort(), ['klic.log', ...before])
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

/** In a namespace of its own, a disk of so many kilobytes. */
const onDisk = (kilobytes: number, at: string, command: readonly string[]) =>
  spawnSync(
    'unshare',
    [...['-rm', 'sh', '-c', `mount -t tmpfs -o size=${kilobytes}k tmpfs "$0" && exec "$@"`], ...[at, ...command]],
    { encoding: 'utf8' },
  )
const hasDisks = onDisk(64, tmpdir(), ['true']).status === 0

test('it turns over on a disk that is full: nothing falls over, what is lost is counted, and it goes on once there is room', {
  skip: !hasDisks && 'no disk of an own size can be made here',
}, (t) => {
  const script = `
    import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
    import { join } from 'node:path'
    import { logFile } from ${JSON.stringify(join(import.meta.dirname, '../../server/platform/log/log-file.ts'))}
    const [at] = process.argv.slice(1)
    const path = join(at, 'klic.log')
    const log = logFile(path, { largestBytes: 20_000, keptBefore: 2 })
    let n = 0
    const write = (lines) => { for (const end = n + lines; n < end; n++) log.write(JSON.stringify({ n, text: 'x'.repeat(80) }) + '\\n') }
    write(150)
    try { for (let i = 0; ; i++) writeFileSync(join(at, 'fill' + i), Buffer.alloc(4096)) } catch {}
    // Enough to turn over several times.
    write(1000)
    const lost = log.dropped()
    for (const name of readdirSync(at)) if (name.startsWith('fill')) rmSync(join(at, name))
    write(300)
    const lines = ['.2', '.1', ''].flatMap((end) => readFileSync(path + end, 'utf8').trim().split('\\n'))
    console.log(JSON.stringify({ lost, after: log.dropped(), lines }))`
  const command = [process.execPath, '--input-type=module', '-e', script, inFolder(t)]
  const { status, stdout, stderr } = onDisk(200, command.at(-1)!, command)
  assert.equal(status, 0, stderr)
  const { lost, after, lines } = JSON.parse(stdout) as { lost: number; after: number; lines: string[] }
  assert.ok(lost > 0, 'the disk was not full')
  assert.equal(after, 0)
  const said = lines.flatMap((line) => {
    try {
      return [JSON.parse(line)]
    } catch {
      return []
    }
  })
  assert.ok(lines.length - said.length <= 1, 'more than the line at which the disk was full is cut')
  assert.equal(said.at(-1).n, 1449)
  const told = said.filter((line) => 'lines' in line).reduce((sum, line) => sum + line.lines, 0)
  assert.ok(told > 0, 'it is not said how many are missing')
})

const KEY = `klic_sim_${'a1B2'.repeat(8)}`

test('people and secrets do not reach the log, wherever they stand; ids do', () => {
  const lines: string[] = []
  const log = openLog('api', { write: (line: string) => void lines.push(line) })
  const error = new Error(`no answer from https://user:word@erp.example/hook?token=abc123&x=1 for jan.smit@bedrijf.nl`)
  log.error({ err: error, jobId: 'job_01', email: 'jan.smit@bedrijf.nl' }, `called by ${KEY}, phone +31 6 12345678`)
  log.info({ contact: { name: 'Jan Smit' }, deep: { password: 'hunter2', authorization: 'Basic abcdefghij' } }, 'x')
  log.warn({ text: 'Authorization: Bearer eyJhbGciOi.payload.signature', requestId: 'req-1' }, 'y')
  const text = lines.join('')
  for (const hidden of [
    'jan.smit',
    'bedrijf.nl',
    KEY,
    '12345678',
    'user:word',
    'abc123',
    'Jan Smit',
    'hunter2',
    'eyJ',
  ]) {
    assert.ok(!text.includes(hidden), `${hidden}\n${text}`)
  }
  for (const kept of ['job_01', 'req-1', 'erp.example/hook', 'x=1', '[key]', '[e-mail]', '[phone]']) {
    assert.ok(text.includes(kept), kept)
  }
  for (const line of text.trim().split('\n')) assert.equal(JSON.parse(line).name, 'api')
})

test('what strangers send is looked through once: each pattern begins at a place of its own', () => {
  for (const [pattern] of HIDING) {
    // A fixed text, one of a few words, or a place before which the repeated can't stand.
    assert.match(
      pattern.source,
      /^(\(:\\\/\\\/\)|\(\[\?&\]\(|klic_|\\b\(\w+\||\(\?<!\[[^\]]+\]\)|\\\+)/,
      pattern.source,
    )
  }
  // 15,800 letters took a quarter of a second, a million would take a quarter of an hour.
  const letters = 'a'.repeat(1_000_000)
  assert.equal(withoutSecrets(letters), letters)
  assert.equal(withoutSecrets(`${letters}@bedrijf.nl`), '[e-mail]')
})
