import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { Position } from '../../server/geometry/geometry.ts'
import { installRdGrid } from '../../server/geometry/install-grid.ts'
import {
  APPROXIMATION_ERROR_M,
  lngLatFromRd,
  rdFromLngLat,
  rdFromLngLatUnrounded,
  transformationKind,
  useGrid,
} from '../../server/geometry/rd/rd.ts'
import { SHIFT_SECONDS, writeGrid } from '../support/rd-grid.ts'
import { setEnv } from '../support/set-env.ts'
import { shared } from '../support/shared.ts'

const pointsFile = shared('domain/rd-points.json')
const gridFile = shared('data/nl_nsgi_rdtrans2018.tif')
const absent = 'the reference points or the grid are not beside the repository'

const points: [number, number, number, number][] = pointsFile ? JSON.parse(readFileSync(pointsFile, 'utf8')).points : []

const largestErrorsM = () => {
  let toRd = 0
  let toLngLat = 0
  for (const [x, y, lng, lat] of points) {
    const rd = rdFromLngLatUnrounded([lng, lat])
    toRd = Math.max(toRd, Math.hypot(rd[0] - x, rd[1] - y))
    const back = lngLatFromRd([x, y])
    const east = (back[0] - lng) * 111_320 * Math.cos((lat * Math.PI) / 180)
    toLngLat = Math.max(toLngLat, Math.hypot(east, (back[1] - lat) * 111_250))
  }
  return { toRd, toLngLat }
}

// In this order on purpose: the grid stays installed until the end.
describe('RD New', { concurrency: false }, () => {
  after(() => useGrid(null))

  test('without the grid the land is within the stated error, and that is at most 3 cm', {
    skip: !pointsFile && absent,
  }, () => {
    assert.equal(transformationKind(), 'approximation')
    const { toRd, toLngLat } = largestErrorsM()
    assert.ok(APPROXIMATION_ERROR_M <= 0.03)
    assert.ok(toRd <= APPROXIMATION_ERROR_M, `${toRd}`)
    assert.ok(toLngLat <= APPROXIMATION_ERROR_M, `${toLngLat}`)
  })

  test('there and back gives the same millimetre without the grid', () => {
    const rd: Position = [121_687.123, 487_245.987]
    assert.deepEqual(rdFromLngLat(lngLatFromRd(rd)), rd)
  })

  test('bytes that are no grid are refused and change nothing', async () => {
    await assert.rejects(useGrid(new ArrayBuffer(64)))
    assert.equal(transformationKind(), 'approximation')
  })

  test('a process transforms with the grid that KLIC_RD_GRID names', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'klic-rd-grid-'))
    const file = join(folder, 'grid.tif')
    writeGrid(file)
    t.after(setEnv({ KLIC_RD_GRID: file }))
    t.after(() => rmSync(folder, { recursive: true }))
    t.after(() => useGrid(null))
    const [, before] = rdFromLngLatUnrounded([5.4, 52.1])
    await installRdGrid()
    assert.equal(transformationKind(), 'grid')
    // One second of latitude is 30.9 m; the two datums are about 100 m apart.
    const shiftM = Math.abs(rdFromLngLatUnrounded([5.4, 52.1])[1] - before)
    assert.ok(Math.abs(shiftM - 30.9 * SHIFT_SECONDS) < 150, `${shiftM}`)
  })

  test('a grid that is cut off is refused and changes nothing', { skip: !gridFile && absent }, async () => {
    await assert.rejects(useGrid(arrayBufferOf(gridFile!).slice(0, 100_000)))
    assert.equal(transformationKind(), 'approximation')
  })

  test('with the grid every reference point is met to 1 mm both ways', {
    skip: !(pointsFile && gridFile) && absent,
  }, async () => {
    await useGrid(arrayBufferOf(gridFile!))
    assert.equal(transformationKind(), 'grid')
    assert.ok(points.length > 50)
    const { toRd, toLngLat } = largestErrorsM()
    assert.ok(toRd < 0.001, `${toRd}`)
    assert.ok(toLngLat < 0.001, `${toLngLat}`)
  })

  test('there and back gives the same millimetre with the grid', { skip: !gridFile && absent }, () => {
    const rd: Position = [231_116.646, 456_381.545]
    assert.deepEqual(rdFromLngLat(lngLatFromRd(rd)), rd)
  })
})

const arrayBufferOf = (path: string): ArrayBuffer => {
  const file = readFileSync(path)
  const bytes = new ArrayBuffer(file.byteLength)
  new Uint8Array(bytes).set(file)
  return bytes
}
