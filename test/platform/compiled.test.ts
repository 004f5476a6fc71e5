/** What Node keeps compiled: one folder for each build, of which only the one that runs stays. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { keepCompiled } from '../../server/platform/processes/compiled.ts'

const module = new URL('../../server/platform/processes/compiled.ts', import.meta.url).href

/** In a process of its own, since Node asks for its cache once, at its start. */
const keep = (data: string, cache: string | undefined): void => {
  const script = `(await import(${JSON.stringify(module)})).${keepCompiled.name}(${JSON.stringify(data)})`
  const { NODE_COMPILE_CACHE: _ours, ...env } = process.env
  const done = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...env, ...(cache && { NODE_COMPILE_CACHE: cache }) },
    encoding: 'utf8',
  })
  assert.equal(done.status, 0, done.stderr)
}

test('it is written at once, and what other builds left goes; a folder that somebody else named is left alone', (t) => {
  const data = mkdtempSync(join(tmpdir(), 'klic-compiled-'))
  t.after(() => rmSync(data, { recursive: true, force: true }))
  const compiled = join(data, 'cache', 'compiled')
  mkdirSync(join(compiled, 'former', 'v24'), { recursive: true })

  keep(data, undefined)
  assert.deepEqual(readdirSync(compiled), ['former'])
  keep(data, join(data, 'elsewhere'))
  assert.deepEqual(readdirSync(compiled), ['former'])
  keep(data, join(compiled, 'ours'))

  assert.deepEqual(readdirSync(compiled), ['ours'])
  assert.ok(readdirSync(join(compiled, 'ours'), { recursive: true }).length > 1)
})
