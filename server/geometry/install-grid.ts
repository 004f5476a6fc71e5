/** Installs the official RD correction grid where the set-up or a package has put it. */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { useGrid } from './rd/rd.ts'

const GRID = 'nl_nsgi_rdtrans2018.tif'

/** @returns the grid's bytes; undefined when it is nowhere: the transformation then is the built-in approximation, and says so. */
export async function installRdGrid(): Promise<ArrayBuffer | undefined> {
  const here = dirname(fileURLToPath(import.meta.url))
  const places = [process.env.KLIC_RD_GRID, join(here, '../../build/grid', GRID), join(here, 'grid', GRID)]
  for (const place of places) {
    if (!place) continue
    const bytes = await readFile(place).catch(() => undefined)
    if (!bytes) continue
    const grid = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
    await useGrid(grid)
    return grid
  }
  return undefined
}
