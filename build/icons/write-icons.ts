/**
 * The application's icon in every size and file that systems ask for, from the one drawing that is also the window's
 * favicon (renderer/public/icon.svg). Its edges lie on every second of 32 units, so that it is sharp at 16 pixels.
 */
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-wasm'
import { startResvg } from './resvg.ts'

const DRAWING = join(import.meta.dirname, '..', '..', 'renderer', 'public', 'icon.svg')
const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const ICO_SIZES = [16, 24, 32, 48, 64, 256]
/** What macOS calls each size; @2x ones are of twice the points. */
const ICNS_TYPES = {
  icp4: 16,
  icp5: 32,
  ic07: 128,
  ic08: 256,
  ic09: 512,
  ic11: 32,
  ic12: 64,
  ic13: 256,
  ic14: 512,
  ic10: 1024,
}

type Pictures = ReadonlyMap<number, Uint8Array>

/**
 * @param folder gets icon.ico, icon.icns and a PNG of each size as Linux wants them named (NxN.png)
 * @returns PNGs by size in pixels
 */
export async function writeIcons(folder: string): Promise<Pictures> {
  await startResvg()
  await mkdir(folder, { recursive: true })
  const drawing = readFileSync(DRAWING, 'utf8')
  const pictures = new Map(
    SIZES.map((size) => [size, new Resvg(drawing, { fitTo: { mode: 'width', value: size } }).render().asPng()]),
  )
  for (const [size, png] of pictures) await writeFile(join(folder, `${size}x${size}.png`), png)
  await writeFile(join(folder, 'icon.ico'), ico(pictures))
  await writeFile(join(folder, 'icon.icns'), icns(pictures))
  return pictures
}

/** A directory of 16 bytes for each picture, then the pictures as PNG; a size of 256 is written as 0. */
function ico(pictures: Pictures): Buffer {
  const head = Buffer.alloc(6 + ICO_SIZES.length * 16)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(ICO_SIZES.length, 4)
  const files: Uint8Array[] = []
  let offset = head.length
  for (const [i, size] of ICO_SIZES.entries()) {
    const png = pictures.get(size)!
    const at = 6 + i * 16
    head.writeUInt8(size % 256, at)
    head.writeUInt8(size % 256, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.length
    files.push(png)
  }
  return Buffer.concat([head, ...files])
}

/** Chunks of a name, a length that counts its own eight bytes, and a PNG. */
function icns(pictures: Pictures): Buffer {
  const chunks = Object.entries(ICNS_TYPES).map(([type, size]) => chunk(type, pictures.get(size)!))
  return chunk('icns', Buffer.concat(chunks))
}

function chunk(type: string, contents: Uint8Array): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'ascii')
  head.writeUInt32BE(head.length + contents.length, 4)
  return Buffer.concat([head, contents])
}
