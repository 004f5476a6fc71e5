/** The system units of an office, judged by systemd where it is here: no line that it does not know, and room for the sandbox. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const FOLDER = join(import.meta.dirname, '..', '..', 'build', 'package')
const UNITS = ['klic-api', 'klic-worker'] as const
const text = (unit: string) => readFileSync(join(FOLDER, `${unit}@.service`), 'utf8')
const skip = spawnSync('systemd-analyze', ['--version']).status !== 0 && 'systemd is not installed'

test('systemd has nothing against the units', { skip }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'klic-units-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const unit of UNITS) {
    const path = join(folder, `${unit}@4780.service`)
    // The program is not installed here.
    writeFileSync(path, text(unit).replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true'))
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' })
    const about = stderr.split('\n').filter((line) => line.includes(unit))
    assert.deepEqual(about, [], unit)
  }
})

test('the units leave bubblewrap its namespaces and mounts, and take everything else that it does without', () => {
  for (const unit of UNITS) {
    assert.doesNotMatch(text(unit), /^RestrictNamespaces=/m, unit)
    for (const line of ['SystemCallFilter=@system-service @mount', 'CapabilityBoundingSet=', 'NoNewPrivileges=true'])
      assert.ok(text(unit).split('\n').includes(line), `${unit}: ${line}`)
  }
})
