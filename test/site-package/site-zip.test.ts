/** A site package: its manifest, its signature and its seal, and that nothing can be changed in it unseen. */
import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { filesInZip, writeZip } from '../../server/exports/formats/zip-file.ts'
import type { ZipSigner } from '../../server/features/signed-zip.ts'
import type { SiteFile } from '../../server/features/site-package/page/site-files.ts'
import { siteZip } from '../../server/features/site-package/site-zip.ts'
import { verifySignedZip } from '../../server/features/verify-signed-zip.ts'
import { folder } from '../formats/samples.ts'
import { randomFrom } from '../support/random.ts'

function signer(): ZipSigner {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x } = publicKey.export({ format: 'jwk' })
  return {
    publicKey: Buffer.from(x!, 'base64url').toString('hex'),
    sign: (bytes) => sign(null, bytes, privateKey),
  }
}

async function* ofText(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
const file = (path: string, text: string, kind: SiteFile['kind'] = 'document') => ({
  path,
  kind,
  text,
  open: async () => ofText(text),
})
const FILES = [
  file('LEESMIJ.txt', 'Bel voordat u graaft.\r\n'.repeat(40), 'readme'),
  file('documenten/KL1031/001 brief.pdf', '%PDF-1.7 brief'),
  file('documenten/KL1031/002 leeg.pdf', ''),
]
const FACTS = { title: 'KLIC_sloot_r1', of: { jobId: 'job_1', revision: 1, klicNumbers: ['22O000518'] }, people: false }
const NOON = '2026-11-23T12:00:00.000Z'

async function packed(t: TestContext, of: ZipSigner = signer(), signedAt = NOON) {
  const at = folder(t)
  await siteZip({ path: at.path('site.zip'), files: FILES, facts: FACTS, signer: of, signedAt })
  return { at, path: at.path('site.zip'), bytes: readFileSync(at.path('site.zip')) }
}

test('a package says of every file what it is, and is found unchanged by the key that it names', async (t) => {
  const own = signer()
  const { path } = await packed(t, own)
  const { manifest, ...found } = await verifySignedZip(path)
  assert.deepEqual(found, {
    unchanged: true,
    repacked: false,
    sealed: true,
    signed: true,
    changed: [],
    missing: [],
    added: [],
    why: [],
  })
  assert.deepEqual([manifest!.public_key, manifest!.signed_at, manifest!.title], [own.publicKey, NOON, FACTS.title])
  assert.deepEqual(
    manifest!.files.map(({ path: name, bytes, sha256 }) => [name, bytes, sha256]),
    FILES.map(({ path: name, text }) => [name, text.length, createHash('sha256').update(text).digest('hex')]),
  )
})

test('the same files give the same bytes; another time changes what says it and what signs it, and nothing else', async (t) => {
  const own = signer()
  const { path, bytes } = await packed(t, own)
  assert.deepEqual((await packed(t, own)).bytes, bytes)
  const later = await packed(t, own, '2026-11-23T13:00:00.000Z')
  const contents = async (zip: string) => {
    const read: Record<string, string> = {}
    for await (const { name, chunks } of filesInZip(zip)) {
      read[name] = ''
      for await (const chunk of chunks) read[name] += Buffer.from(chunk).toString('hex')
    }
    return read
  }
  const [one, other] = [await contents(path), await contents(later.path)]
  const differing = Object.keys(one).filter((name) => one[name] !== other[name])
  assert.deepEqual(differing, ['manifest.json', 'manifest.sig'])
})

test('of a thousand packages with one byte changed, at any place, none is found unchanged', async (t) => {
  const { at, bytes } = await packed(t)
  const random = randomFrom(27)
  // Small enough that the places are spread over headers, contents, directory, comment and all.
  assert.ok(bytes.length < 4000, `${bytes.length} bytes`)
  const path = at.path('changed.zip')
  for (let i = 0; i < 1000; i++) {
    const changed = Buffer.from(bytes)
    const place = Math.floor((i + random()) * (bytes.length / 1000))
    changed[place]! ^= 1 << Math.floor(random() * 8)
    writeFileSync(path, changed)
    assert.equal((await verifySignedZip(path)).unchanged, false, `byte ${place} of ${bytes.length}`)
  }
})

test('a ZIP that was unpacked and zipped again is said to be that', async (t) => {
  const { at, path } = await packed(t)
  const again = at.path('again.zip')
  await writeZip(again, async (zip) => {
    for await (const { name, chunks } of filesInZip(path)) {
      const parts: Uint8Array[] = []
      for await (const chunk of chunks) parts.push(chunk)
      zip.bytes(name, Buffer.concat(parts))
    }
  })
  const { manifest: _, why, ...found } = await verifySignedZip(again)
  const same = { changed: [], missing: [], added: [] }
  assert.match(why.join(), /^Every file is as it was signed, .* unpacked and zipped again/)
  assert.deepEqual(found, { unchanged: false, repacked: true, sealed: false, signed: true, ...same })
})

test('a file that was changed, taken out or put in is named, also when the ZIP was packed anew', async (t) => {
  const { at, path } = await packed(t)
  const repacked = at.path('repacked.zip')
  await writeZip(repacked, async (zip) => {
    for await (const { name, chunks } of filesInZip(path)) {
      const parts: Uint8Array[] = []
      for await (const chunk of chunks) parts.push(chunk)
      if (name.endsWith('leeg.pdf')) continue
      zip.bytes(name, name.endsWith('brief.pdf') ? Buffer.from('%PDF-1.7 anders') : Buffer.concat(parts))
    }
    zip.text('documenten/erbij.pdf', '%PDF')
  })
  const { manifest: _, ...found } = await verifySignedZip(repacked)
  assert.deepEqual(found, {
    unchanged: false,
    repacked: false,
    sealed: false,
    signed: true,
    changed: ['documenten/KL1031/001 brief.pdf'],
    missing: ['documenten/KL1031/002 leeg.pdf'],
    added: ['documenten/erbij.pdf'],
    why: [
      'documenten/KL1031/001 brief.pdf: has 15 bytes and was signed with 14.',
      'documenten/KL1031/002 leeg.pdf: was signed, and is missing.',
      'documenten/erbij.pdf: was added; it is not in the signed manifest.',
    ],
  })
})

test('one that somebody else made in its place holds, by another key', async (t) => {
  const [own, other] = [signer(), signer()]
  await packed(t, own)
  const { manifest, unchanged } = await verifySignedZip((await packed(t, other)).path)
  assert.deepEqual([unchanged, manifest!.public_key === own.publicKey], [true, false])
})

test('any file that is no package is found to be none', async (t) => {
  const at = folder(t)
  for (const content of ['', 'x', 'klic-seal:'.padEnd(138, '0'), '{"format":"klic-site"}']) {
    writeFileSync(at.path('no.zip'), content)
    const { unchanged, sealed, signed, manifest, why } = await verifySignedZip(at.path('no.zip'))
    assert.deepEqual([unchanged, sealed, signed, manifest], [false, false, false, null], content)
    assert.match(why.join(), /^It is no whole ZIP:[^.]*\.$/, content)
  }
  await assert.rejects(verifySignedZip(at.path('not-there.zip')))
})

test('a file that can’t be read leaves no package behind', async (t) => {
  const at = folder(t)
  const broken: SiteFile = {
    path: 'documenten/weg.pdf',
    kind: 'document',
    open: async () => {
      throw new Error('gone')
    },
  }
  const path = at.path('site.zip')
  const made = siteZip({ path, files: [...FILES, broken], facts: FACTS, signer: signer(), signedAt: NOON })
  await assert.rejects(made, /gone/)
  assert.equal(existsSync(path), false)
})
