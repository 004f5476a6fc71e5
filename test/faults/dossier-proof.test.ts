/** A dossier proves itself: nothing is changed, missing or added unseen, and what was only zipped again is said to be that. */

import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { writeZip } from '../../server/exports/formats/zip-file.ts'
import { type DossierContent, dossierZip } from '../../server/features/projects/dossier-zip.ts'
import { verifySignedZip } from '../../server/features/verify-signed-zip.ts'
import { folder } from '../formats/samples.ts'
import { klic } from '../support/backup-world.ts'
import { bagProblems } from '../support/bag.ts'
import { randomFrom } from '../support/random.ts'
import { filesIn } from '../support/zip-in-memory.ts'

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const SIGNER = {
  publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('hex'),
  sign: (bytes: Uint8Array) => sign(null, bytes, privateKey),
}
const ROWS = Array.from({ length: 12 }, (_, i) => ({ no: i + 1, act: 'item.ticked', actor: 'user:usr_1' }))
const NAME = 'dossier-prj_1'
const NOON = '2026-11-23T12:00:00.000Z'

async function aDossier(signedAt = NOON): Promise<Buffer> {
  const document = Buffer.from('Vergunning.')
  const content: DossierContent = {
    name: NAME,
    about: { title: 'Bermsloot\nnoord', project_id: 'prj_1', people: false, signed_at: signedAt },
    newestOn: '2026-11-20',
    signer: SIGNER,
    files: [
      {
        ...{ path: 'documents/001 50-.txt', kind: 'document', open: async () => [document] },
        known: { bytes: document.length, sha256: sha256(document) },
      },
      { path: 'log.json', kind: 'log', open: () => ROWS.map((row) => Buffer.from(`${JSON.stringify(row)}\n`)) },
      { path: 'empty.json', kind: 'log', open: () => [Buffer.from('[]\n')] },
    ],
  }
  const { bytes, stream } = await dossierZip(content)
  const zip = Buffer.concat(await stream.toArray())
  assert.equal(zip.length, bytes, 'its length is known before it is made')
  return zip
}

/** As somebody packs it anew. */
async function packed(t: TestContext, files: Iterable<[string, Buffer]>): Promise<string> {
  const path = folder(t).path('packed.zip')
  await writeZip(path, (zip) => {
    for (const [name, bytes] of files) zip.bytes(name, bytes)
  })
  return path
}

test('a dossier is a valid bag; another time changes its manifest and what signs it, and nothing else', async () => {
  const [zip, later] = [await aDossier(), await aDossier('2027-05-01T08:00:00.000Z')]
  assert.deepEqual(await aDossier(), zip)
  const [one, other] = [await filesIn(zip), await filesIn(later)]
  assert.deepEqual(bagProblems(one), [])
  const differing = [...one.keys()].filter((path) => !one.get(path)!.equals(other.get(path)!))
  assert.deepEqual(differing, [`${NAME}/manifest.json`, `${NAME}/manifest.sig`])
  const timed = (files: Map<string, Buffer>) =>
    files
      .get(differing[0]!)!
      .toString()
      .replace(/"signed_at": "[^"]+"/, '')
  assert.equal(timed(one), timed(other))
})

test('a thousand bytes that were changed, cut out or put in are found, at any place', async (t) => {
  const zip = await aDossier()
  const random = randomFrom(48)
  const path = folder(t).path('changed.zip')
  for (let i = 0; i < 1000; i++) {
    const place = Math.floor((i + random()) * (zip.length / 1000))
    const changed = Buffer.from(zip)
    changed[place]! ^= 1 << Math.floor(random() * 8)
    const [before, after] = [zip.subarray(0, place), zip.subarray(place)]
    const made = [changed, Buffer.concat([before, after.subarray(1)]), Buffer.concat([before, Buffer.from([i]), after])]
    writeFileSync(path, made[i % 3]!)
    const { unchanged, why } = await verifySignedZip(path)
    assert.equal(unchanged, false, `${i % 3} at ${place} of ${zip.length}`)
    assert.ok(why.length > 0, `${i % 3} at ${place}: nothing is said`)
  }
})

