// @ts-check
/** Readies everything that "npm start" needs, and starts nothing. */

import fs from 'node:fs'
import { gridFile } from '../setup/grid.mjs'
import { preparePackages, ready } from '../setup/prepare.mjs'
import { say } from '../setup/say.mjs'

export const run = async () => {
  const prepared = await preparePackages()
  await ready(prepared, ['gdal', 'grid', 'map', 'renderer', 'server', 'shell', 'electron'])
  say(`ready; Node: ${prepared.node}; RD grid: ${fs.existsSync(gridFile) ? 'official' : 'built-in approximation'}`)
  return 0
}
