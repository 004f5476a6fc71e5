/**
 * Uploads in parts that never ended. s3rver does not list them, so a stand-in answers the two calls of S3's interface that
 * this is about, and takes down what was asked.
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, type TestContext, test } from 'node:test'
import { TryLater } from '../../server/platform/refusal.ts'
import { s3Store } from '../../server/platform/storage/s3.ts'
import { setEnv } from '../support/set-env.ts'

const OLD = '2026-11-19T08:00:00.000Z'
const NEW = '2026-11-20T20:00:00.000Z'
const BEFORE = new Date('2026-11-20T08:00:00.000Z')

after(setEnv({ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' }))

const upload = (key: string, id: string, at: string): string =>
  `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at}</Initiated></Upload>`
const listing = (...uploads: string[]): string =>
  `<?xml version="1.0"?><ListMultipartUploadsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Bucket>klic</Bucket>
   <IsTruncated>false</IsTruncated>${uploads.join('')}</ListMultipartUploadsResult>`
const failure = (code: string): string =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`

/** @param answer what a listing gets */
async function bucket(t: TestContext, answer: { status?: number; body: string }) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://localhost')
    url.searchParams.delete('x-id')
    asked.push(`${request.method} ${decodeURIComponent(url.pathname)}?${url.searchParams}`)
    if (request.method === 'GET')
      response.writeHead(answer.status ?? 200, { 'Content-Type': 'application/xml' }).end(answer.body)
    else response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const store = s3Store({ bucket: 'klic', prefix: 'buren/', endpoint, region: 'eu-west-1', pathStyle: true })
  return { store, asked }
}

test('those that began before are ended, the others and other installations’ are left alone', async (t) => {
  const body = listing(upload('buren/results/a.gpkg', 'id-1', OLD), upload('buren/results/b.gpkg', 'id-2', NEW))
  const { store, asked } = await bucket(t, { body })
  await store.abandon(BEFORE)
  assert.deepEqual(asked, ['GET /klic/?prefix=buren%2F&uploads=', 'DELETE /klic/buren/results/a.gpkg?uploadId=id-1'])
})

test('a storage that does not tell of them is left to itself; one that fails is something to wait for', async (t) => {
  const silent = await bucket(t, { status: 501, body: failure('NotImplemented') })
  await silent.store.abandon(BEFORE)
  assert.ok(silent.asked.every((each) => each.startsWith('GET ')))
  const failing = await bucket(t, { status: 503, body: failure('ServiceUnavailable') })
  await assert.rejects(failing.store.abandon(BEFORE), TryLater)
})
