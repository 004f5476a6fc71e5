/** A backup that is damaged, and one that holds secrets: restored as was asked for, or refused. */

import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openVaults } from '../../server/features/settings/secrets.ts'
import { installationFacts, recordInstallationFact } from '../../server/platform/database/installation-rows.ts'
import { openStore } from '../../server/platform/database/open.ts'
import { inFolder, klic } from '../support/backup-world.ts'
import { makeStore } from '../support/make-store.ts'

test('a backup that is damaged or cut short is refused before anything is written', async (t) => {
  const folder = await inFolder(t)
  const dataDir = join(folder, 'data')
  await makeStore(dataDir)
  await klic(['key', 'create', '--name', 'x', '--data', dataDir])
  const file = join(folder, 'backup.zip')
  assert.equal((await klic(['backup', '--out', file, '--data', dataDir])).code, 0)
  const bytes = await readFile(file)
  const flipped = Buffer.from(bytes)
  // Longer than what stands between two entries.
  for (let at = 0; at < 150; at++) flipped[Math.floor(bytes.length * 0.4) + at]! ^= 0xff
  for (const [name, damaged] of Object.entries({
    flipped,
    cut: bytes.subarray(0, -100),
    other: Buffer.from('no ZIP'),
  })) {
    await writeFile(file, damaged)
    const target = join(folder, name)
    const { code, words } = await klic(['restore', file, '--data', target])
    assert.equal(code, 3, `${name}: ${words}`)
    assert.match(words, /[Nn]othing was restored/)
    assert.deepEqual(await readdir(target).catch(() => []), [])
  }
})

test('secrets go along only when asked for, sealed, and come back with the passphrase', async (t) => {
  const folder = await inFolder(t)
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  await makeStore(dataDir)
  await klic(['key', 'create', '--name', 'x', '--data', dataDir])
  const credentials = { kind: 'client_credentials', clientId: 'me', clientSecret: 'very-secret-words' } as const
  const store = await openStore(join(dataDir, 'app.db'))
  const { id } = await store.db.selectFrom('company').select('id').executeTakeFirstOrThrow()
  await store.close()
  const vaultIn = (folder: string) => openVaults(folder).of(id)
  await vaultIn(dataDir).saveCredentials('eto', credentials as never)
  await vaultIn(dataDir).saveSigningKey('signs packages')
  const key = { keyId: 'k1', privateKeyPem: 'signs for the registry' }
  await vaultIn(dataDir).saveMadeKey(key)
  const file = join(folder, 'backup.zip')
  const without = await klic(['backup', '--out', file, '--data', dataDir, '--with-secrets'])
  assert.equal(without.code, 2, 'no passphrase')
  const phrase = { KLIC_BACKUP_PASSPHRASE: 'correct horse' }
  const made = await klic(['backup', '--out', file, '--data', dataDir, '--with-secrets'], phrase)
  assert.equal(made.out.secrets, true)
  assert.equal((await readFile(file)).includes('very-secret-words'), false)

  const wrong = await klic(['restore', file, '--data', join(folder, 'wrong')], { KLIC_BACKUP_PASSPHRASE: 'battery' })
  assert.equal(wrong.code, 3)
  assert.match(wrong.words, /not the passphrase/)
  const right = await klic(['restore', file, '--data', join(folder, 'right')], phrase)
  assert.equal(right.out.secrets, true)
  assert.deepEqual(await vaultIn(join(folder, 'right')).credentials('eto'), credentials)
  assert.equal(await vaultIn(join(folder, 'right')).signingKey(), 'signs packages')
  assert.deepEqual(await vaultIn(join(folder, 'right')).madeKey(), key)
  const left = await klic(['restore', file, '--data', join(folder, 'left')])
  assert.match(left.words, /Not restored: credentials/)
  assert.equal(await vaultIn(join(folder, 'left')).credentials('eto'), undefined)
})

test('a backup does not come from another storage, and what is restored is an installation of its own', async (t) => {
  const folder = await inFolder(t)
  const dataDir = join(folder, 'data')
  await makeStore(dataDir)
  await klic(['key', 'create', '--name', 'x', '--data', dataDir])
  const store = await openStore(join(dataDir, 'app.db'))
  await recordInstallationFact(store.db, 'storage_id', 'ours')
  await store.close()
  const file = join(folder, 'backup.zip')
  await writeFile(join(dataDir, 'storage-id'), 'another')
  const other = await klic(['backup', '--out', file, '--data', dataDir])
  assert.equal(other.code, 4)
  assert.match(other.words, /^The storage is not the one that the database was used with: check STORAGE_URL/)

  await writeFile(join(dataDir, 'storage-id'), 'ours')
  assert.equal((await klic(['backup', '--out', file, '--data', dataDir])).code, 0)
  const target = join(folder, 'restored')
  assert.equal((await klic(['restore', file, '--data', target])).code, 0)
  const restored = await openStore(join(target, 'app.db'))
  const { storage_id } = await installationFacts(restored.db)
  await restored.close()
  assert.notEqual(storage_id, 'ours')
  assert.equal(await readFile(join(target, 'storage-id'), 'utf8'), storage_id)
})
