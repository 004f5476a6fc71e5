/**
 * Downloads while a later delivery makes a new revision, on the real server: each is whole and of one revision, and one
 * that broke off goes on with the same bytes or begins anew.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { GARDEN } from '../support/rd-box.ts'
import { asWindow, RealServer } from '../support/real-server.ts'
import { SUITE_MS, until } from '../support/until.ts'

/** The six hours after which a later delivery is looked for pass in some seconds; the simulator waits to be told. */
const QUICK = ['--registry', 'simulator', '--time-factor', '2400']

/** By the simulator's clock, after an order came in. */
const DELIVERED_MS = 200_000
const SUPPLEMENTED_MS = 200_000

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
/** For the time in which the result of a new revision is being made. */
const NOT_NOW = [202, 409, 503]

describe('downloads during a later delivery', { timeout: SUITE_MS }, () => {
  const server = new RealServer(QUICK)
  let id = ''
  before(async () => {
    await server.open()
    const { below, headers } = await asWindow(server)
    const body = JSON.stringify({ 'api.requests_per_minute': 100_000 })
    const set = await fetch(`${below}/settings`, { method: 'PUT', headers, body })
    assert.equal(set.status, 200, await set.text())
    await until(() => server.simulatorUrl !== undefined)
    await clock({ factor: 2 })
  })
  after(() => server.close())

  const clock = async (step: object): Promise<void> => {
    const answer = await server.control('clock', step)
    assert.equal(answer.status, 200, await answer.text())
  }
  const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer())
  const tagOf = (answer: Response): string => answer.headers.get('etag')!
  const shaOf = (answer: Response): string => answer.headers.get('x-service-sha256')!

  /** One way to download; @returns the tag of what was had; undefined: not at the moment */
  type Way = () => Promise<string | undefined>
  const whole =
    (path: string, headers: Record<string, string> = {}): Way =>
    async () => {
      const answer = await server.call(path, { headers: { 'Accept-Encoding': 'identity', ...headers } })
      const bytes = await bytesOf(answer)
      if (NOT_NOW.includes(answer.status)) return undefined
      assert.equal(answer.status, 200, `${path}: ${bytes.toString('utf8').slice(0, 300)}`)
      assert.equal(Number(answer.headers.get('content-length') ?? bytes.length), bytes.length)
      assert.equal(hashOf(bytes), shaOf(answer), path)
      assert.equal(tagOf(answer), `"${shaOf(answer)}"`)
      return tagOf(answer)
    }
  /** As a client that asks for gzip has it; Node's own unpacks it. */
  const packed =
    (path: string): Way =>
    async () => {
      const answer = await server.call(path, { headers: { 'Accept-Encoding': 'gzip' } })
      const bytes = await bytesOf(answer)
      if (NOT_NOW.includes(answer.status)) return undefined
      assert.equal(answer.status, 200)
      assert.equal(hashOf(bytes), shaOf(answer))
      assert.equal(tagOf(answer), `"${shaOf(answer)}-gzip"`)
      return tagOf(answer)
    }
  const inPieces =
    (path: string, pieces: number): Way =>
    async () => {
      let had: Buffer = Buffer.alloc(0)
      let tag: string | undefined
      let total = 1
      for (;;) {
        const end = had.length + Math.ceil(total / pieces) - 1
        const headers = {
          'Accept-Encoding': 'identity',
          Range: `bytes=${had.length}-${end}`,
          ...(tag && { 'If-Range': tag }),
        }
        const answer = await server.call(path, { headers })
        const bytes = await bytesOf(answer)
        if (NOT_NOW.includes(answer.status)) return undefined
        // It has changed, and comes whole.
        if (answer.status === 200) had = bytes
        else {
          assert.equal(answer.status, 206, bytes.toString('utf8').slice(0, 300))
          if (tag !== undefined) assert.equal(tagOf(answer), tag, 'a range of another revision')
          had = Buffer.concat([had, bytes])
          total = Number(answer.headers.get('content-range')!.split('/')[1])
        }
        tag = tagOf(answer)
        if (answer.status === 206 && had.length < total) continue
        assert.equal(hashOf(had), shaOf(answer), `${path} in pieces`)
        return tag
      }
    }

  test('each is whole and of one revision, in every format and way, and a resumed one is never mixed', async () => {
    const { json } = await server.post('/jobs', {
      geometry: GARDEN,
      klic_type: 'ORIENT',
      submit: true,
      reference: 'SIM:later',
    })
    id = json.job_id
    const [gpkg, geojson] = ['gpkg', 'geojson'].map((format) => `/jobs/${id}/export?format=${format}`) as [
      string,
      string,
    ]
    const ways: Way[] = [
      ...[whole(gpkg), inPieces(gpkg, 7)],
      ...[whole(geojson), packed(geojson), inPieces(geojson, 7)],
      ...[whole(`/jobs/${id}/geojson`), packed(`/jobs/${id}/geojson`)],
    ]
    await until(async () => (await server.ledger()).orders.length === 1)
    await clock({ stepMs: DELIVERED_MS })
    await until(() => server.hasItsGround(id))
    assert.equal((await server.job(id)).revision, 1)
    // What a client had begun before, and goes on with afterwards.
    const begun = await server.call(geojson, { headers: { 'Accept-Encoding': 'identity', Range: 'bytes=0-99' } })
    assert.equal(begun.status, 206)
    await begun.arrayBuffer()

    let isOver = false
    // The second one is there, and found at the next look.
    await clock({ stepMs: SUPPLEMENTED_MS })
    const seen = await Promise.all(
      ways.map(async (way) => {
        const tags = new Set<string>()
        for (let last = false; ; ) {
          const tag = await way()
          if (tag !== undefined) tags.add(tag)
          if (last && tag !== undefined) return tags
          if (isOver) last = true
          isOver ||= (await server.job(id)).revision > 1
        }
      }),
    )
    assert.equal((await server.job(id)).revision, 2)
    for (const [n, tags] of seen.entries()) assert.ok(tags.size >= 2, `way ${n} saw ${[...tags]}`)

    const since = { 'Accept-Encoding': 'identity', Range: 'bytes=100-' }
    const anew = await server.call(geojson, { headers: { ...since, 'If-Range': tagOf(begun) } })
    assert.equal(anew.status, 200, 'the rest of the former revision is not to be had: the new one comes whole')
    assert.equal(hashOf(await bytesOf(anew)), shaOf(anew))
    assert.notEqual(tagOf(anew), tagOf(begun))
    const refused = await server.call(geojson, { headers: { ...since, 'If-Match': tagOf(begun) } })
    assert.equal(refused.status, 412)
    await refused.arrayBuffer()
  })
})
