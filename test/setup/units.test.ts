/** The units of an office and of a user, judged by systemd where it is here: no line that it does not know, and room for the sandbox. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'

const FOLDER = join(import.meta.dirname, '..', '..', 'build', 'package')
const OFFICE = ['klic-api@', 'klic-worker@'] as const
const UNITS = [...OFFICE, 'klic-desktop-server'] as const
/** Tenths: what systemd calls OK, and as far as a user's own can go without namespaces. */
const MAX_EXPOSED: Record<(typeof UNITS)[number], number> = {
  'klic-api@': 30,
  'klic-worker@': 30,
  'klic-desktop-server': 75,
}
const text = (unit: string) => readFileSync(join(FOLDER, `${unit}.service`), 'utf8')
const skip = spawnSync('systemd-analyze', ['--version']).status !== 0 && 'systemd is not installed'

/** As it would be installed, but for the program. @returns its path */
function installed(t: TestContext, unit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'klic-units-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, `${unit.replace('@', '@4780')}.service`)
  writeFileSync(path, text(unit).replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true'))
  return path
}

for (const unit of UNITS) {
  test(`systemd has nothing against ${unit}`, { skip }, (t) => {
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', installed(t, unit)], { encoding: 'utf8' })
    const about = stderr.split('\n').filter((line) => line.includes(unit))
    assert.deepEqual(about, [])
  })

  test(`${unit} is exposed no more than it must be`, { skip }, (t) => {
    const args = ['security', '--offline=true', '--no-pager', `--threshold=${MAX_EXPOSED[unit]}`, installed(t, unit)]
    const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
    assert.equal(status, 0, stdout.slice(-200))
    assert.match(stdout, /Overall exposure level/)
  })
}

test('the units leave bubblewrap its namespaces and mounts, and take everything else that it does without', () => {
  for (const unit of UNITS) {
    assert.doesNotMatch(text(unit), /^RestrictNamespaces=/m, unit)
    const lines = ['SystemCallFilter=@system-service @mount', 'SystemCallArchitectures=native', 'NoNewPrivileges=true']
    for (const line of [...lines, ...(unit.endsWith('@') ? ['CapabilityBoundingSet='] : [])])
      assert.ok(text(unit).split('\n').includes(line), `${unit}: ${line}`)
  }
})
