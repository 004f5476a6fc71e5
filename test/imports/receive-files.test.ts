/** Files in one body, however their bytes come. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { receiveFiles } from '../../server/features/imports/receive-files.ts'
import { diskFull } from '../../server/platform/disk-full.ts'
import { Refusal, TryLater } from '../../server/platform/refusal.ts'

const ROOMY = { room: async () => undefined, store: undefined as never }
const CALLER = { companyId: 'cmp_1' }

const folderOf = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'klic-receive-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** @param size of each piece in which the body comes */
const inPieces = (body: Buffer, size: number): Readable =>
  Readable.from(
    (function* () {
      for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size)
    })(),
  )

const FILES = Array.from({ length: 40 }, (_, i) => ({ name: `Levering ${i} é.zip`, contents: `${i}\n`.repeat(i) }))
const LIST = JSON.stringify(FILES.map(({ name, contents }) => ({ name, bytes: Buffer.byteLength(contents) })))
const BODY = Buffer.from(`${LIST}\n${FILES.map(({ contents }) => contents).join('')}`)

for (const size of [1, 7, BODY.length])
  test(`files that come in pieces of ${size} bytes are as they were sent`, async (t) => {
    const received = await receiveFiles(ROOMY, CALLER, inPieces(BODY, size), folderOf(t))
    assert.deepEqual(
      received.map(({ name, path }) => ({ name, contents: readFileSync(path, 'utf8') })),
      FILES,
    )
  })

test('a first line that comes a byte at a time is copied no more than a few times', async (t) => {
  const line = Buffer.from(`${' '.repeat(20_000)}${LIST}\n${FILES.map(({ contents }) => contents).join('')}`)
  let copied = 0
  const concat = Buffer.concat.bind(Buffer)
  t.mock.method(Buffer, 'concat', (list: readonly Uint8Array[], length?: number) => {
    copied += list.reduce((sum, part) => sum + part.length, 0)
    return concat(list, length)
  })
  await receiveFiles(ROOMY, CALLER, inPieces(line, 1), folderOf(t))
  assert.ok(copied < 4 * line.length, `${copied} bytes for a line of ${line.length}`)
})

test('a first line of more than a megabyte is refused before all of it has come', async (t) => {
  let given = 0
  const endless = Readable.from(
    (function* () {
      for (;;) {
        given += 1000
        yield Buffer.alloc(1000, 0x20)
      }
    })(),
  )
  await assert.rejects(
    receiveFiles(ROOMY, CALLER, endless, folderOf(t)),
    (error) => error instanceof Refusal && error.code === 'MALFORMED_JSON',
  )
  assert.ok(given < 2_000_000, `${given} bytes`)
})

test('files stop where the disk has no room left, and the caller is told to come back', async (t) => {
  let asked = 0
  const room = async (): Promise<void> => {
    if (++asked > 2) throw diskFull()
  }
  const bytes = 80 * 1024 ** 2
  let sent = 0
  const body = Readable.from(
    (function* () {
      yield Buffer.from(`${JSON.stringify([{ name: 'large.zip', bytes }])}\n`)
      for (; sent < bytes; sent += 1024 ** 2) yield Buffer.alloc(1024 ** 2)
    })(),
  )
  await assert.rejects(receiveFiles({ store: undefined as never, room }, CALLER, body, folderOf(t)), TryLater)
  assert.ok(sent < bytes / 2, `${sent} bytes were taken`)
})
