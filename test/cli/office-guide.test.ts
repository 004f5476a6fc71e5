/** The pages of docs for a server as an administrator follows them: its files are taken, and its commands of klic do what stands there. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { configurationFrom } from '../../server/config/configuration.ts'
import { guideBlocks } from '../support/docs-pages.ts'
import { makeStore } from '../support/make-store.ts'
import { serverEntry } from '../support/server-entry.ts'

test('each configuration on the pages for a server is taken', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'klic-guide-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'klic.env')
  const [one, shared, storage, ...more] = guideBlocks('ini')
  assert.deepEqual(more, [])
  writeFileSync(file, one!)
  const { publicUrl, role, databaseUrl } = configurationFrom({ KLIC_CONFIG: file })
  assert.deepEqual([publicUrl, role, databaseUrl], ['https://klic.office.example', 'all', null])
  writeFileSync(file, shared! + storage!)
  const two = configurationFrom({ KLIC_CONFIG: file })
  assert.deepEqual([two.role, two.host], ['api', '0.0.0.0'])
  assert.ok(two.databaseUrl?.startsWith('postgres://') && two.storageUrl?.startsWith('s3://'))
  assert.doesNotMatch(shared!, /^KLIC_SECRETS_KEY=[0-9a-f]{64}$/m, 'nobody takes over a key that all know')
})

test('the commands of klic on the pages for a server do what stands there, one after the other', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'klic-guide-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const dataDir = join(folder, 'data')
  const elsewhere = { backup: join(folder, 'backup'), restored: join(folder, 'restored') }
  mkdirSync(elsewhere.backup)
  writeFileSync(join(folder, 'klic.env'), guideBlocks('ini')[0]!)
  // As the first start of the server makes it.
  await makeStore(dataDir)
  const today = new Date().toISOString().slice(0, 10)
  let [companyId, ran] = ['', 0]
  const commands = guideBlocks('sh').flatMap((text) =>
    text.split('\n').filter((line) => /^sudo -u klic-desktop klic /.test(line)),
  )
  for (const written of commands) {
    const command = written
      .replaceAll('/mnt/backup', elsewhere.backup)
      .replace('2026-11-27', today)
      .replace('/var/lib/klic-desktop', elsewhere.restored)
      .replace(/ ID$/, ` ${companyId}`)
    const script = `sudo() { shift 2; "$@"; }\nklic() { "$NODE" "$KLIC" "$@"; }\n${command}`
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script], {
      encoding: 'utf8',
      env: {
        ...{ PATH: process.env.PATH, TZ: 'UTC', NODE: process.execPath, KLIC: serverEntry('klic') },
        ...{ KLIC_CONFIG: join(folder, 'klic.env'), KLIC_DATA: dataDir },
      },
    })
    assert.equal(status, 0, `${written}: ${stdout}${stderr}`)
    if (command.includes('company list')) companyId = JSON.parse(stdout).data[0].company_id
    if (command.includes('company create'))
      assert.match(JSON.parse(stdout).invitation.link, /^https:\/\/klic\.office\.example\//)
    if (command.includes('klic token'))
      assert.match(JSON.parse(stdout).link, /^https:\/\/klic\.office\.example\/#token=/)
    ran++
  }
  const verbs = commands.map((line) => / klic (\w+)/.exec(line)![1])
  assert.deepEqual(verbs, ['check', 'company', 'backup', 'restore', 'check', 'company', 'token'])
  assert.equal(ran, commands.length)
})
