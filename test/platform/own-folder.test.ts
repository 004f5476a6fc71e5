/** The data folder is for its owner only, also when it was there before; where it can't be, that is said. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { closeToOthers, isOpenToOthers } from '../../server/platform/processes/folder-permissions.ts'

const skip = process.platform === 'win32' ? 'Windows has lists of access instead of modes' : false
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

/** As a version of before left it. */
function openFolder(t: TestContext) {
  const around = mkdtempSync(join(tmpdir(), 'klic own '))
  t.after(() => rmSync(around, { recursive: true, force: true }))
  const folder = join(around, 'data')
  const made = (path: string, mode: number, isFolder = false) => {
    const whole = join(folder, path)
    if (isFolder) mkdirSync(whole)
    else writeFileSync(whole, 'x')
    chmodSync(whole, mode)
    return whole
  }
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  const paths = [
    ...[made('app.db', 0o644), made('jobs', 0o755, true), made('jobs/job_1', 0o775, true)],
    ...[made('jobs/job_1/1.gpkg', 0o664), made('secrets', 0o700, true), made('secrets/eto.json', 0o600)],
  ]
  return { around, folder, paths }
}

test('a folder that was there before, and all that is in it, is closed to others', { skip }, async (t) => {
  const { around, folder, paths } = openFolder(t)
  const elsewhere = join(around, 'elsewhere')
  writeFileSync(elsewhere, 'x')
  chmodSync(elsewhere, 0o644)
  symlinkSync(elsewhere, join(folder, 'logs'))
  assert.equal(await isOpenToOthers(folder, { keepsGroup: false }), true)
  assert.equal(await closeToOthers(folder, { keepsGroup: false }), undefined)
  assert.equal(await isOpenToOthers(folder, { keepsGroup: false }), false)
  assert.equal(modeOf(folder), '700')
  assert.deepEqual(paths.map(modeOf), ['600', '700', '700', '600', '700', '600'])
  assert.equal(modeOf(elsewhere), '644', 'what a link leads to was put there on purpose')
})

test('what a kill left open in a closed folder is closed by the next start', { skip }, async (t) => {
  const { folder, paths } = openFolder(t)
  chmodSync(folder, 0o700)
  await closeToOthers(folder, { keepsGroup: false })
  assert.deepEqual(paths.map(modeOf), ['600', '700', '700', '600', '700', '600'])
})

test('a group that the operator of a server let in stays in; the rest of the world does not', { skip }, async (t) => {
  const { folder, paths } = openFolder(t)
  assert.equal(await closeToOthers(folder, { keepsGroup: true }), undefined)
  assert.equal(modeOf(folder), '750')
  assert.deepEqual(paths.map(modeOf), ['640', '750', '770', '660', '700', '600'])
  assert.equal(await isOpenToOthers(folder, { keepsGroup: true }), false)
})

const onlyRoot = skip || (process.getuid!() === 0 ? false : 'only root can be somebody else')

test('a folder of another user can not be closed: it is said what to do', { skip: onlyRoot }, (t) => {
  const { around, folder } = openFolder(t)
  chmodSync(around, 0o755)
  const code = `process.setuid(65534)
    const { closeToOthers } = await import(${JSON.stringify(new URL('../../server/platform/processes/folder-permissions.ts', import.meta.url).href)})
    process.stdout.write(await closeToOthers(${JSON.stringify(folder)}, { keepsGroup: false }) ?? 'nothing')`
  const words = execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' })
  assert.match(words, /data folder .* could not be changed.*chmod 700/)
  assert.ok(words.includes(folder))
})
