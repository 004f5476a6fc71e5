// @ts-check
/** Requests and damaged deliveries: npm run fuzz [-- --seed N --requests N --deliveries N --from N]. Exit code 1 when one did harm. */
import { inOurPlace } from '../setup/children.mjs'
import { inRoot, root } from '../setup/places.mjs'
import { preparePackages, ready } from '../setup/prepare.mjs'

/** @param {string[]} args */
export const run = async (args) => {
  const prepared = await preparePackages()
  await ready(prepared, ['gdal'])
  return inOurPlace(prepared.node, [inRoot('test', 'fuzz', 'main.ts'), ...args], { cwd: root, env: prepared.env })
}
