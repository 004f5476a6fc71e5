/** The correction grid of RD New in the server and in the process that reads files of areas. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { rdFromLngLat } from '../../server/geometry/rd/rd.ts'
import { SHIFT_SECONDS, writeGrid } from '../support/rd-grid.ts'
import { RealServer } from '../support/real-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'klic-rd-grid-'))
const server = new RealServer()
before(async () => {
  const file = join(folder, 'grid.tif')
  writeGrid(file)
  server.env = { KLIC_RD_GRID: file }
  await server.open()
})
after(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const [WEST, SOUTH, SIZE] = [5.4, 52.1, 0.001] as const
const geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [WEST, SOUTH],
      [WEST + SIZE, SOUTH],
      [WEST + SIZE, SOUTH + SIZE],
      [WEST, SOUTH],
    ],
  ],
}

/** One second of latitude is 30.9 m. */
function assertShifted(southRd: number): void {
  const shiftM = Math.abs(southRd - rdFromLngLat([WEST, SOUTH])[1])
  assert.ok(Math.abs(shiftM - 30.9 * SHIFT_SECONDS) < 200, `${shiftM}`)
}

test('an area in degrees is quoted by the grid, without a warning of an approximation', async () => {
  const { status, json } = await server.post('/jobs', { geometry, klic_type: 'ORIENT' })
  assert.equal(status, 201, JSON.stringify(json))
  assert.ok(!json.warnings.some(({ code }) => code === 'APPROXIMATE_TRANSFORMATION'))
  const ys = json.parts.flatMap((part) => part.geometry.coordinates.flat().map(([, y]) => y!))
  assertShifted(Math.min(...ys))
})

test('a file of areas in degrees is read by the grid', async () => {
  const opened = await fetch(`${server.ready.base_url}/dashboard/api/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: server.ready.window_token }),
  })
  const { csrf_token } = (await opened.json()) as { csrf_token: string }
  const answer = await fetch(`${server.ready.base_url}/dashboard/api/areas`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/octet-stream',
      Cookie: opened.headers.get('set-cookie')!.split(';')[0]!,
      'X-CSRF-Token': csrf_token,
    },
    body: JSON.stringify(geometry),
  })
  assert.equal(answer.status, 200)
  const { areas } = (await answer.json()) as { areas: { coordinates: [number, number][][] }[] }
  assertShifted(Math.min(...areas[0]!.coordinates.flat().map(([, y]) => y)))
})
