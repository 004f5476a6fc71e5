// @ts-check
/** Pictures of every page: npm run screenshots [-- FOLDER [NAME...]]; into screenshots/ when no folder is given. */
import { inOurPlace } from '../setup/children.mjs'
import { inRoot, root } from '../setup/places.mjs'
import { preparePackages, ready } from '../setup/prepare.mjs'
import { readyTestTools } from '../setup/test-tools.mjs'

/** @param {string[]} args */
export const run = async (args) => {
  const prepared = await preparePackages()
  await ready(prepared, ['gdal', 'grid', 'map', 'renderer', 'server'])
  const env = await readyTestTools(prepared.node, prepared.env, false)
  return inOurPlace(prepared.node, [inRoot('test', 'screenshots', 'main.ts'), ...args], { cwd: root, env })
}
