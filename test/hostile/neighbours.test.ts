/** What one company sends costs no other: its shapes are drawn, its files are read or refused, and the others are answered. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Job } from '../../server/features/jobs/schema.ts'
import { lngLatFromRd } from '../../server/geometry/rd/rd.ts'
import { unitSquare } from '../../server/geometry/unit-square.ts'
import type { World } from '../support/api-world.ts'
import { GARDEN } from '../support/api-world.ts'
import { openAttacked } from '../support/attacked-world.ts'
import { longDrawing } from '../support/hostile-files.ts'
import { joinOfEqualKeys } from '../support/map-files.ts'
import { until } from '../support/until.ts'
import { writeZigzag, ZIGZAG_EXTENT } from '../support/zigzag-result.ts'

const folderOf = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'klic-neighbours-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** @returns addresses of tiles that the shape lies in, from a town to a doorstep */
async function withShape(t: TestContext, world: World, key: string, shape: 'line' | 'ring', corners: number) {
  const path = join(folderOf(t), 'result.gpkg')
  writeZigzag(path, shape, corners)
  const body = { geometry: GARDEN, klic_type: 'ORIENT' }
  const { job_id: jobId } = (await world.v1('/jobs', { method: 'POST', key, body })).json as Job
  await world.put(jobId, 'ready')
  await world.putFile(jobId, 'gpkg', readFileSync(path))
  const [x, y] = unitSquare(lngLatFromRd([(ZIGZAG_EXTENT[0] + ZIGZAG_EXTENT[2]) / 2, 390_030]))
  return [10, 13, 16, 17, 18, 19].map(
    (z) => `/tiles/${jobId}/${z}/${Math.floor(x * 2 ** z)}/${Math.floor(y * 2 ** z)}.mvt`,
  )
}

for (const shape of ['line', 'ring'] as const)
  test(`a ${shape} of 400,000 corners is drawn at every zoom, and so are the tiles of another company`, async (t) => {
    const world = await openAttacked(t)
    const { secret: key } = await world.keyWith(['read', 'write'], await world.company('Overburen B.V.'))
    const [ours, theirs] = [
      await withShape(t, world, world.keys.write, shape, 400_000),
      await withShape(t, world, key, 'line', 100),
    ]
    const answers = await Promise.all([
      ...ours.map((path) => world.ask(path, { key: world.keys.read })),
      ...theirs.map((path) => world.ask(path, { key })),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 200),
    )
  })

type SignedIn = Awaited<ReturnType<World['signIn']>>
const sendDrawing = (world: World, { cookie, csrf }: SignedIn, signal: AbortSignal) =>
  fetch(`${world.baseUrl}/dashboard/api/areas`, {
    method: 'POST',
    headers: { Cookie: cookie, 'X-CSRF-Token': csrf, 'Content-Type': 'application/octet-stream' },
    body: new Uint8Array(longDrawing()),
    signal,
  })
/** @returns how many drawings lie there whole, to be read */
const takenIn = ({ dataDir }: World): number => {
  const folder = join(dataDir, 'tmp')
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  const size = longDrawing().length
  return files.filter((file) => basename(file) === 'given' && statSync(join(folder, file)).size === size).length
}
const sendCorners = ({ window }: SignedIn) => {
  const headers = { 'Content-Type': 'application/octet-stream' }
  return window('/areas', { method: 'POST', raw: '155000 463000\n155100 463000\n155100 463100\n', headers })
}

test('a drawing that takes all the time there is delays no file of another company', async (t) => {
  const world = await openAttacked(t)
  const ours = await world.signIn()
  const theirs = await world.signIn(await world.company('Overburen B.V.'))
  const hangUp = new AbortController()
  let ended = 0
  const sent = [ours, ours].map((one) =>
    sendDrawing(world, one, hangUp.signal)
      .catch(() => {})
      .finally(() => ended++),
  )
  for (let i = 0; i < 2; i++) assert.equal((await sendCorners(theirs)).status, 200)
  assert.equal(ended, 0)
  hangUp.abort()
  await Promise.all(sent)
})

test('such drawings of two companies at once hold no third company up: one of the two is asked to come again', async (t) => {
  const world = await openAttacked(t)
  const names = ['Overburen B.V.', 'Zijburen B.V.']
  const [ours, ...others] = [
    await world.signIn(),
    ...(await Promise.all(names.map((name) => world.company(name).then(world.signIn)))),
  ]
  const hangUp = new AbortController()
  let answer: Response | undefined
  const sent = others.map(async (one) => {
    const answered = await sendDrawing(world, one, hangUp.signal).catch(() => undefined)
    answer ??= answered
  })
  // Both are taken in before we ask: of one that comes later, we would be the company that used most time.
  await until(() => answer !== undefined || takenIn(world) === others.length)
  while (!answer) assert.equal((await sendCorners(ours)).status, 200)
  assert.deepEqual([answer.status, Number(answer.headers.get('retry-after')) > 0], [503, true])
  hangUp.abort()
  await Promise.all(sent)
})

test('a map file that would be searched for minutes is refused', async (t) => {
  const world = await openAttacked(t, {})
  const path = join(folderOf(t), 'equal-keys.mbtiles')
  joinOfEqualKeys(path, 100_000)
  const { window } = await world.signIn()
  const answer = await window('/settings', { method: 'PUT', body: { 'maps.offline_file': path } })
  assert.equal(answer.status, 422, answer.text)
  assert.match(answer.text, /MAP_FILE_NO_INDEX/)
})
