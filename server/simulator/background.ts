/** The background map of a simulated delivery: the invented streets, white on grey, as a palette PNG. */
import { crc32, deflateSync } from 'node:zlib'
import type { Extent, Position } from '../domain/geometry/geometry.ts'
import { axisPoint, runsNear } from './streets.ts'

const PIXELS_PER_M = 2
/** A side of more has one pixel a metre. */
const MAX_FINE_PIXELS = 1200
const STREET_WIDTH_M = 7
const PALETTE = [0xee, 0xee, 0xea, 0xff, 0xff, 0xff]

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.byteLength, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** Covers exactly the extent (the rectangle of gml:boundedBy); north is up. */
export const backgroundPng = (extent: Extent, density: number): Buffer => {
  const [widthM, heightM] = [extent.maxX - extent.minX, extent.maxY - extent.minY]
  // Always whole pixels a metre, as the registry's are.
  const scale = Math.max(widthM, heightM) * PIXELS_PER_M <= MAX_FINE_PIXELS ? PIXELS_PER_M : 1
  const columns = Math.max(1, Math.round(widthM * scale))
  const rows = Math.max(1, Math.round(heightM * scale))
  const stride = columns + 1
  const pixels = Buffer.alloc(stride * rows)
  const half = Math.max(1, Math.round((STREET_WIDTH_M * scale) / 2))

  const stamp = ([x, y]: Position): void => {
    const [column, row] = [Math.round((x - extent.minX) * scale), Math.round((extent.maxY - y) * scale)]
    for (let r = Math.max(0, row - half); r <= Math.min(rows - 1, row + half); r += 1) {
      const from = Math.max(0, column - half)
      const to = Math.min(columns - 1, column + half)
      if (from <= to) pixels.fill(1, r * stride + 1 + from, r * stride + 2 + to)
    }
  }
  for (const run of runsNear(extent, density)) {
    for (let step = run.first; step < run.last; step += 1) {
      const [a, b] = [
        axisPoint(run.axis, run.line, step, run.blockM),
        axisPoint(run.axis, run.line, step + 1, run.blockM),
      ]
      const stamps = Math.max(1, Math.ceil((Math.hypot(b[0] - a[0], b[1] - a[1]) * scale) / half))
      for (let n = 0; n <= stamps; n += 1) {
        stamp([a[0] + ((b[0] - a[0]) * n) / stamps, a[1] + ((b[1] - a[1]) * n) / stamps])
      }
    }
  }

  const header = Buffer.alloc(13)
  header.writeUInt32BE(columns, 0)
  header.writeUInt32BE(rows, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(PALETTE)),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
