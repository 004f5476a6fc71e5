/** /usr/bin/klic of the server's Debian package: it acts where the server of the machine acts. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'

const SCRIPT = readFileSync(join(import.meta.dirname, '..', '..', 'build', 'package', 'klic.sh'), 'utf8')
const PROGRAM = /^exec .*"\$@"$/m

/** As it would be installed, with a configuration of the test's own; in place of the program it prints its environment. */
function installed(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'klic-command-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [command, config] = [join(folder, 'klic'), join(folder, 'klic.env')]
  assert.match(SCRIPT, PROGRAM)
  const said = `exec printf '%s %s %s\\n' "\${KLIC_CONFIG-none}" "\${KLIC_DATA-none}" "$*"`
  writeFileSync(
    command,
    SCRIPT.replaceAll('/etc/klic-desktop/klic.env', config).replace(PROGRAM, () => said),
  )
  chmodSync(command, 0o755)
  const run = (env: Record<string, string>, ...args: string[]) => {
    const { stdout, stderr } = spawnSync(command, args, { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' })
    return { out: stdout.trimEnd(), words: stderr }
  }
  return { config, run }
}

test('takes the configuration and the data folder of the server', (t) => {
  const { config, run } = installed(t)
  writeFileSync(config, '')
  assert.deepEqual(run({}, 'token'), { out: `${config} /var/lib/klic-desktop token`, words: '' })
  assert.deepEqual(run({ KLIC_DATA: '/srv/klic' }, 'token').out, `${config} /srv/klic token`)
  assert.deepEqual(run({ KLIC_CONFIG: '' }, 'token'), { out: ' none token', words: '' }, 'data of one’s own')
  assert.equal(run({ KLIC_CONFIG: '/srv/other.env' }, 'token').out, '/srv/other.env none token')
})

test('says that it may not read the configuration, unless the command needs none', (t) => {
  const { config, run } = installed(t)
  const { out, words } = run({}, 'company', 'list')
  assert.equal(out, 'none none company list')
  assert.match(words, new RegExp(`may not read ${config}.*your own data.*sudo -u klic-desktop klic`))
  for (const command of ['cut', 'merge', '--help']) assert.equal(run({}, command).words, '', command)
})