test('a thousand rows and files that were changed, taken out or put in are named, in a ZIP that was packed anew', async (t) => {
  const files = await filesIn(await aDossier())
  const random = randomFrom(49)
  const any = (count: number): number => Math.floor(random() * count)
  const path = folder(t).path('packed.zip')
  const lines = [`${NAME}/data/log.json`, `${NAME}/manifest-sha256.txt`, `${NAME}/tagmanifest-sha256.txt`]
  const below = (name: string): string => name.slice(NAME.length + 1)
  for (let i = 0; i < 1000; i++) {
    const other = new Map(files)
    const kind = (['changed', 'missing', 'added'] as const)[i % 3]!
    let named = `${NAME}/data/added-${i}.txt`
    let expected: 'changed' | 'missing' | 'added' = kind
    if (i % 2 === 0) {
      named = lines[any(lines.length)]!
      const rows = files.get(named)!.toString().split('\n')
      const at = any(rows.length - 1)
      rows.splice(at, kind === 'added' ? 0 : 1, ...(kind === 'missing' ? [] : [`${rows[at]} `]))
      other.set(named, Buffer.from(rows.join('\n')))
      expected = 'changed'
    } else if (kind === 'added') other.set(named, Buffer.from('x'))
    else {
      const signed = [...files.keys()].filter((name) => !/manifest\.(json|sig)$/.test(name))
      named = signed[any(signed.length)]!
      if (kind === 'missing') other.delete(named)
      else other.set(named, Buffer.concat([files.get(named)!, Buffer.from('\n')]))
    }
    await writeZip(`${path}.${i}`, (zip) => {
      for (const [name, bytes] of other) zip.bytes(name, bytes)
    })
    const found = await verifySignedZip(`${path}.${i}`)
    assert.deepEqual([found.unchanged, found.repacked, found.signed], [false, false, true])
    assert.deepEqual(found[expected], [below(named)], `${kind} ${named}`)
    assert.ok(found.why.join().startsWith(`${below(named)}: `), found.why.join())
  }
})

test('a dossier that was unpacked and zipped again is said to be that, also in another folder and in none', async (t) => {
  const files = await filesIn(await aDossier())
  for (const into of [`${NAME}/`, 'Dossier (1)/', '']) {
    const names = [...files]
      .toReversed()
      .map(([name, bytes]): [string, Buffer] => [name.replace(`${NAME}/`, into), bytes])
    const { repacked, unchanged, why } = await verifySignedZip(await packed(t, names))
    assert.deepEqual([repacked, unchanged], [true, false], into)
    assert.match(why.join(), /^Every file is as it was signed, .* zipped again/)
  }
})

test('a manifest that somebody wrote anew is not taken for the signed one', async (t) => {
  const files = await filesIn(await aDossier())
  const at = `${NAME}/manifest.json`
  files.set(at, Buffer.from(files.get(at)!.toString().replace('"people": false', '"people": true')))
  const { signed, unchanged, why } = await verifySignedZip(await packed(t, files))
  assert.deepEqual([signed, unchanged], [false, false])
  assert.match(why.join(), /signature does not hold/)
})

test('klic dossier verify says by its exit code whether all is as it was signed, and by whom', async (t) => {
  const zip = await aDossier()
  const path = folder(t).path('dossier.zip')
  const verify = async (bytes: Buffer, ...more: string[]) => {
    writeFileSync(path, bytes)
    const { code, out } = await klic(['dossier', 'verify', path, ...more])
    const { unchanged, why } = out as unknown as { unchanged: boolean; why: string[] }
    return { code, unchanged, why: why.join() }
  }
  assert.deepEqual(await verify(zip), { code: 0, unchanged: true, why: '' })
  assert.deepEqual(await verify(zip, '--key', SIGNER.publicKey), { code: 0, unchanged: true, why: '' })
  const other = await verify(zip, '--key', '0'.repeat(64))
  assert.deepEqual([other.code, other.unchanged], [3, false])
  assert.match(other.why, /signed with another key/)
  const files = await filesIn(zip)
  files.delete(`${NAME}/data/empty.json`)
  const less = await verify(readFileSync(await packed(t, files)))
  assert.deepEqual([less.code, less.unchanged], [3, false])
  assert.match(less.why, /data\/empty\.json: was signed, and is missing/)
  assert.equal((await klic(['dossier', path])).code, 2)
})
