// @ts-check
/** The command line: npm run klic -- ARGS. Runs where the person stands, so that relative paths mean what they say. */
import process from 'node:process'
import { inOurPlace } from '../setup/children.mjs'
import { inRoot, root } from '../setup/places.mjs'
import { preparePackages, ready } from '../setup/prepare.mjs'

/** npm goes to the project's folder before it starts us, and leaves the person's own folder in INIT_CWD. */
const whereThePersonIs = () => (process.cwd() === root && process.env.INIT_CWD ? process.env.INIT_CWD : process.cwd())

/** @param {string[]} args */
export const run = async (args) => {
  const prepared = await preparePackages()
  const opensWindow = args[0] === 'serve' || args[0] === 'demo'
  await ready(prepared, ['gdal', 'grid', 'server', ...(opensWindow ? /** @type {const} */ (['map', 'renderer']) : [])])
  return inOurPlace(prepared.node, ['--max-semi-space-size=16', inRoot('dist', 'server', 'klic.js'), ...args], {
    cwd: whereThePersonIs(),
    env: prepared.env,
  })
}
