/** Draws SVG without a browser; started once a process. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initWasm } from '@resvg/resvg-wasm'

const require = createRequire(import.meta.url)
let started: Promise<void> | undefined

export const startResvg = (): Promise<void> => {
  started ??= initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')))
  return started
}
